package pgn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"turncoat/pgn"
)

// Wherever a text ends, it is read to its end, and what is told of it lies within it.
func TestCutAnywhere(t *testing.T) {
	for _, text := range []string{
		"{a}\n\n[Event \"a \\\"b\\\\\"]\n[x]\n[Site \"c\" ]  \n\n1. e4! $14 +- (1 . d4 {[%conv " +
			"e4]} ((c4))) 1... e5?? ; line\n% z\n2.Nf3+ e8(Q) e.p. White resigns\n1-0 Nc6 12 " +
			"123456789 00 0-0-0 1/2-1/2 * [y \x1a\xef\xbb\xbf é ½",
		"[Site \"vchess.club\"]\n[Fen \"x\"]\n\n1.d4 h6\n\n1.w d2.d4 wpd4/wpd2\n12.b h7.h6 " +
			"bph6.wqa1/bph7\n12 \n1000000.w e2.e4 -/-\n\n[Event \"b\"]\n",
		"1. Anna – Bruno, Vienna 1999, 1-0: `1.Nf3?! d5 2.d4?? Bh3/Nf3+` end\n\nA vs. B: 1. " +
			"e4\n\nconversion chess\n",
		`{"rules":"chess","tags":[["Event","a"]],"start":"start","result":"*","turns":[{"uci":"e2e4"}]} {}`,
	} {
		for n := range len(text) + 1 {
			piece := slices.Clip([]byte(text[:n]))
			var list []*pgn.Record
			for _, last := range []bool{false, true} {
				for at := 0; at < n; {
					g, end := pgn.Next(piece, at, last)
					if end <= at || end > n {
						t.Fatalf("%q is read from %d to %d", piece, at, end)
					}
					at = end
					if g != nil {
						list = append(list, g)
					}
				}
			}

			for _, g := range append(list, pgn.ParseText(piece)...) {
				checkPlaces(t, piece, g)
				pgn.Replay(g, pgn.Options{})
			}
			for _, g := range pgn.ParseJSON(piece) {
				pgn.Replay(g, pgn.Options{})
			}
		}
	}
}

// checkPlaces checks that each part of a record stands at its place in the text.
func checkPlaces(t *testing.T, text []byte, g *pgn.Record) {
	t.Helper()
	stands := func(at, end int, part string) {
		if !utf8.Valid(text) {
			part = "" // it is read as Latin-1
		}
		if at < 0 || end < at || end > len(text) || !strings.HasPrefix(string(text[at:end]), part) {
			t.Fatalf("%q does not stand at %d to %d of %q", part, at, end, text)
		}
	}
	stands(g.At, g.End, "")
	for _, f := range g.Faults {
		stands(f.At, f.End, "")
	}
	for _, tag := range g.Tags {
		value, _, _ := strings.Cut(tag.Value, `"`) // escapes are not in the value
		if g.Dialect != pgn.Plain {
			stands(tag.ValueAt, len(text), value)
		}
	}
	for _, r := range g.Results {
		stands(r.At, r.End, "")
	}
	for _, m := range slices.Concat(g.Main.Moves, g.After) {
		stands(m.At, m.End, m.Text)
		if m.Number >= 0 {
			stands(m.NumberAt, m.At, strconv.Itoa(m.Number))
		}
		for _, c := range m.Comments {
			word, _, _ := strings.Cut(c.Text, " ")
			stands(c.At, len(text), string(text[c.At:])[:strings.Index(string(text[c.At:]),
				word)]+word)
		}
	}
}

// Wherever a block ends, within the tags that open a record too, all records are read.
func TestBlocksEndAnywhere(t *testing.T) {
	small := strings.Repeat("[Event \"b\"]\n[Site \"c\"]\n\n1. e4 e5 *\n\n", 3)
	for off := range 50 {
		head := "[Event \"a\"]\n\n{"
		text := head + strings.Repeat("x",
			(256<<10)-len(head)-len("} *\n\n")-off) + "} *\n\n" + small
		var got []string
		err := pgn.Each(strings.NewReader(text), pgn.FormPGN, func(i pgn.Item) error {
			got = append(got, fmt.Sprint(len(i.Game.Tags), len(i.Game.Main.Moves),
				len(i.Game.Faults)))
			return nil
		})
		if all := strings.Join(got, ", "); err != nil || all != "1 0 0, 2 2 0, 2 2 0, 2 2 0" {
			t.Fatalf("%d bytes before the end: %s, %v", off, all, err)
		}
	}
}

// A reader that gives nothing for a while is read on; one that never gives anything is an error.
func TestIdleReaders(t *testing.T) {
	for idle, want := range map[int]error{99: nil, 101: io.ErrNoProgress} {
		games := 0
		err := pgn.Each(&idler{bytes.NewReader([]byte("1. e4 *\n")), idle}, pgn.FormPGN,
			func(pgn.Item) error { games++; return nil })
		if !errors.Is(err, want) || (err == nil) != (games == 1) {
			t.Errorf("idle %d times: %d games, %v", idle, games, err)
		}
	}
}

func (i *idler) Read(b []byte) (int, error) {
	if i.idle > 0 {
		i.idle--
		return 0, nil
	}

	return i.r.Read(b)
}

// What visit says ends the reading, in every form.
func TestEachEnds(t *testing.T) {
	stop := errors.New("enough")
	const record = `{"rules":"chess","tags":[],"start":"start","result":"*","turns":[]}`
	for form, text := range map[pgn.Form]string{pgn.FormPGN: "1. e4 *\n\n[Event \"b\"]\n\n*\n",
		pgn.FormText: "A – B: 1. e4 *\n\nA – B: 1. d4 *\n", pgn.FormJSON: record + "\n" + record} {
		n := 0
		if err := pgn.Each(strings.NewReader(text), form,
			func(pgn.Item) error { n++; return stop }); !errors.Is(err, stop) ||
			n != 1 {
			t.Errorf("form %d: %d games, %v", form, n, err)
		}
	}

	n := 0
	if err := pgn.Each(strings.NewReader("[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n*\n"),
		pgn.FormText,
		func(pgn.Item) error { n++; return stop }); !errors.Is(err, stop) || n != 1 {
		t.Errorf("PGN in a text: %d games, %v", n, err)
	}
}

type idler struct {
	r    io.Reader
	idle int
}
