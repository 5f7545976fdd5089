package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/internal/filetest"
)

const sample = `package p

func grow(n int, c Colour) int {
	if n < 3 && c == White {
		n++
	}
	for i := 0; i < n; i++ {
		print(i)
	}
	return n
}
`

func TestFaultsIn(t *testing.T) {
	faults, err := faultsIn("p.go", []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, f := range faults {
		got[f.kind+": "+f.old+" -> "+f.text] = true
		if f.name != "grow" {
			t.Errorf("%s is in %q, want grow", &f, f.name)
		}
	}
	for _, want := range []string{
		"and for or: n < 3 && c == White -> n < 3 || c == White",
		"comparison turned: n < 3 -> n <= 3",
		"comparison turned: c == White -> c != White",
		"condition negated: n < 3 && c == White -> !(n < 3 && c == White)",
		"number one greater: 3 -> 4",
		"colour swapped: White -> Black",
		"statement left out: n++ -> ",
		"loop left out: i < n -> false && i < n",
		"statement left out: print(i) -> ",
	} {
		if !got[want] {
			t.Errorf("missing: %s", want)
		}
	}
}

// A module with functions of which its test knows only half: the faults in the other half, and no
// others, go unnoticed, and are passed over once they are known. That of the missing panic does not
// compile, with those beside it or alone.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a module again and again")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module half\n\ngo 1.26\n",
		"a.go": "package half\n\nfunc A(n int) bool { return n < 3 }\n\nfunc B(n int) bool { return n > 3 }\n\n" +
			"func C(n int) int {\n\tif n > 0 {\n\t\tn++\n\t\treturn n\n\t}\n\tpanic(n)\n}\n",
		"a_test.go": "package half\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tif A(3) || !A(2) || C(1) != 2 {\n\t\tt.Fatal()\n\t}\n}\n",
	} {
		filetest.Write(t, filepath.Join(dir, name), []byte(text))
	}
	t.Chdir(dir)
	var out bytes.Buffer
	r := run{seed: 1, timeout: time.Minute}
	if err := r.packages(context.Background(), &out, []string{"."}); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	for _, want := range []string{
		"not noticed: a.go:5: comparison turned: n > 3 -> n >= 3", "not noticed: a.go:5: number one greater: 3 -> 4",
		"not noticed: a.go:8: comparison turned: n > 0 -> n >= 0", "half: 5 of 8 faults noticed",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "not noticed"); n != 3 {
		t.Errorf("%d not noticed:\n%s", n, got)
	}
	r = run{seed: 1, timeout: time.Minute, known: known{
		"a.go B: comparison turned: n > 3": {1}, "a.go B: number one greater: 3": {2},
		"a.go C: comparison turned: n > 0": {3}}}
	out.Reset()
	if err := r.packages(context.Background(), &out, []string{"."}); err != nil || r.unnoticed != 0 {
		t.Errorf("%d not noticed, %v:\n%s", r.unnoticed, err, out.String())
	}
}
