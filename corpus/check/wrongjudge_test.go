package check

import (
	"maps"
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/reference"
	"turncoat/rules/ruleset"
)

// Small positions in which settings tell: castling, two-steps, what moves to a1 and hangs there, kings of one colour, waves one after the other, reclaims.
var tellingPositions = []string{
	"2r1k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
	"4k2r/8/8/8/8/8/5R2/3K1R2 b k - 0 1",
	"1r2k3/8/8/8/1n6/8/1P1P4/B3K3 w - - 0 1",
	"k7/8/8/8/r7/1n6/8/1Q5K w - - 0 1",
	"8/8/8/8/8/8/k6k/R2Q4 w - - 0 1",
	"r7/8/8/8/8/8/K6K/7r w - - 0 1",
	"2b4k/K7/8/2r5/5r2/1n5n/8/7R w - - 0 1",
	"3k1r2/8/8/8/8/8/8/3KR3 w E - 0 1",
	"3n3k/P7/8/8/8/8/8/K7 w - - 0 1",
	"7k/8/8/3n4/1r6/8/1R2R3/K7 w - - 0 1",
	"r6k/8/8/8/8/8/8/1K4QB w - - 0 1",
}

// A program without a bug that is played out part by part has the turns of the rules, to the last right and clock, under every misreading.
func TestEveryPartPlayedOut(t *testing.T) {
	weigh := func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour, _ string) reference.Weight {
		return reference.Weigh(*set, *b, s, by, 0)
	}
	played := 0
	for _, base := range []string{"pacifist1", "pacifist2", "pacifist-value", "pacifist-number"} {
		set := rulestest.Builtin(t, base)
		for _, m := range append(corpus.Single(set), corpus.Misread(set)) {
			way := &wrongWay{weigh: weigh}
			if !way.plays(m.Set) {
				continue
			}
			for _, fen := range tellingPositions {
				p, err := rules.New(m.Set).ParseFEN(fen)
				if err != nil {
					continue // not every rule set keeps every right
				}
				played++
				want, got := map[string]board.Position{}, map[string]board.Position{}
				for turn := range reference.Turns(m.Set, p) {
					want[turn.Move.UCI(&p)+" "+turn.After.Board()] = turn.After
				}
				for turn := range (&wrongJudge{set: m.Set, way: way}).each(&p) {
					got[turn.move.UCI(&p)+" "+turn.after.Board()] = turn.after
				}
				if wanted, had := slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)); !slices.Equal(wanted, had) {
					t.Errorf("%s %s, %s: %q, want %q", base, m.Name, fen, had, wanted)
					continue
				}
				for k, after := range want {
					if other := got[k]; other.Rights != after.Rights || other.Turn != after.Turn || other.Key != after.Key {
						t.Errorf("%s %s, %s: after %s %s, want %s", base, m.Name, fen, k, other.FEN(m.Set), after.FEN(m.Set))
					}
				}
			}
		}
	}
	if played < 500 {
		t.Errorf("only %d positions were played out", played)
	}
}

// What a program knows of the move whose conversions are made.
func TestMoveInHand(t *testing.T) {
	for _, test := range []struct {
		fen, uci, moved, left, written string
		kind                           board.Kind
		promotes                       bool
	}{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e2", "e2", "e1", "e2", board.King, false},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "f1 g1", "e1 h1", "g1", board.King, false},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "c1 d1", "a1 e1", "c1", board.King, false},
		{"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1", "f1 g1", "e1 g1", "g1", board.King, false},
		{"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "e1b1", "c1 d1", "b1 e1", "b1", board.King, false},
		{"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "f1 g1", "f1 h1", "h1", board.King, false},
		{"7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8n", "a8", "a7", "a8", board.Pawn, true},
		{"7k/8/P7/8/8/8/8/7K w - - 0 1", "a6a7", "a7", "a6", "a7", board.Pawn, false},
	} {
		g, p, m := at(t, "pacifist1", test.fen, test.uci)
		j := &wrongJudge{set: g.Set(), way: &wrongWay{}}
		j.turn(p, m)
		if moved, left := facing(j.moved), facing(j.left); moved != test.moved || left != test.left || j.written.String() != test.written || j.kind != test.kind || j.promotes != test.promotes {
			t.Errorf("%s: %+v", test.uci, j)
		}
		if to := (&wrongTurn{before: *p, move: m}).to(); test.kind == board.King && to.String() != test.moved[len(test.moved)-2:] && to.String() != test.moved[:2] {
			t.Errorf("%s goes to %v", test.uci, to)
		}
	}
}

// facing names squares with spaces between them.
func facing(squares board.Bits) string {
	text := ""
	for _, s := range squares.Names() {
		text += " " + s
	}
	return text[min(1, len(text)):]
}

// Moved pieces that are over-persuaded do not count, by number nor by value, and whether they are is judged with every piece (PAC-7).
func TestDiscounted(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist-value")
	way := &wrongWay{weigh: func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour, _ string) reference.Weight {
		return reference.Weigh(*set, *b, s, by, 0)
	}}
	// On d4 bear the rooks on d1 and a4; the knight on c3 bears on a4, which the bishop on b5 supports, and on d1, which nothing does.
	b := boardOf(t, "7k/8/8/1B6/R2n4/2n5/8/3R3K")
	j := &wrongJudge{set: set, way: way, moved: squareOf(t, "a4").Bit() | squareOf(t, "d1").Bit()}
	j.discount(b)
	if got := facing(j.discounted); got != "d1" {
		t.Errorf("%q do not count, want d1", got)
	}
	b.Put(squareOf(t, "b5"), board.NoPiece)
	j.discount(b)
	if got := facing(j.discounted); got != "a4 d1" {
		t.Errorf("%q do not count, want a4 and d1", got)
	}
	if got := j.weigh(b, squareOf(t, "d4"), board.White, persuasion); got.Count != 0 || got.Sum != 0 {
		t.Errorf("%+v, want nothing", got)
	}
	j.discounted = squareOf(t, "d1").Bit()
	if got := j.weigh(b, squareOf(t, "d4"), board.White, persuasion); got.Count != 1 || got.Sum != 5 {
		t.Errorf("%+v, want one rook", got)
	}
	j.moved = 0
	if j.discount(b); j.discounted != 0 {
		t.Error("what has not moved counts")
	}
}
