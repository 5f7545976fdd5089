package mine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"turncoat/puzzle/analysis"
	"turncoat/puzzle/internal/puzzletest"
)

// What a unit is said to have found elsewhere is taken as it is if it can be so, and refused if it is of another
// unit or another mine, is no puzzle, or does not win.
func TestReadUnit(t *testing.T) {
	m := &Mine{
		Rules: puzzletest.Named(t, "chess").Set(), From: Given, Position: cornerMate, Least: 2, Most: 2, Count: 1,
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
	u, err := m.readUnit(t.Context(), 2, record)
	if err != nil || u.Unit != 2 || u.Screened < 1 || len(u.Puzzles) != 1 || u.Puzzles[0].Line[0] != "Kg6" {
		t.Fatalf("%+v, %v", u, err)
	}
	for _, test := range []struct{ old, new, want string }{
		{`{"unit":2,`, `{"unit":1,`, "it is unit 1, with "},
		{`{"unit":2,`, `{`, "it is unit -1, with "},
		{`"screened":`, `"screened":-`, "positions, not unit 2"},
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
		if _, err := m.readUnit(t.Context(), 2, changed); !errors.Is(err, ErrRecord) || !strings.Contains(err.Error(),
			test.want) {
			t.Errorf("%s for %s: %v, want %s", test.new, test.old, err, test.want)
		}
	}
	// Of a game without a turn no position is looked at; more than a billion are not looked at in any unit.
	for screened, want := range map[int]bool{-1: false, 0: true, 1: true, 1 << 30: true, 1<<30 + 1: false} {
		u, err := m.readUnit(t.Context(), 0, fmt.Appendf(nil, `{"unit":0,"screened":%d}`, screened))
		if (err == nil) != want || want && (u.Screened != screened || len(u.Puzzles) != 0) || !want &&
			!errors.Is(err, ErrRecord) {
			t.Errorf("%d positions: %+v, %v", screened, u, err)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.readUnit(over, 2, record); !errors.Is(err, context.Canceled) || errors.Is(err, ErrRecord) {
		t.Errorf("%v", err)
	}
}

// BenchmarkReadUnit measures what it costs whoever asks to have a puzzle proved.
func BenchmarkReadUnit(b *testing.B) {
	m := &Mine{Rules: puzzletest.Named(b, "chess").Set(), From: Given, Position: cornerMate, Least: 2, Most: 2,
		Count: 1, Pool: 1, Demands: analysis.Demands{OneKey: true}}
	if err := m.Check(); err != nil {
		b.Fatal(err)
	}
	record, err := m.Unit(b.Context(), 0, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := m.readUnit(b.Context(), 0, record); err != nil {
			b.Fatal(err)
		}
	}
}
