package build

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/internal/testing/threadtime"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// empty fails the test when something is left in a directory.
func empty(t *testing.T, dir string) {
	t.Helper()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A slicer fetches the tables of the smaller classes, and keeps their values in the memory that it
// has; what cannot be fetched, or is another table, is said, and nothing of it remains on the disk.
func TestSlicerFetchesTables(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	kk := embeddedFile(t, "chess", "KK")
	known := opened(t, "chess", "").Table(class(t, "KK"))
	index := tablebase.NewIndex(class(t, "KKN"), rulestest.Builtin(t, "chess"))
	numbers := int64(index.Size) + extraValues
	pass := &Pass{Build: "b", Rules: rulestest.Builtin(t, "chess"), Class: "KKN", Slices: 2,
		Lower: []Part{{Class: "KK", Sum: "the sum"}}}
	for _, test := range []struct {
		what, want string
		content    []byte
		err        error
	}{
		{"nothing", errNotThere.Error(), nil, errNotThere},
		{"most of it and an error", errNotThere.Error(), kk[:len(kk)-1], errNotThere},
		{"most of it", "KK.tct: not a usable table: it is ", kk[:len(kk)-1], nil},
		{"another class", "KK.tct: not a usable table: it is the table of KKQ",
			embeddedFile(t, "chess", "KKQ"), nil},
		{"another rule set", "KK.tct: not a usable table: it is for conversion, not for chess",
			embeddedFile(t, "conversion", "KK"), nil},
		{"the table", "", kk, nil},
	} {
		s := &Worker{Memory: 1 << 20}
		err := s.moveTo(t.Context(), pass, func(_ context.Context, sum string, w io.Writer) error {
			if sum != "the sum" {
				t.Errorf("%q is fetched", sum)
			}
			_, err := w.Write(test.content)
			return errors.Join(err, test.err)
		})
		empty(t, temp)
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) || s.build != nil {
				t.Errorf("%s: %v, want %q", test.what, err, test.want)
			}
			continue
		}

		if err != nil {
			t.Fatalf("%s: %v", test.what, err)
		}
		values, err := known.Values()
		if got := s.build.lower[known.Class]; err != nil || got == nil ||
			!slices.Equal(got.values, values) || got.longest != 0 {
			t.Errorf("%s: another table, %v", test.what, err)
		}

		if want := 1<<20 - numbers - int64(len(values)); s.build.room.left != want ||
			s.build.solution.room.Load() != want {
			t.Errorf("%d bytes are left, for edges %d, want %d", s.build.room.left,
				s.build.solution.room.Load(), want)
		}
		if !s.build.isAt(pass) {
			t.Error("it is at another pass")
		}
	}
}

// A game of more than 252 plies is more than a byte can say.
func TestTooLong(t *testing.T) {
	s := solutionOf(t, "KK")
	s.pass, s.last = tablebase.MaxPlies, tablebase.MaxPlies
	if err := s.run(t.Context(), 1, nil, nil); !errors.Is(err, ErrTooLong) ||
		err.Error() != ErrTooLong.Error()+": KK has games of more than 252 plies" {
		t.Errorf("%v", err)
	}
}

// What is found of numbers that a slice has not is refused: the two kings have 1112 of them.
func TestApply(t *testing.T) {
	s := solutionOf(t, "KK")
	e := newExpander(s)
	for n, want := range map[int]string{1111: "",
		1112: "not a usable table: slice 0 has no number 1112"} {
		var f found
		f.drawn.add(n)
		if decided, err := s.apply(0, e.encode(&f)); decided || (err == nil) != (want == "") ||
			err != nil && err.Error() != want {
			t.Errorf("%d: %v, want %q", n, err, want)
		}
	}

	if s.undecided != 1111 || s.values[1111] != tablebase.Stalemate {
		t.Errorf("%d are undecided", s.undecided)
	}
	var f found
	f.decided.add(1111)
	f.invalid.add(0)
	s.pass = 4
	if decided, err := s.apply(0, e.encode(&f)); !decided || err != nil || s.undecided != 1110 ||
		s.values[1111] != tablebase.DecidedIn(4) || s.values[0] != tablebase.NoPosition {
		t.Errorf("%t, %v, %d undecided, %d, %d", decided, err, s.undecided, s.values[1111],
			s.values[0])
	}
}

// What a slice has found comes back as it was.
func TestFound(t *testing.T) {
	e := &expander{packer: newFoundPacker()}
	set := func(numbers ...int) (b bitset) {
		for _, n := range numbers {
			b.add(n)
		}
		return b
	}
	for _, f := range []found{
		{}, {decided: set(0)}, {drawn: set(65535)}, {invalid: set(63, 64, 65)},
		{decided: set(1, 2), invalid: set(7)},
		{set(5), set(6, 600), set(7, 7000)},
	} {
		text := e.encode(&f)
		which := byte(0)
		for i, b := range []bitset{f.decided, f.drawn, f.invalid} {
			if b != nil {
				which |= 1 << i
			}
		}

		got, err := decodeFound(text)
		if err != nil || text[0] != which || !slices.Equal(got.decided, f.decided) ||
			!slices.Equal(got.drawn, f.drawn) || !slices.Equal(got.invalid, f.invalid) {
			t.Errorf("%v, %v", got, err)
		}
	}

	if got := slices.Collect(set(0, 63, 64, 65535, 64).all); !slices.Equal(got, []int{0, 63, 64, 65535}) {
		t.Errorf("%v", got)
	}
	for i := range set(3, 4, 5).all {
		if i != 3 {
			t.Error("goes on when no more is asked for")
		}
		break
	}

	for _, text := range [][]byte{nil, {}, {8}, {255}, {1},
		e.packer.EncodeAll(make([]byte, 8191), []byte{1}),
		e.packer.EncodeAll(make([]byte, 8193), []byte{1}),
		e.packer.EncodeAll(make([]byte, 8192), []byte{3})} {
		if _, err := decodeFound(text); !errors.Is(err, tablebase.ErrFile) {
			t.Errorf("% x: %v", text[:min(4, len(text))], err)
		}
	}

	if _, err := decodeFound(e.packer.EncodeAll(make([]byte, 8192), []byte{2})); err != nil {
		t.Error(err)
	}
}

// BenchmarkBuild solves a class on one thread and reports how many turns it works out in a second
// of its time.
func BenchmarkBuild(b *testing.B) {
	for _, test := range []struct{ rules, class string }{
		{"pacifist1", "KKN"}, {"pacifist1", "KKR"}, {"pacifist2", "KKB"},
		{"pacifist-number", "KKN"},
		{"pacifist-average", "KKN"}, {"conversion", "KKR"}, {"chess", "KKR"},
	} {
		b.Run(test.rules+"/"+test.class, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			tables := opened(b, test.rules, "")
			c := class(b, test.class)
			lower := map[tablebase.Class]*solved{}
			for _, d := range c.LeadsInto(tables.Set().Family) {
				values, err := tables.Table(d).Values()
				if err != nil {
					b.Fatal(err)
				}
				lower[d] = &solved{tables.Table(d).Index(), values, tables.Table(d).Longest}
			}

			var turns, positions uint64
			began := threadtime.Now()
			for b.Loop() {
				values := make([]tablebase.Value, tables.Table(c).Index().Size+extraValues)
				index := tablebase.NewIndex(c, tables.Set())
				s := newSolution(tables.Rules(), tables.Set().Family, index, lower, values,
					DefaultMemory)
				if err := s.run(b.Context(), 1, nil, nil); err != nil {
					b.Fatal(err)
				}
				turns += s.turned
				positions += tables.Table(c).Positions
			}

			took := (threadtime.Now() - began).Seconds()
			b.ReportMetric(float64(turns)/took/1e6, "Mturns/s")
			b.ReportMetric(float64(positions)/took/1e6, "Mpositions/s")
		})
	}
}

// The tables that come with the program are those that it builds, value by value, with any number
// of jobs and with edges kept or not.
func TestEmbeddedIsBuilt(t *testing.T) {
	names := ruleset.BuiltinNames()
	if longtest.Short() {
		names = names[:1]
	}
	for i, name := range names {
		dir := t.TempDir()
		options := Options{Jobs: 1 + i%3}
		if i%2 == 0 {
			options.Memory = 950_000 // too little to keep all edges
		}
		classes := append(tablebase.Classes(2), tablebase.Classes(3)...)
		if longtest.Short() {
			classes = classes[:2] // of three pieces that with the queen
		}
		if err := Tables(t.Context(), rulestest.Builtin(t, name), dir, classes, options, nil); err != nil {
			t.Fatal(err)
		}
		built, embedded := opened(t, name, dir), opened(t, name, "")
		for _, c := range classes {
			got, err1 := built.Table(c).Values()
			want, err2 := embedded.Table(c).Values()
			if err1 != nil || err2 != nil || !slices.Equal(got, want) {
				t.Errorf("%s, %s differs: %v, %v", name, c, err1, err2)
			}
			if got, want := built.Table(c).Header.Stats, embedded.Table(c).Header.Stats; got != want {
				t.Errorf("%s, %s: %+v, want %+v", name, c, got, want)
			}
		}
	}
}

// opened returns the tables of up to three pieces, and those of a directory unless that is "".
func opened(t testing.TB, name, dir string) *tablebase.Tables {
	t.Helper()
	tables, err := embedded.Open(rulestest.Builtin(t, name), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

// only returns the table of one class alone, given as the content of a file.
func only(t *testing.T, rules string, content []byte) *tablebase.Tables {
	t.Helper()
	tables, err := tablebase.New(rulestest.Builtin(t, rules))
	if err == nil {
		err = tables.AddContent("alone", content)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

func class(t testing.TB, name string) tablebase.Class {
	t.Helper()
	c, err := tablebase.ParseClass(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func position(t testing.TB, rules, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen, rulestest.Builtin(t, rules))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// embeddedFile returns the content of a table that comes with the program.
func embeddedFile(t testing.TB, rules, class string) []byte {
	t.Helper()
	return filetest.Read(t, "../embedded/"+rules+"/"+class+tablebase.Extension)
}
