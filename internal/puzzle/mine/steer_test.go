package mine

import (
	"context"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/chance"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Themes and turns that are asked for are found, with any number of jobs the same. Themes are held
// against the rules of the record that is found, not against what the mine looked at.
func TestThemesAreSteeredTowards(t *testing.T) {
	for i, c := range []struct {
		rules, theme, key, final string
		goal                     solve.Goal
		half                     bool
	}{
		{rules: "chess", theme: "castling"},
		{rules: "pacifist1", theme: "castling", key: "K@g1"},
		{rules: "pacifist1", theme: "needs-castling-test"},
		{rules: "conversion", theme: "castling", final: "R"},
		{rules: "pacifist2", theme: "promotion=N"},
		{rules: "pacifist-value", theme: "reclaim-choice"},
		{rules: "chess", theme: "promotion", goal: solve.HelpWin, half: true},
		{rules: "pacifist1", goal: solve.HelpWin},
		{rules: "pacifist1", goal: solve.SelfWin},
	} {
		if longtest.Short() && i > 1 {
			break
		}
		m := &Mine{
			Rules: puzzletest.Named(t, c.rules).Set(), From: Composed, Pieces: "4-8", Goal: c.goal,
			Half:  c.half,
			Least: 1, Most: 2, Count: 1, Pool: 1, Seed: 3,
			Demands: analysis.Fine(), Improve: 200, Nodes: 200_000, Key: c.key, Final: c.final,
		}
		if c.theme != "" {
			m.Themes = []string{c.theme}
		}
		if c.goal == solve.HelpWin {
			m.Most, m.Demands.Lines = 1, 1
		}
		one, err := m.Run(context.Background(), Options{Jobs: 1 + i%2})
		if err != nil || len(one) != 1 {
			t.Errorf("%+v: %d puzzles, %v", c, len(one), err)
			continue
		}

		p := &one[0]
		tree, err := p.Tree()
		if err != nil {
			t.Fatal(err)
		}
		line := tree.Keys[0].Line()
		switch name, kind, _ := strings.Cut(c.theme, "="); {
		case kind == "N":
			if !slices.ContainsFunc(line, func(t board.Played) bool {
				return t.Promotion == board.Knight
			}) {
				t.Errorf("%s: nothing becomes a knight: %v", p.FEN, p.Line)
			}
		case name == "castling":
			if !slices.ContainsFunc(p.Line, func(san string) bool {
				return strings.HasPrefix(san, "O-O")
			}) {
				t.Errorf("%s: nobody castles: %v", p.FEN, p.Line)
			}
		case name == "reclaim-choice":
			if !strings.Contains(string(p.Solution), "~") {
				t.Errorf("%s: no reclaim but the full one: %s", p.FEN, p.Solution)
			}
		case name != "" && !slices.Contains(p.Themes, name):
			t.Errorf("%s shows %v, not %s", p.FEN, p.Themes, name)
		}

		if c.key != "" && !strings.HasPrefix(p.Line[0], "O-O") &&
			!strings.HasPrefix(p.Line[0], "Kg1") {
			t.Errorf("%s: the key is %s", p.FEN, p.Line[0])
		}
		if last := p.Line[len(p.Line)-1]; c.final != "" && !strings.HasPrefix(last, c.final) {
			t.Errorf("%s: the last turn is %s", p.FEN, last)
		}
		if p.Goal() != c.goal || p.Half != c.half {
			t.Errorf("%s: it is a %s", p.FEN, p.Symbol())
		}
		if _, err := analysis.Verify(context.Background(), p, 1, nil); err != nil {
			t.Errorf("%s: %v", p.FEN, err)
		}
	}
}

func twoStep(m board.Move, p *board.Position) bool {
	return p.KindAt(m.From) == board.Pawn && m.From.File() == m.To.File() &&
		m.From.Rank()-m.To.Rank() == 2
}

func castles(m board.Move, p *board.Position) bool {
	_, ok := m.Castles(p)
	return ok
}

// What is composed for a theme of a rule that bars a turn has such a turn: one that the enemy, were
// it to move, may not make, and that nothing but the rule forbids.
func TestComposedPositionsBarATurn(t *testing.T) {
	for _, c := range []struct {
		rules, theme, rule string
		barred             func(m board.Move, p *board.Position) bool
	}{
		{"pacifist1", "needs-two-step-bar", "PAC-3", twoStep},
		{"pacifist-number", "needs-two-step-bar", "PAC-3", twoStep},
		{"pacifist-value", "needs-two-step-bar", "PAC-3", twoStep},
		{"pacifist2", "needs-castling-test", "PAC-14", castles},
		{"pacifist-average", "needs-castling-test", "PAC-14", castles},
	} {
		variant := puzzletest.Named(t, c.rules)
		material, err := parseMaterial("6-9", variant.Set())
		if err != nil {
			t.Fatal(err)
		}
		random, composed := chance.For(1, c.rules, 1), 0
		for range 30 {
			p, ok := material.compose(variant, steeringFor([]string{c.theme}), random)
			if !ok {
				continue
			}
			composed++
			p.Turn = p.Turn.Other()
			p.Rekey()
			found := false
			for from := range p.Colours[p.Turn].All {
				for to := board.Square(0); to < board.NoSquare; to++ {
					m := board.Move{From: from, To: to, Promotion: board.NoKind}
					if !c.barred(m, &p) {
						continue
					}
					breaches := variant.Breaches(&p, m)
					found = found || slices.ContainsFunc(breaches,
						func(b rules.Breach) bool { return b.Rule == c.rule })
				}
			}

			if !found {
				t.Errorf("%s, %s: nothing is barred in %s", c.rules, c.theme, variant.FEN(&p))
			}
		}

		if composed < 10 {
			t.Errorf("%s, %s: %d positions were composed", c.rules, c.theme, composed)
		}
	}
}

// What is composed for a theme has what the theme needs, beside kings.
func TestComposedForThemes(t *testing.T) {
	three := func(p *board.Position) bool {
		for kind := board.Knight; kind <= board.Queen; kind++ {
			for _, side := range p.Colours {
				if (p.Pieces(kind) & side).Count() > 2 {
					return true
				}
			}
		}

		return false
	}
	right := func(p *board.Position) bool { return p.Rights != (board.Rights{}) }
	queen := func(p *board.Position) bool {
		return p.Pieces(board.Queen)&p.Colours[board.White] != 0
	}
	pawn := func(p *board.Position) bool {
		const ranks = board.Bitboard(0xffff) << 40 // the sixth and the seventh
		return p.Pawns&p.Colours[board.White]&ranks != 0
	}
	for theme, has := range map[string]func(p *board.Position) bool{
		"castling": right, "needs-castling-cosquares": right, "promotion=N": pawn,
		"underpromotion":        pawn,
		"needs-king-queen-pair": queen, "needs-single-mover": three, "needs-far-partner": three,
		"needs-no-chain": three, "needs-faithful-friends": three,
	} {
		random := chance.For(1, theme, 1)
		for range 30 {
			p, ok := (material{From: 3, To: 4}).compose(puzzletest.Named(t, "conversion"),
				steeringFor([]string{theme}), random)
			if ok && !has(&p) {
				t.Errorf("%s: %s", theme, p.Board())
			}
		}
	}
}
