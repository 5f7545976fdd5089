package analysis

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"turncoat/puzzle/solution"
	"turncoat/puzzle/solve"
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
}

// The themes that can be seen in the solution. A number follows WavesPrefix.
const (
	QuietKey      = "quiet-key"
	kingExchange  = "king-exchange"
	counterClaim  = "counter-claim"
	kingSacrifice = "king-sacrifice"
	WavesPrefix   = "waves-"
	promotion     = "promotion"
	underpromo    = "underpromotion"
	castlingTheme = "castling"
	reclaimTheme  = "reclaim"
	zugzwang      = "zugzwang"
	switchback    = "switchback"
)

// The themes of lines and mates. Only orthodox chess has them: where pieces change sides, lines and guards do not last.
const (
	battery      = "battery"
	pinMate      = "pin-mate"
	unpin        = "unpin"
	halfPin      = "half-pin"
	interference = "interference"
	grimshaw     = "grimshaw"
	novotny      = "novotny"
	modelMate    = "model-mate"
	idealMate    = "ideal-mate"
	echo         = "echo"
)

// Themes lists the themes, in the order of the docs and indexes.
var Themes = []Theme{
	{Name: QuietKey, Title: "quiet key", Means: "the key converts and captures nothing and gives no check"},
	{Name: zugzwang, Title: "zugzwang",
		Means: "after the key the enemy would be safe for the turns that are left if it could pass"},
	{Name: counterClaim, Title: "counter-claim", Means: "the enemy claims a king and loses all the same"},
	{Name: kingExchange, Title: "king exchange", Means: "in the main line both sides claim a king"},
	{Name: kingSacrifice, Title: "sacrifice of a king",
		Means: "a turn lets the enemy claim a king that it need not have lost"},
	{Name: promotion, Title: "promotion", Means: "a pawn promotes in the main line"},
	{Name: underpromo, Title: "underpromotion", Means: "a pawn becomes another piece than a queen in the main line"},
	{Name: castlingTheme, Title: "castling", Means: "the main line castles"},
	{Name: reclaimTheme, Title: "reclaim", Means: "pieces are taken back in the main line"},
	{Name: switchback, Title: "switchback", Means: "a piece goes back to where it came from, without a stop between"},
	{Name: battery, Title: "battery",
		Means: "a turn of the mating side opens the line of a piece behind, which gives check"},
	{Name: pinMate, Title: "pin-mate", Means: "in a mate a piece is pinned that could parry it otherwise"},
	{Name: unpin, Title: "unpin",
		Means: "a turn frees a pinned piece, which makes use of it with its side's next turn"},
	{Name: halfPin, Title: "half-pin",
		Means: "of two pieces before their king each leaves the line, and a mate needs that the other is pinned"},
	{Name: interference, Title: "interference",
		Means: "a piece steps into the line of another of its side, which could parry a mate otherwise"},
	{Name: grimshaw, Title: "Grimshaw",
		Means: "two pieces of different kinds, no queens, interfere with each other on one square"},
	{Name: novotny, Title: "Novotny",
		Means: "two pieces interfere with each other by capturing on the square where their lines meet"},
	{Name: modelMate, Title: "model mate",
		Means: "in a mate each square around the king is guarded or blocked once, and all pieces of the mating side " +
			"but king and pawns take part"},
	{Name: idealMate, Title: "ideal mate", Means: "in a model mate all pieces on the board take part"},
	{Name: echo, Title: "echo", Means: "two model mates are one picture, moved, turned or mirrored"},
	{Name: changedPlay, Title: "changed play",
		Means: "a turn of the enemy's is answered otherwise after the key than in set play or after a try"},
	{Name: transferredPlay, Title: "transferred play",
		Means: "an answer of set play or of a try answers another turn of the enemy's after the key"},
	{Name: reciprocalPlay, Title: "reciprocal play",
		Means: "two turns of the enemy's exchange their answers between set play or a try and the solution"},
	{Name: zagoruiko, Title: "Zagoruiko",
		Means: "two turns of the enemy's are answered in three ways: in the solution and in two other phases"},
	{"needs-batteries", "needs batteries", "sliders must bear through friends", "lines", "blocked"},
	{"needs-second-wave", "needs the second wave", "one round of conversions would not do", "rounds", "first"},
	{"needs-far-conversions", "needs far conversions", "pieces must convert that the moved piece does not bear on",
		"candidates", "touched"},
	{"needs-king-to-persuade", "needs the king to persuade", "kings must persuade or support", "king-bears", "no"},
	{"needs-pawn-diagonals", "needs the pawns' diagonals", "pawns must bear diagonally, not ahead", "pawn-bears",
		"advance"},
	{"needs-ties", "needs ties to hold", "a tie must leave a piece as it is", "threshold", "equals"},
	{"needs-moved-piece", "needs the moved piece's rule",
		"it matters how a moved piece counts that is over-persuaded", "moved-piece", ""},
	{"needs-weighing", "needs the weighing", "by another weighing it would fail", "weigh", ""},
	{"needs-claim-duty", "needs the duty to claim", "a kingless side must claim at once", "kingless", "free"},
	{"needs-king-safety", "needs the safety of kings", "kings must not be left or moved into persuasion",
		"king-safety", "none"},
	{"needs-two-step-bar", "needs the two-step bar", "a two-step is barred by the square that it passes", "two-step",
		"free"},
	{"needs-castling-test", "needs the castling test", "a castling is barred by what bears on the king's way",
		"castling-test", "none"},
	{"needs-reclaim", "needs the reclaim", "without reclaims it would fail", "reclaim", "none"},
	{"needs-king-queen-pair", "needs king and queen as a pair", "king and queen must make co-squares",
		"pairs-king-queen", "no"},
	{"needs-far-partner", "needs the far partner", "partners must make co-squares that are not the nearest",
		"pairs-many", "no"},
	{"needs-single-mover", "needs partners at rest", "partners that did not move must make no co-squares",
		"cosquares-by", "either"},
	{"needs-no-chain", "needs conversions to stop", "converted pieces must convert nothing", "chain", "yes"},
	{"needs-faithful-friends", "needs faithful friends", "friendly pieces must stay on co-squares", "friendly", "flip"},
	{"needs-castling-cosquares", "needs castling's co-squares", "castling must make co-squares", "castling-cosquares",
		"none"},
	{"needs-conversion-check", "needs check by conversion", "a threat to convert the king must be check",
		"conversion-check", "no"},
}

// orthodox lists the themes that only orthodox chess can show.
var orthodox = []string{battery, pinMate, unpin, halfPin, interference, grimshaw, novotny, modelMate, idealMate, echo}

// FindTheme returns the theme with a name, and whether there is one.
func FindTheme(name string) (Theme, bool) {
	if n, ok := strings.CutPrefix(name, WavesPrefix); ok {
		return Theme{Name: name, Title: "chain of " + n + " waves", Means: "a turn of the main line converts in " +
			n + " waves"}, true
	}
	i := slices.IndexFunc(Themes, func(t Theme) bool { return t.Name == name })
	if i < 0 {
		return Theme{}, false
	}
	return Themes[i], true
}

// Themes computes the themes of a solution, sorted by name. For the rules that it needs it is solved again
// under misreadings: a theme that could not be settled within limits that are the same for
// every call is not claimed.
func (a *Analyst) Themes(ctx context.Context, at *board.Position, found *Analysis) ([]string, error) {
	return a.themes(ctx, at, found, misreadNodes(found.In))
}

// themes computes the themes, looking at so many turns at most to settle each need.
func (a *Analyst) themes(ctx context.Context, at *board.Position, found *Analysis, limit int) ([]string, error) {
	set := map[string]bool{}
	a.seen(at, found, set)
	if a.goal != solve.HelpWin {
		waiting, err := a.zugzwang(ctx, at, found)
		if err != nil {
			return nil, err
		}
		set[zugzwang] = waiting
	}
	for _, theme := range Themes {
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
	return append([]string{}, shown(set)...), nil // never nil, so that JSON has a list
}

// shown returns the names of the themes that are in a set, sorted, but for those that puzzles do not name.
func shown(set map[string]bool) []string {
	maps.DeleteFunc(set, func(name string, here bool) bool {
		return !here || name == anyWaves || strings.HasPrefix(name, promotionTo)
	})
	return slices.Sorted(maps.Keys(set))
}

// seen adds the themes that can be seen in the solution. Of a help-win all lines are the main line, and both sides'
// turns count.
func (a *Analyst) seen(at *board.Position, found *Analysis, set map[string]bool) {
	help := a.goal == solve.HelpWin
	keys := found.Tree.Keys
	if !help {
		keys = keys[:1]
		key := &keys[0].Turn
		set[QuietKey] = key.Converted == 0 && !captures(a.variant, at, key.Move) && solution.MayPass(a.variant, &key.After)
	}
	waves := 0
	v := viewer{set: set, pairs: map[pair]bool{}, pictures: map[string]string{}}
	for i := range keys {
		main := true
		for line := range keys[i].Variations {
			if main {
				waves = max(waves, a.mainLine(at, line, help, set))
			}
			main = false
			set[switchback] = set[switchback] || goesBack(line, help)
			switch {
			case a.variant.Set().Family == ruleset.Chess:
				v.look(at, line)
			case !help:
				sacrifices(at, line, set)
			}
		}
	}
	if waves > 1 {
		set[fmt.Sprint(WavesPrefix, waves)], set[anyWaves] = true, true
	}
}

// mainLine adds the themes of a main line, and returns the most waves of a turn.
func (a *Analyst) mainLine(before *board.Position, line []board.Played, help bool, set map[string]bool) (waves int) {
	claims := [2]bool{}
	for i := range line {
		t := &line[i]
		claims[i&1] = claims[i&1] || t.Converted&t.After.Kings != 0
		set[reclaimTheme] = set[reclaimTheme] || t.Reclaimed != 0
		if help || i%2 == 0 {
			waves = max(waves, len(t.Waves))
			a.moveThemes(before, t, set)
		}
		before = &t.After
	}
	set[kingExchange] = set[kingExchange] || !help && claims[0] && claims[1]
	return waves
}

// sacrifices adds what the enemy claims in a line, and whether the attacker need not have lost it.
func sacrifices(before *board.Position, line []board.Played, set map[string]bool) {
	for i := 0; i+1 < len(line); i += 2 {
		attack, reply := &line[i], &line[i+1]
		claimed := reply.Converted & reply.After.Kings
		// The kings that were the attacker's already before its turn, where they stand after it.
		owned := before.Kings & before.Colours[before.Turn]
		if owned.Has(attack.From) {
			owned = owned&^attack.From.Bit() | attack.After.Kings&^before.Kings
		}
		set[counterClaim] = set[counterClaim] || claimed != 0
		set[kingSacrifice] = set[kingSacrifice] || claimed&owned != 0
		before = &reply.After
	}
}

// moveThemes adds the themes of a single move of the main line.
func (a *Analyst) moveThemes(before *board.Position, t *board.Played, set map[string]bool) {
	_, castles := t.Castles(before)
	set[castlingTheme] = set[castlingTheme] || castles
	if t.Promotion < board.NoKind {
		set[promotion] = true
		set[underpromo] = set[underpromo] || t.Promotion != board.Queen
		set[promotionTo+string(t.Promotion.Letter())] = true
	}
}

// zugzwang reports whether the key threatens nothing: with a pass of the enemy's there would be no win in
// the turns that are left. An enemy that must claim a king, or is in check, cannot pass.
func (a *Analyst) zugzwang(ctx context.Context, at *board.Position, found *Analysis) (bool, error) {
	if found.In < 2 {
		return false, nil
	}
	var p board.Position
	a.variant.Play(at, found.Keys[0], &p)
	if !solution.MayPass(a.variant, &p) {
		return false, nil
	}
	p = solution.NullMove(&p)
	in, _, err := a.Shortest(ctx, &p, found.In-1)
	if err != nil {
		return false, ctx.Err() // not settled
	}
	return in == 0, nil
}
