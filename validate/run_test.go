package validate

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
)

// gather keeps what it is told.
type gather struct{ records []Verdict }

func (g *gather) Record(r *Verdict) error { g.records = append(g.records, *r); return nil }
func (g *gather) EndFile(string) error    { return nil }
func (g *gather) Close(*Summary) error    { return nil }

func runPaths(t testing.TB, o Options, paths ...string) ([]Verdict, Summary, []error) {
	t.Helper()
	var g gather
	var unusable []error
	o.Unusable = func(err error) { unusable = append(unusable, err) }
	summary, err := Run(context.Background(), paths, o, &g)
	if err != nil {
		t.Fatal(err)
	}
	return g.records, summary, unusable
}

// glued returns the labelled games as one text, and fifty orthodox ones so often after it. Some
// begin in mid-line.
func glued(t testing.TB, more int) (all []byte) {
	t.Helper()
	for _, l := range labels(t) {
		all = append(all, filetest.Read(t, filepath.Join("testdata/vchess", l.File))...)
	}
	return append(all, bytes.Repeat(orthodox(t), more)...)
}

func checkLabels(t *testing.T, records []Verdict) {
	t.Helper()
	list := labels(t)
	if len(records) != len(list) {
		t.Fatalf("%d records instead of %d", len(records), len(list))
	}
	for i, l := range list {
		if records[i].Index != i+1 {
			t.Errorf("record %d has the index %d", i+1, records[i].Index)
		}
		l.check(t, records[i])
	}
}

// The labelled games have the same verdicts glued into one file, compressed in every way, with
// other line ends, with a byte order mark, from standard input, and whatever the number of jobs.
func TestLabelsInEveryDress(t *testing.T) {
	plain := glued(t, 0)
	dir := t.TempDir()
	write := func(name string, text []byte) string {
		path := filepath.Join(dir, name)
		filetest.Write(t, path, text)
		return path
	}
	var zip bytes.Buffer
	z := gzip.NewWriter(&zip)
	z.Write(plain)
	z.Close()
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	crlf := bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n"))
	marked := append([]byte("\ufeff"), plain...)
	dresses := map[string]string{
		"plain": write("a.pgn", plain), "gzip": write("a.pgn.gz", zip.Bytes()),
		"zstd": write("a.pgn.zst",
			encoder.EncodeAll(plain, nil)),
		"bzip2": "testdata/glued.pgn.bz2", "CRLF": write("b.pgn", crlf),
		"a byte order mark": write("c.pgn", marked),
	}
	for name, path := range dresses {
		t.Run(name, func(t *testing.T) {
			records, summary, unusable := runPaths(t, Options{Jobs: 3}, path)
			checkLabels(t, records)
			if len(unusable) > 0 || summary.Failed != 54 || summary.OK != 18 {
				t.Errorf("%+v, %v", summary, unusable)
			}
		})
	}

	t.Run("standard input", func(t *testing.T) {
		records, _, _ := runPaths(t, Options{Jobs: 1, Stdin: iotestReader{bytes.NewReader(plain)}},
			"-")
		checkLabels(t, records)
	})
	t.Run("marks between", func(t *testing.T) { // as when files with marks are put together
		text := bytes.ReplaceAll(plain, []byte("[Site"), []byte("\ufeff[Site"))
		records, _, _ := runPaths(t, Options{Stdin: bytes.NewReader(text)}, "-")
		checkLabels(t, records)
	})
}

// An iotestReader gives few bytes at a time.
type iotestReader struct{ r io.Reader }

func (r iotestReader) Read(p []byte) (int, error) { return r.r.Read(p[:min(len(p), 777)]) }

// The places of findings are those of the file, wherever its blocks were cut; and the report is the
// same whatever the number of jobs.
func TestPlacesAcrossBlocks(t *testing.T) {
	plain := glued(t, 0)
	times := 55 // without an empty line between them, and more than one block
	if longtest.Short() {
		times = 8
	}
	many := bytes.Repeat(plain, times)
	lines := bytes.Count(plain, []byte("\n"))
	var reports [2]strings.Builder
	for i := range reports {
		if _, err := Run(t.Context(), []string{"-"}, Options{Jobs: 1 + 3*i,
			Stdin: bytes.NewReader(many)},
			NewReporter(&reports[i], JSON, Style{})); err != nil {
			t.Fatal(err)
		}
	}

	if reports[0].String() != reports[1].String() {
		t.Error("the report depends on the number of jobs")
	}
	records, _, _ := runPaths(t, Options{Stdin: bytes.NewReader(many)}, "-")
	if len(records) != times*72 {
		t.Fatalf("%d records", len(records))
	}
	for i := range records {
		for j, f := range records[i].Findings {
			first := records[i%72].Findings[j]
			// The last file has no line feed after it to set the copies apart.
			if want := first.Line + i/72*lines; f.Line != want || f.Column != first.Column &&
				f.Line != i/72*lines+1 {
				t.Fatalf("record %d: line %d, column %d; want %d, %d", i+1, f.Line, f.Column, want,
					first.Column)
			}
		}
	}
}

// What holds no game is unusable, whatever it is; once a game has been read, whatever follows it is
// reported.
func TestNoGames(t *testing.T) {
	for text, records := range map[string]int{"hello\n": 0,
		"There is no game here,\nnone at all.\n": 0,
		"; none\n{none}\n":                       0, "\x00\x1f\x8b\x00[\xff": 0,
		"[Event \"a\"]\n\n1. e4 *\n\nhello\n": 1} {
		path := filepath.Join(t.TempDir(), "file")
		filetest.Write(t, path, []byte(text))
		got, sum, unusable := runPaths(t, Options{}, path)
		if len(got) != 1 || got[0].OK || sum.Games != records || len(unusable) != 1-records {
			t.Errorf("%q: %+v, %v", text, got, unusable)
		}
	}
}

// Directories are gone through in byte order, without dot-names and links, and other files are
// counted.
func TestDirectories(t *testing.T) {
	dir := t.TempDir()
	game := filetest.Read(t, "testdata/vchess/pacifist1-0000.pgn")
	for _, name := range []string{"b.pgn", "a/z.pgn", "a-1.pgn", ".hidden.pgn", ".git/x.pgn",
		"readme.md", "B.pgn"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		filetest.Write(t, path, game)
	}

	for name, text := range map[string]string{"notes.txt": "nothing but prose\n",
		"compose.yaml": "services: {}\n"} {
		filetest.Write(t, filepath.Join(dir, name), []byte(text))
	}
	if err := os.Symlink(filepath.Join(dir, "b.pgn"), filepath.Join(dir, "link.pgn")); err != nil {
		t.Fatal(err)
	}
	records, summary, _ := runPaths(t, Options{}, dir)
	var names []string
	for _, r := range records {
		name, _ := filepath.Rel(dir, r.File)
		names = append(names, filepath.ToSlash(name))
	}

	if got := strings.Join(names, " "); got != "B.pgn a-1.pgn a/z.pgn b.pgn" ||
		summary.Skipped != 3 ||
		summary.Files != 4 {
		t.Errorf("%s; %+v", got, summary)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	stop := &stopping{cancel: cancel}
	if _, err := Run(ctx, []string{"-"}, Options{Stdin: bytes.NewReader(glued(t, 50))},
		stop); err == nil {
		t.Error("the work went on")
	}

	if !stop.closed {
		t.Error("the report was not closed")
	}
}

type stopping struct {
	gather
	cancel context.CancelFunc
	closed bool
}

func (s *stopping) Record(*Verdict) error { s.cancel(); return nil }
func (s *stopping) Close(*Summary) error  { s.closed = true; return nil }

// Of a file of scenarios that is interrupted, those that were finished are reported, and the one
// that was being judged is not.
func TestInterruptedScenarios(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.yaml")
	text := "rules: chess\nscenarios:\n  - name: quick\n    expect: {turns: {count: 20}}\n  - " +
		"name: endless\n    expect: {perft: {8: 1}}\n"
	filetest.Write(t, path, []byte(text))
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	var out bytes.Buffer
	summary, err := Run(ctx, []string{path}, Options{}, NewReporter(&out, JSON, Style{}))
	if err == nil || summary.Scenarios != 1 || summary.OK != 1 || !strings.Contains(out.String(),
		`"name":"quick"`) || strings.Contains(out.String(), "endless") {
		t.Errorf("%v, %+v\n%s", err, summary, out.String())
	}
}
