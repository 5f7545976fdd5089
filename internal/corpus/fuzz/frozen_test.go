//go:build unix

package fuzz_test

import (
	"flag"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
	for _, name := range []string{"skeleton.py", "pacifist1.py", f.file} {
		content := filetest.Read(t, adapters+name)
		if name == f.file {
			content = []byte(spoilt)
		}
		filetest.Write(t, filepath.Join(dir, name), content)
	}

	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here")
	}
	return &check.Program{Args: []string{"python3", f.file}, Dir: dir, Timeout: time.Minute}
}

// Programs that are right but for one flaw each, which was written down before this search was, are
// found wrong. Without long tests two of them are looked at; what came of all is in BENCHMARKS.md.
func TestFrozenPrograms(t *testing.T) {
	step, most := *frozenStep, *frozenCount
	if longtest.Short() {
		step, most = 300, 500
	}
	n := 0
	var sizes, afters []int
	for _, f := range frozenFiles(t) {
		for i := range f.flaws {
			n++
			if n%step != step/2 {
				continue
			}
			with := &f.flaws[i]
			found := f.search(t, with, most)
			if len(found) == 0 {
				t.Errorf("%s %s %s: not found", f.file, f.rules, with.what)
				continue
			}
			sizes, afters = append(sizes, pieces(found[0].FEN)), append(afters, found[0].After)
			t.Logf("%s %s %s: %s", f.file, f.rules, with.what, found[0].Witness.Parting.String())
		}
	}

	slices.Sort(sizes)
	slices.Sort(afters)
	if n := len(sizes); n > 0 {
		t.Logf("%d found; pieces: median %d, nine in ten %d; positions before: median %d, most %d",
			n, sizes[n/2], sizes[n*9/10], afters[n/2], afters[n-1])
	}
}

// search returns what is found in the program with a flaw. Warnings are left out: the program
// deserved them before it was broken.
func (f *frozenFile) search(t *testing.T, with *flaw, count int) []fuzz.Finding {
	t.Helper()
	o := fuzz.Options{Rules: []ruleset.Set{rulestest.Builtin(t, f.rules)}, Count: count, Seed: 1,
		Max: 1, First: firstOf}
	r, err := fuzz.Run(t.Context(), f.program(t, with), o)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(r.Sets[0].Findings, func(f fuzz.Finding) bool { return f.Warning })
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
		o := fuzz.Options{Rules: []ruleset.Set{rulestest.Builtin(t, f.rules)}, Count: count, Seed: 2}
		r, err := fuzz.Run(t.Context(), f.program(t, &flaw{}), o)
		if err != nil || !r.OK() {
			t.Errorf("%s: %v, %+v", name, err, r.JSON())
		}
	}
}
