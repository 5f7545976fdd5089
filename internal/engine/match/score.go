package match

import (
	"fmt"
	"math"
	"slices"
)

// A Score counts the results of one player against another.
type Score struct {
	Wins, Draws, Losses int
	// Pairs counts the pairs of games from one opening, played with both colours, by what the pair
	// scored: 0, ½, 1, 1½ or 2 points.
	Pairs [5]int
}

// Games returns the number of games.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Points returns the points scored, with a draw as half a point.
func (s Score) Points() float64 { return float64(s.Wins) + float64(s.Draws)/2 }

// A distribution is a discrete probability distribution: the values and their probabilities.
type distribution struct{ value, p []float64 }

// floor replaces a count of zero, so that every outcome stays possible.
const floor = 1e-3

// distributionOf returns the distribution of the score of a pair, from 0 to 1, and the number of
// pairs.
func distributionOf(pairs [5]int) (distribution, float64) {
	d, n := distribution{make([]float64, 5), make([]float64, 5)}, 0.0
	for i, count := range pairs {
		d.value[i] = float64(i) / 4
		d.p[i] = max(float64(count), floor)
		n += d.p[i]
	}

	for i := range d.p {
		d.p[i] /= n
	}
	return d, n
}

// single returns the distribution of the score of one game, and the number of games.
func (s Score) single() (distribution, float64) {
	counts := []int{s.Losses, s.Draws, s.Wins}
	d, n := distribution{[]float64{0, 0.5, 1}, make([]float64, 3)}, 0.0
	for i, count := range counts {
		d.p[i] = max(float64(count), floor)
		n += d.p[i]
	}

	for i := range d.p {
		d.p[i] /= n
	}
	return d, n
}

func (d distribution) mean() (mean, variance float64) {
	for i, v := range d.value {
		mean += d.p[i] * v
	}
	for i, v := range d.value {
		variance += d.p[i] * (v - mean) * (v - mean)
	}
	return mean, variance
}

// An Estimate is the strength of a player relative to another, with half the width of the 95 %
// confidence interval. It is infinite if one side won every game.
type Estimate struct {
	Elo, EloError float64
	// Normalized is the difference in normalized Elo, which counts in standard deviations of one
	// game and so does not depend on how many games are drawn.
	Normalized, NormalizedError float64
	// Superiority is the likelihood that the player is the stronger one.
	Superiority float64
}

// Estimate returns the strength that follows from the results. If every game, except perhaps the
// last, belongs to a pair, pairs are counted, because the two games from an opening are not
// independent.
func (s Score) Estimate() Estimate {
	if s.Games() == 0 {
		return Estimate{Superiority: 0.5}
	}
	d, n := s.single()
	root := 1.0 // the standard deviation of a game, divided by that of d
	if total := s.pairs(); total > 0 && 2*total >= s.Games()-1 {
		d, n = distributionOf(s.Pairs)
		root = math.Sqrt2
	}

	// All results are the same.
	if slices.ContainsFunc(d.p, func(p float64) bool { return p > 1-5*floor/n }) {
		sign := s.Points()/float64(s.Games()) - 0.5
		e := Estimate{Elo: elo(sign + 0.5), EloError: math.Inf(1), NormalizedError: math.Inf(1),
			Superiority: 0.5}
		if sign != 0 {
			e.Normalized, e.Superiority = math.Copysign(math.Inf(1), sign),
				(1+math.Copysign(1, sign))/2
		}

		return e
	}

	mean, variance := d.mean()
	half := 1.959964 * math.Sqrt(variance/n)
	sigma := math.Sqrt(variance) * root
	return Estimate{
		Elo:             elo(s.Points() / float64(s.Games())),
		EloError:        (elo(mean+half) - elo(mean-half)) / 2,
		Normalized:      (mean - 0.5) / sigma * eloPerDeviation,
		NormalizedError: half / sigma * eloPerDeviation,
		Superiority:     (1 + math.Erf((mean-0.5)/math.Sqrt(2*variance/n))) / 2,
	}
}

func (s Score) pairs() (n int) {
	for _, count := range s.Pairs {
		n += count
	}
	return n
}

// eloPerDeviation is the normalized Elo of one standard deviation of a game: 800/ln 10.
const eloPerDeviation = 800 / math.Ln10

func elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}

	return -400 * math.Log10(1/score-1)
}

// An SPRT is a sequential probability ratio test of two hypotheses about the difference in
// normalized Elo. It ends a match as soon as the results support one of them.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // the probabilities of a wrong H1 and a wrong H0
}

// Ratio returns the log-likelihood ratio of H1 to H0, by the generalized test on pairs of games
// (Van den Bergh, "The GSPRT approximation and normalized Elo").
func (t SPRT) Ratio(s Score) float64 {
	if s.pairs() == 0 {
		return 0
	}
	d, n := distributionOf(s.Pairs)
	h0 := d.given(t.Elo0 / eloPerDeviation * math.Sqrt2)
	h1 := d.given(t.Elo1 / eloPerDeviation * math.Sqrt2)
	ratio := 0.0
	for i := range d.p {
		ratio += d.p[i] * math.Log(h1.p[i]/h0.p[i])
	}
	return n * ratio
}

// Bounds returns the ratios at which H0 and H1 are accepted.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Verdict returns "H0", "H1", or "" if the match must go on.
func (t SPRT) Verdict(s Score) string {
	ratio := t.Ratio(s)
	switch lower, upper := t.Bounds(); {
	case ratio <= lower:
		return "H0"
	case ratio >= upper:
		return "H1"
	}

	return ""
}

// Validate returns what is wrong with the parameters.
func (t SPRT) Validate() error {
	switch {
	case !(t.Elo0 < t.Elo1) || math.IsInf(t.Elo0, 0) || math.IsInf(t.Elo1, 0):
		return fmt.Errorf("elo0 %g must be less than elo1 %g", t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Alpha < 0.5) || !(t.Beta > 0 && t.Beta < 0.5):
		return fmt.Errorf("alpha %g and beta %g must lie between 0 and 0.5", t.Alpha, t.Beta)
	}

	return nil
}

// given returns the most likely distribution under the hypothesis that its mean is so many of its
// own standard deviations above one half.
func (d distribution) given(deviations float64) distribution {
	h := distribution{d.value, make([]float64, len(d.p))}
	for i := range h.p {
		h.p[i] = 1 / float64(len(h.p))
	}
	moved := distribution{make([]float64, len(d.p)), d.p}
	for range 20 {
		mean, variance := h.mean()
		sigma := math.Sqrt(variance)
		for i, v := range d.value {
			z := (mean - v) / sigma
			moved.value[i] = v - 0.5 - deviations*sigma*(1+z*z)/2
		}

		x, change := moved.tilt(), 0.0
		for i := range h.p {
			p := d.p[i] / (1 + x*moved.value[i])
			change = max(change, math.Abs(p-h.p[i]))
			h.p[i] = p
		}

		if change < 1e-9 {
			break
		}
	}

	return h
}

// tilt returns x with Σ p·v/(1 + x·v) = 0, by bisection: the sum falls from +∞ to -∞ between the
// poles of the least and the greatest value.
func (d distribution) tilt() float64 {
	least, greatest := math.Inf(1), math.Inf(-1)
	for _, v := range d.value {
		least, greatest = min(least, v), max(greatest, v)
	}
	if least >= 0 || greatest <= 0 {
		return 0
	}
	low, high := -1/greatest, -1/least
	for range 200 {
		x, sum := (low+high)/2, 0.0
		for i, v := range d.value {
			sum += d.p[i] * v / (1 + x*v)
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}

	return (low + high) / 2
}
