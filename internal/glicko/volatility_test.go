package glicko

import (
	"math"
	"testing"
)

// The volatility is where the function of step 5 of the paper is 0, found here by halving.
func TestVolatility(t *testing.T) {
	for _, c := range []struct{ sigma, phi, v, delta float64 }{
		{0.06, 1.1513, 1.7785, -0.4834}, // the paper's example
		{0.06, 1.1513, 1.7785, 0},
		{0.06, 0.2, 0.5, 6},   // far better than expected
		{0.06, 0.2, 0.5, -6},  // far worse
		{0.3, 0.2, 0.05, 0.1}, // steadier than it was
		{3, 0.05, 0.01, 0.02}, // much steadier
		{0.06, 2, 40, 0.01},
		{1.2, 0.3, 0.1, 0.9},
		{1.5, 2, 5, 3},         // just as far off as is to be expected
		{3, 0.14, 0.006, 2400}, // far off without measure
	} {
		a := math.Log(c.sigma * c.sigma)
		f := func(x float64) float64 {
			e, d := math.Exp(x), c.phi*c.phi+c.v+math.Exp(x)
			return e*(c.delta*c.delta-d)/(2*d*d) - (x-a)/(0.5*0.5)
		}
		low, high := a-60, a+60 // f falls from above 0 to below
		if f(low) <= 0 || f(high) >= 0 {
			t.Fatalf("%+v: no root between", c)
		}
		for range 200 {
			if middle := (low + high) / 2; f(middle) > 0 {
				low = middle
			} else {
				high = middle
			}
		}

		if got, want := volatility(c.sigma, c.phi, c.v, c.delta), math.Exp(low/2); math.Abs(got-want) > 1e-5*want {
			t.Errorf("%+v: %.9f, want %.9f", c, got, want)
		}
	}
}

// Who has not played becomes less certain by the volatility (step 6), but not beyond where everyone
// begins.
func TestAfterNoGames(t *testing.T) {
	got := Rating{1400, 200, 0.06}.After(nil)
	if want := math.Sqrt(200*200 + 0.06*173.7178*0.06*173.7178); got.Value != 1400 ||
		math.Abs(got.Deviation-want) > 1e-9 || got.Volatility != 0.06 {
		t.Errorf("%+v, want the deviation %f", got, want)
	}

	if got := New().After(nil); got != New() {
		t.Errorf("%+v", got)
	}
	if got := New().After([]Result{}); got != (Rating{1500, 350, 0.06}) {
		t.Errorf("%+v", got)
	}
}
