package check

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules/board"
)

// facts holds what is true of an example to a list, one fact after a comma.
func facts(t *testing.T, what string, got example, want string) {
	t.Helper()
	wanted := map[string]bool{}
	for _, fact := range factsIn(want) {
		wanted[fact] = true
	}
	for _, fact := range slices.Sorted(maps.Keys(wanted)) {
		if !got[fact] {
			t.Errorf("%s lacks %q", what, fact)
		}
	}
	for _, fact := range slices.Sorted(maps.Keys(got)) {
		if !wanted[fact] {
			t.Errorf("%s has %q", what, fact)
		}
	}
}

// All that is true of moves to any square, as the board shows it.
func TestMoveExample(t *testing.T) {
	for _, test := range []struct{ fen, uci, want string }{
		// The rook on a1 goes over its pawn on b2 to the knight on c3.
		{"7k/8/8/8/8/2n5/1P6/R6K w - - 0 1", "a1c3", `moves of the rook, moves of rooks and queens, moves of rooks queens and bishops, moves of all pieces but pawns, White's moves, moves onto enemy pieces, moves onto a knight,
			moves along a diagonal, moves by 2, moves by +2+2, moves forward, moves over a single piece, moves over own pieces alone,
			moves from the first and the last rank, moves from the a- and the h-file, moves from the a-file, moves from rank 1, moves from a1, moves to the c-file, moves to rank 3, moves to c3`},
		// Black's king jumps from h8 to h6, over nothing.
		{"7k/8/8/8/8/8/8/K7 b - - 0 1", "h8h6", `moves of the king, moves of queens and kings, moves of knights and kings, moves of all pieces but pawns, Black's moves, moves onto empty squares,
			moves along a file, moves by 2, moves by +0+2, moves forward, moves over no piece,
			moves from the first and the last rank, moves from the a- and the h-file, moves from the h-file, moves from rank 8, moves from h8, moves to the a- and the h-file, moves to the h-file, moves to rank 6, moves to h6`},
		// A knight goes on from b1 to h2, on no line.
		{"7k/8/8/8/8/8/8/KN6 w - - 0 1", "b1h2", `moves of the knight, moves of knights and kings, moves of all pieces but pawns, White's moves, moves onto empty squares, moves along no line,
			moves by 6, moves by +6+1, moves forward,
			moves from the first and the last rank, moves from the b-file, moves from rank 1, moves from b1, moves to the a- and the h-file, moves to the h-file, moves to rank 2, moves to h2`},
		// Counted from a1 to h8, g1 and a3 are ten apart, as if a knight went past the h-file.
		{"7k/8/8/8/8/8/8/K5N1 w - - 0 1", "g1a3", `moves of the knight, moves of knights and kings, moves of all pieces but pawns, White's moves, moves onto empty squares, moves along no line,
			moves by 6, moves by -6+2, moves forward, moves that pass round the edge,
			moves from the first and the last rank, moves from the g-file, moves from rank 1, moves from g1, moves to the a- and the h-file, moves to the a-file, moves to rank 3, moves to a3`},
		// A leap that is a knight's onto a rook of its own.
		{"7k/8/8/8/8/2R5/8/KN6 w - - 0 1", "b1c3", `moves of the knight, moves of knights and kings, moves of all pieces but pawns, White's moves, moves onto own pieces, moves onto a rook, moves along no line, leaps of the knight,
			moves by 2, moves by +1+2, moves forward,
			moves from the first and the last rank, moves from the b-file, moves from rank 1, moves from b1, moves to the c-file, moves to rank 3, moves to c3`},
		// Pawns: from the second rank three squares on, back, and past the middle.
		{"7k/8/8/8/8/8/4P3/K7 w - - 0 1", "e2e5", `moves of the pawn, White's moves, moves onto empty squares, moves along a file, moves by 3, moves by +0+3, moves forward, moves of a pawn from its first square, moves over no piece,
			moves from the e-file, moves from rank 2, moves from e2, moves to the e-file, moves to rank 5, moves to e5`},
		{"7k/4p3/8/8/8/8/8/K7 b - - 0 1", "e7e8", `moves of the pawn, Black's moves, moves onto empty squares, moves along a file, moves by 1, moves by +0-1, moves backward, moves of a pawn from its first square, moves over no piece,
			moves from the e-file, moves from rank 7, moves from e7, moves to the first and the last rank, moves to the e-file, moves to rank 8, moves to e8`},
		{"7k/8/8/3P4/8/8/8/K7 w - - 0 1", "d5c5", `moves of the pawn, White's moves, moves onto empty squares, moves along a rank, moves by 1, moves by -1+0, moves of a pawn from rank 4 or 5 of its side, moves over no piece,
			moves from the d-file, moves from rank 5, moves from d5, moves to the c-file, moves to rank 5, moves to c5`},
		{"7k/8/8/8/3p4/8/8/K7 b - - 0 1", "d4d1", `moves of the pawn, Black's moves, moves onto empty squares, moves along a file, moves by 3, moves by +0+3, moves forward, moves of a pawn from rank 4 or 5 of its side, moves to the last rank, moves over no piece,
			moves from the d-file, moves from rank 4, moves from d4, moves to the first and the last rank, moves to the d-file, moves to rank 1, moves to d1`},
		// The queen goes over one piece of each side; then over two of the enemy's.
		{"7k/8/8/8/8/QPp5/8/7K w - - 0 1", "a3d3", `moves of the queen, moves of queens and kings, moves of bishops and queens, moves of rooks and queens, moves of rooks queens and bishops, moves of all pieces but pawns, White's moves, moves onto empty squares,
			moves along a rank, moves by 3, moves by +3+0,
			moves from the a- and the h-file, moves from the a-file, moves from rank 3, moves from a3, moves to the d-file, moves to rank 3, moves to d3`},
		{"7k/8/8/8/8/Bpp5/8/7K w - - 0 1", "a3d3", `moves of the bishop, moves of bishops and queens, moves of rooks queens and bishops, moves of all pieces but pawns, White's moves, moves onto empty squares,
			moves along a rank, moves by 3, moves by +3+0, moves over enemy pieces alone,
			moves from the a- and the h-file, moves from the a-file, moves from rank 3, moves from a3, moves to the d-file, moves to rank 3, moves to d3`},
	} {
		_, p, m := at(t, "pacifist1", test.fen, test.uci)
		got := moveExample(p, m)
		// The names of two lists have a comma themselves.
		for from, to := range map[string]string{
			"moves of queens, rooks and bishops":        "moves of rooks queens and bishops",
			"moves of kings, queens, rooks and bishops": ""} {
			slider := strings.ContainsAny(strings.ToUpper(string(p.KindAt(m.From).String()[0])), "QRB")
			if got[from] != (slider || to == "" && p.KindAt(m.From) == board.King) {
				t.Errorf("%s: %q is %v", test.uci, from, got[from])
			}
			if got[from] && to != "" {
				got[to] = true
			}
			delete(got, from)
		}
		facts(t, test.fen+" "+test.uci, got, test.want)
	}
}

// All that is true of a turn beside the kinds that have tests of their own.
func TestTurnExample(t *testing.T) {
	for _, test := range []struct{ fen, uci, has, lacks string }{
		{"7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a4", `turns that convert nothing, moves along a file, moves forward, moves of rooks and queens`,
			`moves of one file, moves of one rank, moves along a rank, moves backward, moves of one square, moves from an attacked square, moves to an attacked square, moves to a supported square, moves beside an enemy piece,
			moves beside an own piece, moves beside an enemy king, moves of an over-persuaded piece, moves to where the piece is over-persuaded, moves that open a line to an own king, moves that open a line to the enemy's king,
			moves to the last square of a line, moves up to a piece, moves of queens and kings`},
		{"7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a8", `moves to the last square of a line`, `turns that convert nothing`}, // it claims the king
		// From a4 the rook goes beside its pawn on b3, up to it or up to a black one.
		{"7k/8/8/8/R7/1P6/8/7K w - - 0 1", "a4a3", `moves of one rank, moves of one square, moves backward, moves beside an own piece`, `moves up to a piece, moves beside an enemy piece`},
		{"7k/8/8/8/R2P4/8/8/7K w - - 0 1", "a4c4", `moves along a rank, moves up to a piece, moves up to an own piece, moves beside an own piece`, `moves up to an enemy piece, moves along a file, moves forward, moves backward, moves of one rank`},
		{"7k/8/8/3p4/R2n4/8/8/7K w - - 0 1", "a4c4", `moves up to a piece, moves up to an enemy piece, moves beside an enemy piece, moves to an attacked square`, `moves up to an own piece, moves beside an own piece, moves from an attacked square`},
		// The pawn on d5 attacks c4, which only the moved piece's own king, on c3, supports.
		{"7k/8/8/3p4/8/2K5/8/2R5 w - - 0 1", "c1c2", `moves to a supported square, moves beside an own piece, moves of one square`, `moves to an attacked square`},
		{"8/8/8/8/8/8/r7/R3k2K w - - 0 1", "a1b1", `moves from an attacked square, moves of an over-persuaded piece, moves of one file`, `moves to where the piece is over-persuaded, moves beside an enemy king`},
		{"7k/8/8/8/8/8/1r6/R6K w - - 0 1", "a1b1", `moves to an attacked square, moves to where the piece is over-persuaded, moves beside an enemy piece`, `moves of an over-persuaded piece, moves from an attacked square`},
		{"8/8/8/8/8/6k1/8/R6K w - - 0 1", "a1f1", `moves along a rank`, `moves beside an enemy king`},
		{"8/8/8/8/8/5k2/8/R6K w - - 0 1", "a1g1", `moves up to an own piece, moves beside an own piece`, `moves beside an enemy king`},
		{"8/8/8/8/8/5k2/8/R6K w - - 0 1", "a1e1", ``, `moves beside an enemy king`},
		{"8/8/8/8/8/8/5k2/R6K w - - 0 1", "a1e1", `moves beside an enemy king, moves beside an enemy piece`, ``},
		// The bishop leaves the file on which a black rook then attacks its king, and the white rook the black king.
		{"4r2k/8/8/8/8/4B3/8/4K3 w - - 0 1", "e3f4", `moves that open a line to an own king, moves of one file, moves of one rank, moves forward`, `moves that open a line to the enemy's king`},
		{"4k3/8/8/8/8/4B3/8/K3R3 w - - 0 1", "e3f4", `moves that open a line to the enemy's king`, `moves that open a line to an own king`},
		// Pawns.
		{"7k/8/8/4p3/8/4P3/8/K7 w - - 0 1", "e3e4", `moves up to a piece, moves of one square, moves forward`, `moves of a pawn from its first square, moves to the last square of a line`},
		{"7k/8/8/8/8/8/4P3/K7 w - - 0 1", "e2e3", `moves of a pawn from its first square`, `moves up to a piece`},
		{"7k/8/8/8/4p3/8/4P3/K7 w - - 0 1", "e2e3", `moves of a pawn from its first square, moves up to a piece`, ``},
		{"7k/4p3/8/8/8/8/8/K7 b - - 0 1", "e7e6", `moves of a pawn from its first square, moves forward`, `moves backward`},
		{"7k/8/4p3/8/8/8/8/K7 b - - 0 1", "e6e5", `moves forward`, `moves of a pawn from its first square`},
		{"7k/8/8/8/8/8/4P3/K7 w - - 0 1", "e2e4", `two-steps`, `moves of a pawn from its first square, moves of one square`},
		// A knight's line goes on by its leap.
		{"7k/8/8/8/8/8/8/KN6 w - - 0 1", "b1d2", `moves of one rank`, `moves to the last square of a line, moves of one file, moves up to a piece`},
		{"7k/8/8/8/8/8/8/KN6 w - - 0 1", "b1a3", `moves to the last square of a line, moves of one file`, `moves of one rank`},
		// Of a castling nothing is said but its kinds.
		{"7k/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", `castling O-O-O, turns that convert nothing`, `moves along a rank, moves up to a piece, moves to a supported square`},
	} {
		g, p, m := at(t, "pacifist1", test.fen, test.uci)
		j := &wrongJudge{set: g.Set(), way: &wrongWay{}}
		turn := j.turn(p, m)
		got := j.turnExample(&turn)
		for _, fact := range factsIn(test.has) {
			if !got[fact] {
				t.Errorf("%s %s lacks %q", test.fen, test.uci, fact)
			}
		}
		for _, fact := range factsIn(test.lacks) {
			if got[fact] {
				t.Errorf("%s %s has %q", test.fen, test.uci, fact)
			}
		}
	}
}

// factsIn parts facts that stand with commas between them.
func factsIn(text string) (list []string) {
	for _, fact := range strings.Split(text, ",") {
		if fact = strings.Join(strings.Fields(fact), " "); fact != "" {
			list = append(list, fact)
		}
	}
	return list
}

// All that is true of a piece that may be converted.
func TestPieceExample(t *testing.T) {
	for _, test := range []struct {
		fen, uci, square string // whose piece on the square is looked at after the move
		n                int
		wave             string // squares
		want             string
	}{
		// The rook on d1 bears on the pawn on d5 alone, from four squares away; the king on c6 supports it.
		{"8/8/2k5/3p4/8/8/8/R6K w - - 0 1", "a1d1", "d5", 0, "d5", `pawns, Black's, on rank 5, on the d-file, in the first wave, alone in their wave, beside a king of their side, turned by a move of a rook,
			persuaded by as many as support them, on light squares,
			persuaded by any, persuaded by one piece, persuaded by a rook, persuaded by the moved piece, persuaded over an empty way, persuaded from farther away, persuaded from more than two squares away, persuaded along a file,
			persuaded only by a rook, persuaded only by the moved piece, persuaded only over an empty way, persuaded only from farther away, persuaded only from more than two squares away, persuaded only along a file,
			supported by any, supported by one piece, supported by a king, supported over an empty way, supported from beside, supported along a diagonal,
			supported only by a king, supported only over an empty way, supported only from beside, supported only along a diagonal`},
		// Two rooks on the a-file bear on a8, the one through the other; nothing supports the king there.
		{"k7/8/8/8/8/8/8/RR5K w - - 0 1", "b1b2", "a8", 1, "a8 b8", `kings, Black's, on rank 8, on the a-file, on the first and the last rank, on the a- and the h-file, in corners, in the second wave, the only king of their side, turned by a move of a rook,
			persuaded by one more than support them, on light squares,
			persuaded by any, persuaded by one piece, persuaded by a rook, persuaded over an empty way, persuaded from farther away, persuaded from more than two squares away, persuaded along a file,
			persuaded only by a rook, persuaded only over an empty way, persuaded only from farther away, persuaded only from more than two squares away, persuaded only along a file,
			supported by none`},
		{"k7/8/8/8/8/R7/R7/R6K w - - 0 1", "h1g1", "a8", 2, "b8", `kings, Black's, on rank 8, on the a-file, on the first and the last rank, on the a- and the h-file, in corners, the only king of their side, turned by a move of a king,
			on light squares,
			persuaded by any, persuaded by more than two pieces, persuaded by a rook, persuaded through a piece, persuaded through two pieces, persuaded over an empty way, persuaded from farther away, persuaded from more than two squares away, persuaded along a file,
			persuaded only by a rook, persuaded only from farther away, persuaded only from more than two squares away, persuaded only along a file,
			supported by none`},
		{"k7/8/8/8/8/8/R7/R6K w - - 0 1", "h1g1", "a8", 2, "b8", `kings, Black's, on rank 8, on the a-file, on the first and the last rank, on the a- and the h-file, in corners, the only king of their side, turned by a move of a king,
			on light squares,
			persuaded by any, persuaded by two pieces, persuaded by a rook, persuaded through a piece, persuaded over an empty way, persuaded from farther away, persuaded from more than two squares away, persuaded along a file,
			persuaded only by a rook, persuaded only from farther away, persuaded only from more than two squares away, persuaded only along a file,
			supported by none`},
		// A black pawn on its first square beside White's king, and the knight that supports it.
		{"8/3p4/2K5/4n3/8/8/8/7k w - - 0 1", "c6d6", "d7", 0, "h1 d7", `pawns, Black's, on rank 7, on the d-file, in the first wave, in a wave with a king, beside a king of the mover, beside the moved piece, turned by a move of a king, pawns on their first rank,
			persuaded by as many as support them, on light squares,
			persuaded by any, persuaded by one piece, persuaded by a king, persuaded by the moved piece, persuaded over an empty way, persuaded from beside, persuaded along a file,
			persuaded only by a king, persuaded only by the moved piece, persuaded only over an empty way, persuaded only from beside, persuaded only along a file,
			supported by any, supported by one piece, supported by a knight, supported over an empty way, supported only by a knight, supported only over an empty way`},
	} {
		set := rulestest.Builtin(t, "pacifist1")
		_, p, m := at(t, "pacifist1", test.fen, test.uci)
		j := &wrongJudge{set: set, way: &wrongWay{}}
		turn := j.turn(p, m)
		var wave board.Bitboard
		for _, s := range strings.Fields(test.wave) {
			wave |= squareOf(t, s).Bit()
		}
		got := j.pieceExample(&turn.landed, squareOf(t, test.square), p.Turn, test.n, wave)
		if s := squareOf(t, test.square); got["on dark squares"] != ((s.File()+s.Rank())%2 == 0) {
			t.Errorf("%s is dark: %v", test.square, got["on dark squares"])
		}
		want := strings.Replace(test.want, "on light squares,", "", 1)
		facts(t, test.fen+" "+test.uci, got, want)
	}
}
