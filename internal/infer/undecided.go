package infer

import (
	"context"
	"math/rand/v2"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// An Undecided is another value that an open setting may have, with a position in which it matters.
type Undecided struct {
	Setting string `json:"setting"`
	Value   string `json:"value"` // instead of the set's
	// Plies is how many plies of random play it took to come to the position; 0 if none was found.
	Plies int    `json:"plies,omitempty"`
	FEN   string `json:"fen,omitempty"`
	Move  string `json:"move,omitempty"` // a move that the values treat differently
	// Differs says how the other value treats the move.
	Differs string `json:"differs,omitempty"`
}

// DecidePlies is how many plies of random play [Decide] looks through.
const DecidePlies = 150

const decideGame = 50 // of one game

// Decide looks for a position that would decide each value that is still open, in random play under
// the set of the group. The error is the context's.
func Decide(ctx context.Context, one *Remaining) ([]Undecided, error) {
	var list []Undecided
	var others []*rules.Variant
	for _, open := range one.Open {
		setting, _ := ruleset.FindSetting(open.Setting)
		for _, value := range open.Values[1:] {
			set, _ := setting.With(one.Set, value)
			set.Name = ruleset.Custom
			list, others = append(list, Undecided{Setting: open.Setting, Value: value}),
				append(others, rules.New(set))
		}
	}

	variant := rules.New(one.Set)
	r := rand.New(rand.NewPCG(1, 2))
	p := variant.Start()
	left := len(list)
	for ply := 1; ply <= DecidePlies && left > 0; ply++ {
		moves := variant.Moves(&p)
		for i, other := range others {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if t := &list[i]; t.Plies == 0 && t.differs(variant, other, &p, moves) {
				t.Plies, t.FEN = ply, variant.FEN(&p)
				left--
			}
		}

		if len(moves) == 0 || ply%decideGame == 0 {
			p = variant.Start()
			continue
		}

		p = variant.Play(&p, moves[r.IntN(len(moves))]).After
	}

	return list, nil
}

// differs reports whether two variants differ in a position, and records how.
func (t *Undecided) differs(variant, other *rules.Variant, p *board.Position,
	moves []board.Move) bool {
	otherMoves := other.Moves(p)
	for _, m := range moves {
		if !slices.Contains(otherMoves, m) {
			t.Move, t.Differs = variant.SAN(p, variant.Play(p, m)), "not legal otherwise"
			return true
		}

		here, there := variant.Play(p, m), other.Play(p, m)
		switch {
		case here.After.Colours != there.After.Colours:
			t.Differs = "other pieces change sides otherwise"
		case here.After.Rights != there.After.Rights:
			t.Differs = "other castling rights remain otherwise"
		case (here.Reclaimed != 0) && choices(variant, p, m) != choices(other, p, m):
			t.Differs = "other choices of a reclaim otherwise"
		case variant.Sign(&here.After) != other.Sign(&there.After):
			t.Differs = "another check sign otherwise"
		default:
			continue
		}

		t.Move = variant.SAN(p, here)
		return true
	}

	for _, m := range otherMoves {
		if !slices.Contains(moves, m) {
			t.Move, t.Differs = other.SAN(p, other.Play(p, m)), "only legal otherwise"
			return true
		}
	}

	if variant.Outcome(p) != other.Outcome(p) {
		t.Differs = "the game ends otherwise here"
	}
	return t.Differs != ""
}

// choices counts the turns of a move up to two.
func choices(v *rules.Variant, p *board.Position, m board.Move) (n int) {
	for range v.TurnsOf(p, m) {
		n++
		if n == 2 {
			break
		}
	}

	return n
}
