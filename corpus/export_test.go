package corpus

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// The case of two kings worked out by hand.
func TestExport(t *testing.T) {
	c := *goodCase(t)
	want := Vector{ID: "pacifist1-4d060f1a", Rules: "pacifist1", FEN: "8/8/8/8/8/k7/8/K7 w - - 0 1",
		Moves: []string{}, Outcome: "*",
		Turns: []string{"a1a2 8/8/8/8/8/K7/K7/8 b", "a1b1 8/8/8/8/8/k7/8/1K6 b",
			"a1b2 8/8/8/8/8/K7/1K6/8 b"},
		Why: []string{
			"PAC-5 A piece is over-persuaded when the other side's weight on its square is strictly greater than its own side's.",
		},
		Title: "PAC-5: White to move, 2 pieces, 3 turns", Version: "1"}
	moved := c
	moved.Moves, moved.FEN = []string{"a3b4"}, "8/8/8/8/8/k7/8/K7 b - - 0 1"
	for form, read := range map[string]func([]byte, any) error{"json": json.Unmarshal,
		"yaml": yaml.Unmarshal} {
		for n := range 3 {
			var text bytes.Buffer
			list := []Case{c, moved}[:n]
			if _, err := Export(&text, list, form); err != nil {
				t.Fatal(err)
			}
			var got []Vector
			if err := read(text.Bytes(), &got); err != nil || len(got) != n || n > 0 &&
				!reflect.DeepEqual(got[0],
					want) || n > 1 && got[1].Moves[0] != "a3b4" {
				t.Errorf("%s of %d cases: %v, %+v\n%s", form, n, err, got, text.Bytes())
			}
		}
	}

	var text bytes.Buffer
	const epd = `8/8/8/8/8/k7/8/K7 w - - hmvc 0; fmvn 1; id "pacifist1-4d060f1a"; outcome "*"; turns "a1a2 8/8/8/8/8/K7/K7/8 b, a1b1 8/8/8/8/8/k7/8/1K6 b, a1b2 8/8/8/8/8/K7/1K6/8 b"; c0 "PAC-5 A`
	if left, err := Export(&text, []Case{c, moved}, "epd"); err != nil || left != 0 ||
		!strings.HasPrefix(text.String(), epd) || !strings.Contains(text.String(),
		"\n8/8/8/8/1k6/8/8/K7 w - - hmvc 1; fmvn 2; ") {
		t.Errorf("%v, %d left out\n%s", err, left, text.String())
	}

	read, err := ReadEPD(&text, "v.epd")
	if wantRead := []Perft{{"8/8/8/8/8/k7/8/K7 w - - 0 1", []uint64{3}},
		{"8/8/8/8/1k6/8/8/K7 w - - 1 2", []uint64{3}}}; err != nil ||
		!reflect.DeepEqual(read, wantRead) {
		t.Errorf("read again: %v, %v", read, err)
	}

	if _, err := Export(&text, nil, "csv"); err == nil {
		t.Error("csv is a form")
	}
}

// EPD is read on terminals, too: what a file says of itself reaches none of them raw.
func TestHostileEPD(t *testing.T) {
	const hostile = "T\u202e\x1b[31m\u009b\nX"
	c := *goodCase(t)
	c.ID, c.Outcome, c.Cite = hostile, hostile, []string{hostile}

	var text strings.Builder
	if _, err := Export(&text, []Case{c}, "epd"); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(text.String(), "\u202e\x1b\u009b") {
		t.Errorf("%q", text.String())
	}
	if n := strings.Count(text.String(), "\n"); n != 1 {
		t.Errorf("a case has %d lines: %q", n, text.String())
	}
}

// A case without a position has a title, too.
func TestTitleOfNothing(t *testing.T) {
	if got := (&Case{}).Title(); !strings.Contains(got, "0 pieces") {
		t.Error(got)
	}
}

// A vector states its rules as they are in its rule set (docs/RULES.md, AND-2).
func TestExportStatesTheRulesOfTheSet(t *testing.T) {
	cases, err := Golden(Smoke, "masand")
	if err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		for _, why := range cases[i].Vector().Why {
			if strings.HasPrefix(why, "AND-2 ") && !strings.Contains(why, "gives check") {
				t.Fatalf("%s: %s", cases[i].ID, why)
			}
		}
	}
}
