package validate

import (
	"turncoat/pgn"
	"turncoat/rules"
)

// A SecondOpinion replays a line of play with another implementation of the rules. It returns the
// first ply after which that implementation disagrees, 0 for the starting position, and the reason,
// which is empty if it never disagrees. The error says that it cannot read the line.
type SecondOpinion func(line *rules.Game) (ply int, reason string, err error)

// review appends the second opinion's findings on a game, its variations included. It reports
// whether there is one.
func (o SecondOpinion) review(g *pgn.Record, game *pgn.PlayedGame,
	findings []pgn.Finding) ([]pgn.Finding, bool) {
	if o == nil || game.Variant == nil {
		return findings, false
	}
	r := reviewer{opinion: o, variant: game.Variant, findings: findings}
	line := rules.NewGame(game.Variant, &game.Start)
	if _, _, err := o(line); err != nil {
		return append(findings, pgn.NewFinding(pgn.NoSecondOpinion, g.At, g.At,
			"not replayed for a second opinion: %v", err)), false
	}

	r.line(line, &g.Main, &game.Main, "")
	return r.findings, true
}

type reviewer struct {
	opinion  SecondOpinion
	variant  *rules.Variant
	findings []pgn.Finding
}

// line reviews a line, and the variations in it, each from the position before it.
func (r *reviewer) line(line *rules.Game, written *pgn.Line, played *pgn.Variation,
	variation string) {
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
		f := pgn.NewFinding(pgn.SecondOpinion, 0, 0, "second opinion: %s", reason)
		if variation != "" {
			f.Variation, f.Message = variation, "in the variation after "+variation+": "+f.Message
		}
		if ply > 0 && ply <= len(moves) {
			m := moves[ply-1]
			before := played.Turns[ply-1].Before
			f.Ply, f.Move, f.At, f.End = ply, m.Text, m.At, m.End
			f.Before, f.FEN = &before, r.variant.FEN(&before)
		}

		r.findings = append(r.findings, f)
	}

	for i, t := range played.Turns {
		if i >= len(moves) {
			break
		}
		replaced := t.Before.MoveNumber() + r.variant.SAN(&t.Before, t.Played)
		for j, v := range t.Variations {
			if j < len(moves[i].Variations) {
				r.line(rules.NewGame(r.variant, &t.Before), moves[i].Variations[j], v, replaced)
			}
		}
	}
}
