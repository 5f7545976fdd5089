package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"turncoat/cmd/internal/command"
)

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// Results that cannot be written are said and end with 2; where the reader has gone nothing is
// said.
func TestResultsThatCannotBeWritten(t *testing.T) {
	run := func(out io.Writer, words string) (status int, said string) {
		var stderr strings.Builder
		status = command.Run(
			t.Context(),
			commandLine,
			strings.Fields("turncoat "+words),
			nil,
			out,
			&stderr,
		)
		return status, stderr.String()
	}
	if status, said := run(fullDisk{}, "rules list"); status != 2 ||
		!strings.Contains(said, "standard output: no space left") {
		t.Errorf("status %d: %s", status, said)
	}

	if status, said := run(fullDisk{}, "puzzle export --to csv ../../puzzle/collection/chess.jsonl"); status != 2 ||
		said != "turncoat puzzle export: standard output: no space left on device\n" {
		t.Errorf("status %d: %s", status, said)
	}

	r, w := io.Pipe()
	r.Close()
	if status, said := run(w, "perft --rules chess --divide 3"); status != 0 || said != "" {
		t.Errorf("status %d: %s", status, said)
	}
}
