package tablebase

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// grouped writes a number with commas.
func grouped(n uint64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// The census of the tables that come with the program is that of testdata/census.md.
func TestCensus(t *testing.T) {
	text := filetest.Read(t, "testdata/census.md")
	for i, name := range ruleset.BuiltinNames() {
		if longtest.Short() && i != 0 && name != "chess" {
			continue
		}
		tables := opened(t, name, "")
		_, section, ok := strings.Cut(string(text), "\n#### "+name+"\n")
		if !ok {
			t.Fatalf("there are no figures for %s", name)
		}
		section, _, _ = strings.Cut(section, "\n#")
		if strings.Count(section, "\n| KK") < 6 {
			t.Fatalf("%s: %s", name, section)
		}
		for _, c := range tables.Classes() {
			table := tables.Table(c)
			census, err := table.Census(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			share := func(n uint64) string {
				return fmt.Sprintf("%.2f %%", 100*float64(n)/float64(census.Positions))
			}
			longest := "–"
			if census.Longest > 0 {
				longest = fmt.Sprint(census.Longest)
			}
			want := fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s |", c,
				grouped(census.Positions), share(census.Won), share(census.Lost),
				grouped(census.Drawn), longest, grouped(census.Zugzwangs))
			if !strings.Contains(section, "\n"+want) {
				t.Errorf("%s: %s", name, want)
			}
			if census.Stats != table.Stats {
				t.Errorf("%s, %s: %+v and %+v", name, c, census.Stats, table.Stats)
			}
			if census.Longest > 0 && census.Wins[census.Longest] == 0 || census.LongestLoss > 0 &&
				census.Losses[census.LongestLoss] == 0 {
				t.Errorf("%s, %s: none of the longest", name, c)
			}
		}
	}
}

// The mutual zugzwangs with a pawn are those placements that are lost for White to move and for
// Black, with a turn to make: six of pacifist1, by asking for both.
func TestZugzwangs(t *testing.T) {
	tables := opened(t, "pacifist1", "")
	table := tables.Table(class(t, "KKP"))
	seen, both := 0, map[string]bool{}
	for plies := 2; plies <= table.LongestLoss; plies += 2 {
		lost, err := table.WithValue(t.Context(), DecidedIn(plies), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range lost {
			z, err := table.isMutualZugzwang(table.index.Number(&e.Position))
			if err != nil {
				t.Fatal(err)
			}
			black := e.Position
			black.Turn = board.Black
			black.Rekey()
			other, err := tables.Probe(&black)
			if err != nil {
				t.Fatal(err)
			}
			if other.Loses() && other.Plies() > 0 {
				both[fmt.Sprint(min(table.index.Number(&e.Position),
					table.index.Number(&black)))] = true
			} else if z {
				t.Errorf("%s: %v, and for Black %v", e.Position.FEN(tables.set), e.Value, other)
			}

			if z {
				seen++
			}
		}
	}

	if seen != 6 || len(both) != 6 {
		t.Errorf("%d mutual zugzwangs, %d by asking for both; want 6", seen, len(both))
	}
}

// Who owns what is counted as it can be read on the boards.
func TestShares(t *testing.T) {
	for name, words := range map[string][]string{"pacifist1": {"KK"}, "chess": {"KK", "KKN"}} {
		tables := opened(t, name, "")
		for _, word := range words {
			table := tables.Table(class(t, word))
			want := map[string]*OwnerStats{}
			positions := uint64(0)
			if err := table.Each(t.Context(), func(e Entry) error {
				letters := strings.Map(func(r rune) rune {
					if r >= '1' && r <= '8' || r == '/' {
						return -1
					}
					return r
				}, strings.Fields(e.Position.FEN(tables.set))[0])
				own := strings.Map(func(r rune) rune {
					if r >= 'a' {
						return -1
					}
					return r
				}, letters)
				var mover, enemy string
				for _, r := range "KQRBNP" {
					mover += strings.Repeat(string(r), strings.Count(own, string(r)))
					enemy += strings.Repeat(string(r),
						strings.Count(letters, strings.ToLower(string(r))))
				}

				s := want[mover]
				if s == nil {
					s = &OwnerStats{Mover: mover, Enemy: enemy}
					want[mover] = s
				}

				positions++
				if v, err := tables.Probe(&e.Position); err != nil || v != e.Value {
					return fmt.Errorf("%v: %v, %w", e.Value, v, err)
				}
				switch e.Value.Name() {
				case "win":
					s.Won++
				case "loss":
					s.Lost++
				default:
					s.Drawn++
				}

				return nil
			}); err != nil {
				t.Fatal(err)
			}

			got, err := table.StatsByOwner(t.Context())
			if err != nil || len(got) != len(want) {
				t.Fatalf("%s, %s: %+v, %v; want %d", name, word, got, err, len(want))
			}
			sum := uint64(0)
			for i, s := range got {
				if s != *want[s.Mover] {
					t.Errorf("%s, %s: %+v, want %+v", name, word, s, *want[s.Mover])
				}
				if i > 0 && (len(s.Mover) > len(got[i-1].Mover) ||
					len(s.Mover) == len(got[i-1].Mover) && s.Mover <= got[i-1].Mover) {
					t.Errorf("%s, %s: %q stands behind %q", name, word, s.Mover, got[i-1].Mover)
				}

				sum += s.Positions()
			}

			if sum != positions || sum != table.Positions {
				t.Errorf("%s, %s: %d positions, want %d", name, word, sum, positions)
			}
		}
	}
}

// Positions of a value come in the order of their numbers, as many as are wanted.
func TestWithValue(t *testing.T) {
	table := opened(t, "pacifist1", "").Table(class(t, "KKB"))
	var want []Entry
	if err := table.Each(t.Context(), func(e Entry) error {
		if e.Value == DecidedIn(17) {
			want = append(want, e)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}

	if len(want) < 3 || want[0].Position.Turn != board.White || want[0].Position.Number != 1 {
		t.Fatalf("%+v", want)
	}
	for _, most := range []int{0, 1, 2, len(want), len(want) + 1} {
		if got, err := table.WithValue(t.Context(), DecidedIn(17), most); err != nil ||
			!slices.Equal(got, want[:min(most, len(want))]) {
			t.Errorf("%d: %d, %v", most, len(got), err)
		}
	}
}

// With best play a decided game goes on for as many plies as the value says, each turn the first of
// those that are listed, to a position without turns.
func TestLine(t *testing.T) {
	for rules, fens := range map[string][]string{
		"pacifist1": {"n7/8/8/4K3/8/8/8/7k w - - 0 1", "2K5/1p6/k7/8/8/8/8/8 w - - 0 1",
			"8/8/8/8/8/8/8/K6K b - - 0 1"},
		"pacifist-number": {"8/8/8/8/8/2k5/8/K6B w - - 0 1"},
		"chess":           {"8/8/8/8/8/2k5/7q/K7 b - - 0 1", "8/4P3/8/8/8/2k5/8/K7 w - - 0 1"},
	} {
		tables := opened(t, rules, "")
		for _, fen := range fens {
			p := position(t, rules, fen)
			v, err := tables.Probe(&p)
			if err != nil || v == Drawn {
				t.Fatalf("%s: %v, %v", fen, v, err)
			}
			line, err := tables.Line(&p)
			if err != nil || len(line) != v.Plies() {
				t.Errorf("%s, %s: %d turns, %v; want %d", rules, fen, len(line), err, v.Plies())
			}
			for _, turn := range line {
				turns, err := tables.Turns(&p)
				if err != nil || turn != turns[0] {
					t.Fatalf("%s: %+v, %v", fen, turn, err)
				}
				var after board.Position
				tables.rules.Apply(&p, turn.Turn, &after)
				if got, err := tables.Probe(&after); err != nil || got != turn.Value ||
					got.Before() != v {
					t.Fatalf("%s: %v after it, %v, %v; before it %v", fen, got, turn.Value, err, v)
				}
				p, v = after, turn.Value
			}

			if v != DecidedIn(0) {
				t.Errorf("%s ends with %v", fen, v)
			}
		}
	}

	tables := opened(t, "chess", "")
	drawn, missing := position(t, "chess", "8/8/8/8/8/2k5/8/K7 w - - 0 1"),
		position(t, "chess", "8/8/8/8/8/2k5/8/K3QQ2 w - - 0 1")
	if line, err := tables.Line(&drawn); line != nil || err != nil {
		t.Errorf("%v, %v", line, err)
	}
	if line, err := tables.Line(&missing); line != nil || !errors.Is(err, ErrMissing) ||
		err.Error() != "no table of KKQQ for chess" {
		t.Errorf("%v, %v", line, err)
	}
}

// The turns come best first: the moves by the enemy's best choice, then by their text, the choices
// of one together, the enemy's best first.
func TestOrderOfTurns(t *testing.T) {
	choices := 0
	for _, name := range []string{"pacifist-number", "chess"} {
		tables := opened(t, name, "")
		for _, c := range tables.Classes() {
			sample, err := tables.Table(c).Sample(t.Context(), Drawn, 20, 1)
			if err != nil {
				t.Fatal(err)
			}
			won, err := tables.Table(c).Sample(t.Context(), DecidedIn(1), 20, 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range append(sample, won...) {
				turns, err := tables.Turns(&e.Position)
				if err != nil {
					continue // into a class of which there is no table
				}
				var firsts []TurnValue
				for i, turn := range turns {
					if i == 0 || turn.Move != turns[i-1].Move {
						firsts = append(firsts, turn)
						continue
					}

					choices++
					before := turns[i-1]
					if order := before.Value.Compare(turn.Value); order < 0 || order == 0 &&
						slices.Compare(before.Reclaimed.Names(), turn.Reclaimed.Names()) >= 0 {
						t.Errorf("%s: %+v stands before %+v", e.Position.FEN(tables.set),
							before, turn)
					}
				}

				seen := map[board.Move]bool{}
				for i, turn := range firsts {
					if seen[turn.Move] {
						t.Errorf("%s: the choices of %s stand apart", e.Position.FEN(tables.set),
							turn.UCI(&e.Position))
					}
					seen[turn.Move] = true
					if i == 0 {
						continue
					}
					before := firsts[i-1]
					if order := before.Value.Compare(turn.Value); order > 0 || order == 0 &&
						before.UCI(&e.Position) >= turn.UCI(&e.Position) {
						t.Errorf("%s: %s stands before %s", e.Position.FEN(tables.set),
							before.UCI(&e.Position), turn.UCI(&e.Position))
					}
				}

				if want := len(tables.rules.AppendTurns(nil, &e.Position)); len(firsts) != want {
					t.Errorf("%s: %d moves, want %d", e.Position.FEN(tables.set), len(firsts), want)
				}
			}
		}
	}

	if choices < 10 {
		t.Errorf("%d choices: the test says little", choices)
	}
}
