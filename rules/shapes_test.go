package rules

import (
	"math/rand/v2"
	"strings"

	"turncoat/internal/reference"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A shape makes starting positions of one kind. Not every try makes one that the rule set allows.
type shape struct {
	name  string
	plies int // how long a game from it may be
	make  func(*rand.Rand, ruleset.Set) [64]byte
}

var shapes = []shape{
	{"standard", 60, func(*rand.Rand, ruleset.Set) [64]byte {
		return ranks("rnbqkbnr",
			"RNBQKBNR")
	}},
	{"Chess960", 60, func(r *rand.Rand, _ ruleset.Set) [64]byte {
		back := chess960(r)
		return ranks(back, strings.ToUpper(back))
	}},
	{"shuffled", 60, func(r *rand.Rand, _ ruleset.Set) [64]byte {
		return ranks(shuffled(r, "rnbqkbnr"), shuffled(r, "RNBQKBNR"))
	}},
	{"ends", 30, scatter("nbrqppp", 1, 8, nil)},
	{"crowd", 20, scatter("nbrqpp", 20, 34, nil)},
	{"queens", 12, scatter("qqqqqqrbn", 6, 30, nil)},
	{"overfull", 6, scatter("qqqrbnp", 40, 60, nil)},
	{"promoting", 12, scatter("ppppnbrq", 8, 24, func(r *rand.Rand, letter byte) int {
		switch letter {
		case 'P':
			return 48 + r.IntN(8)
		case 'p':
			return 8 + r.IntN(8)
		}

		return r.IntN(64)
	})},
	// Everything near everything: many pieces are over-persuaded at once, so that there is much to
	// reclaim.
	{"brawl", 8, scatter("nnbbrrqppp", 14, 26, func(r *rand.Rand, _ byte) int {
		return 8*(2+r.IntN(4)) + 1 +
			r.IntN(6)
	})},
	{"castling", 16, castlers},
}

// position makes one, with such castling rights as the board allows. It gives up after a while: a
// crowd of queens checks somebody nearly always.
func (s *shape) position(r *rand.Rand, set ruleset.Set) (p board.Position, ok bool) {
	for range 200 {
		p, ok = compose(r, set, s.make(r, set))
		if ok {
			break
		}
	}

	return p, ok
}

// compose makes a position of FEN letters, a1 first, with a random side to move and random
// rights, and reports whether the rule set allows it.
func compose(r *rand.Rand, set ruleset.Set, placed [64]byte) (board.Position, bool) {
	p := board.Position{EnPassant: board.NoSquare, Number: 1}
	for i, letter := range placed {
		if piece, ok := board.PieceOf(letter); ok {
			p.Put(board.Square(i), piece)
		}
	}

	rights := "-"
	if r.IntN(4) > 0 {
		rights = rookRights(r, set, &p)
	}
	fen := string(p.AppendBoard(nil)) + " " + string("wb"[r.IntN(2)]) + " " + rights + " - " +
		[]string{"0 1", "49 70"}[r.IntN(2)]
	p, err := board.ParseFEN(fen, set)
	return p, err == nil && len(reference.Validate(set, p)) == 0
}

// rookRights returns the rights that rooks on the first ranks could have, one at most for each
// wing.
func rookRights(r *rand.Rand, set ruleset.Set, p *board.Position) string {
	text := ""
	for _, file := range r.Perm(8) {
		for side, letter := range []byte{'A', 'a'} {
			more := text + string(letter+byte(file))
			fen := string(p.AppendBoard(nil)) + " w " + more
			if !p.Pieces(board.Rook).Has(board.At(file, board.Colour(side).FirstRank())) {
				continue
			}
			if _, err := board.ParseFEN(fen, set); err == nil {
				text = more
			}
		}
	}

	if text == "" {
		return "-"
	}
	return text
}

// ranks returns a starting position of the back ranks of Black and White.
func ranks(black, white string) (placed [64]byte) {
	copy(placed[:], white+"PPPPPPPP")
	copy(placed[48:], "pppppppp"+black)
	return placed
}

func shuffled(r *rand.Rand, text string) string {
	b := []byte(text)
	r.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
	return string(b)
}

// chess960 returns a back rank with bishops on both colours and the king between the rooks.
func chess960(r *rand.Rand) string {
	for {
		back := shuffled(r, "rnbqkbnr")
		k := strings.IndexByte(back, 'k')
		light, dark := strings.IndexByte(back, 'b'), strings.LastIndexByte(back, 'b')
		if strings.IndexByte(back, 'r') < k && k < strings.LastIndexByte(back, 'r') &&
			(light+dark)%2 == 1 {
			return back
		}
	}
}

// scatter returns boards with two kings, of any colours where kings convert, and some more
// pieces. Where these may stand can be narrowed.
func scatter(kinds string, least, most int, where func(*rand.Rand, byte) int) func(*rand.Rand,
	ruleset.Set) [64]byte {
	return func(r *rand.Rand, set ruleset.Set) (placed [64]byte) {
		kings := "Kk"
		if set.Family.KingsConvert() {
			kings = []string{"Kk", "KK", "kk"}[r.IntN(3)]
		}
		put := func(letter byte, at int) {
			if placed[at] == 0 && (letter|0x20 != 'p' || at >= 8 && at < 56) {
				placed[at] = letter
			}
		}
		first := r.IntN(64)
		put(kings[0], first)
		put(kings[1], (first+1+r.IntN(63))%64)
		for range least + r.IntN(most-least+1) {
			letter := kinds[r.IntN(len(kinds))] &^ byte(r.IntN(2)<<5)
			at := r.IntN(64)
			if where != nil {
				at = where(r, letter)
			}
			put(letter, at)
		}

		return placed
	}
}

// castlers returns boards with kings and rooks, of either colour where kings convert, on the
// first ranks and a few pieces about.
func castlers(r *rand.Rand, set ruleset.Set) [64]byte {
	placed := scatter("nbqpp", 0, 12, func(r *rand.Rand, _ byte) int { return 8 + r.IntN(48) })(r,
		ruleset.Set{})
	for i, letter := range placed {
		if letter|0x20 == 'k' {
			placed[i] = 0
		}
	}

	for rank, letters := range []string{0: "RKR", 7: "rkr"} {
		rank, files := 8*rank, r.Perm(8)
		for i := range letters {
			letter := letters[i]
			if set.Family.KingsConvert() && r.IntN(4) == 0 {
				letter ^= 0x20
			}
			file := files[i]
			if r.IntN(2) == 0 {
				file = []int{0, 4, 7}[i]
			}
			if placed[rank+file] == 0 {
				placed[rank+file] = letter
			}
		}
	}

	return placed
}
