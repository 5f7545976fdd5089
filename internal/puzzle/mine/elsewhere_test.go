package mine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/work"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// The result of a unit from another machine is accepted if it can be right. It is refused if it
// belongs to another unit or another mine, is not a puzzle, or does not win.
func TestCheckedRecords(t *testing.T) {
	m := &Mine{
		Rules: puzzletest.Named(t, "chess").Set(), From: Given, Position: cornerMate, Least: 2,
		Most: 2, Count: 1,
		Pool: 1, Units: 3, Seed: 5,
		Demands: analysis.Demands{OneKey: true}, Themes: []string{"quiet-key"},
	}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	record, err := m.Unit(t.Context(), 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	var u unit
	if err := errors.Join(m.check(t.Context(), 2, record), json.Unmarshal(record, &u)); err != nil || u.Screened < 1 ||
		len(u.Puzzles) != 1 || u.Puzzles[0].Line[0] != "Kg6" {
		t.Fatalf("%+v, %v", u, err)
	}

	for _, test := range []struct{ old, new, want string }{
		{`{"unit":2,`, `{"unit":1,`, "unit 1, with "},
		{`{"unit":2,`, `{`, "unit -1, with "},
		{`"screened":`, `"screened":-`, "positions, where unit 2 was expected"},
		{`"puzzles":[{`, `"puzzles":[{"more":1,`, "unknown key"},
		{`"puzzles":[{`, `"puzzles":[{},{`, `missing "id"`},
		{`"seed":5`, `"seed":6`, "it comes from somewhere else"},
		{`"from":"given"`, `"from":"composed"`, "it comes from somewhere else"},
		{`"themes":[`, `"themes":[],"published":"`, ""},
		{`quiet-key`, `quiet-kex`, "it is not what is looked for"},
		{`"in":2`, `"in":3`, "it is not what is looked for"},
		{u.Puzzles[0].ID, "chess-2-0000000000000000", "its identifier is "},
		{`"a1a8"`, `"a1a7"`, "the solution: "}, // no mate
		{`"g5g6"`, `"g5h6"`, "the solution: "}, // 1.Kh6 Kg8 and no mate follows
	} {
		changed := bytes.ReplaceAll(record, []byte(test.old), []byte(test.new))
		if bytes.Equal(changed, record) {
			t.Errorf("%s is not in %s", test.old, record)
		}
		if err := m.check(t.Context(), 2, changed); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s for %s: %v, want %s", test.new, test.old, err, test.want)
		}
	}

	if m.check(t.Context(), 0, []byte(`{"unit":0,"screened":1073741825}`)) == nil ||
		m.check(t.Context(), 0, []byte("x")) == nil {
		t.Error("taken")
	}
	// The identifier of a help-win in one and a half is its own.
	m = &Mine{Rules: m.Rules, From: Given, Position: "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
		Goal: solve.HelpWin, Half: true, Least: 1, Most: 1, Count: 1, Pool: 1,
		Demands: analysis.Demands{Lines: 2}}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	record, err = m.Unit(t.Context(), 0, nil)
	if err != nil || m.check(t.Context(), 0, record) != nil {
		t.Errorf("%s, %v", record, err)
	}
	m.Half = false
	if m.check(t.Context(), 0, record) == nil {
		t.Error("half a turn more than is wanted")
	}
}

// Units done on other machines, in any order, give the same puzzles, and are not asked for again
// when the mine is called again. Recorded games are sent along. A journal with other content is
// refused.
func TestMinedElsewhere(t *testing.T) {
	chess := puzzletest.Named(t, "chess")
	start := puzzletest.Position(t, chess, "6k1/8/8/6K1/8/8/8/R7 b - - 0 1")
	turn, err := chess.Parse(&start, "Kh8")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []Mine{
		{From: Given, Position: cornerMate, Units: 3},
		{From: Records,
			Games: []Record{{Name: "a.pgn:1", Start: start, Turns: []board.Played{turn}}, {}, {}}},
	} {
		m.Rules, m.Least, m.Most, m.Count, m.Pool = chess.Set(), 2, 2, 1, 1
		m.Demands = analysis.Demands{OneKey: true}
		want, err := m.Run(t.Context(), Options{Jobs: 1})
		if err != nil || len(want) != 1 || want[0].Line[0] != "Kg6" {
			t.Fatalf("%+v, %v", want, err)
		}
		other := m
		other.Games, other.Units = nil, 0
		if err := other.Check(); err != nil {
			t.Fatal(err)
		}
		dir, asked := t.TempDir(), 0
		client := func(ctx context.Context, r *work.Results) error {
			for i := 2; i >= 0; i-- {
				input, err := m.Input(i)
				if err != nil {
					return err
				}
				asked++
				record, err := other.Unit(ctx, i, input)
				if err != nil {
					return err
				}
				if err := r.Keep(i, []byte("x")); !errors.Is(err, work.ErrBadResult) {
					t.Errorf("no record: %v", err)
				}
				if err := r.Keep(i, record); (err != nil) != (i == 0) {
					return err
				}
			}

			return nil
		}
		for range 2 {
			got, err := m.Run(t.Context(), Options{Jobs: 1, Dir: dir, Client: client})
			if err != nil || written(t, got) != written(t, want) || asked != 3 {
				t.Errorf("%s: %d asked, %v", m.From, asked, err)
			}
		}
	}

	if _, err := (&Mine{From: Records}).Unit(t.Context(), 0, []byte("x")); err == nil {
		t.Error("a game that is none is looked at")
	}
	dir := t.TempDir()
	j, err := givenMine(t).journal(dir)
	if err != nil {
		t.Fatal(err)
	}
	job := work.Job{Units: 1, Journal: j, Take: func(int, []byte, error) error { return nil },
		Do: func(context.Context, int, int) ([]byte, error) { return []byte(`{"unit":"x"}`), nil }}
	if err := errors.Join(job.Run(t.Context()), j.Close()); err != nil {
		t.Fatal(err)
	}
	if list, err := givenMine(t).Run(t.Context(), Options{Jobs: 1, Dir: dir}); !errors.Is(err, ErrState) || list != nil {
		t.Errorf("%d puzzles, %v", len(list), err)
	}
}

// BenchmarkCheck measures what it costs whoever asks to have a puzzle proved.
func BenchmarkCheck(b *testing.B) {
	m := &Mine{Rules: puzzletest.Named(b, "chess").Set(), From: Given, Position: cornerMate,
		Least: 2, Most: 2, Count: 1, Pool: 1, Demands: analysis.Demands{OneKey: true}}
	if err := m.Check(); err != nil {
		b.Fatal(err)
	}
	record, err := m.Unit(b.Context(), 0, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := m.check(b.Context(), 0, record); err != nil {
			b.Fatal(err)
		}
	}
}
