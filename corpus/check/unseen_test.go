//go:build unix

package check

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/internal/filetest"
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
	edit            edit
}

// A flawedFile is a right program and the flaws that are put into it.
type flawedFile struct {
	file  string // of the program
	rules string
	edit  edit // what makes the program into one for the rules
	flaws []flaw
}

// readFlaws reads a file of flaws: "program FILE RULES", "bug PATTERN" and "misreading SETTING", each followed
// by edits: a text after "<<<<" to be replaced by the one after "====", up to ">>>>".
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
			f.file, f.rules, _ = strings.Cut(value, " ")
		case "bug", "misreading":
			f.flaws = append(f.flaws, flaw{})
			last := &f.flaws[len(f.flaws)-1]
			at = &last.edit
			if word == "bug" {
				last.bug = value
			} else {
				last.misreading = value
			}
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
	return fmt.Sprintf("%s %s, %s %q %s", f.file, f.rules, f.what(), f.bug, f.misreading)
}

// program writes the program and what it needs to a directory and returns the call of it.
func (f *flawed) program(t *testing.T) *Program {
	t.Helper()
	needs(t, "python3")
	needs(t, "node")
	dir := t.TempDir()
	for _, name := range []string{"skeleton.py", "skeleton.js", "pacifist1.py", f.file} {
		text := []byte(f.text)
		if name != f.file {
			text = filetest.Read(t, adapters+name)
		}
		filetest.Write(t, filepath.Join(dir, name), text)
	}
	word := map[string]string{".py": "python3", ".js": "node"}[filepath.Ext(f.file)]
	return &Program{Args: []string{word, f.file}, Dir: dir, Timeout: time.Minute}
}

// The programs that are broken under testdata are right before they are broken.
func TestUnbrokenPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	needs(t, "python3")
	needs(t, "node")
	for _, f := range unseenFiles(t, "unseen") {
		t.Run(f.file+" "+f.rules, func(t *testing.T) {
			t.Parallel()
			cases, err := golden.Cases(corpus.Smoke, f.rules)
			if err != nil {
				t.Fatal(err)
			}
			f.flaws = nil
			text := filetest.Read(t, adapters+f.file)
			right, _ := f.edit.apply(string(text))
			one := flawed{flawedFile: f, text: right}
			r, err := Check(t.Context(), one.program(t), cases, Options{})
			if err != nil || !r.OK() {
				t.Errorf("%v, %+v", err, r.JSON())
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
