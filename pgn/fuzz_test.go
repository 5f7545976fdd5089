package pgn_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/randomgame"

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
			texts = append(texts, filetest.Read(f, name))
		}
	}

	return texts
}

// annotated returns a random game with everything that a record can hold.
func annotated(f testing.TB, name string, plies int) *pgn.PlayedGame {
	f.Helper()
	variant, err := rules.Named(name)
	if err != nil {
		f.Fatal(err)
	}
	return randomgame.New(rand.New(rand.NewPCG(1, 2)), variant, randomgame.Options{Plies: plies,
		Annotated:       true,
		PartialReclaims: true})
}

// Whatever is read and has no error is the same game when it has been written as PGN or JSON and
// read back, and written again it is the same text.
func FuzzPGN(f *testing.F) {
	for _, text := range seeds(f, "../examples/*.pgn") {
		// short, for many tries a second: the whole is read by other tests
		f.Add(text[:min(200, len(text))])
	}
	for _, name := range []string{"pacifist-number", "conversion", "chess"} {
		text, err := pgn.AppendPGN(nil, annotated(f, name, 3), true)
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
			at = end
			if g != nil {
				rewrite(t, g)
			}
		}
	})
}

func rewrite(t *testing.T, g *pgn.Record) {
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
	f.Add([]byte(`{"rules":"pacifist-average","tags":[["Event","a"]],"start":"start","result":"1-0","comments":["a"],"turns":[{"uci":"e2e4","comments":["b"],"variations":[{"turns":[{"uci":"d2d4"}]}]}]}`))
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
	f.Add([]byte("Conversion Chess\n\n1. Anna – Bruno, Vienna 1999, 0-1: 1.Nf3?! d5 2.d4?? " +
		"Bh3/Nf3+ 3.Resigns\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 10000 {
			return
		}
		for _, g := range pgn.ParseText(text) {
			rewrite(t, g)
		}
	})
}
