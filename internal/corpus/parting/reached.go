package parting

import (
	"fmt"
	"strings"

	"turncoat/corpus"
	"turncoat/internal/reference"
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
// although it answers correctly for its own position. The program may also have read the FEN
// differently. It reports false if nothing of that kind is found.
func reached(variant *rules.Variant, q corpus.Seed, got *corpus.Answer) (Parting, bool) {
	before, err := variant.ParseFEN(q.FEN)
	if err != nil {
		return Parting{}, false
	}
	for _, other := range readOtherwise(variant, &before) {
		if answersFor(variant, &other, q.Moves, got) {
			return Parting{Step: Position, Fault: Other, Class: "castling", Rule: other.rule,
				Reason:  "the right belongs to the outermost rook on its side of the king",
				Program: other.what + ": it answers for " + variant.FEN(&other.position)}, true
		}
	}

	for i, text := range q.Moves {
		turn, err := variant.Parse(&before, text)
		if err != nil {
			return Parting{}, false
		}

		for _, other := range playedOtherwise(variant, &before, turn, text) {
			if !answersFor(variant, &other, q.Moves[i+1:], got) {
				continue
			}
			return Parting{Step: Reached, Fault: Other, Class: class(&before, turn.Move),
				After: text, Rule: other.rule,
				Reason:  fmt.Sprintf("after %s the position is %s", text, variant.FEN(&turn.After)),
				Program: other.what + ": it answers for " + variant.FEN(&other.position)}, true
		}

		before = turn.After
	}

	return Parting{}, false
}

// answersFor reports whether an answer is the right one for another position after some moves.
func answersFor(variant *rules.Variant, other *otherwise, moves []string, got *corpus.Answer) bool {
	want := corpus.AnswerOf(variant, &corpus.Case{FEN: variant.FEN(&other.position), Moves: moves})
	if want.Refused != "" {
		return false
	}
	d := corpus.Compare(&want, got)
	return d.None()
}

// readOtherwise lists the positions that result if a right is given to an inner rook.
func readOtherwise(variant *rules.Variant, p *board.Position) []otherwise {
	var list []otherwise
	for i, right := range p.Rights {
		if !right.Held() {
			continue
		}
		for s := range (board.Between(right.King, right.Rook) & p.Rooks).All {
			other := otherwise{position: *p, rule: variant.Set().Rule(ruleset.PositionRule),
				what: "it gives the right to the rook on " + s.String()}
			other.position.Rights[i].Rook = s
			list = append(list, other)
		}
	}

	return list
}

// playedOtherwise lists the positions that result if one part of a turn, written as text, is played
// otherwise.
func playedOtherwise(variant *rules.Variant, before *board.Position, turn board.Played,
	text string) []otherwise {
	o := alternatives{variant: variant, before: before, turn: turn}
	o.reclaims(strings.Contains(text, "~"))
	o.conversions()
	o.rights()
	o.clocks()
	return o.list
}

// alternatives gathers the positions that parts of a turn played otherwise lead to.
type alternatives struct {
	variant *rules.Variant
	before  *board.Position
	turn    board.Played
	list    []otherwise
}

// add adds a position unless it is that of the rules.
func (o *alternatives) add(p board.Position, rule, what string) {
	if o.variant.FEN(&p) != o.variant.FEN(&o.turn.After) {
		o.list = append(o.list, otherwise{p, rule, what})
	}
}

// reclaims adds other reclaims. Chosen says that the move names what is taken back.
func (o *alternatives) reclaims(chosen bool) {
	full := o.variant.Play(o.before, o.turn.Move)
	if full.Reclaimed == 0 {
		return
	}
	e := o.variant.Explain(o.before, board.Played{Turn: board.Turn{Move: o.turn.Move}})
	end := e.Moved
	if n := len(e.Waves); n > 0 {
		end = e.Waves[n-1].After
	}
	take := func(squares board.Bitboard, what string) {
		t, err := o.variant.TryPlay(o.before, o.turn.Move, &squares)
		if err == nil {
			o.add(t.After, "PAC-8", what)
		}
	}

	take(0, "it leaves out the reclaim")
	if chosen {
		take(full.Reclaimed, "it takes everything back, though the move says what is taken back")
		for s := range o.turn.Reclaimed.All {
			take(s.Bit(), "it takes back one of the squares that the move names")
		}
	}
	set := o.variant.Set()
	firstRound := reference.Reclaimable(&set, &end, o.before.Turn)
	take(firstRound, "it takes back the pieces of the first round alone")
}

// conversions adds positions in which less is converted.
func (o *alternatives) conversions() {
	rule := o.variant.Set().Rule(ruleset.ConversionRule)
	e := o.variant.Explain(o.before, o.turn)
	if o.turn.Converted != 0 {
		o.add(o.withBoard(&e.Waves[0].After), rule, "it plays the first wave alone")
	}
	unconverted := o.withBoard(&e.Moved)
	o.add(unconverted, rule, "it converts nothing")
	unconverted.Clock = o.before.Clock + 1
	o.add(unconverted, rule, "it converts nothing")
}

// withBoard returns the position after the turn with the pieces of another.
func (o *alternatives) withBoard(p *board.Position) board.Position {
	out := o.turn.After
	for s := range board.NoSquare {
		out.Put(s, p.PieceAt(s))
	}
	return out
}

// rights adds positions with other castling rights.
func (o *alternatives) rights() {
	rule := o.variant.Set().Rule(ruleset.CastlingRightsRule)
	gained := o.turn.After
	for i, right := range gained.Rights {
		if right.Held() && right != o.before.Rights[i] {
			gained.Rights[i] = board.Right{}
		}
	}
	o.add(gained, rule, "it gives no right to the rook that has changed sides")
	kept, lost := o.turn.After, o.turn.After
	kept.Rights, lost.Rights = o.before.Rights, board.Rights{}
	o.add(kept, rule, "it ends no castling right")
	for i := range kept.Rights {
		one := o.turn.After
		one.Rights[i] = o.before.Rights[i]
		o.add(one, rule, "it keeps a castling right that has ended")
	}
	o.add(lost, rule, "it ends all castling rights")
}

// clocks adds positions with other half-move clocks.
func (o *alternatives) clocks() {
	rule := o.variant.Set().Rule(ruleset.ClockRule)
	running, still := o.turn.After, o.turn.After
	running.Clock, still.Clock = o.before.Clock+1, o.before.Clock
	o.add(running, rule, "it does not reset the clock")
	o.add(still, rule, "it does not advance the clock")
}
