package analysis

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The themes that are read off a solution agree with its notation (NOT-1, NOT-2): promotions show
// "=", castling "O-O", a key that leaves the enemy kingless "+", and then the enemy has nothing but
// claims.
func TestThemesAgreeWithTheNotation(t *testing.T) {
	underpromotes := regexp.MustCompile(`=[NBR]`)
	met := map[string]int{}
	for _, p := range puzzletest.Sample(t) {
		has := func(theme string) bool { return slices.Contains(p.Themes, theme) }
		want := func(theme string, here bool) {
			if has(theme) != here {
				t.Errorf("%s %v: %s is %t", p.ID, p.Line, theme, has(theme))
			}
			met[theme] += count(here)
		}
		var own []string
		for i := 0; i < len(p.Line); i += 2 {
			own = append(own, p.Line[i])
		}
		text := strings.Join(own, " ")
		want(promotion, strings.Contains(text, "="))
		want(underpromo, underpromotes.MatchString(text))
		want(castlingTheme, strings.Contains(text, "O-O"))
		check := strings.ContainsAny(p.Line[0], "+#")
		if pacifist := p.Rules.Family == ruleset.Pacifist; check && has(QuietKey) ||
			check && pacifist &&
				!has(counterClaim) {
			t.Errorf("%s %v: the themes are %v", p.ID, p.Line, p.Themes)
		}

		if has(kingExchange) && !has(counterClaim) || has(kingSacrifice) && !has(counterClaim) {
			t.Errorf("%s: %v do not go together", p.ID, p.Themes)
		}
		met["check"] += count(check)
		met[QuietKey] += count(has(QuietKey))
	}

	for _, theme := range []string{promotion, underpromo, "check", QuietKey} {
		if met[theme] == 0 {
			t.Errorf("the sample shows no %s", theme)
		}
	}
}

// Zugzwang: if the enemy could pass after the key the plain search on the reference rules finds no
// win in the turns left.
func TestZugzwangAgreesWithThePlainSearch(t *testing.T) {
	yes, no := 0, 0
	for _, p := range puzzletest.Sample(t) {
		if p.In != 2 {
			continue
		}
		at, err := p.Position()
		if err != nil {
			t.Fatal(err)
		}
		set := p.Rules
		key, err := board.ParseUCI(&at, p.Keys[0])
		if err != nil {
			t.Fatal(err)
		}
		after := rules.NewReference(set).Play(&at, key).After
		if after.Kingless(after.Turn) || set.Family != ruleset.Pacifist &&
			rules.NewReference(set).InCheck(&after) {
			if slices.Contains(p.Themes, zugzwang) {
				t.Errorf("%s: zugzwang of an enemy that cannot pass", p.ID)
			}
			continue
		}

		after.Turn = at.Turn
		after.EnPassant = board.NoSquare
		after.Rekey()
		threat := false
		for _, m := range rules.NewReference(set).Moves(&after) {
			threat = threat || plainly(set, after, m, 1)
		}
		if got := slices.Contains(p.Themes, zugzwang); got == threat {
			t.Errorf("%s: zugzwang is %t and there is a threat: %t", p.ID, got, threat)
		}
		yes, no = yes+count(!threat), no+count(threat)
	}

	if yes == 0 || no == 0 {
		t.Errorf("%d and %d: nothing was compared", yes, no)
	}
}

// A win in one leaves the enemy nothing to wait for: it is no zugzwang.
func TestWinInOneIsNoZugzwang(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, variant, "7k/8/6K1/8/8/8/8/R7 w - - 0 1")
	found, err := New(variant, Options{}).Analyse(context.Background(), &at, 1)
	if err != nil || found.In != 1 {
		t.Fatal(found, err)
	}
	names, err := New(variant, Options{}).Themes(context.Background(), &at, &found)
	if err != nil || slices.Contains(names, zugzwang) {
		t.Errorf("%v, %v", names, err)
	}
}

// A turn that claims a king is not quiet, and no claim of the enemy's: the second example of
// docs/RULES.md.
func TestClaimsAreSeen(t *testing.T) {
	variant := puzzletest.Named(t, "pacifist1")
	at := puzzletest.Position(t, variant,
		"nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b - - 0 1")
	turn, err := variant.Parse(&at, "g6")
	if err != nil {
		t.Fatal(err)
	}
	if claimed := turn.Converted & turn.After.Kings; claimed.Count() != 1 ||
		!claimed.Has(board.At(4, 6)) {
		t.Errorf("g6 claims %v, want e7", claimed.Names())
	}

	found := Analysis{In: 1, Keys: []board.Move{turn.Move}, Tree: &puzzle.Tree{Position: at,
		Keys: []puzzle.Play{{Turn: turn, In: 1}}}}
	set := map[string]bool{}
	New(variant, Options{}).seen(&at, &found, set)
	if set[QuietKey] || set[counterClaim] || set[kingExchange] {
		t.Errorf("a turn that claims a king shows %v", set)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
