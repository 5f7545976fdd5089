package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"turncoat/internal/tablebase"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/internal/work"
)

// errNotThere is the error of fetching what nobody has.
var errNotThere = errors.New("it is not there")

// A yard has passes done by some slicers, in an order that a seed decides, and some slices twice.
type yard struct {
	t       *testing.T
	random  *rand.Rand
	slicers []*Worker
	passes  int
	before  func(p *Pass) // may be nil
}

func (y *yard) client(pass *Pass) work.Client {
	return func(ctx context.Context, r *work.Results) error {
		y.passes++
		if y.before != nil {
			y.before(pass)
		}
		text, err := json.Marshal(pass)
		if err != nil {
			return err
		}
		var group sync.WaitGroup
		var mu sync.Mutex
		var failed error
		for _, n := range append(y.random.Perm(pass.Slices), y.random.Perm(pass.Slices)...) {
			slicer := y.slicers[y.random.IntN(len(y.slicers))]
			group.Go(func() {
				var p Pass
				if err := json.Unmarshal(text, &p); err != nil {
					y.t.Error(err)
				}
				found, err := slicer.Slice(ctx, &p, n, fetchOf(pass))
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					err = r.Keep(n, bytes.Clone(found))
				}
				failed = errors.Join(failed, err)
			})
		}

		group.Wait()
		return failed
	}
}

// fetchOf returns what fetches the parts of a pass where it is built.
func fetchOf(p *Pass) func(context.Context, string, io.Writer) error {
	return func(_ context.Context, sum string, w io.Writer) error {
		for _, part := range append(p.Lower, p.Before...) {
			if part.Sum == sum {
				file, err := part.Open()
				if err != nil {
					return err
				}
				defer file.Close()
				_, err = io.Copy(w, file)
				return err
			}
		}

		return fmt.Errorf("%w: %s", errNotThere, sum)
	}
}

func newYard(t *testing.T, seed uint64, slicers int) *yard {
	y := &yard{t: t, random: rand.New(rand.NewPCG(seed, 1))}
	for range slicers {
		s := &Worker{}
		t.Cleanup(func() { s.Close() })
		y.slicers = append(y.slicers, s)
	}

	return y
}

func built(ctx context.Context, t *testing.T, rules, name, dir string, o Options) ([]byte, error) {
	t.Helper()
	if err := Tables(ctx, rulestest.Builtin(t, rules), dir, []tablebase.Class{class(t, name)}, o, nil); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, rules, name+tablebase.Extension))
}

var madeAlone sync.Map

// alone returns the file of a table that one process has built without a break, once for all tests.
func alone(t *testing.T, rules, name string) []byte {
	t.Helper()
	if file, there := madeAlone.Load(rules + name); there {
		return file.([]byte)
	}
	file, err := built(t.Context(), t, rules, name, t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	madeAlone.Store(rules+name, file)
	return file
}

// Tables whose slices were worked out by several, in whatever order, some of them twice, are those
// of one process, to the byte: in a family with captures, of which the smaller tables are carried
// along, and in one without.
func TestShare(t *testing.T) {
	for _, test := range []struct {
		rules, class string
		memory       []int64
	}{{"pacifist1", "KKB", []int64{0, 1}}, {"conversion", "KKR", []int64{0}},
		{"chess", "KKQ", []int64{0}}} {
		if longtest.Short() && test.rules != "pacifist1" {
			continue
		}
		want := alone(t, test.rules, test.class)
		for _, memory := range test.memory { // with edges kept, as in TestResume, and without
			if longtest.Short() && memory == 0 {
				continue
			}
			y := newYard(t, 3, 2)
			for _, s := range y.slicers {
				s.Memory = memory
			}
			if _, _, err := valuesOnDisk(t.TempDir(), 1); errors.Is(err, ErrMemory) && memory > 0 {
				continue // this system has no other way
			}
			got, err := built(t.Context(), t, test.rules, test.class, t.TempDir(),
				Options{Client: y.client, ShareFrom: 1, Memory: memory})
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s %s: another table, %v", test.rules, test.class, err)
			}
			if y.passes < 4 {
				t.Errorf("%s %s: %d passes were shared out", test.rules, test.class, y.passes)
			}
		}
	}
}

// undecided returns how many numbers of a table are undecided when a pass begins.
func undecided(t *testing.T, file []byte, pass int) (n uint64) {
	t.Helper()
	tables := only(t, "pacifist1", file)
	values, err := tables.Table(tables.Classes()[0]).Values()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range values {
		if pass == 0 || v == tablebase.Drawn || v != tablebase.NoPosition && v.Plies() >= pass {
			n++
		}
	}

	return n
}

// Passes with few undecided positions are not shared out.
func TestShareFrom(t *testing.T) {
	y := newYard(t, 3, 1)
	file, err := built(t.Context(), t, "pacifist1", "KKB", t.TempDir(),
		Options{Client: y.client, ShareFrom: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for undecided(t, file, want) >= 20_000 {
		want++
	}
	if y.passes != want || want < 3 {
		t.Errorf("%d passes were shared out, want %d", y.passes, want)
	}
}

// A build that was interrupted or killed, wherever its journal is cut off, continues from there and
// ends with the same table to the byte, in next to no memory, alone and shared, with slicers that
// know the build up to another pass or not at all. What the journal holds is not done again.
func TestResume(t *testing.T) {
	want := alone(t, "pacifist1", "KKB")
	little := int64(1)
	if _, _, err := valuesOnDisk(t.TempDir(), 1); errors.Is(err, ErrMemory) {
		little = 0 // as much as usual: this system has no other way
	}
	y := newYard(t, 5, 2)
	for i, o := range []Options{{Jobs: 2, Memory: little}, {Client: y.client, ShareFrom: 1}} {
		dir := t.TempDir()
		file := filepath.Join(dir, "pacifist1", "KKB"+JournalExtension)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o.Progress = func(p Progress) {
			if p.Pass == 9 {
				cancel()
			}
		}
		if _, err := built(ctx, t, "pacifist1", "KKB", dir, o); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
		kept := filetest.Read(t, file)
		cuts := []int{len(kept) / 2, len(kept), 0, 7, len(kept) / 4, len(kept) - 1}
		if longtest.Short() {
			cuts = cuts[i : i+1]
		}
		for _, cut := range cuts {
			if err := os.WriteFile(file, kept[:cut], 0o666); err != nil {
				t.Fatal(err)
			}
			y.slicers[0].Close()
			first := -1
			o.Progress = func(p Progress) {
				if first < 0 && p.Done > 0 {
					first = p.Pass
				}
			}
			before := y.passes
			got, err := built(t.Context(), t, "pacifist1", "KKB", dir, o)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("cut after %d bytes: another table, %v", cut, err)
			}
			if passes := y.passes - before; cut == len(kept) && passes > 12 ||
				cut == 0 && passes > 0 && passes < 18 {
				t.Errorf("cut after %d of %d bytes: %d passes were done", cut, len(kept), passes)
			}
			if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
				t.Errorf("left behind: %v, %v", left, err)
			}
			if err := os.Remove(filepath.Join(filepath.Dir(file), "KKB"+tablebase.Extension)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A journal of another build, or one that holds what no slice can have found, is refused, and left
// as it is.
func TestWrongJournal(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	hash := tablebase.SettingsHash(set)
	header := fmt.Sprintf("turncoat tablebase 2 pacifist1 %x KK 1112 65536", hash[:])
	for found, want := range map[string]string{"": "invalid result", "\x08": "invalid result",
		"\x01": "truncated", "other": "other arguments"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "pacifist1", "KK"+JournalExtension)
		if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		begun := header
		if found == "other" {
			begun = strings.Replace(header, "pacifist1", "pacifist2", 1)
		}
		j, err := work.Open(path, []byte(begun))
		if err != nil {
			t.Fatal(err)
		}
		job := work.Job{Units: 1, Journal: j, Step: "0",
			Do:   func(context.Context, int, int) ([]byte, error) { return []byte(found), nil },
			Take: func(int, []byte, error) error { return nil }}
		if err := errors.Join(job.Run(t.Context()), j.Close()); err != nil {
			t.Fatal(err)
		}
		was := filetest.Read(t, path)
		_, err = built(t.Context(), t, "pacifist1", "KK", dir, Options{})
		if !errors.Is(err, tablebase.ErrFile) || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("%q: got %v, want %q", found, err, want)
		}
		if now := filetest.Read(t, path); !bytes.Equal(now, was) {
			t.Errorf("%q: it has been changed", found)
		}
	}
}

// A slicer at one build does not leave it for another that is asked for in between.
func TestSlicerIsBusy(t *testing.T) {
	y := newYard(t, 3, 1)
	var passes []*Pass
	y.before = func(p *Pass) { passes = append(passes, p) }
	if _, err := built(t.Context(), t, "pacifist1", "KK", t.TempDir(), Options{Client: y.client, ShareFrom: 1}); err != nil {
		t.Fatal(err)
	}
	other := *passes[0]
	other.Build, other.Class = "another", "KKN"
	if _, err := y.slicers[0].Slice(t.Context(), &other, 0, fetchOf(passes[0])); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v", err)
	}
}

// Whatever a pass says, and whatever is fetched for it, a slicer works a slice out or says why not.
func FuzzSlicer(f *testing.F) {
	f.Add([]byte(`{"rules":"pacifist1","class":"KK","pass":0,"slices":1}`), 0, []byte{})
	f.Add([]byte(`{"rules":"pacifist1","class":"KK","pass":1,"slices":1,"before":[{"sum":"a"}]}`),
		0, []byte{1, 0})
	f.Add(
		[]byte(`{"rules":"pacifist1","class":"KK","pass":2,"slices":1,"before":[{"sum":"a"},{"sum":"b"}]}`),
		0,
		[]byte{1, 0},
	)
	f.Add(
		[]byte(`{"build":"b","rules":"chess","class":"KKQ","pass":0,"slices":1,"lower":[{"class":"KK","sum":"a"}]}`),
		-1,
		[]byte("turntab\x1a"),
	)
	f.Add([]byte(`{"rules":"mine","class":"KKKK","pass":-1,"slices":0}`), 7, []byte{0xff})
	f.Fuzz(func(t *testing.T, text []byte, n int, content []byte) {
		var p Pass
		if json.Unmarshal(text, &p) != nil || len(p.Class) > 3 {
			return
		}
		s := &Worker{Memory: 1 << 20}
		defer s.Close()
		found, err := s.Slice(t.Context(), &p, n,
			func(_ context.Context, _ string, w io.Writer) error {
				_,
					err := w.Write(content)
				return err
			})
		if err == nil {
			_, err = decodeFound(found)
			if err != nil {
				t.Errorf("found what cannot be read: %v", err)
			}
		}
	})
}
