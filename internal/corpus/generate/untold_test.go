package generate

import (
	"bytes"
	"strings"
	"sync/atomic"
	"testing"

	"turncoat/corpus"
)

// What a corpus does not tell and could, a search finds a position for.
func TestMeasureSearches(t *testing.T) {
	cases, err := corpus.Golden(corpus.Smoke, "chess")
	if err != nil {
		t.Fatal(err)
	}
	var few []corpus.Case
	for _, c := range cases {
		if len(c.Tells) == 0 || !strings.HasPrefix(c.Tells[0], "promotion") {
			few = append(few, c)
		}
	}

	var measured atomic.Int64
	scores, err := corpus.Measure(t.Context(), few, func() { measured.Add(1) })
	if err != nil || len(scores) != 1 || int(measured.Load()) != len(few) {
		t.Fatalf("%d of %d cases are measured, %v", measured.Load(), len(few), err)
	}
	s := scores[0]
	last := map[string]Progress{}
	if err := SearchUntold(t.Context(), s, 400, 0,
		func(p Progress) { last[p.Stage] = p }); err != nil {
		t.Fatal(err)
	}

	for stage, p := range last {
		if p.Done == 0 || p.Done > p.Total {
			t.Errorf("%s ends at %d of %d", stage, p.Done, p.Total)
		}
	}

	if len(last) != 2 {
		t.Errorf("the stages are %v", last)
	}
	found := false
	for _, a := range s.Alike {
		if a.Misreadings[0] == "promotion=queen" && a.Rules {
			found = a.Position != nil
		}
	}

	if !found || s.Searched == 0 {
		t.Errorf("no position was found that tells promotion=queen: %+v", s.Alike)
	}
	var page bytes.Buffer
	if err := corpus.WriteScoreHTML(&page, scores); err != nil ||
		!strings.Contains(page.String(), "this would tell: ") ||
		!strings.Contains(page.String(), `class="none"`) {
		t.Errorf("%v\n%s", err, page.String())
	}
}
