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
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"

	"turncoat/pgn"
	"turncoat/rules"
)

// A transcript writes down in order what a run tells its caller and its reporter.
type transcript struct {
	dir   string
	lines []string
}

func (w *transcript) note(format string, a ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, a...), w.dir+string(filepath.Separator), "")
	w.lines = append(w.lines, filepath.ToSlash(text))
}

func (w *transcript) Record(r *Verdict) error {
	w.note("%s %d of %s, all right %t", r.Kind, r.Index, r.File, r.OK)
	for _, f := range r.Findings {
		w.note("%d:%d %s %s: %s", f.Line, f.Column, f.Code, f.Severity, f.Message)
	}
	return nil
}

func (w *transcript) EndFile(name string) error { w.note("end of %s", name); return nil }
func (w *transcript) Close(*Summary) error      { w.note("closed"); return nil }

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

// What is told of each kind of input, named or found in a directory, word for word and in order; and how much of
// it is counted.
func TestWhatIsToldOfInputs(t *testing.T) {
	const game = sevenTags + "[Result \"*\"]\n\n1. e4 *\n" // nine lines of tags, of nothing, and of moves
	lines := strings.Count(game, "\n")
	whole, part := squeezed(t, strings.Repeat(game, 3))
	wrong := bytes.Clone(whole)
	wrong[len(wrong)-8] ^= 1 // the checksum stands in the last eight bytes but four
	files := map[string]string{
		"game.pgn": game, "prose.pgn": "no game\n", "blank.pgn": "", "other.md": "a\n", "blank.md": "",
		"part.pgn.gz": string(part), "wrong.pgn.gz": string(wrong), "none.pgn.gz": "plain text, not compressed",
		"some.yaml": "services: {}\n",
	}
	told := fmt.Sprintf
	for _, test := range []struct {
		what  string
		named []string // in the call, or the directory that they lie in
		in    []string
		stdin string
		want  string
		count string
	}{
		{"a game", []string{"game.pgn"}, nil, "", "game 1 of game.pgn, all right true; end of game.pgn",
			"1 file, 1 of 1 right"},
		{"standard input without a game", []string{"-"}, nil, "\n",
			"unusable: standard input: no record in it; end of -", "1 file, 0 of 0 right"},
		{"a file without a game", []string{"prose.pgn"}, nil, "",
			"unusable: prose.pgn: no record in it; end of prose.pgn", "1 file, 0 of 0 right"},
		{"nothing", []string{"blank.pgn"}, nil, "", "unusable: blank.pgn: no record in it; end of blank.pgn",
			"1 file, 0 of 0 right"},
		{"no file", []string{"missing.pgn"}, nil, "", "unusable: stat missing.pgn: no such file or directory",
			"0 files, 0 of 0 right"},
		{"no compressed file", []string{"none.pgn.gz"}, nil, "",
			"unusable: none.pgn.gz: it is not gzip data; end of none.pgn.gz", "0 files, 0 of 0 right"},
		{"one that breaks off", []string{"part.pgn.gz"}, nil, "",
			told("game 1 of part.pgn.gz, all right true; game 2 of part.pgn.gz, all right true; unusable: part.pgn.gz: the gzip data is incomplete; "+
				"file 3 of part.pgn.gz, all right false; %d:1 truncated error: the file cannot be read to its end: the gzip data is incomplete; end of part.pgn.gz", 2*lines+1), "1 file, 2 of 3 right"},
		{"one with a wrong checksum", []string{"wrong.pgn.gz"}, nil, "",
			told("game 1 of wrong.pgn.gz, all right true; game 2 of wrong.pgn.gz, all right true; game 3 of wrong.pgn.gz, all right true; "+
				"unusable: wrong.pgn.gz: the gzip data is damaged: its checksum does not match; "+
				"file 4 of wrong.pgn.gz, all right false; %d:1 syntax error: the file cannot be read to its end: the gzip data is damaged: its checksum does not match; end of wrong.pgn.gz", 3*lines+1), "1 file, 3 of 4 right"},
		{"a directory", nil, []string{"game.pgn", "other.md", "blank.md", "some.yaml"}, "",
			"game 1 of game.pgn, all right true; end of game.pgn; passed over some.yaml, empty false; end of some.yaml; passed over blank.md, empty true; passed over other.md, empty false", "1 file, 1 of 1 right, 3 passed over"},
		{"a directory with an empty file", nil, []string{"blank.pgn"}, "",
			"passed over blank.pgn, empty true; end of blank.pgn", "0 files, 0 of 0 right, 1 passed over"},
		{"a directory with a file that is not compressed", nil, []string{"none.pgn.gz"}, "",
			"unusable: none.pgn.gz: it is not gzip data; end of none.pgn.gz", "0 files, 0 of 0 right"},
		{"a directory of other things", nil, []string{"other.md"}, "",
			"passed over other.md, empty false; unusable: here: no record in it",
			"0 files, 0 of 0 right, 1 passed over"},
	} {
		t.Run(test.what, func(t *testing.T) {
			w := &transcript{dir: t.TempDir()}
			var paths []string
			for _, name := range test.named {
				if name != Stdin {
					name = filepath.Join(w.dir, name)
				}
				paths = append(paths, name)
			}

			if test.in != nil {
				paths = []string{filepath.Join(w.dir, "here")}
				if err := os.Mkdir(paths[0], 0o700); err != nil {
					t.Fatal(err)
				}
			}

			for _, name := range slices.Concat(test.named, test.in) {
				if text, ok := files[name]; ok {
					path := filepath.Join(append([]string{w.dir, "here"}[:1+min(1, len(test.in))], name)...)
					filetest.Write(t, path, []byte(text))
				}
			}

			s, err := Run(t.Context(), paths, Options{Jobs: 1, Stdin: strings.NewReader(test.stdin),
				Unusable:   func(err error) { w.note("unusable: %v", err) },
				PassedOver: func(path string, empty bool) { w.note("passed over %s, empty %t", path, empty) }}, w)
			got := strings.ReplaceAll(strings.Join(w.lines, "; "), "here/", "")
			if err != nil || got != test.want+"; closed" {
				t.Errorf("%v, %s\nwant %s", err, got, test.want)
			}
			count := fmt.Sprintf("%d file%s, %d of %d right", s.Files, map[bool]string{true: "",
				false: "s"}[s.Files == 1], s.OK, s.OK+s.Failed)
			if s.Skipped > 0 {
				count += fmt.Sprintf(", %d passed over", s.Skipped)
			}
			if count != test.count {
				t.Errorf("%s, want %s", count, test.count)
			}
		})
	}
}

// How far the work has come is said after each block of a file, and not at its end.
func TestProgressOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pgn")
	text := strings.Repeat(sevenTags+"[Result \"*\"]\n\n1. e4 *\n", 3)
	filetest.Write(t, path, []byte(text))
	var told []Progress
	if _, err := Run(t.Context(), []string{path},
		Options{Jobs: 1, Progress: func(p Progress) { told = append(told, p) }}, new(gather)); err != nil {
		t.Fatal(err)
	}

	if len(told) != 1 || told[0].Summary.Games != 3 || told[0].Summary.Bytes != int64(len(text)) ||
		told[0].File != path || told[0].Read != int64(len(text)) || told[0].Size != int64(len(text)) {
		t.Errorf("%+v", told)
	}

	told = nil
	if _, err := Run(t.Context(), []string{"-"}, Options{Jobs: 1, Stdin: strings.NewReader(text),
		Progress: func(p Progress) { told = append(told, p) }}, new(gather)); err != nil {
		t.Fatal(err)
	}

	if len(told) != 1 || told[0].Summary.Games != 3 || told[0].File != "-" || told[0].Read != 0 || told[0].Size != 0 {
		t.Errorf("standard input: %+v", told)
	}
}

// A directory that cannot be gone through is told, the first of several, and the others are gone through.
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
	if got := strings.Join(visited, " "); err != second || got != "a/x.pgn b/x.pgn c/x.pgn d/x.pgn" {
		t.Errorf("%s, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	visited = nil
	_, err = walk(ctx, dir, func(path string) error { visited = append(visited, path); cancel(); return second },
		func(string) {})
	if err != context.Canceled || len(visited) != 1 {
		t.Errorf("interrupted: %d visited, %v", len(visited), err)
	}
}

// What is read in one piece is judged only if it is not too long, and YAML only if all of it is there: a piece
// may say something else. Plain text and JSON are judged as PGN is.
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
	for name, content := range map[string]string{"a.txt": text, "a.json": string(line), "a.yaml": scenario,
		"part.yaml.gz": string(part), "part.txt.gz": string(partOfText)} {
		filetest.Write(t, filepath.Join(dir, name), []byte(content))
	}

	for _, test := range []struct{ name, want string }{
		{"a.txt", "game true 3"}, {"a.json", "game true 3"}, {"a.yaml", "scenario true 0"},
		{"part.yaml.gz", "unusable: part.yaml.gz: the gzip data is incomplete"},
		{"part.txt.gz", "game true 3; file false 0; unusable: part.txt.gz: the gzip data is incomplete"},
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
		if got := toldOf(records, unusable, dir); !strings.Contains(got, "32 MiB") || len(records) > 0 {
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
		list = append(list, "unusable: "+strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""))
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
	if err != nil || summary.OK+summary.Failed != 2 || len(named) != 1 ||
		!errors.As(named[0], &damage) || filepath.Base(damage.Path) != "b.pgn.zst" {
		t.Error(err, summary, named)
	}
}
