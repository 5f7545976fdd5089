package glicko

import (
	"math"
	"testing"
)

// The example of Mark E. Glickman's paper "Example of the Glicko-2 system": a player of 1500 with a deviation of
// 200 wins against 1400 (30) and loses to 1550 (100) and 1700 (300).
func TestGlickmansExample(t *testing.T) {
	got := Rating{1500, 200, 0.06}.After([]Result{
		{Rating{1400, 30, 0.06}, 1}, {Rating{1550, 100, 0.06}, 0}, {Rating{1700, 300, 0.06}, 0},
	})
	if math.Abs(got.Value-1464.06) > 0.02 || math.Abs(got.Deviation-151.52) > 0.02 ||
		math.Abs(got.Volatility-0.05999) > 0.00001 {
		t.Errorf("%+v, want 1464.06, 151.52, 0.05999", got)
	}
}
