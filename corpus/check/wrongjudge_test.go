package check

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Small positions in which settings tell: castling, two-steps, what moves to a1 and hangs there, kings of one
// colour, waves one after the other, reclaims.
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

// rightParts are the parts of a program that a bug may change, as the rules have them.
func rightParts(set *ruleset.Set) map[string]*wrongWay {
	weigh := func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour, _ string) rules.Weight {
		return rules.NewReference(*set).Weigh(b, s, by)
	}
	parts := map[string]*wrongWay{
		"weights": {weigh: weigh},
		"landing": {land: func(_, _ *board.Position, _ board.Move) {}, settle: func(_, _ *board.Position,
			_ board.Move) {
		}},
		"conversions": {weigh: weigh, convert: func(j *wrongJudge, b *board.Position, mover board.Colour) {
			j.waves(b, mover, allWaves, func(wave board.Bitboard, _ int) board.Bitboard { return wave })
		}},
		"kings": {safe: func(j *wrongJudge, t *wrongTurn) bool { return j.allowedRightly(t) }},
		"two-steps": {passes: func(j *wrongJudge, p *board.Position, m board.Move) bool {
			return j.set.TwoStep == ruleset.TestNothing || !j.over(p, (m.From+m.To)/2, p.Turn) &&
				(j.set.TwoStep == ruleset.TestPassed || !j.over(p, m.To, p.Turn))
		}},
	}
	if set.Threshold == ruleset.Exceeds {
		parts["comparing"] = &wrongWay{exceeds: func(set *ruleset.Set, persuade,
			support rules.Weight) bool {
			return persuade.Over(support, *set)
		}}
	}
	if set.CastlingTest == ruleset.TestAttacked {
		parts["attacks"] = &wrongWay{attacked: attacked}
		parts["castling"] = &wrongWay{castles: func(_ *wrongJudge, p *board.Position, m board.Move) bool {
			wing, _ := m.Castles(p)
			return !anyAttacked(p, castlingWay(p, m, wing), p.Turn)
		}}
	}
	return parts
}

// A program without a bug that is played out part by part has the turns of the rules, to the last right and
// clock, under every misreading.
func TestEveryPartPlayedOut(t *testing.T) {
	played := 0
	for _, base := range []string{"pacifist1", "pacifist2", "pacifist-value", "pacifist-number"} {
		set := rulestest.Builtin(t, base)
		for _, m := range append(corpus.Single(set), corpus.Misread(set)) {
			if !(&wrongWay{}).plays(m.Set) {
				continue
			}
			for _, fen := range tellingPositions {
				p, err := rules.New(m.Set).ParseFEN(fen)
				if err != nil {
					continue // not every rule set keeps every right
				}
				want := map[string]board.Position{}
				for turn := range rules.NewReference(m.Set).Turns(&p) {
					want[turn.Move.UCI(&p)+" "+turn.After.Board()] = turn.After
				}
				for part, way := range rightParts(&m.Set) {
					if base != "pacifist1" && part != "weights" {
						continue
					}
					played++
					got := map[string]board.Position{}
					for turn := range (&wrongJudge{set: m.Set, way: way}).each(&p) {
						got[turn.move.UCI(&p)+" "+turn.after.Board()] = turn.after
					}
					if wanted, had := slices.Sorted(maps.Keys(want)),
						slices.Sorted(maps.Keys(got)); !slices.Equal(wanted, had) {
						t.Errorf("%s of %s %s, %s: %q, want %q", part, base, m.Name, fen, had, wanted)
						continue
					}
					for k, after := range want {
						if other := got[k]; other.Rights != after.Rights || other.Turn != after.Turn ||
							other.Key != after.Key {
							t.Errorf("%s of %s %s, %s: after %s %s, want %s", part, base, m.Name, fen, k,
								other.FEN(m.Set), after.FEN(m.Set))
						}
					}
				}
			}
		}
	}
	if played < 500 {
		t.Errorf("only %d positions were played out", played)
	}
}

// Moves that a program does not know are missing, and those that it has of its own stay, with those that it
// knows or without.
func TestMissingAndMore(t *testing.T) {
	const rook, king = "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8", "e1d1 e1d2 e1e2 e1f1 e1f2"
	knights := func(p *board.Position, m board.Move) bool { return p.KindAt(m.From) == board.Knight }
	more := func(*board.Position) []board.Move {
		return []board.Move{board.NewMove(squareOf(t, "b1"), squareOf(t, "h8"))}
	}
	for what, test := range map[string]struct {
		way  wrongWay
		want string
	}{
		"nothing": {wrongWay{}, rook + " b1a3 b1c3 b1d2 " + king},
		"missing": {wrongWay{missing: knights}, rook + " " + king},
		"more":    {wrongWay{more: more}, rook + " b1a3 b1c3 b1d2 b1h8 " + king},
		"both":    {wrongWay{missing: knights, more: more}, rook + " b1h8 " + king},
	} {
		g, p, _ := at(t, "pacifist1", "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "e1e2")
		j := &wrongJudge{set: g.Set(), way: &test.way}
		var got []string
		for _, turn := range j.turns(p) {
			got = append(got, turn.move.UCI(p))
		}
		if slices.Sort(got); strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q, want %q", what, got, test.want)
		}
		if !j.anyTurn(p) {
			t.Errorf("%s: no turn", what)
		}
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
		if moved, left := facing(j.moved), facing(j.left); moved != test.moved || left != test.left ||
			j.written.String() != test.written || j.kind != test.kind || j.promotes != test.promotes {
			t.Errorf("%s: %+v", test.uci, j)
		}
		if to := (&wrongTurn{before: *p, move: m}).to(); test.kind == board.King &&
			to.String() != test.moved[len(test.moved)-2:] && to.String() != test.moved[:2] {
			t.Errorf("%s goes to %v", test.uci, to)
		}
	}
}

// facing names squares with spaces between them.
func facing(squares board.Bitboard) string {
	text := ""
	for _, s := range squares.Names() {
		text += " " + s
	}
	return text[min(1, len(text)):]
}

// Moved pieces that are over-persuaded do not count, by number nor by value, and whether they are is judged with
// every piece (PAC-7).
func TestDiscounted(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist-value")
	way := &wrongWay{weigh: func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour,
		_ string) rules.Weight {
		return rules.NewReference(*set).Weigh(b, s, by)
	}}
	// On d4 bear the rooks on d1 and a4; the knight on c3 bears on a4, which the bishop on b5 supports, and on d1,
	// which nothing does.
	b := boardOf(t, "7k/8/8/1B6/R2n4/2n5/8/3R3K")
	j := &wrongJudge{set: set, way: way, moved: squareOf(t, "a4").Bit() | squareOf(t, "d1").Bit()}
	j.discount(b)
	if got := facing(j.discounted); got != "d1" {
		t.Errorf("%q do not count, want d1", got)
	}
	j.discounted = squareOf(t, "b5").Bit() // of a round before
	if j.discount(b); facing(j.discounted) != "d1" {
		t.Errorf("%q do not count, want d1 alone, since the bishop counts in judging that", facing(j.discounted))
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
