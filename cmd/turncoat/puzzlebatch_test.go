package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Each line of a batch gets one answer or one message that names the line, whatever it holds; the answers come in the order of the lines.
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
	f.Fuzz(func(t *testing.T, text string) {
		var want []string
		for i, line := range strings.Split(text, "\n") {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				want = append(want, fmt.Sprintf("-:%d: ", i+1))
			}
		}
		status, out, messages := call(t, text, "puzzle", "solve", "--rules", "pacifist1", "--win-in", "1", "--nodes", "1", "--jobs", "1", "--batch", "-")
		if place, bad := raw(out + messages); bad {
			t.Fatalf("what is printed has %q", place)
		}
		if len(want) == 0 {
			if status != statusUnusable || out != "" {
				t.Fatalf("no line: status %d, %q", status, out)
			}
			return
		}
		answers := strings.SplitAfter(out, "\n")
		answers = answers[:len(answers)-1] // nothing follows the last line
		for _, line := range want {
			if len(answers) > 0 && strings.HasPrefix(answers[0], line) {
				answers = answers[1:]
			} else if !slices.ContainsFunc(strings.Split(messages, "\n"), func(m string) bool { return strings.HasPrefix(m, "turncoat puzzle solve: "+line) }) {
				t.Fatalf("no answer to %s: %q, %q", line, out, messages)
			}
		}
		if len(answers) > 0 {
			t.Fatalf("more answers than lines: %q", answers)
		}
	})
}
