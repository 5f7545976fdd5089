package workercmd

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/puzzlecmd"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/cmd/turncoat/internal/tablebasecmd"
	"turncoat/internal/cluster"
	"turncoat/internal/cluster/queue"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/mine"
	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/build"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// served starts a queue and returns what connects to it.
func served(t *testing.T) (dial func() *cluster.Conn) {
	t.Helper()
	server := listening(t)
	return func() *cluster.Conn { return dialled(t, server) }
}

// listening starts a queue.
func listening(t *testing.T) *queue.Server {
	t.Helper()
	server, err := queue.Listen(queue.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return server
}

// dialled connects to a queue.
func dialled(t *testing.T, server *queue.Server) *cluster.Conn {
	t.Helper()
	conn, err := cluster.Dial(t.Context(), cluster.Options{URL: server.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// joins has a worker join a queue, and returns what ends it.
func joins(
	t *testing.T,
	conn *cluster.Conn,
	name string,
	kinds map[string]cluster.Func,
	jobs int,
) (end func()) {
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		w := &cluster.Worker{Name: name, Version: share.BuildVersion(), Kinds: kinds, Jobs: jobs}
		w.Run(ctx, conn)
	}()
	return func() { cancel(); <-over }
}

// liar joins a worker that sends of each unit what spoil makes of its result; times counts from 1
// how often the unit was asked for.
func liar(
	t *testing.T,
	dial func() *cluster.Conn,
	kind string,
	spoil func(unit, times int, result []byte) []byte,
) {
	t.Helper()
	var slicer build.Worker
	all := kinds(&slicer, new(puzzlecmd.VerifyTables), 64*command.MB)
	do := all[kind]
	var mu sync.Mutex
	asked := map[string]int{}
	all[kind] = func(ctx context.Context, u cluster.Unit) ([]byte, error) {
		result, err := do(ctx, u)
		if err != nil {
			return nil, err
		}
		mu.Lock()
		defer mu.Unlock()
		key := fmt.Sprintf("%s %d", u.Args, u.Number)
		asked[key]++
		return spoil(u.Number, asked[key], result), nil
	}
	end := joins(t, dial(), "liar", all, 1)
	t.Cleanup(func() { end(); slicer.Close() })
}

// A mine whose worker sends what no unit can have found asks again, and ends with the puzzles of
// one process; where the worker goes on to lie, the mine ends and names the unit.
func TestMineWithBadResults(t *testing.T) {
	work := func() *mine.Mine {
		m := &mine.Mine{
			Rules: rulestest.Builtin(
				t,
				"chess",
			), From: mine.Given, Position: "7k/8/8/6K1/8/8/8/R7 w - - 0 1",
			Least: 2, Most: 2, Count: 1, Pool: 1, Units: 3,
			Demands: analysis.Demands{OneKey: true},
		}
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		return m
	}
	want, err := work().Run(t.Context(), mine.Options{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	run := func(spoil func(unit, times int, result []byte) []byte) ([]puzzle.Puzzle, error) {
		dial := served(t)
		liar(t, dial, "puzzle mine", spoil)
		m, s := work(), command.NewSession(t.Context(), nil, io.Discard, io.Discard)
		client, err := puzzlecmd.MineClient(s, dial(), m)
		if err != nil {
			t.Fatal(err)
		}
		return m.Run(t.Context(), mine.Options{Jobs: 1, Client: client})
	}
	text := func(list []puzzle.Puzzle) string {
		var b strings.Builder
		if err := puzzle.Write(&b, list); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	got, err := run(func(unit, times int, result []byte) []byte {
		switch {
		case times == 1 && unit == 0:
			return []byte("x")
		case times == 2 && unit == 0:
			return bytes.Replace(result, []byte(`"a1a8"`), []byte(`"a1a7"`), 1) // no mate
		}

		return result
	})
	if err != nil || text(got) != text(want) {
		t.Errorf("%v: %s, want %s", err, text(got), text(want))
	}
	_, err = run(func(unit, _ int, result []byte) []byte {
		if unit == 0 {
			return []byte(`{"unit":0,"screened":1,"puzzles":[{}]}`)
		}
		return result
	})
	if err == nil || !strings.Contains(err.Error(),
		"unit 0: invalid result: ") {
		t.Errorf("%v", err)
	}
}

// A batch whose worker sends what cannot be a result asks again; of what it goes on to lie about
// there is none, and why is said in its place.
func TestBatchWithBadResults(t *testing.T) {
	text, err := os.ReadFile("../../../../puzzle/collection/chess.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	b := &share.Batch[puzzlecmd.Graded]{
		Kind:   "puzzle grade",
		What:   "puzzles",
		Args:   puzzlecmd.GradeArgs{Seed: 1, Missing: true},
		Check:  func(_ int, graded *puzzlecmd.Graded) error { return graded.Check() },
		Inputs: bytes.Split(text, []byte("\n"))[:3],
	}
	dial := served(t)
	liar(t, dial, b.Kind, func(unit, times int, result []byte) []byte {
		if unit == 1 || times == 1 && unit == 0 {
			return []byte("x")
		}
		return result
	})
	var got []string
	s := command.NewSession(t.Context(), nil, io.Discard, io.Discard)
	err = b.Do(s, 1, dial(), func(unit int, result *puzzlecmd.Graded, failed error) error {
		got = append(got, fmt.Sprint(unit, result.Check() == nil, failed))
		return nil
	})
	want := `^0 true <nil>\n1 false invalid result: .+\n2 true <nil>$`
	if err != nil || !regexp.MustCompile(want).MatchString(strings.Join(got, "\n")) {
		t.Errorf("%v: %q, want %s", err, got, want)
	}
}

// A worker that says of every reply that it loses, without a line of proof or with that of another
// position, proves nothing: the command ends with an error, and the file stays as it was.
func TestProveWithBadResults(t *testing.T) {
	for name, lie := range map[string]string{
		"nothing": `{"status":"won","in":2,"play":"d2d4","positions":1}`,
		"at once": `{"status":"won","in":1,"play":"d2d4","positions":1}`,
		"nowhere": `{"status":"unknown","positions":1}`,
		"illegal": `{"status":"unknown","positions":1,"open":[{"turn":"e2e4","positions":1}]}`,
		"elsewhere": `{"status":"won","in":2,"play":"d2d4","positions":1,"steps":[{"at":"` +
			board.StartFEN + `","win":2,"play":["e2e4"]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "proof")
			filetest.Write(t, file, []byte("old"))
			server := listening(t)
			dial := func() *cluster.Conn { return dialled(t, server) }
			liar(t, dial, "puzzle prove", func(int, int, []byte) []byte { return []byte(lie) })

			var out, said strings.Builder
			prove := func(s *command.Session) []*cli.Command {
				return []*cli.Command{command.Group("puzzle", "", puzzlecmd.Prove(s))}
			}
			words := []string{"turncoat", "puzzle", "prove", "--rules", "chess", "--win-in", "3",
				"--output", file, "--nodes", "1", "--memory", "1M", "--cluster", server.URL(),
				"1.e4"}
			status := command.Run(t.Context(), command.Turncoat(prove), words, nil, &out, &said)
			if status != command.StatusUnusable || strings.Contains(out.String(), "loses") {
				t.Errorf("status %d: %s%s", status, out.String(), said.String())
			}
			if text := string(filetest.Read(t, file)); text != "old" {
				t.Errorf("the file has %q", text)
			}
		})
	}
}

// A journal in which a win lacks positions of its strategy proves nothing either.
func TestProveWithBadJournal(t *testing.T) {
	dir := t.TempDir()
	journal, file := filepath.Join(dir, "journal"), filepath.Join(dir, "proof")
	prove := func(s *command.Session) []*cli.Command {
		return []*cli.Command{command.Group("puzzle", "", puzzlecmd.Prove(s))}
	}
	words := []string{"turncoat", "puzzle", "prove", "--rules", "benedict", "--win-in", "8",
		"--memory", "1M", "--journal", journal, "--output", file, "1. e3 h5 2. Nc3"}
	run := func() (status int, said string) {
		var out strings.Builder
		status = command.Run(t.Context(), command.Turncoat(prove), words, nil, &out, &out)
		return status, out.String()
	}
	if status, said := run(); status != command.StatusOK {
		t.Fatalf("status %d: %s", status, said)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}

	step := regexp.MustCompile(`,\{"at":"[^"]*","win":2,[^}]*\}`)
	filetest.Write(t, journal, forged(t, filetest.Read(t, journal), func(record []byte) []byte {
		return step.ReplaceAll(record, nil)
	}))
	status, said := run()
	if _, err := os.Stat(file); status != command.StatusUnusable || err == nil {
		t.Errorf("status %d, %s, %v", status, said, err)
	}
}

// forged returns a journal whose records are changed, with the checksums that they have then.
func forged(t *testing.T, journal []byte, change func(record []byte) []byte) (out []byte) {
	t.Helper()
	changed := false
	for len(journal) > 0 {
		end := 8 + binary.LittleEndian.Uint32(journal)
		record := change(journal[8:end])
		changed = changed || !bytes.Equal(record, journal[8:end])
		journal = journal[end:]
		sum := crc32.Checksum(record, crc32.MakeTable(crc32.Castagnoli))
		out = binary.LittleEndian.AppendUint32(out, uint32(len(record)))
		out = append(binary.LittleEndian.AppendUint32(out, sum), record...)
	}
	if !changed {
		t.Fatal("there was nothing to change in the journal")
	}
	return out
}

// A worker refuses a unit that asks for more memory than the worker may use, as the default may be.
func TestMemoryOfUnit(t *testing.T) {
	var slicer build.Worker
	all := kinds(&slicer, new(puzzlecmd.VerifyTables), 32*command.MB)
	set := rulestest.Builtin(t, "chess")
	start := rules.New(set).Start()
	task := `{"rules":"chess","fen":"7k/8/5K2/8/8/8/8/R7 w - - 0 1","goal":"#2","format":"text"}`
	for _, test := range []struct {
		kind  string
		input string
		args  map[string]any
	}{
		{"puzzle prove", `{"at":"` + proof.At(&start) + `","turns":2,"nodes":1}`, map[string]any{"rules": set}},
		{"puzzle solve-file", task, map[string]any{}},
	} {
		for asked, refused := range map[int64]bool{16 << 20: false, 15 << 30: true, 1 << 62: true} {
			test.args["memory"] = asked
			if err := unit(t, all[test.kind], test.args, test.input); (err != nil) != refused {
				t.Errorf("%s, %d bytes: %v", test.kind, asked, err)
			}
		}
	}

	if err := unit(t, all["puzzle solve-file"], map[string]any{}, task); err == nil {
		t.Error("the default of 64 MB is more than the worker has, and it is not refused")
	}
}

// unit does a unit, and returns its error.
func unit(t *testing.T, do cluster.Func, args map[string]any, input string) error {
	t.Helper()
	text, err := share.EncodeArgs(args, [][]byte{[]byte(input)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = do(t.Context(), cluster.Unit{Args: text, Input: []byte(input)})
	return err
}

// A build whose worker sends what no slice can have found asks again, and ends with the table of
// one process; where the worker goes on to lie, the build ends and names the slice.
func TestTableWithBadResults(t *testing.T) {
	dir := t.TempDir()
	bishopTable(t, dir, build.Options{})
	want, err := os.ReadFile(filepath.Join(dir, "pacifist1", "KKB.tct"))
	if err != nil {
		t.Fatal(err)
	}
	build := func(spoil func(unit, times int, result []byte) []byte) ([]byte, error) {
		dial := served(t)
		liar(t, dial, "tablebase build", spoil)
		client := tablebasecmd.PassClient(
			command.NewSession(t.Context(), nil, io.Discard, io.Discard),
			dial(),
		)
		dir := t.TempDir()
		class, err := tablebase.ParseClass("KKB")
		if err != nil {
			t.Fatal(err)
		}
		o := build.Options{ShareFrom: 100_000, Client: client}
		if err := build.Tables(t.Context(), rulestest.Builtin(t, "pacifist1"), dir, []tablebase.Class{class}, o,
			nil); err != nil {
			return nil, err
		}

		return os.ReadFile(filepath.Join(dir, "pacifist1", "KKB.tct"))
	}
	got, err := build(func(_, times int, result []byte) []byte {
		switch {
		case times > 2:
			return result
		case times == 2 && result[0]&1 != 0:
			return append(
				[]byte{result[0] ^ 3},
				result[1:]...) // what is decided is said to be drawn
		}

		return []byte{9}
	})
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("another table, %v", err)
	}
	_, err = build(func(unit, _ int, result []byte) []byte { return []byte{1, byte(unit)} })
	// Slices fail in any order; the build ends with the first of them.
	if err == nil ||
		!regexp.MustCompile(`KKB, pass 0, slice \d: invalid result: `).MatchString(err.Error()) {
		t.Errorf("%v", err)
	}
}
