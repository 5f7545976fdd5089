package endgame

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/tablebase"
)

// What a side owns besides kings, in pawns.
func TestWorth(t *testing.T) {
	for fen, want := range map[string][2]int{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1": {0, 0}, "4k3/p7/8/8/8/8/8/4K3 w - - 0 1": {0, 1},
		"4k3/8/8/8/8/8/8/NB2K3 w - - 0 1": {6, 0}, "4k2r/8/8/8/8/8/8/Q3K3 w - - 0 1": {9, 5},
		"4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1": {3, 0},
	} {
		p, err := board.ParseFEN(fen, rulestest.Builtin(t, "pacifist1"))
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]int{worth(&p, board.White), worth(&p, board.Black)}; got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}

// Kept are the most only moves, then the weakest winners, then the longest; of equal ones the first that was found.
func TestAddKeepsTheFinest(t *testing.T) {
	name := func(f *Find) string { return fmt.Sprintf("%d/%d/%d", f.Turns, f.Less, f.length()) }
	for _, test := range []struct {
		count int
		finds []Find
		want  string
	}{
		{3, nil, ""},
		{3, []Find{{Turns: 1}, {Turns: 3}, {Turns: 2}}, "3/0/0 2/0/0 1/0/0"},
		{2, []Find{{Turns: 1}, {Turns: 3}, {Turns: 2}}, "3/0/0 2/0/0"},
		{2, []Find{{Turns: 3}, {Turns: 2}, {Turns: 1}}, "3/0/0 2/0/0"},
		{0, []Find{{Turns: 3}}, ""},
		{9, []Find{{Turns: 1, Less: 9}, {Turns: 2, Less: 1}, {Turns: 2, Less: 5}}, "2/5/0 2/1/0 1/9/0"},
		{9, []Find{{Less: 1, Value: tablebase.In(3)}, {Less: 1, Value: tablebase.In(9)},
			{Less: 1, Value: tablebase.In(5)}}, "0/1/9 0/1/5 0/1/3"},
		{9, []Find{{Value: tablebase.In(4), Other: tablebase.In(6)}, {Value: tablebase.In(8),
			Other: tablebase.In(2)}}, "0/0/8 0/0/6"},
	} {
		m := miner{options: MineOptions{Count: test.count}}
		for _, f := range test.finds {
			m.add(f)
		}
		var names []string
		for i := range m.finds {
			names = append(names, name(&m.finds[i]))
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%d of %d: %s, want %s", test.count, len(test.finds), got, test.want)
		}
	}
	m := miner{options: MineOptions{Count: 2}}
	for number := range uint16(4) {
		m.add(Find{Turns: 1, Position: board.Position{Number: number}})
	}
	if len(m.finds) != 2 || m.finds[0].Position.Number != 0 || m.finds[1].Position.Number != 1 {
		t.Errorf("of equal ones %+v", m.finds)
	}
}

// lengths writes the lengths of finds, with what they are measured by.
func lengths(finds []Find) (list []string) {
	for i := range finds {
		list = append(list, fmt.Sprint(finds[i].Less, "/", finds[i].length()))
	}
	return list
}

// The finest of all positions of a table, gone through one by one: by the values of each position with either
// side to move.
func TestMineFindsTheFinest(t *testing.T) {
	for _, test := range []struct {
		rules, class    string
		less, zugzwangs int // what the piece is worth, and the mutual zugzwangs that docs/tablebases.md counts
	}{{"pacifist1", "KKN", 3, 0}, {"pacifist2", "KKN", 3, 1}, {"pacifist-number", "KKP", 1, 36}} {
		name := test.rules
		tables := opened(t, name)
		table := tables.Table(class(t, test.class))
		var weak, bound []Find
		if err := table.Each(t.Context(), func(e tablebase.Entry) error {
			white, black := e.Position.Colours[board.White]&^e.Position.Kings,
				e.Position.Colours[board.Black]&^e.Position.Kings
			if e.Value.Wins() && e.Value.Plies() >= 2 && white == 0 && black.Count() == 1 &&
				e.Position.Kings&e.Position.Colours[board.Black] != 0 {
				weak = append(weak, Find{Value: e.Value, Less: test.less})
			}
			if !e.Value.Loses() {
				return nil
			}
			q := e.Position
			q.Turn = board.Black
			if other, err := tables.Probe(&q); err == nil && other.Loses() && e.Value.Plies() > 0 &&
				other.Plies() > 0 && other.Plies() <= e.Value.Plies() {
				bound = append(bound, Find{Value: e.Value, Other: other})
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		twice := 0 // as long whichever side is to move: found once for each
		for i := range bound {
			if bound[i].Value == bound[i].Other {
				twice++
			}
		}
		if n := len(bound) - twice/2; n != test.zugzwangs {
			t.Errorf("%s, %s: %d mutual zugzwangs, %d of them twice, want %d", name, test.class, n, twice,
				test.zugzwangs)
		}
		for kind, all := range map[Kind][]Find{Weaker: weak, Zugzwang: bound} {
			slices.SortStableFunc(all, func(a, b Find) int { return cmp.Compare(b.length(), a.length()) })
			for _, count := range []int{1, 40} {
				got, err := Mine(t.Context(), tables, table.Class, kind, MineOptions{Count: count})
				if want := lengths(all[:min(count, len(all))]); err != nil || !slices.Equal(lengths(got), want) {
					t.Errorf("%s, %s: %q, want %q, %v", name, kind, lengths(got), want, err)
				}
				for i := range got {
					if got[i].Kind != kind || got[i].Class != table.Class || got[i].Position.Turn != board.White {
						t.Errorf("%+v", got[i])
					}
				}
			}
		}
	}
}

// onlyMovesIn counts for how many turns of a line the winner has one winning move, by the values of all
// positions that its moves lead to; none where the first is its only legal move.
func onlyMovesIn(t *testing.T, tables *tablebase.Tables, p board.Position, line []tablebase.TurnValue) (n int) {
	t.Helper()
	g := rules.New(tables.Set())
	for i, turn := range line {
		if i%2 == 0 {
			winning, moves := map[board.Move]bool{}, g.Moves(&p)
			for _, m := range moves {
				loses := true
				for choice := range g.TurnsOf(&p, m) {
					v, err := tables.Probe(&choice.After)
					loses = loses && err == nil && v.Loses()
				}
				if loses {
					winning[m] = true
				}
			}
			if len(winning) != 1 || i == 0 && len(moves) == 1 {
				return n
			}
			n++
		}
		played, err := g.TryPlay(&p, turn.Move, &turn.Reclaimed)
		if err != nil {
			t.Fatal(err)
		}
		p = played.After
	}
	return n
}

// So many there are of any win, among them those with one legal move or two at the first turn.
func TestOnlyMovesOfAnyWin(t *testing.T) {
	met := map[string]int{}
	for _, name := range []string{"pacifist1", "pacifist-number", "chess"} {
		tables := opened(t, name)
		g := rules.New(tables.Set())
		m := miner{tables: tables}
		for _, c := range []string{"KKN", "KKP", "KKR"} {
			for _, plies := range []int{1, 3, 5, 9} {
				drawn, err := tables.Table(class(t, c)).Sample(t.Context(), tablebase.In(plies), 150, 6)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range drawn {
					line, err := tables.Line(&e.Position)
					if err != nil {
						t.Fatal(err)
					}
					got, err := m.onlyMovesOf(&e.Position)
					if want := onlyMovesIn(t, tables, e.Position, line); err != nil || got != want {
						t.Errorf("%s, %s: %d only moves, want %d, %v", name, g.FEN(&e.Position), got, want, err)
					}
					first := len(g.Moves(&e.Position))
					met[fmt.Sprintf("%d moves, %t", min(first, 3), got > 0)]++
				}
			}
		}
	}
	if met["1 moves, false"] == 0 || met["2 moves, true"] == 0 || met["2 moves, false"] == 0 ||
		met["3 moves, true"] == 0 {
		t.Errorf("%v: the test says little", met)
	}
}

// Of the only moves each turn of the main line has one that wins, until one has another, or none is left.
func TestOnlyMovesAreCounted(t *testing.T) {
	for _, name := range []string{"pacifist1", "chess"} {
		tables := opened(t, name)
		table := tables.Table(class(t, "KKP"))
		finds, err := Mine(t.Context(), tables, table.Class, OnlyMoves, MineOptions{Count: 5, Looked: 60})
		if err != nil || len(finds) == 0 {
			t.Fatalf("%s: %d, %v", name, len(finds), err)
		}
		g := rules.New(tables.Set())
		best := 0
		looked := 0
		for plies := table.Longest; plies > 0 && looked < 60; plies -= 2 {
			list, err := table.WithValue(t.Context(), tablebase.In(plies), 60-looked)
			if err != nil {
				t.Fatal(err)
			}
			looked += len(list)
			for _, e := range list {
				line, err := tables.Line(&e.Position)
				if err != nil {
					t.Fatal(err)
				}
				best = max(best, onlyMovesIn(t, tables, e.Position, line))
			}
		}
		if finds[0].Turns != best {
			t.Errorf("%s: the most only moves are %d, want %d", name, finds[0].Turns, best)
		}
		for i := range finds {
			if n := onlyMovesIn(t, tables, finds[i].Position, finds[i].Line); finds[i].Turns != n {
				t.Errorf("%s: %s: %d only moves, want %d", name, g.FEN(&finds[i].Position), finds[i].Turns, n)
			}
		}
	}
}

// A class without a table and a kind that is none, or that makes puzzles, are errors.
func TestMineRefuses(t *testing.T) {
	tables := opened(t, "chess")
	if _, err := Mine(t.Context(), tables, class(t, "KKQR"), Weaker, MineOptions{Count: 1}); !errors.Is(err,
		tablebase.ErrMissing) || !strings.Contains(err.Error(), "for chess") {
		t.Errorf("%v", err)
	}
	for _, kind := range []Kind{"", "x", OneKey} {
		if list, err := Mine(t.Context(), tables, class(t, "KKQ"), kind, MineOptions{Count: 1}); err == nil ||
			list != nil {
			t.Errorf("%q: %v", kind, list)
		}
	}
	if got := Kinds(); !slices.Equal(got, []Kind{"only-moves", "zugzwang", "weaker", "one-key"}) {
		t.Errorf("%q", got)
	}
	if _, err := Puzzles(t.Context(), tables, []tablebase.Class{class(t, "KKQR")}, Wanted{Least: 2, Most: 2,
		Count: 1}); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("%v", err)
	}
	p, err := board.ParseFEN("k7/8/1K6/2N5/8/8/8/8 w - - 0 1", tables.Set())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Puzzle(t.Context(), tables, p, 100); !errors.Is(err, ErrNoWin) {
		t.Errorf("of a draw: %v", err)
	}
}

// Winning moves are those after which the enemy loses whatever it takes back; the quickest are as long as the
// table says.
func TestWinningMoves(t *testing.T) {
	for _, test := range []struct{ fen, quickest, all string }{
		{"k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", ""},
		{"k7/8/1K6/2N5/8/8/8/8 w - - 0 1", "", ""},
		{"k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "", ""},
		{"7k/8/6K1/8/8/8/8/Q6R w - - 0 1", "", ""}, // without a table
	} {
		tables := opened(t, "chess")
		p, err := board.ParseFEN(test.fen, tables.Set())
		if err != nil {
			continue
		}
		text := func(quickest bool) string {
			list, err := winningMoves(tables, &p, quickest)
			if err != nil && !errors.Is(err, tablebase.ErrMissing) {
				t.Fatal(err)
			}
			var moves []string
			for _, m := range list {
				moves = append(moves, m.UCI(&p))
			}
			return strings.Join(moves, " ")
		}
		if got := text(true); got != test.quickest {
			t.Errorf("%s: the quickest are %s, want %s", test.fen, got, test.quickest)
		}
		if all := strings.Fields(text(false)); test.quickest != "" && (len(all) < 2 || !slices.IsSorted(all) ||
			!slices.Contains(all, test.quickest)) {
			t.Errorf("%s: %q win", test.fen, all)
		}
	}
}

// Wins with less are those of the side that owns less, in more than a ply, against a king.
func TestWinsWithLess(t *testing.T) {
	tables := opened(t, "pacifist1")
	for _, test := range []struct {
		fen  string
		in   int
		less int
		ok   bool
	}{
		{"4k2n/8/8/8/8/8/8/4K3 w - - 0 1", 3, 3, true},
		{"4k2q/8/8/8/8/8/8/R3K3 w - - 0 1", 3, 4, true},
		{"4k2n/8/8/8/8/8/8/4K3 w - - 0 1", 2, 3, false},    // a loss
		{"4k2n/8/8/8/8/8/8/4K3 w - - 0 1", 1, 3, false},    // at once
		{"4k2n/8/8/8/8/8/8/B3K3 w - - 0 1", 3, 0, false},   // as much
		{"4k3/8/8/8/8/8/8/B3K3 w - - 0 1", 3, -3, false},   // more
		{"4K2n/8/8/8/8/8/8/4K3 w - - 0 1", 3, 3, false},    // without a king
		{"4k2n/8/8/8/8/8/8/4k3 w - - 0 1", 3, 3, true},     // by one that has none
		{"4k3/7p/8/8/8/8/8/4K3 w - - 0 1", 5, 1, true},     // a pawn
		{"4k3/7p/8/8/8/8/7P/4K3 w - - 0 1", 5, 0, false},   // pawns
		{"4k3/6pp/8/8/8/8/7P/4K3 w - - 0 1", 251, 1, true}, // two against one
		{"4k2n/8/8/8/8/8/8/4K3 w - - 0 1", 252, 3, false},  // the longest loss
	} {
		e := tablebase.Entry{Position: positionOf(t, tables, test.fen), Value: tablebase.In(test.in)}
		if less, ok := winsWithLess(&e); less != test.less || ok != test.ok {
			t.Errorf("%s, %v: %d, %t; want %d, %t", test.fen, e.Value, less, ok, test.less, test.ok)
		}
	}
	e := tablebase.Entry{Position: positionOf(t, tables, "4k2n/8/8/8/8/8/8/4K3 w - - 0 1"), Value: tablebase.Drawn}
	if _, ok := winsWithLess(&e); ok {
		t.Error("a draw is a win")
	}
}

// Where nothing is said, so many wins are played out that those of two kings alone are among them.
func TestOnlyMovesOfTwoKings(t *testing.T) {
	tables := opened(t, "pacifist1")
	for _, looked := range []int{0, 20_000, -1} {
		finds, err := Mine(t.Context(), tables, class(t, "KK"), OnlyMoves, MineOptions{Count: 3, Looked: looked})
		if err != nil || len(finds) != 3 {
			t.Errorf("looked at %d: %d, %v", looked, len(finds), err)
		}
		for i := range finds {
			if finds[i].Turns != 1 || finds[i].Value != tablebase.In(1) {
				t.Errorf("%+v", finds[i])
			}
		}
	}
}
