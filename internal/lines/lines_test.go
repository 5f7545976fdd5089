package lines_test

import (
	"bufio"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"turncoat/internal/lines"
)

// all reads what is to be read: lines, and the errors of those that are too long; the error is that
// after the last.
func all(r *lines.Reader) (got []string, err error) {
	for number := 1; ; number++ {
		line, err := r.Next()
		var long *lines.TooLongError
		switch {
		case errors.As(err, &long):
			got = append(got, err.Error())
		case err != nil:
			return got, err
		default:
			got = append(got, string(line))
		}

		if r.Number() != number {
			return got, errors.New("the number is wrong")
		}
	}
}

// Lines come without their ends, whatever these are; of one that is too long only its length.
func TestNext(t *testing.T) {
	long := "the line is longer than 3 bytes: "
	many := strings.Repeat("x", 1<<17)
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"\n", []string{""}},
		{"a", []string{"a"}},
		{"abc\nb", []string{"abc", "b"}},
		{"abc\r\nb\r\n", []string{"abc", "b"}},
		{"abc\rb\r\r", []string{"abc", "b", ""}},
		{"\ufeffabc\nb\n", []string{"abc", "b"}},
		{"\xefb\n\n", []string{"\xefb", ""}},
		{"a\nabcd\nb", []string{"a", long + "4 bytes", "b"}},
		{"abcd\r\nb\r\nabcdefg\r\n", []string{long + "4 bytes", "b", long + "7 bytes"}},
		{"a\rabcde\rb", []string{"a", long + "5 bytes", "b"}},
		{"a\nabcdefgh", []string{"a", long + "8 bytes"}},
		{many + "\n" + many + "\r\n" + many, []string{long + "131072 bytes", long + "131072 bytes",
			long + "131072 bytes"}},
		// the line feed is alone in the second part that is read
		{many[1:] + "\r\nabc", []string{long + "131071 bytes", "abc"}},
	} {
		for name, in := range map[string]io.Reader{"whole": strings.NewReader(test.text),
			"halves": iotest.HalfReader(strings.NewReader(test.text)),
			"bytes":  iotest.OneByteReader(strings.NewReader(test.text)),
			"early":  iotest.DataErrReader(strings.NewReader(test.text))} {
			got, err := all(lines.NewReader(in, 3))
			if err != io.EOF || !slices.Equal(got, test.want) {
				t.Errorf("%.30q by %s: %q, %v", test.text, name, got, err)
			}
		}
	}

	_, err := lines.NewReader(strings.NewReader(strings.Repeat("x", 16<<20+1)), 16<<20).Next()
	if want := "the line is longer than 16 MiB: 16777217 bytes"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Where no byte is allowed every line is too long but the empty ones.
func TestNoByteIsAllowed(t *testing.T) {
	const one = "the line is longer than 0 bytes: 1 bytes"
	for _, text := range []string{"a\r\n\r\na", "a\n\na\n", "a\r\ra"} {
		if got, err := all(lines.NewReader(strings.NewReader(text), 0)); err != io.EOF ||
			!slices.Equal(got, []string{one, "", one}) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// What there is of a line that cannot be read to its end is dropped.
func TestReadingFails(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"abc\nde", "abc\nd\r", "abc\r\nde", "abc\rde", "abc\r",
		"abc\ndefgh"} {
		got, err := all(lines.NewReader(io.MultiReader(strings.NewReader(text),
			iotest.ErrReader(broken)), 3))
		if err != broken || !slices.Equal(got, []string{"abc"}) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// xs is so many of the letter x.
type xs struct{ n int }

func (x *xs) Read(p []byte) (int, error) {
	n := min(x.n, len(p))
	x.n -= n
	if n == 0 {
		return 0, io.EOF
	}
	for i := range p[:n] {
		p[i] = 'x'
	}
	return n, nil
}

// A line of 64 MiB takes no memory to speak of.
func TestLongLinesAreNotHeld(t *testing.T) {
	r := lines.NewReader(io.MultiReader(&xs{64 << 20}, strings.NewReader("\nnext\n")), 1<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := all(r)
	runtime.ReadMemStats(&after)
	if want := []string{"the line is longer than 1 MiB: 67108864 bytes", "next"}; err != io.EOF ||
		!slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}

	if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
		t.Errorf("%d bytes were allocated", took)
	}
}

// Of a line that is too long the end is not counted, wherever its carriage return and line feed
// fall; a carriage return within the line is.
func TestLengthWithoutEnd(t *testing.T) {
	most := strings.Repeat("x", 1<<16-1) // so many and one are read at a time
	for text, want := range map[string]int64{"\ryz\r\r\n": 4, "": 0, "\n": 0, "\r\n": 0, "p\n": 1,
		"p\r\n": 1, "p\rq\r\n": 3} {
		var long *lines.TooLongError
		r := lines.NewReader(strings.NewReader("\n"+most+text), 5)
		r.Next() // the first line, which decides what ends them
		if _, err := r.Next(); !errors.As(err, &long) || long.Length != want+1<<16-1 {
			t.Errorf("%q: %+v; want %d more", text, long, want)
		}
	}
}

// ended is what [lines.Ends] makes of a text, read as a whole.
func ended(text string) string {
	first := strings.IndexAny(text, "\r\n")
	if first < 0 || strings.HasPrefix(strings.TrimLeft(text[first:], "\r"), "\n") {
		return text
	}
	return strings.ReplaceAll(text, "\r", "\n")
}

func FuzzEnds(f *testing.F) {
	for _, text := range []string{"", "a", "a\rb", "a\r\nb\rc\n", "\r\r\r\na\r", "a\r\r\rb\r\n",
		"\r", "a\nb\r"} {
		f.Add(text)
	}

	f.Fuzz(func(t *testing.T, text string) {
		marked := strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff")
		if marked || strings.Contains(text[:min(len(text), 8)], "\x00") {
			t.Skip("it may be in UTF-16, of which more than the line ends is rewritten")
		}
		want := ended(text)
		for name, in := range map[string]io.Reader{"whole": strings.NewReader(text),
			"halves": iotest.HalfReader(strings.NewReader(text)),
			"bytes":  iotest.OneByteReader(strings.NewReader(text)),
			"early":  iotest.DataErrReader(strings.NewReader(text))} {
			if got, err := io.ReadAll(lines.Ends(in)); string(got) != want || err != nil {
				t.Errorf("%q by %s: %q, %v; want %q", text, name, got, err, want)
			}
			if got, err := io.ReadAll(iotest.OneByteReader(lines.Ends(in))); len(got) > 0 ||
				err != nil {
				t.Errorf("%q by %s: behind the end %q, %v", text, name, got, err)
			}
		}
	})
}

// pieces gives a text in the pieces that it is cut into.
type pieces []string

func (p *pieces) Read(to []byte) (int, error) {
	if len(*p) == 0 {
		return 0, io.EOF
	}
	n := copy(to, (*p)[0])
	*p = (*p)[1:]
	return n, nil
}

// busy refuses a reader that gives neither bytes nor an error, of whom others believe that it will
// never give any.
type busy struct{ in io.Reader }

func (b busy) Read(to []byte) (int, error) {
	n, err := b.in.Read(to)
	if n == 0 && err == nil {
		err = io.ErrNoProgress
	}
	return n, err
}

// Wherever a text is cut its lines end alike, and nothing of it is lost.
func TestPieces(t *testing.T) {
	for _, text := range []string{"a\rb\rc", "a\r\nb\rc", "\r\ra\rb", "\r\r\nab", "ab\r\r",
		"a\nb\rc"} {
		for cuts := range 1 << (len(text) - 1) {
			var cut pieces
			from := 0
			for at := 1; at <= len(text); at++ {
				if at == len(text) || cuts>>(at-1)&1 == 1 {
					cut = append(cut, text[from:at])
					from = at
				}
			}

			name := strings.Join(cut, "|")
			if got, err := io.ReadAll(busy{lines.Ends(&cut)}); string(got) != ended(text) ||
				err != nil {
				t.Errorf("%q: %q, %v; want %q", name, got, err, ended(text))
			}
		}

		// A large piece may come together with the end of the text.
		early := iotest.DataErrReader(strings.NewReader(text))
		if got, err := io.ReadAll(bufio.NewReaderSize(lines.Ends(early),
			1<<16)); string(got) != ended(text) || err != nil {
			t.Errorf("%q with its end: %q, %v; want %q", text, got, err, ended(text))
		}
	}
}

// A failure that passes is told once, behind what was read before it, and then reading goes on.
func TestFailureThatPasses(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"a\r", "\r", "a\r\r", "a", "a\n"} {
		failed := false
		in := lines.Ends(io.MultiReader(strings.NewReader(text), readerFunc(func([]byte) (int,
			error) {
			if failed {
				return 0, io.EOF
			}
			failed = true
			return 0, broken
		}), strings.NewReader("b\r")))
		before, err := io.ReadAll(in)
		behind, end := io.ReadAll(in)
		want := "b\n"
		if text == "a\n" {
			want = "b\r" // it was decided before
		}
		if string(before) != strings.ReplaceAll(text, "\r", "\n") || err != broken || end != nil ||
			string(behind) != want {
			t.Errorf("%q: %q, %v, and then %q, %v; want %q behind it", text, before, err, behind,
				end, want)
		}
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(to []byte) (int, error) { return f(to) }

// Empty lines without end are refused in bounded time; they do not add up over other lines.
func TestEmptyLinesWithoutEnd(t *testing.T) {
	enough := strings.Repeat("\n", 1<<23)
	r := lines.NewReader(io.MultiReader(strings.NewReader("a\n"+enough+"b\n"+enough), feeds{}), 100)
	var err error
	for err == nil {
		_, err = r.Next()
	}
	if err != lines.ErrEmpty || r.Number() != 1<<23+1<<24+3 {
		t.Errorf("line %d: %v", r.Number(), err)
	}
}

// feeds is a text of line feeds that never ends.
type feeds struct{}

func (feeds) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	return len(p), nil
}
