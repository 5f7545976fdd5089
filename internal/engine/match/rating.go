package match

import "math"

// A Rating is the strength of a player in a tournament, in Elo, with the half width of its 95 %
// confidence interval.
type Rating struct{ Elo, Error float64 }

// Ratings returns the ratings under which the results are most likely, their mean being 0, by the
// model of Bradley and Terry with a draw as half a win (Hunter, "MM algorithms for generalized
// Bradley-Terry models"). Each pairing counts one draw more than were played, so that no rating is
// infinite.
func (s *Standing) Ratings() []Rating {
	strength := make([]float64, len(s.Players)) // 10^(Elo/400)
	points := make([]float64, len(s.Players))
	for i := range strength {
		strength[i] = 1
	}
	for _, p := range s.Pairings {
		points[p.First] += p.Points() + 0.5
		points[p.Second] += float64(p.Games()) - p.Points() + 0.5
	}

	for range 10_000 {
		expected := make([]float64, len(strength)) // points, for a strength of 1
		for _, p := range s.Pairings {
			share := float64(p.Games()+1) / (strength[p.First] + strength[p.Second])
			expected[p.First] += share
			expected[p.Second] += share
		}

		change := 0.0
		for i := range strength {
			next := points[i] / expected[i]
			change = max(change, math.Abs(math.Log(next/strength[i])))
			strength[i] = next
		}

		if change < 1e-9 {
			break
		}
	}

	mean := 0.0
	for _, x := range strength {
		mean += 400 * math.Log10(x) / float64(len(strength))
	}
	information := make([]float64, len(strength)) // Fisher's, in units of (400 / ln 10)²
	for _, p := range s.Pairings {
		share := strength[p.First] / (strength[p.First] + strength[p.Second])
		games := float64(p.Games()+1) * share * (1 - share)
		information[p.First] += games
		information[p.Second] += games
	}

	ratings := make([]Rating, len(strength))
	for i, x := range strength {
		ratings[i] = Rating{
			Elo:   400*math.Log10(x) - mean,
			Error: 1.959964 * 400 / math.Ln10 / math.Sqrt(information[i]),
		}
	}

	return ratings
}
