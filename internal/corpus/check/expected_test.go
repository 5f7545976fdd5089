package check_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/corpus/check"
)

// A list of ids has one at the beginning of each line, each once; remarks and empty lines are
// passed over, and a line that is too long is named.
func TestExpectedFailures(t *testing.T) {
	s := strings.NewReader("# mine\n\na-1 # why\n  b-2 and more\na-1\n#c-3\nd-4#\n")
	if got, err := check.ReadExpected(s, "-"); err != nil ||
		!slices.Equal(got, []string{"a-1", "b-2", "d-4"}) {
		t.Errorf("%q, %v", got, err)
	}

	for n, good := range map[int]bool{64 << 10: true, 64<<10 + 1: false} {
		s := strings.NewReader("a\n" + strings.Repeat("b", n) + "\n")
		got, err := check.ReadExpected(s, "-")
		if (err == nil) != good || good && len(got) != 2 || !good &&
			!strings.HasPrefix(err.Error(), "-:2: ") {
			t.Errorf("%d bytes: %d ids, %v", n, len(got), err)
		}
	}

	broken := io.MultiReader(strings.NewReader("a\n"), failing{})
	if _, err := check.ReadExpected(broken, "-"); err == nil ||
		!strings.Contains(err.Error(), "the cable is out") {
		t.Error(err)
	}
}

// A reader that fails.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the cable is out") }
