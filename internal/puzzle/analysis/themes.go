package analysis

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"turncoat/puzzle"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Theme is something that a solution shows, or a rule that it needs.
type Theme struct {
	Name  string
	Title string // for people
	Means string // one sentence
	// Setting and Value are the misreading under which the key no longer wins in time, if the theme
	// is that the solution needs a rule.
	Setting, Value string
	// kinds: "forced" needs an enemy that is, "claims" kings that can be claimed, "chess" lines and
	// mates that last, and "phases" set play or tries.
	kinds string
}

// themesText has a theme a line: name, title, meaning, and kinds, or setting and value.
//
//go:embed themes.txt
var themesText string

// The themes that can be seen in the solution. A number follows WavesPrefix.
const (
	QuietKey      = "quiet-key"
	kingExchange  = "king-exchange"
	counterClaim  = "counter-claim"
	kingSacrifice = "king-sacrifice"
	WavesPrefix   = "waves-"
	promotion     = "promotion"
	underpromo    = "underpromotion"
	excelsior     = "excelsior"
	castlingTheme = "castling"
	reclaimTheme  = "reclaim"
	zugzwang      = "zugzwang"
	switchback    = "switchback"
)

// The themes of lines and mates. Only orthodox chess has them: where pieces change sides, lines and
// guards do not last.
const (
	battery   = "battery"
	pinMate   = "pin-mate"
	unpin     = "unpin"
	modelMate = "model-mate"
	idealMate = "ideal-mate"
	echo      = "echo"
)

// Themes returns the themes, in the order of the docs and indexes.
var Themes = sync.OnceValue(func() (list []Theme) {
	for line := range strings.Lines(themesText) {
		f := strings.Split(strings.TrimSpace(line), " | ")
		t := Theme{Name: f[0], Title: f[1], Means: f[2]}
		if len(f) > 3 {
			t.kinds = f[3]
			if setting, value, ok := strings.Cut(t.kinds, "="); ok {
				t.Setting, t.Value = setting, value
			}
		}

		list = append(list, t)
	}

	return list
})

// FindTheme returns the theme with a name, and whether there is one.
func FindTheme(name string) (Theme, bool) {
	if n, ok := strings.CutPrefix(name, WavesPrefix); ok {
		return Theme{Name: name, Title: "chain of " + n + " waves",
			Means: "a turn of the main line converts in " +
				n + " waves"}, true
	}

	i := slices.IndexFunc(Themes(), func(t Theme) bool { return t.Name == name })
	if i < 0 {
		return Theme{}, false
	}
	return Themes()[i], true
}

// Themes computes the themes of a solution, sorted by name. For the rules that it needs it is
// solved again under misreadings: a theme that could not be settled within limits that are the same
// for every call is not claimed.
func (a *Analyst) Themes(ctx context.Context, p *board.Position, found *Analysis) ([]string, error) {
	return a.themes(ctx, p, found, misreadNodes(found.In))
}

// themes computes the themes, looking at so many turns at most to settle each need.
func (a *Analyst) themes(ctx context.Context, at *board.Position, found *Analysis,
	limit int) ([]string, error) {
	set := seen{}
	a.seen(at, found, set)
	if !a.goal.HasLines() {
		waiting, err := a.zugzwang(ctx, at, found)
		if err != nil {
			return nil, err
		}
		set[zugzwang] = waiting
	}

	for _, theme := range Themes() {
		misread, ok := theme.misreading(a.variant.Set())
		if !ok {
			continue
		}
		needed, err := a.needs(ctx, misread, at, found, limit)
		if err != nil {
			return nil, err
		}
		set[theme.Name] = needed
	}

	return append([]string{}, set.shown()...), nil // never nil, so that JSON has a list
}

// A seen set has themes by name, and whether they are shown.
type seen map[string]bool

// add notes that a theme is shown, if it is.
func (set seen) add(theme string, shown bool) { set[theme] = set[theme] || shown }

// shown returns the names of the themes that are shown, sorted, but for those that puzzles do not
// name.
func (set seen) shown() []string {
	maps.DeleteFunc(set, func(name string, here bool) bool {
		return !here || name == anyWaves || name == converting || strings.HasPrefix(name, promotionTo)
	})
	return slices.Sorted(maps.Keys(set))
}

// seen adds the themes that can be seen in the solution. Where nobody is forced all lines are the
// main line, and both sides' turns count.
func (a *Analyst) seen(at *board.Position, found *Analysis, set seen) {
	help := a.goal.HasLines()
	keys := found.Tree.Keys
	if !help {
		keys = keys[:1]
		key := &keys[0].Turn
		set[QuietKey] = key.Converted == 0 && !captures(a.variant, at, key.Move) &&
			puzzle.MayPass(a.variant, &key.After)
	}

	waves := 0
	v := viewer{set: set, pictures: map[string]string{}}
	for i := range keys {
		main := true
		for line := range keys[i].Variations {
			if main {
				waves = max(waves, a.mainLine(at, line, help, set))
			}
			main = false
			set.add(switchback, goesBack(line, help))
			switch {
			case a.goal&puzzle.Series != 0: // no turn answers another
			case a.variant.Set().Family == ruleset.Chess:
				v.look(at, line)
			case !help && a.variant.Set().Family.HasClaims():
				sacrifices(at, line, set)
			}
		}
	}

	if waves > 1 {
		set[fmt.Sprint(WavesPrefix, waves)], set[anyWaves] = true, true
	}
}

// mainLine adds the themes of a main line, and returns the most waves of a turn.
func (a *Analyst) mainLine(before *board.Position, line []board.Played, help bool,
	set seen) (waves int) {
	claims := [2]bool{}
	for i := range line {
		t := &line[i]
		claims[i&1] = claims[i&1] || t.Converted&t.After.Kings != 0
		set.add(reclaimTheme, t.Reclaimed != 0)
		if help || i%2 == 0 {
			waves = max(waves, len(t.Waves))
			a.moveThemes(before, t, set)
			set.add(excelsior, goesAllTheWay(line[:i+1], before))
		}

		set.add(converting, t.Converted != 0)
		before = &t.After
	}

	set.add(kingExchange, !help && claims[0] && claims[1])
	return waves
}

// goesAllTheWay reports whether the last turn of a line promotes a pawn that has come from where
// pawns begin, in the line.
func goesAllTheWay(line []board.Played, before *board.Position) bool {
	last := &line[len(line)-1]
	if last.Promotion >= board.NoKind {
		return false
	}
	first := last.From
	for i := len(line) - 2; i >= 0; i-- {
		if line[i].To == first {
			first = line[i].From
		}
	}

	start := 1
	if before.Turn == board.Black {
		start = 6
	}
	return first.Rank() == start
}

// sacrifices adds what the enemy claims in a line, and whether the attacker need not have lost it.
func sacrifices(before *board.Position, line []board.Played, set seen) {
	for i := 0; i+1 < len(line); i += 2 {
		attack, reply := &line[i], &line[i+1]
		claimed := reply.Converted & reply.After.Kings
		// The kings that were the attacker's already before its turn, where they stand after it.
		owned := before.Kings & before.Colours[before.Turn]
		if owned.Has(attack.From) {
			owned = owned&^attack.From.Bit() | attack.After.Kings&^before.Kings
		}
		set.add(counterClaim, claimed != 0)
		set.add(kingSacrifice, claimed&owned != 0)
		before = &reply.After
	}
}

// moveThemes adds the themes of a single move of the main line.
func (a *Analyst) moveThemes(before *board.Position, t *board.Played, set seen) {
	_, castles := t.Castles(before)
	set.add(castlingTheme, castles)
	if t.Promotion < board.NoKind {
		set[promotion] = true
		set.add(underpromo, t.Promotion != board.Queen)
		set[promotionTo+string(t.Promotion.Letter())] = true
	}
}

// zugzwang reports whether the key threatens nothing: with a pass of the enemy's there would be no
// win in the turns that are left. An enemy that must claim a king, or is in check, cannot pass.
func (a *Analyst) zugzwang(ctx context.Context, at *board.Position, found *Analysis) (bool, error) {
	if found.In < 2 {
		return false, nil
	}
	p := a.variant.Play(at, found.Keys[0]).After
	if !puzzle.MayPass(a.variant, &p) {
		return false, nil
	}
	p = puzzle.NullMove(&p)
	in, _, err := a.Shortest(ctx, &p, found.In-1)
	if err != nil {
		return false, ctx.Err() // not settled
	}
	return in == 0, nil
}
