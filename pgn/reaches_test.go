package pgn

import (
	"errors"
	"strings"
	"testing"

	"turncoat/pgn/token"
	"turncoat/rules"
	"turncoat/rules/board"
)

// The pieces that a move from one square to another may be meant for move as in chess, pawns two squares from
// anywhere, whatever is on the end square.
func TestPiecesMove(t *testing.T) {
	const white, black = "7k/8/8/8/8/8/8/7K w - - 0 1", "7k/8/8/8/8/8/8/7K b - - 0 1"
	const blocked = "7k/8/1p1p1p2/8/1p3p2/8/1p1p1p2/7K w - - 0 1"
	for _, c := range []struct {
		fen, from string
		kind      board.Kind
		want      string
	}{
		{white, "d4", board.Knight, "c2 e2 b3 f3 b5 f5 c6 e6"},
		{white, "d4", board.King, "c3 d3 e3 c4 e4 c5 d5 e5"},
		{white, "a1", board.King, "b1 a2 b2"},
		{blocked, "d4", board.Rook, "d2 d3 b4 c4 e4 f4 d5 d6"},
		{blocked, "d4", board.Bishop, "b2 f2 c3 e3 c5 e5 b6 f6"},
		{blocked, "d4", board.Queen, "b2 d2 f2 c3 d3 e3 b4 c4 e4 f4 c5 d5 e5 b6 d6 f6"},
		{white, "a1", board.Bishop, "b2 c3 d4 e5 f6 g7 h8"},
		{white, "d4", board.Pawn, "d5 d6"},
		{black, "d4", board.Pawn, "d2 d3"},
	} {
		_, p := pacifist(t, c.fen)
		s, _ := board.ParseSquare(c.from)
		p.Put(s, board.Piece{Kind: c.kind, Colour: p.Turn})
		var to []string
		for i := range board.NoSquare {
			move := Problem{Before: &p, Move: c.from + i.String()}
			if i != s && move.Pieces() == s.Bit() {
				to = append(to, i.String())
			}
		}
		if got := strings.Join(to, " "); got != c.want {
			t.Errorf("a %v on %s goes to %s, want %s", c.kind, c.from, got, c.want)
		}
	}
}

// An illegal move is meant for a piece of the mover that would reach its square, else for the enemy's, else for
// one of its kind.
func TestPieces(t *testing.T) {
	_, p := pacifist(t, "4k3/8/8/3n4/8/8/1N6/4K1N1 w - - 0 1")
	for move, want := range map[string]string{"Nd3": "b2", "Nf6": "d5", "Na8": "b2,g1", "Nbd3": "b2", "Ngd3": "b2,g1",
		"N2d3": "b2", "b2d3": "b2", "b2d4": "-", "Qa8": "-", "a1a8": "-", "O-O": "-", "the king": "-"} {
		problem := Problem{Before: &p, Move: move}
		if got := problem.Pieces(); got.String() != want && (got != 0 || want != "-") {
			t.Errorf("%s: %v, want %s", move, got, want)
		}
	}
}

// Of the findings that are not listed the gravest gives the code, and of two as grave the first.
func TestCodeOfWhatIsNotListed(t *testing.T) {
	if CodeNumber.Severity() == "error" || CodeTag.Severity() == "error" || CodeIllegal.Severity() != "error" ||
		CodeAmbiguous.Severity() != "error" {
		t.Fatal("the codes are not as grave as the test has them")
	}
	for _, c := range []struct {
		codes []Code
		want  Code
	}{
		{[]Code{CodeNumber}, CodeNumber},
		{[]Code{CodeNumber, CodeTag}, CodeNumber},
		{[]Code{CodeNumber, CodeIllegal, CodeTag}, CodeIllegal},
		{[]Code{CodeIllegal, CodeAmbiguous}, CodeIllegal},
	} {
		r := replayer{g: &Game{}}
		for range MaxProblems {
			r.problem(Problem{Code: CodeNumber})
		}
		if len(r.counted()) != MaxProblems {
			t.Fatalf("%d findings are listed", len(r.counted()))
		}
		for _, code := range c.codes {
			r.problem(Problem{Code: code})
		}
		all := r.counted()
		if last := all[len(all)-1]; len(all) != MaxProblems+1 || last.Code != c.want ||
			!strings.Contains(last.Message, "more finding") {
			t.Errorf("after %v: %d findings, the last %+v", c.codes, len(all), last)
		}
	}
}

// An error of a record says where it is, and is of the class of its code.
func TestErr(t *testing.T) {
	for code, class := range map[Code]error{
		CodeSyntax: board.ErrSyntax, CodeAmbiguous: rules.ErrAmbiguous, CodeBadFEN: board.ErrInvalid,
		CodeIllegal: rules.ErrIllegal, CodeConversion: rules.ErrIllegal,
	} {
		err := Err([]Problem{{Code: CodeNumber, Message: "a warning"}, {Code: code, Ply: 3, Move: "Nf4",
			Message: "no"}, {Code: CodeSyntax}})
		if !errors.Is(err, class) || err.Error() != "ply 3, Nf4: no" {
			t.Errorf("%s: %v", code, err)
		}
	}
	if err := Err([]Problem{{Code: CodeNumber}}); err != nil {
		t.Errorf("a warning alone: %v", err)
	}
	if err := Err([]Problem{{Code: CodeBadFEN, Message: "no"}}); err == nil || err.Error() != "no" {
		t.Errorf("before the first move: %v", err)
	}
}

// The one thing for which there is no room any more is the first that is said.
func TestFullRecord(t *testing.T) {
	for moves, want := range map[int]int{200_000: 0, 200_000 + 1: 1, 200_000 + 3: 1} {
		g, _ := Next([]byte(strings.Repeat("e4 ", moves)), 0, false)
		n := 0
		for _, f := range g.Faults {
			if f.Code == token.Syntax {
				n++
			}
		}
		if n != want || len(g.Main.Moves) != min(moves, 200_000) {
			t.Errorf("of %d moves %d are read, and it is said %d times that it is too much", moves, len(g.Main.Moves),
				n)
		}
	}
}
