package proof

import (
	"fmt"
	"slices"
)

// claims checks that the steps show what the header claims.
func (v *verifier) claims(steps []step, found *faults) {
	fault := func(format string, a ...any) {
		found.add(&Error{File: v.file, Line: 1, Err: fmt.Errorf("%w: %s", ErrWrong, fmt.Sprintf(format, a...))})
	}
	h, root := v.header, same(v.root)
	proved, keys := map[string]bool{}, map[string]bool{}
	for _, k := range h.Keys {
		keys[k] = true
	}
	others := false
	for _, s := range steps {
		switch {
		case len(s.Line) > 0:
			proved[s.Line[0]] = true
		case same(s.at) != root:
		case s.Win > 0 && s.Win <= h.In:
			for _, k := range s.Play {
				proved[k] = true
			}
		case s.Hold >= h.In:
			others = others || !slices.ContainsFunc(s.Except, func(k string) bool { return !keys[k] })
		}
	}

	if h.None {
		if v.holds[root] < h.In {
			fault("no step shows that there is none in %d", h.In)
		}
		return
	}

	for _, k := range h.Keys {
		if !proved[k] {
			fault("no step shows that %s does it in %d", k, h.In)
		}
	}

	if len(proved) == 0 {
		fault("no step shows a %s in %d", h.Stipulation, h.In)
	}
	if h.Shortest && h.In > 1 && v.holds[root] < h.In-1 {
		fault("no step shows that there is none in %d", h.In-1)
	}
	if h.Complete && !others {
		fault("no step shows that all other turns fail")
	}
}
