package tablebase

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/rulestest"
	"turncoat/internal/work"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// embedded returns the content of a table that comes with the program.
func embedded(t *testing.T, rules, class string) []byte {
	t.Helper()
	content, err := small.ReadFile("embedded/" + rules + "/" + class + Extension)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// empty fails the test when something is left in a directory.
func empty(t *testing.T, dir string) {
	t.Helper()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A slicer fetches the tables of the smaller classes, and keeps their values in the memory that it has; what
// cannot be fetched, or is another table, is said, and nothing of it remains on the disk.
func TestSlicerFetchesTables(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	kk := embedded(t, "chess", "KK")
	known := opened(t, "chess", "").Table(class(t, "KK"))
	numbers := int64(newIndexing(class(t, "KKN"), ruleset.Chess).size) + extraValues
	pass := &Pass{Build: "b", Rules: "chess", Class: "KKN", Slices: 2, Lower: []Part{{Class: "KK", Sum: "the sum"}}}
	for _, test := range []struct {
		what, want string
		content    []byte
		err        error
	}{
		{"nothing", errNotThere.Error(), nil, errNotThere},
		{"most of it and an error", errNotThere.Error(), kk[:len(kk)-1], errNotThere},
		{"most of it", "KK.tct: not a usable table: it is ", kk[:len(kk)-1], nil},
		{"another class", "KK.tct: not a usable table: it is the table of KKQ", embedded(t, "chess", "KKQ"), nil},
		{"another rule set", "KK.tct: not a usable table: it is for conversion, not for chess",
			embedded(t, "conversion", "KK"), nil},
		{"the table", "", kk, nil},
	} {
		s := &Slicer{Memory: 1 << 20}
		err := s.move(t.Context(), pass, func(_ context.Context, sum string, w io.Writer) error {
			if sum != "the sum" {
				t.Errorf("%q is fetched", sum)
			}
			_, err := w.Write(test.content)
			return errors.Join(err, test.err)
		})
		empty(t, temp)
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) || s.at != nil {
				t.Errorf("%s: %v, want %q", test.what, err, test.want)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", test.what, err)
		}
		values, err := known.values()
		if got := s.at.lower[known.Class]; err != nil || got == nil || !slices.Equal(got.values, values) ||
			got.longest != 0 {
			t.Errorf("%s: another table, %v", test.what, err)
		}
		if want := 1<<20 - numbers - int64(len(values)); s.at.room.left != want || s.at.solution.room.Load() != want {
			t.Errorf("%d bytes are left, for edges %d, want %d", s.at.room.left, s.at.solution.room.Load(), want)
		}
		if !s.at.isAt(pass) {
			t.Error("it is at another pass")
		}
	}
}

// What a build shares out says on which tables it rests, each with the sum of its file, once there is enough to
// share; what it keeps for others goes with it.
func TestSharing(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	s := unsolved(t, "chess", "KKN")
	nobody := func(*Pass) work.Client { return nil }
	sum := sha256.Sum256(embedded(t, "chess", "KK"))
	lower := []Part{{Class: "KK", Sum: hex.EncodeToString(sum[:]), path: "embedded/chess/KK.tct"}}
	for _, test := range []struct {
		from, want uint64
		undecided  uint64
		lower      []Part
	}{
		{0, DefaultShareFrom, 1<<20 - 1, nil}, {0, DefaultShareFrom, 1 << 20, lower}, {1000, 1000, 999, nil},
		{1000, 1000, 1000, lower},
	} {
		b := &builder{Tables: opened(t, "chess", ""), options: Options{Client: nobody, ShareFrom: test.from},
			classes: []Class{class(t, "KK"), class(t, "KKN")}}
		s.undecided = test.undecided
		end, err := b.sharing(s)
		if err != nil {
			t.Fatal(err)
		}
		h := s.sharing
		if h.from != test.want || s.shares() != (test.lower != nil) || h.pass.Rules != "chess" ||
			h.pass.Class != "KKN" || h.pass.Slices != 2 || h.pass.Number != 0 || !slices.Equal(h.pass.Lower,
			test.lower) {
			t.Errorf("%+v", h)
		}
		other := *b
		other.classes = other.classes[1:]
		if len(h.pass.Build) != 16 || h.pass.Build != b.name() || h.pass.Build == other.name() {
			t.Errorf("the build is called %q", h.pass.Build)
		}
		if h.end([][]byte{{0}}) != nil {
			t.Error("there is no place for what a pass has found")
		}
		end()
		empty(t, temp)
	}
	if end, err := (&builder{}).sharing(s); err != nil {
		t.Error(err)
	} else {
		end() // nothing to do
	}
	t.Setenv("TMPDIR", filepath.Join(temp, "none"))
	b := &builder{Tables: opened(t, "chess", ""), options: Options{Client: nobody}}
	if _, err := b.sharing(s); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a place: %v", err)
	}
}

// A game of more than 252 plies is more than a byte can say.
func TestTooLong(t *testing.T) {
	s := solutionOf(t, "KK")
	s.pass, s.last = MaxPlies, MaxPlies
	if err := s.run(t.Context(), 1, nil, nil); !errors.Is(err, ErrTooLong) ||
		err.Error() != ErrTooLong.Error()+": KK has games of more than 252 plies" {
		t.Errorf("%v", err)
	}
}

// What is found of numbers that a slice has not is refused: the two kings have 1112 of them.
func TestApply(t *testing.T) {
	s := solutionOf(t, "KK")
	e := newExpander(s)
	for n, want := range map[int]string{1111: "", 1112: "not a usable table: slice 0 has no number 1112"} {
		var f found
		f.drawn.add(n)
		if decided, err := s.apply(0, e.encode(&f)); decided || (err == nil) != (want == "") || err != nil &&
			err.Error() != want {
			t.Errorf("%d: %v, want %q", n, err, want)
		}
	}
	if s.undecided != 1111 || s.values[1111] != stalemate {
		t.Errorf("%d are undecided", s.undecided)
	}
	var f found
	f.decided.add(1111)
	f.nobodys.add(0)
	s.pass = 4
	if decided, err := s.apply(0, e.encode(&f)); !decided || err != nil || s.undecided != 1110 ||
		s.values[1111] != In(4) || s.values[0] != NoPosition {
		t.Errorf("%t, %v, %d undecided, %d, %d", decided, err, s.undecided, s.values[1111], s.values[0])
	}
}

// The tables of a directory are those under their names; hidden files and others are left alone, and a directory
// without a rule set has none of it.
func TestOpen(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	with := len(opened(t, "chess", "").Classes())
	dir := t.TempDir()
	if tables, err := Open(set, dir); err != nil || len(tables.Classes()) != with {
		t.Errorf("an empty directory: %v", err)
	}
	if _, err := Open(set, filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
	place := filepath.Join(dir, "chess")
	if err := os.Mkdir(place, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"KKN.tct": embedded(t, "chess", "KKN"), ".KKQ.tct": []byte("half"),
		"notes.txt": []byte("mine"), "KKR.unfinished": nil} {
		filetest.Write(t, filepath.Join(place, name), content)
	}
	tables := opened(t, "chess", dir)
	if got := tables.Table(class(t, "KKN")).Name(); got != filepath.Join(place, "KKN.tct") ||
		len(tables.Classes()) != with {
		t.Errorf("%s, %v", got, tables.Classes())
	}
	if got := tables.Table(class(t, "KKQ")).Name(); got != "embedded/chess/KKQ.tct" {
		t.Error(got)
	}
	file := filepath.Join(dir, "file")
	filetest.Write(t, file, nil)
	if _, err := Open(set, file); err == nil {
		t.Error("a file is no directory of tables")
	}
	if err := Build(t.Context(), set, file, []Class{class(t, "KK")}, Options{}, nil); err == nil {
		t.Error("tables are built in a file")
	}
}

// An error on the way through a table ends it and is told: damage in a block, or an interruption.
func TestEachEnds(t *testing.T) {
	content := slices.Clone(embedded(t, "pacifist1", "KKN"))
	content[len(content)-1] ^= 1
	table, err := newTable("damaged", content, func() error { return nil }, newCache(1<<20))
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for want, ctx := range map[error]context.Context{ErrFile: t.Context(), context.Canceled: over} {
		if _, err := table.Census(ctx); !errors.Is(err, want) {
			t.Errorf("census: %v", err)
		}
		if _, err := table.Shares(ctx); !errors.Is(err, want) {
			t.Errorf("shares: %v", err)
		}
		if _, err := table.WithValue(ctx, In(1), 1<<30); !errors.Is(err, want) {
			t.Errorf("positions of a value: %v", err)
		}
		if list, err := table.Sample(ctx, In(1), 3, 1); list != nil || !errors.Is(err, want) {
			t.Errorf("sample: %v, %v", list, err)
		}
	}
	tables := opened(t, "chess", "")
	if report, err := tables.Verify(over, class(t, "KK"), VerifyOptions{Sample: 5}); !errors.Is(err,
		context.Canceled) || report.Sampled != 0 {
		t.Errorf("verification: %+v, %v", report, err)
	}
	tables.byClass[table.Class] = table
	if report, err := tables.Verify(t.Context(), table.Class, VerifyOptions{}); !errors.Is(err, ErrFile) ||
		report != (Verified{Class: table.Class}) {
		t.Errorf("verification of a damaged table: %+v, %v", report, err)
	}
}

// filled returns a table that has one value for all numbers.
func filled(t *testing.T, tables *Tables, name string, v Value) *Table {
	t.Helper()
	c := class(t, name)
	x := newIndexing(c, tables.set.Family)
	values := make([]byte, x.size)
	for n := range values {
		values[n] = byte(v)
	}
	table := &Table{Header: Header{Class: c, x: x, block: len(values)}, close: func() error { return nil },
		unpacked: make([]atomic.Pointer[[]byte], 1)}
	table.unpacked[0].Store(&values)
	return table
}

// A position in which a pawn can be taken en passant is worth what its best turn is, the capture among them.
func TestProbeEnPassant(t *testing.T) {
	tables := opened(t, "chess", "")
	p := position(t, "chess", "8/8/8/8/3pP3/2k5/8/7K b - e3 0 1")
	taken := position(t, "chess", "8/8/8/8/8/2k1p3/8/7K w - - 0 2")
	lost, err := tables.Probe(&taken)
	if err != nil || !lost.Loses() {
		t.Fatalf("after the capture: %v, %v", lost, err)
	}
	if v, err := tables.Probe(&p); v != NoPosition || !errors.Is(err, ErrMissing) {
		t.Errorf("without a table: %v, %v", v, err)
	}
	for other, want := range map[Value]Value{Drawn: lost.before(), In(1): lost.before(),
		In(lost.Plies() - 2): In(lost.Plies() - 1), In(lost.Plies() + 2): lost.before()} {
		tables.byClass[class(t, "KKPP")] = filled(t, tables, "KKPP", other)
		v, err := tables.Probe(&p)
		if err != nil || v != want {
			t.Errorf("every other turn leads to a %v: %v, %v; want %v", other, v, err, want)
		}
		if got := (&verifier{Tables: tables}).valueOf(&p); got != want {
			t.Errorf("by the verification: %v, want %v", got, want)
		}
	}
	for fen, want := range map[string]Value{ // whatever has been played last
		"8/8/5Q2/7k/6P1/7P/8/4K3 b - - 0 1": In(0),
		"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1":    Drawn,
	} {
		p := position(t, "chess", fen)
		if v, err := tables.probeByTurns(&p); err != nil || v != want {
			t.Errorf("%s: %v, %v; want %v", fen, v, err, want)
		}
	}
	delete(tables.byClass, class(t, "KKPP"))
	if got := (&verifier{Tables: tables}).valueOf(&p); got != NoPosition {
		t.Errorf("without a table: %v", got)
	}
	bare := board.Position{EnPassant: board.NoSquare}
	if got := (&verifier{Tables: tables}).valueOf(&bare); got != NoPosition {
		t.Errorf("the empty board: %v", got)
	}
}
