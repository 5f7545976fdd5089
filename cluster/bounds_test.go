package cluster

import "testing"

// However many units a message says that it hands out together, and whatever span it names, a worker makes room for a
// bounded number.
func TestSpansAreBounded(t *testing.T) {
	for _, w := range []Work{{Span: 200_000_000}, {Span: 1 << 62, Units: 1 << 62}, {Span: -1}} {
		if from, to := w.unitsOf(0); from != 0 || to < 1 || to > 1<<16 {
			t.Errorf("%+v: the first span is %d to %d", w, from, to)
		}
	}
	for subject, want := range map[string]bool{"turncoat.unit.v.w.7": true, "turncoat.unit.v.w.-1": false,
		"turncoat.unit.v.w.9223372036854775807": false} {
		if _, _, ok := parseSubject(subject); ok != want {
			t.Errorf("%s is a span: %v", subject, ok)
		}
	}
}
