package puzzle

import (
	"strconv"
	"strings"
	"sync"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Goal is what the side to move, the attacker, must reach.
type Goal uint16

// The goals.
const (
	// Win: the enemy is to move and has lost, being kingless without a legal turn (PAC-12) or mated
	// (CON-11).
	Win Goal = iota
	// SelfWin: the enemy is forced to win.
	SelfWin
	// HelpWin: both sides work together so that the enemy of the side that begins wins, with its
	// n-th turn at the latest: the help-mate of problemists.
	HelpWin
	// Claim: a turn of the attacker's converts an enemy king, whether or not it can be claimed
	// back.
	Claim

	// Stalemate, added to a win, a self-win or a help-win, asks for a side that has no legal turn
	// but has not lost.
	Stalemate Goal = 4
	// Series, added to a win or a help-win, lets the side that begins make all its turns in a row;
	// in a help-win its enemy then makes one. Only the last turn of a side may give check or take a
	// last king.
	Series Goal = 8
	// SemiReflex, added to a self-win, obliges the enemy to win if it can; Reflex obliges the
	// attacker as well.
	SemiReflex Goal = 16
	Reflex          = SemiReflex | 32

	// Forced, added to a help-win, asks for a last part in which nobody helps: every legal turn of
	// the winner then wins. With a series it is the series-selfmate of problemists, otherwise the
	// help-selfmate. [Reflex], added to a help-win, obliges both sides to win where they can, from
	// the first turn on.
	Forced Goal = 64
	// Reciprocal, added to a help-win, asks that the loser can win instead of making its last turn.
	Reciprocal Goal = 128
	// Quodlibet, added to a self-win, lets the attacker win instead.
	Quodlibet Goal = 256
	// Exact, added to any goal, makes the goal count only with the last of the turns that are
	// asked for. What ends the game sooner fails, and so does a shorter line.
	Exact Goal = 512
)

// Plain returns the goal without additions.
func (g Goal) Plain() Goal { return g & 3 }

// HasLines reports whether the solutions are lines, because nobody is forced.
func (g Goal) HasLines() bool { return g.HasHelp() || g&Series != 0 }

// IsPlain reports whether the goal has no additions. Other goals have no proofs, no grades, and no
// themes about the rules that they need.
func (g Goal) IsPlain() bool { return g == g.Plain() }

// MovesAgain reports whether the side that has made a turn makes the next as well, with so many
// plies left.
func (g Goal) MovesAgain(left int) bool { return g&Series != 0 && left >= g.Plies(1, false) }

// Variant returns the rules for problems with the goal. If nobody is forced, one side may have no
// king.
func (g Goal) Variant(v *rules.Variant) *rules.Variant {
	if g.HasLines() {
		return v.OneKing()
	}
	return v
}

// Counts reports whether the goal counts when it is reached and the attacker has so many turns left
// of those that are asked for.
func (g Goal) Counts(left int) bool { return g&Exact == 0 || left == 0 }

// Fewest returns the fewest turns, or plies, in which the goal may be reached if it is asked for in
// so many; least is the fewest that a goal without [Exact] takes.
func (g Goal) Fewest(least, asked int) int {
	if g&Exact != 0 {
		return asked
	}
	return least
}

// HasHelp reports whether both sides work together.
func (g Goal) HasHelp() bool { return g.Plain() == HelpWin }

// CanHalve reports whether the goal allows an additional half turn.
func (g Goal) CanHalve() bool { return g.HasHelp() && g&Series == 0 }

// Begins returns the side that begins by the conventions of problemists. In help-wins Black begins
// and loses, or White begins and wins with an additional half turn. Where the last turn is forced,
// White loses. In all other goals White begins.
func (g Goal) Begins(half bool) board.Colour {
	loser := board.Black
	if g&(Forced|Reflex) != 0 {
		loser = board.White
	}
	switch {
	case !g.HasHelp():
		return board.White
	case half:
		return loser.Other()
	}
	return loser
}

// Plies returns the total number of turns that lead to the goal in n turns of the side that begins;
// half adds half a turn to a help-win.
func (g Goal) Plies(n int, half bool) int {
	switch {
	case g&Series != 0 && g.HasHelp():
		return n + 1
	case g&Series != 0:
		return n
	case half:
		return 2*n + 1
	case g.HasHelp(), g.Plain() == SelfWin:
		return 2 * n
	}

	return 2*n - 1
}

var goals = map[Goal]struct{ name, symbol string }{
	Win: {"win", "#"}, SelfWin: {"self-win", "s#"}, HelpWin: {"help-win", "h#"},
	Claim:  {"claim", "claim in "},
	Series: {"series-win", "ser-#"}, HelpWin | Series: {"series-help-win", "ser-h#"},
	SelfWin | SemiReflex: {"semi-reflex-win", "semi-r#"}, SelfWin | Reflex: {"reflex-win", "r#"},
	HelpWin | Forced: {"help-self-win", "hs#"}, HelpWin | Forced | Series: {"series-self-win", "ser-s#"},
	HelpWin | Reflex: {"help-reflex-win", "hr#"}, HelpWin | Reflex | Series: {"series-reflex-win", "ser-r#"},
	HelpWin | Reciprocal:             {"reciprocal-help-win", "reci-h#"},
	SelfWin | Quodlibet:              {"quodlibet-self-win", "quodlibet s#"},
	SelfWin | SemiReflex | Quodlibet: {"quodlibet-semi-reflex-win", "quodlibet semi-r#"},
	SelfWin | Reflex | Quodlibet:     {"quodlibet-reflex-win", "quodlibet r#"},
}

// String returns the name of the goal in proofs and JSON.
func (g Goal) String() string {
	return g.text(goals[g&^(Stalemate|Exact)].name, "win", "stalemate")
}

// Symbol returns the stipulation in the notation of problemists, without the number.
func (g Goal) Symbol() string { return g.text(goals[g&^(Stalemate|Exact)].symbol, "#", "=") }

// text replaces the word for a win by that for a stalemate if the goal is a stalemate, and adds what
// is written before an exact one.
func (g Goal) text(text, win, stalemate string) string {
	if g&Stalemate != 0 {
		text = strings.ReplaceAll(text, win, stalemate)
	}
	if g&Exact != 0 {
		text = exactly + text
	}
	return text
}

// exactly is written before the name and the symbol of an [Exact] goal.
const exactly = "exact-"

// byName maps the names of all goals but the exact ones to the goals.
var byName = sync.OnceValue(func() map[string]Goal {
	all := map[string]Goal{}
	for plain := range goals {
		all[(plain | Stalemate).String()] = plain | Stalemate
		all[plain.String()] = plain // also of a claim, which is none of a stalemate
	}

	return all
})

// ParseGoal returns the goal with a name, and whether there is one.
func ParseGoal(name string) (goal Goal, ok bool) {
	name, exact := strings.CutPrefix(name, exactly)
	goal, ok = byName()[name]
	if ok && exact {
		goal |= Exact
	}
	return goal, ok
}

// maxAsked is the maximum number of turns in a stipulation.
const maxAsked = 60

// ParseStipulation reads a stipulation as people write it: the symbol of problemists (see
// [Goal.Symbol]) before the number of turns, as in #2, s#3, h#2.5, ser-h=4 or exact-#3, or the name
// of the goal, as in "self-win 3" or "claim in 2". A help-win of half a turn, h#0.5, is a single
// turn.
func ParseStipulation(text string) (goal Goal, in int, half, ok bool) {
	goal, turns, ok := CutGoal(text)
	if !ok {
		return 0, 0, false, false
	}
	if goal.CanHalve() {
		turns, half = strings.CutSuffix(turns, ".5")
	}
	in, err := strconv.Atoi(turns)
	if err != nil || in > maxAsked || in < 0 || in == 0 && !half {
		return 0, 0, false, false
	}
	return goal, in, half, true
}

// CutGoal cuts a stipulation in the form of [ParseStipulation] into its goal and the text of its
// number of turns, which may be anything: "h#1.5..2.5" is a help-win and "1.5..2.5".
func CutGoal(text string) (goal Goal, turns string, ok bool) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	text = strings.ReplaceAll(text, "½", ".5")
	text, exact := strings.CutPrefix(text, exactly)
	goal, turns, ok = cutInexact(text)
	if ok && exact {
		goal |= Exact
	}
	return goal, turns, ok
}

// cutInexact is [CutGoal] for a goal that is not [Exact], in lower case.
func cutInexact(text string) (goal Goal, turns string, ok bool) {
	for plain := range goals {
		for _, goal := range []Goal{plain, plain | Stalemate} {
			if turns, is := strings.CutPrefix(text, goal.Symbol()); is {
				return goal, strings.TrimSpace(turns), true
			}
		}
	}

	name, turns, _ := strings.Cut(text, " ")
	goal, ok = byName()[name]
	return goal, strings.TrimPrefix(turns, "in "), ok
}

// Reached reports whether a turn of the attacker's has reached the goal. (That of a self-win is
// reached by the enemy, unless there is a [Quodlibet]: see [Goal.ReachedByEnemy].)
func (g Goal) Reached(variant *rules.Variant, t *board.Played) bool {
	switch g.Plain() {
	case Claim:
		return t.Converted&t.After.Kings != 0
	case Win:
		return g.Ended(variant, &t.After)
	}

	return g&Quodlibet != 0 && g.Ended(variant, &t.After)
}

// Ended reports whether the game has ended in the way that the goal demands: the side to move has
// lost, or is stalemated.
func (g Goal) Ended(variant *rules.Variant, p *board.Position) bool {
	lost := variant.Outcome(p).Result == board.Win(p.Turn.Other())
	if g&Stalemate == 0 {
		return lost
	}
	return !lost && len(variant.Moves(p)) == 0
}

// ReachedByEnemy reports whether a turn of the enemy's has reached the goal of a self-win.
func (g Goal) ReachedByEnemy(variant *rules.Variant, t *board.Played) bool {
	return g.Plain() == SelfWin && g.Ended(variant, &t.After)
}
