package build

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"turncoat/internal/tablebase"
	"turncoat/internal/work"
	"turncoat/rules/ruleset"
)

// DefaultShareFrom is how many positions must be undecided for a pass to be shared: with fewer,
// sending the results takes longer than computing them.
const DefaultShareFrom = 1 << 20

// A Pass is what the slices of a pass depend on besides their numbers. It is sent to other machines
// as JSON.
type Pass struct {
	Build  string      `json:"build"` // the same for all classes of one build
	Rules  ruleset.Set `json:"rules"`
	Class  string      `json:"class"`
	Number int         `json:"pass"`
	Slices int         `json:"slices"`
	Lower  []Part      `json:"lower,omitempty"`  // the tables of the classes that it leads into
	Before []Part      `json:"before,omitempty"` // the results of each earlier pass
	Span   int         `json:"-"`                // how many slices to send together
}

// A Part is a file that slices depend on.
type Part struct {
	Class string `json:"class,omitempty"` // of a table
	Sum   string `json:"sum"`             // SHA-256 of the content, in hexadecimal

	path string
}

// Open opens the file. It exists in the process that builds, until the next pass.
func (p Part) Open() (io.ReadCloser, error) { return os.Open(p.path) }

// sameClass reports whether two passes are of the same class of a build.
func (p *Pass) sameClass(q *Pass) bool {
	return p.Build == q.Build && p.Rules == q.Rules && p.Class == q.Class && p.Slices == q.Slices &&
		sameParts(p.Lower, q.Lower)
}

// sameParts reports whether two lists of parts are equal, wherever their files are.
func sameParts(p, q []Part) bool {
	return slices.EqualFunc(p, q, func(a, b Part) bool {
		return a.Class == b.Class && a.Sum == b.Sum
	})
}

// span returns how many slices to send together: as many as have some hundred thousand undecided
// positions, but few enough that there are at least sixteen spans.
func span(slices, undecided uint64) int {
	return int(max(1, min(64, slices/16, 2*slices*sliceSize/max(1, undecided))))
}

// sharedPasses lets other machines do the passes of a solution.
type sharedPasses struct {
	clientOf func(p *Pass) work.Client
	from     uint64
	pass     Pass // the next one
	dir      string
}

// isShared reports whether other machines do the slices of the current pass. After the first pass
// that is not shared, none is.
func (s *solution) isShared() bool { return s.shared != nil && s.undecided >= s.shared.from }

// client returns the client through which the slices of the pass are done.
func (h *sharedPasses) client(s *solution) work.Client {
	p := h.pass
	p.Span = span(uint64(p.Slices), s.undecided)
	return h.clientOf(&p)
}

// end writes the results of a pass to a file, for workers that join later.
func (h *sharedPasses) end(results [][]byte) error {
	path := filepath.Join(h.dir, fmt.Sprint(h.pass.Number))
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	sum := sha256.New()
	to := bufio.NewWriter(io.MultiWriter(file, sum))
	for _, result := range results {
		to.Write(binary.AppendUvarint(nil, uint64(len(result))))
		to.Write(result)
	}

	if err := errors.Join(to.Flush(), file.Close()); err != nil {
		return err
	}

	part := Part{Sum: hex.EncodeToString(sum.Sum(nil)), path: path}
	h.pass.Before = append(slices.Clip(h.pass.Before), part)
	h.pass.Number++
	return nil
}

// maxFound is larger than the result of any slice, in bytes.
const maxFound = 4 * sliceSize / 8

// readResults reads what [sharedPasses.end] has written, to the end.
func (s *solution) readResults(from *bufio.Reader) error {
	for n := range s.results {
		length, err := binary.ReadUvarint(from)
		if err != nil {
			return err
		}
		if length > maxFound {
			return fmt.Errorf("%w: %d bytes are too many for the result of a slice", tablebase.ErrFile, length)
		}
		s.results[n] = make([]byte, length)
		if _, err := io.ReadFull(from, s.results[n]); err != nil {
			return err
		}
	}

	_, err := from.ReadByte()
	switch err {
	case io.EOF:
		return nil
	case nil:
		return fmt.Errorf("%w: there is data after the last result", tablebase.ErrFile)
	}

	return err
}
