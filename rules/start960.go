package rules

import (
	"fmt"
	"strings"

	"turncoat/rules/board"
)

// Starts960 is the number of starts of Chess960.
const Starts960 = 960

// Start960 returns a start of Chess960 by its number in Reinhard Scharnagl's table, 0 to 959; 518
// is the usual start.
func (v *Variant) Start960(number int) (board.Position, error) {
	if number < 0 || number >= Starts960 {
		return board.Position{}, fmt.Errorf("%w: no start of Chess960 has the number %d", board.ErrInvalid, number)
	}
	rank := firstRank960(number)
	return v.ParseFEN(strings.ToLower(rank) + "/pppppppp/8/8/8/8/PPPPPPPP/" + rank + " w KQkq - 0 1")
}

// knights960 has, by number, where the two knights are among the five squares that are left when
// the bishops and the queen are placed.
var knights960 = [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}

// firstRank960 returns the first rank of a start.
func firstRank960(number int) string {
	var rank [8]byte
	rank[2*(number%4)+1] = 'B' // on a light square
	rank[2*(number/4%4)] = 'B'
	placeFree(&rank, 'Q', number/16%6)
	knights := knights960[number/96]
	// The knight farther to the right comes first, so that the place of the other does not change.
	placeFree(&rank, 'N', knights[1])
	placeFree(&rank, 'N', knights[0])
	for _, piece := range []byte("RKR") {
		placeFree(&rank, piece, 0)
	}

	return string(rank[:])
}

// placeFree puts a piece on the square with a number among those that are free.
func placeFree(rank *[8]byte, piece byte, free int) {
	for i := range rank {
		if rank[i] != 0 {
			continue
		}
		if free == 0 {
			rank[i] = piece
			return
		}
		free--
	}
}
