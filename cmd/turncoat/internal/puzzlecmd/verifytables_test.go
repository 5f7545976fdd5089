package puzzlecmd

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/build"
	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/ruleset"
)

// A worker that has fetched the tables that a puzzle needs says of it what who asks would have
// said, and fetches them once; where they are not to be had, or are others, the puzzle waits, or it
// is said what is wrong.
func TestVerifyShared(t *testing.T) {
	dir := t.TempDir()
	opened, err := embedded.Open(bishopTable(t, dir), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	tables := map[string]*tablebase.Tables{"pacifist1": opened, "chess": nil}
	s := command.NewSession(t.Context(), nil, io.Discard, io.Discard)
	var puzzles []filedPuzzle
	for _, p := range readPuzzles(s,
		filepath.Join("..", "..", "..", "..", "puzzle", "collection", "endgames",
			"pacifist1.jsonl")) {
		if p.ID == "pacifist1-5-be623d88" { // king and bishop against king
			puzzles = append(puzzles, p, p)
		}
	}

	args, blobs, err := neededTables(puzzles, tables, 2)
	if err != nil || len(args.Rules) != 1 || len(args.Tables) != 1 ||
		args.Tables[0].Class != "KKB" ||
		len(blobs) != 1 {
		t.Fatalf("%+v, %v", args, err)
	}

	inputs, err := puzzleInputs(puzzles)
	if err != nil {
		t.Fatal(err)
	}
	text, err := share.EncodeArgs(args, inputs)
	if err != nil {
		t.Fatal(err)
	}
	fetched := 0
	fetch := func(_ context.Context, sum string, w io.Writer) error {
		for _, blob := range blobs {
			if blob.Name == sum {
				fetched++
				file, err := blob.Open()
				if err != nil {
					return err
				}
				defer file.Close()
				_, err = io.Copy(w, file)
				return err
			}
		}

		return cluster.ErrLater
	}
	var worker VerifyTables
	defer worker.Close()
	nothing := func(context.Context, string, io.Writer) error { return cluster.ErrLater }
	if _, err := worker.Unit(t.Context(), cluster.Unit{Args: text, Input: inputs[0], Fetch: nothing}); !errors.Is(
		err,
		cluster.ErrLater,
	) {
		t.Errorf("without tables: %v", err)
	}

	wrong := func(_ context.Context, _ string, w io.Writer) error {
		_, err := w.Write([]byte("turntab"))
		return err
	}
	if _, err := worker.Unit(t.Context(), cluster.Unit{Args: text, Input: inputs[0], Fetch: wrong}); !errors.Is(
		err,
		tablebase.ErrFile,
	) {
		t.Errorf("with what is no table: %v", err)
	}

	want, err := verifyPuzzle(t.Context(), inputs[0], 1, tables)
	if err != nil {
		t.Fatal(err)
	}
	for i, input := range inputs {
		got, err := worker.Unit(
			t.Context(),
			cluster.Unit{Args: text, Number: i, Input: input, Fetch: fetch},
		)
		var v verdict
		if err != nil || json.Unmarshal(got, &v) != nil || !reflect.DeepEqual(v, want) ||
			v.Wins == 0 ||
			len(v.Faults) > 0 {
			t.Errorf("%s: %s, %v, want %+v", puzzles[i].ID, got, err, want)
		}
	}

	if fetched != 1 {
		t.Errorf("a table was fetched %d times, want 1", fetched)
	}
}

// Tables are closed, and what was fetched is removed, when nobody is at them any more: at the end,
// and when another batch comes.
func TestTablesInUseStay(t *testing.T) {
	unit := func(rules ...string) cluster.Unit {
		t.Helper()
		args, err := share.EncodeArgs(verifyArgs{Rules: rules}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return cluster.Unit{Args: args}
	}
	there := func(at *openTableSets) bool {
		_, err := os.Stat(at.dir)
		return err == nil
	}
	var v VerifyTables
	open := func(u cluster.Unit) *openTableSets {
		t.Helper()
		at, err := v.open(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	first := open(unit("pacifist1"))
	if again := open(unit("pacifist1")); again != first || first.byRules["pacifist1"] == nil ||
		!there(first) {
		t.Fatalf("%+v and %+v", first, again)
	}

	first.users.Done()
	second := open(unit("chess"))
	if second == first || second.byRules["chess"] == nil || second.byRules["pacifist1"] != nil {
		t.Errorf("%+v after %+v", second, first)
	}
	time.Sleep(100 * time.Millisecond) // long enough for those that go too soon
	if !there(first) {
		t.Error("tables that are in use go when another batch comes")
	}
	first.users.Done()
	for deadline := time.Now().Add(time.Minute); there(first); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("tables that nobody uses stay")
		}
	}

	over := make(chan struct{})
	go func() { defer close(over); v.Close() }()
	time.Sleep(100 * time.Millisecond)
	if !there(second) {
		t.Error("tables that are in use go at the end")
	}
	second.users.Done()
	<-over
	if there(second) {
		t.Error("the tables stay")
	}
	v.Close() // there are none any more
}

// bishopTable builds the table of king and bishop against king under pacifist1.
func bishopTable(t *testing.T, dir string) ruleset.Set {
	t.Helper()
	set := rulestest.Builtin(t, "pacifist1")
	c, err := tablebase.ParseClass("KKB")
	if err != nil {
		t.Fatal(err)
	}
	if err := build.Tables(t.Context(), set, dir, []tablebase.Class{c}, build.Options{}, nil); err != nil {
		t.Fatal(err)
	}
	return set
}
