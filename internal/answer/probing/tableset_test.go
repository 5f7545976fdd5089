package probing_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"turncoat/internal/answer/probing"
	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/ruleset"
)

// tableDir makes a directory with an embedded table of chess.
func tableDir(t *testing.T) (dir, name string) {
	t.Helper()
	dir = t.TempDir()
	text := filetest.Read(t, "../../tablebase/embedded/chess/KKQ.tct")
	name = filepath.Join(dir, "chess", "KKQ.tct")
	if err := os.Mkdir(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir, name
}

// The tables of a rule set are opened once, and again after they have been closed, or could not be
// opened.
func TestTableSetOpensOnce(t *testing.T) {
	dir, name := tableDir(t)
	chess := rulestest.Builtin(t, "chess")
	tables := probing.NewTableSet(embedded.Opener(dir))
	first, err := tables.Tables(chess)
	if err != nil || first.Table(classOf(t, "KKQ")).Name() != name {
		t.Fatalf("%v", err)
	}
	if second, err := tables.Tables(chess); err != nil || second != first {
		t.Errorf("opened again: %v", err)
	}
	if other, err := tables.Tables(rulestest.Builtin(t, "pacifist1")); err != nil ||
		other == first || other.Set().Name != "pacifist1" {
		t.Errorf("another rule set: %v", err)
	}

	if err := tables.Close(); err != nil {
		t.Fatal(err)
	}
	if again, err := tables.Tables(chess); err != nil || again == first {
		t.Errorf("after they were closed: %v", err)
	}
	if err := tables.Close(); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	tables = probing.NewTableSet(embedded.Opener(dir))
	if _, err := tables.Tables(chess); err == nil {
		t.Error("an empty file is taken for a table")
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if _, err := tables.Tables(chess); err != nil {
		t.Errorf("after what could not be opened has gone: %v", err)
	}
	if err := tables.Close(); err != nil {
		t.Error(err)
	}
}

// However many rule sets without tables a client names, those that have tables can still be opened.
func TestSetsWithoutTablesTakeNoRoom(t *testing.T) {
	tables := probing.NewTableSet(embedded.Opener(t.TempDir()))
	own := rulestest.Builtin(t, "andernach")
	own.ConvertsWhen, own.Squares = ruleset.OnSquare, 1
	for i := range 300 {
		own.Name = fmt.Sprintf("own%d", i)
		if _, err := tables.Tables(own); err != nil {
			t.Fatalf("%s: %v", own.Name, err)
		}
	}

	if _, err := tables.Tables(rulestest.Builtin(t, "chess")); err != nil {
		t.Errorf("chess after them: %v", err)
	}
	if err := tables.Close(); err != nil {
		t.Error(err)
	}
}

// A closed set holds no file.
func TestTableSetLetsGo(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what a process holds is looked up in /proc")
	}
	dir, name := tableDir(t)
	held := func() bool {
		return strings.Contains(string(filetest.Read(t, "/proc/self/maps")), name)
	}
	tables := probing.NewTableSet(embedded.Opener(dir))
	if _, err := tables.Tables(rulestest.Builtin(t, "chess")); err != nil || !held() {
		t.Fatalf("an open table is not held: %v", err)
	}
	if err := tables.Close(); err != nil || held() {
		t.Errorf("a closed one is held: %v", err)
	}
}

// A file with the name of a rule set holds no tables and is ignored.
func TestCheckPassesOverFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "chess"), []byte("notes"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := embedded.Check(dir); err != nil {
		t.Error(err)
	}
}

func classOf(t *testing.T, name string) tablebase.Class {
	t.Helper()
	class, err := tablebase.ParseClass(name)
	if err != nil {
		t.Fatal(err)
	}
	return class
}
