package pgn

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/lines"
	"turncoat/internal/testing/longtest"
)

// small are texts of records of all kinds, whole and damaged, one after the other.
var small = []string{
	"{above}\n\n[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 {in} d5 1-0 {behind}\n\n[Event " +
		"" +
		"" +
		"\"c\"]\n",
	"; above\n{and {above\n%\n} \xef\xbb\xbf\n[Site \"a\"]\n[White \"x\"]\n\n{in}\n\n[Event " +
		"\"b\"]\n[Site \"y\"]\n\n\n[Event \"c\"]\n\n",
	"% a\n{a} ... \n\n[Event \"a\"]\n\n{b [%clk 0:00] [x] }\n\n[Event \"b\"]\n\n1. e4 " +
		"{x\n\n[Event \"c\"]\n\n*\n[Event \"d\"]\n",
	"[Event \"a\"]\n[Site \"b\"]\n\n[Event \"b\"]\n\n\n[White \"c\"]\n[x]\n\n[Event " +
		"\"d\"]\n\n[Event \"e\"]\n1. e4\n\n[Site \"f\"]\r\n\r\n",
	"[Site \"vchess.club\"]\n[Variant \"Pacifist2\"]\n[Fen \"x\"]\n\n1.d4 h6\n\n1.w d2.d4 " +
		"wpd4/wpd2\n1.b h7.h6 bph6/bph7\n[Site \"vchess.club\"]\n[Fen \"y\"]\n\n\n[Event " +
		"\"b\"]\n\n1. e4 e5 *\n",
	"1. e4 {a [Site \"b\"]\n[Event \"c\"]\n\n*\n\n1. e4 * {x} 1. d4 1-0 resigns [Event \"d\"] " +
		"*\n[Event \"e\" [Event \"f\"]\n[Event \"g\"]\n",
	"1. e4 (1. d4 {\n\n[Event \"a\"]\n} (1. c4\n\n[Event \"b\"]\n\n)) 1. \n\n[Event " +
		"\"c\"]\n\n{alone}\n\n[Site \"d\"]\n\n; x\n\n[Event \"e\"]\n\n$1 !\n\n[Event " +
		"\"f\"]\n\n\x1a [\n\n[Event \"g\"]\n\nwhite\n\n[Event \"h\"]\n\nresigns " +
		"1.e8(\n\n[Event \"i\"]\n",
	"1. e4 " + strings.Repeat("(1. d4 ",
		201) + "{\n\n[Event \"a\"]\n\n} 1... e5 )\n\n[Event \"b\"]\n",
}

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
	var tokenizer tokenizer
	for at, ok := 0, false; at < len(piece); {
		var r Record
		at, ok = tokenizer.read(&r, piece, at, last)
		if ok {
			fmt.Fprintf(all, "%q\n", tell(&r, from))
		}
	}
}

// A stream can be cut wherever a record begins by the lines around it: what is read is the same.
func TestCutAtBoundaries(t *testing.T) {
	lines := []string{
		`[Event "a"]`, `[Event "b"]`, `[Site "c"]`, `[White "d"]`, `[Fen "e"]`, "", "", "", "  ",
		"1. e4 e5", "e4", "*", "1-0", "1. e4 {c}", "e5 ; c", "% x", "1.w e2.e4 -/-",
		"2.b e7.e5 -/-", " [Black \"f\"]", "(1. d4)",
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

// tellBlocks lists all that is read of the blocks of a text, so much of it being read at a time.
func tellBlocks(t *testing.T, text []byte, size int) string {
	t.Helper()
	blocks := NewBlocks(bytes.NewReader(text), FormPGN)
	blocks.size = size
	var all strings.Builder
	var buffer []byte
	for from := 0; ; {
		block, err := blocks.Next(buffer)
		if err != nil {
			if from != len(text) {
				t.Fatalf("blocks of %d: %d of %d bytes come through", size, from, len(text))
			}
			return all.String()
		}

		if end := from + len(block.Text); end > len(text) || !bytes.Equal(block.Text,
			text[from:end]) ||
			block.Last != (end == len(text)) || block.TooLong {
			t.Fatalf("blocks of %d: after %d bytes %q, last %t, too long %t", size, from,
				block.Text, block.Last,
				block.TooLong)
		}

		tellPiece(&all, block.Text, from, block.Last)
		from += len(block.Text)
		buffer = block.Text
	}
}

// However much of a stream is read at a time, what is read of it is what is read of the whole.
func TestAnySize(t *testing.T) {
	for _, text := range small {
		whole := told([]byte(text), nil)
		for size := range min(len(text), 500) {
			if got := tellBlocks(t, []byte(text), size+1); got != whole {
				t.Fatalf("%q\nwhole:\n%sblocks of %d:\n%s", text, whole, size+1, got)
			}
		}
	}
}

func FuzzBlocks(f *testing.F) {
	for _, text := range small {
		f.Add([]byte(text), uint16(20))
	}
	f.Add([]byte("[Event \"a\"]\r\r1. e4 {x}\r"), uint16(5))
	f.Fuzz(func(t *testing.T, text []byte, size uint16) {
		if len(text) > 10000 {
			return
		}
		text, _ = io.ReadAll(lines.Ends(bytes.NewReader(text))) // as blocks have it
		whole := told(text, nil)
		if got := tellBlocks(t, text, 1+int(size)); got != whole {
			t.Fatalf("whole:\n%sblocks of %d:\n%s", whole, 1+int(size), got)
		}
	})
}

// Records that are longer than the limit, and no others, are passed over, whatever they hold,
// wherever they begin and however much is read at a time.
func TestLimit(t *testing.T) {
	const limit = 3000
	fills := []string{
		"words ", "e4\n", "\n", " ", "[Site \"x\"]\n", "[x]\n", "{[Site \"x\"]}\n",
		"1.w e2.e4 -/-\n", "1.w x\n[",
		"\n[x\n\n", "é\n", "\u0085\n\n", "(", "{", "[Annotator \"" + strings.Repeat("y",
			700) + "\"]\n",
		"x" + strings.Repeat(" ", 700) + "[Event \"x\"]\n", strings.Repeat("z", 900) + "\n",
		"1.w " +
			strings.Repeat(" ", 600) + "y\n",
	}
	r := rand.New(rand.NewPCG(5, 14))
	long := 0
	rounds := 600
	if longtest.Short() {
		rounds = 150
	}
	for range rounds {
		var text []byte
		for range 1 + r.IntN(4) {
			begin := len(text)
			text = append(text, []string{"{above}\n[Event \"a\"]\n", "[Event \"a\"]\n",
				"[Event \"a\"]\n\n1. e4 ",
				"[Site \"a\"]\n[Fen \"b\"]\n\n", "1. e4 *"}[r.IntN(5)]...)
			end := begin + r.IntN(200)
			if r.IntN(2) == 0 {
				end = begin + limit - 8 + r.IntN(16) + r.IntN(2)*r.IntN(2000)
			}
			for len(text) < end {
				text = append(text, fills[r.IntN(len(fills))]...)
				if r.IntN(3) > 0 {
					text = append(text, fills[0]...)
				}
			}

			text = append(text[:max(end, begin)], "\n\n"...)
		}

		want := pieces(text, limit)
		long += strings.Count(want, "too long")
		for range 2 {
			size := 1 + r.IntN(600)
			if got := piecesOfBlocks(t, text, limit, size); got != want {
				t.Fatalf("%q\nwhole:\n%sblocks of %d:\n%s", text, want, size, got)
			}
		}
	}

	if long < rounds/3 {
		t.Errorf("only %d records are too long", long)
	}
}

// The limit holds to the byte, for a record with others behind it and for one behind others, with
// comments above it or without.
func TestLimitExactly(t *testing.T) {
	const limit = 3000
	for _, above := range []string{"", "{above}\n\n", "{" + strings.Repeat("long ", 580) + "}\n",
		"{" + strings.Repeat("longer", 499) + "}\n\n\n", "{" + strings.Repeat("longer",
			499) + "}\n\n\n\n",
		"{" + strings.Repeat("longer", 499) + "}\n\n\n\n\n"} {
		for _, before := range []string{"", "[Event \"a\"]\n\n1. e4 *\n\n"} {
			for n := limit - 1; n <= limit+1; n++ {
				head := above + "[Event \"b\"]\n\n1. e4 {"
				text := before + head + strings.Repeat("x", max(0, n-len(head)-len("} *\n\n"))) +
					"} *\n\n[Event \"c\"]\n\n[Event \"d\"]\n\n*\n"
				want := pieces([]byte(text), limit)
				if long := strings.Contains(want, "too long"); long != (n > limit) &&
					before == "" && len(above) < 100 {
					t.Fatalf("a record of %d: %s", n, want)
				}
				for _, size := range []int{1, 30, 31, 32, 500, 512, 600} {
					if got := piecesOfBlocks(t, []byte(text), limit, size); got != want {
						t.Fatalf("%.20q above, %d bytes\nwhole:\n%sblocks of %d:\n%s", above, n,
							want, size, got)
					}
				}
			}
		}
	}
}

// pieces lists what is read of a whole text, and the records that are longer than a limit.
func pieces(text []byte, limit int) string {
	var all strings.Builder
	for from := 0; from < len(text); {
		to := from
		for next := true; next; {
			to++
			for to < len(text) && (text[to-1] != '\n' || !boundaryAt(text[from:], to-from)) {
				to++
			}
			// comments alone
			next = to < len(text) && to-from <= limit && told(text[from:to], nil) == ""
		}

		if to-from > limit {
			fmt.Fprintf(&all, "too long %d-%d, %d lines\n", from, to, bytes.Count(text[from:to],
				newline))
		} else {
			tellPiece(&all, text[from:to], from, to == len(text))
		}

		from = to
	}

	return all.String()
}

func piecesOfBlocks(t *testing.T, text []byte, limit, size int) string {
	t.Helper()
	blocks := NewBlocks(bytes.NewReader(text), FormPGN)
	blocks.size, blocks.limit = size, limit
	var all strings.Builder
	from := 0
	for {
		block, err := blocks.Next(nil)
		if err != nil {
			return all.String()
		}
		n := bytes.Count(block.Text, newline) + block.skipped
		if block.TooLong {
			if !bytes.HasPrefix(text[from:], block.Text) {
				t.Fatalf("at %d the text of the block is %q", from, block.Text)
			}
			to := from + len(block.Text)
			for left := block.skipped; left > 0; to++ {
				if text[to] == '\n' {
					left--
				}
			}

			if block.Last {
				to = len(text)
			}
			fmt.Fprintf(&all, "too long %d-%d, %d lines\n", from, to, n)
			from = to
		} else {
			tellPiece(&all, block.Text, from, block.Last)
			from += len(block.Text)
		}

		if blocks.Lines() != bytes.Count(text[:from], newline) || block.Lines != blocks.Lines()-n {
			t.Fatalf("%d lines of the first %d bytes", blocks.Lines(), from)
		}
	}
}
