package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"turncoat/puzzle"
)

// Lines are counted from 1, empty ones too, which are left out; what is not empty comes as it is.
func TestLines(t *testing.T) {
	type line struct {
		text   string
		number int
	}
	broken := errors.New("broken")
	for _, test := range []struct {
		in   io.Reader
		want []line
		err  error
		text string
	}{
		{strings.NewReader(""), nil, nil, ""},
		{strings.NewReader("\ufeffa\r\n\ufeffb"), []line{{"a", 1}, {"\ufeffb", 2}}, nil, ""},
		{strings.NewReader("a\n\n \t\r\n b \nc"), []line{{"a", 1}, {" b ", 4}, {"c", 5}}, nil, ""},
		{io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(broken)),
			[]line{{"a", 1}, {"b", 2}}, broken,
			"book:3: broken"},
		{iotest.ErrReader(broken), nil, broken, "book:1: broken"},
		{strings.NewReader("a\rb\r\rc\r"), []line{{"a", 1}, {"b", 2}, {"c", 4}}, nil, ""},
		{io.MultiReader(strings.NewReader("a\n"),
			strings.NewReader(strings.Repeat("b", puzzle.MaxLine+1)), strings.NewReader("\nc")),
			[]line{{"a", 1}, {"c", 3}}, nil,
			"book:2: the line is longer than 16 MiB: 16777217 bytes"},
	} {
		var got []line
		var last error
		for l, err := range puzzle.Lines(test.in, "book") {
			if l.File != "book" {
				t.Errorf("of the file %q", l.File)
			}
			if err != nil {
				last = err
			}
			if err == nil {
				got = append(got, line{string(l.Text), l.Number})
			} else if want := fmt.Sprintf("book:%d: ", l.Number); !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%v at line %d", err, l.Number)
			}
		}

		if !slices.Equal(got, test.want) || fmt.Sprint(last) != cmp.Or(test.text, "<nil>") ||
			test.err != nil && !errors.Is(last, test.err) {
			t.Errorf("%v, %v; want %v, %v", got, last, test.want, test.text)
		}
	}

	for l := range puzzle.Lines(strings.NewReader("a\nb\n"), "book") {
		if l.Number != 1 {
			t.Error("goes on when no more is asked for")
		}
		break
	}
}

// What each transaction holds is told after it, in order, with what was refused in it before.
func TestBatches(t *testing.T) {
	ks := kinds(t)
	bad := []byte("{")
	var lines []Line
	for i, text := range [][]byte{ks[0], bad, ks[0], ks[1], ks[2], bad, ks[3]} {
		lines = append(lines, Line{Text: text, File: "book", Number: i + 1})
	}
	said := func(batch int) (told []string) {
		s, _ := created(t)
		defer s.Close()
		added, err := s.Add(t.Context(), sequence(lines), AddOptions{Batch: batch,
			Skipped: func(r Skip) {
				told = append(told, fmt.Sprintf("%d %s", r.Line.Number, r.Reason))
			},
			Progress: func(a Added) { told = append(told, fmt.Sprint(a)) },
		})
		if want := (Added{Stored: 4, Already: 1, Unreadable: 2}); err != nil || added != want {
			t.Errorf("%+v, %v; want %+v", added, err, want)
		}
		return told
	}
	// The counts are those of Stored, Already, SamePosition, SameIdea and Unreadable.
	for batch, want := range map[int][]string{
		0: {"2 not a puzzle", "3 already in the store", "6 not a puzzle", "{4 1 0 0 2}"},
		3: {"2 not a puzzle", "3 already in the store", "{1 1 0 0 1}", "6 not a puzzle",
			"{3 1 0 0 2}", "{4 1 0 0 2}"},
		4: {"2 not a puzzle", "3 already in the store", "{2 1 0 0 1}", "6 not a puzzle",
			"{4 1 0 0 2}"},
	} {
		if got := said(batch); !slices.Equal(got, want) {
			t.Errorf("in batches of %d: %q\nwant %q", batch, got, want)
		}
	}
}

// A puzzle of an idea that the store holds is refused, with the oldest that has it, unless it is
// wanted; one of the same position under another stipulation is no duplicate.
func TestSameIdeaIsRefused(t *testing.T) {
	text := string(kinds(t)[1])
	moved := strings.NewReplacer("chess-2-356d9eb8", "chess-2-00000000", "8/5K1k/R7/8/8/8/8/8 w",
		"8/5K1k/R7/8/8/8/8/8 w - - 5 9").Replace(text)
	moved = strings.Replace(moved, "w - - 5 9 - - 0 1", "w - - 5 9", 1)
	// A bishop that has nothing to do with it.
	other := strings.NewReplacer("chess-2-356d9eb8", "chess-2-00000001", "8/5K1k/R7/8/8/8/8/8 w",
		"2B5/5K1k/R7/8/8/8/8/8 w").Replace(text)
	third := strings.NewReplacer("chess-2-356d9eb8", "chess-2-00000002", "8/5K1k/R7/8/8/8/8/8 w",
		"3B4/5K1k/R7/8/8/8/8/8 w").Replace(text)
	for _, keep := range []bool{false, true} {
		s, _ := created(t)
		defer s.Close()
		var refused []string
		added, err := s.Add(t.Context(),
			puzzle.Lines(strings.NewReader(strings.Join([]string{text, moved, other, third}, "\n")),
				"book"), AddOptions{
				KeepSameIdea: keep,
				Skipped: func(r Skip) {
					refused = append(refused, fmt.Sprintf("%s %s as %s", r.ID, r.Reason,
						r.Same))
				},
			})
		want := []string{"chess-2-00000000 same position as chess-2-356d9eb8",
			"chess-2-00000001 same idea as chess-2-356d9eb8",
			"chess-2-00000002 same idea as chess-2-356d9eb8"}
		count := Added{Stored: 1, SamePosition: 1, SameIdea: 2}
		if keep {
			want, count = want[:1], Added{Stored: 3, SamePosition: 1}
		}
		if err != nil || added != count || !slices.Equal(refused, want) {
			t.Errorf("%+v, %q, %v; want %+v, %q", added, refused, err, count, want)
		}
	}
}

// An error ends the adding: the batches before it are stored, the rest is not, and the source of the
// lines learns that no more are wanted.
func TestAddFails(t *testing.T) {
	broken := errors.New("broken")
	ks := kinds(t)
	ended := false
	lines := func(yield func(Line, error) bool) {
		defer func() { ended = true }()
		for i := range 3 {
			if !yield(Line{Text: ks[i], Number: i + 1}, nil) {
				return
			}
		}

		yield(Line{}, broken)
	}
	for batch, want := range map[int]int{1: 3, 2: 2, 3: 3, 4: 0} {
		s, _ := created(t)
		defer s.Close()
		ended = false
		added, err := s.Add(t.Context(), lines, AddOptions{Batch: batch})
		if !errors.Is(err, broken) || added != (Added{Stored: want}) || !ended {
			t.Errorf("in batches of %d: %+v, %v, ended %v; want %d", batch, added, err, ended, want)
		}
		if looked, err := s.Check(t.Context(), func(fault string) { t.Error(fault) }); err != nil ||
			looked != want {
			t.Errorf("%d are stored, want %d: %v", looked, want, err)
		}
	}

	s, path := filledWithKinds(t)
	s.Close()
	s = opened(t, path, Options{ReadOnly: true})
	defer s.Close()
	if added, err := s.Add(t.Context(), lines, AddOptions{Batch: 1}); !errors.Is(err, ErrReadOnly) || added != (Added{}) {
		t.Errorf("to a store that may only be read: %+v, %v", added, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, _ = filledWithKinds(t)
	if added, err := s.Add(ctx, lines, AddOptions{}); err == nil || added != (Added{}) {
		t.Errorf("cancelled before it begins: %+v, %v", added, err)
	}
}

// What is packed comes back as it was. What would fill more than 64 MiB is taken for damage, and so
// is what was never packed.
func TestPack(t *testing.T) {
	for _, size := range []int{0, 1, 1000, 1 << 20, 64<<20 + 1} {
		packed, err := pack(make([]byte, size))
		if err != nil {
			t.Fatal(err)
		}
		line, err := unpack(packed)
		if size > 64<<20 {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("%d bytes: %v", size, err)
			}
		} else if err != nil || len(line) != size {
			t.Errorf("%d bytes come back as %d: %v", size, len(line), err)
		}
	}

	for _, text := range []string{"\x00", "no puzzle"} {
		if line, err := unpack([]byte(text)); !errors.Is(err, ErrDamaged) {
			t.Errorf("%q is unpacked as %q, %v", text, line, err)
		}
	}
}

// A line that is too long is refused, and what follows it is stored. A transaction takes no more
// lines once they come to 64 MiB.
func TestLongLines(t *testing.T) {
	s, _ := created(t)
	defer s.Close()
	long := bytes.Repeat([]byte("x"), 15<<20)
	lines := make([]Line, 6)
	for i := range lines {
		lines[i] = Line{Text: long, Number: i + 1}
	}
	rest := puzzle.Lines(io.MultiReader(strings.NewReader("\n\n\n\n\n\n"),
		strings.NewReader(strings.Repeat("y", puzzle.MaxLine+1)),
		bytes.NewReader(append([]byte("\n"), kinds(t)[0]...))), "book")
	var refused []string
	var told []Added
	added, err := s.Add(t.Context(), func(yield func(Line, error) bool) {
		sequence(lines)(yield)
		rest(yield)
	}, AddOptions{
		Skipped: func(r Skip) {
			refused = append(refused, fmt.Sprintf("%d %s: %.40s", r.Line.Number, r.Reason,
				r.Err))
		},
		Progress: func(a Added) { told = append(told, a) },
	})
	if want := []Added{{Unreadable: 5}, {Stored: 1, Unreadable: 7}}; err != nil ||
		!slices.Equal(told, want) || added != want[1] {
		t.Errorf("%+v, then %+v, %v; want %+v", told, added, err, want)
	}

	if len(refused) != 7 ||
		refused[6] != "7 not a puzzle: the line is longer than 16 MiB: 16777217" {
		t.Errorf("%q", refused)
	}
}
