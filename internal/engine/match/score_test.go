package match

import (
	"math"
	"testing"
)

// The ratios are those of other programs' SPRT by normalized Elo (fishtest and fastchess).
func TestRatio(t *testing.T) {
	for _, c := range []struct {
		pairs      [5]int
		elo0, elo1 float64
		want       float64
	}{
		{[5]int{105, 1679, 3944, 1839, 134}, 0, 3, 2.92},
		{[5]int{0, 0, 2, 0, 37}, 0, 20, 2.96},
	} {
		got := SPRT{Elo0: c.elo0, Elo1: c.elo1, Alpha: 0.05,
			Beta: 0.05}.Ratio(Score{Pairs: c.pairs})
		if math.Abs(got-c.want) > 0.005 {
			t.Errorf("%v in [%g, %g]: ratio %.3f, want %.2f", c.pairs, c.elo0, c.elo1, got, c.want)
		}
	}
}

// With error probabilities of 0.05 the bounds are ±ln 19.
func TestBounds(t *testing.T) {
	lower, upper := SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	if want := math.Log(19); math.Abs(lower+want) > 1e-12 || math.Abs(upper-want) > 1e-12 {
		t.Errorf("bounds %v and %v, want ±%v", lower, upper, want)
	}
}

// A score of 75 % is 190.85 Elo: 400·log10(3).
func TestEstimate(t *testing.T) {
	e := Score{Wins: 60, Draws: 30, Losses: 10}.Estimate()
	if math.Abs(e.Elo-400*math.Log10(3)) > 1e-9 {
		t.Errorf("Elo %v", e.Elo)
	}
	if e.Superiority < 0.999 || e.EloError < 20 || e.EloError > 100 {
		t.Errorf("%+v", e)
	}
	even := Score{Wins: 5, Losses: 5}.Estimate()
	if even.Elo != 0 || math.Abs(even.Superiority-0.5) > 1e-9 {
		t.Errorf("%+v", even)
	}
	if e := (Score{Wins: 4, Pairs: [5]int{4: 2}}).Estimate(); !math.IsInf(e.Elo, 1) ||
		!math.IsInf(e.Normalized, 1) ||
		e.Superiority != 1 {
		t.Errorf("all won: %+v", e)
	}

	if e := (Score{Wins: 2, Losses: 2, Pairs: [5]int{2: 2}}).Estimate(); e.Elo != 0 ||
		e.Normalized != 0 ||
		e.Superiority != 0.5 {
		t.Errorf("all pairs even: %+v", e)
	}

	// Games of a pair that always cancel each other out say more than as many single ones.
	paired := Score{Wins: 50, Losses: 50, Pairs: [5]int{0, 1, 48, 1, 0}}.Estimate()
	if single := (Score{Wins: 50, Losses: 50}).Estimate(); paired.EloError >= single.EloError {
		t.Errorf("paired ±%v, single ±%v", paired.EloError, single.EloError)
	}
}
