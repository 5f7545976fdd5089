package fast

import (
	"math/rand/v2"
	"testing"

	"turncoat/rules/board"
)

// A lineTo is a line of a slider to an enemy piece that a move may close or, by leaving it, open,
// in the mover's favour.
type lineTo struct {
	target  square
	between bits
	blocker square // the mover's piece that holds it closed, if it is
}

// linesTo finds the lines that speak for the mover once they are closed or opened, by taking pieces
// off the board and looking who bears on what (PAC-4).
func linesTo(p *pos) (list []lineTo) {
	us := p.Turn
	sliders := p.Rooks | p.Bishops
	for x := range p.Colours[us^1].All {
		for s := range (bearers(p, us^1, x) & sliders).All {
			if way := between[s][x]; way != 0 {
				list = append(list, lineTo{x, way, board.NoSquare})
			}
		}

		ours := bearers(p, us, x)
		for b := range p.Colours[us].All {
			q := *p
			q.Put(b, board.NoPiece)
			for s := range (bearers(&q, us, x) &^ ours & sliders).All {
				// a pawn stays on its file
				if pawn := p.Pawns.Has(b); !pawn || b.File() != s.File() {
					list = append(list, lineTo{x, between[s][x], b})
				}
			}
		}
	}

	return list
}

// filtered yields positions, sparse and crowded, with a filter for the moves that may convert one
// of the enemy's pieces, by number and by value.
func filtered(t *testing.T, seed uint64, yield func(*winFilter)) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	var w WinSearch
	held := 0
	for i := range 700 {
		name := []string{"pacifist1", "pacifist1", "pacifist2"}[i%3]
		r, _, p := parse(t, name, scattered(random, 3+i%26, "PNBRQpnbrqp"))
		if i%2 == 0 {
			w.Start(r, &p)
		} else {
			w.StartLeaf(r, &p)
		}

		n := &w.n
		if n.plain || n.enemy == 0 {
			continue
		}
		held++
		w.filter.begin(n, n.enemy&-n.enemy, true)
		yield(&w.filter)
	}

	if held < 300 {
		t.Errorf("only %d positions", held)
	}
}

// Where the mover's pieces may go is where they bear, as far as it is empty, and where its pawns
// step (PAC-1, PAC-3); promotions apart.
func TestWinFilterMovers(t *testing.T) {
	filtered(t, 41, func(s *winFilter) {
		n := s.n
		p := &n.p
		var still, anywhere, promoting bits
		var landings [6]bits
		targets := map[square]bits{}
		n.rules.boardMoves(p, func(m move) bool {
			if p.Pawns.Has(m.From) {
				if m.Promotion < board.NoKind {
					promoting |= m.To.Bit()
				} else {
					targets[m.From] |= m.To.Bit()
				}
			}

			return true
		})
		for from := range n.own.All {
			kind := p.KindAt(from)
			if kind != board.Pawn {
				targets[from] = pieceReach(p, from, n.occ&^(p.Rooks&n.own),
					n.occ&^(p.Bishops&n.own)) &^ n.occ
			}
			if targets[from] == 0 {
				still |= from.Bit()
			}
			landings[kind] |= targets[from]
			anywhere |= targets[from]
		}

		if s.still != still || s.promoting != promoting || s.landings != landings ||
			s.anywhere != anywhere {
			t.Fatalf("%s: still %v, want %v; promoting %v, want %v", p.Board(), s.still.Names(),
				still.Names(), s.promoting.Names(), promoting.Names())
		}

		for _, d := range s.movers[:s.count] {
			if d.targets == 0 || d.targets != targets[d.from] || d.kind != p.KindAt(d.from) {
				t.Fatalf("%s: %v may go to %v, want %v", p.Board(), d.from, d.targets.Names(),
					targets[d.from].Names())
			}

			delete(targets, d.from)
		}

		for from, left := range targets {
			if left != 0 {
				t.Fatalf("%s: %v is forgotten", p.Board(), from)
			}
		}
	})
}

// The enemy pieces that are pulled are those at the end of lines that a move may open or close,
// more than two of them tug; a single move pulls at those whose lines it may open or close.
func TestWinFilterLines(t *testing.T) {
	pulls, tugs := 0, 0
	filtered(t, 42, func(s *winFilter) {
		n := s.n
		lines := linesTo(&n.p)
		var count [64]int
		for _, l := range lines {
			if l.blocker == board.NoSquare && l.between&s.anywhere != 0 ||
				l.blocker != board.NoSquare && !s.still.Has(l.blocker) {
				count[l.target]++
			}
		}

		for x := range n.enemy.All {
			if s.pulled.Has(x) != (count[x] > 0) || s.tugged.Has(x) != (count[x] > 2) {
				t.Fatalf("%s: %d lines to %v; pulled %t, tugged %t", n.p.Board(), count[x], x,
					s.pulled.Has(x), s.tugged.Has(x))
			}

			pulls, tugs = pulls+min(count[x], 1), tugs+count[x]/3
		}

		for _, d := range s.movers[:s.count] {
			for to := range d.targets.All {
				var want bits
				for _, l := range lines {
					if l.blocker == d.from || l.blocker == board.NoSquare && l.between.Has(to) {
						want |= l.target.Bit()
					}
				}

				if got := s.pulledBy(d.from, to) & n.enemy; got != want {
					t.Fatalf("%s: %v to %v pulls at %v, want %v", n.p.Board(), d.from, to,
						got.Names(), want.Names())
				}
			}
		}
	})
	if pulls < 300 || tugs < 20 {
		t.Errorf("%d pulls and %d tugs: the test shows little", pulls, tugs)
	}
}

// A move may win, as far as the bound can tell, where it touches a candidate from which the king is
// reachable, or two candidates: by bearing on them, by closing a line to them, or by one of each; a
// piece that holds a line to one closed may go anywhere. By value all candidates are reachable.
func TestWinFilterMoves(t *testing.T) {
	good, bad := 0, 0
	filtered(t, 43, func(s *winFilter) {
		n := s.n
		p := &n.p
		standing := n.over & n.enemy
		if s.all != s.reaches(standing) {
			t.Fatalf("%s: all may win: %t", p.Board(), s.all)
		}
		lines := linesTo(p)
		// the balance on it once a piece more bears, in the weight of the rule set
		lead := func(x square, kind board.Kind) int {
			ours, theirs := bearers(p, n.us, x), bearers(p, n.us^1, x)
			if s.bound {
				return ours.Count() + 1 - theirs.Count()
			}
			return value(p, ours) - value(p, theirs) + []int{1, 3, 3, 5, 9, kingValue}[kind]
		}
		near := func(x square) bool { // a line may make the difference
			return !s.bound || lead(x, 0) > -2 || s.tugged.Has(x)
		}
		for _, d := range s.movers[:s.count] {
			opens := false
			for _, l := range lines {
				opens = opens || l.blocker == d.from && s.pulled.Has(l.target) && near(l.target)
			}
			mayDo := s.goodFor(d.kind, d.from)
			for to := range d.targets.All {
				bears, cuts, reachable := 0, 0, false
				for x := range (n.enemy).All {
					reach := reachOf(d.kind, to, n.rookOcc[0], n.bishopOcc[0])
					if d.kind == board.Pawn {
						reach = pawnSteps[n.us][to]
					}
					if reach.Has(x) && lead(x, d.kind) > 0 && (!s.bound || !standing.Has(x)) {
						bears++
						reachable = reachable || !s.bound || s.reaches(standing|x.Bit())
					}
				}

				for _, l := range lines {
					if l.blocker == board.NoSquare && l.between.Has(to) && near(l.target) {
						cuts++
						reachable = reachable || s.reaches(standing|l.target.Bit())
					}
				}

				want := s.all || opens || reachable || bears+cuts > 1
				if mayDo.Has(to) != want {
					t.Fatalf(
						"%s: %v to %v may win: %t; it bears on %d, cuts %d lines, reachable %t, opens %t, all %t",
						p.Board(),
						d.from,
						to,
						!want,
						bears,
						cuts,
						reachable,
						opens,
						s.all,
					)
				}

				if want {
					good++
				} else {
					bad++
				}
			}
		}
	})
	if good < 1000 || bad < 1000 {
		t.Errorf("%d moves may win and %d may not: the test shows little", good, bad)
	}
}
