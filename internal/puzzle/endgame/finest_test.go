package endgame

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/rules"
	"turncoat/rules/board"
)

// lengths writes the lengths of finds, with what they are measured by.
func lengths(finds []Find) (list []string) {
	for i := range finds {
		list = append(list, fmt.Sprint(finds[i].Less, "/", finds[i].length()))
	}
	return list
}

// The finest of all positions of a table, gone through one by one: by the values of each position
// with either side to move.
func TestMineFindsTheFinest(t *testing.T) {
	for _, test := range []struct {
		rules, class string
		// what the piece is worth, and the mutual zugzwangs that docs/tablebases.md counts
		less, zugzwangs int
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
			t.Errorf("%s, %s: %d mutual zugzwangs, %d of them twice, want %d", name, test.class, n,
				twice, test.zugzwangs)
		}

		for kind, all := range map[Kind][]Find{Weaker: weak, Zugzwang: bound} {
			slices.SortStableFunc(all,
				func(a, b Find) int { return cmp.Compare(b.length(), a.length()) })
			for _, count := range []int{1, 40} {
				got, err := Mine(t.Context(), tables, table.Class, kind, MineOptions{Count: count})
				if want := lengths(all[:min(count, len(all))]); err != nil ||
					!slices.Equal(lengths(got), want) {
					t.Errorf("%s, %s: %q, want %q, %v", name, kind, lengths(got), want, err)
				}
				for i := range got {
					if got[i].Kind != kind || got[i].Class != table.Class ||
						got[i].Position.Turn != board.White {
						t.Errorf("%+v", got[i])
					}
				}
			}
		}
	}
}

// onlyMovesIn counts for how many turns of a line the winner has one winning move, by the values of
// all positions that its moves lead to; none where the first is its only legal move.
func onlyMovesIn(t *testing.T, tables *tablebase.Tables, p board.Position, line []tablebase.TurnValue) (n int) {
	t.Helper()
	variant := rules.New(tables.Set())
	for i, turn := range line {
		if i%2 == 0 {
			winning, moves := map[board.Move]bool{}, variant.Moves(&p)
			for _, m := range moves {
				loses := true
				for choice := range variant.TurnsOf(&p, m) {
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

		played, err := variant.TryPlay(&p, turn.Move, &turn.Reclaimed)
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
		variant := rules.New(tables.Set())
		m := miner{tables: tables}
		for _, c := range []string{"KKN", "KKP", "KKR"} {
			for _, plies := range []int{1, 3, 5, 9} {
				drawn, err := tables.Table(class(t, c)).Sample(t.Context(),
					tablebase.DecidedIn(plies), 150, 6)
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
						t.Errorf("%s, %s: %d only moves, want %d, %v", name,
							variant.FEN(&e.Position), got, want, err)
					}
					first := len(variant.Moves(&e.Position))
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

	if _, err := Puzzles(t.Context(), tables, []tablebase.Class{class(t, "KKQR")}, Wanted{Least: 2, Most: 2,
		Count: 1}); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("%v", err)
	}

	p, err := board.ParseFEN("k7/8/1K6/2N5/8/8/8/8 w - - 0 1", tables.Set())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Puzzle(t.Context(), tables, &p, 100); !errors.Is(err, ErrNoWin) {
		t.Errorf("of a draw: %v", err)
	}
}
