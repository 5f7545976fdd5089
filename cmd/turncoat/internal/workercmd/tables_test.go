package workercmd

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/puzzlecmd"
	"turncoat/cmd/turncoat/internal/tablebasecmd"
	"turncoat/internal/cluster"
	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/build"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/rulestest"
	"turncoat/internal/work"
	"turncoat/rules/ruleset"
)

// bishopTable builds the table of king and bishop against king under pacifist1.
func bishopTable(t *testing.T, dir string, o build.Options) ruleset.Set {
	t.Helper()
	set := rulestest.Builtin(t, "pacifist1")
	c, err := tablebase.ParseClass("KKB")
	if err != nil {
		t.Fatal(err)
	}
	if err := build.Tables(t.Context(), set, dir, []tablebase.Class{c}, o, nil); err != nil {
		t.Fatal(err)
	}
	return set
}

// A table whose slices two workers have worked out, one of which is ended in the midst, is that of
// one process, to the byte.
func TestTableShared(t *testing.T) {
	made := func(o build.Options) []byte {
		t.Helper()
		dir := t.TempDir()
		bishopTable(t, dir, o)
		return filetest.Read(t, filepath.Join(dir, "pacifist1", "KKB.tct"))
	}
	want := made(build.Options{})

	dial := served(t)
	join := func(name string) (end func()) {
		var slicer build.Worker
		leave := joins(t, dial(), name, kinds(&slicer, new(puzzlecmd.VerifyTables), command.GB), 2)
		end = func() { leave(); slicer.Close() }
		t.Cleanup(end)
		return end
	}
	end := join("one")
	asking := dial()
	client, passes := tablebasecmd.PassClient(
		command.NewSession(t.Context(), nil, io.Discard, io.Discard),
		asking,
	), 0
	got := made(build.Options{ShareFrom: 1, Client: func(p *build.Pass) work.Client {
		switch p.Number {
		case 3:
			join("two") // which has to catch up
		case 7:
			end()
		}

		passes++
		return client(p)
	}})
	if !bytes.Equal(got, want) {
		t.Error("the table is another")
	}
	if passes < 18 { // the longest win takes 17 plies
		t.Errorf("%d passes were shared out", passes)
	}
	state, err := cluster.Status(t.Context(), asking)
	if err != nil || state.Queued != 0 || len(state.Work) != 0 {
		t.Errorf("left on the server: %+v, %v", state, err)
	}
}
