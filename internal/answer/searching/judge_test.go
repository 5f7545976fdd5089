package searching

import (
	"errors"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// winsNow reports whether the side to move has a turn that wins at once whatever the enemy takes
// back.
func winsNow(variant *rules.Variant, p *board.Position) bool {
	if variant.Outcome(p).Result != board.Ongoing {
		return false
	}
	for _, m := range variant.Moves(p) {
		wins := true
		for t := range variant.TurnsOf(p, m) {
			wins = wins && variant.Outcome(&t.After).Result == board.Win(p.Turn)
		}
		if wins {
			return true
		}
	}

	return false
}

// holds reports whether an answer of the enemy's stops a win with the next turn, however its
// reclaim is chosen by the one who wants to win.
func holds(variant *rules.Variant, p *board.Position, m board.Move) bool {
	for t := range variant.TurnsOf(p, m) {
		if winsNow(variant, &t.After) {
			return false
		}
	}

	return true
}

// Where a reclaim is chosen (PAC-8), the judge of puzzles comes to what trying out every turn,
// every choice and every answer comes to: here of all first turns of puzzles in two.
func TestJudgeAgreesWithTryingAll(t *testing.T) {
	choices, right, before := 0, 0, 0
	for _, test := range []struct{ set, fen string }{
		{"pacifist-number", "8/8/6RK/2k1p3/8/8/8/8 w - - 0 1"},
		{"pacifist-number", "k7/8/2P5/8/3KN3/8/3P4/3B4 w - - 0 1"},
		{"pacifist-value", "3B1R2/3P4/r7/4P3/1p5K/1k6/8/2N1b3 w - - 0 1"},
		{"pacifist-average", "5R2/8/1n1BB3/5KP1/3k1p2/2p1b3/8/8 w - - 0 1"},
		{"pacifist-average", "5k2/2R5/4R3/8/5b1q/1NQ5/4Kp2/8 w - - 0 1"}, {"chess", farRooks},
	} {
		variant := rules.New(rulestest.Builtin(t, test.set))
		p, err := variant.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		j := judge{ctx: t.Context(), variant: variant, solver: solve.New(variant, solve.Options{}),
			attacker: p.Turn, choices: maxChoices}
		for _, m := range variant.Moves(&p) {
			name := test.set + ": " + variant.SAN(&p, variant.Play(&p, m))
			solved, wrong := true, map[string]bool{} // FENs after what refutes, or of draws
			n := 0
			for turn := range variant.TurnsOf(&p, m) {
				n++
				outcome := variant.Outcome(&turn.After).Result
				solved = solved && outcome == board.Win(p.Turn)
				if outcome == board.Ongoing {
					for _, reply := range variant.Moves(&turn.After) {
						if after := variant.Play(&turn.After, reply).After; holds(variant,
							&turn.After, reply) {
							wrong[variant.FEN(&after)] = true
						}
					}
				} else if outcome != board.Win(p.Turn) {
					wrong[variant.FEN(&turn.After)] = true
				}
			}

			if n > 1 {
				choices++
			}
			got, err := j.judge(&p, m, 1)
			if err != nil {
				t.Fatal(err)
			}
			if got.Right != (len(wrong) == 0) || got.Solved != solved ||
				!got.Right && !wrong[got.FEN] {
				t.Errorf("%s: %+v, want solved %t, refuted by %v", name, got, solved, wrong)
			}
			if got.Right {
				right++
			}
			if got.Before != nil {
				before++
				if full := variant.Play(&p, m); got.Before.FEN == variant.FEN(&full.After) {
					t.Errorf("%s: %s is the full reclaim", name, got.Before.FEN)
				}
			}
		}
	}

	if choices == 0 || right == 0 || before == 0 {
		t.Errorf("%d turns with a choice, %d that are right, %d answered by less than the full reclaim", choices,
			right, before)
	}
}

// A reclaim with more choices than are looked at goes beyond a limit, the enemy's and that of the
// one who wants to win; with as many it does not.
func TestManyChoices(t *testing.T) {
	variant := rules.New(rulestest.Builtin(t, "pacifist-average"))
	p, err := variant.ParseFEN("5k2/2R5/4R3/8/5b1q/1NQ5/4Kp2/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	counted := 0
	for _, m := range variant.Moves(&p) {
		own, replies := 0, 0 // the most choices of this turn's reclaim, and of that of any answer
		for turn := range variant.TurnsOf(&p, m) {
			own++
			for _, reply := range variant.Moves(&turn.After) {
				n := 0
				for range variant.TurnsOf(&turn.After, reply) {
					n++
				}
				replies = max(replies, n)
			}
		}

		j := judge{ctx: t.Context(), variant: variant, solver: solve.New(variant, solve.Options{}),
			attacker: p.Turn}
		for j.choices = range max(own, replies) + 1 {
			_, err := j.judge(&p, m, 1)
			switch {
			case err != nil && !errors.Is(err, rules.ErrLimit):
				t.Error(err)
			case j.choices < own && err == nil: // every choice of the enemy's is looked at
				t.Errorf("%s: %d choices of %d are enough", variant.SAN(&p, variant.Play(&p, m)),
					j.choices, own)
			case j.choices >= max(own, replies) && err != nil:
				t.Errorf("%s: %d choices of %d and %d: %v", variant.SAN(&p, variant.Play(&p, m)),
					j.choices, own, replies, err)
			}
		}

		if own > 1 {
			counted++
		}
	}

	if counted == 0 {
		t.Error("no turn has a choice")
	}
}
