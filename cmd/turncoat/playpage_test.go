package main

import (
	"bytes"
	"flag"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/cmd/internal/command"
	"turncoat/internal/testing/filetest"
	"turncoat/rules/board"
	"turncoat/specs"
)

var drawPage = flag.Bool(
	"draw",
	false,
	"draw the pictures of docs/play.md instead of comparing them",
)

var pagePicture = regexp.MustCompile(`<!-- diagram (.*) -->\n!\[[^\]]+\]\((play/[a-z0-9-]+\.svg)\)`)

var quotedWord = regexp.MustCompile(`"[^"]*"|\S+`)

// The pictures of docs/play.md are what "turncoat diagram" draws, and every position in them stands
// in the scenarios that hold what the page says.
func TestPlayPage(t *testing.T) {
	page := filetest.Read(t, "../../docs/play.md")
	suite, faults := specs.Read(t.Context(),
		filetest.Read(t, "../../specs/19-introduction.yaml"),
		"19-introduction.yaml",
	)
	if len(faults) > 0 {
		t.Fatal(faults[0])
	}
	pictures := pagePicture.FindAllSubmatch(page, -1)
	if len(pictures) != strings.Count(string(page), "![") || len(pictures) < 12 {
		t.Fatalf(
			"%d of %d pictures say how they are drawn",
			len(pictures),
			strings.Count(string(page), "!["),
		)
	}

	for _, m := range pictures {
		words := quotedWord.FindAllString(string(m[1]), -1)
		for i := range words {
			words[i] = strings.Trim(words[i], `"`)
		}
		made := filepath.Join(t.TempDir(), "made.svg")
		shown := filepath.Join("../../docs", string(m[2]))
		if *drawPage {
			made = shown
		}
		var out bytes.Buffer
		if status := command.Run(t.Context(), commandLine, append([]string{"turncoat", "diagram", "--rules", "pacifist1", "-o", made},
			words...), strings.NewReader(""), &out, &out); status != 0 {
			t.Fatalf("diagram %s: status %d: %s", m[1], status, out.String())
		}

		if !*drawPage {
			same(t, made, shown)
		}
		words = slices.DeleteFunc(words, func(w string) bool { return strings.HasPrefix(w, "--") })
		if !slices.ContainsFunc(suite.Scenarios, func(s specs.Scenario) bool {
			return shows(&s, words[0],
				words[1:])
		}) {
			t.Errorf("no scenario shows %s", m[1])
		}
	}
}

// shows reports whether a scenario plays the moves from the position.
func shows(s *specs.Scenario, fen string, moves []string) bool {
	if s.FEN.Value != fen && !(s.FEN.Value == board.StartFEN && fen == "start") {
		return false
	}
	return slices.EqualFunc(
		s.Play,
		moves,
		func(a specs.Text, b string) bool { return a.Value == b },
	)
}
