package pgn

import (
	"errors"
	"strings"
	"testing"

	"turncoat/rules"
	"turncoat/rules/board"
)

// reachable names the squares that a piece of White's or Black's reaches from a square of a board.
func reachable(t *testing.T, fen, from string, kind board.Kind, takes bool) string {
	t.Helper()
	_, p := pacifist(t, fen)
	s, _ := board.ParseSquare(from)
	var to []string
	for i := range board.NoSquare {
		if i != s && reaches(&p, s, i, kind, takes) {
			to = append(to, i.String())
		}
	}
	return strings.Join(to, " ")
}

// Pieces reach what they do by the rules of chess, whatever stands at the end of the way.
func TestReaches(t *testing.T) {
	const white, black = "7k/8/8/8/8/8/8/7K w - - 0 1", "7k/8/8/8/8/8/8/7K b - - 0 1"
	const blocked = "7k/8/1p1p1p2/8/1p3p2/8/1p1p1p2/7K w - - 0 1"
	for _, c := range []struct {
		fen, from string
		kind      board.Kind
		takes     bool
		want      string
	}{
		{white, "d4", board.Knight, false, "c2 e2 b3 f3 b5 f5 c6 e6"},
		{white, "d4", board.King, false, "c3 d3 e3 c4 e4 c5 d5 e5"},
		{white, "a1", board.King, false, "b1 a2 b2"},
		{blocked, "d4", board.Rook, false, "d2 d3 b4 c4 e4 f4 d5 d6"},
		{blocked, "d4", board.Bishop, false, "b2 f2 c3 e3 c5 e5 b6 f6"},
		{blocked, "d4", board.Queen, false, "b2 d2 f2 c3 d3 e3 b4 c4 e4 f4 c5 d5 e5 b6 d6 f6"},
		{white, "a1", board.Bishop, false, "b2 c3 d4 e5 f6 g7 h8"},
		{white, "a1", board.Rook, false, "b1 c1 d1 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8"},
		{white, "d4", board.Pawn, false, "d5 d6"},
		{white, "d4", board.Pawn, true, "c5 d5 e5 d6"},
		{black, "d4", board.Pawn, false, "d2 d3"},
		{black, "a4", board.Pawn, true, "a2 a3 b3"},
	} {
		if got := reachable(t, c.fen, c.from, c.kind, c.takes); got != c.want {
			t.Errorf("a %v on %s, taking %t, reaches %s, want %s", c.kind, c.from, c.takes, got, c.want)
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
	for moves, want := range map[int]int{maxHeld: 0, maxHeld + 1: 1, maxHeld + 3: 1} {
		g, _ := Next([]byte(strings.Repeat("e4 ", moves)), 0, false)
		n := 0
		for _, f := range g.Faults {
			if f.Reason == "the record holds too much; what follows is not read" {
				n++
			}
		}
		if n != want || len(g.Main.Moves) != min(moves, maxHeld) {
			t.Errorf("of %d moves %d are read, and it is said %d times that it is too much", moves, len(g.Main.Moves),
				n)
		}
	}
}
