package generate

import (
	"slices"
	"testing"

	"turncoat/internal/longtest"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Positions with the rarities that they show by the rules, worked out by hand.
func TestRarities(t *testing.T) {
	const (
		beyond = "O-O refused over a piece beyond king and rook"
		away   = "castling refused after the enemy moved its rook away"
	)
	checkShown(t, rarities, []showing{
		// The king stands on g1 already, and the rook may not go to f1 (PAC-13).
		{"pacifist1", "8/8/8/8/8/6k1/8/5NKR w K - 0 1", "", beyond},
		{"pacifist1", "8/8/8/8/8/6k1/8/6KR w K - 0 1", "", ""},
		{"pacifist1", "7k/8/8/8/8/8/8/4KN1R w K - 0 1", "", ""},  // between king and rook
		{"pacifist1", "7k/8/8/8/8/8/8/3KRNN1 w E - 0 1", "", ""}, // two of them
		// K names the outermost rook, which stands on g1 here (PAC-15).
		{"pacifist1", "7k/8/8/8/8/8/8/4K1R1 w K - 0 1", "",
			"castling by a letter of White for a rook outside the corner"},
		{"pacifist1", "k7/8/8/8/8/8/8/4KR1R w F - 0 1", "", ""}, // F names it
		{"pacifist1", "k7/8/8/8/8/8/8/4K2R w K - 0 1", "", ""},  // in the corner
		// The queen's squares round a1 hang, and what the king could persuade is supported as much.
		{"pacifist1", "8/8/8/8/8/8/2qk4/K7 w - - 0 1", "", "White to move: stalemate, its king safe"},
		{"pacifist1", "8/8/8/8/8/8/8/5kqK w - - 0 1", "", "White to move: stalemate, its king hanging"},
		{"chess", "8/8/8/8/8/6k1/6q1/6K1 w - - 0 1", "", "White to move: checkmate, its king hanging"},
		// The rook on h1 is Black's and leaves; the one that comes there is another (PAC-15).
		{"pacifist1", "k7/8/8/8/8/8/8/4KR1r b K - 0 1", "h1h5 f1h1 a8b8", away},
		{"pacifist1", "k7/8/8/8/8/8/8/4K2R w K - 0 1", "h1h5 a8b8 h5h1 b8a8", ""}, // White's own rook was away
	})
}

// Every rarity that a rule set can show is found among some thousand composed positions.
func TestRarity(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		if longtest.Short() && name != "pacifist1" && name != "chess" {
			continue
		}
		set := rulestest.Builtin(t, name)
		c := composer{variant: rules.New(set), family: set.Family}
		end := "stalemate"
		if set.Family != ruleset.Pacifist {
			end = "checkmate"
		}
		want := []string{"O-O refused over a piece beyond king and rook",
			"O-O-O refused over a piece beyond king and rook"}
		for _, side := range []string{"White", "Black"} {
			want = append(want, side+" to move: stalemate, its king safe", side+" to move: "+end+", its king hanging",
				"castling by a letter of "+side+" for a rook outside the corner")
		}
		if set.Family == ruleset.Pacifist && set.CastlingConverted != ruleset.LosesRight {
			want = append(want, "castling refused after the enemy moved its rook away")
		}
		slices.Sort(want)
		found := shownAmong(&c, 3000, c.rarity, rarities)
		for _, name := range want {
			if found[name] == 0 {
				t.Errorf("%s: no position in which %s", set.Name, name)
			}
			delete(found, name)
		}
		for name := range found {
			t.Errorf("%s: %s", set.Name, name)
		}
	}
}
