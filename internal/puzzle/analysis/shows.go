package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"turncoat/internal/strict"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Themes that can be asked for though puzzles do not name them: a promotion to one kind of piece
// ("promotion=N"), a chain of any number of waves, a conversion in the main line, and a choice of
// reclaims that matters.
const (
	promotionTo   = promotion + "="
	anyWaves      = "waves"
	converting    = "conversion"
	reclaimChoice = "reclaim-choice"
)

// CheckTheme returns what is wrong with a theme that is asked for: there is none of that name, or
// no puzzle of the rule set and the stipulation can show it.
func CheckTheme(name string, set ruleset.Set, goal solve.Goal) error {
	plain, kind, isPromotion := strings.Cut(name, "=")
	_, known := FindTheme(name)
	switch {
	case isPromotion:
		if k, ok := promotionKind(kind); plain != promotion || !ok || k == board.Pawn ||
			k == board.King {
			return fmt.Errorf("there is no theme %q: a promotion is to Q, R, B or N", name)
		}
	case name == anyWaves, name == converting, name == reclaimChoice:
	case !known:
		return fmt.Errorf("there is no theme %q%s", name, otherThemes(name))
	}

	if why := Impossible(name, set, goal); why != "" {
		return fmt.Errorf("no puzzle can show %s: %s", name, why)
	}
	return nil
}

// otherThemes suggests the theme nearest to an unknown name, or lists all themes.
func otherThemes(name string) string {
	names := ThemesToAskFor()
	if close := strict.Suggest(name, names); close != "" {
		return close
	}
	return "; there are " + strings.Join(names, ", ")
}

// ThemesToAskFor lists the names that [CheckTheme] accepts, of promotions one.
func ThemesToAskFor() []string {
	names := []string{promotionTo + "N", anyWaves, converting, reclaimChoice}
	for _, t := range Themes() {
		names = append(names, t.Name)
	}
	return names
}

// Impossible returns why no puzzle of a rule set with a stipulation can show a theme; empty where
// one can.
func Impossible(name string, set ruleset.Set, goal solve.Goal) string {
	theme, _ := FindTheme(name)
	if setting, ok := ruleset.FindSetting(theme.Setting); ok {
		switch _, can := theme.misreading(set); {
		case !setting.ReadBy(set.Family):
			return fmt.Sprintf("the rules have no %s", theme.Setting)
		case !can:
			return fmt.Sprintf("the rules are without it: %s is %s", theme.Setting, setting.ValueIn(set))
		}
	}

	switch {
	case goal.HasLines() && theme.is("forced"):
		return "in a " + goal.String() + " nobody is forced"
	case !set.Family.HasClaims() && theme.is("claims"):
		return "no king is ever claimed"
	case set.Family != ruleset.Chess && theme.is("chess"):
		return "lines and mates are those of orthodox chess"
	case !set.Family.Converts() && name == converting:
		return "no piece ever changes sides"
	case !set.Family.HasWeights() && strings.HasPrefix(name, anyWaves):
		return "a turn has one wave of conversions at most"
	case (name == reclaimTheme || name == reclaimChoice) && set.Reclaim == ruleset.NoReclaim:
		return "nothing is ever reclaimed"
	}

	return ""
}

// PhaseTheme reports whether a theme compares phases.
func PhaseTheme(name string) bool {
	theme, _ := FindTheme(name)
	return theme.is("phases")
}

func (t *Theme) is(kind string) bool { return slices.Contains(strings.Fields(t.kinds), kind) }

func promotionKind(letter string) (board.Kind, bool) {
	if len(letter) != 1 {
		return board.NoKind, false
	}
	piece, ok := board.PieceOf(letter[0])
	return piece.Kind, ok
}

// Shows reports whether a solution has a theme, one of [Themes] or of the others that [CheckTheme]
// accepts. It costs less than computing all themes. A theme that cannot be settled within the
// limits is not shown.
func (a *Analyst) Shows(ctx context.Context, at *board.Position, found *Analysis,
	name string) (bool, error) {
	if name == zugzwang {
		return a.zugzwang(ctx, at, found)
	}
	if PhaseTheme(name) {
		tree, err := a.Phases(ctx, at, found, 1)
		if err != nil {
			return false, ctx.Err() // not settled
		}
		return slices.Contains(PhaseThemes(tree), name), nil
	}

	if theme, ok := FindTheme(name); ok && theme.Setting != "" {
		misread, ok := theme.misreading(a.variant.Set())
		if !ok {
			return false, nil
		}
		return a.needs(ctx, misread, at, found, misreadNodes(found.In))
	}

	if name == reclaimChoice {
		if a.goal.HasLines() {
			return strings.Contains(fmt.Sprint(a.lines(at, found)), "~"), nil
		}
		return choosesReclaim(found.Key()), nil
	}

	set := seen{}
	a.seen(at, found, set)
	return set[name], nil
}

// choosesReclaim reports whether a choice of reclaims matters: the attacker must not take back all
// that it can, or what the enemy takes back must be answered in another way than the full reclaim.
func choosesReclaim(t *puzzle.Play) bool {
	for _, g := range t.Groups() {
		if !slices.ContainsFunc(g, func(d puzzle.Defence) bool { return d.Choice == 0 }) {
			return true
		}
		if len(g[0].Continuations) == 0 {
			continue
		}
		next := &g[0].Continuations[0]
		if next.After.Reclaimed != g[0].Turn.Reclaimed || choosesReclaim(next) {
			return true
		}
	}

	return false
}
