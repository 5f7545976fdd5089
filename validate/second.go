package validate

import (
	"turncoat/pgn"
	"turncoat/rules"
)

// A SecondOpinion replays a line of play with another implementation of the rules. It returns the
// first ply after which that implementation disagrees, 0 for the starting position, and the reason,
// which is empty if it never disagrees. The error says that it cannot read the line.
type SecondOpinion func(line *rules.Game) (ply int, reason string, err error)

// second appends the second opinion's findings on a game, its variations included.
func (o SecondOpinion) second(g *pgn.Record, game *pgn.PlayedGame, problems []pgn.Problem) []pgn.Problem {
	if o == nil || game.Rules == nil {
		return problems
	}
	r := reviewer{opinion: o, rules: game.Rules, problems: problems}
	line := rules.NewGame(game.Rules, &game.Start)
	if _, _, err := o(line); err != nil {
		return append(problems, pgn.Problem{Code: pgn.NoSecondOpinion, At: g.At, End: g.At,
			Message: "not replayed for a second opinion: " + err.Error()})
	}

	r.line(line, &g.Main, &game.Main, "")
	return r.problems
}

type reviewer struct {
	opinion  SecondOpinion
	rules    *rules.Variant
	problems []pgn.Problem
}

// line reviews a line, and the variations in it, each from the position before it.
func (r *reviewer) line(line *rules.Game, written *pgn.Line, played *pgn.Variation, variation string) {
	var moves []*pgn.Move
	for _, m := range written.Moves {
		if !m.Unreadable {
			moves = append(moves, m)
		}
	}

	for _, t := range played.Turns {
		line.Add(t.Played)
	}
	ply, reason, err := r.opinion(line)
	if err != nil {
		reason = err.Error()
	}
	if reason != "" {
		p := pgn.Problem{Code: pgn.SecondOpinion, Variation: variation, Message: "second opinion: " + reason}
		if ply > 0 && ply <= len(moves) {
			m := moves[ply-1]
			before := played.Turns[ply-1].Before
			p.Ply, p.Move, p.At, p.End, p.Before = ply, m.Text, m.At, m.End, &before
		}

		r.problems = append(r.problems, p)
	}

	for i, t := range played.Turns {
		if i >= len(moves) {
			break
		}
		replaced := t.Before.MoveNumber() + r.rules.SAN(&t.Before, t.Played)
		for j, v := range t.Variations {
			if j < len(moves[i].Variations) {
				r.line(rules.NewGame(r.rules, &t.Before), moves[i].Variations[j], v, replaced)
			}
		}
	}
}
