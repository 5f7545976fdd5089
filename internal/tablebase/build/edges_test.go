package build

import (
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/rules"
	"turncoat/rules/board"
)

// unsolved returns a solution of a class of which nothing is known, with the tables that come with
// the program for the classes that it leads into.
func unsolved(t *testing.T, rules, name string) *solution {
	t.Helper()
	tables := opened(t, rules, "")
	family := tables.Set().Family
	c := class(t, name)
	lower := map[tablebase.Class]*solved{}
	for _, d := range c.LeadsInto(family) {
		known := tables.Table(d)
		if known == nil {
			continue
		}
		values, err := known.Values()
		if err != nil {
			t.Fatal(err)
		}
		lower[d] = &solved{known.Index(), values, max(known.Longest, known.LongestLoss)}
	}

	return newSolution(tables.Rules(), family, tablebase.NewIndex(c, tables.Set()), lower,
		make([]tablebase.Value, tablebase.NewIndex(c, tables.Set()).Size+extraValues), 0)
}

// The edges of a position are the numbers of the positions after its turns, as
// internal/reference plays them, those of one move together: all that the enemy can reclaim.
// Into another class they lead to a value. Where a pawn can be taken en passant the position is
// kept itself.
func TestEdges(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, test := range []struct{ rules, class string }{{"pacifist1", "KKN"},
		{"pacifist-number", "KKP"}, {"pacifist-value", "KKQ"}, {"chess", "KKP"},
		{"conversion", "KKR"}} {
		set := opened(t, test.rules, "").Set()
		e := newExpander(unsolved(t, test.rules, test.class))
		for range 60 {
			var p board.Position
			ok := e.index.Position(random.Uint64N(e.index.Size), &p)
			p.Rekey()
			if ok && len(rules.NewReference(set).Validate(&p)) == 0 {
				sameEdges(t, e, &p, rules.NewReference(set).Turns(&p))
			}
		}
	}

	set := opened(t, "chess", "").Set()
	e := newExpander(unsolved(t, "chess", "KKPP"))
	for fen, hasEnPassant := range map[string]int{"8/8/8/8/3p4/2k5/4P3/7K w - - 0 1": 1,
		"8/8/8/8/6p1/2k5/4P3/7K w - - 0 1": 0} {
		p := position(t, "chess", fen)
		sameEdges(t, e, &p, rules.NewReference(set).Turns(&p))
		if len(e.enPassant) != hasEnPassant {
			t.Errorf("%s: %d positions with a pawn to be taken en passant, want %d", fen,
				len(e.enPassant), hasEnPassant)
		}
	}
}

// sameEdges holds the edges that are found of a position against its turns.
func sameEdges(t *testing.T, e *expander, p *board.Position, turns func(func(board.Played) bool)) {
	t.Helper()
	want := map[board.Move][]edge{}
	hasEnPassant := []string{}
	moves := 0
	for turn := range turns {
		c, _ := tablebase.ClassOf(&turn.After)
		switch list := want[turn.Move]; {
		case turn.After.EnPassant != board.NoSquare:
			hasEnPassant = append(hasEnPassant, turn.After.Board())
		case c == e.index.Class:
			want[turn.Move] = append(list, edge(e.index.Number(&turn.After)))
		default:
			lower := e.lower[c]
			want[turn.Move] = append(list,
				edge(e.index.Size)+edge(lower.values[lower.index.Number(&turn.After)]))
		}

		moves++
	}

	was := e.turned
	e.expand(p)
	if len(e.edges)+len(e.enPassant) != moves || e.turned != was+uint64(len(e.turns)) {
		t.Errorf("%s: %d edges and %d positions for %d turns; %d counted", p.Board(), len(e.edges),
			len(e.enPassant), moves, e.turned-was)
	}

	rest := e.edges
	for i := range e.turns {
		edges := want[e.turns[i].Move]
		if len(edges) == 0 {
			continue // kept apart
		}
		last := slices.IndexFunc(rest, func(n edge) bool { return n&lastMark[edge]() != 0 })
		got := slices.Clone(rest[:last+1])
		rest = rest[last+1:]
		if last >= 0 {
			got[last] &^= lastMark[edge]()
		}
		slices.Sort(got)
		slices.Sort(edges)
		if !slices.Equal(got, edges) {
			t.Errorf("%s, %s: edges %d, want %d", p.Board(), e.turns[i].UCI(p), got, edges)
		}
	}

	got := []string{}
	for i := range e.enPassant {
		got = append(got, e.enPassant[i].Board())
	}
	slices.Sort(hasEnPassant)
	slices.Sort(got)
	if len(rest) > 0 || !slices.Equal(got, hasEnPassant) {
		t.Errorf("%s: %d edges too many; kept apart %q, want %q", p.Board(), len(rest), got,
			hasEnPassant)
	}
}

// A position in which a two-step lets the enemy take en passant is kept without edges, and worked
// out anew in each pass: here it is lost when the capture, and every other move of White's, are
// known to be.
func TestPassingIsKept(t *testing.T) {
	s := unsolved(t, "chess", "KKPP")
	e := newExpander(s)
	p := position(t, "chess", "8/8/8/8/3p4/2k5/4P3/7K w - - 0 1")
	captured := position(t, "chess", "8/8/8/8/8/2k1p3/8/7K w - - 0 2")
	after, err := opened(t, "chess", "").Probe(&captured)
	if err != nil || !after.Loses() {
		t.Fatalf("after the capture: %v, %v", after, err)
	}
	number := s.index.Number(&p)
	n := int(number / sliceSize)
	for i := range s.valuesOf(n) { // nothing else is looked at
		s.valuesOf(n)[i] = tablebase.NoPosition
	}
	e.expand(&p)
	for _, to := range e.edges {
		s.values[to&^lastMark[edge]()] = tablebase.DecidedIn(1)
	}
	s.values[number] = 0
	s.room.Store(1 << 20)
	at := uint16(number % sliceSize)
	kept := &s.slices[n]
	for s.pass = 2; s.pass <= after.Plies()+2; s.pass++ {
		f := e.look(n)
		if decided := s.pass == after.Plies()+2; (f.decided != nil) != decided || decided &&
			!slices.Equal(slices.Collect(f.decided.all), []int{int(at)}) {
			t.Errorf("pass %d: decided %v", s.pass, f.decided != nil)
		}

		if s.pass < after.Plies()+2 &&
			(!kept.keeps || !slices.Equal(kept.open, []openPosition{{at, hasEnPassant}}) ||
				len(kept.edges) > 0) {
			t.Errorf("pass %d: kept %+v", s.pass, kept.open)
		}
	}

	if len(kept.open) > 0 {
		t.Errorf("kept though it is decided: %+v", kept.open)
	}
}
