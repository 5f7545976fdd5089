//go:build !turncoat_web

package solution

import (
	"fmt"
	"io"
	"strings"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Annotations of PGN.
const (
	goodMove = 1
	mistake  = 2
)

// WritePGN writes the [Tree.Record] of a solution in canonical PGN, with the commands for conversions (NOT-4).
func (s *Tree) WritePGN(out io.Writer, game *rules.Variant, tags []pgn.Tag) error {
	text, err := pgn.AppendPGN(nil, s.Record(game, tags), true)
	if err == nil {
		_, err = out.Write(text)
	}
	return err
}

// Record returns a solution as a game record: the main line, and other keys, defences and continuations as
// variations, tries ($2) as variations of the key. A key that is the only one is marked $1, as is the refutation
// of a try. Of defences with the same answer the first is played and a comment after it names the others;
// threats are in a comment too, set play in one before the key. Where there is no key, the first try is the main
// line. Without tags the record has the stipulation as its event.
func (s *Tree) Record(game *rules.Variant, tags []pgn.Tag) *pgn.PlayedGame {
	if tags == nil {
		tags = []pgn.Tag{{Name: "Event", Value: fmt.Sprintf("%s%s in %s", s.none(), s.Goal, LengthText(s.In, s.Half))}}
	}
	r := &pgn.PlayedGame{Rules: game, Start: s.Position, Tags: tags}
	winner := s.Position.Turn
	if s.Goal.Plain() == SelfWin || s.Goal.HasHelp() && !s.Half {
		winner = winner.Other()
	}
	b := brancher{game}
	first, mark, keys, tries := (*Play)(nil), []int(nil), s.Keys, s.Tries
	switch {
	case len(keys) > 0:
		if first, keys = &keys[0], keys[1:]; len(keys) == 0 {
			mark = []int{goodMove}
		}
	case len(tries) > 0:
		first, tries, mark = &tries[0], tries[1:], []int{mistake}
	}
	switch {
	case len(s.Keys) == 0, s.Goal == Claim:
		r.Result = board.Ongoing
	case s.Goal&Stalemate != 0:
		r.Result = board.Draw
	default:
		r.Result = board.Win(winner)
	}
	var beside []*pgn.Variation
	for i := range keys {
		beside = append(beside, b.play(s.Position, &keys[i], nil, nil))
	}
	for i := range tries {
		beside = append(beside, b.threatening(b.play(s.Position, &tries[i], []int{mistake}, nil), &tries[i]))
	}
	if first != nil {
		r.Main = *b.threatening(b.play(s.Position, first, mark, beside), first)
	}
	if lines := s.setLines(game); len(lines) > 0 {
		r.Main.Comments = append(r.Main.Comments, "set play: "+strings.Join(lines, "; "))
	}
	return r
}

// A brancher makes the variations of a solution.
type brancher struct{ game *rules.Variant }

// threatening adds a comment with the threats of a first turn.
func (b brancher) threatening(v *pgn.Variation, t *Play) *pgn.Variation {
	if text := t.threatText(b.game, 2); text != "" {
		v.Turns[0].Comments = append(v.Turns[0].Comments, text)
	}
	return v
}

// play returns a turn of the attacker's, with the variations beside it, and what follows. Another choice of reclaim is
// another turn, and its lines are another variation.
func (b brancher) play(before board.Position, t *Play, nags []int, beside []*pgn.Variation) *pgn.Variation {
	var order []int // choices in the order in which they first occur
	byChoice := map[int][]Group{}
	for _, g := range t.recorded() {
		c := g[0].Choice
		if byChoice[c] == nil {
			order = append(order, c)
		}
		byChoice[c] = append(byChoice[c], g)
	}
	if order == nil {
		return follow(&pgn.Turn{Before: before, Played: t.Turn, NAGs: nags, Variations: beside}, nil)
	}
	for _, c := range order[1:] {
		other := &pgn.Turn{Before: before, Played: t.Choices[c].Played}
		beside = append(beside, follow(other, b.defences(t, byChoice[c])))
	}
	first := order[0]
	turn := &pgn.Turn{Before: before, Played: t.Choices[first].Played, NAGs: nags, Variations: beside}
	return follow(turn, b.defences(t, byChoice[first]))
}

// recorded groups the defences that the record continues alike; the refutations of a try
// come first.
func (p *Play) recorded() []Group {
	var list []Group
	for _, d := range p.Refutations {
		list = append(list, Group{d})
	}
	return append(list, groups(p.Defences, func(d *Defence) string {
		text := d.answerText()
		for i := range d.Continuations[min(1, len(d.Continuations)):] {
			c := &d.Continuations[1+i]
			text += " " + c.Turn.Move.UCI(&c.After.After) + ReclaimText(c.After.Reclaimed)
		}
		return text
	})...)
}

// follow returns a turn and what follows it, if anything does.
func follow(t *pgn.Turn, then *pgn.Variation) *pgn.Variation {
	v := &pgn.Variation{Turns: []*pgn.Turn{t}}
	if then != nil {
		v.Turns = append(v.Turns, then.Turns...)
	}
	return v
}

// defences returns the first group as the line and the others beside it.
func (b brancher) defences(t *Play, list []Group) *pgn.Variation {
	main := b.defence(t, list[0])
	for _, g := range list[1:] {
		main.Turns[0].Variations = append(main.Turns[0].Variations, b.defence(t, g))
	}
	return main
}

// defence returns the first of a group, the others in a comment, and what follows.
func (b brancher) defence(t *Play, g Group) *pgn.Variation {
	d := &g[0]
	turn := &pgn.Turn{Before: t.Choices[d.Choice].After, Played: d.Turn}
	if len(g) > 1 {
		turn.Comments = []string{"or " + strings.Join(t.Others(b.game, g), " ")}
	}
	if len(d.Continuations) == 0 {
		if b.game.Outcome(&d.Turn.After).Result == board.Ongoing { // it refutes a try
			turn.NAGs = []int{goodMove}
		}
		return follow(turn, nil)
	}
	turn.Played = *d.Continuations[0].After
	var duals []*pgn.Variation
	for i := range d.Continuations[1:] {
		if c := &d.Continuations[1+i]; c.After.Reclaimed == turn.Played.Reclaimed {
			duals = append(duals, b.play(turn.Played.After, c, nil, nil))
		}
	}
	return follow(turn, b.play(turn.Played.After, &d.Continuations[0], nil, duals))
}

// Others names the defences of a group but the first, in SAN, after their choice of reclaim if it is another
// than the first's.
func (p *Play) Others(game *rules.Variant, g Group) []string {
	var names []string
	for i := range g[1:] {
		d := &g[1+i]
		c := &p.Choices[d.Choice]
		name := Printed(game, &c.After, d.Turn)
		if d.Choice != g[0].Choice {
			name = ReclaimText(c.Reclaimed) + ":" + name
		}
		names = append(names, name)
	}
	return names
}
