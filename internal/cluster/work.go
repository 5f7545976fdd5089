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

// maxPayload is the maximum size of a message.
const maxPayload = 8 << 20

// Work is a long job: its kind, its arguments, and how many units it is cut into.
type Work struct {
	Kind    string `json:"kind"`
	Title   string `json:"title,omitempty"` // shown in lists; Kind if empty
	Version string `json:"version"`         // of all that results depend on, except Args
	// Args are the arguments of all units. If units have inputs, a checksum of them belongs here,
	// so that the same work is recognised.
	Args  json.RawMessage `json:"args"`
	Units int             `json:"units"` // 0 for endless work
	// Span is how many units are given to a worker together; 0 is 1. A span should take a tenth of
	// a second or more.
	Span int `json:"span"`
}

// A Unit is a unit of work as a worker receives it.
type Unit struct {
	Args   json.RawMessage // of the work
	Number int
	Input  []byte // of this unit, if the coordinator has given one
	// Fetch writes the [Blob] with a name to w. Its error wraps [ErrLater], unless it is w's.
	Fetch func(ctx context.Context, name string, w io.Writer) error
}

// A Func does one unit. Its result depends on the unit alone.
type Func func(ctx context.Context, u Unit) ([]byte, error)

// Called returns the title of the work or, without one, its kind.
func (w *Work) Called() string { return cmp.Or(w.Title, w.Kind) }

// ID returns the identifier of the work, which is the same for the same work, whoever runs it.
func (w *Work) ID() string {
	return token(fmt.Sprintf("%s\x00%s\x00%s\x00%d\x00%d", w.Kind, w.Version, w.Args, w.Units, w.span()))
}

// maxSpan and maxUnit limit what a message can ask for.
const (
	maxSpan = 1 << 16
	maxUnit = 1 << 40
)

func (w *Work) span() int { return min(max(1, w.Span), maxSpan) }

// spans returns the number of spans of work that is not endless.
func (w *Work) spans() int { return (w.Units + w.span() - 1) / w.span() }

// has reports whether a span exists.
func (w *Work) has(span int) bool { return w.Units == 0 || span < w.spans() }

// unitsOf returns the units [from, to) of a span.
func (w *Work) unitsOf(span int) (from, to int) {
	from, to = span*w.span(), (span+1)*w.span()
	if w.Units > 0 {
		to = min(to, w.Units)
	}
	return from, to
}

// token returns a checksum of a text that can be part of a subject.
func token(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// The subject of a unit contains the version, so that only workers of the same version receive it.
// The span "*" matches any.
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
