package check

import (
	"testing"

	"turncoat/rules/board"
)

// All that is wrong with a move that the rules do not have.
func TestAllThatIsWrongWithMoves(t *testing.T) {
	const (
		check  = "moves that leave the king in check"
		hang   = "moves that leave the king over-persuaded, "
		danger = "castling from or over attacked squares"
	)
	for _, test := range []struct{ rules, fen, uci, want string }{
		{"chess", "7k/8/8/8/8/8/8/7K w - - 0 1", "a1a2", "moves from empty squares"},
		{"chess", "7k/8/8/8/8/8/8/7K w - - 0 1", "h8h7", "moves of the enemy's pieces"},
		// Onto pieces.
		{"pacifist1", "4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "d1a1",
			"moves onto own pieces, moves of the queen onto own pieces"},
		{"pacifist1", "4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "a1e1",
			"moves onto own pieces, moves of the rook onto own pieces"},
		{"pacifist1", "7k/8/8/8/8/8/P7/K7 w - - 0 1", "a1a2",
			"moves onto own pieces, moves of kings and knights onto own pieces, moves of the king onto own pieces"},
		{"pacifist1", "7k/8/8/8/8/2P5/8/1N5K w - - 0 1", "b1c3",
			"moves onto own pieces, moves of kings and knights onto own pieces, moves of the knight onto own pieces"},
		{"chess", "7k/8/8/8/8/2P5/8/B6K w - - 0 1", "a1c3",
			"moves onto own pieces, moves of the bishop onto own pieces"},
		{"pacifist1", "7k/8/8/8/8/2r5/1P6/7K w - - 0 1", "b2c3",
			"moves onto other pieces, captures, captures by the pawn"},
		{"pacifist1", "7k/8/8/8/8/8/p7/R6K w - - 0 1", "a1a2",
			"moves onto other pieces, captures, captures by the rook"},
		{"pacifist1", "7k/8/8/8/r7/8/P7/7K w - - 0 1", "a2a4",
			"moves onto other pieces, steps of the pawn onto other pieces, two-steps onto other pieces"},
		{"pacifist1", "7k/8/8/8/8/r7/P7/7K w - - 0 1", "a2a3",
			"moves onto other pieces, steps of the pawn onto other pieces, " + string(pastFront) +
				", single steps of pawns onto other pieces"},
		{"pacifist1", "7k/8/8/8/8/8/8/4K1r1 w G - 0 1", "e1g1", "castling with a rook that has changed sides"},
		{"pacifist1", "7k/8/8/8/8/8/8/5Kr1 w G - 0 1", "f1g1",
			"moves onto other pieces, captures, captures by the king"},
		{"pacifist1", "7k/8/8/8/8/8/8/4K2r w - - 0 1", "e1h1",
			"moves onto other pieces, captures, captures by the king"},
		// Over pieces.
		{"pacifist1", "7k/8/8/8/8/r7/P7/7K w - - 0 1", "a2a4",
			"moves over other pieces, moves of the pawn over other pieces, " + string(pastFront) +
				", two-steps over other pieces"},
		{"pacifist1", "7k/8/8/8/8/8/P7/R6K w - - 0 1", "a1a3",
			"moves over other pieces, moves over own pieces, moves of the rook over other pieces"},
		{"pacifist1", "7k/8/8/8/8/8/1p6/B6K w - - 0 1", "a1c3",
			"moves over other pieces, moves over enemy pieces, moves of the bishop over other pieces"},
		{"pacifist1", "7k/8/8/8/p7/8/P7/R6K w - - 0 1", "a1a5",
			"moves over other pieces, moves of the rook over other pieces"},
		{"chess", "7k/8/8/8/8/p7/P7/R6K w - - 0 1", "a1a3",
			"moves over other pieces, moves over own pieces, moves of the rook over other pieces"},
		// Pawns.
		{"pacifist1", "7k/8/p7/8/8/8/8/7K b - - 0 1", "a6a4",
			"two-steps from other ranks, Black's two-steps from other ranks"},
		{"pacifist1", "7k/8/8/8/8/r7/1P6/7K w - - 0 1", "b2b4", "two-steps over persuaded squares"},
		{"pacifist1", "7k/8/8/8/8/8/1P6/7K w - - 0 1", "b2a3", "the pawn's step -1+1"},
		{"pacifist1", "7k/8/8/8/8/8/1P6/7K w - - 0 1", "b2h2", "the pawn's step +1+0"},
		{"chess", "7k/8/8/8/8/8/1P6/7K w - - 0 1", "b2a3", "the pawn's step -1+1"},
		{"pacifist1", "7k/8/8/8/8/8/p7/7K b - - 0 1", "a2a1", unpromoted + ", Black's " + unpromoted},
		{"chess", "1r5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8", unpromoted + ", White's " + unpromoted +
			", captures on the last rank that do not promote"},
		{"pacifist1", "7k/8/8/8/8/8/P7/7K w - - 0 1", "a2a3q", "promotions to a queen"},
		{"chess", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8k", "promotions to a king"},
		// Steps that a piece does not have.
		{"chess", "7k/8/8/8/8/2n5/8/R6K w - - 0 1", "a1c3", "the rook's step +1+1"},
		{"pacifist1", "7k/8/8/8/8/8/8/1N5K w - - 0 1", "b1e1", "the knight's step +1+0"},
		{"pacifist1", "7k/8/8/8/8/8/8/R6K w - - 0 1", "h1a3",
			"moves round the edge of the board, moves of the king round the edge of the board, the king's step -7+2"},
		{"pacifist1", "7k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1b1",
			"castling elsewhere, castling O-O-O elsewhere, the king's step -1+0"},
		{"pacifist1", "7k/8/8/8/8/8/8/3K4 w - - 0 1", "d1f1",
			"castling elsewhere, castling O-O elsewhere, the king's step +1+0"},
		{"pacifist1", "7k/8/8/8/8/8/4K3/8 w - - 0 1", "e2c2", "the king's step -1+0"},
		{"pacifist1", "7k/8/8/8/8/8/8/4K3 w - - 0 1", "e1e3", "the king's step +0+1"},
		// Kings in danger.
		{"chess", "7k/8/8/8/8/8/r7/2K5 w - - 0 1", "c1c2", check},
		{"conversion", "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", check},
		{"pacifist1", "7k/8/8/8/8/8/r7/2K5 w - - 0 1", "c1c2", hang + "king moves into persuasion"},
		{"pacifist-number", "r6k/8/8/8/8/8/8/1K6 w - - 0 1", "b1a1", hang + "king moves into persuasion"},
		{"pacifist1", "k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2a2",
			hang + "moves of other pieces that leave the king over-persuaded"},
		{"pacifist1", "k7/8/8/8/8/8/1k6/3QR3 w - - 0 1", "e1h1", "moves without a king that claim none"},
		// Castling.
		{"chess", "k7/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1",
			"castling without a right, castling O-O without a right, White's castling without a right"},
		{"pacifist1", "r3k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8a8",
			"castling without a right, castling O-O-O without a right, Black's castling without a right"},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "e1h1",
			"castling over other pieces, castling O-O over other pieces"},
		{"pacifist1", "4rk2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", danger + ", castling out of attack"},
		{"pacifist1", "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", danger + ", castling over attacked squares"},
		{"pacifist1", "4rrk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", danger},
		{"chess", "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", danger + ", castling over attacked squares"},
		{"conversion", "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", danger + ", castling over attacked squares"},
		// From b3 the knight comes to c1, and with that on f6 converts what stands on f1.
		{"conversion", "4k3/8/5n2/8/8/1n6/8/4K2R w K - 0 1", "e1h1",
			"castling from or over squares where the king is in check, castling from or over squares where the king would be converted"},
		{"pacifist-value", "6qk/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1",
			"castling into persuasion, castling O-O into persuasion"},
		{"pacifist1", "6rk/6q1/8/8/8/8/8/4K2R w K - 0 1", "e1h1",
			hang + "king moves into persuasion, castling that leaves the king over-persuaded"},
		{"chess", "k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", check + ", castling that leaves the king in check"},
	} {
		g, p, m := at(t, test.rules, test.fen, test.uci)
		listed(t, test.rules+" "+test.fen+" "+test.uci, extraKinds(g.Set(), p, m), test.want)
	}
}

// A king's or a knight's step, counted from 0 to 63, goes round the edge where it comes out on the other side of
// the board.
func TestRoundTheEdge(t *testing.T) {
	for move, want := range map[string]bool{
		"h1a2": true, "a2h1": true, "b1h1": true, "a1h1": true, "h1a3": true, "g1a3": true, "a1h2": true, "h1a4": true,
		"g1a2": false, "a1d2": false, "a1c2": false, "c1a2": false, "b1a3": false, "a1b3": false, "a1b2": false,
		"h3h4": false, "g1a4": false, "a1a3": false, "a1c1": false, "a1h8": false,
	} {
		if got := roundTheEdge(board.NewMove(squareOf(t, move[:2]), squareOf(t, move[2:]))); got != want {
			t.Errorf("%s: %v", move, got)
		}
	}
}

// What all conversions have in common by which the king of White could be taken, when nothing can capture it
// (CON-7): counted by hand.
func TestAllThreats(t *testing.T) {
	const (
		two   = "co-squares of two of a kind, co-squares of two "
		queen = "co-squares of king and queen, co-squares of a "
		file  = ", co-squares on the file of the moved piece"
		rank  = ", co-squares on the rank of the moved piece"
	)
	for _, test := range []struct{ why, fen, want string }{
		{"from f2 a knight goes to d1 or h1", "7k/8/8/8/8/n7/5n2/K7 w - - 0 1", two + "knights" + rank},
		{"the same, but it takes there", "7k/8/8/8/8/n7/5n2/K2B3B w - - 0 1", two + "knights" + rank +
			", conversions by captures"},
		{"on d1 alone it takes", "7k/8/8/8/8/n7/5n2/K2B4 w - - 0 1", two + "knights" + rank},
		{"its own stand there", "7k/8/8/8/8/n7/5n2/K2b3r w - - 0 1", ""},
		{"from c4 a knight goes to a3 or a5", "7k/8/8/8/2n5/8/8/K4n2 w - - 0 1", two + "knights" + file},
		{"the rook on g8 captures the king on g1", "6rk/8/8/8/8/n7/5n2/6K1 w - - 0 1", ""},
		{"the king goes to g1, its queen stands behind a pawn", "8/8/8/q7/8/8/P6k/K7 w - - 0 1",
			queen + "king that moves and its queen" + rank},
		{"the queen goes to f2 and the king stands on h1", "8/8/8/8/8/2q5/8/5K1k w - - 0 1",
			queen + "queen that moves and its king" + file},
		{"king and queen each stand on a line of the king's, but none comes to the other",
			"8/8/8/8/8/P7/8/K5Bk w - - 0 1", ""},
		{"a bishop alone is no pair", "7k/8/8/8/8/b7/8/K7 w - - 0 1", ""},
		{"two bishops, of which one comes to c1", "7k/8/8/b7/8/b7/8/K7 w - - 0 1", two + "bishops" + rank},
		{"rook and bishop are no pair", "7k/8/8/r7/P7/4b3/8/K7 w - - 0 1", ""},
		{"pawns are no pair", "7k/8/8/p7/8/8/4p3/K7 w - - 0 1", ""},
		{"no partner on its lines", "7k/8/8/8/2n5/8/5n2/K7 w - - 0 1", ""},
		{"by a knight and a bishop, on rank and file", "7k/b7/b7/8/2n5/8/8/K4n2 w - - 0 1",
			two[:len("co-squares of two of a kind")]},
		{"no king", "7k/8/8/8/8/n7/5n2/k7 w - - 0 1", ""},
	} {
		rules := "conversion"
		if test.why == "no king" {
			rules = "pacifist1"
		}
		_, p, _ := at(t, rules, test.fen, "a1a2")
		listed(t, test.why, threatKinds(p, board.White), test.want)
	}
}

// Where pieces can go, were their king no matter.
func TestReachesEveryWay(t *testing.T) {
	_, p, _ := at(t, "chess", "7k/8/8/8/3p4/8/1P6/R1BQK1N1 w - - 0 1", "a1a2")
	for move, want := range map[string]bool{
		"c1h6": true, "c1d2": true, "c1b2": false, "c1a3": false, "c1c2": false, "c1e2": false, "a1b1": true,
		"a1c1": false, "a1a1": false, "g1g1": false, "g1h3": true, "g1e1": false,
		"d1d2": true, "d1d4": true, "d1d5": false, "d1a4": true, "d1h5": true, "d1e3": false, "d1f2": false,
		"d1c3": false, "e1d2": true, "e1e3": false, "e1d1": false, "h8g7": true, "h8h8": false, "d4d3": false,
		"a1h1": false, "a1b3": false,
	} {
		if got := reaches(p, squareOf(t, move[:2]), squareOf(t, move[2:])); got != want {
			t.Errorf("%s: %v", move, got)
		}
	}
}
