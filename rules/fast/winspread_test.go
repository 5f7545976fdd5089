package fast

import (
	"math/rand/v2"
	"testing"

	"turncoat/rules/board"
)

// The win-in-one filter lets every turn through that converts what is pursued. Any enemy piece may stand for the king: whatever some turn
// converts, in whichever wave, the bounds must allow to fall by that turn.
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
						t.Fatalf("%s: %v, which converts %s, is left out", p.Board(), m, pursued.First())
					}
					if !w.filter.canFall(wave, &l, m.To, to) {
						t.Fatalf("%s: %v converts %s, which is said not to fall", p.Board(), m, pursued.First())
					}
				}
			}
		}
	})
	if first < 5000 || later < 5000 {
		t.Errorf("only %d pieces of first waves and %d of later ones: the test shows little", first, later)
	}
}

// touching returns the squares on which the conversion of a piece may tell, found step by step, and how much: a step of a slider goes on through sliders of its
// lines, and through one piece of the mover's on each line while nobody knows which has moved. A landed piece may be such a slider.
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
			for f, r := x.File()+d.file, x.Rank()+d.rank; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+d.file, r+d.rank {
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

// mayFall is the bound of doc.go reckoned with whole numbers: which pieces may fall once a wave has. gain is what the move adds to the balance of a square beside it, pulled
// the pieces for which it may open or close two lines, tugged those of them for which it may open or close more.
func mayFall(n *node, wave, occ, landed bits, unknown bool, gain func(square) int, pulled, tugged bits) bits {
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
			balance := bearers(&n.p, n.us, x).Count() - bearers(&n.p, n.us^1, x).Count() + gain(x) + added[x]
			if pulled.Has(x) {
				balance += 2
			}
			switch {
			case added[x] == 0:
			case balance > 0, added[x] >= 7, tugged.Has(x), pulled.Has(x) && added[x] >= 5:
				fresh |= x.Bit()
			}
		}
		fallen |= fresh
	}
	return fallen
}

// The bounds of the win-in-one filter are those that doc.go gives the reasons for, neither lower, so that a win would be missed, nor higher, so that a turn would
// be looked at in vain: of the first wave of any move, and of any wave while the move is not known.
func TestWinFilterBoundsAreAsReckoned(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 0))
	var w WinSearch
	falls, stays := 0, 0
	wanderings(t, "pacifist1", 19, 24, func(r Rules, p *board.Position) {
		w.StartLeaf(r, p)
		n, s := &w.n, &w.filter
		if n.plain || random.IntN(4) > 0 {
			return
		}
		s.begin(n, 0, true)
		for range 6 {
			wave := n.enemy & bits(random.Uint64()&random.Uint64()&random.Uint64())
			if wave == 0 {
				continue
			}
			want := mayFall(n, wave, n.occ, 0, true, func(square) int { return 1 }, s.pulled, s.tugged)
			for king := range n.enemy.All {
				if s.kings = king.Bit(); s.reaches(wave) != want.Has(king) {
					t.Fatalf("%s: after %v %s falls: %t", p.Board(), wave.Names(), king, !want.Has(king))
				}
			}
			if s.kings, s.any = n.enemy, false; s.reaches(wave) != (want == n.enemy) {
				t.Fatalf("%s: after %v all fall: %t", p.Board(), wave.Names(), want != n.enemy)
			}
			s.any = true
		}
		for _, turn := range r.AppendTurns(nil, p) {
			m, kind := turn.Move, p.KindAt(turn.From)
			if turn.Promotion != board.NoKind || n.own.Has(m.To) || random.IntN(4) > 0 {
				continue
			}
			before, after := pawnSteps[n.us][m.From&63], pawnSteps[n.us][m.To&63]
			if kind != board.Pawn {
				before, after = n.reach[m.From&63], n.reachFrom(kind, m.To)
			}
			var l lifted
			n.lift(&l, m.From, kind, before)
			wave := n.enemy & bits(random.Uint64()&random.Uint64()&random.Uint64())
			if wave == 0 {
				continue
			}
			gain := func(x square) int { return int(after>>x&1) - int(before>>x&1) }
			pulled := s.pulledBy(m.From, m.To)
			want := mayFall(n, wave, n.occ&^m.From.Bit(), m.To.Bit(), false, gain, pulled, s.tugged&pulled)
			for king := range n.enemy.All {
				if s.kings = king.Bit(); s.canFall(wave, &l, m.To, after) != want.Has(king) {
					t.Fatalf("%s: after %v and %v %s falls: %t", p.Board(), m, wave.Names(), king, !want.Has(king))
				}
			}
			falls += want.Count()
			stays += (n.enemy &^ want).Count()
		}
	})
	if falls < 1000 || stays < 1000 {
		t.Errorf("%d fall and %d stay: the test shows little", falls, stays)
	}
}
