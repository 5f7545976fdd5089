package schematest_test

import (
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/filetest"
	"turncoat/internal/schematest"
)

// A failing test is one whose failure is noted, and ends it as a panic does.
type failing struct {
	testing.TB
	helpers int
}

func (f *failing) Helper() { f.helpers++ }

func (f *failing) Fatal(args ...any) { panic(args[0]) }

func (f *failing) Fatalf(format string, args ...any) { panic(format) }

// fails reports whether something ends a test as a failure, and says in whose name.
func fails(f *failing, do func()) (failed bool) {
	defer func() { failed = recover() != nil }()
	do()
	return false
}

// A text is held against the types and the formats of a schema; a schema or a text that is none ends the test.
func TestOpen(t *testing.T) {
	write := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		filetest.Write(t, path, []byte(text))
		return path
	}
	f := &failing{TB: t}
	hold := schematest.Open(f, write("good.json", `{"type":"object","properties":{"n":{"type":"integer"},"at":{"type":"string","format":"date-time"}},"required":["n"]}`))
	if f.helpers != 1 {
		t.Errorf("%d calls of Helper", f.helpers)
	}
	for text, want := range map[string]string{
		`{"n":1}`: "", `{"n":1,"at":"2026-11-22T12:00:00Z"}`: "", `{"n":1.5}`: "/n", `{}`: "n", `{"n":1,"at":"noon"}`: "date-time",
	} {
		if err := hold([]byte(text)); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(),
			want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	before := f.helpers
	if !fails(f, func() { hold([]byte("{")) }) || f.helpers != before+1 {
		t.Error("a text that is no JSON ends nothing")
	}
	for _, file := range []string{filepath.Join(t.TempDir(), "none.json"), write("bad.json", `{"type":7}`)} {
		if !fails(f, func() { schematest.Open(f, file) }) {
			t.Errorf("%s is taken for a schema", file)
		}
	}
}
