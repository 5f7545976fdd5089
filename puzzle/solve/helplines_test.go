package solve

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"turncoat/internal/hashtable"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/threadtime"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// plainLines lists the lines to a goal by trying all turns. Without a table it forgets every
// position; with one, it knows those that missed the goal in the number of plies last asked for, as
// solvers did before they knew it for each number.
type plainLines struct {
	variant *rules.Variant
	goal    Goal
	table   *table
	line    []board.Move
	lines   [][]board.Move
}

func (l *plainLines) search(p *board.Position, plies int) bool {
	if l.table != nil {
		if known, hit := l.table.probe(p.Key); hit && int(known.failsIn) == plies {
			return false
		}
	}

	found := false
	for _, m := range l.variant.Moves(p) {
		after := l.variant.Play(p, m).After
		l.line = append(l.line, m)
		found = l.ends(&after, plies-1) || found
		l.line = l.line[:len(l.line)-1]
	}

	if l.table != nil && !found {
		l.table.store(p.Key, entry{failsIn: uint8(plies)})
	}
	return found
}

func (l *plainLines) ends(p *board.Position, plies int) bool {
	if l.goal.MovesAgain(plies) {
		if !puzzle.MayPass(l.variant, p) {
			return false
		}
		passed := puzzle.NullMove(p)
		return l.search(&passed, plies)
	}

	if plies > 0 {
		return l.search(p, plies)
	}
	mayBe := l.goal&puzzle.Stalemate != 0 || p.Kingless(p.Turn) || l.variant.InCheck(p)
	if !mayBe || !l.goal.Ended(l.variant, p) {
		return false
	}
	l.lines = append(l.lines, slices.Clone(l.line))
	return true
}

// shortest returns the lines of the least number of plies up to a greatest, one step apart.
func (l *plainLines) shortest(p *board.Position, plies int) [][]board.Move {
	first, step := 2-plies%2, 2
	if l.goal&puzzle.Series != 0 {
		first, step = l.goal.Plies(1, false), 1
	}
	for n := first; n <= plies && len(l.lines) == 0; n += step {
		l.search(p, n)
	}
	return l.lines
}

// The lines are those of a plain search, in the order of their text, even if the table still has
// positions of other goals and lengths.
func TestLinesAgreeWithPlainSearch(t *testing.T) {
	asked := []struct {
		goal   Goal
		plies  int
		pieces int
	}{
		{HelpWin, 4, 4}, {HelpWin, 3, 6}, {HelpWin | puzzle.Stalemate, 3, 4},
		{HelpWin | puzzle.Series, 4, 4}, {HelpWin | puzzle.Series, 3, 5},
		{Win | puzzle.Series, 3, 5},
		{HelpWin | puzzle.Series | puzzle.Stalemate, 4, 4},
		{Win | puzzle.Series | puzzle.Stalemate, 3, 4},
	}
	for _, name := range []string{"chess", "conversion", "pacifist1"} {
		variant, found := puzzletest.Named(t, name), 0
		random := rand.New(rand.NewPCG(50, 9))
		solver := New(variant, Options{Jobs: 2, Memory: 64 << 10})
		for i := range 10 * len(asked) {
			a := asked[i%len(asked)]
			p := scattered(variant, random, a.pieces)
			plain := plainLines{variant: variant, goal: a.goal}
			want := plain.shortest(&p, a.plies)
			r, err := solver.Lines(t.Context(), &p, a.goal, a.plies)
			if err != nil {
				t.Fatal(err)
			}
			var got [][]board.Move
			for _, line := range r.Lines {
				var moves []board.Move
				for _, turn := range line {
					moves = append(moves, turn.Move)
				}
				got = append(got, moves)
			}

			sortMoves(variant, &p, a.goal, want)
			if len(want) > MaxLines {
				want = want[:len(got)] // which of more are kept is not compared
				got = want
			}

			if r.LineCount != uint64(len(plain.lines)) || !reflect.DeepEqual(got, want) {
				t.Errorf("%s %s, %s in %d plies: %d lines %v, want %d %v", name, variant.FEN(&p),
					a.goal, a.plies, r.LineCount, got, len(plain.lines), want)
			}

			found += min(len(want), 1)
		}

		t.Log(name, found)
		if found < 5 {
			t.Errorf("%s: only %d positions have lines", name, found)
		}
	}
}

// With all lengths, the longer lines are those of a plain search of each length.
func TestLinesOfAllLengths(t *testing.T) {
	variant, random := puzzletest.Named(t, "chess"), rand.New(rand.NewPCG(50, 11))
	solver := New(variant, Options{Jobs: 2, AllLengths: true})
	short := 0
	for range 60 {
		for _, a := range []struct {
			goal  Goal
			plies int
		}{{HelpWin, 4}, {HelpWin | puzzle.Series, 4}, {Win | puzzle.Series, 3}} {
			p := scattered(variant, random, 4)
			r, err := solver.Lines(t.Context(), &p, a.goal, a.plies)
			if err != nil {
				t.Fatal(err)
			}
			got := map[int]uint64{r.In: r.LineCount}
			for _, longer := range r.Longer {
				got[longer.In] = longer.LineCount
			}
			for n := 1; a.goal.Plies(n, false) <= a.plies; n++ {
				plain := plainLines{variant: variant, goal: a.goal}
				plain.search(&p, a.goal.Plies(n, false))
				if want := uint64(len(plain.lines)); got[n] != want {
					t.Errorf("%s, %s in %d: %d lines, want %d", variant.FEN(&p), a.goal, n,
						got[n], want)
				}
			}

			short += len(r.Longer)
		}
	}

	if short < 5 {
		t.Errorf("only %d positions have lines of more than one length", short)
	}
}

// sortMoves puts lines into the order of their turns as text.
func sortMoves(variant *rules.Variant, p *board.Position, goal Goal, lines [][]board.Move) {
	words := func(line []board.Move) (list []string) {
		at := *p
		for i, m := range line {
			list = append(list, m.UCI(&at))
			after := variant.Play(&at, m).After
			if goal.MovesAgain(len(line) - 1 - i) {
				after = puzzle.NullMove(&after)
			}
			at = after
		}

		return list
	}
	slices.SortStableFunc(lines,
		func(a, b []board.Move) int { return slices.Compare(words(a), words(b)) })
}

// BenchmarkLines compares the search for lines with the one before, on one core, for random
// positions of 7 to 10 pieces whose solutions have just the length asked for.
func BenchmarkLines(b *testing.B) {
	for _, name := range []string{"chess", "conversion", "pacifist1"} {
		for _, plies := range []int{4, 5, 6, 7} {
			b.Run(fmt.Sprintf("%s/plies=%d", name, plies), func(b *testing.B) {
				compareLines(b, puzzletest.Named(b, name), HelpWin, plies,
					[]int{12, 4, 2, 1}[plies-4])
			})
		}
	}
}

func compareLines(b *testing.B, variant *rules.Variant, goal Goal, plies, size int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	random := rand.New(rand.NewPCG(50, uint64(plies)))
	for range b.N {
		var now, before time.Duration
		for count := 0; count < size; {
			p := scattered(variant, random, 7+random.IntN(4))
			solver := New(variant, Options{Jobs: 1})
			began := threadtime.Now()
			r, err := solver.Lines(b.Context(), &p, goal, plies)
			took := threadtime.Now() - began
			if err != nil || r.LineCount == 0 || r.In != r.Asked {
				continue
			}
			began = threadtime.Now()
			memory := hashtable.New(payingOff[min(plies, len(payingOff))-1])
			plain := plainLines{variant: variant, goal: goal, table: &table{memory}}
			lines := plain.shortest(&p, plies)
			before += threadtime.Now() - began
			if uint64(len(lines)) != r.LineCount {
				b.Fatalf("%s: %d lines, want %d", variant.FEN(&p), r.LineCount, len(lines))
			}
			now += took
			count++
		}

		b.ReportMetric(before.Seconds()/now.Seconds(), "times-as-fast")
		b.ReportMetric(now.Seconds()*1e3/float64(size), "ms/position")
		b.ReportMetric(0, "ns/op")
	}
}
