package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"turncoat/rules"
)

// Each line of a batch that holds something is read with its number, whatever it holds, and a position that is read is what its FEN says.
func FuzzBatch(f *testing.F) {
	const position = "1nb1kbnr/rp2p1pp/p2p1p2/qnp5/1p1p4/p3P3/2P2PPP/R1BQKBNR w HAh -"
	for _, text := range []string{
		position,
		"start\n\n# a remark\r\n  " + position + " 0 1\r\n",
		position + ` bm Qh5+; id "1;2";` + "\n" + position + " 3 x;",
		`{"fen":"start","moves":["e4","e5"]}` + "\n" + `{"fen":"start","moves":["e5"]}` + "\n" + `{"moves":[]}` + "\n{",
		"8/8/8/8/8/8/8/8 w - -\n;\n" + strings.Repeat("q", 3000) + "\n\x00\x1b[31m\u202e\xff",
		"#\n\n",
		"",
	} {
		f.Add(text)
	}
	g, err := rules.Named("pacifist1")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want []string
		for i, line := range strings.Split(text, "\n") {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				want = append(want, fmt.Sprintf("%d %s", i+1, line))
			}
		}
		lines, numbers, err := newSession(t.Context(), strings.NewReader(text), io.Discard, io.Discard).batchLines("-")
		if (err != nil) != (len(want) == 0) {
			t.Fatalf("%d lines, error %v", len(want), err)
		}
		var got []string
		for i, line := range lines {
			got = append(got, fmt.Sprintf("%d %s", numbers[i], line))
			p, err := batchPosition(g, line)
			if err != nil {
				continue
			}
			if again, err := g.ParseFEN(g.FEN(&p)); err != nil || again != p {
				t.Errorf("%q is %s, read again: %v", line, g.FEN(&p), err)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("the lines are %q, want %q", got, want)
		}
	})
}
