package proof

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"slices"

	"turncoat/internal/jsonline"
	"turncoat/rules/board"
)

// WriteSorted writes a proof of version 2: the wins in 1 among the steps are left out, and the
// others sorted. The steps must be wins, each of a position of its own.
func WriteSorted(w io.Writer, h Header, steps []Step) error {
	steps = slices.DeleteFunc(slices.Clone(steps), func(s Step) bool { return s.Win == 1 })
	slices.SortFunc(steps, func(a, b Step) int { return cmp.Compare(a.At, b.At) })
	var text []byte
	for _, s := range steps {
		var err error
		text, err = jsonline.Append(text, s)
		if err != nil {
			return err
		}
	}

	sum := sha256.Sum256(text)
	h.Format, h.Version, h.Sum = Format, VersionSorted, hex.EncodeToString(sum[:])
	if err := jsonline.Write(w, h); err != nil {
		return err
	}
	_, err := w.Write(text)
	return err
}

// A sortedCheck checks what only proofs of version 2 promise.
type sortedCheck struct{ sum hash.Hash }

// line adds a line after the header to the checksum.
func (c *sortedCheck) line(text []byte) {
	c.sum.Write(text)
	c.sum.Write([]byte("\n"))
}

// check compares the checksum, and looks for steps that version 2 does not have.
func (c *sortedCheck) check(h *Header, steps []step, file string, found *faults) {
	if sum := hex.EncodeToString(c.sum.Sum(nil)); sum != h.Sum {
		found.add(&Error{File: file, Line: 1,
			Err: fmt.Errorf("%w: the checksum of the steps is %s, not %s", ErrWrong, sum, h.Sum)})
	}

	last := ""
	for i := range steps {
		s := &steps[i]
		var err error
		switch {
		case s.Win < 2:
			err = fmt.Errorf("%w: version 2 has steps of wins in 2 or more only", ErrSyntax)
		case s.At <= last:
			err = fmt.Errorf("%w: the steps are not sorted, each position once", ErrSyntax)
		}
		if err != nil {
			found.add(&Error{File: file, Line: s.line, At: s.At, Err: err})
		}
		last = s.At
	}
}

// winsAtOnce reports whether some turn reaches the goal, whatever the enemy reclaims after it.
func (v *verifier) winsAtOnce(p board.Position) bool {
	p = same(p)
	if wins, known := v.atOnce.Load(p); known {
		return wins.(bool)
	}
	wins := slices.ContainsFunc(v.variant.Moves(&p), func(m board.Move) bool { return v.reachesAlways(&p, m) })
	v.atOnce.Store(p, wins)
	return wins
}

// reachesAlways reports whether a legal move reaches the goal with every reclaim.
func (v *verifier) reachesAlways(p *board.Position, m board.Move) bool {
	for t := range v.turnsOf(p, m) {
		if !v.reached(&t) {
			return false
		}
	}
	return true
}
