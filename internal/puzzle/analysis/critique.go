package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"turncoat/internal/plural"
	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Remark is an objection to a puzzle.
type Remark struct {
	Demand string // that fails, in a word; empty for a blemish
	Text   string // its usual name, with the squares or the line
}

// Critique returns the objections to a puzzle, always in the same order: what fails the demands,
// and what is no more than a blemish. The error is the context's or wraps [rules.ErrLimit].
func (a *Analyst) Critique(ctx context.Context, at *board.Position, found *Analysis,
	demands Demands) ([]Remark,
	error) {
	c := critic{analyst: a, at: at, found: found}
	help := a.goal.HasLines()
	if help {
		c.solutions(demands)
	} else {
		if err := c.cooks(ctx, demands); err != nil {
			return nil, err
		}
		c.duals(demands)
	}

	if found.Claims.FirstTurns < 2 {
		c.remark(demands.Turns, "turns", "the key is the only legal turn")
	}
	if !help && found.In > 1 && !found.Claims.Choice {
		c.remark(demands.Choice, "choice", "no variations: the enemy has no choice that matters")
	}
	if size := found.Key().Size(); !help && demands.MaxSize > 0 && size > demands.MaxSize {
		c.remark(true, "size", "the solution has %s, more than %d", plural.Count(size, "turn"),
			demands.MaxSize)
	}

	c.reached(demands)
	if !help {
		c.key()
		c.threats()
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

// remark adds a remark. With a demand it is an objection, without one a blemish.
func (c *critic) remark(demanded bool, demand, format string, a ...any) {
	if !demanded {
		demand = ""
	}
	c.remarks = append(c.remarks, Remark{demand, fmt.Sprintf(format, a...)})
}

func (c *critic) blemish(format string, a ...any) { c.remark(false, "", format, a...) }

// reached remarks on a position that no turn of the enemy can have led to.
func (c *critic) reached(demands Demands) {
	if _, _, ok := LastTurn(c.analyst.variant, c.at); !ok {
		c.remark(demands.Reached, "reached",
			"no last turn: none that neither converts nor promotes can have led here")
	}
}

// solutions names the lines of a help-win if their number is not the one wanted.
func (c *critic) solutions(demands Demands) {
	n := len(c.found.Tree.Keys)
	if demands.Lines == 0 || n == demands.Lines {
		return
	}
	var lines []string
	for i := range c.found.Tree.Keys[:min(n, maxDuals)] {
		lines = append(lines, solution.LineText(c.analyst.variant, c.analyst.goal, c.at,
			c.found.Tree.Keys[i].Line()))
	}

	if n > maxDuals {
		lines = append(lines, "…")
	}
	c.remark(true, "lines", "%s, not %d: %s", plural.Count(n, "solution"), demands.Lines,
		strings.Join(lines, "; "))
}

// cooks names each key but the first, with its line.
func (c *critic) cooks(ctx context.Context, demands Demands) error {
	for _, m := range c.found.Keys[1:] {
		cook, err := c.analyst.Solution(ctx, c.at, c.found.In, []board.Move{m}, Bounds{Duals: -1})
		if err != nil {
			return err
		}
		c.remark(demands.OneKey, "keys", "another key: %s", c.line(cook.Key().Line()))
	}

	return nil
}

// line writes turns with their numbers.
func (c *critic) line(turns []board.Played) string {
	words := puzzle.Line(c.analyst.variant, c.at, turns)
	for i := 0; i < len(words); i += 2 {
		words[i] = fmt.Sprintf("%d.%s", 1+i/2, words[i])
	}
	return strings.Join(words, " ")
}

// maxDuals is how many duals a remark names; the others are only counted.
const maxDuals = 20

// duals names the places with more than one continuation. Outside the main line they are blemishes,
// unless the demands allow no dual anywhere.
func (c *critic) duals(demands Demands) {
	named := 0
	key := c.found.Key()
	var visit func(before *board.Position, t *puzzle.Play, number int, way string, main bool)
	visit = func(before *board.Position, t *puzzle.Play, number int, way string, main bool) {
		variant := c.analyst.variant
		way += fmt.Sprintf("%d.%s", number, variant.SAN(before, t.Turn))
		for d := range t.Weighed {
			if len(d.Continuations) == 0 {
				continue
			}
			inMain := main && d == &t.Defences[0]
			here := fmt.Sprintf("%s %s", way,
				variant.InputSAN(&t.Choices[d.Choice].After, *d.Continuations[0].After))
			if t.IsDual(d) {
				named++
				if named <= maxDuals {
					c.dual(t, d, number+1, here, inMain, demands)
				}
			}

			visit(&d.Continuations[0].After.After, &d.Continuations[0], number+1, here+" ", inMain)
		}
	}
	visit(c.at, key, 1, "", true)
	if named > maxDuals {
		c.blemish("%d duals more", named-maxDuals)
	}
}

func (c *critic) dual(t *puzzle.Play, d *puzzle.Defence, number int, here string, main bool,
	demands Demands) {
	var ways []string
	for i := range d.Continuations {
		next := &d.Continuations[i]
		if d.Delay && !t.Threatens(next.Turn.Move) {
			continue
		}
		ways = append(ways, fmt.Sprintf("%d.%s", number,
			c.analyst.variant.SAN(&next.After.After, next.Turn)))
	}

	kind, where := "dual", "beside the main line"
	if d.Delay {
		kind = "multiple threat"
	}
	if main {
		where = "in the main line"
	}
	c.remark(demands.Strict || main && demands.NoDuals, "duals", "%s %s (%s): %s and then %s", kind,
		where,
		weightOf(d, main), here, strings.Join(ways, " or "))
}

// weightOf says how serious a dual is. A dual of the last turn, which reaches the goal, is less
// serious than an earlier one, and a dual in a side line less than one in the main line.
func weightOf(d *puzzle.Defence, main bool) string {
	weight := 0
	if main {
		weight++
	}
	if d.In > 1 {
		weight++
	}
	return [...]string{"slight", "serious", "grave"}[weight]
}

// key remarks on a key that is not quiet, or that takes flights.
func (c *critic) key() {
	t := &c.found.Key().Turn
	if kings := t.Converted & t.After.Kings; kings != 0 {
		c.blemish("claiming key")
	} else if t.Converted != 0 {
		c.blemish("converting key: %s", plural.Count(t.Converted.Count(), "piece"))
	}

	if captures(c.analyst.variant, c.at, t.Move) {
		c.blemish("capturing key")
	}
	if sign := c.analyst.variant.Sign(&t.After); sign != 0 {
		if sign == '+' {
			c.blemish("checking key")
		}
		return
	}

	if !c.analyst.variant.Set().Family.HasCheck() {
		return // no king there is ever mated
	}
	enemy := puzzle.NullMove(c.at)
	before, after := flights(c.analyst.variant, &enemy), flights(c.analyst.variant, &t.After)
	if taken := before &^ after; taken.Count() > (after &^ before).Count() {
		c.blemish("flight-taking key: %s", taken)
	}
}

// captures reports whether a move takes an enemy's piece, en passant included.
func captures(variant *rules.Variant, at *board.Position, m board.Move) bool {
	if at.Occupied().Has(m.To) {
		return at.PieceAt(m.To).Colour != at.Turn
	}
	return variant.Set().Family.HasEnPassant() && at.Pawns.Has(m.From) && m.To == at.EnPassant
}

// flights returns the squares to which the side to move can move a king.
func flights(variant *rules.Variant, at *board.Position) board.Bitboard {
	var squares board.Bitboard
	for _, m := range variant.Moves(at) {
		if _, castles := m.Castles(at); !castles && at.Kings.Has(m.From) {
			squares |= m.To.Bit()
		}
	}

	return squares
}

// threats remarks on a key that threatens to reach the goal sooner than in the turns that are left.
func (c *critic) threats() {
	key := c.found.Key()
	for i := range key.Defences {
		if d := &key.Defences[i]; d.Delay && d.Short &&
			key.Threatens(d.Continuations[0].Turn.Move) {
			c.blemish("short threat: %s",
				strings.Trim(solution.ThreatNote(c.analyst.variant, key, 2), " ()"))
			return
		}
	}
}

// promoted names the pieces that must be promoted pawns.
func (c *critic) promoted() {
	for _, text := range promotedPieces(c.analyst.variant, c.at) {
		c.blemish("%s: some are promoted", text)
	}
}

// HasPromoted reports whether a position has pieces that must be promoted pawns.
func HasPromoted(variant *rules.Variant, at *board.Position) bool {
	return len(promotedPieces(variant, at)) > 0
}

// promotedPieces names the kinds of which there are more pieces than a game begins with. Bishops on
// light and on dark squares count apart. In games where pieces change sides, those of both sides
// are counted together.
func promotedPieces(variant *rules.Variant, at *board.Position) (list []string) {
	most := [...]int{board.Knight: 2, board.Bishop: 2, board.Rook: 2, board.Queen: 1}
	sides := []board.Bitboard{at.Colours[board.White], at.Colours[board.Black]}
	each := 1
	if variant.Set().Family != ruleset.Chess {
		sides, each = []board.Bitboard{at.Occupied()}, 2
	}
	for kind := board.Knight; kind <= board.Queen; kind++ {
		for _, side := range sides {
			of := at.Pieces(kind) & side
			if n := of.Count(); n > most[kind]*each {
				list = append(list, fmt.Sprintf("%d of the kind %c", n, kind.Letter()))
				continue
			}

			if kind != board.Bishop {
				continue
			}
			const light = board.Bitboard(0x55aa55aa55aa55aa)
			for i, of := range []board.Bitboard{of & light, of &^ light} {
				if n := of.Count(); n > each {
					list = append(list,
						fmt.Sprintf("%d bishops on %s squares", n, [...]string{"light", "dark"}[i]))
				}
			}
		}
	}

	return list
}

// sameSolution reports whether another position's solution is that of the puzzle.
func (c *critic) sameSolution(again *Analysis) bool {
	if c.analyst.goal.HasLines() {
		return slices.EqualFunc(c.analyst.lines(c.at, again), c.analyst.lines(c.at, c.found),
			slices.Equal[[]string])
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
		if Unanswered(err) {
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
			c.blemish("idle piece on %s: the solution is the same without it", s)
		}
	}

	return ctx.Err()
}
