package reference

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A play is a hand-made position, a move and what must come of it. What is expected was worked out
// on paper from docs/RULES.md, never by running the code.
type play struct {
	rules string // a built-in set and changed settings: "pacifist1 lines=blocked"
	fen   string
	move  string // UCI, castling as king takes own rook

	board   string // after the turn, with the full reclaim where there is one
	waves   string // "e7,g7;f8" where it matters
	illegal string // the rule that forbids the move, instead of a board
}

func parseRules(t testing.TB, rules string) ruleset.Set {
	t.Helper()
	name, changes, _ := strings.Cut(rules, " ")
	set := rulestest.Builtin(t, name)
	for _, change := range strings.Fields(changes) {
		key, value, _ := strings.Cut(change, "=")
		setting, ok := ruleset.FindSetting(key)
		if !ok {
			t.Fatalf("no setting %q", key)
		}
		var err error
		set, err = setting.With(set, value)
		if err != nil {
			t.Fatal(err)
		}
	}

	return set
}

// checkOutcome holds the outcome of a position, and whether the side to move has lost, to those
// wanted.
func checkOutcome(t *testing.T, rules, fen, result, reason string) {
	t.Helper()
	set := parseRules(t, rules)
	p := mustFEN(t, set, fen)
	got := Outcome(set, p)
	if got.Result.String() != result || got.Reason != reason {
		t.Errorf("%s: %s: %v, want %s %s", rules, fen, got, result, reason)
	}
	if lost := Lost(set, p); lost != (result == board.Win(p.Turn.Other()).String()) {
		t.Errorf("%s: %s: lost: %v, want %s", rules, fen, lost, result)
	}
}

func parseMove(t testing.TB, p *board.Position, text string) board.Move {
	t.Helper()
	m, err := board.ParseUCI(p, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func waveText(waves []board.Bitboard) string {
	var list []string
	for _, w := range waves {
		list = append(list, strings.Join(w.Names(), ","))
	}
	return strings.Join(list, ";")
}

func (c play) check(t *testing.T) {
	t.Helper()
	set := parseRules(t, c.rules)
	p := mustFEN(t, set, c.fen)
	m := parseMove(t, &p, c.move)
	breaches := Breaches(set, p, m)
	legal := slices.Contains(Moves(set, p), m)
	if c.illegal != "" {
		if legal || !slices.ContainsFunc(breaches,
			func(b Breach) bool { return b.Rule == c.illegal }) {
			t.Errorf("%s: %s: %s is legal %v, breaches %v, want %s", c.rules, c.fen, c.move, legal,
				breaches, c.illegal)
		}

		return
	}

	if !legal || len(breaches) > 0 {
		t.Errorf("%s: %s: %s is illegal: %v", c.rules, c.fen, c.move, breaches)
		return
	}

	played := Full(set, p, m)
	if got := string(played.After.AppendBoard(nil)); c.board != "" && got != c.board {
		t.Errorf("%s: %s: after %s\n got %s\nwant %s", c.rules, c.fen, c.move, got, c.board)
	}
	if got := waveText(played.Waves); c.waves != "" && got != c.waves {
		t.Errorf("%s: %s: %s: waves %s, want %s", c.rules, c.fen, c.move, got, c.waves)
	}
}

func checkPlays(t *testing.T, plays []play) {
	t.Helper()
	for _, c := range plays {
		c.check(t)
	}
}

// countTurns counts the turns of one move, one for each reclaim choice, and returns what each took.
func countTurns(t testing.TB, rules, fen, move string) (reclaims []string) {
	t.Helper()
	set := parseRules(t, rules)
	p := mustFEN(t, set, fen)
	for turn := range TurnsOf(set, p, parseMove(t, &p, move)) {
		reclaims = append(reclaims, strings.Join(turn.Reclaimed.Names(), ","))
	}
	return reclaims
}
