package validate

import (
	"bytes"
	"context"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/randomgame"
	"turncoat/internal/testing/rulestest"

	"turncoat/pgn"
	"turncoat/rules/ruleset"
)

// valid returns files of every form that are all right, or as right as real ones are, not too long.
func valid(t testing.TB) map[pgn.Form][][]byte {
	t.Helper()
	read := func(pattern string, most int) (texts [][]byte) {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			if text, err := os.ReadFile(name); err == nil && len(text) <= most {
				texts = append(texts, text)
			}
		}

		return texts
	}
	pgns := append(read("testdata/vchess/*.pgn", 3000), read("../examples/*.pgn", 5000)...)
	pgns = append(pgns, orthodox(t)[:4000])
	for _, name := range []string{"pacifist1", "pacifist-number", "pacifist-average", "conversion",
		"chess"} {
		pgns = append(pgns, randomPGN(t, name, 3, true, randomgame.Options{Plies: 14,
			Annotated:       true,
			PartialReclaims: true}))
	}

	return map[pgn.Form][][]byte{
		pgn.FormPGN: pgns, pgn.FormText: read("../examples/*.txt", 5000),
		pgn.FormScenarios: append(read("../specs/testdata/interface.yaml", 5000),
			ruleset.AppendYAML(nil, rulestest.Builtin(t, "pacifist1"))),
	}
}

// Four thousand random damages of valid files: no panic, no hang, no allocation out of all
// proportion, and every finding has its place in the text.
func TestDamage(t *testing.T) {
	total := 4000
	if longtest.Short() {
		total = 120
	}
	texts := valid(t)
	r := rand.New(rand.NewPCG(10, 4))
	findings := 0
	for i := range total {
		form := pgn.FormPGN
		switch {
		case i%40 == 0:
			form = pgn.FormScenarios
		case i%10 == 1:
			form = pgn.FormText
		}

		text := corrupt(r, texts[form][r.IntN(len(texts[form]))])
		findings += judgeDamaged(t, text, form)
	}

	if findings < total/2 {
		t.Errorf("%d damages gave only %d findings", total, findings)
	}
}

func judgeDamaged(t testing.TB, text []byte, form pgn.Form) int {
	t.Helper()
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(allocated)
	before, began := allocated[0].Value.Uint64(), time.Now()
	// a scenario may ask for a long search
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Second)
	defer cancel()
	records := judgeForm(ctx, form, text, Rules{})
	metrics.Read(allocated)
	if spent, used := time.Since(began),
		allocated[0].Value.Uint64()-before; spent > 10*time.Second || used > 256<<20 {
		t.Fatalf("%v and %d bytes for\n%s", spent, used, text)
	}
	count := 0
	lines := bytes.Count(text, []byte("\n")) + 1
	for i := range records {
		for _, f := range records[i].Findings {
			count++
			if f.Line > lines || f.Line < 0 || f.Line > 0 && f.Column < 1 || f.Message == "" {
				t.Fatalf("%+v in\n%s", f, text)
			}
		}
	}

	for _, format := range Formats() {
		reporter := NewReporter(io.Discard, format, Style{})
		for i := range records {
			if err := reporter.Record(&records[i]); err != nil {
				t.Fatal(err)
			}
		}
	}

	return count
}

// Nothing that a file of PGN may hold makes a panic. It begins with short records, of which
// hundreds are judged a second; longer ones are damaged by TestDamage.
func FuzzGames(f *testing.F) {
	for _, code := range slices.Sorted(maps.Keys(shortest)) {
		f.Add([]byte(shortest[code]))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) < 2000 {
			judgeDamaged(t, text, pgn.FormPGN)
		}
	})
}

// Nothing that stands in a text file, a scenario file or a rule set makes a panic.
func FuzzOtherForms(f *testing.F) {
	texts := valid(f)
	for _, form := range []pgn.Form{pgn.FormText, pgn.FormScenarios} {
		for _, text := range texts[form] {
			f.Add(text, form == pgn.FormScenarios)
		}
	}

	f.Fuzz(func(t *testing.T, text []byte, yaml bool) {
		form := pgn.FormText
		if yaml {
			form = pgn.FormScenarios
		}
		if len(text) < 5000 {
			judgeDamaged(t, text, form)
		}
	})
}
