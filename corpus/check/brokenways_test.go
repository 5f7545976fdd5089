//go:build unix

package check

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/internal/workers"
	"turncoat/rules"
)

// A program with a bug, as its author would write it, and the bug of the same name that is played out have the same answers, in
// positions in which that bug shows and in others.
func TestBugsPlayedOutAsPrograms(t *testing.T) {
	needs(t, "python3")
	needs(t, "node")
	ways := map[string][]wrongWay{}
	for _, w := range slices.Concat(likelyWays(), furtherWays()) {
		ways[w.name] = append(ways[w.name], w)
	}
	programs := map[string][]*flawed{}                        // by the name of the bug
	paths, err := filepath.Glob("testdata/*/*pacifist1*.txt") // those under testdata/played were written for this
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		f := readFlaws(t, path)
		text, err := os.ReadFile(adapters + f.program)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range f.flaws {
			for _, name := range one.named {
				if base, ok := f.edit.apply(string(text)); ok && ways[name] != nil && !alsoCalled[name] {
					spoilt, _ := one.edit.apply(base)
					programs[name] = append(programs[name], &flawed{flawedFile: f, text: spoilt})
				}
			}
		}
	}
	names := slices.Sorted(maps.Keys(programs))
	if len(names) < 100 {
		t.Fatalf("only %d bugs have a program", len(names))
	}
	cases, err := golden.Cases(corpus.Standard, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := workers.Each(t.Context(), runtime.GOMAXPROCS(0), len(names), func(_, i int) {
		some := casesFor(ways[names[i]], cases)
		var why string
		for n, f := range programs[names[i]] { // programs of one name may differ in what the name leaves open
			if why = playedAs(t, f, ways[names[i]], filepath.Join(dir, fmt.Sprint(i, ".", n)), some); why == "" {
				return
			}
		}
		t.Errorf("%s: %s", names[i], why)
	}); err != nil {
		t.Fatal(err)
	}
}

// alsoCalled are names of bugs by which a diagnosis calls others, too, which have the same answers in the corpora: the programs have those.
var alsoCalled = map[string]bool{
	"Black's pawns move the wrong way":                                 true, // the program has no two-steps for them
	"the diagonal steps of kings are missing in moving and in bearing": true, // the program's kings bear rightly
}

// casesFor returns a few cases in which one of some bugs shows, and a few in which none does.
func casesFor(ways []wrongWay, cases []corpus.Case) (some []corpus.Case) {
	const most, others = 4, 2
	set := cases[0].Rules
	g := rules.New(set)
	shown, plain := 0, 0
	for i := range cases {
		right := corpus.AnswerOf(g, &cases[i])
		shows := slices.ContainsFunc(ways, func(w wrongWay) bool {
			got, _ := (&wrongJudge{set: set, way: &w}).answer(g, &sample{result: &Result{Case: &cases[i]}}, false)
			d := corpus.Compare(&right, &got)
			return !d.None()
		})
		switch {
		case shows && shown < most:
			shown++
		case !shows && plain < others:
			plain++
		case shown == most:
			return some
		default:
			continue
		}
		some = append(some, cases[i])
	}
	return some
}

// playedAs says why none of the bugs of a name is that of a program; nothing if one of them is.
func playedAs(t *testing.T, f *flawed, ways []wrongWay, dir string, cases []corpus.Case) string {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err.Error()
	}
	if err := f.write(dir); err != nil {
		return err.Error()
	}
	program := map[string]string{".py": "python3", ".js": "node"}[filepath.Ext(f.program)]
	r, err := Check(t.Context(), &Program{Args: []string{program, f.program}, Dir: dir, Timeout: time.Minute}, cases, Options{NoDiagnosis: true})
	if err != nil {
		return err.Error()
	}
	set := cases[0].Rules
	g := rules.New(set)
	d := newDiagnoser(t.Context(), set, r.Corpora[0].Results)
	if len(d.wrong) == 0 || len(d.wrong)+len(d.right) != len(cases) {
		return "it is not wrong, or does not answer"
	}
	for i := range ways {
		if d.gives(&wrongJudge{set: set, way: &ways[i]}, g) {
			return ""
		}
	}
	return "it answers otherwise"
}
