package solution

import (
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
)

// The JSON of a solution. Empty parts are left out.
type (
	// TreeJSON is a whole solution.
	TreeJSON struct {
		Rules string        `json:"rules"`
		FEN   string        `json:"fen"`
		Goal  string        `json:"goal"`
		In    int           `json:"in"`
		Keys  []PlayJSON    `json:"keys"`
		Tries []PlayJSON    `json:"tries,omitempty"`
		Set   []DefenceJSON `json:"set,omitempty"`
		Duals int           `json:"duals"`
	}
	// PlayJSON is a turn of the attacker's.
	PlayJSON struct {
		protocol.TurnSummary
		In       int                    `json:"in"`
		Threats  []protocol.TurnSummary `json:"threats,omitempty"`
		Zugzwang bool                   `json:"zugzwang,omitempty"`
		Branches []BranchJSON           `json:"branches,omitempty"`
		// AfterReclaim is the attacker's choice of reclaim in the enemy's turn before, where it is not the full one.
		AfterReclaim *[]string `json:"afterReclaim,omitempty"`
	}
	// BranchJSON is what follows one choice of the enemy's reclaim.
	BranchJSON struct {
		Reclaimed   []string      `json:"reclaimed,omitempty"`
		Reached     bool          `json:"reached,omitempty"`
		Defences    []DefenceJSON `json:"defences,omitempty"`
		Refutations []DefenceJSON `json:"refutations,omitempty"`
	}
	// DefenceJSON is a turn of the enemy's.
	DefenceJSON struct {
		protocol.TurnSummary
		In            int        `json:"in"`
		Short         bool       `json:"short,omitempty"`
		Delay         bool       `json:"delay,omitempty"`
		Main          bool       `json:"main,omitempty"`
		Continuations []PlayJSON `json:"continuations,omitempty"`
	}
)

// JSON returns the solution in the form of its JSON.
func (s *Tree) JSON(game *rules.Variant) TreeJSON {
	out := TreeJSON{Rules: game.Set().String(), FEN: game.FEN(&s.Position), Goal: s.Goal.String(), In: s.In,
		Keys: []PlayJSON{}, Duals: s.Duals}
	for i := range s.Keys {
		out.Keys = append(out.Keys, playJSON(game, &s.Position, &s.Keys[i], i == 0))
	}
	for i := range s.Tries {
		out.Tries = append(out.Tries, playJSON(game, &s.Position, &s.Tries[i], false))
	}
	enemy := NullMove(&s.Position)
	out.Set = defencesJSON(game, &enemy, s.Set, nil)
	return out
}

// turnJSON returns a turn without the position after it. Its reclaim is the full one: a choice of another is in
// BranchJSON or AfterReclaim.
func turnJSON(game *rules.Variant, p *board.Position, t board.Played) protocol.TurnSummary {
	return protocol.TurnSummary{UCI: t.Move.UCI(p), SAN: game.SAN(p, t), Waves: protocol.Waves(t.Waves),
		Reclaimed: t.Reclaimed.Names()}
}

func playJSON(game *rules.Variant, p *board.Position, t *Play, main bool) PlayJSON {
	out := PlayJSON{TurnSummary: turnJSON(game, p, t.Turn), In: t.In, Zugzwang: t.Zugzwang}
	if len(t.Threats) > 0 {
		again := NullMove(&t.Turn.After)
		for _, threat := range t.Threats {
			out.Threats = append(out.Threats, turnJSON(game, &again, threat))
		}
	}
	line := t.first(main)
	defences, refutations := t.byChoice(t.Defences), t.byChoice(t.Refutations)
	for i, c := range t.Choices {
		out.Branches = append(out.Branches, BranchJSON{
			Reclaimed: c.Reclaimed.Names(), Reached: c.Reached,
			Defences: defencesJSON(game, &c.After, defences[i], line), Refutations: defencesJSON(game, &c.After,
				refutations[i], nil),
		})
	}
	return out
}

// defencesJSON returns turns of the enemy's; main is the one in the main line.
func defencesJSON(game *rules.Variant, p *board.Position, list []Defence, main *Defence) []DefenceJSON {
	var out []DefenceJSON
	for i := range list {
		d := &list[i]
		isMain := d.is(main)
		j := DefenceJSON{TurnSummary: turnJSON(game, p, d.Turn), In: d.In, Short: d.Short, Delay: d.Delay, Main: isMain}
		for i := range d.Continuations {
			c := &d.Continuations[i]
			next := playJSON(game, &c.After.After, c, isMain && i == 0)
			if c.After.Reclaimed != d.Turn.Reclaimed {
				names := c.After.Reclaimed.Names()
				next.AfterReclaim = &names
			}
			j.Continuations = append(j.Continuations, next)
		}
		out = append(out, j)
	}
	return out
}
