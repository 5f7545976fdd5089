package analysis

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

// A twoMover is an orthodox problem as it was published. Key and changed mates are those of the
// Meson database of two-movers; set play, tries and what follows the key those that Popeye 4.104
// finds, or that database.
type twoMover struct {
	FEN, Author, Source, Award string
	Year                       int
	Key                        string
	// mates that the key changes, as the Meson database counts them
	Changed int
	// the enemy's turns and the mates that answer them
	Set, After map[string][]string
	Tries      map[string]string // and what refutes them
}

// published reads a file of published problems, one a line.
func published[T any](t *testing.T, name string) (list []T) {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for d := json.NewDecoder(file); d.More(); {
		var p T
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}

	return list
}

// mates lists the mates after each of the enemy's turns but those that leave a threat as it is, as
// Popeye does.
func mates(before *board.Position, defences []puzzle.Defence) map[string][]string {
	list := map[string][]string{}
	for i := range defences {
		d := &defences[i]
		if d.Delay {
			continue
		}
		var answers []string
		for _, c := range d.Continuations {
			answers = append(answers, c.Turn.Move.UCI(&d.Turn.After))
		}
		slices.Sort(answers)
		list[d.Turn.Move.UCI(before)] = answers
	}

	return list
}

// Set play, tries and solutions are those of the publications.
func TestPublishedTwoMovers(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	sets, tries := 0, 0
	for _, p := range published[twoMover](t, "twomovers.jsonl") {
		at := puzzletest.Position(t, variant, p.FEN)
		a := New(variant, Options{})
		found, err := a.Analyse(t.Context(), &at, 2)
		if err != nil || found.In != 2 || len(found.Keys) != 1 || found.Keys[0].UCI(&at) != p.Key {
			t.Errorf("%s %d, %s: keys %v in %d, want %s (%v)", p.Author, p.Year, p.FEN, found.Keys,
				found.In, p.Key,
				err)
			continue
		}

		tree, err := a.Phases(t.Context(), &at, &found, 1)
		if err != nil {
			t.Fatal(err)
		}
		enemy, key := puzzle.NullMove(&at), &tree.Keys[0]
		same := func(phase string, got, want map[string][]string) {
			for _, answers := range want {
				slices.Sort(answers)
			}
			for word := range maps.Keys(want) {
				if !slices.Equal(got[word], want[word]) {
					t.Errorf("%s %d, %s: after %s in %s %v, want %v", p.Author, p.Year, p.FEN, word,
						phase, got[word],
						want[word])
				}
			}

			for word := range maps.Keys(got) {
				if want[word] == nil {
					t.Errorf("%s %d, %s: after %s in %s %v, want nothing", p.Author, p.Year, p.FEN,
						word, phase,
						got[word])
				}
			}
		}
		same("set play", mates(&enemy, tree.Set), p.Set)
		same("the solution", mates(&key.Turn.After, key.Defences), p.After)
		sets += len(p.Set)

		got := map[string]string{}
		for i := range tree.Tries {
			try := &tree.Tries[i]
			got[try.Turn.Move.UCI(&at)] = try.Refutations[0].Turn.Move.UCI(&try.Turn.After)
		}

		for word, refutation := range p.Tries {
			m, err := variant.Parse(&at, word)
			if err != nil {
				t.Fatal(err)
			}
			if len(variant.Moves(&m.After)) < 2 {
				delete(p.Tries, word) // the only reply is no refutation among others
			} else if got[word] != refutation {
				t.Errorf("%s %d, %s: the try %s fails to %q, want %s", p.Author, p.Year, p.FEN,
					word, got[word],
					refutation)
			}
		}

		if len(got) != len(p.Tries) {
			t.Errorf("%s %d, %s: the tries %v, want %v", p.Author, p.Year, p.FEN, got, p.Tries)
		}
		tries += len(got)
		tree.Tries = nil // it is set play that the count compares
		if got := slices.Contains(PhaseThemes(tree), changedPlay); got != (p.Changed > 0) {
			t.Errorf("%s %d, %s: changed play between set play and solution: %t, want %d mates",
				p.Author, p.Year,
				p.FEN, got, p.Changed)
		}
	}

	if sets < 80 || tries < 40 {
		t.Errorf("%d turns of set play and %d tries were compared", sets, tries)
	}
}
