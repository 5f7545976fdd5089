//go:build unix

package check

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/internal/filetest"
	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

var (
	unseenEverything = flag.Bool("unseen", false,
		"diagnose all breakages under testdata, and every pair, and print the table of BENCHMARKS.md")
	unseenOnly = flag.String("unseen-only", "", "diagnose only programs whose description matches this `PATTERN`")
	unseenSet  = flag.String("unseen-set", "unseen", "the breakages of this `FOLDER` under testdata")
)

// An edit of a program: texts and what they become.
type edit [][2]string

func (e edit) apply(text string) (string, bool) {
	for _, hunk := range e {
		if !strings.Contains(text, hunk[0]) {
			return text, false
		}
		text = strings.Replace(text, hunk[0], hunk[1], 1)
	}
	return text, true
}

// A flaw is an ordinary bug, with a pattern for its name or with a description and the name, or a misreading,
// with its setting.
type flaw struct {
	bug, misreading string
	named           []string // what a diagnosis may call the bug, where the file says it
	edit            edit
}

// A flawedFile is a right program and the flaws that are put into it.
type flawedFile struct {
	program string
	rules   string
	edit    edit // what makes the program into one for the rules
	flaws   []flaw
}

// readFlaws reads a file of flaws: "program FILE RULES", "bug PATTERN" and "misreading SETTING", each followed
// by edits, a bug also by lines "named NAME" where the diagnosis has been judged by hand to say what its text
// says; a text after "<<<<" to be replaced by the one after "====", up to ">>>>".
func readFlaws(t *testing.T, path string) flawedFile {
	t.Helper()
	text := filetest.Read(t, path)
	var f flawedFile
	at := &f.edit
	for rest := string(text); rest != ""; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		word, value, _ := strings.Cut(line, " ")
		switch word {
		case "":
		case "program":
			f.program, f.rules, _ = strings.Cut(value, " ")
		case "bug", "misreading":
			f.flaws = append(f.flaws, flaw{})
			last := &f.flaws[len(f.flaws)-1]
			at = &last.edit
			if word == "bug" {
				last.bug = value
			} else {
				last.misreading = value
			}
		case "named":
			last := &f.flaws[len(f.flaws)-1]
			last.named = append(last.named, value)
		case "<<<<":
			from, more, ok1 := strings.Cut(rest, "\n====\n")
			to, more, ok2 := strings.Cut("\n"+more, "\n>>>>\n")
			if !ok1 || !ok2 {
				t.Fatalf("%s: an edit without end: %.60s", path, rest)
			}
			if to == "" && strings.HasPrefix(from, " ") { // the whole line goes
				from += "\n"
			}
			*at = append(*at, [2]string{from, strings.TrimPrefix(to, "\n")})
			rest = more
		default:
			t.Fatalf("%s: %q", path, line)
		}
	}
	return f
}

// A flawed program, and what its diagnosis is to say.
type flawed struct {
	flawedFile
	text            string
	bug, misreading string
	named           []string
}

func (f *flawed) what() string {
	switch {
	case f.misreading == "":
		return "bug"
	case f.bug == "":
		return "misreading"
	}
	return "pair"
}

func (f *flawed) String() string {
	return fmt.Sprintf("%s %s, %s %q %s", f.program, f.rules, f.what(), f.bug, f.misreading)
}

// flawedPrograms are the programs with one flaw each, and those with each bug and two of the misreadings
// that do not edit the same texts. A file without misreadings makes no pairs.
func flawedPrograms(t *testing.T, f flawedFile) []flawed {
	t.Helper()
	base, ok := f.edit.apply(string(filetest.Read(t, adapters+f.program)))
	if !ok {
		t.Fatalf("%s cannot be made into a program for %s", f.program, f.rules)
	}
	var list, pairs []flawed
	var misread []flaw
	for _, one := range f.flaws {
		spoilt, ok := one.edit.apply(base)
		if !ok || spoilt == base {
			t.Fatalf("%s, %s%s: what is to be edited is not there", f.program, one.bug, one.misreading)
		}
		list = append(list, flawed{f, spoilt, one.bug, one.misreading, one.named})
		if one.misreading != "" {
			misread = append(misread, one)
		}
	}
	if len(misread) == 0 {
		t.Logf("%s, %s: no pairs, for want of misreadings", f.program, f.rules)
	}
	for i, one := range f.flaws {
		if one.bug == "" {
			continue
		}
		found := 0
		for n := 0; n < len(misread) && found < 2; n++ {
			m := misread[(i+n*(1+i%2))%len(misread)]
			spoilt, ok1 := m.edit.apply(base)
			spoilt, ok2 := one.edit.apply(spoilt)
			if ok1 && ok2 && (found == 0 || pairs[len(pairs)-1].misreading != m.misreading) {
				pairs = append(pairs, flawed{f, spoilt, one.bug, m.misreading, one.named})
				found++
			}
		}
		if found == 0 && len(misread) > 0 {
			t.Errorf("%s, %s: it goes together with no misreading", f.program, one.bug)
		}
	}
	return append(list, pairs...)
}

// write writes the program and what it needs to a directory.
func (f *flawed) write(dir string) error {
	for _, name := range []string{"skeleton.py", "skeleton.js", "pacifist1.py", f.program} {
		text := []byte(f.text)
		if name != f.program {
			var err error
			if text, err = os.ReadFile(adapters + name); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// diagnosed checks the program and returns its diagnosis, or nil and why there is none.
func (f *flawed) diagnosed(t *testing.T, dir string, cases []corpus.Case) (*Diagnosis, string) {
	program := map[string]string{".py": "python3", ".js": "node"}[filepath.Ext(f.program)]
	if err := f.write(dir); err != nil {
		return nil, err.Error()
	}
	r, err := Check(t.Context(), &Program{Args: []string{program, f.program}, Dir: dir, Timeout: time.Minute}, cases,
		Options{})
	switch {
	case err != nil:
		return nil, err.Error()
	case r.Corpora[0].Diagnosis == nil:
		return nil, fmt.Sprintf("everything is right, but for %+v", r.Findings)
	}
	return r.Corpora[0].Diagnosis, ""
}

// names reports whether the diagnosis is the flaws of the program and nothing else.
func (f *flawed) names(d *Diagnosis) bool {
	if !d.Exact || (len(d.Readings) > 0) != (f.misreading != "") || (len(d.Faults) > 0) != (f.bug != "") ||
		len(d.Faults) > 1 {
		return false
	}
	if f.named != nil && !slices.ContainsFunc(append(d.Faults[0].Or, d.Faults[0].Name),
		func(name string) bool { return slices.Contains(f.named, name) }) {
		return false
	}
	if f.bug != "" && f.named == nil && !regexp.MustCompile(f.bug).MatchString(d.Faults[0].Name) {
		return false
	}
	v, err := rules.Named(f.rules)
	if err != nil {
		return false
	}
	for _, reading := range d.Readings {
		if kind, ok := strings.CutPrefix(f.misreading, "values "); ok {
			kind, value, _ := strings.Cut(kind, "=")
			n, _ := strconv.Atoi(value)
			want := v.Set()
			for i := range want.Values {
				if ruleset.KindName(i) == kind {
					want.Values[i] = int32(n)
				}
			}
			want.Name = reading.Set.Name
			if reading.Set != want {
				return false
			}
			continue
		}
		m, err := corpus.ParseMisreading(v.Set(), f.misreading)
		if err != nil {
			return false
		}
		if _, alike := corpus.SameGame(m.Set, reading.Set); !alike {
			return false
		}
	}
	return true
}

// The programs that are broken under testdata are right before they are broken.
func TestUnbrokenPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	needs(t, "python3")
	needs(t, "node")
	size := corpus.Smoke
	if *unseenEverything {
		size = corpus.Standard
	}
	for _, f := range unseenFiles(t, *unseenSet) {
		t.Run(f.program+" "+f.rules, func(t *testing.T) {
			t.Parallel()
			cases, err := golden.Cases(size, f.rules)
			if err != nil {
				t.Fatal(err)
			}
			f.flaws = nil
			text := filetest.Read(t, adapters+f.program)
			right, _ := f.edit.apply(string(text))
			if d, why := (&flawed{flawedFile: f, text: right}).diagnosed(t, t.TempDir(), cases); d != nil ||
				!strings.HasSuffix(why, "[]") {
				t.Errorf("%+v %s", d, why)
			}
		})
	}
}

func unseenFiles(t *testing.T, set string) []flawedFile {
	t.Helper()
	paths, err := filepath.Glob("testdata/" + set + "/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal(err, paths)
	}
	var list []flawedFile
	for _, path := range paths {
		list = append(list, readFlaws(t, path))
	}
	return list
}

// Programs broken in ways that were written down before anybody saw what the diagnosis says of them.
// Without -unseen a few of them are diagnosed that are named today; how many of all are, BENCHMARKS.md says.
func TestUnseen(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	needs(t, "python3")
	needs(t, "node")
	var list []flawed
	cases := map[string][]corpus.Case{}
	files := unseenFiles(t, *unseenSet)
	if !*unseenEverything {
		for _, set := range []string{"unseen-eighth", "unseen-ninth", "unseen-tenth", "unseen-eleventh",
			"unseen-twelfth"} {
			files = append(files, unseenFiles(t, set)...)
		}
	}
	for _, f := range files {
		list = append(list, flawedPrograms(t, f)...)
		some, err := golden.Cases(corpus.Standard, f.rules)
		if err != nil {
			t.Fatal(err)
		}
		cases[f.rules] = some
	}
	if !*unseenEverything {
		few, named := list[:0:0], 0
		for i, f := range list {
			pattern := f.named != nil && strings.Contains(f.named[0], "moves of one file")
			if f.what() == "bug" && f.named != nil {
				if named++; named%72 == 0 {
					few = append(few, f)
				}
			} else if i%184 == 4 && f.named == nil || f.what() == "pair" && pattern {
				few = append(few, f)
			}
		}
		list = few
	}
	if only := regexp.MustCompile(*unseenOnly); *unseenOnly != "" {
		list = slices.DeleteFunc(list, func(f flawed) bool { return !only.MatchString(f.String()) })
	}
	report := t.Logf
	if !*unseenEverything {
		report = t.Errorf
	}
	said := make([]string, len(list))
	dirs := make([]string, len(list))
	for i := range dirs {
		dirs[i] = t.TempDir()
	}
	if err := workers.Each(t.Context(), runtime.GOMAXPROCS(0), len(list), func(_, i int) {
		d, why := list[i].diagnosed(t, dirs[i], cases[list[i].rules])
		if d != nil && !list[i].names(d) {
			why = d.Summary()
		}
		if said[i] = why; why != "" {
			report("%v: %s", &list[i], why)
		}
	}); err != nil {
		t.Fatal(err)
	}
	asked, named := map[string]int{}, map[string]int{}
	for i, f := range list {
		asked[f.what()]++
		if said[i] == "" {
			named[f.what()]++
		}
	}
	for _, what := range []string{"bug", "misreading", "pair"} {
		t.Logf("%s: %d of %d", what, named[what], asked[what])
	}
}
