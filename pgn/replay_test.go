package pgn_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"turncoat/internal/testing/randomgame"
	"turncoat/internal/testing/rulestest"
	"turncoat/pgn"
	"turncoat/rules"
)

// told plays the one game of a text and says what is wrong with it: codes, plies, rules and
// squares.
func told(t *testing.T, text string, o pgn.Options) string {
	t.Helper()
	g, end := pgn.Next([]byte(text), 0, true)
	if g == nil || end != len(text) {
		t.Fatalf("read to %d of %d: %q", end, len(text), text)
	}
	return tell(g, o)
}

func tell(g *pgn.Record, o pgn.Options) string {
	_, problems := pgn.Replay(g, o)
	var list []string
	for _, p := range problems {
		item := string(p.Code)
		if p.Ply > 0 {
			item += fmt.Sprintf(" %d %s", p.Ply, p.Move)
		}
		if p.Rule != "" {
			item += " " + p.Rule
		}
		if p.Expected != nil || p.Got != nil {
			item += fmt.Sprintf(" %v %v", p.Expected, p.Got)
		}
		list = append(list, item)
	}

	return strings.Join(list, "; ")
}

func variant(name, moves string) string {
	return fmt.Sprintf("[Variant %q]\n\n%s\n", name, moves)
}

func position(name, fen, moves string) string {
	return fmt.Sprintf("[Variant %q]\n[FEN %q]\n[SetUp \"1\"]\n\n%s\n", name, fen, moves)
}

// The first diagram of the rules page of Pacifist1: Nf5 converts in four waves.
const diagram = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1"

// The second: both kings are White's, and Black can claim either. The third: Qb6 leaves Black
// without a claim.
const (
	kingless  = "nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b - - 0 1"
	claimless = "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1"
)

// Two white knights hang once it is Black's turn to take something back (PAC-8).
const knights = "k7/8/8/p6p/1N4N1/8/8/K7 w - - 0 1"

// The third tournament game: 7...Kg6/Qg5 needs what went before.
const grandPrix = "1. e4 d5 2. c4 c6 3. cxd5 e5 4. Qh5/e5 Qa5/e5 5. Qg5/e5+ f6 6. exf6 Kf7 7. f3 " +
	"Kg6/Qg5 "

func TestWhatIsWrong(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"all right", "1. e4 e5 2. Nf3 Nc6 *", ""},
		{"an illegal move (CON-1)", "1. e4 e5 2. Nf4 Nc6 *", "illegal-move 3 Nf4 CON-1"},
		{"a king left in check (CON-8)", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ d6 *",
			"illegal-move 6 d6 CON-8"},
		{"an ambiguous move (NOT-1)", "1. Nf3 Nf6 2. d3 d6 3. Nd2 *", "ambiguous-move 5 Nd2 NOT-1"},
		{"an unknown piece", "1. e4 Xe5 *", "unknown-piece 2 Xe5 NOT-5"},
		{"a word in place of a move", "1. e4 N6 2. Nf3 *", "syntax 2 N6; move-number 2 Nf3"},
		{"two signs for mate", "1. f3 e5 2. g4 Qh4++ 0-1", ""},
		{"two signs for double check", "1. e4 f5 2. Qh5++ g6 *", ""},
		{"a move after the result", "1. e4 1-0 e5", "move-after-end 2 e5"},
		{"an unknown result of mate", "1. f3 e5 2. g4 Qh4# *", "result-mismatch CON-11"},
		{"a resignation", "[Result \"0-1\"]\n\n1. e4 e5 2. Resigns\n", ""},
		{"a move number", "1. e4 e5 3. Nf3 Nc6 4. Bb5 *", "move-number 3 Nf3"},
		{"the dots of a move number", "1. e4 1. e5 *", "move-number 2 e5"},
		{"the number of a position", position("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 40",
			"40. e4 Kd7 41. e5 *"), ""},
		{"an illegal move in a variation",
			"1. e4 (1. e5) 1... e5 2. Nf3 (2. Nc3 (2. Na4) 2... Nc3) *",
			"illegal-move 1 e5 CON-1; illegal-move 3 Na4 CON-1; illegal-move 4 Nc3 CON-1"},
		{"an unknown variant (NOT-6)", variant("atomic", "1. e4 *"), "unknown-rules NOT-6"},
		{"names of variants (NOT-6)", variant("From Position", "1. e4 *"), ""},
		{"Pacifist Chess is pacifist-number (NOT-6)", position("Pacifist Chess", diagram,
			"1. Nf5 *"), ""},
		{"a FEN that is none", position("chess", "rnbqkbnr/ppp w", "1. e4 *"), "bad-fen"},
		{"a FEN that the rules do not allow (CON-12)", position("chess",
			"4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1",
			"1. Kd1 *"), "bad-fen CON-12"},
		{"a FEN that Pacifist does not allow (PAC-17)", position("pacifist1",
			"4k3/8/8/8/8/8/8/8 w - - 0 1",
			"1. Kd1 *"), "bad-fen PAC-17"},

		{"letters that cannot be mistaken (NOT-5)", "1. e4 e5 2. Cf3 Cc6 3. Ab5 *",
			"foreign-letter 3 Cf3 NOT-5; foreign-letter 5 Ab5 NOT-5"},
		{"an Italian game, kings and all (NOT-5)", "1. e4 e5 2. Ac4 Ac5 3. Dh5 Re7 4. Dxe5+ 1-0",
			"foreign-letter 3 Ac4 NOT-5; foreign-letter 5 Dh5 NOT-5; foreign-letter 6 Re7 NOT-5"},
		{"a German game (NOT-5)", "1. e4 e5 2. Lc4 Lc5 3. Dh5 Sc6 4. Dxf7# 1-0",
			"foreign-letter 3 Lc4 NOT-5; foreign-letter 5 Dh5 NOT-5; foreign-letter 6 Sc6 NOT-5"},
		{"a Dutch game (NOT-5)", "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. Lxc6 dxc6 5. Pxe5 *",
			"foreign-letter 3 Pf3 NOT-5; foreign-letter 5 Lb5 NOT-5"},
		{"figurines (NOT-5)", "1. ♘f3 ♞f6 *", ""},
		{"daggers (NOT-5)", "1. e4 f5 2. ♕h5† g6 3. Qxg6‡ hxg6 *", ""},
		{"a double dagger for mate (NOT-5)", "1. f3 e5 2. g4 Qh4‡ 0-1", ""},
		{"UCI moves (NOT-5)", "1. e2e4 e7e5 2. d1h5 b8c6 3. h5f7 *", ""},

		{"waves (NOT-4)", position("pacifist1", diagram, "1. Nf5 {[%conv e7,g7;f8;d8,g8;f7,h7]} *"),
			""},
		{"a conversion left out (PAC-6)", position("pacifist1", diagram,
			"1. Nf5 {[%conv e7,g7;f8;d8,g8;f7]} *"),
			"conversion-mismatch 1 Nf5 PAC-6 [d8 e7 f7 f8 g7 g8 h7] [d8 e7 f7 f8 g7 g8]"},
		{"waves in another order (PAC-6)", position("pacifist1", diagram,
			"1. Nf5 {[%conv g7,e7;d8,g8;f8;f7,h7]} *"),
			"conversion-mismatch 1 Nf5 PAC-6 [d8 e7 f7 f8 g7 g8 h7] [d8 e7 f7 f8 g7 g8 h7]"},
		{"waves that are none", position("pacifist1", diagram, "1. Nf5 {[%conv e9]} *"),
			"syntax 1 Nf5 NOT-4"},
		{"a claim must be made (PAC-10)", position("pacifist1", kingless, "1... a6 *"),
			"illegal-move 1 a6 PAC-10"},
		{"a claim (PAC-10)", position("pacifist1", kingless, "1... Nb6 *"), ""},
		{"no claim is left: the sign (NOT-2)", position("pacifist1", claimless, "1. Qb6+ 1-0"),
			"check-sign 1 Qb6+ NOT-2"},
		{"a reclaim where there is none (PAC-8)", position("pacifist1", diagram,
			"1. Nf5 {[%reclaim f5]} *"),
			"reclaim-mismatch 1 Nf5 PAC-8 [] [f5]"},
		{"a choice of reclaims (PAC-8)", position("pacifist-number", knights,
			"1. Kb1 {[%reclaim b4]} Kb8 *"), ""},
		{"no reclaim (PAC-8)", position("pacifist-number", knights, "1. Kb1 {[%reclaim -]} Nc6 *"),
			"illegal-move 2 Nc6 PAC-1"},
		{"nothing said is the full reclaim (PAC-8)", position("pacifist-number", knights,
			"1. Kb1 Nc6 2. Kc1 *"), ""},
		{"a reclaim after the move", position("pacifist-number", knights, "1. Kb1~g4 *"), ""},
		{"a reclaim of what is safe (PAC-8)", position("pacifist-number", knights,
			"1. Kb1 {[%reclaim b1]} *"),
			"reclaim-mismatch 1 Kb1 PAC-8 [b4 g4] [b1]"},
		{"a reclaim that needs another (PAC-8)", position("pacifist-number",
			"k7/8/8/p7/1R4N1/8/8/K7 w - - 0 1",
			"1. Ka2 {[%reclaim g4]} *"), "reclaim-mismatch 1 Ka2 PAC-8 [b4 g4] [g4]"},

		{"conversions after slashes (NOT-3)", variant("conversion", grandPrix+"*"), ""},
		{"a conversion left out (CON-4)", variant("conversion", "1. Nf3 d5 2. d4 Bh3+ *"),
			"conversion-mismatch 4 Bh3+ CON-4 [f3] []"},
		{"a conversion too much (CON-4)", variant("conversion", "1. Nf3/d4 *"),
			"conversion-mismatch 1 Nf3/d4 CON-4 [] [d4]"},
		{"a piece twice after slashes (NOT-3)", variant("conversion",
			"1. Nf3 d5 2. d4 Bh3/Nf3/Nf3+ *"),
			"conversion-mismatch 4 Bh3/Nf3/Nf3+ CON-4 [f3] [f3]"},
		{"a wrong piece after a slash (NOT-3)", variant("conversion", "1. Nf3 d5 2. d4 Bh3/Bf3+ *"),
			"conversion-mismatch 4 Bh3/Bf3+ CON-4 [f3] [f3]"},
		{"a conversion in chess (NOT-4)", "1. e4 {[%conv e7]} *",
			"conversion-mismatch 1 e4 NOT-4 [] [e7]"},
		{"conversions as a command", variant("conversion", "1. Nf3 d5 2. d4 Bh3+ {[%conv f3]} *"),
			""},
		{"the order of a report (NOT-5)", variant("conversion", "1. Nf3 d5 2. d4 Bh3+/Nf3 *"), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := told(t, test.text, pgn.Options{}); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
			}
		})
	}
}

// Letters of one's own language are no warning.
func TestLetters(t *testing.T) {
	if got := told(t, "1. e4 e5 2. Ac4 Ac5 3. Dh5 Re7 4. Dxe5+ 1-0",
		pgn.Options{Letters: &rules.Italian}); got != "" {
		t.Error(got)
	}
}

// The dots of a move number say whose move it is; what is wrong with them is not said of the
// number.
func TestDotsOfANumber(t *testing.T) {
	for text, want := range map[string]string{
		"1... e4 *":       "the dots announce a move of Black, but White is to move",
		"1. e4 1. e5 *":   "the dots announce a move of White, but Black is to move",
		"2. e4 *":         "move number 2 where 1 was expected",
		"1. e4 3... e5 *": "move number 3 where 1 was expected",
	} {
		g, _ := pgn.Next([]byte(text), 0, true)
		if _, problems := pgn.Replay(g, pgn.Options{}); len(problems) != 1 ||
			problems[0].Code != pgn.MoveNumber ||
			problems[0].Message != want {
			t.Errorf("%s: %+v, want %q", text, problems, want)
		}
	}
}

// A record of vchess.club that breaks off in a line of its second section says so; what is written
// there is no fault of its own.
func TestCutInTheSecondSection(t *testing.T) {
	const record = "[Site \"vchess.club\"]\n[Variant \"Pacifist1\"]\n[Fen " +
		"\"rbbnnkqr/pppppppp/8/8/8/8/PPPPPPPP/RBBNNKQR w 0 ahah\"]\n[Result \"*\"]\n\n1.d4 " +
		"h6\n\n1.w d2.d4 wpd4/wpd2\n1.b h7.h6 bph6/bph7\n"
	if got := told(t, record, pgn.Options{}); got != "" {
		t.Errorf("whole: %s", got)
	}
	for _, cut := range []string{"6/bph7\n", "h7.h6 bph6/bph7\n", "bph7\n"} {
		g, _ := pgn.Next([]byte(strings.TrimSuffix(record, cut)), 0, true)
		_, problems := pgn.Replay(g, pgn.Options{})
		if len(problems) != 1 || problems[0].Code != pgn.Truncated ||
			problems[0].Message != "the game ends in the middle of this line" {
			t.Errorf("without %q: %+v", cut, problems)
		}
	}
}

// A Replayer allocates next to nothing a ply, whatever the rule set.
func TestReplayerAllocatesLittle(t *testing.T) {
	for _, name := range rulestest.Representative() {
		variant, err := rules.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := pgn.AppendPGN(nil, randomgame.New(rand.New(rand.NewPCG(1, 2)), variant,
			randomgame.Options{Plies: 60}),
			false)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := pgn.Next(text, 0, true)
		var x pgn.Replayer
		plies := 0
		replay := func() {
			game, _ := x.Replay(g, pgn.Options{})
			plies = len(game.Main.Turns)
		}
		replay()
		if n := testing.AllocsPerRun(5, replay); n > float64(plies)/2 || plies < 10 {
			t.Errorf("%s: %v allocations for %d plies", name, n, plies)
		}
	}
}

// What a moved piece becomes is written as cutechess or as Popeye writes it, and checked: Caillaud's
// proof game in three moves is right in both forms.
func TestBecomes(t *testing.T) {
	const tags = "[Variant \"Andernach\"]\n\n"
	for _, test := range []struct{ moves, rule string }{
		{"1.Nf3 Nc6 2.Ne5 Nxe5(=wN) 3.Nxd7(=bN) Nb8 *\n", ""},
		{"1.Nf3 Nc6 2.Ne5 Nxe5=w 3.Nxd7=b Nb8 *\n", ""},
		{"1.Nf3 Nc6 2.Ne5 Nxe5(=wN) (2...d6) 3.Nxd7 (3.Nc6) Nb8 *\n", ""},
		{"1.Nf3 Nc6 2.Ne5 Nxe5(=wN) 3.Nxd7(=wN) Nb8 *\n", "AND-2"},
		{"1.Nf3 Nc6 2.Ne5 Nxe5(=wQ) *\n", "AND-2"},
		{"1.Nf3=b Nc6 *\n", "AND-2"},
	} {
		g, _ := pgn.Next([]byte(tags+test.moves), 0, true)
		_, findings := pgn.Replay(g, pgn.Options{})
		rule := ""
		for _, f := range findings {
			if f.Code == pgn.MissingTag {
				continue
			}
			rule = f.Rule
			if f.Code != pgn.ConversionMismatch {
				t.Errorf("%s: %+v", test.moves, f)
			}
		}

		if rule != test.rule {
			t.Errorf("%s: the rule is %q, want %q", test.moves, rule, test.rule)
		}
	}
}
