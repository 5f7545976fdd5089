package validate

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"

	"turncoat/pgn"
)

// A transcript lists in order what a run tells its caller and its reporter: the kind of each record
// with the code and the line of its first error, and what is unusable or passed over.
type transcript struct{ events []string }

func (w *transcript) Record(r *Verdict) error {
	event := string(r.Kind)
	if !r.OK {
		event += fmt.Sprintf(" %s %d", r.Findings[0].Code, r.Findings[0].Line)
	}
	w.events = append(w.events, event)
	return nil
}

func (w *transcript) EndFile(string) error { w.events = append(w.events, "end"); return nil }
func (w *transcript) Close(*Summary) error { return nil }

// squeezed returns a text as gzip does, and the same as far as its first two thirds are.
func squeezed(t *testing.T, text string) (whole, part []byte) {
	t.Helper()
	var zip bytes.Buffer
	z := gzip.NewWriter(&zip)
	if _, err := z.Write([]byte(text[:2*len(text)/3])); err != nil {
		t.Fatal(err)
	}
	if err := z.Flush(); err != nil {
		t.Fatal(err)
	}
	n := zip.Len()
	if _, err := z.Write([]byte(text[2*len(text)/3:])); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return zip.Bytes(), zip.Bytes()[:n]
}

// Each kind of input, named in the call or found in a directory, is told in order, once to the
// caller and once in the report. What cannot be read is in both.
func TestInputs(t *testing.T) {
	const game = sevenTags + "[Result \"*\"]\n\n1. e4 *\n" // nine lines
	whole, part := squeezed(t, strings.Repeat(game, 3))
	wrong := bytes.Clone(whole)
	wrong[len(wrong)-8] ^= 1 // in the checksum
	const text, scenario = "1. e4 e5 2. Nf3 *\n", "rules: chess\nscenarios:\n" +
		"  - name: one\n    expect: {turns: {count: 20}}\n"
	_, partOfText := squeezed(t, text+strings.Repeat("\n", 61))
	_, partOfYAML := squeezed(t, scenario+strings.Repeat("# and so on\n", 20))
	files := map[string]string{
		"a.txt": text, "a.yaml": scenario, "part.txt.gz": string(partOfText),
		"part.yaml.gz": string(partOfYAML),
		"a.json":       `{"rules":"chess","tags":[],"start":"start","result":"*","turns":[{"uci":"e2e4"}]}`,
		"game.pgn":     game, "prose.pgn": "no game\n", "blank.pgn": "", "other.md": "a\n",
		"blank.md":    "",
		"part.pgn.gz": string(part), "wrong.pgn.gz": string(wrong), "none.pgn.gz": "not compressed",
		"some.yaml": "services: {}\n",
	}
	for _, test := range []struct{ named, in, want string }{ // files in the call, or in a directory
		{"game.pgn", "", "game, end"},
		{"-", "", "unusable, file syntax 0, end"},
		{"a.txt", "", "game, end"},
		{"a.json", "", "game, end"},
		{"a.yaml", "", "scenario, end"},
		{"part.txt.gz", "", "game, unusable, file truncated 36, end"},
		{"part.yaml.gz", "", "unusable, file truncated 0, end"}, // a part may say something else
		{"prose.pgn", "", "unusable, file syntax 0, end"},
		{"blank.pgn", "", "unusable, file syntax 0, end"},
		{"missing.pgn", "", "unusable, file syntax 0, end"},
		{"none.pgn.gz", "", "unusable, file syntax 0, end"},
		{"part.pgn.gz", "", "game, game, unusable, file truncated 19, end"},
		{"wrong.pgn.gz", "", "game, game, game, unusable, file syntax 28, end"},
		{"", "game.pgn other.md blank.md some.yaml",
			"game, end, passed some.yaml, end, passed blank.md (empty), passed other.md"},
		{"", "blank.pgn", "passed blank.pgn (empty), end"},
		{"", "none.pgn.gz", "unusable, file syntax 0, end"},
		{"", "other.md", "passed other.md, unusable, file syntax 0, end"},
	} {
		w := &transcript{}
		dir := t.TempDir()
		for _, name := range strings.Fields(test.named + test.in) {
			if text, ok := files[name]; ok {
				filetest.Write(t, filepath.Join(dir, name), []byte(text))
			}
		}
		path := filepath.Join(dir, test.named)
		if test.named == Stdin {
			path = Stdin
		}
		options := Options{Jobs: 1, Stdin: strings.NewReader("\n"),
			Unusable: func(error) { w.events = append(w.events, "unusable") },
			PassedOver: func(path string, empty bool) {
				event := "passed " + filepath.Base(path)
				if empty {
					event += " (empty)"
				}
				w.events = append(w.events, event)
			}}
		_, err := Run(t.Context(), []string{path}, options, w)
		if got := strings.Join(w.events, ", "); err != nil || got != test.want {
			t.Errorf("%s%s: %v, %s, want %s", test.named, test.in, err, got, test.want)
		}
	}
}

// A zstd file with a window that is too large is named; the games of the other files are reported.
func TestLargeWindows(t *testing.T) {
	dir := t.TempDir()
	// An empty frame with a window of 2 GiB; see RFC 8878, 3.1.1.
	large := []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3, 0x01, 0x00, 0x00}
	filetest.Write(t, filepath.Join(dir, "b.pgn.zst"), large)
	for _, name := range []string{"a.pgn", "c.pgn"} {
		filetest.Write(t, filepath.Join(dir, name), []byte("1. e4 *\n"))
	}

	var named []error
	options := Options{Jobs: 4, Unusable: func(err error) { named = append(named, err) }}
	summary, err := Run(t.Context(), []string{dir}, options, NewReporter(io.Discard, Text, Style{}))
	var damage *pgn.DamageError
	if err != nil || summary.OK != 2 || summary.Failed != 1 || len(named) != 1 ||
		!errors.As(named[0], &damage) || filepath.Base(damage.Path) != "b.pgn.zst" {
		t.Error(err, summary, named)
	}
}

// What is read in one piece is judged only if it is not too long.
func TestTooLongInOnePiece(t *testing.T) {
	long := strings.Repeat("1. e4 e5 2. Nf3 *\n", 2<<20)
	records, _, unusable := runPaths(t, Options{As: pgn.FormText, Stdin: strings.NewReader(long)},
		Stdin)
	if len(records) != 1 || records[0].OK || len(unusable) != 1 || !errors.Is(unusable[0],
		pgn.ErrTooLong) {
		t.Errorf("%d records, %v", len(records), unusable)
	}
}

// How far the work has come is told after each block.
func TestProgress(t *testing.T) {
	text := strings.Repeat(sevenTags+"[Result \"*\"]\n\n1. e4 *\n", 3)
	path := filepath.Join(t.TempDir(), "a.pgn")
	filetest.Write(t, path, []byte(text))
	for name, size := range map[string]int{path: len(text), Stdin: 0} {
		var told []Progress
		options := Options{Jobs: 1, Stdin: strings.NewReader(text),
			Progress: func(p Progress) { told = append(told, p) }}
		_, err := Run(t.Context(), []string{name}, options, new(gather))
		if err != nil || len(told) != 1 || told[0].Summary.Games != 3 || told[0].File != name ||
			told[0].Read != int64(size) || told[0].Size != int64(size) {
			t.Errorf("%v, %+v", err, told)
		}
	}
}
