package puzzle

import (
	"fmt"
	"io"

	"turncoat/pgn"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// WriteSolution writes a solution as a game record in canonical PGN: the longest line as the main line, other
// keys, defences and continuations as variations, tries ($2) as variations of the key. A key that is the
// only one is marked $1, as is what refutes a try.
func WriteSolution(out io.Writer, game *rules.Variant, s *solve.Solution) error {
	r := &pgn.PlayedGame{
		Rules: game, Start: s.Position,
		Tags: []pgn.Tag{{Name: "Event", Value: fmt.Sprintf("%s in %d", s.Goal, s.In)}},
	}
	switch s.Goal {
	case solve.Win:
		r.Result = board.Win(s.Position.Turn)
	case solve.SelfWin:
		r.Result = board.Win(s.Position.Turn.Other())
	}
	if len(s.Keys) > 0 {
		b := brancher{game}
		var keyMark []int
		if len(s.Keys) == 1 {
			keyMark = []int{goodMove}
		}
		var beside []*pgn.Variation
		for i := range s.Keys[1:] {
			beside = append(beside, b.play(s.Position, &s.Keys[1+i], nil, nil))
		}
		for i := range s.Tries {
			beside = append(beside, b.play(s.Position, &s.Tries[i], []int{mistake}, nil))
		}
		r.Main = *b.play(s.Position, &s.Keys[0], keyMark, beside)
	}
	return writeRecord(out, r, false)
}

// Annotations of PGN.
const (
	goodMove = 1
	mistake  = 2
)

// writeRecord writes a record, the conversions with it where that is asked for.
func writeRecord(out io.Writer, r *pgn.PlayedGame, conversions bool) error {
	text, err := pgn.AppendPGN(nil, r, conversions)
	if err == nil {
		_, err = out.Write(text)
	}
	return err
}

// A brancher makes the variations of a solution.
type brancher struct{ game *rules.Variant }

// A defended turn is a turn of the attacker's with one choice of reclaim and one defence.
type defended struct {
	turn    board.Played // the attacker's, with the reclaim that the enemy chose
	defence solve.Defence
}

// play gives a turn of the attacker's, with the variations beside it, and what follows. Another choice of reclaim is
// another turn: its lines stand beside this one.
func (b brancher) play(before board.Position, t *solve.Play, nags []int, beside []*pgn.Variation) *pgn.Variation {
	replies := mainFirst(t)
	if len(replies) == 0 {
		return line(&pgn.Turn{Before: before, Played: t.Turn, NAGs: nags, Variations: beside}, nil)
	}
	first := replies[0].turn
	for i, r := range replies {
		if i > 0 && r.turn.Reclaimed != first.Reclaimed && r.turn.Reclaimed != replies[i-1].turn.Reclaimed {
			other := &pgn.Turn{Before: before, Played: r.turn}
			beside = append(beside, line(other, b.defences(same(replies, r.turn.Reclaimed))))
		}
	}
	turn := &pgn.Turn{Before: before, Played: first, NAGs: nags, Variations: beside}
	return line(turn, b.defences(same(replies, first.Reclaimed)))
}

// line is a turn and what follows it, if anything does.
func line(t *pgn.Turn, then *pgn.Variation) *pgn.Variation {
	v := &pgn.Variation{Turns: []*pgn.Turn{t}}
	if then != nil {
		v.Turns = append(v.Turns, then.Turns...)
	}
	return v
}

func same(replies []defended, reclaimed board.Bits) []defended {
	var list []defended
	for _, r := range replies {
		if r.turn.Reclaimed == reclaimed {
			list = append(list, r)
		}
	}
	return list
}

// mainFirst lists what the enemy can do, the main line, or the longest, first.
func mainFirst(t *solve.Play) []defended {
	var list []defended
	best := 0
	for _, b := range t.Branches {
		for _, d := range b.Defences {
			if len(list) > 0 && (d.In > list[best].defence.In || d.Main) && !list[best].defence.Main {
				best = len(list)
			}
			list = append(list, defended{b.Turn, d})
		}
		for _, d := range b.Refutations {
			list = append(list, defended{b.Turn, d})
			best = len(list) - 1
		}
	}
	if best > 0 {
		head := list[best]
		copy(list[1:best+1], list[:best])
		list[0] = head
	}
	return list
}

// defences gives the first defence as the line and the others beside it.
func (b brancher) defences(list []defended) *pgn.Variation {
	main := b.defence(&list[0])
	for i := range list[1:] {
		main.Turns[0].Variations = append(main.Turns[0].Variations, b.defence(&list[1+i]))
	}
	return main
}

func (b brancher) defence(r *defended) *pgn.Variation {
	d := &r.defence
	turn := &pgn.Turn{Before: r.turn.After, Played: d.Turn}
	if len(d.Continuations) == 0 {
		if d.In == 0 && b.game.Outcome(&d.Turn.After).Result == board.Ongoing { // it refutes a try
			turn.NAGs = []int{goodMove}
		}
		return line(turn, nil)
	}
	if chosen := d.Continuations[0].After; chosen != nil {
		turn.Played = *chosen
	}
	var others []*pgn.Variation
	for i := range d.Continuations[1:] {
		if c := &d.Continuations[1+i]; c.After.Reclaimed == turn.Played.Reclaimed {
			others = append(others, b.play(turn.Played.After, c, nil, nil))
		}
	}
	return line(turn, b.play(turn.Played.After, &d.Continuations[0], nil, others))
}
