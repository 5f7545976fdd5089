package puzzle

import (
	"fmt"
	"io"
	"strings"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// writePGN writes each puzzle as a game from its position: the main line, and every other
// continuation as a variation. Of the enemy's turns with the same continuation the first is played
// and the others stand in a comment after it. What converts is written as NOT-4 says.
func writePGN(w io.Writer, puzzles []Puzzle) error {
	for i := range puzzles {
		r, err := puzzles[i].record()
		if err == nil {
			err = writeRecord(w, r, true)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", puzzles[i].ID, err)
		}
	}
	return nil
}

// record gives the puzzle with its solution as a game record.
func (p *Puzzle) record() (*pgn.PlayedGame, error) {
	at, err := p.Position()
	if err != nil {
		return nil, err
	}
	r := &pgn.PlayedGame{
		Rules: p.Game(), Start: at, Result: board.Win(at.Turn),
		Tags: []pgn.Tag{{Name: "Event", Value: p.Instruction()}, {Name: "Site", Value: p.ID}, {Name: "Round", Value: "-"}},
	}
	if len(p.Themes) > 0 {
		r.Tags = append(r.Tags, pgn.Tag{Name: "Themes", Value: strings.Join(p.Themes, " ")})
	}
	if p.Grade != nil {
		r.Tags = append(r.Tags, pgn.Tag{Name: "Grade", Value: p.graded()})
	}
	a := author{game: r.Rules}
	r.Main.Turns, err = a.attack(at, &p.Solution)
	return r, err
}

// An author makes the variations of a record.
type author struct{ game *rules.Variant }

// attack gives a turn of the attacker's and all that follows. Where the enemy may reclaim in several
// ways the turn stands once for each. Variations stand at the turn that they take the place of: the
// defence of the main line, or, where the reclaim before it differs, the attacker's turn.
func (a author) attack(before board.Position, s *Solution) ([]*pgn.Turn, error) {
	_, move, err := cutTurn(s.Play)
	if err != nil {
		return nil, err
	}
	if len(s.Then) == 0 {
		t, err := playTurn(a.game, &before, move, nil)
		return []*pgn.Turn{{Before: before, Played: t}}, err
	}
	var turn *pgn.Turn
	var line []*pgn.Turn
	for i := range s.Then {
		t, err := a.reclaimed(&before, move, s.Then[i].After[0])
		if err != nil {
			return nil, err
		}
		then, err := a.defend(t.After, &s.Then[i])
		if err != nil {
			return nil, err
		}
		switch {
		case i == 0:
			turn = &pgn.Turn{Before: before, Played: t}
			line = then
		case t.Reclaimed == turn.Played.Reclaimed:
			line[0].Variations = append(line[0].Variations, &pgn.Variation{Turns: then})
		default:
			other := append([]*pgn.Turn{{Before: before, Played: t}}, then...)
			turn.Variations = append(turn.Variations, &pgn.Variation{Turns: other})
		}
	}
	return append([]*pgn.Turn{turn}, line...), nil
}

// reclaimed plays a move with the reclaim that stands before the next turn.
func (a author) reclaimed(p *board.Position, move, next string) (board.Played, error) {
	chosen, _, err := cutTurn(next)
	if err != nil {
		return board.Played{}, err
	}
	return playTurn(a.game, p, move, chosen)
}

// defend gives the first of a branch's defences, the others as a comment, and what follows.
func (a author) defend(before board.Position, b *Branch) ([]*pgn.Turn, error) {
	_, move, err := cutTurn(b.After[0])
	if err != nil {
		return nil, err
	}
	t, err := a.reclaimed(&before, move, b.Reply.Play)
	if err != nil {
		return nil, err
	}
	turn := &pgn.Turn{Before: before, Played: t}
	if len(b.After) > 1 {
		names, err := a.others(&before, b)
		if err != nil {
			return nil, err
		}
		turn.Comments = []string{"or " + strings.Join(names, " ")}
	}
	then, err := a.attack(t.After, &b.Reply)
	return append([]*pgn.Turn{turn}, then...), err
}

// others names the defences of a branch but the first. Those after another reclaim have it in front.
func (a author) others(p *board.Position, b *Branch) ([]string, error) {
	var names []string
	for _, after := range b.After[1:] {
		_, move, err := cutTurn(after)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(after, "~") {
			names = append(names, strings.ReplaceAll(after, " ", ":"))
			continue
		}
		m, err := board.ParseUCI(p, move)
		if err != nil {
			return nil, err
		}
		if !a.game.Legal(p, m) { // after the full reclaim, while this branch begins with another
			names = append(names, move)
			continue
		}
		names = append(names, a.game.SAN(p, a.game.Full(p, m)))
	}
	return names, nil
}
