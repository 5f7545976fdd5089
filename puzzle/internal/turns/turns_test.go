package turns_test

import (
	"fmt"
	"slices"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/puzzle/internal/turns"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/fast"
	"turncoat/rules/reference"
	"turncoat/rules/ruleset"
)

// sets are rule sets that package fast plays, with a reclaim and without, and one that it does not.
func sets(t *testing.T) map[string]ruleset.Set {
	list := map[string]ruleset.Set{}
	for _, name := range []string{"pacifist1", "pacifist-number", "conversion", "chess"} {
		list[name] = rulestest.Builtin(t, name)
	}
	own := rulestest.Builtin(t, "pacifist-number")
	own.Rounds = ruleset.FirstRound
	own.Name = "one round"
	list[own.Name] = own
	if _, ok := fast.For(own); ok {
		t.Fatal("package fast plays a set of one's own")
	}
	return list
}

// positions are some of the family of a set, with checks, castlings, promotions, reclaims and an end.
func positions(t *testing.T, set ruleset.Set) (list []board.Position) {
	t.Helper()
	fens := []string{
		board.StartFEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "8/P6k/8/8/8/8/8/K7 w - - 0 1",
		"8/8/8/8/8/k7/7q/K7 b - - 0 1",
		"8/8/8/8/8/1k6/1q6/K7 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
	}
	if set.Family == ruleset.Pacifist {
		fens = append(fens, "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1", "1k4r1/1b2r3/8/3NN3/3R2nR/8/3R4/K7 w - - 0 1",
			"8/8/8/8/8/K7/K7/8 b - - 0 1", "r1b1k3/1q3n2/8/3N4/4B3/2R5/8/K5Q1 b - - 0 1")
	}
	for _, fen := range fens {
		p, err := rules.New(set).ParseFEN(fen)
		if err == nil {
			list = append(list, p)
		}
	}
	if len(list) < 4 {
		t.Fatalf("%s: %d positions", set.Name, len(list))
	}
	return list
}

// said writes down turns so that they can be compared in any order.
func said(p *board.Position, after *board.Position, m board.Move, converted, reclaimed board.Bitboard) string {
	return fmt.Sprintf("%s %x %x %s", m.UCI(p), uint64(converted), uint64(reclaimed), after.Board())
}

// The maker makes the moves, the turns and the choices that the reference makes, the full reclaim first.
func TestMaker(t *testing.T) {
	for name, set := range sets(t) {
		k := turns.For(rules.New(set))
		choices := 0
		for _, p := range positions(t, set) {
			start := board.NewMove(1, 2)
			moves := k.AppendMoves([]board.Move{start}, &p)
			want := reference.Moves(set, p)
			if moves[0] != start || !sameMoves(moves[1:], want) {
				t.Fatalf("%s: %s: moves %v, want %v", name, p.Board(), moves, want)
			}
			if got, want := k.Outcome(&p), reference.Outcome(set, p); got.Result != want.Result ||
				got.Reason != want.Reason {
				t.Errorf("%s: %s: %+v, want %+v", name, p.Board(), got, want)
			}
			for _, m := range want {
				full := reference.Full(set, p, m)
				var after board.Position
				turn := k.Play(&p, m, &after)
				if got, want := said(&p, &after, turn.Move, turn.Converted, turn.Reclaimed), said(&p, &full.After, m,
					full.Converted, full.Reclaimed); got != want || after.Turn != full.After.Turn {
					t.Errorf("%s: %s: played %s, want %s", name, p.Board(), got, want)
				}
				if again := k.Full(&p, m); again != turn {
					t.Errorf("%s: %s: full %+v, played %+v", name, p.Board(), again, turn)
				}
				var got, all []string
				for turn, after := range k.Choices(&p, m) {
					got = append(got, said(&p, &after, turn.Move, turn.Converted, turn.Reclaimed))
				}
				for played := range reference.TurnsOf(set, p, m) {
					all = append(all, said(&p, &played.After, m, played.Converted, played.Reclaimed))
				}
				if len(got) == 0 || got[0] != said(&p, &full.After, m, full.Converted, full.Reclaimed) {
					t.Fatalf("%s: %s: the choices of %s begin otherwise than with the full reclaim: %q", name,
						p.Board(), m.UCI(&p), got)
				}
				choices += len(got) - 1
				slices.Sort(got)
				slices.Sort(all)
				if !slices.Equal(got, all) {
					t.Errorf("%s: %s: choices %q, want %q", name, p.Board(), got, all)
				}
			}
		}
		if reclaims := set.Reclaim == ruleset.OptionalReclaim &&
			set.Family == ruleset.Pacifist; reclaims != (choices > 3) {
			t.Errorf("%s: %d choices beside full reclaims", name, choices)
		}
	}
}

func sameMoves(a, b []board.Move) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	order := func(x, y board.Move) int {
		return int(x.From)<<12 + int(x.To)<<4 + int(x.Promotion) - int(y.From)<<12 - int(y.To)<<4 - int(y.Promotion)
	}
	slices.SortFunc(a, order)
	slices.SortFunc(b, order)
	return slices.Equal(a, b)
}

// Who has seen enough of the choices is given no more.
func TestChoicesEnd(t *testing.T) {
	for name, set := range sets(t) {
		k := turns.For(rules.New(set))
		for _, p := range positions(t, set) {
			for _, m := range reference.Moves(set, p) {
				n := 0
				for range k.Choices(&p, m) {
					n++
				}
				for most := 1; most <= min(n, 3); most++ {
					seen := 0
					for range k.Choices(&p, m) {
						if seen++; seen == most {
							break
						}
					}
					if seen != most {
						t.Errorf("%s: %d of %d choices, want %d", name, seen, n, most)
					}
				}
			}
		}
	}
}
