package parting

import (
	"fmt"

	"turncoat/corpus"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// An otherwise is a position that a program may reach by playing a move differently from the rules.
type otherwise struct {
	position board.Position
	rule     string
	what     string // what the program did
}

// reached finds the move after which the program is in a different position from that of the rules,
// although it answers correctly for its own position. It reports false if no such move is found.
func reached(variant *rules.Variant, q corpus.Seed, got *corpus.Answer) (Parting, bool) {
	before, err := variant.ParseFEN(q.FEN)
	if err != nil {
		return Parting{}, false
	}
	for i, text := range q.Moves {
		turn, err := variant.Parse(&before, text)
		if err != nil {
			return Parting{}, false
		}

		for _, other := range playedOtherwise(variant, &before, turn) {
			rest := corpus.Case{FEN: variant.FEN(&other.position), Moves: q.Moves[i+1:]}
			want := corpus.AnswerOf(variant, &rest)
			if want.Refused != "" {
				continue
			}
			if d := corpus.Compare(&want, got); !d.None() {
				continue
			}

			return Parting{Step: Reached, Fault: Other, Class: class(&before, turn.Move),
				After: text, Rule: other.rule,
				Reason:  fmt.Sprintf("after %s the position is %s", text, variant.FEN(&turn.After)),
				Program: fmt.Sprintf("%s: it answers for %s", other.what, rest.FEN)}, true
		}

		before = turn.After
	}

	return Parting{}, false
}

// playedOtherwise lists the positions that result if one part of a turn is left out.
func playedOtherwise(variant *rules.Variant, before *board.Position,
	turn board.Played) []otherwise {
	set := variant.Set()
	var list []otherwise
	add := func(p board.Position, rule, what string) {
		if variant.FEN(&p) != variant.FEN(&turn.After) {
			list = append(list, otherwise{p, rule, what})
		}
	}
	withBoard := func(p *board.Position) board.Position {
		out := turn.After
		for s := range board.NoSquare {
			out.Put(s, p.PieceAt(s))
		}
		return out
	}

	if turn.Reclaimed != 0 {
		var none board.Bitboard
		if left, err := variant.TryPlay(before, turn.Move, &none); err == nil {
			add(left.After, "PAC-8", "it leaves out the reclaim")
		}
	}

	e := variant.Explain(before, turn)
	if turn.Converted != 0 {
		add(withBoard(&e.Waves[0].After), set.Rule(ruleset.ConversionRule),
			"it plays the first wave alone")
	}

	unconverted := withBoard(&e.Moved)
	add(unconverted, set.Rule(ruleset.ConversionRule), "it converts nothing")
	unconverted.Clock = before.Clock + 1
	add(unconverted, set.Rule(ruleset.ConversionRule), "it converts nothing")

	kept := turn.After
	kept.Rights = before.Rights
	add(kept, set.Rule(ruleset.CastlingRightsRule), "it ends no castling right")
	lost := turn.After
	lost.Rights = board.Rights{}
	add(lost, set.Rule(ruleset.CastlingRightsRule), "it ends all castling rights")

	clock := set.Rule(ruleset.ClockRule)
	running := turn.After
	running.Clock = before.Clock + 1
	add(running, clock, "it does not reset the clock")
	still := turn.After
	still.Clock = before.Clock
	add(still, clock, "it does not advance the clock")
	return list
}
