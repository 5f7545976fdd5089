package puzzlecmd

import (
	"io"
	"strings"
	"testing"

	"turncoat/internal/puzzle/store"
)

// A history that cannot be written to its end is an error in each form, and one that can has a line
// an attempt.
func TestHistoryWritten(t *testing.T) {
	list := []store.Attempt{
		{Solver: "Ann", Puzzle: "one", Tries: 1},
		{Solver: "Ann", Puzzle: "two", Tries: 2},
	}
	for form, write := range map[string]func(io.Writer, []store.Attempt) error{"text": historyText, "JSON": historyJSON, "CSV": historyCSV} {
		var out strings.Builder
		if err := write(&out, list); err != nil || !strings.Contains(out.String(), "one") ||
			!strings.Contains(out.String(), "two") {
			t.Errorf("%s: %q, %v", form, out.String(), err)
		}

		_, in := io.Pipe()
		in.CloseWithError(io.ErrShortWrite)
		if err := write(in, list); err == nil {
			t.Errorf("%s: nothing could be written, and no error", form)
		}
	}
}
