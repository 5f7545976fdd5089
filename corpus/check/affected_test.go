package check

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// altered returns a rule set with some settings changed, a position and a move in it.
func altered(t *testing.T, name string, change func(set *ruleset.Set), fen, uci string) (ruleset.Set, *board.Position,
	board.Move) {
	t.Helper()
	set := rulestest.Builtin(t, name)
	if change != nil {
		change(&set)
	}
	p, err := rules.New(set).ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	m, err := board.ParseUCI(&p, uci)
	if err != nil {
		t.Fatal(err)
	}
	return set, &p, m
}

// farther lists the kinds of bearing over more than 1 to so many squares.
func farther(most int) string {
	var list []string
	for _, k := range bearReach()[most+1] {
		list = append(list, string(k))
	}
	return strings.Join(list, ", ") + ", "
}

// All ways of bearing on which it depends what becomes of a move, in the order in which squares are looked at.
// Counted by hand.
func TestAllThatIsAffected(t *testing.T) {
	const (
		none = string(unsupported)
		king = "bearing of the king, bearing of the king in support, bearing of the king by +1-1, diagonal bearing of the king"
	)
	kingMoves := func(set *ruleset.Set) { set.KingSafety = ruleset.KingMoves }
	for _, test := range []struct {
		rules     string
		change    func(set *ruleset.Set)
		fen, uci  string
		want, why string
	}{
		{"pacifist1", nil, "7k/8/8/3n4/8/8/8/R6K w - - 0 1", "a1d1",
			"bearing of the rook, bearing of the rook in persuasion, bearing of the rook by +0+1, bearing along +0+1, bearing of the rook from afar, " +
				farther(3) + "bearing of the moved piece, " + none, "the rook alone bears on d5"},
		{"pacifist1", nil, "3r4/7k/8/8/8/8/8/R6K w - - 0 1", "a1d1",
			"bearing of the rook, bearing of the rook in persuasion, bearing of the rook by +0+1, bearing along +0+1, bearing of the rook from afar, " +
				farther(6) + "bearing of the moved piece, " + none, "on d8, not on d1, where the rook always counts"},
		{"pacifist1", nil, "8/8/2k5/3n4/8/8/8/R6K w - - 0 1", "a1d1", king, "the king supports d5"},
		{"pacifist1", nil, "r6k/8/8/3n4/8/4P3/8/7K w - - 0 1", "e3e4", `bearing of the pawn, bearing of the pawn in persuasion, White's bearing of the pawn, bearing of the pawn towards the a-file, bearing of the pawn by -1+1,
			bearing of the moved piece, bearing of the pawn backwards, White's bearing of the pawn backwards, ` + none, "the pawn bears on d5 and is on its way over nothing"},
		{"pacifist1", nil, "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q", `bearing of the queen, bearing of the queen in persuasion, bearing of the queen by +1+0, straight bearing of the queen, bearing along +1+0,
			bearing of the queen from afar, ` + farther(6) + "bearing of the moved piece, bearing of the promoted piece, " + none, "the queen bears on h8"},
		{"pacifist1", nil, "7k/8/8/8/2n5/8/8/3R3K w - - 0 1", "d1d3", "",
			"a rook passes d2, on which the knight bears"},
		// Two-steps.
		{"pacifist1", nil, "1r5k/8/8/8/8/8/1P6/7K w - - 0 1", "b2b4",
			"bearing of the rook, bearing of the rook in persuasion, bearing of the rook by +0-1, bearing along +0-1, bearing of the rook from afar, " +
				farther(4) + none, "the rook bears on b3"},
		{"pacifist1", nil, "2r5/7k/8/8/8/8/2P5/B6K w - - 0 1", "c2c4",
			"bearing of the bishop, bearing of the bishop in support, bearing of the bishop by +1+1, bearing along +1+1, bearing of the bishop from afar",
			"the bishop on a1 supports c3; both bear on it over more than a square"},
		// Castling.
		{"pacifist1", nil, "6rk/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1",
			"bearing of the rook, bearing of the rook by +0-1, bearing along +0-1, bearing of the rook from afar, " +
				farther(6) +
				"bearing of the rook in support, bearing of the rook by +1+0, bearing along +1+0, bearing of sliders from the next square", "the rook on g8 bears on g1, and that on f1 supports it"},
		// What stands behind a first slider.
		{"pacifist1", nil, "8/2k5/3n4/8/R7/3B4/8/7K w - - 0 1", "a4d4",
			king + ", bearing through sliders of other lines", "the bishop behind the rook"},
		{"pacifist1", func(set *ruleset.Set) { set.Lines = ruleset.Blocked }, "8/2k5/3n4/8/R7/3B4/8/7K w - - 0 1",
			"a4d4", king, "where nothing bears through others"},
		{"pacifist1", nil, "8/2k5/3n4/8/R7/4p3/3r4/7K w - - 0 1", "a4d4", `bearing of the pawn, bearing of the pawn in support, Black's bearing of the pawn, bearing of the pawn towards the a-file, bearing of the pawn by -1-1,
			bearing of the pawn backwards, Black's bearing of the pawn backwards, ` + king + ", bearing through enemy sliders", "the pawn supports d2, and that rook is behind the white one"},
		// Rules that judge where a king goes, and whether the moved piece counts: the bishop on a1 supports b2
		// against the rook on b8.
		{"pacifist1", kingMoves, "1r5k/8/8/8/8/2n5/8/BK6 w - - 0 1", "b1b2", `bearing of the bishop, bearing of the bishop in support, bearing of the bishop by +1+1, bearing along +1+1, bearing of sliders from the next square,
			bearing of the king, bearing of the king in persuasion, bearing of the king by +1+1, diagonal bearing of the king, bearing of the moved piece, ` + none, "the king is supported, and converts the knight"},
		{"pacifist1", kingMoves, "1r5k/8/8/8/8/8/8/BR5K w - - 0 1", "b1b2",
			"bearing of the rook, bearing of the rook in persuasion, bearing of the rook by +0+1, bearing along +0+1, bearing of the rook from afar, " + farther(5) +
				"bearing of the moved piece, " + none + ", bearing of the rook by +1+0, bearing along +1+0",
			"a rook is not judged where it goes"},
		{"pacifist1", func(set *ruleset.Set) { set.MovedPiece = ruleset.UnlessPersuaded }, "1r5k/8/8/8/8/8/8/BR5K w - - 0 1", "b1b2", `bearing of the bishop, bearing of the bishop in support, bearing of the bishop by +1+1, bearing along +1+1,
			bearing of sliders from the next square, bearing of the rook, bearing of the rook in persuasion, bearing of the rook by +0+1, bearing along +0+1, bearing of the rook from afar, ` + farther(5) +
			"bearing of the moved piece, " + none + ", bearing of the rook by +1+0, bearing along +1+0",
			"the moved rook converts b8, and that h8"},
		// The rook comes to b5, where it does not count against d5.
		{"pacifist-number", nil, "1r1r4/7k/8/3n4/8/8/6B1/1R5K w - - 0 1", "b1b5",
			"bearing of the rook, bearing of the rook in persuasion, bearing of the rook by +0-1, bearing along +0-1, bearing of the rook from afar, " + farther(2) +
				none + ", bearing of the rook in support", "one against one on d5"},
		// What may be taken back: the knight on a2.
		{"pacifist-number", nil, "7k/8/8/8/8/8/N6r/R3K3 w - - 0 1", "e1d1",
			"bearing of the rook in support, bearing of the rook by +0+1, bearing along +0+1, bearing of sliders from the next square", "the rook supports the knight"},
		{"pacifist1", nil, "7k/8/8/8/8/8/N6r/R3K3 w - - 0 1", "e1d1", "", "nothing is taken back"},
		// Check.
		{"conversion", nil, "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3",
			"bearing of the rook, bearing of the rook by +0-1, bearing along +0-1, bearing of the rook from afar, " +
				farther(6), "a rook gives check"},
		{"conversion", nil, "4q2k/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3",
			"bearing of the rook, bearing of the rook by +0-1, bearing along +0-1, bearing of the rook from afar, " +
				farther(5), "not what stands behind it"},
		{"conversion", nil, "7k/8/8/8/8/8/4B3/r3K3 w - - 0 1", "e2d3",
			"bearing of the rook, bearing of the rook by +1+0, bearing along +1+0, bearing of the rook from afar, " +
				farther(3), "from a1"},
		{"conversion", nil, "4r2k/8/8/8/1b6/8/4B3/4K3 w - - 0 1", "e2d3", farther(2),
			"rook and bishop give check, from three squares away and more"},
		{"conversion", nil, "4k3/8/8/8/8/6n1/8/4K2R w K - 0 1", "e1g1",
			"bearing of the knight, bearing of the knight by -1-2", "over f1, on which the knight bears"},
		{"conversion", nil, "7k/8/8/8/8/8/3p4/R3K3 w - - 0 1", "a1a2", `bearing of the pawn backwards, Black's bearing of the pawn backwards,
			bearing of the pawn, Black's bearing of the pawn, bearing of the pawn towards the h-file, bearing of the pawn by +1-1`, "a pawn gives check"},
		{"conversion", nil, "7k/8/8/8/8/4K3/3p4/R7 w - - 0 1", "a1a2",
			"bearing of the pawn backwards, Black's bearing of the pawn backwards", "it would, looking back"},
	} {
		set, p, m := altered(t, test.rules, test.change, test.fen, test.uci)
		listed(t, test.why+": "+test.fen+" "+test.uci, affected(set, p, m), test.want)
	}
}

// Three rooks in a line against king and bishop: without any of them, or without the third alone, d7 is not
// over-persuaded.
func TestThirdSlidersDecide(t *testing.T) {
	set, p, m := altered(t, "pacifist1", nil, "2k1b3/3n4/8/R7/3R4/3R4/8/7K w - - 0 1", "a5d5")
	got := affected(set, p, m)
	slices.Sort(got)
	listed(t, "three rooks", got, `bearing along +0+1, bearing of the moved piece, bearing of the rook, bearing of the rook by +0+1, bearing of the rook from afar, bearing of the rook in persuasion, bearing of third sliders,
		bearing over more than 1 square, bearing over more than 2 squares, bearing over more than 3 squares, bearing through other sliders, bearing through rooks, straight bearing through other sliders`)
}

// All ways in which a piece bears through others.
func TestBearingThroughOthers(t *testing.T) {
	for _, test := range []struct {
		fen, square string
		lines       ruleset.Lines
		want        map[string]string // by the square of the bearer
	}{
		{"7k/8/3n4/8/3R4/8/3Q4/7K w - - 0 1", "d6", ruleset.Batteries, map[string]string{
			"d4": "bearing of the rook, bearing of the rook by +0+1, bearing along +0+1, bearing of the rook from afar, bearing over more than 1 square",
			"d2": "bearing of the queen, bearing of the queen by +0+1, straight bearing of the queen, bearing along +0+1, bearing of the queen from afar, " + farther(3) +
				"bearing through other sliders, bearing through rooks, bearing through sliders of another kind, straight bearing through other sliders, bearing through other sliders at a distance",
		}},
		{"7k/3n4/8/3Q4/3R4/3R4/8/7K w - - 0 1", "d7", ruleset.Batteries, map[string]string{
			"d5": "bearing of the queen, bearing of the queen by +0+1, straight bearing of the queen, bearing along +0+1, bearing of the queen from afar, bearing over more than 1 square",
			"d4": "bearing of the rook, bearing of the rook by +0+1, bearing along +0+1, bearing of the rook from afar, " + farther(2) +
				"bearing through other sliders, bearing through queens, bearing through sliders of another kind, straight bearing through other sliders",
			"d3": "bearing of the rook, bearing of the rook by +0+1, bearing along +0+1, bearing of the rook from afar, " + farther(3) +
				"bearing through other sliders, bearing through rooks, bearing through queens, bearing through sliders of another kind, straight bearing through other sliders, bearing of third sliders",
		}},
		{"7k/8/8/3n4/4B3/5B2/8/7K w - - 0 1", "d5", ruleset.Batteries, map[string]string{
			"e4": "bearing of the bishop, bearing of the bishop by -1+1, bearing along -1+1, bearing of sliders from the next square",
			"f3": "bearing of the bishop, bearing of the bishop by -1+1, bearing along -1+1, bearing of the bishop from afar, bearing over more than 1 square, bearing through other sliders, bearing through bishops, diagonal bearing through other sliders",
		}},
		// Through a king, where the rules have that: it is no slider.
		{"7k/8/3n4/3K4/8/3Q4/8/8 w - - 0 1", "d6", ruleset.AnyFriend, map[string]string{
			"d5": "bearing of the king, bearing of the king by +0+1, straight bearing of the king",
			"d3": "bearing of the queen, bearing of the queen by +0+1, straight bearing of the queen, bearing along +0+1, bearing of the queen from afar, " + farther(2) +
				"bearing through other sliders, straight bearing through other sliders, bearing through other sliders at a distance",
		}},
		{"7k/8/8/8/3nN3/8/2P5/7K w - - 0 1", "d4", ruleset.Batteries, map[string]string{}},
		{"7k/8/8/2pnp3/8/8/8/K7 b - - 0 1", "d4", ruleset.Batteries, map[string]string{
			"c5": "bearing of the pawn, Black's bearing of the pawn, bearing of the pawn towards the h-file, bearing of the pawn by +1-1",
			"e5": "bearing of the pawn, Black's bearing of the pawn, bearing of the pawn towards the a-file, bearing of the pawn by -1-1",
		}},
	} {
		set, p, _ := altered(t, "pacifist1", func(set *ruleset.Set) { set.Lines = test.lines }, test.fen, "a1a2")
		s := squareOf(t, test.square)
		w := rules.NewReference(set).Weigh(p, s, p.Turn)
		if len(w.By) != len(test.want) {
			t.Errorf("%s: %d pieces bear on %s", test.fen, len(w.By), test.square)
		}
		for range 2 { // the second time from memory
			for i, kinds := range (&bearJudge{set: set, moved: board.NoSquare}).kindsOf(w, s, anyRole) {
				listed(t, test.fen, kinds, test.want[w.By[i].Square.String()])
			}
		}
	}
}

// What becomes of a move where a way of bearing does not count. Five waves of one piece each go from b3 to c5,
// c8, h3 and f4.
func TestOutcomeBy(t *testing.T) {
	const waves = "2b4k/K7/8/2r5/5r2/1n5n/8/7R w - - 0 1"
	const castled = "6rk/8/8/8/8/8/8/5RK1"
	first := func(set *ruleset.Set) { set.Rounds = ruleset.FirstRound }
	kings := func(set *ruleset.Set) { set.KingConverts = ruleset.No }
	every := func(set *ruleset.Set) { set.KingSafety = ruleset.EveryKing }
	nobody := func(set *ruleset.Set) { set.KingSafety = ruleset.NoKingSafety }
	for _, test := range []struct {
		change       func(set *ruleset.Set)
		fen, uci     string
		k            kind
		board        string
		safe, tested bool
	}{
		{nil, waves, "h1b1", "", "2B4k/K7/8/2R5/5R2/1N5N/8/1R6", true, false},
		{nil, waves, "h1b1", "bearing of the bishop", "2B4k/K7/8/2R5/5r2/1N5n/8/1R6", true, false},
		{nil, waves, "h1b1", "bearing of the moved piece", "2b4k/K7/8/2r5/5r2/1n5n/8/1R6", true, false},
		{nil, waves, "h1b1", unsupported, "2b4k/K7/8/2r5/5r2/1n5n/8/1R6", true, false},
		{first, waves, "h1b1", "", "2b4k/K7/8/2r5/5r2/1N5n/8/1R6", true, false},
		// The bishop on a1 persuades d4, or supports it.
		{nil, "7k/8/8/8/3n4/8/8/B6K w - - 0 1", "h1g1", "", "7k/8/8/8/3N4/8/8/B5K1", true, false},
		{nil, "6k1/8/8/8/3n4/8/6K1/b6R w - - 0 1", "h1h4", "", "6k1/8/8/8/3n3R/8/6K1/b7", true, false},
		{nil, "6k1/8/8/8/3n4/8/5BK1/b6R w - - 0 1", "h1h4", unsupported, "6k1/8/8/8/3N3R/8/5BK1/b7", true, false},
		// What is converted on a1 is a wave like others.
		{nil, "7k/8/8/8/8/8/7K/n6R w - - 0 1", "h1g1", "", "7k/8/8/8/8/8/7K/N5R1", true, false},
		{nil, "7k/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "", "R6K/8/8/8/8/8/8/6K1", true, false},
		{kings, "7k/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "", "R6k/8/8/8/8/8/8/6K1", true, false},
		{kings, "6nk/8/8/8/8/8/8/K5R1 w - - 0 1", "g1f1", "", "6nk/8/8/8/8/8/8/K4R2", true, false},
		{kings, "7k/8/8/6n1/8/8/8/K6R w - - 0 1", "h1g1", "", "7k/8/8/6N1/8/8/8/K5R1", true, false},
		// Kings that hang.
		{nil, "r6k/8/8/8/8/8/7P/K7 w - - 0 1", "h2h3", "", "r6k/8/8/8/8/7P/8/K7", false, false},
		{nil, "r7/8/8/8/8/8/7P/K5K1 w - - 0 1", "h2h3", "", "r7/8/8/8/8/7P/8/K5K1", true, false},
		{every, "r7/8/8/8/8/8/7P/K5K1 w - - 0 1", "h2h3", "", "r7/8/8/8/8/7P/8/K5K1", false, false},
		{every, "r7/8/8/8/8/8/7P/1K4K1 w - - 0 1", "h2h3", "", "r7/8/8/8/8/7P/8/1K4K1", true, false},
		{every, "r7/8/8/8/8/8/7P/K5K1 w - - 0 1", "h2h3", "bearing of the rook", "r7/8/8/8/8/7P/8/K5K1", true, false},
		{nobody, "r6k/8/8/8/8/8/7P/1K6 w - - 0 1", "h2h3", "", "r6k/8/8/8/8/7P/8/1K6", false, false},
		// The rook on g8 attacks g1.
		{nil, "6rk/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "", castled, true, false},
		{nil, "6rk/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "bearing of the rook", castled, true, true},
		{nil, "6rk/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "bearing of the knight", castled, true, false},
		// Only two-steps pass a square.
		{nil, "r6k/8/8/8/8/4P3/8/7K w - - 0 1", "e3e4", "", "r6k/8/8/8/4P3/8/8/7K", true, false},
		{nil, "7k/8/8/8/2n5/8/8/3R3K w - - 0 1", "d1d3", "", "7k/8/8/8/2n5/3R4/8/7K", true, false},
	} {
		set, p, m := altered(t, "pacifist1", test.change, test.fen, test.uci)
		after, err := board.ParseBoard(test.board)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := outcomeBy(set, p, m, test.k), (bornOut{after.Colours, test.safe, test.tested}); got != want {
			t.Errorf("%s %s without %q: %+v, want %+v", test.fen, test.uci, test.k, got, want)
		}
	}
}

// Ways are sifted only under rules by which what comes of them is easily told, and of these only those by which
// single pieces bear.
func TestSiftedWays(t *testing.T) {
	ways := []kind{"bearing of the rook", "bearing through sliders of other lines", "bearing of the queen",
		"bearing through enemy sliders", "conversions"}
	sifted := []kind{"bearing through sliders of other lines", "bearing through enemy sliders", "conversions"}
	for name, test := range map[string]struct {
		change func(set *ruleset.Set)
		want   []kind
	}{
		"plain":           {func(*ruleset.Set) {}, sifted},
		"another family":  {func(set *ruleset.Set) { set.Family = ruleset.Conversion }, ways},
		"a reclaim":       {func(set *ruleset.Set) { set.Reclaim = ruleset.FullReclaim }, ways},
		"the moved piece": {func(set *ruleset.Set) { set.MovedPiece = ruleset.UnlessPersuaded }, ways},
		"touched pieces":  {func(set *ruleset.Set) { set.Candidates = ruleset.TouchedCandidates }, ways},
	} {
		set, p, m := altered(t, "pacifist1", nil, "7k/8/8/8/8/8/1P6/7K w - - 0 1", "b2b3")
		test.change(&set)
		if got := decisive(set, p, m, ways); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
