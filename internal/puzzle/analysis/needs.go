package analysis

import (
	"context"
	"slices"

	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A theme such as "needs batteries" is claimed when the solution fails under a misreading: the same
// rules with one setting changed.

// Misread returns the rules under which a theme's need is tried, and whether a rule set can show
// the theme at all.
func Misread(name string, set ruleset.Set) (*rules.Variant, bool) {
	theme, _ := FindTheme(name)
	misread, ok := theme.misreading(set)
	if !ok {
		return nil, false
	}
	return rules.New(misread), true
}

// misreading returns the rule set under which a theme's need is tried.
func (t *Theme) misreading(set ruleset.Set) (ruleset.Set, bool) {
	setting, ok := ruleset.FindSetting(t.Setting)
	if t.Setting == "" || !ok || !setting.ReadBy(set.Family) {
		return set, false
	}
	value := t.Value
	if value == "" { // the next plausible reading
		value = setting.Others(set)[0]
	}
	if setting.ValueIn(set) == value {
		return set, false
	}
	misread, err := setting.With(set, value)
	return misread, err == nil
}

// needs reports whether the key no longer reaches the goal in time under a misreading; of a
// help-win, whether no line does. It is not asked of goals that are not plain.
func (a *Analyst) needs(ctx context.Context, misread ruleset.Set, at *board.Position,
	found *Analysis,
	limit int) (bool, error) {
	variant := rules.New(misread)
	if _, err := variant.ParseFEN(variant.FEN(at)); err != nil || !a.goal.IsPlain() {
		return false, nil // a position that the misreading forbids shows nothing
	}
	if a.goal == solve.HelpWin {
		return a.helpNeeds(variant, at, found), nil
	}
	r := rereader{analyst: New(variant, Options{Goal: a.goal, Nodes: uint64(limit)}), left: limit}
	won, err := r.wins(ctx, at, found.Key(), found.In)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	return err == nil && !won, nil
}

// misreadNodes returns how many turns may be looked at to settle one need of a win in that many
// turns. Long wins are those of few pieces, where a higher limit seldom settles more.
func misreadNodes(in int) int {
	if in > 5 {
		return 10_000
	}
	return 100_000
}

// A rereader plays a solution under a misreading.
type rereader struct {
	analyst *Analyst
	left    int
}

// wins reports whether the first turn of a solution wins in at most n turns. The solution's own
// answers are tried first; only where they fail does it search for another.
func (r *rereader) wins(
	ctx context.Context, p *board.Position, s *puzzle.Play, n int,
) (bool, error) {
	variant, m := r.analyst.variant, s.Turn.Move
	if !slices.Contains(variant.Moves(p), m) {
		return false, nil
	}
	known := answersOf(s)
	full := variant.Play(p, m)
	for t, after := range r.analyst.turns.Choices(p, m) {
		r.left--
		if r.left < 0 {
			return false, rules.ErrLimit
		}
		if r.analyst.goal == solve.Claim && t.Converted&after.Kings != 0 {
			continue
		}
		replies := variant.Moves(&after)
		if n == 1 && r.analyst.goal != solve.SelfWin || len(replies) == 0 {
			if r.analyst.goal != solve.Win || variant.Outcome(&after).Result != board.Win(p.Turn) {
				return false, nil
			}
			continue
		}

		chosen := answered{full: t.Reclaimed == full.Reclaimed, reclaimed: t.Reclaimed}
		if chosen.full {
			chosen.reclaimed = 0
		}
		for _, chosen.move = range replies {
			won, err := r.met(ctx, &after, chosen.move, known[chosen], n-1)
			if !won || err != nil {
				return false, err
			}
		}
	}

	return true, nil
}

// An answered turn is one of the enemy's, after the reclaim that it chose.
type answered struct {
	full      bool
	reclaimed board.Bitboard // 0 for the full one
	move      board.Move
}

// A reply is the attacker's answer in a solution.
type reply struct {
	play *puzzle.Play
	full bool // it follows the full reclaim
}

// answersOf returns a solution's answer to each turn of the enemy's.
func answersOf(s *puzzle.Play) map[answered]reply {
	known := map[answered]reply{}
	for i := range s.Defences {
		d := &s.Defences[i]
		a := answered{full: d.Choice == 0, move: d.Turn.Move}
		if !a.full {
			a.reclaimed = s.Choices[d.Choice].Reclaimed
		}
		if len(d.Continuations) > 0 {
			next := &d.Continuations[0]
			known[a] = reply{next, next.After.Reclaimed == d.Turn.Reclaimed}
		}
	}

	return known
}

// met reports whether some answer to a move of the enemy's wins in at most n turns.
func (r *rereader) met(ctx context.Context, p *board.Position, m board.Move, known reply,
	n int) (bool, error) {
	variant := r.analyst.variant
	if r.analyst.goal == solve.SelfWin {
		for _, after := range r.analyst.turns.Choices(p, m) {
			if variant.Outcome(&after).Result == board.Win(p.Turn) {
				return true, nil
			}
		}
	}

	if known.play != nil {
		for t, after := range r.analyst.turns.Choices(p, m) {
			if !known.full && known.play.After.Reclaimed != t.Reclaimed {
				continue
			}
			won, err := r.wins(ctx, &after, known.play, n)
			if won || err != nil {
				return won, err
			}
			break
		}
	}

	for _, after := range r.analyst.turns.Choices(p, m) {
		r.left--
		if r.left < 0 {
			return false, rules.ErrLimit
		}
		in, _, err := r.analyst.Shortest(ctx, &after, n)
		if in != 0 || err != nil {
			return in != 0, err
		}
	}

	return false, nil
}
