package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"turncoat/cmd/turncoat/internal/command"
)

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// Results that cannot be written are said and end with 2; where the reader has gone nothing is said.
func TestResultsThatCannotBeWritten(t *testing.T) {
	var stderr strings.Builder
	if status := command.Run(t.Context(), commands, []string{"turncoat", "rules", "list"}, strings.NewReader(""), fullDisk{},
		&stderr); status != 2 ||
		!strings.Contains(stderr.String(), "standard output: no space left") {
		t.Errorf("status %d: %s", status, stderr.String())
	}
	stderr.Reset()
	const book = "../../puzzle/collection/chess.jsonl"
	if status := command.Run(t.Context(), commands, []string{"turncoat", "puzzle", "export", "--to", "csv", book},
		strings.NewReader(""), fullDisk{}, &stderr); status != 2 ||
		stderr.String() != "turncoat puzzle export: standard output: no space left on device\n" {
		t.Errorf("status %d: %s", status, stderr.String())
	}
	stderr.Reset()
	r, w := io.Pipe()
	r.Close()
	if status := command.Run(t.Context(), commands, []string{"turncoat", "perft", "--rules", "chess", "--divide", "3"},
		strings.NewReader(""), w, &stderr); status != 0 || stderr.String() != "" {
		t.Errorf("status %d: %s", status, stderr.String())
	}
}
