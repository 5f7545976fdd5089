package validate

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// The three tournament games of docs/RULES.md, as it prints them.
var grandPrix = []struct {
	report string
	plies  int
	// The conversions of each ply that has any, and the plies that end in check (CON-3, CON-7).
	converts map[int]string
	checks   []int
	codes    []pgn.Code
}{
	{
		"1. Piero Pugnali – Alessandro Castelli, Grand Prix 1993, 0-1: `1.Nf3?! d5 2.d4?? " +
			"Bh3/Nf3+ 3.g:f3 Bg2/f2+ 4.Kd2 B:h1/Bf1 5.Q:f1/Pf2 Qd6 6.Q:h1 Qf4+ 7.Kd3 Qf5+ 8.Kc3 " +
			"Nc6 9.e3 000+ 10.Resigns`",
		18, map[int]string{4: "f3", 6: "f2", 8: "f1", 9: "f2"}, []int{4, 6, 12, 14, 18}, nil,
	}, {
		"2. Alessandro Castelli – Michele De Giglio, Grand Prix 1993, 1-0: `1.e4 d6 2.d4 c6 3.Ag5 " +
			"Qa5+?? 4.Ba6/Qa5 Resigns`",
		7, map[int]string{7: "a5"}, []int{6, 7}, []pgn.Code{pgn.ForeignLetter, pgn.CheckSign},
	}, {
		"3. Michele De Giglio – Alessandro Castelli, Grand Prix 1993, 0-1: `1.e4 d5 2.c4 c6 " +
			"3.c:d5 e5 4.Qh5/Pe5 Qa5/Pe5 5.Qg5+/Pe5 f6 6.e:f6 Kf7 7.f3?? Kg6/Qg5 8.Resigns`",
		14, map[int]string{7: "e5", 8: "e5", 9: "e5", 14: "g5"}, []int{9}, nil,
	},
}

func TestTournamentGames(t *testing.T) {
	conversion := rules.New(rulestest.Builtin(t, "conversion"))
	for i, test := range grandPrix {
		games := pgn.ParseText([]byte(test.report))
		if len(games) != 1 {
			t.Fatalf("game %d: %d games read", i+1, len(games))
		}
		verdict := Judge([]byte(test.report), games[0], Rules{})
		var codes []pgn.Code
		for _, f := range verdict.Findings {
			codes = append(codes, f.Code)
		}
		if !verdict.OK || verdict.Rules != "conversion" || verdict.Plies != test.plies ||
			fmt.Sprint(codes) != fmt.Sprint(test.codes) {
			t.Errorf("game %d: %+v", i+1, verdict)
		}

		record, _ := pgn.Replay(games[0], pgn.Options{})
		checks := 0
		for ply, turn := range record.Main.Turns {
			want := test.converts[ply+1]
			if got := strings.Join(turn.Played.Converted.Names(), ","); got != want {
				t.Errorf("game %d, ply %d converts %q, not %q", i+1, ply+1, got, want)
			}
			if check := conversion.InCheck(&turn.Played.After); check != (checks < len(test.checks) &&
				test.checks[checks] == ply+1) {
				t.Errorf("game %d, ply %d: check is %v", i+1, ply+1, check)
			} else if check {
				checks++
			}
		}

		if want := []board.Result{board.BlackWins, board.WhiteWins,
			board.BlackWins}[i]; record.Result != want ||
			!record.Resigned && i != 0 && i != 2 {
			t.Errorf("game %d: %v", i+1, record.Result)
		}
	}

	if f := verdictOf(t, grandPrix[1].report).Findings[1]; f.Ply != 7 || f.Rule != "NOT-2" ||
		f.Severity != "warning" {
		t.Errorf("the missing sign: %+v", f)
	}
}

func verdictOf(t *testing.T, report string) Verdict {
	t.Helper()
	games := pgn.ParseText([]byte(report))
	if len(games) != 1 {
		t.Fatalf("%d games in %q", len(games), report)
	}
	return Judge([]byte(report), games[0], Rules{})
}

// gameOf judges the one game of a text.
func gameOf(t *testing.T, text string) Verdict {
	t.Helper()
	return judgeOne(t, []byte(text), Rules{})
}

const sevenTags = "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White " +
	"\"?\"]\n[Black \"?\"]\n"

// A draw that is claimed must be there (PAC-16): three times the same position, or fifty moves.
func TestDrawClaims(t *testing.T) {
	shuffle := "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 "
	long := "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "
	quiet := "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 98 80\"]\n[SetUp \"1\"]\n"
	for _, test := range []struct{ tags, moves, want string }{
		{"[Termination \"threefold repetition\"]\n", long + "1/2-1/2", ""},
		{"", long + "{Draw by 3-fold repetition} 1/2-1/2", ""},
		// who claims may name the move
		{"", shuffle + "{3-fold repetition claimed with Ng8} 1/2-1/2", ""},
		{"", "1. Nf3 Nf6 2. Ng1 Ng8 {draw by repetition} 1/2-1/2", "draw-claim PAC-16"},
		{"[Termination \"repetition\"]\n", "1. e4 e5 1/2-1/2", "draw-claim PAC-16"},
		{"", "1. e4 e5 {no repetition here, White resigned} 0-1", ""},
		{quiet + "[Termination \"fifty moves\"]\n", "80. Ra2 Kd8 1/2-1/2", ""},
		{quiet, "80. Ra2 {by the 50-move rule} 1/2-1/2", ""},
		{"[Termination \"50 moves\"]\n", "1. e4 e5 1/2-1/2", "draw-claim PAC-16"},
		{"", "1. e4 e5 {by the 50\n moves rule} 1/2-1/2", "draw-claim PAC-16"},
		{"", "1. e4 {repetition} e5 {agreed} 1/2-1/2", ""},
		{"", "1. e4 e5 {three-fold} {agreed} 1/2-1/2", ""},
		{"", "1. e4 e5 {agreed} {three fold} 1/2-1/2", "draw-claim PAC-16"},
		{"", "1. e4 e5 {[%note threefold]} 1/2-1/2", ""},
		{"", "1. e4 e5 {agreed after 50 minutes} 1/2-1/2", ""},
	} {
		result := test.moves[strings.LastIndexByte(test.moves, ' ')+1:]
		text := sevenTags + fmt.Sprintf("[Result %q]\n",
			result) + test.tags + "\n" + test.moves + "\n"
		r := gameOf(t, text)
		var told []string
		for _, f := range r.Findings {
			told = append(told, fmt.Sprint(f.Code, " ", f.Rule))
		}
		if got := strings.Join(told, "; "); got != test.want || !r.OK {
			t.Errorf("%s: %q, want %q", test.tags+test.moves, got, test.want)
		}
	}
}

func TestMissingTags(t *testing.T) {
	r := gameOf(t, "[Event \"a\"]\n[White \"b\"]\n[Result \"*\"]\n\n1. e4 *\n")
	if len(r.Findings) != 1 || r.Findings[0].Code != pgn.MissingTag || !r.OK ||
		r.Findings[0].Message != "missing: Site, Date, Round, Black" {
		t.Errorf("%+v", r.Findings)
	}
}

// So do the lines of the second section of vchess.club's export; what is said and shown is of the
// line's move, be it another than that of the movetext.
func TestPiecesThatChangedSidesInSections(t *testing.T) {
	const record = `[Variant "Pacifist1"]
[Fen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 ahah"]
[Result "*"]

1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.d3

1.w e2.e4 wpe4/wpe2
1.b e7.e5 bpe5/bpe7
2.w g1.f3 wnf3.wpe5/wng1.bpe5
2.b b8.c6 bnc6/bnb8
3.w f1.b5 wbb5/wbf1
3.b a7.a6 bpa6.bbb5/bpa7.wbb5
4.w b5.c6 wbc6/wbb5
`
	r := gameOf(t, record)
	last := &r.Findings[len(r.Findings)-1]
	if !strings.Contains(last.Message,
		"b5c6 is not legal: the bishop on b5 has been Black's since 3...a6 (wave 1); there are no "+
			"captures in pacifist1") {
		t.Error(last.Message)
	}

	if command := r.command(last); !strings.HasSuffix(command, " w KQkq - 0 4' 'Bc6'") {
		t.Error(command)
	}
	if marks := r.marks(last); len(marks) != 1 || marks[0].Square.String() != "b5" {
		t.Errorf("%v are marked", marks)
	}
}

// What is wrong in a variation says so, and does not count as an error of the game unless that is
// asked for.
func TestErrorsInVariations(t *testing.T) {
	text := sevenTags + "[Result \"*\"]\n\n1. e4 e5 (1... Ke4) 2. Nf3 *\n"
	r := gameOf(t, text)
	if len(r.Findings) != 1 || !r.OK {
		t.Fatalf("%+v", r)
	}
	if f := r.Findings[0]; f.Severity != "warning" || f.Variation != "1...e5" ||
		!strings.HasPrefix(f.Message,
			"in the variation after 1...e5: Ke4 is not legal") {
		t.Errorf("%+v", f)
	}

	if r := judgeOne(t, []byte(text), Rules{Variations: true}); r.OK ||
		r.Findings[0].Severity != "error" {
		t.Errorf("%+v", r.Findings)
	}
}
