package grade

import "math"

// A Rating is a strength by Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2013), on
// the scale of Glicko: 1500 is where everyone begins.
type Rating struct {
	Value      float64
	Deviation  float64
	Volatility float64
}

// newRating is the rating of one who has not played.
func newRating() Rating { return Rating{1500, 350, 0.06} }

const (
	glickoScale = 173.7178
	glickoTau   = 0.5 // how fast volatility may change
)

// A result is one game against an opponent: 1 won, 0 lost.
type result struct {
	opponent Rating
	score    float64
}

// rate gives the rating after a period with these results.
func (r Rating) rate(results []result) Rating {
	mu, phi := (r.Value-1500)/glickoScale, r.Deviation/glickoScale
	if len(results) == 0 {
		return Rating{r.Value, min(350, glickoScale*math.Hypot(phi, r.Volatility)), r.Volatility}
	}
	var information, gain float64
	for _, g := range results {
		phiJ := g.opponent.Deviation / glickoScale
		weight := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		expected := 1 / (1 + math.Exp(-weight*(mu-(g.opponent.Value-1500)/glickoScale)))
		information += weight * weight * expected * (1 - expected)
		gain += weight * (g.score - expected)
	}
	v := 1 / information
	sigma := volatility(r.Volatility, phi, v, v*gain)
	phi = 1 / math.Sqrt(1/(phi*phi+sigma*sigma)+1/v)
	mu += phi * phi * gain
	return Rating{mu*glickoScale + 1500, phi * glickoScale, sigma}
}

// volatility solves step 5 of the procedure with the Illinois algorithm.
func volatility(sigma, phi, v, delta float64) float64 {
	const tolerance = 1e-6
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(glickoTau*glickoTau)
	}
	low := a
	var high float64
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	} else {
		k := 1.0
		for f(a-k*glickoTau) < 0 && k < 100 {
			k++
		}
		high = a - k*glickoTau
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
