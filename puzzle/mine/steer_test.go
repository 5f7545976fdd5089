package mine

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/longtest"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/internal/chance"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Themes and turns that are asked for are found, with any number of jobs the same. Themes are held against the
// rules of the record that is found, not against what the mine looked at.
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
			Rules: puzzletest.Named(t, c.rules).Set(), From: Composed, Pieces: "4-8", Goal: c.goal, Half: c.half,
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
			if !slices.ContainsFunc(line, func(t board.Played) bool { return t.Promotion == board.Knight }) {
				t.Errorf("%s: nothing becomes a knight: %v", p.FEN, p.Line)
			}
		case name == "castling":
			if !slices.ContainsFunc(p.Line, func(san string) bool { return strings.HasPrefix(san, "O-O") }) {
				t.Errorf("%s: nobody castles: %v", p.FEN, p.Line)
			}
		case name == "reclaim-choice":
			if !strings.Contains(string(p.Solution), "~") {
				t.Errorf("%s: no reclaim but the full one: %s", p.FEN, p.Solution)
			}
		case name != "" && !slices.Contains(p.Themes, name):
			t.Errorf("%s shows %v, not %s", p.FEN, p.Themes, name)
		}
		if c.key != "" && !strings.HasPrefix(p.Line[0], "O-O") && !strings.HasPrefix(p.Line[0], "Kg1") {
			t.Errorf("%s: the key is %s", p.FEN, p.Line[0])
		}
		if last := p.Line[len(p.Line)-1]; c.final != "" && !strings.HasPrefix(last, c.final) {
			t.Errorf("%s: the last turn is %s", p.FEN, last)
		}
		if p.Goal() != c.goal || p.Half != c.half {
			t.Errorf("%s: it is a %s", p.FEN, p.Symbol())
		}
		if _, err := analysis.Verify(context.Background(), p, 1); err != nil {
			t.Errorf("%s: %v", p.FEN, err)
		}
	}
}

// What no puzzle can show is refused, with the reason.
func TestImpossibleThemes(t *testing.T) {
	for _, c := range []struct {
		rules, theme, why string
		goal              solve.Goal
	}{
		{"chess", "needs-batteries", "the rules have no lines", solve.Win},
		{"chess", "king-exchange", "no king ever changes sides", solve.Win},
		{"chess", "waves-2", "one wave", solve.Win},
		{"conversion", "waves", "one wave", solve.Win},
		{"pacifist1", "reclaim", "nothing is ever reclaimed", solve.Win},
		{"pacifist1", "reclaim-choice", "nothing is ever reclaimed", solve.Win},
		{"pacifist1", "needs-reclaim", "the rules are without it: reclaim is none", solve.Win},
		{"pacifist1", "zugzwang", "nobody is forced", solve.HelpWin},
		{"pacifist1", "promotion=K", "a promotion is to Q, R, B or N", solve.Win},
		{"pacifist1", "castling=Q", "there is no theme", solve.Win},
		{"pacifist1", "brilliance", "there is no theme", solve.Win},
	} {
		m := smallMine(t)
		m.Rules, m.Goal, m.Themes = puzzletest.Named(t, c.rules).Set(), c.goal, []string{c.theme}
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s, %s: %v, want %q", c.rules, c.theme, err, c.why)
		}
	}
}

func twoStep(m board.Move, p *board.Position) bool {
	return p.KindAt(m.From) == board.Pawn && m.From.File() == m.To.File() && m.From.Rank()-m.To.Rank() == 2
}

func castles(m board.Move, p *board.Position) bool {
	_, ok := m.Castles(p)
	return ok
}

// What is composed for a theme of a rule that bars a turn has such a turn: one that the enemy, were it to move,
// may not make, and that nothing but the rule forbids.
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
		game := puzzletest.Named(t, c.rules)
		material, err := parseMaterial("6-9", game.Set())
		if err != nil {
			t.Fatal(err)
		}
		random, composed := chance.For(1, c.rules, 1), 0
		for range 30 {
			p, ok := material.steered(game, steeringFor([]string{c.theme}), random)
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
					breaches := game.Breaches(&p, m)
					found = found || slices.ContainsFunc(breaches,
						func(b rules.Breach) bool { return b.Rule == c.rule })
				}
			}
			if !found {
				t.Errorf("%s, %s: nothing is barred in %s", c.rules, c.theme, game.FEN(&p))
			}
		}
		if composed < 10 {
			t.Errorf("%s, %s: %d positions were composed", c.rules, c.theme, composed)
		}
	}
}

// What themes ask of a position, and what is placed for it.
func TestSteering(t *testing.T) {
	for themes, want := range map[string]steering{
		"": {}, "zugzwang": {}, "castling": {castling: true}, "needs-castling-cosquares": {castling: true,
			castlers: true}, "needs-castling-test": {enemys: true, barred: "needs-castling-test"},
		"promotion": {promotion: true}, "promotion=N": {promotion: true}, "underpromotion": {promotion: true},
		"needs-two-step-bar": {twoStep: true, barred: "needs-two-step-bar"},
		"needs-single-mover": {partners: true}, "needs-far-partner": {partners: true},
		"needs-no-chain": {partners: true}, "needs-faithful-friends": {partners: true},
		"needs-king-queen-pair": {queen: true},
		"castling promotion":    {castling: true, promotion: true},
	} {
		s := steeringFor(strings.Fields(themes))
		if s != want || s.rights() != (want.castling || want.enemys) {
			t.Errorf("%s: %+v, want %+v", themes, s, want)
		}
	}
	piece := func(letter byte) board.Piece { p, _ := board.PieceOf(letter); return p }
	var given []board.Piece
	for _, letter := range []byte("KkRrPpQ") {
		given = append(given, piece(letter))
	}
	for seed := range uint64(60) {
		for _, test := range []struct {
			s     steering
			rest  string // of what was given
			count int    // pieces on the board
			holds func(p *board.Position) bool
		}{
			{steering{}, "KkRrPpQ", 0, func(p *board.Position) bool { return p.Rights.Squares() == 0 }},
			{steering{castling: true}, "krPpQ", 2, func(p *board.Position) bool {
				rooks := (p.Rooks & p.Colours[board.White]).Squares()
				return p.PieceAt(board.At(4, 0)) == piece('K') && len(rooks) == 1 &&
					(rooks[0] == 0 || rooks[0] == 7) && p.Rights.Squares() == p.Occupied()
			}},
			{steering{enemys: true}, "KRPpQ", 2, func(p *board.Position) bool {
				return p.PieceAt(board.At(4, 7)) == piece('k') && (p.PieceAt(56) == piece('r') ||
					p.PieceAt(63) == piece('r')) && p.Rights.Squares() == p.Occupied()
			}},
			{steering{promotion: true}, "KkRrpQ", 1, func(p *board.Position) bool {
				s := p.Occupied().First()
				return p.PieceAt(s) == piece('P') && (s.Rank() == 6 || s.Rank() == 5)
			}},
			{steering{twoStep: true}, "KkRrPQ", 1, func(p *board.Position) bool {
				s := p.Occupied().First()
				return p.PieceAt(s) == piece('p') && s.Rank() == 6
			}},
			{steering{queen: true}, "KkRrPp", 1,
				func(p *board.Position) bool { return p.PieceAt(p.Occupied().First()) == piece('Q') }},
			{steering{partners: true}, "", 3, func(p *board.Position) bool {
				first := p.PieceAt(p.Occupied().First())
				return p.Of(first.Kind).Count() == 3 && p.Colours[first.Colour].Count() == 3 &&
					first.Kind != board.Pawn && first.Kind != board.King
			}},
			{steering{castlers: true}, "", -1, func(p *board.Position) bool {
				n := (p.Rooks | p.Of(board.Queen)).Count()
				return p.Occupied().Count() == n && (n == 1 || n == 2) && p.Colours[board.Black] == 0
			}},
		} {
			p := board.Position{EnPassant: board.NoSquare, Number: 1}
			rest := ""
			for _, left := range test.s.begin(&p, slices.Clone(given), rand.New(rand.NewPCG(seed, 5))) {
				rest += string(left.Letter())
			}
			if test.rest != "" && rest != test.rest || test.count >= 0 && p.Occupied().Count() != test.count ||
				!test.holds(&p) {
				t.Fatalf("%+v, seed %d: %s are left, and on the board %s", test.s, seed, rest, p.Board())
			}
		}
	}
	g := puzzletest.Named(t, "chess")
	with := puzzletest.Position(t, g, "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1")
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/4P3/4K2R w - - 0 1": true, "4k3/8/8/8/8/4P3/8/4K2R w - - 0 1": true,
		"4k3/8/8/8/8/8/4P3/4K1R1 w - - 0 1": false, "4k3/8/8/8/8/8/4P3/5K1R w - - 0 1": false,
		"4k3/8/8/8/8/8/4P3/4K2B w - - 0 1": false, "4k3/8/8/8/8/8/4P3/4K2r w - - 0 1": false,
	} {
		changed := puzzletest.Position(t, g, fen)
		if got := keepsRights(&with, &changed); got != want {
			t.Errorf("%s: %t", fen, got)
		}
	}
	without := puzzletest.Position(t, g, "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1")
	other := puzzletest.Position(t, g, "4k3/8/8/8/8/8/4P3/5K2 w - - 0 1")
	if !keepsRights(&without, &other) {
		t.Error("there are no rights to keep")
	}
}
