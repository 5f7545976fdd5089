package compose_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/corpus/compose"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// What is composed on purpose shows what it is composed for, at least now and then.
func TestRare(t *testing.T) {
	type maker func(*rand.Rand) (corpus.Seed, bool)
	for _, test := range []struct {
		what  string
		rules string
		make  func(*compose.Composer) maker
		shows func(*rules.Variant, corpus.Seed, *board.Position) bool
		least int // of a hundred
	}{
		{"a battery of four", "pacifist-value",
			func(c *compose.Composer) maker { return c.Battery }, batteryOfFour, 50},
		{"a castling rook that does not count", "pacifist-number",
			func(c *compose.Composer) maker { return c.CastlingRook }, rookDiscounted, 20},
		{"a castling rook that does not count", "pacifist-value",
			func(c *compose.Composer) maker { return c.CastlingRook }, rookDiscounted, 10},
		{"seven pieces to take back", "pacifist-value",
			func(c *compose.Composer) maker { return c.ManyReclaimed }, sevenReclaimed, 30},
		{"more than 32 pieces", "pacifist1", func(c *compose.Composer) maker { return c.Full },
			func(_ *rules.Variant, _ corpus.Seed, p *board.Position) bool {
				return p.Occupied().Count() > 32
			}, 90},
		{"a third repetition", "pacifist1", func(c *compose.Composer) maker { return c.Repeated },
			repeated, 60},
		{"a third repetition", "super-andernach", func(c *compose.Composer) maker { return c.Repeated },
			repeated, 60},
		{"a capture en passant that is the only turn", "chess",
			func(c *compose.Composer) maker { return c.OnlyEnPassant }, onlyEnPassant, 60},
		{"a capture en passant that is the only turn", "masand",
			func(c *compose.Composer) maker { return c.OnlyEnPassant }, onlyEnPassant, 60},
		{"a rook that a pawn has taken and become", "conversion",
			func(c *compose.Composer) maker { return c.TakenAndBack }, takenByRook, 30},
	} {
		variant := rules.New(rulestest.Builtin(t, test.rules))
		c := &compose.Composer{Variant: variant}
		shown := 0
		for i := range uint64(100) {
			q, ok := test.make(c)(rand.New(rand.NewPCG(1, i)))
			if !ok {
				continue
			}
			p, err := q.Position(variant)
			if err != nil {
				t.Errorf("%s: %s %v: %v", test.what, q.FEN, q.Moves, err)
			} else if test.shows(variant, q, &p) {
				shown++
			}
		}

		if shown < test.least {
			t.Errorf("%s: %s is in %d of 100", test.rules, test.what, shown)
		}
	}
}

// repeated reports whether the position has arisen three times, or does after one of its turns.
func repeated(v *rules.Variant, q corpus.Seed, p *board.Position) bool {
	at, err := v.ParseFEN(q.FEN)
	if err != nil {
		return false
	}
	sameAs := func(p *board.Position) string {
		return strings.Join(strings.Fields(v.FEN(p))[:4], " ")
	}
	arisen := map[string]int{sameAs(&at): 1}
	for _, text := range q.Moves {
		t, err := v.Parse(&at, text)
		if err != nil {
			return false
		}
		at = t.After
		arisen[sameAs(&at)]++
	}
	if arisen[sameAs(p)] == 3 {
		return true
	}

	return slices.ContainsFunc(v.Moves(p), func(m board.Move) bool {
		after := v.Play(p, m).After
		return arisen[sameAs(&after)] == 2
	})
}

func onlyEnPassant(v *rules.Variant, _ corpus.Seed, p *board.Position) bool {
	moves := v.Moves(p)
	return len(moves) > 0 && !slices.ContainsFunc(moves, func(m board.Move) bool {
		return m.To != p.EnPassant
	})
}

func batteryOfFour(v *rules.Variant, _ corpus.Seed, p *board.Position) bool {
	for s := range p.Occupied().All {
		for _, side := range []board.Colour{board.White, board.Black} {
			if slices.ContainsFunc(v.Weigh(p, s, side).By, func(b rules.Bearer) bool {
				return len(b.Through) == 3
			}) {
				return true
			}
		}
	}

	return false
}

func rookDiscounted(v *rules.Variant, _ corpus.Seed, p *board.Position) bool {
	for _, m := range v.Moves(p) {
		t := v.Play(p, m)
		if side, castles := t.Move.Castles(p); castles {
			_, rook := board.CastlingEnds(p.Turn, side)
			e := v.Explain(p, t)
			return e.Discounted.Has(rook)
		}
	}

	return false
}

func sevenReclaimed(v *rules.Variant, _ corpus.Seed, p *board.Position) bool {
	for _, m := range v.Moves(p) {
		t := v.Play(p, m)
		if t.Reclaimed.Count() >= 7 {
			return true
		}
	}

	return false
}

// takenByRook reports whether the first move is a promotion to a rook on a square of a right, on
// which the side to move has a rook again.
func takenByRook(v *rules.Variant, q corpus.Seed, p *board.Position) bool {
	before, err := v.ParseFEN(q.FEN)
	if err != nil || !strings.HasSuffix(q.Moves[0], "r") {
		return false
	}
	m, err := board.ParseUCI(&before, q.Moves[0])
	return err == nil && before.Rights.Squares().Has(m.To) &&
		p.PieceAt(m.To) == (board.Piece{Kind: board.Rook, Colour: p.Turn})
}
