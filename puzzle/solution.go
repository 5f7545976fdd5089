package puzzle

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// ErrSolution is the class of errors about text that is not a solution.
var ErrSolution = errors.New("not a solution")

// Solution is a solution in its compact form, a JSON array: the first turn, then one array for each
// different continuation, which is the list of the enemy's turns that lead to it and the solution
// after them:
//
//	["f1b5",[["e8d8","e8f8"],["b5e8"]]]
//
// Duals, the other moves that reach the goal as soon, come after the solution, without what follows
// them: [["e8d8"],["b5e8"],"a1a8"].
//
// Turns are UCI moves. A reclaim that is not the full one belongs to the previous turn and comes
// first, followed by a space: "~d4,e5 e7e5", "~- e7e5" for none. Nothing follows a turn of the
// enemy's that itself reaches the goal, as in self-wins: [["e7e5"]]. The null move "0000" before
// the turns means that they are not real defences, so that the continuation is the attacker's
// threat: [["0000","a7a6"],["b5e8"]].
type Solution string

// MarshalJSON returns the array.
func (t Solution) MarshalJSON() ([]byte, error) {
	if t == "" {
		return []byte("null"), nil
	}
	return []byte(t), nil
}

// UnmarshalJSON reads the array. It checks the shape, but not the turns: see [Solution.Tree].
func (t *Solution) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return fmt.Errorf("%w: a solution is an array that begins with a turn", ErrSolution)
	}
	a, err := parseArray(text)
	if err != nil {
		return err
	}
	*t = Solution(a.append(nil))
	return nil
}

// First returns the first turn.
func (t Solution) First() string {
	first, _, _ := strings.Cut(strings.TrimPrefix(string(t), `["`), `"`)
	return first
}

// HasDuals reports whether the solution names duals.
func (t Solution) HasDuals() bool {
	a, err := parseArray([]byte(t))
	return err == nil && a.hasDuals()
}

func (a *array) hasDuals() bool {
	return slices.ContainsFunc(a.then, func(c continuation) bool {
		return len(c.duals) > 0 || c.reply != nil && c.reply.hasDuals()
	})
}

// Real returns the solution without the turns that are marked as not being real defences, except in
// the main line.
func (t Solution) Real() Solution {
	a, err := parseArray([]byte(t))
	if err != nil {
		return t
	}
	a.leaveReal()
	return Solution(a.append(nil))
}

func (a *array) leaveReal() {
	for i := range a.then {
		if _, unreal := a.then[i].turns(); unreal && i > 0 {
			a.then = a.then[:i]
			break
		} else if unreal {
			a.then[0].after = a.then[0].after[:2] // the mark and one turn
		}
	}

	for _, c := range a.then {
		if c.reply != nil {
			c.reply.leaveReal()
		}
	}
}

// Text returns the compact form of a play and everything that follows it.
func (p *Play) Text() Solution { return Solution(p.text) }

// compact returns the compact form, composed of those of the continuations.
func (p *Play) compact(before *board.Position, full *board.Played) string {
	var b strings.Builder
	b.WriteString(`["`)
	b.WriteString(reclaimPrefix(p.After, full))
	b.WriteString(p.Turn.Move.UCI(before))
	b.WriteByte('"')
	for _, g := range groups(p.Defences, (*Defence).answersText) {
		b.WriteString(`,[[`)
		if g[0].Delay {
			b.WriteString(`"` + passes + `",`)
		}
		for i := range g {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(`"` + g[i].word + `"`)
		}

		b.WriteByte(']')
		if text := strings.TrimPrefix(g[0].answersText(), passes); text != "" {
			b.WriteString("," + text)
		}
		b.WriteByte(']')
	}

	b.WriteByte(']')
	return b.String()
}

// An array is a compact form after parsing.
type array struct {
	play string
	then []continuation
}

type continuation struct {
	after []string
	reply *array   // nil if nothing follows
	duals []string // the other moves that reach the goal as soon as reply
}

// turns returns the enemy's turns before a continuation, and whether they are marked as not being
// real defences.
func (c *continuation) turns() (words []string, unreal bool) {
	if len(c.after) > 1 && c.after[0] == passes {
		return c.after[1:], true
	}
	return c.after, false
}

// maxDepth is the maximum number of turns after the first in a line of the compact form.
const maxDepth = 64

func parseArray(text []byte) (*array, error) {
	var list any
	if json.Unmarshal(text, &list) != nil {
		return nil, bad("it is no array")
	}
	return arrayOf(list, 0)
}

func bad(what string) error { return fmt.Errorf("%w: %s", ErrSolution, what) }

func arrayOf(value any, depth int) (*array, error) {
	if depth > maxDepth {
		return nil, bad("it is too deep")
	}
	list, ok := value.([]any)
	if !ok {
		return nil, bad("a solution is an array that begins with a turn")
	}
	words := texts(list[:min(1, len(list))])
	if len(words) == 0 {
		return nil, bad("a solution begins with a turn")
	}
	a := &array{play: words[0]}
	for _, value := range list[1:] {
		parts, _ := value.([]any)
		if len(parts) < 1 {
			return nil, bad("a continuation is a list of turns, a solution and its duals")
		}
		turns, _ := parts[0].([]any)
		c := continuation{after: texts(turns)}
		if len(c.after) == 0 {
			return nil, bad("a continuation follows after at least one turn")
		}
		if len(parts) > 1 {
			var err error
			c.reply, err = arrayOf(parts[1], depth+1)
			if err != nil {
				return nil, err
			}
		}
		if len(parts) > 2 {
			c.duals = texts(parts[2:])
			if c.duals == nil {
				return nil, bad("a dual is a turn")
			}
		}

		a.then = append(a.then, c)
	}

	return a, nil
}

// texts converts a list to strings, none of which is empty; it returns nil for other lists.
func texts(list []any) []string {
	var words []string
	for _, value := range list {
		word, _ := value.(string)
		if word == "" {
			return nil
		}
		words = append(words, word)
	}

	return words
}

func (a *array) append(text []byte) []byte {
	text = appendWord(append(text, '['), a.play)
	for _, c := range a.then {
		text = append(text, `,[`...)
		text = append(text, '[')
		for i, turn := range c.after {
			if i > 0 {
				text = append(text, ',')
			}
			text = appendWord(text, turn)
		}

		text = append(text, ']')
		if c.reply != nil {
			text = c.reply.append(append(text, ','))
		}
		for _, dual := range c.duals {
			text = appendWord(append(text, ','), dual)
		}
		text = append(text, ']')
	}

	return append(text, ']')
}

func appendWord(text []byte, word string) []byte {
	quoted, err := json.Marshal(word)
	if err != nil {
		panic(err) // it is a string
	}
	return append(text, quoted...)
}

// maxTurns is the maximum number of the enemy's turns in the compact form of a solution, where a
// continuation is counted once for each of the turns before it.
const maxTurns = 1_000_000

// Tree plays a compact form from a position and returns it as a tree, without threats and set play,
// which the compact form does not contain, and without the number of duals. The error wraps
// [ErrSolution], or tells which turn is not legal.
func (t Solution) Tree(variant *rules.Variant, p *board.Position, goal Goal) (*Tree, error) {
	a, err := parseArray([]byte(t))
	if err != nil {
		return nil, err
	}
	key, err := newPlayer(variant, goal).play(p, nil, a)
	if err != nil {
		return nil, err
	}
	return &Tree{Position: *p, Goal: goal, In: key.In, Keys: []Play{*key}}, nil
}

// A player plays the turns of a compact form.
type player struct {
	variant *rules.Variant
	goal    Goal
	known   map[place]*Play
	left    int
}

func newPlayer(variant *rules.Variant, goal Goal) *player {
	return &player{variant: variant, goal: goal, known: map[place]*Play{}, left: maxTurns}
}

// A place is a part of the compact form at a position. What follows depends only on these.
type place struct {
	at    board.Position
	array *array
}

// play plays an array from a position; after is the enemy's turn that it answers.
func (x *player) play(p *board.Position, after *board.Played, a *array) (*Play, error) {
	here := place{*p, a}
	here.at.Clock, here.at.Number = 0, 0
	if known := x.known[here]; known != nil {
		out := *known
		out.After = after
		return &out, nil
	}

	_, move, err := cutTurn(a.play)
	if err != nil {
		return nil, err
	}
	turn, err := PlayMove(x.variant, p, move, nil)
	if err != nil {
		return nil, err
	}
	out := &Play{After: after, Turn: turn, In: 1,
		Choices: []Choice{{turn, x.goal.Reached(x.variant, &turn)}}}
	met := map[string]bool{}
	for _, c := range a.then {
		words, unreal := c.turns()
		for _, word := range words {
			x.left--
			if x.left < 0 {
				return nil, fmt.Errorf("%w: it is too long", ErrSolution)
			}
			if met[word] {
				return nil, fmt.Errorf("%w: %q is listed twice after %s", ErrSolution, word, move)
			}
			met[word] = true
			d, err := x.defence(p, out, move, word, &c)
			if err != nil {
				return nil, err
			}
			d.Delay = unreal
			out.In = max(out.In, d.In+1)
			out.Defences = append(out.Defences, d)
		}
	}

	for i := range out.Defences {
		out.Defences[i].Short = out.Defences[i].In < out.In-1
	}
	for i := range out.Choices {
		out.Choices[i].Reached = out.Choices[i].Reached && x.goal.Counts(out.In-1)
	}
	out.text = string(a.append(nil))
	x.known[here] = out
	return out, nil
}

// defence plays a turn of the enemy's and what follows it.
func (x *player) defence(p *board.Position, t *Play, move, word string, c *continuation) (Defence,
	error) {
	chosen, name, err := cutTurn(word)
	if err != nil {
		return Defence{}, err
	}
	d := Defence{}
	if chosen != nil {
		d.Choice, err = x.choice(p, t, move, chosen)
		if err != nil {
			return d, err
		}
	}

	at := &t.Choices[d.Choice].After
	d.Turn, err = PlayMove(x.variant, at, name, nil)
	if err != nil || c.reply == nil {
		return d, err
	}

	after, _, err := x.reclaimed(at, &d, c.reply.play)
	if err != nil {
		return d, err
	}
	next, err := x.play(&after.After, after, c.reply)
	if err != nil {
		return d, err
	}
	d.In, d.Continuations = next.In, []Play{*next}
	return d, x.duals(at, &d, c.duals)
}

// reclaimed returns a defence with the reclaim that an answer to it begins with, and the move of
// the answer. at is the position in which the defence is made.
func (x *player) reclaimed(at *board.Position, d *Defence, answer string) (after *board.Played,
	move string, err error) {
	reclaimed, move, err := cutTurn(answer)
	if err != nil || reclaimed == nil {
		turn := d.Turn
		return &turn, move, err
	}
	turn, err := x.variant.TryPlay(at, d.Turn.Move, reclaimed)
	return &turn, move, err
}

// duals plays the duals of a defence, each of which another turn precedes that reaches the goal.
func (x *player) duals(at *board.Position, d *Defence, words []string) error {
	met := map[string]bool{}
	for _, word := range words {
		if met[word] {
			return fmt.Errorf("%w: the dual %q is listed twice", ErrSolution, word)
		}
		met[word] = true
		x.left--
		if x.left < 0 {
			return fmt.Errorf("%w: it is too long", ErrSolution)
		}

		after, move, err := x.reclaimed(at, d, word)
		if err != nil {
			return err
		}
		turn, err := PlayMove(x.variant, &after.After, move, nil)
		if err != nil {
			return err
		}
		d.Continuations = append(d.Continuations, Play{After: after, Turn: turn, In: d.In})
	}

	return nil
}

// choice returns the index in Choices of a play's turn with a reclaim. It adds the choice if
// necessary.
func (x *player) choice(p *board.Position, t *Play, move string, reclaimed *board.Bitboard) (int,
	error) {
	for i := range t.Choices {
		if t.Choices[i].Reclaimed == *reclaimed {
			return i, nil
		}
	}

	turn, err := PlayMove(x.variant, p, move, reclaimed)
	t.Choices = append(t.Choices, Choice{turn, err == nil && x.goal.Reached(x.variant, &turn)})
	return len(t.Choices) - 1, err
}

// PlayMove plays a move with the given reclaim, or with the full one for nil.
func PlayMove(variant *rules.Variant, p *board.Position, move string,
	reclaimed *board.Bitboard) (board.Played, error) {
	m, err := board.ParseUCI(p, move)
	if err != nil {
		return board.Played{}, err
	}
	return variant.TryPlay(p, m, reclaimed)
}

// cutTurn splits a turn of the compact form into the reclaim before it, nil for the full one, and
// the move.
func cutTurn(text string) (reclaimed *board.Bitboard, move string, err error) {
	if !strings.HasPrefix(text, "~") {
		return nil, text, nil
	}
	squares, move, ok := strings.Cut(text[1:], " ")
	if !ok {
		return nil, "", fmt.Errorf("%w: %q has a reclaim and no move", ErrSolution, text)
	}
	reclaimed, err = parseReclaim(squares)
	return reclaimed, move, err
}
