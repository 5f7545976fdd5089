//go:build !turncoat_web

package tablebase

// Stats are the counts of a class. A position counts once with all its images under the symmetries of the board and
// the exchange of the colours.
type Stats struct {
	Positions, Won, Lost, Drawn uint64

	Longest     int // plies of the longest win, 0 when there is none
	LongestLoss int // plies of the longest loss
}

// statsOf counts values.
func statsOf(values []Value) (s Stats) {
	var counts [256]uint64
	for _, v := range values {
		counts[v]++
	}
	for i, n := range counts {
		v := Value(i)
		switch {
		case n == 0 || v == NoPosition:
			continue
		case v.Wins():
			s.Won += n
			s.Longest = max(s.Longest, v.Plies())
		case v.Loses():
			s.Lost += n
			s.LongestLoss = max(s.LongestLoss, v.Plies())
		default:
			s.Drawn += n
		}
		s.Positions += n
	}
	return s
}
