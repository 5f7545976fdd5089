package solve

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/threadtime"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The answer and the solution are the same with any number of jobs, and with a table that holds
// next to nothing.
func TestJobsAndMemoryChangeNoAnswer(t *testing.T) {
	for _, name := range []string{"pacifist1", "pacifist-value", "conversion", "chess"} {
		variant := puzzletest.Named(t, name)
		won, count := 0, 12
		if name == "chess" {
			count = 40
		}
		someGames(variant, rand.New(rand.NewPCG(9, 0)), count, func(p *board.Position) {
			n := 2
			if variant.Set().Reclaim == ruleset.OptionalReclaim {
				n = 1 // a solution with every reclaim is long
			}
			var first Result
			var told []byte
			for i, options := range []Options{{Jobs: 1}, {Jobs: 2}, {Jobs: 7, Memory: 1 << 10}} {
				s := New(variant, options)
				got, err := s.Solve(context.Background(), p, Win, n)
				if err != nil {
					t.Fatal(err)
				}
				var text []byte
				if got.Status == Won {
					tree, err := s.Solution(context.Background(), got, Wanted{Refutations: 2,
						SetPlay: true})
					if err != nil {
						t.Fatal(err)
					}
					text, err = json.Marshal(tree)
					if err != nil {
						t.Fatal(err)
					}
				}

				if i == 0 {
					first, told = got, text
					if got.Status == Won {
						won++
					}
					continue
				}

				if got.Status != first.Status || got.In != first.In ||
					got.Excluded != first.Excluded || !slices.Equal(got.Keys, first.Keys) ||
					string(text) != string(told) {
					t.Errorf("%s: %s: with %+v %v in %d, alone %v in %d", name, variant.FEN(p),
						options, got.Status, got.In, first.Status, first.In)
				}
			}
		})
		if won == 0 {
			t.Errorf("%s: there was no win among the positions", name)
		}
	}
}

// A limit gives the answer unknown, and what is proved until then; it is never taken for a proof.
func TestLimits(t *testing.T) {
	variant := puzzletest.Named(t, "pacifist1")
	for _, test := range []struct {
		name    string
		options Options
	}{
		{"nodes", Options{Nodes: 3000, Memory: 1 << 20}},
		{"nodes, two jobs", Options{Nodes: 3000, Memory: 1 << 20, Jobs: 2}},
		{"time", Options{Memory: 1 << 20, Time: 20 * time.Millisecond}},
	} {
		var r Result
		var err error
		if !threadtime.Within(10*time.Second, func() {
			start := variant.Start()
			r, err = New(variant, test.options).Solve(t.Context(), &start, Win, 20)
		}) {
			t.Fatalf("%s: it does not end", test.name)
		}

		if err != nil || r.Status != Unknown || r.Excluded < 1 && test.options.Nodes > 0 ||
			r.Excluded > 6 || len(r.Keys) > 0 {
			t.Errorf("%s: %+v, %v", test.name, r, err)
		}

		if test.options.Nodes > 0 && r.Nodes > 2*test.options.Nodes+10*flushEvery {
			t.Errorf("%s: %d turns were looked at", test.name, r.Nodes)
		}
	}

	// A search that was stopped leaves nothing wrong behind: the same solver still finds the win of
	// wins.jsonl.
	s := New(variant, Options{Nodes: 1000, Memory: 1 << 20})
	p := puzzletest.Position(t, variant,
		"rnb1kbnr/pp1pppp1/7p/q1P5/3P3P/5N2/PPP1PPP1/RNBQKB1R w HAha - 0 1")
	for range 30 {
		if r, err := s.Solve(context.Background(), &p, Win, 4); err != nil || r.Status == None ||
			r.Status == Won && r.In != 4 {
			t.Fatalf("%+v, %v", r, err)
		}
	}

	s.options.Nodes = 0
	if r, err := s.Solve(context.Background(), &p, Win, 4); err != nil || r.In != 4 ||
		len(r.Keys) != 1 || r.Keys[0].UCI(&p) != "d1d2" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestEndedContext(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := New(variant, Options{})
	p := variant.Start()
	if r, err := s.Solve(ctx, &p, Win, 3); !errors.Is(err, context.Canceled) ||
		r.Status != Unknown || r.Excluded != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := s.Solution(ctx, Result{Status: Won, In: 2, Keys: []board.Move{board.NewMove(board.At(4, 1),
		board.At(4, 3))}}, Wanted{}); !errors.Is(err, context.Canceled) {
		t.Errorf("solution: %v", err)
	}
}

func TestProgress(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	var told []Progress
	s := New(variant, Options{Memory: 1 << 20, Time: 450 * time.Millisecond,
		Progress: func(p Progress) { told = append(told, p) }})
	start := variant.Start()
	if _, err := s.Solve(t.Context(), &start, Win, 30); err != nil {
		t.Fatal(err)
	}
	if len(told) == 0 {
		t.Fatal("nothing was told")
	}
	last := told[len(told)-1]
	if last.Depth < 2 || last.Turns != 20 || last.Nodes == 0 || last.TableUse <= 0 ||
		last.TableUse > 1 {
		t.Errorf("%+v", last)
	}
}

func TestUnsupported(t *testing.T) {
	for _, test := range []struct {
		rules string
		goal  Goal
		n     int
	}{{"chess", Claim, 2}, {"conversion", Claim, 1}, {"pacifist1", Win, 0},
		{"pacifist1", Win, MaxTurns + 1}} {
		variant := puzzletest.Named(t, test.rules)
		start := variant.Start()
		if _, err := New(variant, Options{}).Solve(t.Context(), &start, test.goal, test.n); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%s %v in %d: %v", test.rules, test.goal, test.n, err)
		}
	}
}

// Rule sets that package fast does not play are searched all the same.
func TestMisreadingsAgainstExhaustiveSearch(t *testing.T) {
	won := 0
	for _, change := range [][2]string{{"lines", "blocked"}, {"rounds", "first"},
		{"reclaim", "full"}, {"stalemate", "loss"}, {"kingless", "free"}, {"threshold", "equals"}} {
		setting, ok := ruleset.FindSetting(change[0])
		if !ok {
			t.Fatal(change)
		}
		set, err := setting.With(puzzletest.Named(t, "pacifist1").Set(), change[1])
		if err != nil {
			t.Fatal(err)
		}
		variant := rules.New(set)
		s := New(variant, Options{})
		someGames(variant, rand.New(rand.NewPCG(4, 0)), 3, func(p *board.Position) {
			got, err := s.Solve(context.Background(), p, Win, 1)
			if err != nil {
				t.Fatal(err)
			}
			agree(t, variant, p, Win, 1, got)
			won += got.In
		})
	}

	if won == 0 {
		t.Error("there was no win among the positions")
	}
}

// Help-wins against all lines of turns there are: found or not, in how many turns, by how many
// lines.
func TestHelpWins(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
	}{
		// More lines than are kept, those of the last keys among those left out.
		{"pacifist-number", "4R3/6k1/2P5/pK6/7b/2PN2QR/8/8 b - - 17 31"},
		{"chess", "6k1/8/6K1/8/8/8/8/R7 b - - 0 1"},
		{"chess", "8/8/8/8/8/1k6/8/K5r1 w - - 0 1"},
		{"chess", "7k/8/5K2/8/8/8/8/R7 b - - 0 1"},
		{"pacifist1", "7k/8/5K2/8/8/8/8/R7 b - - 0 1"},
		{"pacifist-number", "7k/6p1/5K2/8/8/8/8/R6Q b - - 0 1"},
		{"conversion", "7k/8/5K2/8/8/8/8/R6R b - - 0 1"},
	} {
		variant := puzzletest.Named(t, test.rules)
		p := puzzletest.Position(t, variant, test.fen)
		const most = 2
		r, err := New(variant, Options{}).Solve(context.Background(), &p, HelpWin, most)
		if err != nil {
			t.Fatal(err)
		}
		half(t, variant, p)
		want, in := 0, 0
		var keys []string
		for n := 1; n <= most && want == 0; n++ {
			in = n
			for t := range variant.Turns(&p) {
				if lines := countHelp(variant, t.After, 2*n-1, p.Turn); lines > 0 {
					want += lines
					if key := t.Move.UCI(&p); !slices.Contains(keys, key) {
						keys = append(keys, key)
					}
				}
			}
		}

		slices.Sort(keys)
		var got []string
		for _, m := range r.Keys {
			got = append(got, m.UCI(&p))
		}
		if !slices.Equal(got, keys) || r.LineCount != uint64(want) {
			t.Errorf("%s %s: the keys are %v of %d lines, want %v of %d", test.rules, test.fen, got,
				r.LineCount, keys, want)
		}

		if want == 0 && (r.Status != None || r.Excluded != most) ||
			want > 0 && (r.Status != Won || r.In != in || len(r.Lines) != min(want, MaxLines)) {
			t.Errorf("%s %s: %v in %d by %d lines, want %d in %d", test.rules, test.fen, r.Status,
				r.In, len(r.Lines), want, in)
		}

		for _, line := range r.Lines {
			if variant.Outcome(&line[len(line)-1].After).Result != board.Win(p.Turn.Other()) ||
				len(line) != 2*r.In {
				t.Errorf("%s: a line does not win", test.fen)
			}
		}

		if !slices.IsSortedFunc(r.Lines, func(a, b []board.Played) int {
			return slices.Compare(turnWords(p, a),
				turnWords(p, b))
		}) {
			t.Errorf("%s %s: the lines are not in the order of their turns", test.rules, test.fen)
		}
	}
}

// turnWords returns what is told of the turns of a line: each move, and what was reclaimed.
func turnWords(at board.Position, line []board.Played) (words []string) {
	for _, turn := range line {
		words = append(append(words, turn.Move.UCI(&at)), turn.Reclaimed.Names()...)
		at = turn.After
	}

	return words
}

// half holds the help-wins in half a turn and in a turn and a half, which the side to move wins,
// against all lines.
func half(t *testing.T, variant *rules.Variant, p board.Position) {
	t.Helper()
	r, err := New(variant, Options{}).Lines(context.Background(), &p, HelpWin, 3)
	if err != nil {
		t.Fatal(err)
	}
	want, in := countHelp(variant, p, 1, p.Turn.Other()), 0
	if want == 0 {
		want, in = countHelp(variant, p, 3, p.Turn.Other()), 1
	}
	if r.LineCount != uint64(want) || want > 0 && (r.Status != Won || r.In != in) || want == 0 &&
		(r.Status != None || r.Excluded != 1) {
		t.Errorf("%s: %v in %d and a half by %d lines, want %d in %d", variant.FEN(&p), r.Status,
			r.In, r.LineCount, want, in)
	}

	for _, line := range r.Lines {
		if variant.Outcome(&line[len(line)-1].After).Result != board.Win(p.Turn) ||
			len(line) != 2*r.In+1 {
			t.Errorf("%s: a line does not win", variant.FEN(&p))
		}
	}
}

// countHelp counts the lines of so many plies that end in a win of the enemy of a side.
func countHelp(variant *rules.Variant, p board.Position, plies int, side board.Colour) int {
	lines := 0
	for t := range variant.Turns(&p) {
		if plies > 1 {
			lines += countHelp(variant, t.After, plies-1, side)
		} else if variant.Outcome(&t.After).Result == board.Win(side.Other()) {
			lines++
		}
	}

	return lines
}

// Positions may share a wrong key, as those put together by hand may have none. The search does not
// take one of them for another.
func TestForgottenKeys(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	s := New(variant, Options{Jobs: 1})
	forgotten := func(fen string) *board.Position {
		p := puzzletest.Position(t, variant, fen)
		p.Key = 1
		return &p
	}
	for _, test := range []struct {
		fen  string
		want Status
	}{
		{"8/5K1k/R7/8/8/8/8/8 w - - 0 1", Won},   // Ra5 and Rh5 mate
		{"8/5K1k/R7/8/8/8/8/r7 w - - 0 1", None}, // that rook can be taken
		{"8/5K1k/R7/8/8/8/8/8 w - - 0 1", Won},
	} {
		if r, err := s.Solve(t.Context(), forgotten(test.fen), Win, 2); err != nil ||
			r.Status != test.want {
			t.Errorf("%s: %v, %v; want %v", test.fen, r.Status, err, test.want)
		}
	}

	for _, test := range []struct {
		fen  string
		want Status
	}{
		{"7k/8/5K2/8/8/8/8/8 w - - 0 1", None}, // two kings
		{"7k/8/5K2/8/8/8/8/R7 w - - 0 1", Won}, // Kf7 Kh7, Rh1 mate
		{"7k/8/5K2/8/8/8/8/8 w - - 0 1", None},
	} {
		if r, err := s.Lines(t.Context(), forgotten(test.fen), HelpWin, 3); err != nil ||
			r.Status != test.want {
			t.Errorf("help, %s: %v, %v; want %v", test.fen, r.Status, err, test.want)
		}
	}
}
