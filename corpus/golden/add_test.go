package golden_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"flag"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/ruleset"
)

var add = flag.String(
	"add",
	"",
	"add the cases of a `FILE` to the committed corpora, the first of them to the smaller ones, too",
)

// most is how many cases a corpus may have.
var most = map[corpus.Size]int{corpus.Smoke: 80, corpus.Standard: 250, corpus.Full: 600}

// No corpus has more cases than an implementation is asked for in a moment. With -add it grows as
// far as that.
func TestSizes(t *testing.T) {
	if *add != "" {
		grow(t)
	}
	for _, name := range ruleset.BuiltinNames() {
		for _, size := range corpus.Sizes() {
			cases, err := casesOf(size, name)
			if err != nil || len(cases) == 0 || len(cases) > most[size] {
				t.Errorf("%s %s has %d cases, %v", name, size, len(cases), err)
			}
		}
	}
}

// grow adds the cases of the file to each size of their rule sets, and writes the manifest.
func grow(t *testing.T) {
	f, err := os.Open(*add)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	more, err := corpus.Read(f, *add)
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifest()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ruleset.BuiltinNames() {
		set := rulestest.Builtin(t, name)
		var taken []corpus.Case // by the size before
		full, err := corpus.Golden(corpus.Full, name)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range more { // as it is already
			if at := slices.IndexFunc(full, func(o corpus.Case) bool {
				return o.ID == c.ID
			}); at >= 0 {
				more[i] = full[at]
			}
		}
		for _, size := range corpus.Sizes() {
			cases, err := corpus.Golden(size, name)
			if err != nil {
				t.Fatal(err)
			}
			fresh := slices.Concat(taken, more)
			for _, c := range fresh {
				room := len(cases) < most[size] ||
					slices.ContainsFunc(taken, func(o corpus.Case) bool { return o.ID == c.ID })
				if c.Rules == set && room &&
					!slices.ContainsFunc(cases, func(o corpus.Case) bool { return o.ID == c.ID }) {
					cases, taken = append(cases, c), append(taken, c)
				}
			}
			slices.SortFunc(
				cases,
				func(a, b corpus.Case) int {
					return cmp.Or(a.Size()-b.Size(), strings.Compare(a.ID, b.ID))
				},
			)
			file := corpus.GoldenFileName(set, size)
			var text bytes.Buffer
			if err := corpus.Write(&text, cases); err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(m.Files, func(f corpus.ManifestFile) bool {
				return f.File == file
			})
			entry := m.Files[i]
			entry.SHA256, entry.Bytes, entry.Cases = corpus.Checksum(text.Bytes()), text.Len(),
				len(cases)
			m.Put(entry)
			var out bytes.Buffer
			w := io.Writer(&out)
			if strings.HasSuffix(file, ".gz") {
				w, _ = gzip.NewWriterLevel(&out, gzip.BestCompression) // there is such a level
			}
			if _, err := w.Write(text.Bytes()); err != nil {
				t.Fatal(err)
			}
			if packed, ok := w.(*gzip.Writer); ok {
				packed.Close()
			}
			if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	text, err := m.Append(nil)
	if err == nil {
		err = os.WriteFile("manifest.json", text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Positions in which right-looking programs were wrong are asked, and the move that they played is
// not among the turns: castling out of check with the king on its end square, with another rook in
// the way, with a right that the king of its rank has no more; a two-step is judged with the pawn
// on its square (PAC-3).
func TestNamedPositions(t *testing.T) {
	for _, test := range []struct{ set, fen, moves, uci string }{
		{"pacifist1", "4k3/8/8/8/8/1n6/P6P/R1K5 w Q - 0 1", "", "c1a1"},
		{"chess", "4k3/8/8/8/8/1n6/P6P/R1K5 w Q - 0 1", "", "c1a1"},
		{"pacifist1", "6Kr/8/8/2P5/8/8/8/RK1R4 w KQk - 0 1", "", "b1a1"},
		{"pacifist1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1d1 e8f7", "d1h1"},
		{"pacifist-value", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1d1 e8f7", "d1h1"},
		{"pacifist1", "4k3/8/8/8/8/8/8/1RR1K3 w Q - 0 1", "", "e1b1"},
	} {
		cases, err := corpus.Golden(corpus.Smoke, test.set)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(
			cases,
			func(c corpus.Case) bool {
				return c.FEN == test.fen && strings.Join(c.Moves, " ") == test.moves
			},
		)
		if i < 0 {
			t.Errorf("%s: %s %s is not asked", test.set, test.fen, test.moves)
			continue
		}
		for _, turn := range cases[i].Turns {
			if turn.UCI == test.uci {
				t.Errorf("%s: %s is legal in %s", test.set, test.uci, test.fen)
			}
		}
	}
	cases, err := corpus.Golden(corpus.Smoke, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	lifted, long := false, false
	for _, c := range cases {
		for _, turn := range c.Turns {
			lifted = lifted || c.FEN == "k7/8/8/8/8/K7/4P3/4r3 w - - 0 1" && turn.UCI == "e2e4"
			long = long || len(turn.Waves) > 6
		}
	}
	if !lifted || !long {
		t.Errorf("a two-step before an enemy rook is asked: %t; a turn of seven waves: %t", lifted,
			long)
	}
}
