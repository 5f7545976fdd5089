package puzzlecmd

import (
	"strings"
	"testing"
	"time"

	"turncoat/internal/puzzle/mine"
	"turncoat/puzzle/solve"
)

// On 80 columns there is always room for the time that has passed and for that to come.
func TestProgressFits(t *testing.T) {
	const elapsed = 7*time.Hour + 5*time.Minute
	for _, text := range []string{
		progressText(solve.Progress{Depth: 12, Turns: 200, Settled: 100, Nodes: 1e12,
			Elapsed: elapsed, TableUse: 1}),
		mineText(mine.Progress{Found: 100, Wanted: 200, Screened: 1e12, Units: 1e6, Rate: 1e8,
			Elapsed: elapsed}),
	} {
		if seen := text[:min(len(text), 79)]; !strings.Contains(seen, "7h05m, about 7h05m left") {
			t.Errorf("%q", seen)
		}
	}
}
