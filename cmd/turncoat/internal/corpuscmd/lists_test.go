package corpuscmd

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/corpus/golden"
)

// A list of expected failures serves all corpora: what is a case of another size is left out of it, what is none stays.
func TestAskedOrUnknown(t *testing.T) {
	smoke, err := golden.Cases(corpus.Smoke, "chess")
	if err != nil {
		t.Fatal(err)
	}
	full, err := golden.Cases(corpus.Full, "chess")
	if err != nil {
		t.Fatal(err)
	}
	other := full[slices.IndexFunc(full, func(k corpus.Case) bool {
		return !slices.ContainsFunc(smoke, func(s corpus.Case) bool { return s.ID == k.ID })
	})].ID
	if got, want := askedOrUnknown([]string{other, smoke[0].ID, "chess-00000000"}, smoke),
		[]string{smoke[0].ID, "chess-00000000"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := askedOrUnknown(nil, smoke); got != nil {
		t.Errorf("%q", got)
	}
}

// A list of ids has one at the beginning of each line, each once; remarks and empty lines are passed over, and a
// line that is too long is named.
func TestExpectedFailures(t *testing.T) {
	s := command.NewSession(t.Context(), strings.NewReader("# mine\n\na-1 # why\n  b-2 and more\na-1\n#c-3\nd-4#\n"),
		io.Discard, io.Discard)
	if got, err := expectedFailures(s, "-"); err != nil || !slices.Equal(got, []string{"a-1", "b-2", "d-4"}) {
		t.Errorf("%q, %v", got, err)
	}
	for n, good := range map[int]bool{64 << 10: true, 64<<10 + 1: false} {
		s := command.NewSession(t.Context(), strings.NewReader("a\n"+strings.Repeat("b", n)+"\n"), io.Discard, io.Discard)
		got, err := expectedFailures(s, "-")
		if (err == nil) != good || good && len(got) != 2 || !good && !strings.HasPrefix(err.Error(), "-:2: ") {
			t.Errorf("%d bytes: %d ids, %v", n, len(got), err)
		}
	}
	broken := command.NewSession(t.Context(), io.MultiReader(strings.NewReader("a\n"), failing{}), io.Discard, io.Discard)
	if _, err := expectedFailures(broken, "-"); err == nil || !strings.Contains(err.Error(), "the cable is out") {
		t.Error(err)
	}
}

// A reader that fails.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the cable is out") }
