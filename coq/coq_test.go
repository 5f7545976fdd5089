package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

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
	t   *testing.T
	in  io.Writer
	out *bufio.Scanner
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

	command := exec.Command(filepath.Join(dir, "ask"))
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := command.Wait(); err != nil {
			t.Error(err)
		}
	})

	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	return &program{t, in, lines}
}

// ask asks a question and returns the fields of the answer.
func (p *program) ask(fields ...string) []string {
	p.t.Helper()
	if _, err := io.WriteString(p.in, strings.Join(fields, "|")+"\n"); err != nil {
		p.t.Fatal(err)
	}
	if !p.out.Scan() {
		p.t.Fatalf("no answer to %q: %v", fields, p.out.Err())
	}
	if p.out.Text() == "" {
		return nil
	}
	return strings.Split(p.out.Text(), "|")
}
