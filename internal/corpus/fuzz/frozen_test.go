//go:build unix

package fuzz_test

import (
	"bytes"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/corpus/fuzz"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/ruleset"
)

var (
	frozenStep = flag.Int("frozen-step", 23,
		"search every `N`th of the frozen programs when long tests run")
	frozenFirst = flag.Int("frozen-first", 0, "begin with the `N`th of them")
	frozenOut   = flag.String("frozen-out", "", "write what differs as cases to `FILE`")
	frozenMax   = flag.Int("frozen-max", 1, "find `N` kinds of difference in each")
	frozenAlone = flag.Bool("frozen-alone", false, "leave out the positions of the corpora")
	frozenCount = flag.Int("frozen-count", 20_000, "search each with `N` positions made by chance")
)

const adapters = "../../../examples/adapters/"

// A flaw is what makes a right program wrong: edits, and what they are said to do.
type flaw struct {
	what  string
	edits [][2]string
}

// A frozenFile is a right program and the flaws that are put into it.
type frozenFile struct {
	file, rules string
	flaw        // that makes the program into one for the rules
	flaws       []flaw
}

// apply edits a text. It is false where a text to be edited is not there.
func (f *flaw) apply(text string) (string, bool) {
	for _, e := range f.edits {
		if !strings.Contains(text, e[0]) {
			return text, false
		}
		text = strings.Replace(text, e[0], e[1], 1)
	}

	return text, true
}

// readFrozen reads a file of flaws: "program FILE RULES", "bug WHAT" and "misreading SETTING", each
// followed by edits: a text after "<<<<" to be replaced by the one after "====", up to ">>>>".
func readFrozen(t *testing.T, path string) frozenFile {
	t.Helper()
	var f frozenFile
	at := &f.flaw
	for rest := string(filetest.Read(t, path)); rest != ""; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		switch word, value, _ := strings.Cut(line, " "); word {
		case "":
		case "program":
			f.file, f.rules, _ = strings.Cut(value, " ")
		case "bug", "misreading":
			f.flaws = append(f.flaws, flaw{what: line})
			at = &f.flaws[len(f.flaws)-1]
		case "<<<<":
			from, more, ok1 := strings.Cut(rest, "\n====\n")
			to, more, ok2 := strings.Cut("\n"+more, "\n>>>>\n")
			if !ok1 || !ok2 {
				t.Fatalf("%s: an edit without end: %.60s", path, rest)
			}
			if to == "" && strings.HasPrefix(from, " ") { // the whole line goes
				from += "\n"
			}
			at.edits = append(at.edits, [2]string{from, strings.TrimPrefix(to, "\n")})
			rest = more
		default:
			t.Fatalf("%s: %q", path, line)
		}
	}

	return f
}

// frozenFiles reads all that there are.
func frozenFiles(t *testing.T) []frozenFile {
	t.Helper()
	paths, err := filepath.Glob("testdata/unseen*/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal(err, paths)
	}
	var list []frozenFile
	for _, path := range paths {
		list = append(list, readFrozen(t, path))
	}
	return list
}

// program writes the program with a flaw, and what it needs, to a directory and returns the call of
// it.
func (f *frozenFile) program(t *testing.T, with *flaw) *check.Program {
	t.Helper()
	text, ok := f.apply(string(filetest.Read(t, adapters+f.file)))
	spoilt, ok2 := with.apply(text)
	if !ok || !ok2 || spoilt == text && len(with.edits) > 0 {
		t.Fatalf("%s, %s: what is to be edited is not there", f.file, with.what)
	}
	dir := t.TempDir()
	for _, name := range []string{"skeleton.py", "skeleton.js", "pacifist1.py", f.file} {
		content := filetest.Read(t, adapters+name)
		if name == f.file {
			content = []byte(spoilt)
		}
		filetest.Write(t, filepath.Join(dir, name), content)
	}

	word := map[string]string{".py": "python3", ".js": "node"}[filepath.Ext(f.file)]
	if _, err := exec.LookPath(word); err != nil {
		t.Skip(word + " is not here")
	}
	return &check.Program{Args: []string{word, f.file}, Dir: dir, Timeout: time.Minute}
}

// Programs that are right but for one flaw each, which was written down before this search was, are
// found wrong with a small witness. Without long tests two of them are looked at; what came of all
// is in BENCHMARKS.md.
func TestFrozenPrograms(t *testing.T) {
	step, first, most := *frozenStep, *frozenFirst, *frozenCount
	if longtest.Short() {
		step, first, most = 451, 3, 500
	}
	n, found := 0, 0
	var sizes, afters []int
	var all []corpus.Case
	for _, f := range frozenFiles(t) {
		set := rulestest.Builtin(t, f.rules)
		for i := range f.flaws {
			if n++; n < first || (n-first)%step != 0 {
				continue
			}
			with := &f.flaws[i]
			r, err := fuzz.Run(
				t.Context(),
				f.program(t, with),
				fuzz.Options{Rules: []ruleset.Set{set}, Count: most, Seed: 1,
					Max: *frozenMax, First: seeds},
			)
			if err != nil {
				t.Fatal(err)
			}
			s := r.Sets[0]
			s.Findings = slices.DeleteFunc(s.Findings, func(f fuzz.Finding) bool {
				return f.Warning // the program was that before it was broken
			})
			all = append(all, r.Cases()...)
			if len(s.Findings) == 0 {
				t.Errorf("%d %s %s %s: not found in %d positions", n, f.file, f.rules, with.what,
					s.Positions)
				continue
			}

			found++
			w := s.Findings[0]
			sizes, afters = append(sizes, pieces(w.FEN)), append(afters, w.After)
			t.Logf(
				"%d %s %s %s\n   %d pieces after %d, %.1fs, %d questions: %s; %s %s\n   %s %v %s\n   %s | %s",
				n,
				f.file,
				f.rules,
				with.what,
				pieces(
					w.FEN,
				),
				w.After,
				w.Elapsed.Seconds(),
				s.Questions,
				w.Parting.String(),
				w.Step,
				w.Rule,
				w.FEN,
				w.Moves,
				w.Move,
				w.Reason,
				w.Program,
			)
		}
	}

	if *frozenOut != "" {
		var text bytes.Buffer
		if err := corpus.Write(&text, all); err != nil {
			t.Fatal(err)
		}
		filetest.Write(t, *frozenOut, text.Bytes())
	}

	slices.Sort(sizes)
	slices.Sort(afters)
	if len(sizes) > 0 {
		t.Logf("%d found; pieces: median %d, nine in ten %d; positions before: median %d, most %d",
			found, sizes[len(sizes)/2], sizes[len(sizes)*9/10], afters[len(afters)/2],
			afters[len(afters)-1])
	}
}

// seeds returns the positions of the committed corpora.
func seeds(set ruleset.Set) []corpus.Seed {
	if *frozenAlone {
		return nil
	}
	size := corpus.Full
	if longtest.Short() {
		size = corpus.Smoke
	}
	cases, err := corpus.Golden(size, set.Name)
	if err != nil {
		panic(fmt.Sprint(err))
	}
	var list []corpus.Seed
	for _, c := range cases {
		list = append(list, corpus.Seed{FEN: c.FEN, Moves: c.Moves})
	}
	return list
}

// The programs are right before they are broken: what is found in them is found for the flaw's
// sake.
func TestUnbrokenPrograms(t *testing.T) {
	seen, count := map[string]bool{}, 100
	if longtest.Short() {
		count = 20
	}
	for _, f := range frozenFiles(t) {
		name := f.file + f.rules
		if seen[name] || longtest.Short() && len(seen) > 1 {
			continue
		}
		seen[name] = true
		r, err := fuzz.Run(
			t.Context(),
			f.program(t, &flaw{}),
			fuzz.Options{Rules: []ruleset.Set{rulestest.Builtin(t, f.rules)},
				Count: count, Seed: 2},
		)
		if err != nil || !r.OK() {
			t.Errorf("%s %s: %v, %+v", f.file, f.rules, err, r.JSON())
		}
	}
}
