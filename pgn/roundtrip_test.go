package pgn_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"turncoat/internal/testing/randomgame"
	"turncoat/internal/testing/rulestest"

	"turncoat/pgn"
	"turncoat/rules"
)

// same says how two records differ, "" when they are the same game.
func same(a, b *pgn.PlayedGame) string {
	switch {
	case a.Variant.Set() != b.Variant.Set():
		return fmt.Sprintf("rules %s and %s", a.Variant.Set().Name, b.Variant.Set().Name)
	case a.Start != b.Start:
		return "start"
	case a.Result != b.Result:
		return fmt.Sprintf("results %v and %v", a.Result, b.Result)
	case fmt.Sprint(a.CanonicalTags()) != fmt.Sprint(b.CanonicalTags()):
		return fmt.Sprintf("tags %v and %v", a.CanonicalTags(), b.CanonicalTags())
	}

	return sameLine(&a.Main, &b.Main, "")
}

func sameLine(a, b *pgn.Variation, at string) string {
	if fmt.Sprint(a.Comments) != fmt.Sprint(b.Comments) {
		return fmt.Sprintf("%s: comments %q and %q", at, a.Comments, b.Comments)
	}
	if len(a.Turns) != len(b.Turns) {
		return fmt.Sprintf("%s: %d and %d turns", at, len(a.Turns), len(b.Turns))
	}
	for i, t := range a.Turns {
		u := b.Turns[i]
		here := fmt.Sprintf("%s %d", at, i+1)
		switch {
		case t.Before != u.Before || t.Played.Turn != u.Played.Turn ||
			t.Played.After != u.Played.After:
			return here + ": the turn"
		case len(t.Played.Waves) != len(u.Played.Waves) || len(t.Played.Waves) > 0 &&
			!reflect.DeepEqual(t.Played.Waves, u.Played.Waves):
			return here + ": the waves"
		case fmt.Sprint(t.NAGs) != fmt.Sprint(u.NAGs):
			return fmt.Sprintf("%s: annotations %v and %v", here, t.NAGs, u.NAGs)
		case fmt.Sprintf("%q", t.Comments) != fmt.Sprintf("%q", u.Comments):
			return fmt.Sprintf("%s: comments %q and %q", here, t.Comments, u.Comments)
		case len(t.Variations) != len(u.Variations):
			return here + ": the variations"
		}

		for j := range t.Variations {
			if d := sameLine(t.Variations[j], u.Variations[j], here+"."); d != "" {
				return d
			}
		}
	}

	return ""
}

// back reads one game back, with nothing to say against it.
func back(t *testing.T, form pgn.Form, text []byte) *pgn.PlayedGame {
	t.Helper()
	var g *pgn.Record
	if form == pgn.FormJSON {
		if games := pgn.ParseJSON(text); len(games) == 1 {
			g = games[0]
		}
	} else {
		var end int
		g, end = pgn.Next(text, 0, true)
		if end != len(text) {
			t.Fatalf("read to %d of %d:\n%s", end, len(text), text)
		}
	}

	if g == nil {
		t.Fatalf("no game in:\n%s", text)
	}
	record, problems := pgn.Replay(g, pgn.Options{})
	for _, p := range problems {
		if p.Code == pgn.MissingTag && form != pgn.FormPGN {
			continue
		}
		t.Fatalf("ply %d %s: %s: %s\n%s", p.Ply, p.Move, p.Code, p.Message, text)
	}

	return record
}

// Any record, written in any form that holds it, reads back as the same game, and what has been
// read is written the same.
func TestRoundTrip(t *testing.T) {
	held := map[string]int{}
	for _, name := range rulestest.Representative() {
		variant := rules.New(rulestest.Builtin(t, name))
		for seed := range uint64(40) {
			r := rand.New(rand.NewPCG(seed, 4))
			record := randomgame.New(r, variant, randomgame.Options{Plies: 30,
				Shuffled: seed%2 == 1, Annotated: seed%4 < 3,
				PartialReclaims: seed%3 > 0})
			roundTrip(t, record, held)
		}
	}

	for _, name := range []string{"vchess pacifist1", "vchess pacifist2", "vchess benedict"} {
		if held[name] < 5 {
			t.Errorf("only %d games of %s were written", held[name], name)
		}
	}
}

func roundTrip(t *testing.T, record *pgn.PlayedGame, held map[string]int) {
	t.Helper()
	forms := []struct {
		name  string
		form  pgn.Form
		write func([]byte, *pgn.PlayedGame) ([]byte, error)
	}{
		{"pgn", pgn.FormPGN, func(b []byte, r *pgn.PlayedGame) ([]byte,
			error) {
			return pgn.AppendPGN(b, r, false)
		}},
		{"pgn with conversions", pgn.FormPGN, func(b []byte, r *pgn.PlayedGame) ([]byte,
			error) {
			return pgn.AppendPGN(b, r, true)
		}},
		{"json", pgn.FormJSON, pgn.AppendJSON},
		{"vchess", pgn.FormNone, pgn.AppendVChess},
	}
	for _, f := range forms {
		text, err := f.write(nil, record)
		if err != nil {
			if f.name != "vchess" {
				t.Fatalf("%s: %v", f.name, err)
			}
			continue
		}

		held[f.name+" "+record.Variant.Set().Name]++
		if f.form == pgn.FormPGN {
			shortLines(t, text)
		}
		again := back(t, f.form, text)
		if d := same(record, again); d != "" {
			t.Fatalf("%s: %s\n%s", f.name, d, text)
		}
		twice, err := f.write(nil, again)
		if err != nil || string(twice) != string(text) {
			t.Fatalf("%s: written again it is not the same: %v\n%s\n%s", f.name, err, text, twice)
		}
	}
}

// shortLines looks for a line of movetext that is longer than the export format allows (79 columns)
// and could have been broken: comments in one word, and after a semicolon, cannot.
func shortLines(t *testing.T, text []byte) {
	t.Helper()
	for _, line := range strings.Split(string(text), "\n") {
		if utf8.RuneCountInString(line) > 79 && !strings.ContainsAny(line, "[{;}") {
			t.Fatalf("a line of %d columns: %s", utf8.RuneCountInString(line), line)
		}
	}
}
