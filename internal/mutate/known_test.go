package main

import (
	"path/filepath"
	"slices"
	"testing"

	"turncoat/internal/filetest"
)

// A key names one place, by the words and, where these stand in several, by their number in the order of the text.
func TestKey(t *testing.T) {
	faults, err := faultsIn("p.go", []byte("package p\n\nfunc a() {\n\tfor range 2 {\n\t\tf(0)\n\t}\n\tf(0)\n\tg(0)\n}\n\nfunc b() { f(0) }\n\nfunc init() { f(5) }\n\nfunc init() { f(5) }\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range faults {
		got = append(got, f.key())
	}
	slices.Sort(got)
	want := []string{
		"p.go a: number one greater: 0 (1 of 3)", "p.go a: number one greater: 0 (2 of 3)", "p.go a: number one greater: 0 (3 of 3)", "p.go a: number one greater: 2",
		"p.go a: statement left out: f(0) (1 of 2)", "p.go a: statement left out: f(0) (2 of 2)", "p.go a: statement left out: g(0)",
		"p.go b: number one greater: 0", "p.go b: statement left out: f(0)",
		"p.go init: number one greater: 5 (1 of 2)", "p.go init: number one greater: 5 (2 of 2)",
		"p.go init: statement left out: f(5) (1 of 2)", "p.go init: statement left out: f(5) (2 of 2)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, f := range faults {
		if line := map[string]int{"p.go a: statement left out: f(0) (1 of 2)": 5, "p.go a: statement left out: f(0) (2 of 2)": 7}[f.key()]; line != 0 && f.line != line {
			t.Errorf("%s stands in line %d, want %d", f.key(), f.line, line)
		}
	}
}

func TestMisfits(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go": "package m\n\nfunc A(n int) bool { return n < 3 && n != 3 }\n",
		"known.txt": "# reasons\na.go A: number one greater: 3\na.go A: number one greater: 3 (1 of 2)\na.go A: number one greater: 3 (1 of 3)\n\n" +
			"a.go A: comparison turned: n < 3\na.go B: comparison turned: n < 3\na.go A: comparison turned: n < 3\nb.go A: comparison turned: n < 3\n",
	} {
		filetest.Write(t, filepath.Join(dir, name), []byte(text))
	}
	t.Chdir(dir)
	k, err := readKnown("known.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := []misfit{
		{2, "needs (1 of 2) or another number behind it: a.go A: number one greater: 3"},
		{4, "no fault has this key any more: a.go A: number one greater: 3 (1 of 3)"},
		{7, "no fault has this key any more: a.go B: comparison turned: n < 3"},
		{8, "stands in line 6 too: a.go A: comparison turned: n < 3"},
		{9, "no fault has this key any more: b.go A: comparison turned: n < 3"},
	}
	if got := k.misfits(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Every key of the list that comes with the module fits.
func TestKnown(t *testing.T) {
	t.Chdir("../..")
	k, err := readKnown("internal/mutate/known.txt")
	if err != nil || len(k) == 0 {
		t.Fatalf("%d keys, %v", len(k), err)
	}
	for _, m := range k.misfits() {
		t.Errorf("known.txt:%d: %s", m.line, m.text)
	}
}
