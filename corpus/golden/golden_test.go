package golden_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/internal/testing/schematest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

var everything = flag.Bool("all", false,
	"play every single misreading in every case, and make all corpora anew, which takes ten minutes")

var committed sync.Map // of what casesOf has read

// casesOf returns the committed cases of a size and a rule set, which are read once for all tests.
func casesOf(size corpus.Size, name string) ([]corpus.Case, error) {
	read, _ := committed.LoadOrStore(string(size)+name,
		sync.OnceValues(func() ([]corpus.Case, error) {
			return corpus.Golden(size, name)
		}))
	return read.(func() ([]corpus.Case, error))()
}

// eachSet calls do for the committed corpus of each rule set.
func eachSet(t *testing.T, size corpus.Size, do func(t *testing.T, set ruleset.Set,
	cases []corpus.Case)) {
	for _, name := range ruleset.BuiltinNames() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cases, err := casesOf(size, name)
			if err != nil {
				t.Fatal(err)
			}
			do(t, rulestest.Builtin(t, name), cases)
		})
	}
}

// Every case is right by both implementations of the rules: to the letter by the one that plays the
// built-in sets, and by the reference in every board that a turn leads to. The full corpora hold
// the others (see TestSizesAreNested). The short tests ask the reference of every fourth.
func TestBothImplementations(t *testing.T) {
	eachSet(t, corpus.Full, func(t *testing.T, set ruleset.Set, cases []corpus.Case) {
		for i := range cases {
			c := &cases[i]
			if err := corpus.Verify(c); err != nil {
				t.Error(err)
			}
			if longtest.Short() && i%4 != 0 {
				continue
			}
			p, err := byReference(set, c)
			if err != nil {
				t.Errorf("%s: %v", c.ID, err)
				continue
			}

			a := corpus.Answer{Outcome: rules.NewReference(set).Outcome(&p).Result.String()}
			for turn := range rules.NewReference(set).Turns(&p) {
				outcome := rules.NewReference(set).Outcome(&turn.After).Result.String()
				a.Turns = append(a.Turns, corpus.NewAnswerTurn(turn.Move.UCI(&p),
					turn.After.FEN(set), outcome))
			}

			a.Settle()
			want := c.Answer()
			if d := corpus.Compare(&want, &a); !d.None() {
				t.Errorf("%s: by the reference %+v", c.ID, d)
			}
		}
	})
}

// byReference plays the moves of a case by the reference alone.
func byReference(set ruleset.Set, c *corpus.Case) (board.Position, error) {
	reference := rules.NewReference(set)
	p, err := reference.ParseFEN(c.FEN)
	for _, text := range c.Moves {
		if err != nil {
			return p, err
		}
		var turn board.Played
		turn, err = reference.Parse(&p, text)
		p = turn.After
	}

	return p, err
}

// The smallest corpora tell all that can be told, and say of themselves which single misreadings
// each case tells. The larger ones hold them, so that they tell it as well.
func TestTells(t *testing.T) {
	eachSet(t, corpus.Smoke, func(t *testing.T, set ruleset.Set, cases []corpus.Case) {
		if len(cases) > 100 {
			t.Errorf("%d cases", len(cases))
		}
		sampled := set.Family == ruleset.Pacifist && set.Name != "pacifist1" ||
			!slices.Contains(rulestest.Representative(), set.Name)
		if longtest.Short() && sampled {
			sampleTells(t, cases)
			return
		}

		scores, err := corpus.Measure(t.Context(), cases, nil)
		if err != nil || len(scores) != 1 {
			t.Fatal(err)
		}
		s := scores[0]
		if s.Percent() != 100 {
			t.Errorf("%s: %.2f %%; %+v", s.Rules, s.Percent(), s.Alike)
		}
		for _, a := range s.Alike {
			if a.Proof == "" {
				t.Errorf("%v answer alike without a proof", a.Misreadings)
			}
		}

		const least = 3 // cases that tell each misreading
		for _, r := range s.Readings {
			if r.Count < least && !sameGame(t, set, r.Name) {
				t.Errorf("%s is told by %d cases", r.Name, r.Count)
			}
			for i, c := range s.Cases {
				if r.Single && r.Tells[i] != slices.Contains(c.Tells, r.Name) {
					t.Errorf("case %s says wrongly whether it tells %s", c.ID, r.Name)
				}
			}
		}
	})
}

// sameGame reports whether a misreading is proved to play the same game as the rules.
func sameGame(t *testing.T, set ruleset.Set, misreading string) bool {
	t.Helper()
	m, err := corpus.ParseMisreading(set, misreading)
	if err != nil {
		t.Fatal(err)
	}
	_, proved := corpus.SameGame(set, m.Set)
	return proved
}

// The cases of the larger corpora, too, say rightly what they tell: all of them with -all, a few
// otherwise.
func TestLargerTells(t *testing.T) {
	eachSet(t, corpus.Full, func(t *testing.T, _ ruleset.Set,
		cases []corpus.Case) {
		sampleTells(t, cases)
	})
}

func sampleTells(t *testing.T, cases []corpus.Case) {
	t.Helper()
	step := len(cases)/12 + 1
	if *everything {
		step = 1
	}
	for i := step / 2; i < len(cases); i += step {
		tells, err := corpus.Tells(&cases[i])
		if err != nil || !slices.Equal(tells, cases[i].Tells) {
			t.Errorf("case %s says wrongly what it tells (%v)", cases[i].ID, err)
		}
	}
}

// Every case cites rules that there are.
func TestCites(t *testing.T) {
	known := map[string]bool{}
	for _, r := range rules.RuleList() {
		known[r.ID] = true
	}
	eachSet(t, corpus.Full, func(t *testing.T, _ ruleset.Set, cases []corpus.Case) {
		for _, c := range cases {
			if len(c.Cite) == 0 {
				t.Errorf("case %s cites nothing", c.ID)
			}
			for _, id := range c.Cite {
				if !known[id] {
					t.Errorf("case %s cites %s, which is no rule", c.ID, id)
				}
			}
		}
	})
}

// Each size holds the cases of the size before it.
func TestSizesAreNested(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		var before []corpus.Case
		for _, size := range corpus.Sizes() {
			cases, err := casesOf(size, name)
			if err != nil {
				t.Fatal(err)
			}
			if d := corpus.Diff(before, cases); len(d.Dropped)+len(d.Changed) > 0 {
				t.Errorf("%s %s lacks %v and changes %v", name, size, d.Dropped, d.Changed)
			}
			before = cases
		}
	}
}

// Each committed line is as its schema says.
func TestCaseSchema(t *testing.T) {
	conforms := schematest.Open(t, "../schema/case.json")
	for _, name := range ruleset.BuiltinNames() {
		f, err := corpus.OpenGolden(name + "-full.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range bytes.Lines(text) {
			n++
			if longtest.Short() && n%24 != 1 {
				continue
			}
			if err := conforms(line); err != nil {
				t.Errorf("%s: %.80s: %v", name, line, err)
			}
		}
	}
}

// The manifest lists every file with the checksum and the length of what is in it, before
// compression. All files together take less than 3.5 MB.
func TestManifest(t *testing.T) {
	m, err := manifest()
	if err != nil {
		t.Fatal(err)
	}
	if m.RulesVersion != corpus.RulesVersion {
		t.Errorf("made for the rules %s, these are %s", m.RulesVersion, corpus.RulesVersion)
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]corpus.ManifestFile{}
	for _, f := range m.Files {
		listed[f.File] = f
	}
	total := int64(0)
	for _, file := range files {
		info, err := file.Info()
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
		name := file.Name()
		if name == "manifest.json" || strings.HasSuffix(name, ".md") ||
			strings.HasSuffix(name, ".go") {
			continue
		}

		f, err := corpus.OpenGolden(strings.TrimSuffix(name, ".gz"))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		if entry, ok := listed[name]; !ok || entry.SHA256 != corpus.Checksum(text) ||
			entry.Bytes != len(text) {
			t.Errorf("%s: listed %v with %s, it is %s", name, ok, entry.SHA256,
				corpus.Checksum(text))
		}

		delete(listed, name)
	}

	for file := range listed {
		t.Errorf("%s is listed and not there", file)
	}
	if total > 3_500_000 {
		t.Errorf("the files take %d bytes", total)
	}
	if err := schematest.Open(t, "../schema/manifest.json")(filetest.Read(t,
		"manifest.json")); err != nil {
		t.Error(err)
	}
}

// The counts of the perft suites are the same by the reference, as deep as that is quick.
func TestPerft(t *testing.T) {
	const most = 5_000
	for _, name := range ruleset.BuiltinNames() {
		set := rulestest.Builtin(t, name)
		f, err := corpus.OpenGolden(name + "-perft.epd")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(f)
		f.Close()
		if lines := bytes.Count(text, []byte{'\n'}); err != nil || lines < 4 {
			t.Fatalf("%s: %d positions, %v", name, lines, err)
		}
		for line := range strings.Lines(string(text)) {
			fen, counts, _ := strings.Cut(strings.TrimSpace(line), " ;")
			p, err := rules.New(set).ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			for i, count := range strings.Split(counts, " ;") {
				var depth int
				var want uint64
				if _, err := fmt.Sscanf(count, "D%d %d", &depth, &want); err != nil ||
					depth != i+1 {
					t.Fatalf("%s: %s: %q, %v", name, fen, count, err)
				}

				if want > most {
					break
				}
				if got := reference(t, set, &p, depth); got != want {
					t.Errorf("%s: %s: perft %d is %d by the reference, %d in the suite", name, fen,
						depth, got, want)
				}
			}
		}
	}
}

func manifest() (*corpus.Manifest, error) {
	text, err := os.ReadFile("manifest.json")
	if err != nil {
		return nil, err
	}
	return corpus.ParseManifest(text)
}

// reference counts by the reference rules.
func reference(t *testing.T, set ruleset.Set, p *board.Position, depth int) uint64 {
	t.Helper()
	n, err := rules.NewReference(set).Perft(t.Context(), p, depth, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
