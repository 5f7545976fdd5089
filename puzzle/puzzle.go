package puzzle

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/internal/plural"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

var (
	// ErrSyntax is the class of errors about text that is not a puzzle.
	ErrSyntax = errors.New("not a puzzle")
	// ErrUnsound is the class of errors about puzzles whose claims are wrong.
	ErrUnsound = errors.New("unsound puzzle")
)

// Puzzle is a position with a forced win, or another stipulation, and everything that is claimed
// about it.
type Puzzle struct {
	// ID is derived from the rules, the length and the position: see [Identify].
	ID    string      `json:"id"`
	Rules ruleset.Set `json:"rules"`
	FEN   string      `json:"fen"`
	// Stipulation is the name of the attacker's goal, see [Goal.String]; empty for a win.
	Stipulation string `json:"stipulation,omitempty"`
	// In is the number of turns of the attacker, in a help-win of the side that loses. There is no
	// shorter solution.
	In int `json:"in"`
	// Half adds half a turn to a help-win: the side that wins moves first.
	Half bool `json:"half,omitempty"`

	// Keys are all first moves that win in In turns, as UCI text. The solution begins with the
	// first.
	Keys []string `json:"keys"`
	// Line is the main line in SAN, with a reclaim other than the full one after "~".
	Line     []string `json:"line"`
	Solution Solution `json:"solution,omitempty"`
	// Lines are all solutions of a help-win or a series, which has no Solution: turns as UCI text,
	// with "~" before a reclaim that is not the full one. They are sorted, and Line is the first.
	Lines [][]string `json:"lines,omitempty"`
	Study Study      `json:"study,omitempty"`
	// Only is set in studies that ask for a win in whatever number of turns; In is then the number
	// that the quickest takes.
	Only   *OnlyMoves `json:"only,omitempty"`
	Claims Claims     `json:"claims"`

	// Phases are threats, set play and tries, if they were searched.
	Phases *Phases `json:"phases,omitempty"`
	Twins  []Twin  `json:"twins,omitempty"`

	Themes []string `json:"themes"` // sorted; see package analysis
	Grade  *Grade   `json:"grade,omitempty"`
	Source Source   `json:"source"`
	Words
	// Unsound lists the flaws of a puzzle that is kept nevertheless.
	Unsound []string `json:"unsound,omitempty"`
}

// Words are what people have added to a puzzle. All are optional.
type Words struct {
	Title      string   `json:"title,omitempty"`
	Authors    []string `json:"authors,omitempty"`
	Dedication string   `json:"dedication,omitempty"`
	Published  string   `json:"published,omitempty"` // where
	Date       string   `json:"date,omitempty"`
	Prize      string   `json:"prize,omitempty"`
	Comments   []string `json:"comments,omitempty"`
}

// Goal returns the stipulation as a goal.
func (p *Puzzle) Goal() Goal {
	goal, _ := ParseGoal(p.Stipulation)
	return goal
}

// Claims are the facts that determine soundness.
type Claims struct {
	FirstTurns int  `json:"firstTurns"` // legal moves of the attacker
	Defences   int  `json:"defences"`   // turns of the enemy's after the key, each reclaim counted
	Choice     bool `json:"choice"`     // the enemy has a meaningful choice; see [Play.HasChoice]
	// Duals is the number of places after the key where more than one move wins fastest.
	Duals     int `json:"duals"`
	LineDuals int `json:"lineDuals"` // those of them in the main line
	// Mistake says that the game was not won before the enemy's last turn (see [Source]): it had a
	// turn after which there is no win in so many turns. A position that did not arise in a game
	// has no such turn.
	Mistake bool `json:"mistake,omitempty"`
}

// Source is the origin of a position.
type Source struct {
	From string `json:"from"` // "self-play", "record", "composed", "tablebase", "given" or "longer"
	Seed uint64 `json:"seed,omitempty"`
	Unit int    `json:"unit"`           // of the mine, from 0
	Ply  int    `json:"ply,omitempty"`  // of the game, from 1
	Game string `json:"game,omitempty"` // FILE:NUMBER of a recorded game
	// Improved is the number of changes made to the position that was found.
	Improved int `json:"improved,omitempty"`
	// Before is the position before the enemy's last turn, and Last that turn, if the position arose
	// in a game without changes.
	Before string `json:"before,omitempty"`
	Last   string `json:"last,omitempty"`
}

// Strict reports whether there is only one key and no dual anywhere. In help-wins and series, which
// may have several solutions, no two of them may begin with the same turn.
func (p *Puzzle) Strict() bool {
	if p.Goal().HasLines() {
		return len(p.Keys) == len(p.Lines)
	}
	return len(p.Keys) == 1 && p.Claims.Duals == 0
}

// Variant returns the rules of the puzzle.
func (p *Puzzle) Variant() *rules.Variant { return p.Goal().Variant(rules.New(p.Rules)) }

// Position returns the puzzle's position.
func (p *Puzzle) Position() (board.Position, error) {
	at, err := p.Variant().ParseFEN(p.FEN)
	if err != nil {
		return at, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	return at, nil
}

// Tree plays the solution and returns it as a tree, including the other keys and, if the puzzle has
// them, threats, set play and tries. The error wraps [ErrUnsound] if a turn is not legal.
func (p *Puzzle) Tree() (*Tree, error) {
	at, err := p.Position()
	if err != nil {
		return nil, err
	}
	variant := p.Variant()
	if p.Goal().HasLines() {
		return p.helpTree(variant, &at)
	}
	tree, err := p.Solution.Tree(variant, &at, p.Goal())
	if err != nil {
		return nil, fmt.Errorf("%w: the solution: %w", ErrUnsound, err)
	}
	for _, text := range p.Keys[1:] {
		t, err := PlayMove(variant, &at, text, nil)
		if err != nil {
			return nil, fmt.Errorf("%w: the keys: %w", ErrUnsound, err)
		}
		tree.Keys = append(tree.Keys, Play{Turn: t, In: p.In})
	}

	if err := p.Study.add(variant, tree); err != nil {
		return nil, err
	}
	if p.Phases != nil {
		if err := p.Phases.add(variant, tree); err != nil {
			return nil, err
		}
	}

	return tree, nil
}

// Real returns the puzzle without defences that are not real, also in the solutions of its phases
// and twins.
func (p *Puzzle) Real() Puzzle {
	q := *p
	q.Solution = p.Solution.Real()
	q.Phases = p.Phases.real()
	q.Twins = slices.Clone(p.Twins)
	for i := range q.Twins {
		q.Twins[i].Solution = q.Twins[i].Solution.Real()
		q.Twins[i].Phases = q.Twins[i].Phases.real()
	}
	return q
}

// WriteProof writes what the solution proves, given its tree, as a proof. The goal must be plain.
func (p *Puzzle) WriteProof(out io.Writer, tree *Tree) error {
	w, err := proof.NewWriter(out, proof.Header{Rules: p.Rules, FEN: p.FEN, In: p.In, Half: p.Half,
		Stipulation: proof.Stipulation(p.Goal().String()), Keys: p.Keys[:min(1, len(p.Keys))]})
	for _, step := range tree.Steps(p.Variant()) {
		if err == nil {
			err = w.Step(step)
		}
	}

	return err
}

// Instruction tells the solver what to do: "White to move wins in 2 turns".
func (p *Puzzle) Instruction() string {
	at, err := p.Position()
	if err != nil {
		return ""
	}
	side, turns := at.Turn.Title(), plural.Count(p.In, "turn")
	if p.Only != nil {
		return side + " to move wins"
	}
	if !p.Goal().HasLines() {
		side += " to move"
	}
	if p.Half {
		turns = p.Length() + " turns"
	}
	return p.Asks(side, at.Turn.Other().Title(), turns)
}

// Asks describes what the side that begins and its enemy must do in a number of turns.
func (p *Puzzle) Asks(side, enemy, turns string) string {
	goal := p.Goal()
	if goal&Exact != 0 {
		turns = "exactly " + turns
	}
	win := "win"
	switch {
	case goal&Stalemate != 0:
		win = "stalemate"
	case p.Rules.Family.HasCheck():
		win = "mate"
	}

	winner := enemy
	if p.Half {
		winner = side
	}

	switch {
	case goal.Plain() == Claim:
		return fmt.Sprintf("%s claims a king in %s", side, turns)
	case goal&Series != 0 && goal&(Forced|Reflex) != 0:
		return fmt.Sprintf("%s makes %s in a row, then %s must %s", side, turns, enemy, win)
	case goal&Series != 0 && goal.HasHelp():
		return fmt.Sprintf("%s makes %s in a row, then %s %ss", side, turns, enemy, win)
	case goal&Series != 0:
		return fmt.Sprintf("%s makes %s in a row and %ss", side, turns, win)
	case goal&(Forced|Reflex) != 0 && goal.HasHelp():
		return fmt.Sprintf("%s begins, both sides help, and in the end %s must %s in %s", side, winner, win, turns)
	case goal.HasHelp():
		return fmt.Sprintf("%s begins, both sides help, and %s %ss in %s", side, winner, win, turns)
	case goal.Plain() == Win:
		return fmt.Sprintf("%s %ss in %s", side, win, turns)
	}

	text := fmt.Sprintf("%s forces %s to %s in %s", side, enemy, win, turns)
	if goal&Quodlibet != 0 {
		text += ", or " + win + "s"
	}
	switch {
	case goal&Reflex == Reflex:
		return text + "; either side must " + win + " where it can"
	case goal&SemiReflex != 0:
		return text + "; " + enemy + " must " + win + " where it can"
	}

	return text
}

// GoalWord returns the problemists' word for the stipulation: "win", "self-win", where the game ends
// with checkmate "mate", "selfmate", "series-helpmate".
func (p *Puzzle) GoalWord() string {
	goal := p.Goal()
	name := (goal &^ Exact).String()
	if p.Rules.Family.HasCheck() {
		name = strings.NewReplacer("-win", "mate", "win", "mate").Replace(name)
	}
	if goal&Exact != 0 {
		return exactly + name
	}
	return name
}

// Length formats the number of turns: "2", or "2.5" for a help-win in two and a half turns.
func (p *Puzzle) Length() string { return LengthText(p.In, p.Half) }

// Symbol returns the stipulation in the notation of problemists, with "#" for a win: "#2", "s#3",
// "h#2.5". They have no symbol for a claim: "claim in 2".
func (p *Puzzle) Symbol() string { return p.Goal().Symbol() + p.Length() }

// Line returns consecutive turns in SAN, with "~" before a reclaim that is not the full one.
func Line(variant *rules.Variant, at *board.Position, turns []board.Played) []string {
	line := make([]string, len(turns))
	for i, t := range turns {
		line[i] = variant.InputSAN(at, t)
		at = &turns[i].After
	}

	return line
}

// Identify returns the identifier of a puzzle: the rules, the stipulation unless it is a win, the
// length, and eight hexadecimal digits of a hash of its canonical position. A puzzle that is found
// again with exchanged colours or mirrored has the same identifier, unless the rules differ for the
// two sides.
func Identify(variant *rules.Variant, p *board.Position, goal Goal, in int, half bool) string {
	name := variant.Set().Name
	if goal != Win {
		name += "-" + goal.String()
	}
	sum := sha256.Sum256([]byte(Canonical(variant.Set(), p)))
	return fmt.Sprintf("%s-%s-%s", name, LengthText(in, half), hex.EncodeToString(sum[:4]))
}

// Grade tells how hard a puzzle is for a person, and why. The rating comes from the levels of the
// engine, which attempt every puzzle: see package grade. The other values are measures that a
// person can check.
type Grade struct {
	// Rating is a Glicko-2 rating on the scale of the collection, whose puzzles are about 1500.
	Rating    int `json:"rating"`
	Deviation int `json:"deviation"`
	Level     int `json:"level"` // 1 (easy) to 5 (hard), by the rating

	// Plausible counts the wrong first moves that look at least as good as the key at a
	// glance.
	Plausible int `json:"plausible"`
	// Lure is how much better the best of them looks than the key, in hundredths of a pawn. It is
	// negative if the key looks best.
	Lure  int  `json:"lure"`
	Quiet bool `json:"quiet"` // the key is quiet
	Waves int  `json:"waves"` // most waves of one turn of the main line
}

// LevelOf returns the level of a rating.
func LevelOf(rating int) int { return 1 + min(4, max(0, (rating-1000)/200)) }
