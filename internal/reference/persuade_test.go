package reference

import (
	"slices"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// PAC-4: who bears on a square, through whom, and what that weighs.
func TestPAC4(t *testing.T) {
	const (
		number  = "pacifist1"
		value   = "pacifist2"
		average = "pacifist-average"
	)
	for _, c := range []struct {
		rules, fen, square string
		by                 board.Colour
		weight             string
		bearers            string // square and what it bears through
	}{
		// A battery: queen and rook on a file, each through the other.
		{number, "k7/8/8/3p4/8/8/3Q4/K2R4 w - - 0 1", "d5", board.White, "2", "[d1 via d2] [d2]"},
		{value, "k7/8/8/3p4/8/8/3Q4/K2R4 w - - 0 1", "d5", board.White, "14", ""},
		{average, "k7/8/8/3p4/8/8/3Q4/K2R4 w - - 0 1", "d5", board.White, "7", ""},
		{average, "k7/8/8/3p4/8/2N5/3Q4/K2R4 w - - 0 1", "d5", board.White, "17/3",
			"[c3] [d1 via d2] [d2]"},
		{average, "k7/8/8/3p4/8/2N5/8/K7 b - - 0 1", "d5", board.Black, "0", ""},
		{number + " lines=blocked", "k7/8/8/3p4/8/8/3Q4/K2R4 w - - 0 1", "d5", board.White, "1",
			"[d2]"},
		// Three in a row, and past the square they bear on nothing: an enemy piece stands there.
		{number, "k7/8/8/3p4/3R4/8/3Q4/K2R4 w - - 0 1", "d5", board.White, "3",
			"[d1 via d2,d4] [d2 via d4] [d4]"},
		{number, "k7/3p4/8/3p4/3R4/8/3Q4/K2R4 w - - 0 1", "d7", board.White, "0", ""},
		// From above: nearest to the piece first.
		{number, "3r4/3q4/3r4/8/8/3P4/8/K6k w - - 0 1", "d3", board.Black, "3",
			"[d6] [d7 via d6] [d8 via d7,d6]"},
		// Diagonals: bishop and queen bear through each other, a rook is in the way.
		{number, "k7/8/8/3p4/8/1Q6/B7/7K w - - 0 1", "d5", board.White, "2", "[a2 via b3] [b3]"},
		{number, "k7/8/8/3p4/8/1R6/B7/7K w - - 0 1", "d5", board.White, "0", ""},
		// nor through a bishop on a file
		{number, "k7/8/8/3p4/8/8/3B4/K2R4 w - - 0 1", "d5", board.White, "0", ""},
		// Not through a pawn, a knight, a king or an enemy.
		{number, "k7/8/8/3p4/8/3N4/8/K2R4 w - - 0 1", "d5", board.White, "0", ""},
		{number + " lines=any-friend", "k7/8/8/3p4/8/3N4/8/K2R4 w - - 0 1", "d5", board.White, "1",
			"[d1 via d3]"},
		{number + " lines=any-friend", "k7/8/8/3p4/8/3n4/8/K2R4 w - - 0 1", "d5", board.White, "0",
			""},
		{number, "k7/8/8/3p4/8/3q4/8/K2R4 w - - 0 1", "d5", board.White, "0", ""},
		{number + " lines=both-colours", "k7/8/8/3p4/8/3q4/8/K2R4 w - - 0 1", "d5", board.White,
			"1", "[d1 via d3]"},
		{number + " lines=both-colours", "k7/8/8/3p4/8/3b4/8/K2R4 w - - 0 1", "d5", board.White,
			"0", ""},
		{number, "k7/8/8/3p4/3K4/8/8/3R4 w - - 0 1", "d5", board.White, "1", "[d4]"},
		{number + " lines=attackers", "k7/8/8/3p4/3K4/8/8/3R4 w - - 0 1", "d5", board.White, "2",
			"[d1 via d4] [d4]"},
		// not next to it
		{number + " lines=attackers", "k7/8/8/3p4/8/3K4/8/3R4 w - - 0 1", "d5", board.White, "0",
			""},
		{number, "k7/8/8/3p4/2P5/1B6/8/7K w - - 0 1", "d5", board.White, "1", "[c4]"},
		{number + " lines=attackers", "k7/8/8/3p4/2P5/1B6/8/7K w - - 0 1", "d5", board.White, "2",
			"[b3 via c4] [c4]"},
		// it does not attack ahead
		{number + " lines=attackers", "k7/8/8/3p4/3P4/8/8/3R3K w - - 0 1", "d5", board.White, "0",
			""},
		// nor backwards
		{number + " lines=attackers", "k7/1B6/2P5/3p4/8/8/8/7K w - - 0 1", "d5", board.White, "0",
			""},
		// Empty squares of a line are skipped before, between and behind.
		{number, "k7/8/8/R2Q3p/8/8/8/7K w - - 0 1", "h5", board.White, "2", "[a5 via d5] [d5]"},
		// King and knight by their steps, a pawn diagonally ahead, either colour.
		{number, "8/8/2k5/3p4/8/2N5/8/7K w - - 0 1", "d5", board.Black, "1", "[c6]"},
		{number + " king-bears=no", "8/8/2k5/3p4/8/2N5/8/7K w - - 0 1", "d5", board.Black, "0", ""},
		{number, "k7/8/2p1p3/3p4/2P1P3/8/8/7K w - - 0 1", "d5", board.Black, "2", "[c6] [e6]"},
		{number, "k7/8/2p1p3/3p4/2P1P3/8/8/7K w - - 0 1", "d5", board.White, "2", "[c4] [e4]"},
		{number + " pawn-bears=advance", "k7/8/2p1p3/3p4/2P1P3/8/8/7K w - - 0 1", "d5", board.White,
			"0", ""},
		{number + " pawn-bears=advance", "k7/8/8/3p4/3P4/8/8/7K w - - 0 1", "d5", board.White, "1",
			"[d4]"},
		// one square ahead
		{number + " pawn-bears=advance", "k7/3p4/8/8/8/8/8/7K w - - 0 1", "d5", board.Black, "0",
			""},
		// A piece does not bear on its own square (PAC-5).
		{number, "k7/8/8/3q4/8/8/8/7K w - - 0 1", "d5", board.Black, "0", ""},
		{value, "k7/8/8/3p4/3K4/8/8/8 w - - 0 1", "d5", board.White, "1000", ""},
	} {
		set := parseRules(t, c.rules)
		p := mustFEN(t, set, c.fen)
		s, _ := board.ParseSquare(c.square)
		w := Weigh(set, p, s, c.by, 0)
		if got := w.String(); got != c.weight {
			t.Errorf("%s: %s: %v weighs %s on %s, want %s", c.rules, c.fen, c.by, got, c.square,
				c.weight)
		}

		if got := bearerText(w); c.bearers != "" && got != c.bearers {
			t.Errorf("%s: %s: %s: bearers %s, want %s", c.rules, c.fen, c.square, got, c.bearers)
		}
	}
}

func bearerText(w Weight) string {
	text := ""
	for _, b := range w.By {
		text += " [" + b.Square.String()
		for i, s := range b.Through {
			text += []string{" via ", ","}[min(i, 1)] + s.String()
		}
		text += "]"
	}

	return text[min(1, len(text)):]
}

// PAC-4: a rule set may set other values.
func TestPAC4Values(t *testing.T) {
	set, err := ruleset.Parse([]byte("{name: mine, base: pacifist2, values: {king: 4, pawn: 0}}"),
		"")
	if err != nil {
		t.Fatal(err)
	}
	p := mustFEN(t, set, "k7/8/8/3p4/2PK4/8/8/8 w - - 0 1")
	s, _ := board.ParseSquare("d5")
	if w := Weigh(set, p, s, board.White, 0); w.Sum != 4 || w.Count != 2 || w.String() != "4" {
		t.Errorf("%+v", w)
	}
	if w := Weigh(set, p, s, board.White, p.Kings); w.Sum != 0 || w.Count != 1 || len(w.By) != 1 {
		t.Errorf("without the king: %+v", w)
	}
	if w := Weigh(set, p, board.NoSquare, board.White, 0); w.Count != 0 || w.By != nil {
		t.Errorf("nowhere: %+v", w)
	}
	// A persuader without value exceeds nothing by total value, but is an average where there is
	// none.
	for weigh, want := range map[string]string{"number": "d5", "value": "", "average": "d5"} {
		setting, _ := ruleset.FindSetting("weigh")
		set, _ := setting.With(set, weigh)
		p := mustFEN(t, set, "k7/8/8/3p4/2P5/8/8/7K w - - 0 1")
		if got := waveText(Full(set, p, parseMove(t, &p, "h1h2")).Waves); got != want {
			t.Errorf("%s: converts %q, want %q", weigh, got, want)
		}
	}
}

// PAC-5: strictly greater; what the three weighings distinguish. White moves its king only.
func TestPAC5(t *testing.T) {
	const (
		tie   = "3r3k/1b6/8/3p4/8/2N5/8/3R3K w - - 0 1" // R+N against B+R: 2:2, 8:8, 4:4
		queen = "k7/8/4pn2/3p4/8/8/8/3Q3K w - - 0 1"    // Q against N+P: 1:2, 9:4, 9:2
		minor = "k2r4/8/8/3p4/4P3/2N5/8/7K w - - 0 1"   // N+P against R: 2:1, 4:5, 2:5
		rook  = "k2r4/8/8/3p4/4P3/8/8/3R3K w - - 0 1"   // R+P against R: 2:1, 6:5, 3:5
		// R+N+N against B: 3:1, 11:3, 11/3 against 3
		mixed = "7k/1b6/8/3p4/8/2N1N3/8/3R3K w - - 0 1"
		alone = "k7/8/8/3p4/8/8/8/7K w - - 0 1" // nothing bears on d5
	)
	for _, c := range []struct{ fen, number, value, average string }{
		{tie, "", "", ""},
		{queen, "", "d5;e6", "d5;e6"}, // and from d5 the pawn persuades e6
		{minor, "d5", "", ""},
		{rook, "d5", "d5", ""},
		{mixed, "d5", "d5", "d5"},
		{alone, "", "", ""},
	} {
		for weigh, want := range map[string]string{"number": c.number, "value": c.value,
			"average": c.average} {
			set := parseRules(t, "pacifist1 weigh="+weigh)
			p := mustFEN(t, set, c.fen)
			if got := waveText(Full(set, p, parseMove(t, &p, "h1h2")).Waves); got != want {
				t.Errorf("%s: %s: converts %q, want %q", weigh, c.fen, got, want)
			}
			// On a tie nothing converts, or with threshold equals it does, but not with nothing
			// against nothing.
			if c.fen == tie || c.fen == alone {
				set = parseRules(t, "pacifist1 threshold=equals weigh="+weigh)
				want := map[string]string{tie: "d5", alone: ""}[c.fen]
				if got, _, _ := cutWave(waveText(Full(set, p, parseMove(t, &p,
					"h1h2")).Waves)); got != want {
					t.Errorf("%s, equals: %s: converts %q, want %q", weigh, c.fen, got, want)
				}
			}
		}
	}
}

func cutWave(text string) (first, rest string, more bool) {
	for i := range text {
		if text[i] == ';' {
			return text[:i], text[i+1:], true
		}
	}

	return text, "", false
}

// PAC-6: all over-persuaded enemy pieces at once, round after round.
func TestPAC6(t *testing.T) {
	const (
		// a worked example of docs/RULES.md
		example = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1"
		far     = "k7/8/8/3p4/8/8/8/3R3K w - - 0 1"
		// By average d5 and e6 convert together; if e6 went first, d5 would stay: Q against Q.
		together = "3q4/k7/4p3/3n4/8/8/6Q1/4R2K w - - 0 1"
	)
	checkPlays(t, []play{
		{rules: "pacifist1", fen: example, move: "e3f5", waves: "e7,g7;f8;d8,g8;f7,h7"},
		{rules: "pacifist1 rounds=first", fen: example, move: "e3f5",
			board: "rkqn1rb1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR", waves: "e7,g7"},
		// Later rounds are open to all.
		{rules: "pacifist1 candidates=touched", fen: example, move: "e3f5",
			waves: "e7,g7;f8;d8,g8;f7,h7"},
		{rules: "pacifist1", fen: far, move: "h1h2", waves: "d5"},
		{rules: "pacifist1 candidates=touched", fen: far, move: "h1h2",
			board: "k7/8/8/3p4/8/8/7K/3R4"},
		{rules: "pacifist1 candidates=touched", fen: far, move: "d1d2",
			board: "k7/8/8/3P4/8/8/3R4/7K"},
		{rules: "pacifist1 weigh=average", fen: together, move: "h1h2",
			board: "3q4/k7/4P3/3N4/8/8/6QK/4R3", waves: "d5,e6"},
	})
}

// PAC-7: a moved piece that is over-persuaded where it landed does not count.
func TestPAC7(t *testing.T) {
	const (
		plain   = "7k/3p4/8/5n2/R7/8/8/7K w - - 0 1"     // the knight bears on d4
		rescued = "7k/3p4/8/5n2/R7/8/8/1B5K w - - 0 1"   // the bishop converts the knight
		through = "7k/3p4/2n5/5n2/R7/8/8/3R3K w - - 0 1" // two knights against the rook behind
		// the rook is over-persuaded on f1, the king on g1 is not
		castles = "5r1k/5q2/8/8/8/8/7p/n3K2R w K - 0 1"
		number  = "pacifist-number reclaim=none"
		loose   = "pacifist-number reclaim=none castling-test=none"
	)
	checkPlays(t, []play{
		{rules: number, fen: plain, move: "a4d4", board: "7k/3p4/8/5n2/3R4/8/8/7K"},
		{rules: "pacifist1", fen: plain, move: "a4d4", board: "7k/3P4/8/5n2/3R4/8/8/7K"},
		// not over-persuaded there
		{rules: number, fen: plain, move: "a4a7", board: "7k/R2P4/8/5n2/8/8/8/7K"},
		{rules: number, fen: rescued, move: "a4d4", board: "7k/3p4/8/5N2/3R4/8/8/1B5K",
			waves: "f5"},
		{rules: number + " moved-piece=each-round", fen: rescued, move: "a4d4",
			board: "7k/3P4/8/5N2/3R4/8/8/1B5K", waves: "f5;d7"},
		{rules: number + " moved-piece=always", fen: rescued, move: "a4d4", waves: "d7,f5"},
		{rules: number + " moved-piece=none-convert", fen: rescued, move: "a4d4",
			board: "7k/3p4/8/5n2/3R4/8/8/1B5K"},
		{rules: number + " moved-piece=none-convert", fen: rescued, move: "a4b4", waves: "f5"},
		{rules: number, fen: through, move: "a4d4", waves: "d7"},
		{rules: loose, fen: castles, move: "e1h1", board: "5r1k/5q2/8/8/8/8/7P/n4RK1", waves: "h2"},
		{rules: loose + " moved-piece=always", fen: castles, move: "e1h1", waves: "a1,h2"},
		{rules: loose + " moved-piece=none-convert", fen: castles, move: "e1h1",
			board: "5r1k/5q2/8/8/8/8/7p/n4RK1"},
	})
}

// PAC-8: the reclaim is the enemy's choice, in rounds; every board once.
func TestPAC8(t *testing.T) {
	const (
		one   = "7k/3p4/8/5n2/R7/8/8/7K w - - 0 1"
		chain = "7k/8/8/5n2/1P6/8/8/3R3K w - - 0 1" // taken back, the rook on d4 persuades b4
		two   = "k7/8/2n2n2/8/1P4P1/8/8/7K w - - 0 1"
	)
	for _, c := range []struct {
		rules, fen, move string
		want             []string
	}{
		{"pacifist-number", one, "a4d4", []string{"", "d4"}},
		{"pacifist-number", one, "a4a7", []string{""}},
		{"pacifist-number", chain, "d1d4", []string{"", "d4", "b4,d4"}},
		{"pacifist-number reclaim=full", chain, "d1d4", []string{"b4,d4"}},
		{"pacifist-number reclaim=none", chain, "d1d4", []string{""}},
		// rounds do not touch the reclaim
		{"pacifist-number rounds=first", chain, "d1d4", []string{"", "d4", "b4,d4"}},
		{"pacifist-number candidates=touched", chain, "d1d4", []string{"", "d4", "b4,d4"}},
		{"pacifist-number", two, "h1h2", []string{"", "b4", "b4,g4", "g4"}},
		{"pacifist-average", two, "h1h2", []string{"", "b4", "b4,g4", "g4"}},
		{"pacifist1", two, "h1h2", []string{""}},
	} {
		got := countTurns(t, c.rules, c.fen, c.move)
		if len(got) == 0 || c.want[0] == "" && got[0] != "" {
			t.Errorf("%s: %s: no reclaim does not come first: %q", c.rules, c.fen, got)
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %s: reclaims %q, want %q", c.rules, c.fen, got, c.want)
		}
	}
}

// PAC-8: by average sets matter. Each knight is over-persuaded, 5 against (3+5)/2; taken back
// alone it lowers Black's average on the other to (5+3)/2, against the rook's 5.
func TestPAC8TakesSetsTogether(t *testing.T) {
	const knights = "2rr4/k7/8/3N3R/8/2N4R/8/6K1 w - - 0 1"
	got := countTurns(t, "pacifist-average", knights, "g1h1")
	slices.Sort(got)
	if want := []string{"", "c3", "c3,d5", "d5"}; !slices.Equal(got, want) {
		t.Errorf("reclaims %q, want %q", got, want)
	}
}

// PAC-8: the choices are listed lazily. All twenty pawns hang: a million sets of them and more.
func TestPAC8ListsLazily(t *testing.T) {
	for _, rules := range []string{"pacifist-number", "pacifist-average"} {
		set := rulestest.Builtin(t, rules)
		p := mustFEN(t, set, "qqqqqqqk/8/P1P1P1P1/1P1P1P1P/P1P1P1P1/1P1P1P1P/rrrrrrrr/K7 w - - 0 1")
		n := 0
		for range Turns(set, p) {
			n++
			if n == 200 {
				break
			}
		}

		if n < 200 {
			t.Errorf("%s: only %d turns", rules, n)
		}
	}
}
