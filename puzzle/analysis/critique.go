package analysis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"turncoat/internal/plural"
	"turncoat/puzzle/solution"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Remark is an objection to a puzzle.
type Remark struct {
	Demand string // that fails, in a word; empty for what is no more than a blemish
	Text   string // with its number or its line
}

// Critique returns the objections to a puzzle: first the demands that fail, then blemishes,
// always in the same order. The error is the context's or wraps [rules.ErrLimit].
func (a *Analyst) Critique(ctx context.Context, at *board.Position, found *Analysis, demands Demands) ([]Remark,
	error) {
	c := critic{analyst: a, at: at, found: found}
	help := a.goal == solve.HelpWin
	if help {
		c.solutions(demands)
	} else {
		if demands.OneKey {
			if err := c.cooks(ctx); err != nil {
				return nil, err
			}
		}
		c.duals(demands)
	}
	if demands.Turns && found.Claims.FirstTurns < 2 {
		c.remark("turns", "the key is the only legal turn")
	}
	if demands.Choice && !help && !found.Claims.Choice {
		c.remark("choice", "the enemy has no choice that matters")
	}
	if size := found.Key().Size(); !help && demands.MaxSize > 0 && size > demands.MaxSize {
		c.remark("size", "the solution has %s, more than %d", plural.Count(size, "turn"), demands.MaxSize)
	}
	if demands.Reached {
		if _, _, ok := LastTurn(a.variant, at); !ok {
			c.remark("reached", "no turn that neither converts nor promotes can have led to the position")
		}
	}
	if !help {
		c.key()
	}
	c.promoted()
	return c.remarks, c.superfluous(ctx)
}

type critic struct {
	analyst *Analyst
	at      *board.Position
	found   *Analysis
	remarks []Remark
}

func (c *critic) remark(demand, format string, a ...any) {
	c.remarks = append(c.remarks, Remark{demand, fmt.Sprintf(format, a...)})
}

// solutions names the lines of a help-win where they are not as many as wanted.
func (c *critic) solutions(demands Demands) {
	n := len(c.found.Tree.Keys)
	if demands.Lines == 0 || n == demands.Lines {
		return
	}
	var lines []string
	for i := range c.found.Tree.Keys[:min(n, maxDuals)] {
		lines = append(lines, solution.LineText(c.analyst.variant, c.at, c.found.Tree.Keys[i].Line()))
	}
	if n > maxDuals {
		lines = append(lines, "…")
	}
	c.remark("lines", "%s, not %d: %s", plural.Count(n, "solution"), demands.Lines, strings.Join(lines, "; "))
}

// cooks names each key but the first, with its line.
func (c *critic) cooks(ctx context.Context) error {
	for _, m := range c.found.Keys[1:] {
		cook, err := c.analyst.Solution(ctx, c.at, c.found.In, []board.Move{m}, Bounds{Duals: -1})
		if err != nil {
			return err
		}
		c.remark("keys", "another key: %s", c.line(cook.Key().Line()))
	}
	return nil
}

// line writes turns with their numbers.
func (c *critic) line(turns []board.Played) string {
	at, text := c.at, ""
	for i := range turns {
		if i%2 == 0 {
			text += fmt.Sprintf(" %d.", 1+i/2)
		} else {
			text += " "
		}
		text += c.analyst.variant.InputSAN(at, turns[i])
		at = &turns[i].After
	}
	return strings.TrimSpace(text)
}

// maxDuals is how many duals are named.
const maxDuals = 20

// duals names the places with more than one continuation. Those outside the main line are blemishes unless none
// is wanted.
func (c *critic) duals(demands Demands) {
	named := 0
	key := c.found.Key()
	var visit func(before *board.Position, t *solution.Play, number int, way string, main bool)
	visit = func(before *board.Position, t *solution.Play, number int, way string, main bool) {
		variant := c.analyst.variant
		way += fmt.Sprintf("%d.%s", number, variant.SAN(before, t.Turn))
		for i := range t.Defences {
			d := &t.Defences[i]
			if len(d.Continuations) == 0 {
				continue
			}
			inMain := main && i == 0
			here := fmt.Sprintf("%s %s", way, variant.InputSAN(&t.Choices[d.Choice].After, *d.Continuations[0].After))
			if len(d.Continuations) > 1 {
				if named++; named <= maxDuals {
					c.dual(d, number+1, here, inMain, demands)
				}
			}
			visit(&d.Continuations[0].After.After, &d.Continuations[0], number+1, here+" ", inMain)
		}
	}
	visit(c.at, key, 1, "", true)
	if named > maxDuals {
		c.remark("", "%d duals more", named-maxDuals)
	}
}

func (c *critic) dual(d *solution.Defence, number int, here string, main bool, demands Demands) {
	var ways []string
	for i := range d.Continuations {
		next := &d.Continuations[i]
		ways = append(ways, fmt.Sprintf("%d.%s", number, c.analyst.variant.SAN(&next.After.After, next.Turn)))
	}
	where, demand := "beside the main line", ""
	if main {
		where = "in the main line"
	}
	if demands.Strict || main && demands.NoDuals {
		demand = "duals"
	}
	c.remark(demand, "a dual %s (%s): %s and then %s", where, weightOf(d, main), here, strings.Join(ways, " or "))
}

// weightOf says how serious a dual is: one with the last turn, which reaches the goal, is less so than an
// earlier one, one beside the main line less than one in it.
func weightOf(d *solution.Defence, main bool) string {
	weight := 0
	if main {
		weight++
	}
	if d.In > 1 {
		weight++
	}
	return [...]string{"slight", "serious", "grave"}[weight]
}

// key remarks on a key that is not quiet.
func (c *critic) key() {
	t := &c.found.Key().Turn
	if kings := t.Converted & t.After.Kings; kings != 0 {
		c.remark("", "the key claims a king")
	} else if t.Converted != 0 {
		c.remark("", "the key converts %s", plural.Count(t.Converted.Count(), "piece"))
	}
	if c.at.Occupied().Has(t.To) && c.at.PieceAt(t.To).Colour != c.at.Turn {
		c.remark("", "the key captures")
	}
	if sign := c.analyst.variant.Sign(&t.After); sign == '+' {
		c.remark("", "the key gives check")
	}
}

// promoted names kinds of which there are more than a game begins with, of bishops on squares of one colour. In
// the Pacifist family and in Conversion Chess pieces change sides, so that both sides are counted together.
func (c *critic) promoted() {
	most := [...]int{board.Knight: 2, board.Bishop: 2, board.Rook: 2, board.Queen: 1}
	sides := []board.Bitboard{c.at.Colours[board.White], c.at.Colours[board.Black]}
	each := 1
	if c.analyst.variant.Set().Family != ruleset.Chess {
		sides, each = []board.Bitboard{c.at.Occupied()}, 2
	}
	for kind := board.Knight; kind <= board.Queen; kind++ {
		for _, side := range sides {
			of := c.at.Of(kind) & side
			if n := of.Count(); n > most[kind]*each {
				c.remark("", "%d of the kind %c: some are promoted", n, kind.Letter())
				continue
			}
			if kind != board.Bishop {
				continue
			}
			light := 0
			for s := range of.All {
				light += (s.File() + s.Rank()) % 2
			}
			for i, n := range []int{light, of.Count() - light} {
				if n > each {
					c.remark("", "%d bishops on %s squares: some are promoted", n, [...]string{"light", "dark"}[i])
				}
			}
		}
	}
}

// sameSolution reports whether another position's solution is that of the puzzle.
func (c *critic) sameSolution(again *Analysis) bool {
	if c.analyst.goal == solve.HelpWin {
		return slices.EqualFunc(c.analyst.lines(c.at, again), c.analyst.lines(c.at, c.found), slices.Equal[[]string])
	}
	return again.Claims.Duals == c.found.Claims.Duals && again.Key().Text() == c.found.Key().Text()
}

// superfluous names the pieces that can be left out without changing the solution.
func (c *critic) superfluous(ctx context.Context) error {
	for s := range c.at.Occupied().All {
		piece := c.at.PieceAt(s)
		if piece.Kind == board.King {
			continue
		}
		without := *c.at
		without.Put(s, board.NoPiece)
		without.Rekey()
		p, err := c.analyst.variant.ParseFEN(c.analyst.variant.FEN(&without))
		if err != nil {
			continue // it has a castling right, or shields a king
		}
		in, keys, err := c.analyst.Shortest(ctx, &p, c.found.In)
		if errors.Is(err, rules.ErrLimit) || errors.Is(err, ErrAtOnce) {
			continue
		}
		if err != nil {
			return err
		}
		if in != c.found.In || len(keys) != len(c.found.Keys) || keys[0] != c.found.Keys[0] {
			continue
		}
		again, err := c.analyst.Solution(ctx, &p, in, keys, Bounds{Duals: -1})
		if err != nil {
			return err
		}
		if c.sameSolution(&again) {
			c.remark("", "the piece on %s can be left out", s)
		}
	}
	return ctx.Err()
}
