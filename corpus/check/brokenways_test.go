//go:build unix

package check

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/internal/filetest"
	"turncoat/internal/workers"
	"turncoat/rules"
)

var (
	rewrite = flag.Bool("rewrite", false,
		"run all programs with single bugs and write their answers down anew, not only compare those of a few")
	rewriteNew = flag.Bool("rewrite-new", false,
		"run programs with single bugs whose answers are not written down, and write them down beside the others")
)

// A program with a bug, as its author would write it, still gives the answers that are written down, to which
// the bug of the same name that is played out is held. In ordinary runs a few programs are asked.
func TestBugsPlayedOutAsPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	needs(t, "python3")
	needs(t, "node")
	cases, programs := casesToPlay(t), buggyPrograms(t)
	if *rewrite || *rewriteNew {
		record(t, programs, cases)
		return
	}
	asked := 0
	for i, r := range readRecordings(t, cases) {
		if i%40 != 7 {
			continue
		}
		asked++
		// programs of one name may differ in what the name leaves open
		if !slices.ContainsFunc(programs[r.name], func(f *flawed) bool {
			keys, err := answersOf(t, f, t.TempDir(), r.cases)
			return err == nil && slices.Equal(keys, r.keys)
		}) {
			t.Errorf("%s: none of %d programs has the answers that are written down", r.name, len(programs[r.name]))
		}
	}
	if asked < 8 {
		t.Errorf("only %d programs were asked", asked)
	}
}

// buggyPrograms returns the programs under testdata that have a bug that can be played out, by the name of the bug.
func buggyPrograms(t *testing.T) map[string][]*flawed {
	t.Helper()
	paths, err := filepath.Glob("testdata/*/*pacifist1*.txt") // those under testdata/played were written for this
	if err != nil {
		t.Fatal(err)
	}
	ways := waysByName()
	programs := map[string][]*flawed{}
	for _, path := range paths {
		f := readFlaws(t, path)
		text := filetest.Read(t, adapters+f.program)
		for _, one := range f.flaws {
			for _, name := range one.named {
				if base, ok := f.edit.apply(string(text)); ok && ways[name] != nil && !alsoCalled[name] {
					spoilt, _ := one.edit.apply(base)
					programs[name] = append(programs[name], &flawed{flawedFile: f, text: spoilt})
				}
			}
		}
	}
	for _, program := range namedPrograms {
		right := string(filetest.Read(t, program))
		for _, name := range namedBugs(t, program, slices.Sorted(maps.Keys(ways))) {
			text := strings.Replace(right, "BUG = \"\"", fmt.Sprintf("BUG = %q", name), 1)
			programs[name] = append(programs[name], &flawed{flawedFile: flawedFile{program: filepath.Base(program)},
				text: text})
		}
	}
	return programs
}

// namedPrograms are the programs that have any of many bugs.
var namedPrograms = []string{"testdata/played/named.py", "testdata/played/steps.py", "testdata/played/going.py",
	"testdata/played/reaching.py"}

// manyAlike are patterns of the names of bugs that differ in one word of many, and of how many of them one is
// asked for.
var manyAlike = []struct {
	pattern *regexp.Regexp
	n       int
}{
	{regexp.MustCompile("^two-steps are refused where"), 5},
	{regexp.MustCompile("^castling is refused where the "), 11},
	{regexp.MustCompile("^king safety: on the board"), 7},
	{regexp.MustCompile(" are missing in moving and in bearing$"), 3},
	{regexp.MustCompile(" do not bear by their "), 3},
	{regexp.MustCompile(" there twice$"), 4},
	{regexp.MustCompile("'s step .* in moving and in bearing$"), 3},
	{regexp.MustCompile("s do not (bear on|persuade|support) (pawn|knight|bishop|rook|queen|king)s$"), 3},
}

// namedBugs returns the bugs that such a program knows; of many alike, some.
func namedBugs(t *testing.T, program string, names []string) []string {
	t.Helper()
	self, err := filepath.Abs(adapters)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("python3", program, "--known")
	cmd.Env = append(os.Environ(), "PYTHONPATH="+self, "PYTHONDONTWRITEBYTECODE=1")
	cmd.Stdin = strings.NewReader(strings.Join(names, "\n"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := make([]int, len(manyAlike))
	var list []string
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		keep := true
		for i, alike := range manyAlike {
			if alike.pattern.MatchString(name) && !strings.Contains(name, " one of the two ends") {
				keep = seen[i]%alike.n == 0
				seen[i]++
			}
		}
		if keep && name != "" {
			list = append(list, name)
		}
	}
	return list
}

// record writes down what a program of each name answers that is played out so.
func record(t *testing.T, programs map[string][]*flawed, cases []corpus.Case) {
	names := slices.Sorted(maps.Keys(programs))
	ways := waysByName()
	texts := make([]string, len(names))
	dir := t.TempDir()
	if *rewriteNew {
		for _, r := range readRecordings(t, cases) {
			if i, ok := slices.BinarySearch(names, r.name); ok {
				texts[i] = r.String()
			}
		}
	}
	if err := workers.Each(t.Context(), runtime.GOMAXPROCS(0), len(names), func(_, i int) {
		if texts[i] != "" {
			return
		}
		r := recording{name: names[i], cases: casesFor(ways[names[i]], cases)}
		if len(r.cases) == 0 {
			return
		}
		why := "it has no program"
		for n, f := range programs[r.name] {
			keys, err := answersOf(t, f, filepath.Join(dir, fmt.Sprint(i, ".", n)), r.cases)
			if err != nil {
				why = err.Error()
			} else if r.keys = keys; slices.ContainsFunc(ways[r.name],
				func(w wrongWay) bool { return r.playedOut(&w) }) {
				texts[i] = r.String()
				return
			} else {
				why = "it answers otherwise"
			}
		}
		t.Errorf("%s: %s", r.name, why)
	}); err != nil {
		t.Fatal(err)
	}
	if !t.Failed() {
		filetest.Write(t, recordedAnswers, []byte(strings.Join(texts, "")))
	}
}

// alsoCalled are names of bugs by which a diagnosis calls others, too, which have the same answers in the
// corpora: the programs have those.
var alsoCalled = map[string]bool{
	"Black's pawns move the wrong way":                                 true, // the program has no two-steps for them
	"the diagonal steps of kings are missing in moving and in bearing": true, // the program's kings bear rightly
}

// casesFor returns some of the cases in which one of some bugs shows, of every size, and a few in which none
// does; nothing where none shows.
func casesFor(ways []wrongWay, cases []corpus.Case) []*corpus.Case {
	const most, others = 8, 2
	set := cases[0].Rules
	g := rules.New(set)
	var shown, plain []*corpus.Case
	for i := range cases {
		right := corpus.AnswerOf(g, &cases[i])
		if slices.ContainsFunc(ways, func(w wrongWay) bool {
			got, _ := (&wrongJudge{set: set, way: &w}).answer(g, &sample{result: &Result{Case: &cases[i]}}, false)
			d := corpus.Compare(&right, &got)
			return !d.None()
		}) {
			shown = append(shown, &cases[i])
		} else if len(plain) < others {
			plain = append(plain, &cases[i])
		}
	}
	if len(shown) == 0 {
		return nil
	}
	some := plain
	for i := range min(most, len(shown)) {
		some = append(some, shown[i*len(shown)/min(most, len(shown))])
	}
	return some
}

// answersOf returns the keys of a program's answers.
func answersOf(t *testing.T, f *flawed, dir string, cases []*corpus.Case) ([]probe.Key, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if err := f.write(dir); err != nil {
		return nil, err
	}
	program := map[string]string{".py": "python3", ".js": "node"}[filepath.Ext(f.program)]
	asked := make([]corpus.Case, len(cases))
	for i, c := range cases {
		asked[i] = *c
	}
	r, err := Check(t.Context(), &Program{Args: []string{program, f.program}, Dir: dir, Timeout: time.Minute}, asked,
		Options{NoDiagnosis: true})
	if err != nil {
		return nil, err
	}
	if r.Count(Wrong) == 0 || r.Count(Wrong)+r.Count(Right) != len(cases) {
		return nil, errors.New("it is not wrong, or does not answer")
	}
	var keys []probe.Key
	for _, result := range r.Corpora[0].Results {
		keys = append(keys, result.answer.Key())
	}
	return keys, nil
}
