package check

import (
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Which squares need not be empty for a castling to the a-file or the h-file, as programs with bugs have it:
// worked out by hand from the names of the bugs and PAC-14. The king ends on c1 or g1, the rook on d1 or f1.
func TestCrowdedCastlings(t *testing.T) {
	starts := []string{
		"7k/8/8/8/8/8/8/R3K2R w KQ - 0 1", // b1 is the rook's alone, c1 and d1 are of both; f1 and g1 too
		"7k/8/8/8/8/8/8/R4K2 w Q - 0 1",   // b1 is the rook's alone, and e1 the king's
		"7k/8/8/8/8/8/8/RK6 w Q - 0 1",    // d1 is the rook's alone, where it ends, and not between the two
	}
	for bug, free := range map[string][3]string{
		"castling does not ask that the squares that the rook alone crosses are empty": {"b1",
			"b1", ""},
		"castling does not ask that the squares that the rook alone crosses are empty, nor where it ends": {"b1",
			"b1", "d1"},
		"castling does not ask that the squares that the king alone crosses are empty": {"", "e1",
			""},
		"castling asks for empty squares between king and rook alone, not where they end": {"", "",
			"c1 d1"},
		"castling asks for empty squares only where king and rook end": {"b1",
			"b1 e1", ""},
		"castling asks for an empty square only where the king ends": {
			"b1 d1 f1", "b1 d1 e1", "d1"},
		"castling asks for no empty squares": {
			"b1 c1 d1 f1 g1", "b1 c1 d1 e1", "c1 d1"},
	} {
		ways := waysByName()[bug]
		if len(ways) == 0 {
			t.Errorf("%q is no bug", bug)
			continue
		}
		set := rulestest.Builtin(t, "pacifist1")
		for i, fen := range starts {
			for file := 1; file < 7; file++ {
				p, err := rules.New(set).ParseFEN(fen)
				if err != nil {
					t.Fatal(err)
				}
				s := board.At(file, 0)
				if p.Occupied().Has(s) {
					continue
				}
				p.Put(s, board.Piece{Kind: board.Knight, Colour: board.White})
				blocked := board.QueenSide
				if file > 4 && i == 0 {
					blocked = board.KingSide
				}
				castles := func() (is bool) {
					for turn := range (&wrongJudge{set: set, way: &ways[0]}).each(&p) {
						wing, castles := turn.move.Castles(&p)
						is = is || castles && wing == blocked
					}
					return is
				}
				onWay := i == 0 || i == 1 && file < 5 || i == 2 && file < 4
				if want := !onWay || strings.Contains(free[i], s.String()); castles() != want {
					t.Errorf("%s: a knight on %v lets %s castle: %v", bug, s, fen, !want)
				}
			}
		}
		// None of them lets a king castle from or over an attacked square.
		for _, fen := range []string{"7k/8/3r4/8/8/8/8/RN2K3 w Q - 0 1", "7k/8/5r2/8/8/8/8/R3NK2 w Q - 0 1",
			"7k/8/1r6/8/8/8/8/RKN5 w Q - 0 1"} {
			p, err := rules.New(set).ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			for turn := range (&wrongJudge{set: set, way: &ways[0]}).each(&p) {
				if _, castles := turn.move.Castles(&p); castles {
					t.Errorf("%s: castling in %s", bug, fen)
				}
			}
		}
	}
}

// A program that castles to other squares and asks for the way there alone castles beside a knight on d1, where
// the rook should end, and not over one on c1.
func TestCastlingElsewhereBesidePieces(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	ways := waysByName()["castling O-O-O puts the king on the b-file and the rook on the c-file"]
	if len(ways) == 0 {
		t.Fatal("there is no such bug")
	}
	for fen, want := range map[string]string{
		"7k/8/8/8/8/8/8/RK1N4 w Q - 0 1": "7k/8/8/8/8/8/8/1KRN4",
		"7k/8/8/8/8/8/8/RKN5 w Q - 0 1":  "",
	} {
		p, err := rules.New(set).ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i := range ways {
			for turn := range (&wrongJudge{set: set, way: &ways[i]}).each(&p) {
				if _, castles := turn.move.Castles(&p); castles {
					got = turn.after.Board()
				}
			}
		}
		if got != want {
			t.Errorf("in %s: %q, want %q", fen, got, want)
		}
	}
}
