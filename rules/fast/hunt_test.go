package fast

import (
	"math/rand/v2"
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// wanderings yields positions of random games.
func wanderings(t *testing.T, name string, seed uint64, games int, yield func(Rules, *board.Position)) {
	set, err := ruleset.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := For(set)
	random := rand.New(rand.NewPCG(seed, 0))
	for range games {
		p, err := board.ParseFEN(board.StartFEN, set)
		if err != nil {
			t.Fatal(err)
		}
		for range 120 {
			turns := r.AppendTurns(nil, &p)
			if len(turns) == 0 {
				break
			}
			yield(r, &p)
			var after board.Position
			r.Apply(&p, turns[random.IntN(len(turns))], &after)
			p = after
		}
	}
}

// A hunter finds a win in one exactly where trying every turn finds one (PAC-12).
func TestHunterWinsWhereAnyTurnWins(t *testing.T) {
	for _, name := range []string{"pacifist1", "pacifist2"} {
		var h Hunter
		won, lost := 0, 0
		wanderings(t, name, 7, 150, func(r Rules, p *board.Position) {
			want := false
			for _, turn := range r.AppendTurns(nil, p) {
				var after board.Position
				r.Apply(p, turn, &after)
				if after.Kingless(after.Turn) && len(r.AppendTurns(nil, &after)) == 0 {
					want = true
				}
			}
			h.Start(r, p)
			m, got := h.Wins()
			if got != want {
				t.Fatalf("%s: %s: wins %v by %v, want %v", name, p.Board(), got, m, want)
			}
			if want {
				won++
				turn, legal := h.Turn(m)
				var after board.Position
				r.Apply(p, turn, &after)
				if !legal || !after.Kingless(after.Turn) || len(r.AppendTurns(nil, &after)) > 0 {
					t.Fatalf("%s: %s: %v does not win", name, p.Board(), m)
				}
			} else {
				lost++
			}
		})
		if won < 100 || lost < 1000 {
			t.Errorf("%s: only %d wins and %d others: the test shows little", name, won, lost)
		}
	}
}

// A hunter resolves a single move as the list of all turns does, and refuses what is not in it.
func TestHunterTurn(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	for _, name := range []string{"pacifist1", "pacifist2"} {
		var h Hunter
		wanderings(t, name, 11, 25, func(r Rules, p *board.Position) {
			turns := map[board.Move]board.Turn{}
			for _, turn := range r.AppendTurns(nil, p) {
				turns[turn.Move] = turn
			}
			h.Start(r, p)
			for m, want := range turns {
				if got, legal := h.Turn(m); !legal || got != want {
					t.Fatalf("%s: %s: %v gives %v %v, want %v", name, p.Board(), m, got, legal, want)
				}
			}
			for range 40 {
				m := board.NewMove(board.Square(random.IntN(64)), board.Square(random.IntN(64)))
				if random.IntN(4) == 0 {
					m.Promotion = board.Kind(1 + random.IntN(4))
				}
				if _, want := turns[m]; !want {
					if _, legal := h.Turn(m); legal {
						t.Fatalf("%s: %s: %v is not legal", name, p.Board(), m)
					}
				}
			}
		})
	}
}
