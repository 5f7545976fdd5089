package tablebase

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/rulestest"
)

// The tables of a directory are those under their names; hidden files and others are left alone,
// and a directory without a rule set has none of it.
func TestAddDir(t *testing.T) {
	with := len(opened(t, "chess", "").Classes())
	dir := t.TempDir()
	if n := len(opened(t, "chess", dir).Classes()); n != with {
		t.Errorf("an empty directory: %d tables", n)
	}
	none := opened(t, "chess", "")
	if err := none.AddDir(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
	place := filepath.Join(dir, "chess")
	if err := os.Mkdir(place, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"KKN.tct": embedded(t, "chess", "KKN"),
		".KKQ.tct": []byte("half"), "notes.txt": []byte("mine"), "KKR.unfinished": nil} {
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
	if err := none.AddDir(file); err == nil {
		t.Error("a file is taken for a directory of tables")
	}
}

// Tables in one piece are those that it was made of. A piece that is cut off is refused.
func TestAddBundle(t *testing.T) {
	bundle := slices.Concat(embedded(t, "chess", "KK"), embedded(t, "chess", "KKQ"))
	tables, err := New(rulestest.Builtin(t, "chess"))
	if err == nil {
		err = tables.AddBundle(bundle)
	}
	if err != nil || len(tables.Classes()) != 2 {
		t.Fatalf("%v, %v", tables.Classes(), err)
	}
	p := position(t, "chess", "k7/8/1K6/8/8/8/7Q/8 w - - 0 1")
	if plies, known := tables.Lookup(&p); plies != 1 || !known {
		t.Errorf("mate in %d plies, %t", plies, known)
	}
	for _, size := range []int{1, 150, len(bundle) - 1} {
		if err := tables.AddBundle(bundle[:size]); !errors.Is(err, ErrFile) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// An error on the way through a table ends it and is told: damage in a block, or an interruption.
func TestEachEnds(t *testing.T) {
	content := slices.Clone(embedded(t, "pacifist1", "KKN"))
	content[len(content)-1] ^= 1
	table, err := newTable("damaged", content, rulestest.Builtin(t, "pacifist1"),
		func() error { return nil }, newCache(1<<20))
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for want, ctx := range map[error]context.Context{ErrFile: t.Context(), context.Canceled: over} {
		if _, err := table.Census(ctx); !errors.Is(err, want) {
			t.Errorf("census: %v", err)
		}
		if _, err := table.StatsByOwner(ctx); !errors.Is(err, want) {
			t.Errorf("shares: %v", err)
		}
		if _, err := table.WithValue(ctx, DecidedIn(1), 1<<30); !errors.Is(err, want) {
			t.Errorf("positions of a value: %v", err)
		}
		if list, err := table.Sample(ctx, DecidedIn(1), 3, 1); list != nil ||
			!errors.Is(err, want) {
			t.Errorf("sample: %v, %v", list, err)
		}
	}
}

// filled returns a table that has one value for all numbers.
func filled(t *testing.T, tables *Tables, name string, v Value) *Table {
	t.Helper()
	c := class(t, name)
	x := NewIndex(c, tables.set)
	values := make([]byte, x.Size)
	for n := range values {
		values[n] = byte(v)
	}
	table := &Table{Header: Header{Class: c, index: x, block: len(values)},
		close: func() error { return nil }, unpacked: make([]atomic.Pointer[[]byte], 1)}
	table.unpacked[0].Store(&values)
	return table
}

// A position in which a pawn can be taken en passant is worth what its best turn is, the capture
// among them.
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
	for other, want := range map[Value]Value{Drawn: lost.Before(), DecidedIn(1): lost.Before(),
		DecidedIn(lost.Plies() - 2): DecidedIn(lost.Plies() - 1),
		DecidedIn(lost.Plies() + 2): lost.Before()} {
		tables.byClass[class(t, "KKPP")] = filled(t, tables, "KKPP", other)
		v, err := tables.Probe(&p)
		if err != nil || v != want {
			t.Errorf("every other turn leads to a %v: %v, %v; want %v", other, v, err, want)
		}
	}

	for fen, want := range map[string]Value{ // whatever has been played last
		"8/8/5Q2/7k/6P1/7P/8/4K3 b - - 0 1": DecidedIn(0),
		"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1":    Drawn,
	} {
		p := position(t, "chess", fen)
		if v, err := tables.probeByTurns(&p); err != nil || v != want {
			t.Errorf("%s: %v, %v; want %v", fen, v, err, want)
		}
	}
}
