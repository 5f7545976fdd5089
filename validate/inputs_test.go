package validate

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"

	"turncoat/pgn"
	"turncoat/rules"
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
	files := map[string]string{
		"game.pgn": game, "prose.pgn": "no game\n", "blank.pgn": "", "other.md": "a\n",
		"blank.md":    "",
		"part.pgn.gz": string(part), "wrong.pgn.gz": string(wrong), "none.pgn.gz": "not compressed",
		"some.yaml": "services: {}\n",
	}
	for _, test := range []struct{ named, in, want string }{ // files in the call, or in a directory
		{"game.pgn", "", "game, end"},
		{"-", "", "unusable, file syntax 0, end"},
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

// How far the work has come is said after each block of a file, and not at its end.
func TestProgressOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pgn")
	text := strings.Repeat(sevenTags+"[Result \"*\"]\n\n1. e4 *\n", 3)
	filetest.Write(t, path, []byte(text))
	var told []Progress
	if _, err := Run(t.Context(), []string{path},
		Options{Jobs: 1, Progress: func(p Progress) { told = append(told, p) }},
		new(gather)); err != nil {
		t.Fatal(err)
	}

	if len(told) != 1 || told[0].Summary.Games != 3 || told[0].Summary.Bytes != int64(len(text)) ||
		told[0].File != path || told[0].Read != int64(len(text)) ||
		told[0].Size != int64(len(text)) {
		t.Errorf("%+v", told)
	}

	told = nil
	if _, err := Run(t.Context(), []string{"-"}, Options{Jobs: 1, Stdin: strings.NewReader(text),
		Progress: func(p Progress) { told = append(told, p) }}, new(gather)); err != nil {
		t.Fatal(err)
	}

	if len(told) != 1 || told[0].Summary.Games != 3 || told[0].File != "-" || told[0].Read != 0 ||
		told[0].Size != 0 {
		t.Errorf("standard input: %+v", told)
	}
}

// A directory that cannot be gone through is told, the first of several, and the others are gone
// through.
func TestFirstErrorOfAWalk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/x.pgn", "b/x.pgn", "c/x.pgn", "c/y.pgn", "d/x.pgn"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		filetest.Write(t, path, nil)
	}

	second, third := errors.New("second"), errors.New("third")
	bad := map[string]error{"b/x.pgn": second, "c/x.pgn": third}
	var visited []string
	_, err := walk(t.Context(), dir, func(path string) error {
		name, _ := filepath.Rel(dir, path)
		visited = append(visited, filepath.ToSlash(name))
		return bad[filepath.ToSlash(name)]
	}, func(string) {})
	if got := strings.Join(visited, " "); err != second ||
		got != "a/x.pgn b/x.pgn c/x.pgn d/x.pgn" {
		t.Errorf("%s, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	visited = nil
	_, err = walk(ctx, dir, func(path string) error {
		visited = append(visited,
			path)
		cancel()
		return second
	},
		func(string) {})
	if err != context.Canceled || len(visited) != 1 {
		t.Errorf("interrupted: %d visited, %v", len(visited), err)
	}
}

// What is read in one piece is judged only if it is not too long, and YAML only if all of it is
// there: a piece may say something else. Plain text and JSON are judged as PGN is.
func TestFilesInOnePiece(t *testing.T) {
	const scenario = "rules: chess\nscenarios:\n  - name: one\n    expect: {turns: {count: 20}}\n"
	const text = "1. e4 e5 2. Nf3 *\n"
	chess := rules.New(rulestest.Builtin(t, "chess"))
	game, _ := pgn.Next([]byte(sevenTags+"[Result \"*\"]\n\n"+text), 0, true)
	record, problems := pgn.Replay(game, pgn.Options{Variant: chess})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	line, err := pgn.AppendJSON(nil, record)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	_, part := squeezed(t, scenario+strings.Repeat("# and so on\n", 20))
	_, partOfText := squeezed(t, text+strings.Repeat("\n", 40))
	for name, content := range map[string]string{"a.txt": text, "a.json": string(line),
		"a.yaml":       scenario,
		"part.yaml.gz": string(part), "part.txt.gz": string(partOfText)} {
		filetest.Write(t, filepath.Join(dir, name), []byte(content))
	}

	for _, test := range []struct{ name, want string }{
		{"a.txt", "game true 3"}, {"a.json", "game true 3"}, {"a.yaml", "scenario true 0"},
		{"part.yaml.gz", "file false 0; unusable: part.yaml.gz: the gzip data is incomplete"},
		{"part.txt.gz",
			"game true 3; file false 0; unusable: part.txt.gz: the gzip data is incomplete"},
	} {
		records, _, unusable := runPaths(t, Options{}, filepath.Join(dir, test.name))
		if got := toldOf(records, unusable, dir); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}

	long := strings.Repeat(text, 32<<20/len(text)+1)
	forms := []pgn.Form{pgn.FormText, pgn.FormScenarios, pgn.FormJSON}
	if longtest.Short() {
		forms = forms[:1]
	}
	for _, form := range forms {
		records, _, unusable := runPaths(t, Options{As: form, Stdin: strings.NewReader(long)}, "-")
		if got := toldOf(records, unusable, dir); !strings.Contains(got, "32 MiB") ||
			len(records) != 1 || records[0].OK {
			t.Errorf("form %v: %.200s", form, got)
		}
	}
}

// toldOf says what records and errors a run has come to.
func toldOf(records []Verdict, unusable []error, dir string) string {
	var list []string
	for _, r := range records {
		list = append(list, fmt.Sprint(r.Kind, " ", r.OK, " ", r.Plies))
	}
	for _, err := range unusable {
		list = append(list, "unusable: "+strings.ReplaceAll(err.Error(),
			dir+string(filepath.Separator), ""))
	}
	return strings.Join(list, "; ")
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
