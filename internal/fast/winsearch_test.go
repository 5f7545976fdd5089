package fast

import (
	"math/rand/v2"
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// crowds is a position where both sides promote and win in one often.
const crowds = "k1b2n2/PPP2ppP/2q5/8/8/4Q3/pPp3pp/K1B2N2 w - - 0 1"

// wanderings yields positions of random games.
func wanderings(t *testing.T, name string, seed uint64, games int, yield func(Rules,
	*board.Position)) {
	set, err := ruleset.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := For(set)
	random := rand.New(rand.NewPCG(seed, 0))
	for i := range games {
		fen := board.StartFEN
		if i%4 == 3 && set.Family == ruleset.Pacifist {
			fen = crowds
		}
		p, err := board.ParseFEN(fen, set)
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

// searched are the rule sets that a WinSearch serves.
var searched = []string{"pacifist1", "pacifist2", "conversion", "chess"}

// lost reports whether the side to move has lost.
func lost(r Rules, p *board.Position) bool {
	if r.isPacifist() && !p.Kingless(p.Turn) || !r.isPacifist() && !r.InCheck(p, p.Turn) {
		return false
	}
	return r.Outcome(p).Result == board.Win(p.Turn.Other())
}

// A win search finds a win in one exactly where trying every turn finds one (PAC-12, CON-11).
func TestWinsWhereAnyTurnWins(t *testing.T) {
	for _, name := range searched {
		var h WinSearch
		won, others := 0, 0
		games := 150
		if name == "chess" || name == "conversion" {
			games = 250
		}
		wanderings(t, name, 7, games, func(r Rules, p *board.Position) {
			want := false
			for _, turn := range r.AppendTurns(nil, p) {
				var after board.Position
				r.Apply(p, turn, &after)
				if lost(r, &after) {
					want = true
				}
			}

			h.Start(r, p)
			m, got := h.Wins()
			if got != want {
				t.Fatalf("%s: %s: wins %v by %v, want %v", name, p.Board(), got, m, want)
			}
			h.StartLeaf(r, p)
			if m, got := h.Wins(); got != want {
				t.Fatalf("%s: %s: at the last ply wins %v by %v, want %v", name, p.Board(), got, m,
					want)
			}

			h.Start(r, p)
			if want {
				won++
				turn, legal := h.Turn(m)
				var after board.Position
				r.Apply(p, turn, &after)
				if !legal || !lost(r, &after) {
					t.Fatalf("%s: %s: %v does not win", name, p.Board(), m)
				}
			} else {
				others++
			}
		})
		if won < 20 || others < 1000 {
			t.Errorf("%s: only %d wins and %d others: the test shows little", name, won, others)
		}
	}
}

// A win search resolves a single move as the list of all turns does, and refuses what is not in it.
func TestWinSearchTurn(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	for _, name := range searched {
		var h WinSearch
		wanderings(t, name, 11, 25, func(r Rules, p *board.Position) {
			turns := map[board.Move]board.Turn{}
			for _, turn := range r.AppendTurns(nil, p) {
				turns[turn.Move] = turn
			}
			h.Start(r, p)
			for m, want := range turns {
				if got, legal := h.Turn(m); !legal || got != want {
					t.Fatalf("%s: %s: %v gives %v %v, want %v", name, p.Board(), m, got, legal,
						want)
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

// A reply made and judged at once is legal where the list of turns has it, and the position after
// it is won for the other side where trying every turn says so.
func TestWinSearchReplies(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 0))
	for _, name := range searched {
		var h, plain WinSearch
		won, others := 0, 0
		wanderings(t, name, 13, 20, func(r Rules, p *board.Position) {
			turns := map[board.Move]board.Turn{}
			for _, turn := range r.AppendTurns(nil, p) {
				m := turn.Move
				turns[m] = turn
				if random.IntN(4) > 0 {
					continue
				}
				if !h.StartReply(r, p, m) {
					t.Fatalf("%s: %s: %v is legal", name, p.Board(), m)
				}
				var after board.Position
				r.Apply(p, turn, &after)
				plain.Start(r, &after)
				_, want := plain.Wins()
				if _, got := h.Wins(); got != want {
					t.Fatalf("%s: %s: after %v wins %v, want %v", name, p.Board(), m, got, want)
				}
				if want {
					won++
				} else {
					others++
				}
			}

			for range 40 {
				m := board.NewMove(board.Square(random.IntN(64)), board.Square(random.IntN(64)))
				if random.IntN(4) == 0 {
					m.Promotion = board.Kind(1 + random.IntN(4))
				}
				if _, want := turns[m]; !want && h.StartReply(r, p, m) {
					t.Fatalf("%s: %s: %v is not legal", name, p.Board(), m)
				}
			}
		})
		if won < 20 || others < 1000 {
			t.Errorf("%s: only %d wins and %d others: the test shows little", name, won, others)
		}
	}
}

// The levels of a balance are what counting says of each square's number.
func TestLevels(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 0))
	for range 200 {
		var d planes
		var want [64]int
		for s := range want {
			want[s] = random.IntN(41) - 25
			for i := range numberSign + 1 {
				d[i] |= bits(want[s]>>i&1) << s
			}
		}

		on := bits(random.Uint64())
		for k, level := range d.levels(on) {
			for s, n := range want {
				if got := level&bit(square(s)) != 0; k > 0 && got != (n > -k &&
					on&bit(square(s)) != 0) {
					t.Fatalf("%d is above -%d: %v", n, k, got)
				}
			}
		}
	}
}
