package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A position is what its FEN says (PAC-15): whatever has been played, the position after a turn and
// the one read from its FEN are the same, and so have the same turns.
func TestPositionIsWhatItsFENSays(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		set, err := ruleset.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, variant := range []*rules.Variant{rules.New(set), rules.NewReference(set)} {
			starts := 150
			if !variant.Fast() {
				starts = 25
			}
			enough := 500
			if longtest.Short() {
				starts, enough = starts/5, enough/5
			}
			seen := map[string]int{}
			r := rand.New(rand.NewPCG(15, 7))
			for range starts {
				readBack(t, r, variant, crowdedStart(r, variant), seen)
			}
			if seen["held"] < enough || set.Family == ruleset.Pacifist &&
				seen["two kings"] < enough/5 {
				t.Errorf("%s, fast %v: the games hold too little to show the rule: %v", name,
					variant.Fast(), seen)
			}
		}
	}
}

// So is every position of the rule sets of one's own, of all families and with settings by chance.
func TestPositionOfOwnSetsIsWhatItsFENSays(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))

	for i := range 200 {
		set := ruleset.First(ruleset.Families()[i%len(ruleset.Families())])
		set.Name = "own"
		for _, setting := range ruleset.SettingsOf(set.Family) {
			choice := setting.Choices[r.IntN(len(setting.Choices))]
			changed, err := setting.With(set, choice.Name)
			if err != nil {
				t.Fatal(err)
			}
			set = changed
		}
		if set.Family.HasSquares() {
			set.Squares = ruleset.Squares(r.Uint64())
		}

		variant := rules.New(set)
		for range 10 {
			readBack(t, r, variant, crowdedStart(r, variant), map[string]int{})
		}
	}
}

// readBack plays a random game and reads every position that a turn of it leads to, counting those
// with a right, and those with a right and two kings on its first rank.
func readBack(t *testing.T, r *rand.Rand, variant *rules.Variant, p board.Position,
	seen map[string]int) {
	t.Helper()
	for range 10 {
		var turns []board.Played
		for turn := range variant.Turns(&p) {
			if len(turns) == 400 {
				break // reclaim choices can be many
			}
			turns = append(turns, turn)
		}

		if len(turns) == 0 {
			return
		}
		for _, turn := range turns {
			fen := variant.FEN(&turn.After)
			q, err := variant.ParseFEN(fen)
			if err != nil {
				t.Fatalf("%v: %s after %s: %s is refused: %v", variant.Set(), variant.FEN(&p),
					turn.UCI(&p), fen, err)
			}

			if q != turn.After {
				t.Fatalf("%v: %s after %s: read from %s, the rights are %v instead of %v",
					variant.Set(), variant.FEN(&p), turn.UCI(&p), fen, q.Rights,
					turn.After.Rights)
			}

			if q.Rights != (board.Rights{}) {
				seen["held"]++
				if (q.Kings&0xff).Count() == 2 || (q.Kings>>56).Count() == 2 {
					seen["two kings"]++
				}
			}
		}

		p = turns[r.IntN(len(turns))].After
	}
}

// crowdedStart makes a position with rooks beside the kings of a first rank, in Pacifist two kings
// of one colour, some rights, and a few pieces of both sides in front of them.
func crowdedStart(r *rand.Rand, variant *rules.Variant) board.Position {
	for {
		p := board.Position{EnPassant: board.NoSquare, Number: 1, Turn: board.Colour(r.IntN(2))}
		side := board.Colour(r.IntN(2))
		files := r.Perm(8)
		king := board.Piece{Kind: board.King, Colour: side}
		p.Put(board.At(files[0], side.FirstRank()), king)
		if variant.Set().Family == ruleset.Pacifist {
			p.Put(board.At(files[1], side.FirstRank()), king)
		} else {
			p.Put(board.At(files[1], side.Other().FirstRank()), board.Piece{Kind: board.King,
				Colour: side.Other()})
		}

		letters := ""
		for _, file := range files[2 : 4+r.IntN(3)] {
			owner := side
			if variant.Set().CastlingConverted == ruleset.KeepsRight && r.IntN(4) == 0 {
				owner = side.Other()
			}
			p.Put(board.At(file, side.FirstRank()), board.Piece{Kind: board.Rook, Colour: owner})
			letters += string(rune('A' + file))
		}

		for range 3 + r.IntN(6) {
			s := board.At(r.IntN(8), 1+r.IntN(6))
			p.Put(s, board.Piece{Kind: board.Kind(r.IntN(5)), Colour: board.Colour(r.IntN(2))})
		}

		if side == board.Black {
			letters = strings.ToLower(letters)
		}
		// Of all ways to name two of the rooks one that can be read.
		for _, pair := range pairs(r, letters) {
			fen := fmt.Sprintf("%s %c %s - 0 1", p.Board(), "wb"[p.Turn], pair)
			if start, err := variant.ParseFEN(fen); err == nil {
				return start
			}
		}
	}
}

// pairs lists the pairs of letters, and the letters alone, in a random order.
func pairs(r *rand.Rand, letters string) []string {
	var list []string
	for i := range letters {
		for j := range i {
			list = append(list, letters[j:j+1]+letters[i:i+1])
		}
	}

	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return append(list, slices.Collect(strings.SplitSeq(letters, ""))...)
}
