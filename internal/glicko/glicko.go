// Package glicko rates players and puzzles by Glicko-2.
package glicko

import "math"

// A Rating is a strength by Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2013), on
// the scale of Glicko, where everyone begins with 1500.
type Rating struct {
	Value      float64
	Deviation  float64
	Volatility float64
}

// New returns the rating of a player who has not played.
func New() Rating { return Rating{1500, 350, 0.06} }

const (
	scale = 173.7178
	tau   = 0.5 // how fast volatility may change
)

// A Result is one game against an opponent: 1 for a win, 0 for a loss.
type Result struct {
	Opponent Rating
	Score    float64
}

// After returns the rating after a period with these results.
func (r Rating) After(results []Result) Rating {
	mu, phi := (r.Value-1500)/scale, r.Deviation/scale
	if len(results) == 0 {
		return Rating{r.Value, min(350, scale*math.Hypot(phi, r.Volatility)), r.Volatility}
	}
	var information, gain float64
	for _, g := range results {
		phiJ := g.Opponent.Deviation / scale
		weight := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		expected := 1 / (1 + math.Exp(-weight*(mu-(g.Opponent.Value-1500)/scale)))
		information += weight * weight * expected * (1 - expected)
		gain += weight * (g.Score - expected)
	}

	v := 1 / information
	sigma := volatility(r.Volatility, phi, v, v*gain)
	phi = 1 / math.Sqrt(1/(phi*phi+sigma*sigma)+1/v)
	mu += phi * phi * gain
	return Rating{mu*scale + 1500, phi * scale, sigma}
}

// volatility solves step 5 of the procedure with the Illinois algorithm.
func volatility(sigma, phi, v, delta float64) float64 {
	const tolerance = 1e-6
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low := a
	var high float64
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	} else {
		high = a - tau // f is at least 1/tau - 1/2 there, so no further step of the procedure is needed
	}

	fLow, fHigh := f(low), f(high)
	for range 100 {
		if math.Abs(high-low) <= tolerance {
			break
		}
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}

		high, fHigh = next, fNext
	}

	return math.Exp(low / 2)
}
