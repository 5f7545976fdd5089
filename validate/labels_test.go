package validate

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/pgn"
)

// A label says what is wrong with one of the games that were made with vchess.club's own code.
type label struct {
	File string
	OK   bool
	Kind string
	Ply  int
}

func labels(t testing.TB) []label {
	f, err := os.Open("testdata/vchess/LABELS.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []label
	for s := bufio.NewScanner(f); s.Scan(); {
		var l label
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		list = append(list, l)
	}

	if len(list) != 72 {
		t.Fatalf("%d labels instead of 72", len(list))
	}
	return list
}

// codes returns the codes by which a fault may be named.
func (l label) codes() []pgn.Code {
	switch l.Kind {
	case "missing-conversion", "extra-conversion":
		return []pgn.Code{pgn.ConversionMismatch}
	case "wrong-result":
		return []pgn.Code{pgn.ResultMismatch}
	case "truncated":
		return []pgn.Code{pgn.Truncated, pgn.Syntax}
	}

	return []pgn.Code{pgn.Code(l.Kind)}
}

// check checks a verdict against the label.
func (l label) check(t testing.TB, r Verdict) {
	t.Helper()
	if r.OK != l.OK {
		t.Errorf("%s: ok is %v, the label says %v: %v", l.File, r.OK, l.OK, r.Findings)
		return
	}

	if l.OK && len(r.Findings) > 0 {
		t.Errorf("%s: findings in a good game: %v", l.File, r.Findings)
	}
	if l.OK {
		return
	}
	var errs []pgn.Finding
	for _, f := range r.Findings {
		if f.Severity == "error" {
			errs = append(errs, f)
		}
	}

	f := errs[0]
	found := false
	for _, code := range l.codes() {
		found = found || f.Code == code
	}
	if !found || l.Ply != 0 && f.Ply != l.Ply {
		t.Errorf("%s: %s at ply %d (%s), the label says %s at ply %d", l.File, f.Code, f.Ply,
			f.Message, l.Kind, l.Ply)
	}
	if len(errs) > 1 {
		t.Errorf("%s: %d errors, one was put in: %v", l.File, len(errs), errs)
	}
}

func TestLabels(t *testing.T) {
	for _, l := range labels(t) {
		l.check(t, gameOf(t, string(filetest.Read(t, filepath.Join("testdata/vchess", l.File)))))
	}
}
