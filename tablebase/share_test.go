package tablebase

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

	"turncoat/internal/filetest"
	"turncoat/internal/longtest"
	"turncoat/internal/rulestest"
)

// errNotThere is the error of fetching what nobody has.
var errNotThere = errors.New("it is not there")

// A yard has passes worked out by some slicers and by the build itself, in an order that a seed decides, and
// some slices twice.
type yard struct {
	t       *testing.T
	random  *rand.Rand
	slicers []*Slicer
	passes  int
	before  func(t *Task) // a pass; may be nil
}

func (y *yard) share(ctx context.Context, task *Task) error {
	y.passes++
	if y.before != nil {
		y.before(task)
	}
	text, err := json.Marshal(task.Pass)
	if err != nil {
		return err
	}
	fetch := fetchOf(task)
	var group sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for _, n := range append(y.random.Perm(task.Slices), y.random.Perm(task.Slices)...) {
		who := y.random.IntN(len(y.slicers) + 1)
		group.Go(func() {
			var p Pass
			if err := json.Unmarshal(text, &p); err != nil {
				y.t.Error(err)
			}
			var found []byte
			var err error
			if who == len(y.slicers) {
				found, err = task.Slice(n)
			} else {
				found, err = y.slicers[who].Slice(ctx, &p, n, fetch)
			}
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				failed = err
			case !task.Has(n):
				failed = errors.Join(failed, task.Keep(n, bytes.Clone(found)))
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return failed
}

// fetchOf returns what fetches the parts of a pass where it is built.
func fetchOf(task *Task) func(context.Context, string, io.Writer) error {
	return func(_ context.Context, sum string, w io.Writer) error {
		for _, part := range append(task.Lower, task.Before...) {
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
		s := &Slicer{}
		t.Cleanup(func() { s.Close() })
		y.slicers = append(y.slicers, s)
	}
	return y
}

func built(ctx context.Context, t *testing.T, rules, name, dir string, o Options) ([]byte, error) {
	t.Helper()
	if err := Build(ctx, rulestest.Builtin(t, rules), dir, []Class{class(t, name)}, o, nil); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, rules, name+Extension))
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

// Tables whose slices were worked out by several, in whatever order, some of them twice, are those of one
// process, to the byte: in a family with captures, of which the smaller tables are carried along, and in one
// without.
func TestShare(t *testing.T) {
	for _, test := range []struct {
		rules, class string
		memory       []int64
	}{{"pacifist1", "KKB", []int64{0, 1}}, {"conversion", "KKR", []int64{0}}, {"chess", "KKQ", []int64{0}}} {
		if longtest.Short() && test.rules != "pacifist1" {
			continue
		}
		want := alone(t, test.rules, test.class)
		for _, memory := range test.memory { // with edges kept, and without
			y := newYard(t, 3, 2)
			for _, s := range y.slicers {
				s.Memory = memory
			}
			if _, _, err := valuesOnDisk(t.TempDir(), 1); errors.Is(err, ErrMemory) && memory > 0 {
				continue // this system has no other way
			}
			got, err := built(t.Context(), t, test.rules, test.class, t.TempDir(), Options{Share: y.share,
				ShareFrom: 1, Memory: memory})
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
	table, err := newTable("", file, nil, newCache(0))
	if err != nil {
		t.Fatal(err)
	}
	values, err := table.values()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range values {
		if pass == 0 || v == Drawn || v != NoPosition && v.Plies() >= pass {
			n++
		}
	}
	return n
}

// Passes with few undecided positions are not shared out.
func TestShareFrom(t *testing.T) {
	y := newYard(t, 3, 1)
	file, err := built(t.Context(), t, "pacifist1", "KKB", t.TempDir(), Options{Share: y.share, ShareFrom: 20_000})
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

// A build whose process died, and one of whose slicers too, goes on with what was kept, with slicers that know
// the build up to another pass or not at all, and with the build begun anew.
func TestShareResumes(t *testing.T) {
	want := alone(t, "pacifist1", "KKB")
	y := newYard(t, 5, 2)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	y.before = func(task *Task) {
		if task.Number == 6 {
			cancel()
		}
	}
	o := Options{Share: y.share, ShareFrom: 1}
	if _, err := built(ctx, t, "pacifist1", "KKB", dir, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	kept := filetest.Read(t, filepath.Join(dir, "pacifist1", "KKB"+Unfinished))
	y.slicers[0] = &Slicer{}
	defer y.slicers[0].Close()
	first := -1
	y.before = func(task *Task) {
		if first < 0 {
			first = task.Number
		}
	}
	if got, err := built(t.Context(), t, "pacifist1", "KKB", dir, o); err != nil || !bytes.Equal(got, want) ||
		first != 6 {
		t.Errorf("gone on with pass %d: another table, %v", first, err)
	}
	// A checkpoint of which the disk has lost the end: the slicers are further than the build.
	dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "pacifist1"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pacifist1", "KKB"+Unfinished), kept[:len(kept)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := built(t.Context(), t, "pacifist1", "KKB", dir, o); err != nil || !bytes.Equal(got, want) {
		t.Errorf("begun anew: another table, %v", err)
	}
}

// A slicer at one build does not leave it for another that is asked for in between, and a pass that has ended is over.
func TestSlicerIsBusy(t *testing.T) {
	y := newYard(t, 3, 1)
	var tasks []*Task
	y.before = func(task *Task) { tasks = append(tasks, task) }
	if _, err := built(t.Context(), t, "pacifist1", "KKB", t.TempDir(), Options{Share: y.share, ShareFrom: 100_000}); err != nil {
		t.Fatal(err)
	}
	other := tasks[0].Pass
	other.Build, other.Class = "another", "KKN"
	if _, err := y.slicers[0].Slice(t.Context(), &other, 0, fetchOf(tasks[0])); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v", err)
	}
	if _, err := tasks[0].Slice(0); !errors.Is(err, ErrOver) {
		t.Errorf("got %v", err)
	}
}

// A slicer that has come to a pass has behind its values those of all passes so far, each at its own number:
// what is found in other tables is looked up there.
func TestSlicerIsReady(t *testing.T) {
	y := newYard(t, 3, 1)
	y.before = func(task *Task) {
		s := y.slicers[0]
		if _, err := s.Slice(t.Context(), &task.Pass, 0, fetchOf(task)); err != nil {
			t.Error(err)
			return
		}
		if s.at.solution.pass != task.Number {
			t.Errorf("it is at pass %d, not %d", s.at.solution.pass, task.Number)
		}
		for v := 1; v <= task.Number; v++ {
			if got := s.at.values[s.at.x.size+uint64(v)]; got != Value(v) {
				t.Errorf("pass %d: value %d where %d should be", task.Number, got, v)
			}
		}
	}
	if _, err := built(t.Context(), t, "pacifist1", "KKB", t.TempDir(), Options{Share: y.share, ShareFrom: 100_000}); err != nil || y.passes < 2 {
		t.Fatalf("%d passes, %v", y.passes, err)
	}
}

// What is not there, or not what it should be, is an error, and the same slicer works on when it is.
func TestSlicerFetches(t *testing.T) {
	if testing.Short() {
		t.Skip("solves a class of three pieces twice, with captures")
	}
	want, err := built(t.Context(), t, "conversion", "KKR", t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	y := newYard(t, 3, 1)
	y.before = func(task *Task) {
		fetch := fetchOf(task)
		s := y.slicers[0]
		parts := len(task.Lower)
		if task.Number > 0 {
			parts = 1 // the rest is there already
		}
		if task.Class != "KKR" || parts == 0 {
			return
		}
		for _, test := range []struct {
			fetch func(context.Context, string, io.Writer) error
			want  string
		}{
			{func(context.Context, string, io.Writer) error { return errNotThere }, errNotThere.Error()},
			{func(ctx context.Context, sum string, w io.Writer) error {
				var whole bytes.Buffer
				if err := fetch(ctx, sum, &whole); err != nil {
					return err
				}
				w.Write(whole.Bytes()[:whole.Len()/2])
				return errNotThere
			}, errNotThere.Error()},
			{func(ctx context.Context, sum string, w io.Writer) error {
				return errors.Join(fetch(ctx, sum, w), fetch(ctx, sum, w))
			}, ErrFile.Error()},
		} {
			if _, err := s.Slice(t.Context(), &task.Pass, 0, test.fetch); err == nil || !strings.Contains(err.Error(),
				test.want) {
				t.Errorf("pass %d: got %v, want %q", task.Number, err, test.want)
			}
		}
	}
	if got, err := built(t.Context(), t, "conversion", "KKR", t.TempDir(), Options{Share: y.share,
		ShareFrom: 1}); err != nil || !bytes.Equal(got, want) {
		t.Errorf("another table, %v", err)
	}
}

// Whatever a pass says, and whatever is fetched for it, a slicer works a slice out or says why not.
func FuzzSlicer(f *testing.F) {
	f.Add([]byte(`{"rules":"pacifist1","class":"KK","pass":0,"slices":1}`), 0, []byte{})
	f.Add([]byte(`{"rules":"pacifist1","class":"KK","pass":1,"slices":1,"before":[{"sum":"a"}]}`), 0, []byte{1, 0})
	f.Add([]byte(`{"rules":"pacifist1","class":"KK","pass":2,"slices":1,"before":[{"sum":"a"},{"sum":"b"}]}`), 0, []byte{1, 0})
	f.Add([]byte(`{"build":"b","rules":"chess","class":"KKQ","pass":0,"slices":1,"lower":[{"class":"KK","sum":"a"}]}`), -1, []byte("turntab\x1a"))
	f.Add([]byte(`{"rules":"mine","class":"KKKK","pass":-1,"slices":0}`), 7, []byte{0xff})
	f.Fuzz(func(t *testing.T, text []byte, n int, content []byte) {
		var p Pass
		if json.Unmarshal(text, &p) != nil || len(p.Class) > 3 {
			return
		}
		s := &Slicer{Memory: 1 << 20}
		defer s.Close()
		found, err := s.Slice(t.Context(), &p, n, func(_ context.Context, _ string, w io.Writer) error {
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
