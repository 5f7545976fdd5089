package check

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules/board"
)

// Boards on which many pieces look at d4, and one with gaps between them.
const (
	crowded = "3Q4/B2r2Q1/1Q1R1B2/1NkpB3/QrQ1RBQR/2PKP3/1B1R1b2/Q2r2B1" // c4 is a queen, a4 too
	columns = "3R4/3Q2B1/3R1Q2/3RB3/RRQ1rqr1/8/8/K6k"
	blocked = "8/8/3R4/3P4/4nRnQ/3N4/3R4/K6k"
	single  = "8/8/8/4K3/Q2n4/1NP5/8/k2R2B1"
)

var playedWays = sync.OnceValue(waysByName)

// weights holds the weight of a bug on a square, in a role, to the pieces that count, twice where they count twice.
func weights(t *testing.T, name string, b *board.Position, square string, by board.Colour, role, want string) {
	t.Helper()
	set := rulestest.Builtin(t, "pacifist2")
	list := playedWays()[name]
	if len(list) == 0 {
		t.Errorf("no bug is called %q", name)
		return
	}
	got := list[0].weigh(&set, b, squareOf(t, square), by, role)
	var squares []string
	sum := int64(0)
	for _, x := range got.By {
		squares = append(squares, x.Square.String())
		if x.Piece != b.PieceAt(x.Square) {
			t.Errorf("%s: %v stands on %v", name, x.Piece, x.Square)
		}
	}
	slices.Sort(squares)
	wanted := strings.Fields(want)
	slices.Sort(wanted)
	for _, s := range wanted {
		sum += int64(set.Values[b.KindAt(squareOf(t, s))])
	}
	// these count, and do not list
	if strings.HasPrefix(name, "behind a slider") || strings.HasPrefix(name, "sliders bear over") {
		squares = wanted
	}
	if got.Count != int64(len(wanted)) || got.Sum != sum || !slices.Equal(squares, wanted) {
		t.Errorf("%s, %s on %s: %d of the value %d (%v), want %d of %d (%v)", name, role, square, got.Count, got.Sum,
			squares, len(wanted), sum, wanted)
	}
}

func boardOf(t *testing.T, placement string) *board.Position {
	t.Helper()
	p, err := board.ParseBoard(placement)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// What counts on d4 for programs with bugs in what sliders bear through, worked out by hand from the names, line
// by line; in the role that a bug is not about, the rules.
func TestLinesByHand(t *testing.T) {
	const (
		right = "b5 c3 c4 d3 e3 e4 e5 f6 g7 " // of the crowded board
		all   = "d5 d6 d7 d8 e5 f6 g7 c4 b4 a4"
	)
	for _, test := range []struct{ name, crowded, blocked, columns string }{
		{"a pawn that bears on the square as well", right + "b2 a1", "", all},
		{"a king that bears on the square as well", right + "d2", "", all},
		{"a pawn or a king that bears on the square as well", right + "b2 a1 d2", "", all},
		{"pawns of their side as well", right + "b2 a1", "d6", all},
		{"one piece of their side, whatever it is", right + "b2 a1 d2", "d6 d2", all},
		{"one piece of either side, whatever it is", right + "b2 a1 d2 d6 b6 a7", "d6 d2 f4", all},
		{"one piece of the enemy, whatever it is", right + "d6 b6 a7", "f4", all},
		{"all sliders of their side, of other lines too", right + "g4 h4", "", all},
		{"sliders of the enemy that move along the line as well", right + "a4", "", all},
		{"enemy kings as well", right + "b6 a7", "", all},
		{"their own king as well", right + "d2", "", all},
		{"one other slider at most", "b5 c3 c4 d3 e3 e4 e5 f6", "", "d5 d6 e5 f6 c4 b4"},
		{"each other on diagonals only", right, "", "d5 e5 f6 g7 c4"},
		{"each other on files and ranks only", "b5 c3 c4 d3 e3 e4 e5", "", "d5 d6 d7 d8 e5 c4 b4 a4"},
		{"those of their own kind only", "b5 c3 c4 d3 e3 e4 e5 f6", "", "d5 d6 e5 c4"},
		{"each other only where they are White's", right, "", all},
		{"each other only where they are Black's", "b5 c3 c4 d3 e3 e4 e5", "", "d5 e5 c4"},
		{"bishops only", right, "", "d5 e5 f6 c4"},
		{"rooks only", "b5 c3 c4 d3 e3 e4 e5", "", "d5 d6 d7 e5 c4"},
		{"queens only", "b5 c3 c4 d3 e3 e4 e5", "", "d5 e5 c4 b4"},
		{"each other, but not through bishops", "b5 c3 c4 d3 e3 e4 e5", "", "d5 d6 d7 d8 e5 c4 b4 a4"},
		{"each other, but not through rooks", right, "", "d5 e5 f6 g7 c4 b4"},
		{"each other, but not through queens", right, "", "d5 d6 d7 e5 f6 c4"},
	} {
		for board, lists := range map[string][2]string{crowded: {test.crowded, right}, blocked: {test.blocked, ""},
			columns: {test.columns, all}} {
			lines(t, "sliders bear through "+test.name, board, lists[0], lists[1])
		}
	}
	for name, want := range map[string]string{
		"bishops do not bear through other sliders": "d5 d6 d7 d8 e5 f6 c4 b4 a4",
		"rooks do not bear through other sliders":   "d5 d7 e5 f6 g7 c4",
		"queens do not bear through other sliders":  "d5 d6 d8 e5 g7 c4 b4 a4",
	} {
		lines(t, name, columns, want, all)
	}
	black := boardOf(t, columns)
	weights(t, "sliders bear through each other only where they are White's", black, "d4", board.Black, persuasion,
		"e4")
	weights(t, "sliders bear through each other only where they are Black's", black, "d4", board.Black, persuasion,
		"e4 f4 g4")
	// Whatever is the enemy's is looked through everywhere, or before the nearest own piece alone.
	ways := playedWays()
	for suffix, roles := range map[string]int{"": 4, ", in persuasion": 2, ", in support": 2} {
		name := "sliders bear through whatever is the enemy's" + suffix
		if len(ways[name]) != roles {
			t.Errorf("%d bugs are called %q", len(ways[name]), name)
		}
	}
	set := rulestest.Builtin(t, "pacifist1")
	for i, w := range ways["sliders bear through whatever is the enemy's"] {
		if got, want := w.weigh(&set, boardOf(t, crowded), squareOf(t, "d4"), board.White, persuasion).Count,
			[...]int64{14, 14, 12, 12}[i]; got != want {
			t.Errorf("way %d: %d pieces, want %d", i, got, want)
		}
		if (w.attacked != nil) != (i%2 == 1) {
			t.Errorf("way %d is about attacks: %v", i, w.attacked != nil)
		}
	}
	attack := ways["sliders bear through whatever is the enemy's"][1].attacked
	// past the knight on c4, not past a rook of its own
	for square, want := range map[string]bool{"a2": false, "a4": true, "c3": true, "h8": false} {
		if got := attack(boardOf(t, "8/8/8/8/2nRn3/8/8/B6k"), squareOf(t, square), board.White); got != want {
			t.Errorf("%s is attacked: %v", square, got)
		}
	}
}

// lines holds a bug in what sliders bear through, in each of its roles, on d4.
func lines(t *testing.T, name, placement, wrong, right string) {
	t.Helper()
	b := boardOf(t, placement)
	for _, role := range []string{persuasion, inSupport} {
		weights(t, name, b, "d4", board.White, role, wrong)
		weights(t, name+", "+role, b, "d4", board.White, role, wrong)
	}
	weights(t, name+", in persuasion", b, "d4", board.White, inSupport, right)
	weights(t, name+", in support", b, "d4", board.White, persuasion, right)
}

// What counts for programs with other bugs in what bears on squares, worked out by hand from their names.
func TestBearersByHand(t *testing.T) {
	const (
		right = "a4 b3 c3 d1 e5 g1" // on the knight on d4
		all   = "d5 d6 d7 d8 e5 f6 g7 c4 b4 a4 "
		line  = "b5 c3 c4 d3 e3 e4 e5 f6 g7 "
	)
	for _, test := range []struct {
		name, board, square string
		by                  board.Colour
		persuade, support   string
	}{
		{"rooks do not bear on knights", single, "d4", board.White, "a4 b3 c3 e5 g1", "a4 b3 c3 e5 g1"},
		{"rooks do not bear on bishops", single, "d4", board.White, right, right},
		{"knights do not persuade knights", single, "d4", board.White, "a4 c3 d1 e5 g1", right},
		{"kings do not support knights", single, "d4", board.White, right, "a4 b3 c3 d1 g1"},
		{"White's queens do not bear on anything", single, "d4", board.White, "b3 c3 d1 e5 g1", "b3 c3 d1 e5 g1"},
		{"Black's queens do not bear on anything", single, "d4", board.White, right, right},
		{"White's pawns do not persuade anything", single, "d4", board.White, "a4 b3 d1 e5 g1", right},
		{"bishops count twice", single, "d4", board.White, right + " g1", right + " g1"},
		{"the first slider of a line counts twice", columns, "d4", board.White, all + "d5 e5 c4", all + "d5 e5 c4"},
		{"the first slider of a line counts twice", single, "d4", board.White, right + " a4 d1 g1",
			right + " a4 d1 g1"},
		{"sliders behind others count twice", columns, "d4", board.White, all + "d6 d7 d8 f6 g7 b4 a4",
			all + "d6 d7 d8 f6 g7 b4 a4"},
		{"sliders behind others count twice", single, "d4", board.White, right, right},
		{"sliders do not bear through each other in support", columns, "d4", board.White, all, "d5 e5 c4"},
		{"sliders do not bear through each other in persuasion", columns, "d4", board.White, "d5 e5 c4", all},
		{"sliders bear through another only when they stand right behind it", columns, "d4", board.White, all, all},
		{"sliders bear through another only when they stand right behind it", "8/3R4/8/3R4/8/8/8/K6k", "d4",
			board.White, "d5", "d5"},
		{"support is not counted: one persuader is enough", columns, "d4", board.White, all, ""},
		{"pieces support themselves", single, "d4", board.Black, "", "d4"},
		{"pieces support themselves", single, "d4", board.White, right, right},
		{"pieces support themselves", columns, "d4", board.White, all, all},
		// Over all pieces each slider counts that looks along the line, over the enemy's only up to the first of its
		// own that does not.
		{"sliders bear over all pieces in their way", crowded, "d4", board.White,
			line + "b2 a1 g1 d2 d6 d8 g4 h4 a4 b6 a7", line + "b2 a1 g1 d2 d6 d8 g4 h4 a4 b6 a7"},
		{"sliders bear over the pieces of the enemy in their way", crowded, "d4", board.White,
			line + "d6 d8 a4 b6 a7", line + "d6 d8 a4 b6 a7"},
		{"sliders bear over all pieces in their way", single, "d4", board.White, right, right},
		{"sliders bear over the pieces of the enemy in their way", single, "d4", board.White, right, right},
		{"sliders bear over all pieces in their way", "7k/8/8/8/8/8/8/N6K", "b3", board.White, "a1", "a1"},
		{"sliders bear over the pieces of the enemy in their way", "7k/8/8/8/8/8/n7/R6K", "a4", board.White, "a1",
			"a1"},
		{"behind a slider all sliders of its side count, of other lines too", crowded, "d4", board.White,
			line + "f4 g4 h4", line + "f4 g4 h4"},
		{"behind a slider those of the enemy count, too", crowded, "d4", board.White, line + "b4 a4", line + "b4 a4"},
		// Round the edge, counted from a1 to h8: a pawn seven or nine squares on, a knight 6, 10, 15 or 17, a king 1,
		// 7, 8 or 9.
		{"pawns bear round the edge of the board", "8/8/8/8/P7/8/8/K6k", "h4", board.White, "a4", "a4"},
		{"pawns bear round the edge of the board", "8/8/8/8/8/7P/8/K6k", "a5", board.White, "h3", "h3"},
		{"pawns bear round the edge of the board", "8/8/p7/8/8/8/8/K6k", "h4", board.Black, "a6", "a6"},
		{"pawns bear round the edge of the board", "8/8/8/8/7p/8/8/K6k", "a4", board.Black, "h4", "h4"},
		{"pawns bear round the edge of the board", "8/8/8/8/7p/8/8/K6k", "a4", board.White, "", ""},
		{"pawns bear round the edge of the board", "8/8/8/1P6/8/P7/8/K6k", "b4", board.White, "a3", "a3"},
		{"pawns bear round the edge of the board", "8/8/8/8/8/7P/8/K6k", "g4", board.White, "h3", "h3"},
		{"knights bear round the edge of the board", "K6k/8/8/8/8/8/8/N7", "g1", board.White, "a1", "a1"},
		{"knights bear round the edge of the board", "7N/8/8/8/8/8/8/k6K", "b8", board.White, "h8", "h8"},
		{"knights bear round the edge of the board", "K6k/8/8/8/8/8/N7/8", "h3", board.White, "a2", "a2"},
		{"knights bear round the edge of the board", "K6k/8/8/8/8/8/N7/8", "h2", board.White, "", ""},
		{"knights bear round the edge of the board", "8/8/8/8/N7/8/8/k6K", "h1", board.White, "a4", "a4"},
		{"knights bear round the edge of the board", "8/8/8/8/N7/8/8/k6K", "h5", board.White, "a4", "a4"},
		{"knights bear round the edge of the board", "8/8/8/8/N7/8/8/k6K", "h4", board.White, "", ""},
		{"knights bear round the edge of the board", "8/8/8/8/8/N6N/8/k6K", "b5", board.White, "a3 h3", "a3 h3"},
		{"knights bear round the edge of the board", "8/8/8/8/8/N6N/8/k6K", "g5", board.White, "h3", "h3"},
		{"knights bear round the edge of the board", "8/8/8/8/8/8/8/k6K", "g7", board.White, "", ""},
		{"kings bear round the edge of the board", "8/8/8/K7/8/8/8/7k", "h4", board.White, "a5", "a5"},
		{"kings bear round the edge of the board", "8/8/8/K7/8/8/8/7k", "h3", board.White, "a5", "a5"},
		{"kings bear round the edge of the board", "8/8/8/K7/8/8/8/7k", "h5", board.White, "a5", "a5"},
		{"kings bear round the edge of the board", "8/8/8/K7/8/8/8/7k", "h6", board.White, "", ""},
		{"kings bear round the edge of the board", "8/8/8/K7/8/8/8/7k", "b5", board.White, "a5", "a5"},
		// Pawns beside, before and behind d4.
		{"pawns bear straight ahead as well", "8/8/8/2PPP3/2P1P3/2PPP3/8/K6k", "d4", board.White, "c3 d3 e3",
			"c3 d3 e3"},
		{"pawns bear backwards as well", "8/8/8/2PPP3/2P1P3/2PPP3/8/K6k", "d4", board.White, "c3 e3 c5 e5",
			"c3 e3 c5 e5"},
		{"pawns bear sideways as well", "8/8/8/2PPP3/2P1P3/2PPP3/8/K6k", "d4", board.White, "c3 e3 c4 e4",
			"c3 e3 c4 e4"},
		{"pawns bear straight ahead as well", "8/8/8/2ppp3/2p1p3/2ppp3/8/K6k", "d4", board.Black, "c5 d5 e5",
			"c5 d5 e5"},
		{"pawns bear backwards as well", "8/8/8/2ppp3/2p1p3/2ppp3/8/K6k", "d4", board.Black, "c3 e3 c5 e5",
			"c3 e3 c5 e5"},
		{"pawns bear sideways as well", "8/8/8/2ppp3/2pNp3/2ppp3/8/K6k", "d4", board.Black, "c5 e5 c4 e4",
			"c5 e5 c4 e4"},
		{"pawns bear sideways as well", "8/8/8/8/2NPn3/8/8/K6k", "d4", board.White, "", ""},
	} {
		b := boardOf(t, test.board)
		weights(t, test.name, b, test.square, test.by, persuasion, test.persuade)
		weights(t, test.name, b, test.square, test.by, inSupport, test.support)
	}
	// Of the five rooks, and the two bishops and three queens, one counts.
	set := rulestest.Builtin(t, "pacifist2")
	for name, want := range map[string][2]int64{
		"several rooks that bear on a square count as one":   {6, 5 + 2*3 + 3*9},
		"several bishops that bear on a square count as one": {9, 5*5 + 3 + 3*9},
		"several queens that bear on a square count as one":  {8, 5*5 + 2*3 + 9},
		"several knights that bear on a square count as one": {10, 5*5 + 2*3 + 3*9},
	} {
		w := playedWays()[name][0].weigh(&set, boardOf(t, columns), squareOf(t, "d4"), board.White, persuasion)
		if got := [2]int64{w.Count, w.Sum}; got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}
