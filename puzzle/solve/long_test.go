package solve

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve/internal/dfpn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// verified proves a win that the search for long wins has found, and has the reference rules check
// the proof.
func verified(t *testing.T, long *dfpn.Search, variant *rules.Variant, p *board.Position, goal Goal, turns int) {
	t.Helper()
	s := New(variant, Options{Jobs: 1, Memory: 1 << 20})
	s.long = long
	var text bytes.Buffer
	if err := s.WriteLongProof(t.Context(), &text, LongResult{Position: *p, Goal: goal, Bounds: Bounds{AtMost: turns}}); err != nil {
		t.Fatalf("%s: %s: a proof in %d: %v", variant.Set().Name, variant.FEN(p), turns, err)
	}
	if _, err := proof.Verify(t.Context(), &text, "", 2); err != nil {
		t.Fatalf("%s: %s: %s in %d: %v", variant.Set().Name, variant.FEN(p), goal, turns, err)
	}
}

// The search says of each position of three pieces whether it is won, and in how many turns, as the
// tablebase does. Repetitions are everywhere in these positions, and a disproof that rests on the
// way to a position must not be used for another way.
func TestLongThreePieces(t *testing.T) {
	for _, name := range rulestest.Representative() {
		variant := puzzletest.Named(t, name)
		tables, err := embedded.Open(variant.Set(), "")
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(17, 0))
		s := dfpn.New(variant, dfpn.Options{Memory: 1 << 20})
		won, others, longest := 0, 0, 0
		count, nodes := 15, uint64(5_000)
		if longtest.Enabled() {
			count, nodes = 60, 100_000
		}
		for range count {
			p := scattered(variant, random, 3)
			value, err := tables.Probe(&p)
			if err != nil || variant.Outcome(&p).Result != board.Ongoing {
				continue
			}
			if random.IntN(4) == 0 {
				// what is remembered from others must not matter
				s = dfpn.New(variant, dfpn.Options{Memory: 1 << 20})
			}
			a, err := s.Find(t.Context(), &p, Win, dfpn.MaxTurns, nodes)
			if err != nil {
				t.Fatal(err)
			}
			if !value.Wins() {
				others++
				if a.Status == dfpn.Won || a.Status == dfpn.None && !a.Ever {
					t.Errorf("%s: %s: %+v, but there is no win", name, variant.FEN(&p), a)
				}
				continue
			}

			won++
			turns := (value.Plies() + 1) / 2
			longest = max(longest, turns)
			if a.Status == dfpn.Unknown && turns > 3 {
				continue // quiet play with a bare king is not what this search is good at
			}
			if a.Status != dfpn.Won || a.Turns < turns {
				t.Errorf("%s: %s: %+v, but it is won in %d", name, variant.FEN(&p), a, turns)
				continue
			}

			verified(t, s, variant, &p, Win, a.Turns)
			if turns > 4 {
				continue
			}
			if a, _ := s.FindIn(t.Context(), &p, Win, turns, 0); a.Status != dfpn.Won ||
				a.Turns != turns {
				t.Errorf("%s: %s: %+v, but it is won in %d", name, variant.FEN(&p), a, turns)
			}

			if turns > 1 {
				if a, _ := s.FindIn(t.Context(), &p, Win, turns-1, 0); a.Status != dfpn.None {
					t.Errorf("%s: %s: %+v in %d, but it is won in %d", name, variant.FEN(&p), a,
						turns-1, turns)
				}
			}
		}

		tables.Close()
		t.Log(name, won, others, longest)
		if won < 1 || others < 1 {
			t.Errorf("%s: %d won and %d others: the test shows little", name, won, others)
		}
	}
}

// settle holds a search to the shortest win: one job with a large table, and two with one that
// forgets nearly everything.
func settle(t *testing.T, variant *rules.Variant, p *board.Position, goal Goal, turns int) {
	t.Helper()
	for _, o := range []dfpn.Options{{Jobs: 1}, {Jobs: 2, Memory: 1 << 15}} {
		s := dfpn.New(variant, o)
		a, err := s.FindIn(t.Context(), p, goal, turns, 0)
		if err != nil || a.Status != dfpn.Won || a.Turns != turns {
			t.Errorf("%s: %s: %+v %v, want a %s in %d", variant.Set().Name, variant.FEN(p), a, err,
				goal, turns)
			continue
		}

		verified(t, s, variant, p, goal, turns)
		if turns > 1 {
			a, _ = s.FindIn(t.Context(), p, goal, turns-1, 0)
			if a.Status != dfpn.None {
				t.Errorf("%s: %s: %+v in %d, want none", variant.Set().Name, variant.FEN(p), a,
					turns-1)
			}
		}
	}
}

// The wins of an independent exhaustive search, and mates of the matetrack collection, are found
// and proved, and none shorter.
func TestLongKnownWins(t *testing.T) {
	for _, want := range slices.Concat(knownWins(t), mates(t, 2, 4)) {
		if want.N <= 3 || longtest.Enabled() {
			settle(t, want.Variant, &want.Position, Win, want.N)
		}
	}
}

// Every goal under every rule set, one that is not built in too: the same as the exact search, or a
// win proved. The positions are those of random games near their end.
func TestLongAgainstExactSearch(t *testing.T) {
	for _, name := range append(rulestest.Representative(), "blocked") {
		var variant *rules.Variant
		if name == "blocked" {
			set, err := ruleset.Builtin("pacifist-number")
			if err != nil {
				t.Fatal(err)
			}
			set.Name, set.Lines = "blocked", ruleset.Blocked
			variant = rules.New(set)
		} else {
			variant = puzzletest.Named(t, name)
		}

		won, none, settled, games := 0, 0, 0, 5
		if name == "chess" || name == "andernach" {
			games = 20 // few of their positions are won
		}
		if longtest.Enabled() {
			games = 25
		}
		someGames(variant, rand.New(rand.NewPCG(5, 0)), games, func(p *board.Position) {
			for _, goal := range []Goal{Win, SelfWin, Claim} {
				if goal == Claim && variant.Set().Family != ruleset.Pacifist {
					continue
				}
				n := 2
				if name == "blocked" || goal == SelfWin &&
					variant.Set().Family == ruleset.Pacifist {
					n = 1
				}
				exact, err := New(variant, Options{Jobs: 1}).Solve(t.Context(), p, goal, n)
				if err != nil {
					t.Fatal(err)
				}
				s := dfpn.New(variant, dfpn.Options{Memory: 1 << 20})
				a, err := s.FindIn(t.Context(), p, goal, n, 0)
				if err != nil {
					t.Fatal(err)
				}
				if a.Status == dfpn.Unknown && exact.Status == None &&
					variant.Set().Reclaim == ruleset.OptionalReclaim {
					continue // an enemy had thousands of ways to reclaim, which were not listed
				}

				if (a.Status == dfpn.Won) != (exact.Status == Won) ||
					(a.Status == dfpn.None) != (exact.Status == None) {
					t.Errorf("%s: %s: %s in %d: %+v, want %v in %d", name, variant.FEN(p), goal, n,
						a, exact.Status, exact.In)
					continue
				}

				if a.Status == dfpn.None {
					none++
					continue
				}

				won++
				verified(t, s, variant, p, goal, a.Turns)
				keys, _, complete, err := s.Keys(t.Context(), p, goal, exact.In, 20_000)
				if err != nil {
					t.Fatal(err)
				}
				got := puzzle.UCI(p, keys)
				slices.Sort(got)
				if complete && !slices.Equal(got, puzzle.UCI(p, exact.Keys)) {
					t.Errorf("%s: %s: a %s in %d by %v, want %v", name, variant.FEN(p), goal,
						exact.In, got, puzzle.UCI(p, exact.Keys))
				}

				if complete {
					settled++
				}
			}
		})
		t.Log(name, won, none, settled)
		if won < 1 || none < 3 || settled < 1 {
			t.Errorf("%s: %d won, %d of them with all keys, and %d not: the test shows little",
				name, won, settled, none)
		}
	}
}

// A limit of nodes and an ended context have their own answers.
func TestLongLimits(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := variant.Start()
	s := dfpn.New(variant, dfpn.Options{Memory: 1 << 20})
	if a, err := s.Find(t.Context(), &p, Win, 50, 1000); err != nil || a.Status != dfpn.Unknown ||
		a.Nodes > 3000 {
		t.Errorf("%+v %v", a, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if a, err := s.Find(ctx, &p, Win, 50, 0); err != context.Canceled || a.Status != dfpn.Unknown {
		t.Errorf("%+v %v", a, err)
	}
}

// A search that finds no win in few turns leaves nothing in the table that would hide a longer win:
// here the mate is in 6.
func TestLongLimitIsForgotten(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, variant, "8/8/8/8/2BP4/2nP4/7p/5K1k w - - 0 1")
	s := dfpn.New(variant, dfpn.Options{Memory: 1 << 20})
	for turns := 1; turns <= 8; turns++ {
		for _, find := range []func(context.Context, *board.Position, Goal, int, uint64) (dfpn.Answer,
			error){s.Find, s.FindIn} {
			a, err := find(t.Context(), &p, Win, turns, 0)
			if err != nil || (a.Status == dfpn.Won) != (turns >= 6) ||
				(a.Status == dfpn.None) != (turns < 6) || a.Ever {
				t.Errorf("in %d: %+v %v", turns, a, err)
			}
		}
	}
}
