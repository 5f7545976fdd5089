package check

import (
	"regexp"
	"testing"
)

// There are as many bugs of a kind as can be counted by hand from what their names have in common, and as many
// ways to play each out.
func TestHowManyBugs(t *testing.T) {
	const kind = "(pawn|knight|bishop|rook|queen|king)"
	ways := waysByName()
	for _, test := range []struct {
		what, pattern string
		names, each   int
	}{
		// Of 8, 8 and six times 4 steps each of which is lost with each other twice, seen from either end, in
		// castling or not.
		{"steps there twice", "^the .* step [+-]\\d[+-]\\d missing, and [+-]\\d[+-]\\d there twice$", 8*7 + 8*7 +
			6*4*3, 4},
		// Each of six kinds and each of six, in three verbs, in castling or not.
		{"kinds and what they bear on", "^" + kind + "s do not (bear on|persuade|support) " + kind + "s$", 6 * 6 * 3,
			2},
		{"kinds of a side", "^(White|Black)'s " + kind + "s do not (bear on|persuade|support) anything$", 2 * 6 * 3, 2},
		// Each of five kinds but pawns as each other.
		{"kinds that go and bear as others", "^" + kind + "s move and bear as " + kind + "s$", 5 * 4, 2},
		{"kinds that bear as others", "^" + kind + "s bear as " + kind + "s$", 5 * 4, 2},
		{"kinds that go as others", "^" + kind + "s move as " + kind + "s$", 5 * 4, 1},
		{"exchanged kinds that go and bear", "^" + kind + "s and " + kind + "s move and bear as each other$", 10, 2},
		{"exchanged kinds that bear", "^" + kind + "s and " + kind + "s bear as each other$", 10, 2},
		{"exchanged kinds that go", "^" + kind + "s and " + kind + "s move as each other$", 10, 1},
		// Nine ways of bearing for both sides and for each, three of bearing on more squares, and one past the edge.
		{"pawns that bear otherwise", "^((White|Black)'s )?pawns bear [^,]*(, (not|the one) [^,]*|, diagonally)?$",
			3*9 + 3 + 1, 0},
		{"pawns that persuade otherwise", "^((White|Black)'s )?pawns bear .*, in persuasion$", 3 * 9, 1},
		{"pawns that support otherwise", "^((White|Black)'s )?pawns bear .*, in support$", 3 * 9, 1},
		{"pawns that go back", "^((White|Black)'s )?pawns move the wrong way$", 3, 1},
		{"pawns that go and bear back", "^((White|Black)'s )?pawns move and bear the wrong way$", 3, 2},
		// Each of four promotions to each other kind, and two of the four.
		{"promotions to another kind", "^promotions to a " + kind + " make a " + kind + "$", 4 * 5, 1},
		{"exchanged promotions", "^promotions to a " + kind + " and to a " + kind + " are exchanged$", 4 * 3 / 2, 1},
	} {
		names, pattern := 0, regexp.MustCompile(test.pattern)
		for name, list := range ways {
			if pattern.MatchString(name) {
				if names++; len(list) != test.each && test.each != 0 {
					t.Errorf("%q can be played out in %d ways, not %d", name, len(list), test.each)
				}
			}
		}
		if names != test.names {
			t.Errorf("%s: %d bugs, not %d", test.what, names, test.names)
		}
	}
}
