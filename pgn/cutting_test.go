package pgn

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// told lists all that is read of a text, piece by piece where it is cut at the places given.
func told(text []byte, cuts []int) string {
	var all strings.Builder
	from := 0
	for i, to := range append(slices.Clone(cuts), len(text)) {
		tellPiece(&all, slices.Clip(text[from:to]), from, i == len(cuts))
		from = to
	}
	return all.String()
}

// tellPiece lists all that is read of a piece of a text that begins at a place.
func tellPiece(all *strings.Builder, piece []byte, from int, last bool) {
	for at := 0; at < len(piece); {
		var g *Game
		if g, at = Next(piece, at, last); g != nil {
			tellGame(all, g, from)
		}
	}
}

func tellGame(all *strings.Builder, g *Game, from int) {
	fmt.Fprintf(all, "%d-%d dialect %d", from+g.At, from+g.End, g.Dialect)
	for _, tag := range g.Tags {
		fmt.Fprintf(all, " %d[%s %s]", from+tag.At, tag.Name, tag.Value)
	}
	for _, c := range g.Main.Comments {
		fmt.Fprintf(all, " {%s}", c.Text)
	}
	for _, m := range g.Main.Moves {
		fmt.Fprintf(all, " %d %s %d", m.Number, m.Text, from+m.At)
		for _, c := range m.Comments {
			fmt.Fprintf(all, " {%s}", c.Text)
		}
		for _, v := range m.Variations {
			fmt.Fprintf(all, " (%d)", len(v.Moves))
		}
	}
	for _, r := range g.Results {
		fmt.Fprintf(all, " %s %t %t", r.Result, r.Resigns, r.HasResigner)
	}
	for _, m := range g.Machine {
		fmt.Fprintf(all, " <%s %t>", m.Text, m.Incomplete)
	}
	for _, m := range g.After {
		fmt.Fprintf(all, " after %s", m.Text)
	}
	for _, f := range g.Faults {
		fmt.Fprintf(all, " !%s %d-%d %s", f.Code, from+f.At, from+f.End, f.Reason)
	}
	fmt.Fprintf(all, " closed %t\n", g.closed)
}

// A stream can be cut wherever a record begins by the lines around it: what is read is the same.
func TestCutAtBoundaries(t *testing.T) {
	lines := []string{
		`[Event "a"]`, `[Event "b"]`, `[Site "c"]`, `[White "d"]`, `[Fen "e"]`, "", "", "", "  ", "1. e4 e5", "e4", "*", "1-0", "1. e4 {c}", "e5 ; c", "% x", "1.w e2.e4 -/-", "2.b e7.e5 -/-", " [Black \"f\"]", "(1. d4)",
	}
	r := rand.New(rand.NewPCG(3, 9))
	cut := 0
	for range 4000 {
		var text []byte
		for range 1 + r.IntN(12) {
			text = append(text, lines[r.IntN(len(lines))]...)
			text = append(text, []string{"\n", "\n", "\n", "\r\n"}[r.IntN(4)]...)
		}
		var cuts []int
		for at := 1; at < len(text); at++ {
			if text[at] == '[' && text[at-1] == '\n' && boundaryAt(text, at) {
				cuts = append(cuts, at)
			}
		}
		whole := told(text, nil)
		for _, some := range [][]int{cuts, cuts[:min(1, len(cuts))]} {
			if pieces := told(text, some); pieces != whole {
				t.Fatalf("%q\nwhole:\n%scut at %v:\n%s", text, whole, some, pieces)
			}
		}
		cut += len(cuts)
	}
	if cut < 1000 {
		t.Errorf("only %d cuts were made", cut)
	}
}

// Wherever a text ends, it is read to its end, and what is told of it lies within it.
func TestCutAnywhere(t *testing.T) {
	for _, text := range []string{
		"{a}\n\n[Event \"a \\\"b\\\\\"]\n[x]\n[Site \"c\" ]  \n\n1. e4! $14 +- (1 . d4 {[%conv e4]} ((c4))) 1... e5?? ; line\n% z\n2.Nf3+ e8(Q) e.p. White resigns\n1-0 Nc6 12 123456789 00 0-0-0 1/2-1/2 * [y \x1a\xef\xbb\xbf é ½",
		"[Site \"vchess.club\"]\n[Fen \"x\"]\n\n1.d4 h6\n\n1.w d2.d4 wpd4/wpd2\n12.b h7.h6 bph6.wqa1/bph7\n12 \n1000000.w e2.e4 -/-\n\n[Event \"b\"]\n",
		"1. Anna – Bruno, Vienna 1999, 1-0: `1.Nf3?! d5 2.d4?? Bh3/Nf3+` end\n\nA vs. B: 1. e4\n\nconversion chess\n", `{"rules":"chess","tags":[["Event","a"]],"start":"start","result":"*","turns":[{"uci":"e2e4"}]} {}`,
	} {
		for n := range len(text) + 1 {
			piece := slices.Clip([]byte(text[:n]))
			var list []*Game
			for _, last := range []bool{false, true} {
				for at := 0; at < n; {
					g, end := Next(piece, at, last)
					if end <= at || end > n {
						t.Fatalf("%q is read from %d to %d", piece, at, end)
					}
					if at = end; g != nil {
						list = append(list, g)
					}
				}
			}
			list = append(list, ParseText(piece)...)
			list = append(list, ParseJSON(piece)...)
			for _, g := range list {
				inside := 0 <= g.At && g.At <= g.End && g.End <= n
				for _, f := range g.Faults {
					inside = inside && 0 <= f.At && f.At <= f.End && f.End <= n
				}
				for _, m := range slices.Concat(g.Main.Moves, g.After) {
					inside = inside && g.At <= m.At && m.At <= m.End && m.End <= n
				}
				if !inside {
					t.Fatalf("%q: %+v", piece, g)
				}
				Replay(g, Options{})
			}
		}
	}
}

// An empty text holds no record.
func TestEmptyText(t *testing.T) {
	for _, text := range [][]byte{nil, {}} {
		if g, end := Next(text, 0, true); g != nil || end != 0 {
			t.Errorf("%+v, up to %d", g, end)
		}
	}
}
