package corpus

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/reference"
	"turncoat/rules/ruleset"
)

var everything = flag.Bool("all", false, "play every misreading in every case of every size, and make all corpora anew, which takes half an hour")

// eachGolden calls do for each committed corpus.
func eachGolden(t *testing.T, do func(t *testing.T, name string, size Size, cases []Case)) {
	for _, name := range ruleset.BuiltinNames() {
		for _, size := range Sizes() {
			t.Run(name+"-"+string(size), func(t *testing.T) {
				cases, err := Golden(size, name)
				if err != nil {
					t.Fatal(err)
				}
				do(t, name, size, cases)
			})
		}
	}
}

// Every case is right by both tellings of the rules: to the letter by the one that plays the
// built-in sets, and by the reference in every board that a turn leads to.
func TestGoldenByBothTellings(t *testing.T) {
	eachGolden(t, func(t *testing.T, name string, _ Size, cases []Case) {
		set := builtin(t, name)
		problems := make([]error, len(cases))
		_ = each(t.Context(), len(cases), func(i int) { problems[i] = Verify(&cases[i]) })
		for _, err := range problems {
			if err != nil {
				t.Error(err)
			}
		}
		for i := range cases {
			c := &cases[i]
			p, err := byReference(set, c)
			if err != nil {
				t.Errorf("%s: %v", c.ID, err)
				continue
			}
			a := Answer{Outcome: reference.Outcome(set, p).Result.String()}
			for turn := range reference.Turns(set, p) {
				a.Turns = append(a.Turns, AnswerTurn{turn.Move.UCI(&p), twoFields(turn.After.FEN(set)), reference.Outcome(set, turn.After).Result.String()})
			}
			a.settle()
			want := c.answer()
			if d := compare(&want, &a); !d.None() {
				t.Errorf("%s: by the reference %+v", c.ID, d)
			}
		}
	})
}

// byReference plays the moves of a case by the reference alone.
func byReference(set ruleset.Set, c *Case) (board.Position, error) {
	p, err := board.ParseFEN(c.FEN, set)
	for _, text := range c.Moves {
		uci, _, _ := strings.Cut(text, "~")
		m, perr := board.ParseUCI(&p, uci)
		if perr != nil {
			return p, perr
		}
		p = reference.Full(set, p, m).After
	}
	return p, err
}

// Each size tells all that can be told, says so itself, and is no larger than it may be.
func TestGoldenTells(t *testing.T) {
	eachGolden(t, func(t *testing.T, name string, size Size, cases []Case) {
		if size != Smoke && !*everything {
			sampleTells(t, cases)
			return
		}
		scores, err := Measure(t.Context(), cases, ScoreOptions{})
		if err != nil || len(scores) != 1 {
			t.Fatal(err)
		}
		s := scores[0]
		if s.Percent() != 100 {
			t.Errorf("%s; %+v", s.Summary(), s.Alike)
		}
		for _, a := range s.Alike {
			if a.Proof == "" {
				t.Errorf("%v answer alike without a proof", a.Misreadings)
			}
		}
		for _, r := range s.Readings {
			if r.Count < leastTold {
				t.Errorf("%s is told by %d cases", r.Name, r.Count)
			}
			for i, c := range s.Cases {
				if r.Tells[i] != slices.Contains(c.Tells, r.Name) {
					t.Errorf("case %s says wrongly whether it tells %s", c.ID, r.Name)
				}
			}
		}
		if size == Smoke && len(cases) > 100 {
			t.Errorf("%d cases", len(cases))
		}
		known := map[string]bool{}
		for _, r := range rules.RuleList() {
			known[r.ID] = true
		}
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

// sampleTells plays every misreading in a few of the cases.
func sampleTells(t *testing.T, cases []Case) {
	t.Helper()
	for i := len(cases) / 7; i < len(cases); i += len(cases)/3 + 1 {
		tells, err := Tells(&cases[i])
		if err != nil || !slices.Equal(tells, cases[i].Tells) {
			t.Errorf("case %s says wrongly what it tells (%v)", cases[i].ID, err)
		}
	}
}

// Each size holds the cases of the size before it.
func TestGoldenSizesAreNested(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		var before []Case
		for _, size := range Sizes() {
			cases, err := Golden(size, name)
			if err != nil {
				t.Fatal(err)
			}
			if d := Diff(before, cases); len(d.Dropped)+len(d.Changed) > 0 {
				t.Errorf("%s %s lacks %v and changes %v", name, size, d.Dropped, d.Changed)
			}
			before = cases
		}
	}
}

// The manifest lists every file with its checksum.
func TestGoldenManifest(t *testing.T) {
	m, err := GoldenManifest()
	if err != nil {
		t.Fatal(err)
	}
	if m.RulesVersion != RulesVersion {
		t.Errorf("made for the rules %s, these are %s", m.RulesVersion, RulesVersion)
	}
	files, err := fs.Glob(golden, "golden/*.*")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]ManifestFile{}
	for _, f := range m.Files {
		listed["golden/"+f.File] = f
	}
	for _, file := range files {
		if file == "golden/manifest.json" || strings.HasSuffix(file, ".md") {
			continue // the list itself, and what people read
		}
		text, err := golden.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, ok := listed[file]
		if !ok || f.SHA256 != Checksum(text) || f.Bytes != len(text) {
			t.Errorf("%s: listed %v with %s, it is %s", file, ok, f.SHA256, Checksum(text))
		}
		delete(listed, file)
	}
	for file := range listed {
		t.Errorf("%s is listed and not there", file)
	}
}

// The counts of the perft suites are the same by the reference telling, as deep as that is quick.
func TestGoldenPerft(t *testing.T) {
	const most = 5_000
	for _, name := range ruleset.BuiltinNames() {
		set := builtin(t, name)
		f, err := golden.Open("golden/" + name + "-perft.epd")
		if err != nil {
			t.Fatal(err)
		}
		list, err := ReadEPD(f, name, set)
		f.Close()
		if err != nil || len(list) < 4 {
			t.Fatalf("%s: %d positions, %v", name, len(list), err)
		}
		for _, perft := range list {
			p, err := rules.New(set).ParseFEN(perft.FEN)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range perft.Counts {
				if want > most {
					break
				}
				if got := reference.Perft(set, p, i+1); got != want {
					t.Errorf("%s: %s: perft %d is %d by the reference, %d in the suite", name, perft.FEN, i+1, got, want)
				}
			}
		}
	}
}

// What is committed is what the generator makes of the seed in the manifest, byte for byte: without the flag that is held
// of one rule set.
func TestGoldenIsAsGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a corpus")
	}
	m, err := GoldenManifest()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"chess"}
	if *everything {
		names = ruleset.BuiltinNames()
	}
	listed := func(file string) ManifestFile {
		i := slices.IndexFunc(m.Files, func(f ManifestFile) bool { return f.File == file })
		if i < 0 {
			t.Fatalf("%s is not listed", file)
		}
		return m.Files[i]
	}
	for _, name := range names {
		set := builtin(t, name)
		seed := listed(name + "-full.jsonl").Seed
		made, err := Generate(t.Context(), set, Options{Size: Full, Seed: seed, Seeds: ScenarioSeeds(set)})
		if err != nil {
			t.Fatal(err)
		}
		for _, corpus := range made {
			var text bytes.Buffer
			if err := Write(&text, corpus.Cases); err != nil {
				t.Fatal(err)
			}
			file := fmt.Sprintf("%s-%s.jsonl", name, corpus.Size)
			if entry, want := corpus.Describe(file, text.Bytes(), seed), listed(file); !reflect.DeepEqual(entry, want) {
				t.Errorf("made is %+v, listed %+v", entry, want)
			}
		}
	}
}

// The same seed makes the same corpus, however many processors there are.
func TestGenerateIsDeterministic(t *testing.T) {
	searches := map[string]int{"chess": 60}
	if *everything {
		searches["pacifist1"], searches["conversion"] = 60, 12
	}
	for name, search := range searches {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		var before []Case
		for run := range 2 {
			runtime.GOMAXPROCS(1 + run)
			made, err := Generate(context.Background(), builtin(t, name), Options{Size: Smoke, Seed: 5, Search: search})
			if err != nil {
				t.Fatal(err)
			}
			cases := made[0].Cases
			if run > 0 {
				if d := Diff(before, cases); !d.None() || len(cases) == 0 {
					t.Errorf("%s: %+v", name, d)
				}
			}
			before = cases
		}
	}
}

// A manifest that is read is written as it was.
func FuzzManifest(f *testing.F) {
	text, err := golden.ReadFile("golden/manifest.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := ParseManifest(text)
		if err != nil {
			return
		}
		out, err := m.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseManifest(out)
		if err != nil || len(again.Files) != len(m.Files) {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
