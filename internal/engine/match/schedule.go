package match

import "fmt"

// A Tournament determines who plays whom.
type Tournament string

// The tournaments: everybody against everybody, or the first player against each of the others.
const (
	RoundRobin Tournament = "round-robin"
	Gauntlet   Tournament = "gauntlet"
)

// A pairing is two players, by index. The first has White in the first game of each opening.
type pairing struct{ first, second int }

func pairings(t Tournament, players int) ([]pairing, error) {
	var list []pairing
	switch t {
	case RoundRobin:
		for i := range players {
			for j := i + 1; j < players; j++ {
				list = append(list, pairing{i, j})
			}
		}
	case Gauntlet:
		for j := 1; j < players; j++ {
			list = append(list, pairing{0, j})
		}
	default:
		return nil, fmt.Errorf("unknown tournament %q: want round-robin or gauntlet", t)
	}

	return list, nil
}

// A slot is the place of a game in the schedule: round after round, pairing after pairing, each
// opening with both colours.
type slot struct {
	round   int // from 0
	pairing int
	swapped bool // the second player of the pairing has White
}

func slotOf(number, pairings int) slot {
	n := number - 1
	return slot{n / 2 / pairings, n / 2 % pairings, n%2 == 1}
}
