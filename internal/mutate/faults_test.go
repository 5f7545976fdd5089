package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const every = `package p

var outside = 1 < 2 && 3 == 3

type t struct{}

func (x *t) all(n int, c Colour) (m int) {
	defer f()
	a := 7
	a = 0x10
	m += n
	switch {
	case n > 0:
		g(White)
	case n >= 'a', n <= 1.5:
		var b = 9
		n--
	}
	for range 3 {
		break
	}
	for {
		if n == 2 || c != Black {
			return 4
		}
	}
}

func (x t) none()

func long() { call("a text that goes on and on", "and on, so that it is more than eighty characters long in the end") }
`

// A whole number of 32 bits with a sign is made one greater; greater numbers, fractions and characters are left as they are.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{"0": "1", "2147483646": "2147483647", "2147483647": "2147483648", "2147483648": "", "0xffffffff": "", "4294967296": "", "1.5": "", "'a'": ""} {
		faults, err := faultsIn("p.go", []byte("package p\n\nfunc f() {\n\ta = "+text+"\n}\n"))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range faults {
			if f.kind == "number one greater" {
				got += f.text
			}
		}
		if got != want {
			t.Errorf("%s becomes %q, want %q", text, got, want)
		}
	}
}

// Every fault of a text: its line, its function, what it does, and the text that can be switched between.
func TestEveryFault(t *testing.T) {
	faults, err := faultsIn("p.go", []byte(every))
	if err != nil {
		t.Fatal(err)
	}
	// Where the statement is not written twice, nothing can be switched.
	want := []string{
		`8 (*t).all: statement left out: defer f() -> | if S == "1" {~~} else {~defer f()~}`,
		`9 (*t).all: number one greater: 7 -> 8|`,
		`10 (*t).all: statement left out: a = 0x10 -> | if S == "1" {~~} else {~a = 0x10~}`,
		`10 (*t).all: number one greater: 0x10 -> 17| if S == "1" {~a = 17~} else {~a = 0x10~}`,
		`11 (*t).all: statement left out: m += n -> | if S == "1" {~~} else {~m += n~}`,
		`13 (*t).all: comparison turned: n > 0 -> n >= 0| (S == "1" && (n >= 0) || S != "1" && (n > 0))`,
		`13 (*t).all: number one greater: 0 -> 1|`,
		`14 (*t).all: statement left out: g(White) -> | if S == "1" {~~} else {~g(White)~}`,
		`14 (*t).all: colour swapped: White -> Black| if S == "1" {~g(Black)~} else {~g(White)~}`,
		`15 (*t).all: comparison turned: n >= 'a' -> n > 'a'| (S == "1" && (n > 'a') || S != "1" && (n >= 'a'))`,
		`15 (*t).all: comparison turned: n <= 1.5 -> n < 1.5| (S == "1" && (n < 1.5) || S != "1" && (n <= 1.5))`,
		`16 (*t).all: number one greater: 9 -> 10|`,
		`17 (*t).all: statement left out: n-- -> | if S == "1" {~~} else {~n--~}`,
		`19 (*t).all: number one greater: 3 -> 4| if S == "1" {~` + "for range 4 {\n\t\tbreak\n\t}" + `~} else {~` + "for range 3 {\n\t\tbreak\n\t}" + `~}`,
		`20 (*t).all: statement left out: break -> | if S == "1" {~~} else {~break~}`,
		`23 (*t).all: condition negated: n == 2 || c != Black -> !(n == 2 || c != Black)| (S == "1" && (!(n == 2 || c != Black)) || S != "1" && (n == 2 || c != Black))`,
		`23 (*t).all: and for or: n == 2 || c != Black -> n == 2 && c != Black| (S == "1" && (n == 2 && c != Black) || S != "1" && (n == 2 || c != Black))`,
		`23 (*t).all: comparison turned: n == 2 -> n != 2| (S == "1" && (n != 2) || S != "1" && (n == 2))`,
		`23 (*t).all: number one greater: 2 -> 3| if S == "1" {~` + "if n == 3 || c != Black {\n\t\t\treturn 4\n\t\t}" + `~} else {~` + "if n == 2 || c != Black {\n\t\t\treturn 4\n\t\t}" + `~}`,
		`23 (*t).all: comparison turned: c != Black -> c == Black| (S == "1" && (c == Black) || S != "1" && (c != Black))`,
		`23 (*t).all: colour swapped: Black -> White| if S == "1" {~` + "if n == 2 || c != White {\n\t\t\treturn 4\n\t\t}" + `~} else {~` + "if n == 2 || c != Black {\n\t\t\treturn 4\n\t\t}" + `~}`,
		`24 (*t).all: number one greater: 4 -> 5| if S == "1" {~return 5~} else {~return 4~}`,
		`31 long: statement left out: call("a text that goes on and on", "and on, so that it is more than eighty ch... -> | if S == "1" {~~} else {~call("a text that goes on and on", "and on, so that it is more than eighty characters long in the end")~}`,
	}
	var got []string
	for _, f := range faults {
		switched := strings.ReplaceAll(f.switched("1"), switchVariable, "S")
		if switched != "" {
			switched = " " + switched
		}
		got = append(got, fmt.Sprintf("%d %s: %s: %s -> %s|%s", f.line, f.name, f.kind, f.old, f.text, switched))
		text := every[:f.from] + f.text + every[f.to:]
		if _, err := faultsIn("p.go", []byte(text)); err != nil {
			t.Errorf("%s: %v", &f, err)
		}
		if old := oneLine(every[f.from:f.to]); old != f.old {
			t.Errorf("%s stands at %q", &f, old)
		}
	}
	slices.Sort(got)
	for i := range want {
		want[i] = strings.ReplaceAll(want[i], "~", "\n")
	}
	slices.Sort(want)
	if len(got) != len(want) {
		t.Fatalf("%d faults, want %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s\nwant\n%s", got[i], want[i])
		}
	}
	if _, err := faultsIn("p.go", []byte("no Go")); err == nil {
		t.Error("what is no Go has faults")
	}
}

// Two faults overlap when the texts that stand for them do, in one file.
func TestOverlaps(t *testing.T) {
	f := &fault{file: "a", switchFrom: 10, switchTo: 20}
	for _, test := range []struct {
		file     string
		from, to int
		want     bool
	}{{"a", 0, 10, false}, {"a", 0, 11, true}, {"a", 12, 15, true}, {"a", 19, 30, true}, {"a", 20, 30, false}, {"a", 5, 25, true}, {"b", 12, 15, false}} {
		g := &fault{file: test.file, switchFrom: test.from, switchTo: test.to}
		if f.overlaps(g) != test.want || g.overlaps(f) != test.want {
			t.Errorf("%+v: %t", test, !test.want)
		}
	}
	if got, want := (&fault{file: "a/b.go", line: 7, kind: "k", old: "x"}).String(), "a/b.go:7: k: x -> nothing"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for text, want := range map[string]string{
		"a\n\t b  c": "a b c", strings.Repeat("é", 80): strings.Repeat("é", 80), strings.Repeat("é", 81): strings.Repeat("é", 77) + "...",
	} {
		if got := oneLine(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Faults that are known are left out, and the first of the others are shown in an order that the seed decides.
func TestShow(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n", "a.go": "package m\n\nfunc A(n int) bool { return n < 3 && n > 1 }\n", "b/b.go": "package b\n\nfunc B() int { return 5 }\n",
		"known.txt": "\n# a reason\n  a.go A: number one greater: 3  \n\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	known, err := readKnown("known.txt")
	if err != nil || len(known) != 1 || !slices.Equal(known["a.go A: number one greater: 3"], []int{3}) {
		t.Fatalf("%v, %v", known, err)
	}
	if none, err := readKnown("none.txt"); err != nil || len(none) != 0 {
		t.Errorf("%v, %v", none, err)
	}
	if _, err := readKnown("b"); err == nil {
		t.Error("a folder is read")
	}
	shown := func(seed uint64, most int, patterns ...string) []string {
		t.Helper()
		var out bytes.Buffer
		r := run{seed: seed, most: most, timeout: time.Minute, show: true, known: known}
		if err := r.packages(context.Background(), &out, patterns); err != nil {
			t.Fatal(err)
		}
		var lines []string
		for line := range strings.Lines(out.String()) {
			if key, ok := strings.CutPrefix(line, "    key: "); ok {
				lines = append(lines, strings.TrimSpace(key))
			}
		}
		return lines
	}
	want := []string{"a.go A: and for or: n < 3 && n > 1", "a.go A: comparison turned: n < 3", "a.go A: comparison turned: n > 1", "a.go A: number one greater: 1"}
	all := shown(1, 0, ".")
	if sorted := slices.Sorted(slices.Values(all)); !slices.Equal(sorted, want) {
		t.Errorf("%q, want %q", sorted, want)
	}
	if got := shown(1, 3, "."); !slices.Equal(got, all[:3]) {
		t.Errorf("%q, want the first of %q", got, all)
	}
	if got := shown(1, 9, "."); !slices.Equal(got, all) {
		t.Errorf("%q, want %q", got, all)
	}
	orders := map[string]bool{}
	for seed := range uint64(9) {
		orders[strings.Join(shown(seed, 0, "."), ";")] = true
	}
	if len(orders) < 3 {
		t.Errorf("nine seeds make %d orders", len(orders))
	}
	if got, want := shown(1, 0, "./..."), append(slices.Clone(all), "b/b.go B: number one greater: 5"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	r := run{show: true}
	if err := r.packages(context.Background(), &bytes.Buffer{}, []string{"./none"}); err == nil {
		t.Error("a package that is not there has faults")
	}
}
