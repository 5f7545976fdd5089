package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxPayload is the largest message that a queue takes.
const maxPayload = 8 << 20

// Work is a long job: a kind, what it needs to know, and how many units it is cut into.
type Work struct {
	Kind    string `json:"kind"`
	Title   string `json:"title,omitempty"` // where it is listed; empty is Kind
	Version string `json:"version"`         // of the program, and of all that results depend on beside Args
	// Args are what all units have in common. Where units have inputs, a checksum of them belongs
	// here, so that the same work is known again.
	Args  json.RawMessage `json:"args"`
	Units int             `json:"units"` // 0: without end, until the results are enough
	// Span is how many units are handed out together; 0 is 1. A span should take a tenth of a
	// second or more.
	Span int `json:"span"`
}

// A Unit is a unit of work as a worker gets it.
type Unit struct {
	Args   json.RawMessage // of the work
	Number int
	Input  []byte // of this unit, if the coordinator has given one
	// Fetch writes the [Blob] of a name to w. Its error wraps [ErrLater], unless it is that of w.
	Fetch func(ctx context.Context, name string, w io.Writer) error
}

// A Func does one unit. Its result depends on the unit alone.
type Func func(ctx context.Context, u Unit) ([]byte, error)

// Called returns the title of the work, or its kind.
func (w *Work) Called() string { return cmp.Or(w.Title, w.Kind) }

// ID returns the identifier of the work: the same for the same work, whoever wants it.
func (w *Work) ID() string {
	return token(fmt.Sprintf("%s\x00%s\x00%s\x00%d\x00%d", w.Kind, w.Version, w.Args, w.Units, w.span()))
}

// maxSpan and maxUnit bound what a message can ask for before anything is made of it.
const (
	maxSpan = 1 << 16
	maxUnit = 1 << 40
)

func (w *Work) span() int { return min(max(1, w.Span), maxSpan) }

// spans returns how many spans work has that has an end.
func (w *Work) spans() int { return (w.Units + w.span() - 1) / w.span() }

// has reports whether there is such a span.
func (w *Work) has(span int) bool { return w.Units == 0 || span < w.spans() }

// unitsOf returns the units [from, to) of a span.
func (w *Work) unitsOf(span int) (from, to int) {
	from, to = span*w.span(), (span+1)*w.span()
	if w.Units > 0 {
		to = min(to, w.Units)
	}
	return from, to
}

// token returns a checksum of a text that can be a piece of a subject.
func token(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// The subjects. A unit's carries the version, so that no worker of another one is given it. The
// span "*" is any.
func unitSubject(version, work string, span any) string {
	return fmt.Sprintf("turncoat.unit.%s.%s.%v", token(version), work, span)
}

func resultSubject(work string, span any) string {
	return fmt.Sprintf("turncoat.result.%s.%v", work, span)
}

// parseSubject returns the work and the span that a subject ends with.
func parseSubject(subject string) (work string, span int, ok bool) {
	words := strings.Split(subject, ".")
	if len(words) < 4 {
		return "", 0, false
	}
	span, err := strconv.Atoi(words[len(words)-1])
	return words[len(words)-2], span, err == nil && span >= 0 && span < maxUnit/maxSpan
}
