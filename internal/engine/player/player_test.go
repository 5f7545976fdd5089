package player_test

import (
	"math/rand/v2"
	"testing"

	"turncoat/internal/engine/player"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// The same seed plays the same game, another seed another one.
func TestPlayersAreSeeded(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		g := rules.New(rulestest.Builtin(t, name))
		game := func(seed uint64) string {
			opponent, chance, at, text := player.New(g, 2, 100), rand.New(rand.NewPCG(seed, 0)), g.Start(), ""
			for range 12 {
				m, ok := opponent.Choose(&at, chance)
				if !ok {
					break
				}
				text += m.UCI(&at) + " "
				at = g.Full(&at, m).After
			}
			return text
		}
		if a, b := game(1), game(1); a != b || len(a) < 40 {
			t.Errorf("%s: %q and %q", name, a, b)
		}
		if game(1) == game(2) {
			t.Errorf("%s: two seeds play the same game", name)
		}
	}
}

// A player without noise takes the win in one that it sees: the rules text's third example.
func TestPlayerTakesTheWin(t *testing.T) {
	g := rules.New(rulestest.Builtin(t, "pacifist1"))
	at, err := g.ParseFEN("1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN")
	if err != nil {
		t.Fatal(err)
	}
	m, ok := player.New(g, 2, 0).Choose(&at, rand.New(rand.NewPCG(1, 0)))
	if san := g.SAN(&at, g.Full(&at, m)); !ok || san != "Qb6#" {
		t.Errorf("%s, want Qb6#", san)
	}
}
