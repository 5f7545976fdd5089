package pgn_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"turncoat/internal/randomgame"
	"turncoat/pgn"
	"turncoat/rules"
)

func seeds(f testing.TB, patterns ...string) (texts [][]byte) {
	f.Helper()
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			f.Fatal(pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			texts = append(texts, text)
		}
	}
	return texts
}

// annotated returns a random game with everything that a record can hold.
func annotated(f testing.TB, name string) *pgn.PlayedGame {
	f.Helper()
	g, err := rules.Named(name)
	if err != nil {
		f.Fatal(err)
	}
	return randomgame.New(rand.New(rand.NewPCG(1, 2)), g, randomgame.Options{Plies: 10, Annotated: true, PartialReclaims: true})
}

// Whatever is read and has no error is the same game when it has been written as PGN or JSON and read back, and
// written again it is the same text.
func FuzzPGN(f *testing.F) {
	for _, text := range seeds(f, "../examples/*.pgn") {
		f.Add(text)
	}
	for _, name := range []string{"pacifist-number", "conversion", "chess"} {
		text, err := pgn.AppendPGN(nil, annotated(f, name), true)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 10000 {
			return
		}
		for at := 0; at < len(text); {
			g, end := pgn.Next(text, at, true)
			if end <= at {
				t.Fatalf("reading stands still at %d", at)
			}
			if at = end; g != nil {
				rewrite(t, g)
			}
		}
	})
}

func rewrite(t *testing.T, g *pgn.Game) {
	t.Helper()
	record, problems := pgn.Replay(g, pgn.Options{})
	if pgn.Err(problems) != nil {
		return
	}
	text, err := pgn.AppendPGN(nil, record, true)
	if err != nil {
		return // refused
	}
	again := back(t, pgn.FormPGN, text)
	if d := same(record, again); d != "" {
		t.Fatalf("%s:\n%s", d, text)
	}
	line, err := pgn.AppendJSON(nil, record)
	if err != nil {
		t.Fatal(err)
	}
	if d := same(record, back(t, pgn.FormJSON, line)); d != "" {
		t.Fatalf("%s:\n%s", d, line)
	}
}

// JSON of any shape is read without a panic, and what can be played is the same game again.
func FuzzJSON(f *testing.F) {
	for _, name := range []string{"pacifist-average", "conversion"} {
		line, err := pgn.AppendJSON(nil, annotated(f, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
	}
	f.Add([]byte(`{"rules":"chess","tags":[],"start":"start","result":"*","turns":[{"uci":"e2e4","nags":[1]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 10000 {
			return
		}
		for _, g := range pgn.ParseJSON(text) {
			rewrite(t, g)
		}
	})
}

// Plain text of any kind is read without a panic, and what can be played is the same game again.
func FuzzText(f *testing.F) {
	for _, text := range seeds(f, "../examples/*.txt") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 10000 {
			return
		}
		for _, g := range pgn.ParseText(text) {
			rewrite(t, g)
		}
	})
}

// However a stream is cut into reads, the blocks hold all of it, and the games are those of the whole.
func FuzzBlocks(f *testing.F) {
	for _, text := range seeds(f, "../examples/*.pgn") {
		f.Add(text, uint8(3))
	}
	f.Add([]byte("[Event \"a\"]\n\n1. e4 {x\n\n[Event \"b\"]\n\n*\n[Event \"c\"]\n"), uint8(20))
	f.Fuzz(func(t *testing.T, text []byte, copies uint8) {
		if len(text) > 10000 {
			return
		}
		whole := bytes.Repeat(text, 1+min(int(copies)*8, 600_000/(1+len(text)))) // often several blocks
		blocks := pgn.NewBlocks(iotest.HalfReader(bytes.NewReader(whole)))
		var joined []byte
		var starts, ends []int
		for {
			b, err := blocks.Next(nil)
			if err != nil {
				break
			}
			for at := 0; at < len(b.Text); {
				var g *pgn.Game
				if g, at = pgn.Next(b.Text, at, b.Last); g != nil {
					starts, ends = append(starts, len(joined)+g.At), append(ends, len(joined)+g.End)
				}
			}
			joined = append(joined, b.Text...)
		}
		if !bytes.Equal(joined, whole) {
			t.Fatalf("%d of %d bytes came through", len(joined), len(whole))
		}
		for at, i := 0, 0; at < len(whole); {
			var g *pgn.Game
			if g, at = pgn.Next(whole, at, true); g == nil {
				break
			}
			if i >= len(starts) || g.At != starts[i] || g.End != ends[i] {
				t.Fatalf("game %d stands at %d to %d of the whole, and elsewhere in the blocks", i+1, g.At, g.End)
			}
			i++
		}
	})
}
