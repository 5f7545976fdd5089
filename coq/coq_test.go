package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"turncoat/internal/process"
	"turncoat/internal/testing/filetest"
)

// workshop is a directory in which Rules.v, Start.v and Check.v are compiled. It is made when a
// test first needs it, and removed after all tests.
var workshop struct {
	once sync.Once
	dir  string
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if workshop.dir != "" {
		os.RemoveAll(workshop.dir)
	}
	os.Exit(code)
}

// inWorkshop returns the workshop. Without Coq the test is skipped.
func inWorkshop(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("coqc"); err != nil {
		t.Skip("there is no Coq here (Debian's package coq)")
	}
	workshop.once.Do(func() {
		workshop.dir, workshop.err = os.MkdirTemp("", "coq")
		for _, name := range []string{"Rules.v", "Start.v", "Check.v"} {
			if workshop.err == nil {
				_, workshop.err = compile(workshop.dir, name, string(filetest.Read(t, name)))
			}
		}
	})
	if workshop.err != nil {
		t.Fatal(workshop.err)
	}
	return workshop.dir
}

// compile writes a file for Coq into the workshop, has Coq check it, and returns what Coq printed.
func compile(dir, name, text string) (string, error) {
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		return "", err
	}
	command := exec.Command("coqc", "-q", "-Q", ".", "Turncoat", name)
	command.Dir = dir
	printed, err := command.CombinedOutput()
	return string(printed), err
}

// A program answers questions by the rules and the checker of Coq, extracted to OCaml (ask.ml).
type program struct {
	t *testing.T
	*process.Process
}

// extracted starts the program.
func extracted(t *testing.T) *program {
	t.Helper()
	dir := inWorkshop(t)
	if printed, err := compile(dir, "Extract.v", string(filetest.Read(t, "Extract.v"))); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	filetest.Write(t, filepath.Join(dir, "ask.ml"), filetest.Read(t, "ask.ml"))
	build := exec.Command("ocamlfind", "ocamlopt", "-o", "ask", "extracted.mli", "extracted.ml",
		"ask.ml")
	build.Dir = dir
	if printed, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}

	started, err := process.Start(process.Command{Args: []string{filepath.Join(dir, "ask")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		how, byItself := started.Ended()
		if !byItself || started.Stderr() != "" {
			t.Errorf("%s: %s", how, started.Stderr())
		}
	})
	return &program{t, started}
}

// ask asks a question and returns the fields of the answer.
func (p *program) ask(fields ...string) []string {
	p.t.Helper()
	p.Send([]byte(strings.Join(fields, "|") + "\n"))
	answer := <-p.Events()
	if answer.Err != nil {
		p.t.Fatalf("no answer to %q: %v", fields, answer.Err)
	}
	if len(answer.Line) == 0 {
		return nil
	}
	return strings.Split(string(answer.Line), "|")
}
