package board

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/ruleset"
)

// The forms of docs/RULES.md (FEN): what is read, and the six fields it is written as.
func TestFENIsReadInEveryForm(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	for _, test := range []struct{ name, rules, in, want string }{
		{"six fields", "chess", StartFEN, StartFEN},
		{"a board alone", "pacifist1", start, start + " w - - 0 1"},
		{"missing from the right", "pacifist1", start + " b KQkq", start + " b KQkq - 0 1"},
		{"a rule page's diagram", "pacifist1", "fen:" + start + ":", start + " w - - 0 1"},
		{"a diagram with squares", "pacifist1", "fen:" + start + ":e4,d5:", start + " w - - 0 1"},
		{"a trailing colon and squares", "pacifist1", start + ":a1,h8", start + " w - - 0 1"},
		{"Shredder-FEN", "chess", start + " w HAha - 0 1", StartFEN},
		{"mixed letters", "chess", start + " w HQka - 0 1", StartFEN},
		{"vchess.club", "pacifist1", "rkqnbbrn/pppppppp/8/8/8/8/PPPPPPPP/RKQNBBRN w 0 agag",
			"rkqnbbrn/pppppppp/8/8/8/8/PPPPPPPP/RKQNBBRN w KQkq - 0 1"},
		{"vchess.club later", "pacifist1",
			"rn4NR/2pqPKBP/p3BPP1/1p1p4/1Pp5/p2PPP2/1b4PP/rN1QKBNR b 19 ahii",
			"rn4NR/2pqPKBP/p3BPP1/1p1p4/1Pp5/p2PPP2/1b4PP/rN1QKBNR b KQ - 0 10"},
		{"vchess.club with en passant", "chess", "4k3/8/8/8/1pP5/8/8/4K3 b 7 iiii c3",
			"4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 4"},
		{"vchess.club with a leftover right", "pacifist1", "4k3/8/8/8/8/8/8/R3K3 w 4 ahah",
			"4k3/8/8/8/8/8/8/R3K3 w Q - 0 3"},
		{"an inner rook", "chess", "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1",
			"4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1"},
		{"the outermost rook by file", "chess", "4k3/8/8/8/8/8/8/R1R1K3 w A - 0 1",
			"4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1"},
		{"an enemy rook farther out, where rights outlive conversion", "pacifist1",
			"4k3/8/8/8/8/8/8/4K1Rr w G - 0 1", "4k3/8/8/8/8/8/8/4K1Rr w G - 0 1"},
		{"an enemy rook farther out, where they do not", "pacifist-number",
			"4k3/8/8/8/8/8/8/4K1Rr w G - 0 1", "4k3/8/8/8/8/8/8/4K1Rr w K - 0 1"},
		{"a converted rook and king keep the right", "pacifist1", "4K3/8/8/8/8/8/8/4k2r w K - 0 1",
			"4K3/8/8/8/8/8/8/4k2r w K - 0 1"},
		{"two kings: the one of the right's colour", "pacifist1",
			"8/8/8/8/8/8/8/R1K1k2R w KQ - 0 1", "8/8/8/8/8/8/8/R1K1k2R w KQ - 0 1"},
		{"en passant with a pawn ready", "chess", "4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1",
			"4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1"},
		{"en passant with no pawn ready", "chess", "4k3/8/8/8/p1P5/8/8/4K3 b - c3 0 1",
			"4k3/8/8/8/p1P5/8/8/4K3 b - - 0 1"},
		{"en passant not around the edge", "chess", "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1",
			"4k3/8/8/8/P6p/8/8/4K3 b - - 0 1"},
		{"en passant is dropped in Pacifist", "pacifist1", "4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1",
			"4k3/8/8/8/1pP5/8/8/4K3 b - - 0 1"},
		{"white space", "chess", "  4k3/8/8/8/8/8/8/4K3\t w  - -   3 9 ",
			"4k3/8/8/8/8/8/8/4K3 w - - 3 9"},
		{"full move 0", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"both kings white", "pacifist1",
			"nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b - - 0 1",
			"nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b - - 0 1"},
	} {
		set := rulestest.Builtin(t, test.rules)
		p, err := ParseFEN(test.in, set)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got := p.FEN(set); got != test.want {
			t.Errorf("%s: %s reads as %s, want %s", test.name, test.in, got, test.want)
		}
	}
}

// PAC-15: whose king a right in a FEN names.
func TestRightsOfAFENNameTheirKing(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		wing      CastlingSide
		want      Right
	}{
		{"the only king", "4k3/8/8/8/8/8/8/1K5R w H - 0 1", KingSide, Right{B1, H1}},
		{"the right's colour before the e-file", "8/8/8/8/8/8/8/1K2k2R w K - 0 1", KingSide,
			Right{B1, H1}},
		{"the e-file before the nearest", "8/8/8/8/8/8/8/4K1KR w K - 0 1", KingSide, Right{E1, H1}},
		{"the nearest", "8/8/8/8/8/8/8/R1K2K2 w Q - 0 1", QueenSide, Right{C1, A1}},
		{"the nearest on the other wing", "8/8/8/8/8/8/8/2K2K1R w H - 0 1", KingSide,
			Right{F1, H1}},
	} {
		p, err := ParseFEN(test.fen, rulestest.Builtin(t, "pacifist1"))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got := p.Rights[RightIndex(White, test.wing)]; got != test.want {
			t.Errorf("%s: the right is of %v and %v, want %v and %v", test.name, got.King, got.Rook,
				test.want.King, test.want.Rook)
		}
	}
}

func TestFaultsOfAFENAreAllNamed(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		want       []string
	}{
		{"chess", "", []string{"there is no board"}},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
			[]string{"7 ranks instead of 8"}},
		{"chess", "rnbqkbnr/ppppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR", []string{"rank 7 has 9 squares",
			"rank 6 has 7 squares"}},
		{"chess", "rnbqkbnr/pppppppp/9/7/8/8/PPPPPPPP/RNBQKBNR", []string{"\"9\" is neither",
			"rank 5 has 7 squares"}},
		{"chess", "8", []string{"1 rank instead of 8"}},
		{"chess", "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNé", []string{"\"x\" is neither",
			"\"é\" is neither"}},
		{"chess", "rnbqkbnr/ppxyzppx/8/8/8/8/PPPPPPPP/RNBQKBNR", []string{"\"xyz\" is neither"}},
		{"pacifist1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR",
			[]string{"1 king in all instead of 2"}},
		{"conversion", "4K3/8/8/8/8/8/8/4K3", []string{"2 white kings instead of 1"}},
		{"pacifist1", "4k2P/8/8/8/8/8/8/p3K3", []string{"a pawn stands on a1",
			"a pawn stands on h8"}},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 x KZ e4 -1 70000", []string{"it is w or b",
			"no king and rook stand ready for \"K\"", "\"Z\" is neither", "no pawn of the side",
			"clock", "number"}},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K3 w Q - 0 1",
			[]string{"no king and rook stand ready for \"Q\""}},
		{"pacifist-number", "4k3/8/8/8/8/8/8/r3K3 w Q - 0 1",
			[]string{"no king and rook stand ready for \"Q\""}},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w QA - 0 1", []string{"\"A\" is a second right"}},
		{"chess", "4k3/8/8/8/1pP5/8/8/4K3 b - d3 0 1", []string{"no pawn has just passed over it"}},
		{"chess", "4k3/8/8/8/1pP5/8/8/4K3 b - c9 0 1", []string{"not a square"}},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", []string{"no more than 6 fields"}},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K3:e9", []string{"not a square"}},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K3 w 3 ab", []string{"not four letters"}},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K3 w 3 a1ii", []string{"'1' is not a file"}},
	} {
		_, err := ParseFEN(test.fen, rulestest.Builtin(t, test.rules))
		if err == nil {
			t.Errorf("%s: %s is read", test.rules, test.fen)
			continue
		}

		var fault *FENError
		if !errors.As(err, &fault) || !errors.Is(err, ErrSyntax) && !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: the error has no class: %v", test.fen, err)
		}
		for _, want := range test.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v\ndoes not say %q", test.fen, err, want)
			}
		}

		if n := strings.Count(err.Error(), "\n") + 1; n != len(test.want) {
			t.Errorf("%s: %d faults, want %d:\n%v", test.fen, n, len(test.want), err)
		}
	}
}

// The chess package is the witness of the standard form.
func TestStandardFENAgreesWithTheChessPackage(t *testing.T) {
	game := chess.NewGame()
	random := rand.New(rand.NewPCG(1, 2))
	set := rulestest.Builtin(t, "chess")
	for range 400 {
		moves := game.ValidMoves()
		if len(moves) == 0 || game.Outcome() != chess.NoOutcome {
			game = chess.NewGame()
			continue
		}

		if err := game.Move(moves[random.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
		theirs := game.Position()
		p, err := ParseFEN(theirs.String(), set)
		if err != nil {
			t.Fatalf("%s: %v", theirs, err)
		}
		if p.Board() != theirs.Board().String() {
			t.Fatalf("%s reads as %s", theirs, p.Board())
		}
		if (p.Turn == Black) != (theirs.Turn() == chess.Black) ||
			p.FEN(set)[len(p.Board()):len(p.Board())+2] != " "+
				theirs.Turn().String() {
			t.Fatalf("%s: %v to move", theirs, p.Turn)
		}

		if rights := theirs.CastleRights().String(); strings.Fields(p.FEN(set))[2] != rights {
			t.Fatalf("%s: rights %s", theirs, p.FEN(set))
		}
	}
}

func TestKeysTellPositionsApart(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	base := "r3k2r/8/8/8/8/8/8/R3K2R"
	keys := map[uint64]string{}
	for _, fen := range []string{base + " w KQkq", base + " b KQkq", base + " w KQk", base + " w",
		"R3k2r/8/8/8/8/8/8/R3K2R w", "r3k2r/8/8/8/8/8/8/R3K1R1 w"} {
		p, err := ParseFEN(fen, set)
		if err != nil {
			t.Fatal(err)
		}
		if p.Key != p.Hash() || keys[p.Key] != "" {
			t.Errorf("%s has the key of %s", fen, keys[p.Key])
		}
		keys[p.Key] = fen
	}

	early, _ := ParseFEN(base+" w KQkq - 0 1", set)
	late, _ := ParseFEN(base+" w KQkq - 40 90", set)
	if early.Key != late.Key {
		t.Error("the clocks are in the key")
	}
}

// The file of the en passant square is part of the key.
func TestKeysOfEnPassant(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	keys := map[uint64]bool{}
	for _, square := range []string{"-", "d6", "f6"} {
		p, err := ParseFEN("4k3/8/8/3pPp2/8/8/8/4K3 w - "+square+" 0 1", set)
		if err != nil {
			t.Fatal(err)
		}
		keys[p.Key] = true
	}

	if len(keys) != 3 {
		t.Errorf("of three positions %d keys", len(keys))
	}
}

// A right that nobody has is said once, whatever other right there is, and all of them in one
// fault.
func TestMissingRight(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	for _, c := range [][2]string{{"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", `"Q"`},
		{"4k3/8/8/8/8/8/8/R3K3 w QK - 0 1", `"K"`}, {"4k3/8/8/8/8/8/8/4K3 w KQkqK - 0 1",
			`"KQkq"`}} {
		_, err := ParseFEN(c[0], set)
		if err == nil || strings.Count(err.Error(),
			"no king and rook stand ready for "+c[1]) != 1 ||
			strings.Count(err.Error(), "castling") != 1 || strings.Contains(err.Error(),
			"second right") {
			t.Errorf("%s: %v", c[0], err)
		}
	}
}

func TestUCI(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	for _, test := range []struct {
		fen, text string
		want      Move
		uci       string
	}{
		{"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", NewMove(E1, H1), "e1g1"},
		{"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", NewMove(E1, H1), "e1g1"},
		{"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", NewMove(E1, A1), "e1c1"},
		{"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "e1f1", NewMove(E1, F1), "e1f1"},
		{"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "a7a8n", Move{At(0, 6), A8, Knight}, "a7a8n"},
		{"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "e1g1", NewMove(E1, G1), "e1g1"},
		{"4k3/8/8/8/8/8/8/R4K1R w K - 0 1", "f1h1", NewMove(F1, H1), "f1h1"},
		{"4k3/8/8/8/8/8/8/R4K1R w K - 0 1", "f1g1", NewMove(F1, G1), "f1g1"},
	} {
		p, err := ParseFEN(test.fen, set)
		if err != nil {
			t.Fatal(err)
		}
		m, err := ParseUCI(&p, test.text)
		if err != nil || m != test.want || m.UCI(&p) != test.uci {
			t.Errorf("%s in %s is %v (%s), %v", test.text, test.fen, m, m.UCI(&p), err)
		}
	}

	p, _ := ParseFEN(StartFEN, set)
	for _, text := range []string{"", "e2", "e2e9", "i2e4", "e7e8x", "e2e4qq", "\xffe2e"} {
		if m, err := ParseUCI(&p, text); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q is %v, %v", text, m, err)
		}
	}
}

// A board alone need not be a valid position; what is no board is none here either.
func TestParseBoard(t *testing.T) {
	// two black kings, a pawn on the last rank, empty squares counted one by one
	p, err := ParseBoard("P6k/8/8/8/11114/8/8/7k")
	if err != nil || p.Board() != "P6k/8/8/8/8/8/8/7k" || p.Turn != White ||
		p.Rights != (Rights{}) || p.EnPassant != NoSquare || p.Hash() != p.Key {
		t.Errorf("%s, %v", p.Board(), err)
	}

	for _, text := range []string{"", "8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8",
		"8/8/8/8/8/8/8/7", "8/8/8/8/8/8/8/7x", "8/8/8/8//8/8/8", "8/8/8/8/8/8/8/8 w"} {
		if _, err := ParseBoard(text); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzFEN(f *testing.F) {
	for _, fen := range []string{StartFEN, "fen:8/8/8/8/8/8/8/k6K:e4",
		"r3k2r/8/8/8/8/8/8/R3K2R w 7 ahah c3", "8/8/8/8/8/8/8/R1K1k2R w CQka - 5 9",
		"4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1"} {
		for i := range len(ruleset.BuiltinNames()) {
			f.Add(fen, uint8(i))
		}
	}

	names := ruleset.BuiltinNames()
	f.Fuzz(func(t *testing.T, text string, rules uint8) {
		set := rulestest.Builtin(t, names[int(rules)%len(names)])
		p, err := ParseFEN(text, set)
		if err != nil {
			if pieces, err := ParseBoard(text); err == nil {
				if again, err := ParseBoard(pieces.Board()); err != nil || again != pieces {
					t.Errorf("the board %q reads as %s, which reads as %s, %v", text,
						pieces.Board(), again.Board(), err)
				}
			}

			return
		}

		again, err := ParseFEN(p.FEN(set), set)
		if err != nil || again != p {
			t.Errorf("%q reads as %s, which reads as %s, %v", text, p.FEN(set), again.FEN(set), err)
		}
	})
}

// However long a FEN is and however much is wrong with it, few words are said of it.
func TestFENFaultsAreBounded(t *testing.T) {
	var many strings.Builder // a different letter for every square
	for i := range 300 {
		many.WriteRune('\u4e00' + rune(i))
	}
	for text, want := range map[string]int{
		strings.Repeat("a", MaxFEN+1): 1, strings.Repeat(" ", MaxFEN) + "8": 1, strings.Repeat("é/",
			1<<20): 1,
		many.String(): 2,
		StartFEN + strings.Repeat(" ", MaxFEN-len(StartFEN)): 0, StartFEN + strings.Repeat(" ",
			MaxFEN+1-len(StartFEN)): 1,
	} {
		_, err := ParseFEN(text, ruleset.Set{Family: ruleset.Chess})
		_, boardErr := ParseBoard(text)
		for _, err := range []error{err, boardErr} {
			if err != nil && len(err.Error()) > 17*(MaxFEN+100) {
				t.Errorf("%.40q: an error of %d bytes", text, len(err.Error()))
			}
		}

		n := 0
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			n = len(joined.Unwrap())
		}
		if n != want {
			t.Errorf("%.40q: %d faults, want %d", text, n, want)
		}
		if want == 1 && err != nil && len(err.Error()) > 100 {
			t.Errorf("%.40q: %d bytes for a text that is too long", text, len(err.Error()))
		}
	}
}
