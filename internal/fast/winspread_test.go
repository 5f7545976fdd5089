package fast

import (
	"math/rand/v2"
	"testing"

	"turncoat/rules/board"
)

// The win-in-one filter lets every turn through that converts what is pursued. Any enemy piece may
// stand for the king: whatever some turn converts, in whichever wave, the bounds must allow to fall
// by that turn.
func TestWinFilterBounds(t *testing.T) {
	var w WinSearch
	first, later := 0, 0
	wanderings(t, "pacifist1", 17, 100, func(r Rules, p *board.Position) {
		turns := r.AppendTurns(nil, p)
		w.StartLeaf(r, p)
		n := &w.n
		if n.plain {
			return
		}
		for i := range turns {
			m := turns[i].Move
			if turns[i].Converted == 0 || n.own&bit(m.To) != 0 {
				continue // castlings are always tried
			}
			kind := p.KindAt(m.From)
			from, to := pawnSteps[n.us][m.From&63], pawnSteps[n.us][m.To&63]
			if kind != board.Pawn {
				from, to = n.reach[m.From&63], n.reachFrom(kind, m.To)
			}
			var l lifted
			n.lift(&l, m.From, kind, from)
			promotes := m.Promotion != board.NoKind // then it is always tried
			if promotes {
				to = n.promote(&l, m.Promotion, m.To)
			}
			wave := n.drop(&l, m.To, to) & n.enemy
			for fallen := turns[i].Converted; fallen != 0; fallen &= fallen - 1 {
				pursued := fallen & -fallen
				if pursued&wave != 0 {
					first++
				} else {
					later++
				}

				for _, any := range []bool{false, true} {
					w.filter.begin(n, pursued, any)
					if !promotes && w.filter.goodFor(kind, m.From)&bit(m.To) == 0 {
						t.Fatalf("%s: %v, which converts %s, is left out", p.Board(), m,
							pursued.First())
					}

					if !w.filter.canFall(wave, &l, m.To, to) {
						t.Fatalf("%s: %v converts %s, which is said not to fall", p.Board(), m,
							pursued.First())
					}
				}
			}
		}
	})
	if first < 5000 || later < 5000 {
		t.Errorf("only %d pieces of first waves and %d of later ones: the test shows little", first,
			later)
	}
}

// touching returns the squares on which the conversion of a piece may tell, found step by step, and
// how much: a step of a slider goes on through sliders of its lines, and through one piece of the
// mover's on each line while nobody knows which has moved. A landed piece may be such a slider.
func touching(n *node, x square, occ, landed bits, unknown bool) (near bits, weight int) {
	p := &n.p
	switch piece := p.PieceAt(x); piece.Kind {
	case board.Pawn:
		return board.PawnAttacks(board.White, x) | board.PawnAttacks(board.Black, x), 1
	case board.Knight:
		return knightSteps[x], 2
	case board.King:
		return kingSteps[x], 2
	}

	var behind bits
	for _, lines := range []struct {
		like  bits
		steps [4]step
	}{{p.Rooks, rookSteps}, {p.Bishops, bishopSteps}} {
		if !lines.like.Has(x) {
			continue
		}
		for _, d := range lines.steps {
			left := unknown
		line:
			for f, r := x.File()+d.file, x.Rank()+d.rank; f >= 0 && f < 8 && r >= 0 &&
				r < 8; f, r = f+d.file, r+d.rank {
				s := board.At(f, r)
				near |= s.Bit()
				behind |= s.Bit() & (lines.like | landed)
				switch {
				case !occ.Has(s) || lines.like.Has(s):
				case left && n.own.Has(s):
					left = false
				default:
					break line
				}
			}
		}
	}

	if behind.Count() > 2 {
		return near, 7
	}
	return near, 2 + behind.Count()
}

// mayFall is the bound of doc.go reckoned with whole numbers: which pieces may fall once a wave
// has. balance is that of a square with what the move itself adds, pulled the pieces for which it
// may open or close two lines, tugged those of them for which it may open or close more.
func mayFall(n *node, wave, occ, landed bits, unknown bool, balance func(square) int, pulled,
	tugged bits) bits {
	fallen := wave
	var added [64]int
	for fresh := wave; fresh != 0; {
		for x := range fresh.All {
			near, weight := touching(n, x, occ, landed, unknown)
			for s := range near.All {
				added[s] += weight
			}
		}

		fresh = 0
		for x := range (n.enemy &^ fallen).All {
			sum := balance(x) + added[x]
			if pulled.Has(x) {
				sum += 2
			}
			switch {
			case added[x] == 0:
			case sum > 0, added[x] >= 7, tugged.Has(x), pulled.Has(x) && added[x] >= 5:
				fresh |= x.Bit()
			}
		}

		fallen |= fresh
	}

	return fallen
}

// The bounds of the win-in-one filter are those that doc.go gives the reasons for, neither lower,
// so that a win would be missed, nor higher, so that a turn would be looked at in vain: of a first
// wave of any move, and of any wave while the move is not known. The balances are drawn, for that
// of most pieces is near 0.
func TestWinFilterBoundsAreAsReckoned(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 0))
	falls, stays := 0, 0
	filtered(t, 44, func(s *winFilter) {
		n := s.n
		if !s.bound {
			return
		}
		var balance [64]int
		s.levels = [8]bits{}
		for x := range n.enemy.All {
			balance[x] = random.IntN(11) - 9
			for k := range s.levels {
				if balance[x] > -k {
					s.levels[k] |= x.Bit()
				}
			}
		}

		check := func(wave, want bits, falls func() bool) {
			t.Helper()
			s.any = true
			for king := range n.enemy.All {
				s.kings = king.Bit()
				if falls() != want.Has(king) {
					t.Fatalf("%s: of the balances %v, after %v %s falls: %t", n.p.Board(), balance,
						wave.Names(), king, !want.Has(king))
				}
			}

			for _, all := range []bits{want, n.enemy} {
				s.kings, s.any = all, false
				if falls() != (want&all == all) {
					t.Fatalf("%s: of the balances %v, after %v fall %v: %t", n.p.Board(), balance,
						wave.Names(), all.Names(), want&all != all)
				}
			}
		}
		for range 20 {
			wave := n.enemy & bits(random.Uint64()&random.Uint64()&random.Uint64())
			if wave == 0 {
				continue
			}
			s.pulled = n.enemy & bits(random.Uint64())
			s.tugged = s.pulled & bits(random.Uint64()&random.Uint64()&random.Uint64())
			want := mayFall(n, wave, n.occ, 0, true, func(x square) int { return balance[x] + 1 },
				s.pulled, s.tugged)
			check(wave, want, func() bool { return s.reaches(wave) })
		}

		for _, d := range s.movers[:s.count] {
			for to := range d.targets.All {
				wave := n.enemy & bits(random.Uint64()&random.Uint64()&random.Uint64())
				if wave == 0 {
					continue
				}
				before, after := pawnSteps[n.us][d.from&63], pawnSteps[n.us][to&63]
				if d.kind != board.Pawn {
					before, after = n.reach[d.from&63], n.reachFrom(d.kind, to)
				}
				var l lifted
				n.lift(&l, d.from, d.kind, before)
				pulled := s.pulledBy(d.from, to)
				s.tugged = n.enemy & bits(random.Uint64()&random.Uint64())
				want := mayFall(n, wave, n.occ&^d.from.Bit(), to.Bit(), false,
					func(x square) int { return balance[x] + int(after>>x&1) - int(before>>x&1) },
					pulled,
					s.tugged&pulled)
				check(wave, want, func() bool { return s.canFall(wave, &l, to, after) })
				falls += want.Count()
				stays += (n.enemy &^ want).Count()
			}
		}
	})
	if falls < 1000 || stays < 1000 {
		t.Errorf("%d fall and %d stay: the test shows little", falls, stays)
	}
}
