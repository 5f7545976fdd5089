package validate

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/randomgame"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
	"turncoat/specs"
)

var faulty = flag.Int("faulty", 160, "faulty games to reduce")

// spoilt returns a random game with a fault at its end: a move that is not legal, a wrong list of
// conversions or of pieces taken back, or a wrong result.
func spoilt(r *rand.Rand, variant *rules.Variant) string {
	record := randomgame.New(r, variant,
		randomgame.Options{Plies: 4 + r.IntN(12) + 300*(r.IntN(8)/7), Greedy: 50})
	end := record.End()
	if variant.Outcome(&end).Result != board.Ongoing {
		record.Result = (record.Result + 1) % 4
		text, _ := pgn.AppendPGN(nil, record, false)
		return string(text)
	}

	record.Result = board.Ongoing
	text, _ := pgn.AppendPGN(nil, record, false)
	moves, p := strings.TrimSuffix(strings.TrimSpace(string(text)), "*"), record.End()
	legal := variant.Moves(&p)
	number := p.MoveNumber() + " "
	if len(legal) > 0 && r.IntN(2) == 0 && variant.Set().Family == ruleset.Pacifist {
		t := variant.Play(&p, legal[r.IntN(len(legal))])
		if r.IntN(3) == 0 {
			claim := board.Square(r.IntN(64)).Bit()
			return fmt.Sprintf("%s %s%s {[%%reclaim %s]} *\n", moves, number, variant.SAN(&p, t),
				claim)
		}

		claim := t.Converted ^ board.Square(r.IntN(64)).Bit()&p.Colours[p.Turn.Other()]
		if claim != t.Converted {
			return fmt.Sprintf("%s %s%s {[%%conv %s]} *\n", moves, number, variant.SAN(&p, t),
				claim)
		}
	}

	own := p.Colours[p.Turn].Squares()
	if len(own) == 0 {
		return string(text)
	}
	from, to := own[r.IntN(len(own))], board.Square(r.IntN(64))
	return fmt.Sprintf("%s %s%v%v *\n", moves, number, from, to)
}

// The fault of a game is reduced to a scenario that holds under the rules, which the game does not
// keep to. -faulty
// 500 -v measures 500 games.
func TestReduce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var pieces []int
	kinds := map[string]int{}
	for tries := 0; len(pieces) < *faulty && tries < 20*(*faulty); tries++ {
		names := ruleset.BuiltinNames()
		variant, err := rules.Named(names[tries%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		text := []byte(spoilt(r, variant))
		g, _ := pgn.Next(text, 0, true)
		verdict := Judge(text, g, Rules{})
		var out strings.Builder
		report := NewReducer(t.Context(), &out, tries%2 == 0)
		if err := report.Record(&verdict); err != nil {
			t.Fatal(err)
		}
		if out.Len() == 0 {
			continue
		}
		kind, _, _ := strings.Cut(out.String()[strings.Index(out.String(), "expect: {")+9:], ":")
		kinds[kind]++
		suite, faults := specs.Read(t.Context(), []byte(out.String()), "")
		if len(faults) > 0 || len(suite.Scenarios) != 1 {
			t.Fatalf("%v\n%s", faults, out.String())
		}
		result, err := specs.Run(t.Context(), &suite.Scenarios[0], specs.Options{})
		if err != nil || len(result.Failures) > 0 {
			t.Errorf("%v %+v\n%s\n%s", err, result.Failures, out.String(), text)
		}
		_, rest, _ := strings.Cut(out.String(), "fen: ")
		fen, _, _ := strings.Cut(rest, " ")
		pieces = append(pieces, len(strings.Trim(strings.Map(func(c rune) rune {
			if c >= 'A' {
				return 'x'
			}
			return -1
		}, fen), " ")))
	}

	slices.Sort(pieces)
	if len(pieces) == 0 {
		t.Fatal("no game was reduced")
	}
	median := pieces[len(pieces)/2]
	t.Logf("%d games (%v): median %d pieces, 90 %% at most %d, most %d", len(pieces), kinds, median,
		pieces[len(pieces)*9/10], pieces[len(pieces)-1])
	for _, kind := range []string{"illegal", "waves", "reclaim", "reclaimed", "outcome"} {
		if kinds[kind] == 0 {
			t.Errorf("no game with a fault that a scenario shows by %s: %v", kind, kinds)
		}
	}

	if median > 6 {
		t.Errorf("median of %d pieces", median)
	}
}

// What is wrong with the order of the waves alone is not reduced to something else.
func TestReduceWaves(t *testing.T) {
	text := []byte("[Variant \"pacifist1\"]\n[FEN " +
		"\"rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - -\"]\n\n" +
		"1. Nf5 {[%conv e7,f8,g7;d8,g8;f7,h7]} *\n")
	g, _ := pgn.Next(text, 0, true)
	v := Judge(text, g, Rules{})
	for i := range v.Findings {
		if small, ok := v.Reduce(t.Context(), i); ok || v.OK {
			t.Errorf("%+v", small)
		}
	}
}
