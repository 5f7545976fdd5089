package check

import (
	"slices"
	"testing"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// listed holds kinds to a list with commas between them, in its order.
func listed(t *testing.T, what string, got []kind, want string) {
	t.Helper()
	var kinds []kind
	for _, k := range factsIn(want) {
		kinds = append(kinds, kind(k))
	}
	if !slices.Equal(got, kinds) {
		t.Errorf("%s:\n%q, want\n%q", what, got, kinds)
	}
}

// All kinds of moves by their movement, the widest first, as the board shows them.
func TestAllKindsOfMoves(t *testing.T) {
	const castled = "castling, castling O-O, White's castling, White's castling O-O, "
	const long = "castling, castling O-O-O, White's castling, White's castling O-O-O, "
	for _, test := range []struct{ rules, fen, uci, want string }{
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h4", `moves of the rook, White's moves of the rook, the rook's step +0+1,
			moves of the rook over more than one square, moves over more than 1 square, moves over more than 2 squares`},
		{"chess", "4k3/8/8/8/8/8/8/4K1nR w - - 0 1", "h1g1",
			"moves of the rook, White's moves of the rook, captures, captures by the rook, captures of the knight, the rook's step -1+0"},
		{"pacifist1", "k7/8/8/4q3/8/8/8/7K b - - 0 1", "e5c3", `moves of the queen, Black's moves of the queen, the queen's step -1-1,
			moves of the queen over more than one square, moves over more than 1 square, diagonal moves of the queen`},
		{"pacifist1", "k7/8/8/4q3/8/8/8/7K b - - 0 1", "e5e4",
			"moves of the queen, Black's moves of the queen, the queen's step +0-1, straight moves of the queen"},
		// The other king stands on f3, beside g2 and not beside h2.
		{"pacifist1", "8/8/8/8/8/5k2/8/7K w - - 0 1", "h1g2",
			"moves of the king, White's moves of the king, the king's step -1+1, diagonal moves of the king, king moves next to a king"},
		{"pacifist1", "8/8/8/8/8/5k2/8/7K w - - 0 1", "h1h2",
			"moves of the king, White's moves of the king, the king's step +0+1, straight moves of the king"},
		{"pacifist1", "8/8/8/8/8/5k2/8/4N2K w - - 0 1", "e1g2",
			"moves of the knight, White's moves of the knight, the knight's step +2+1"},
		{"pacifist1", "7k/4p3/8/8/8/8/8/K7 b - - 0 1", "e7e6",
			"moves of the pawn, Black's moves of the pawn, single steps of pawns, Black's single steps of pawns"},
		{"pacifist1", "7k/8/8/8/8/8/1P6/7K w - - 0 1", "b2b4",
			"moves of the pawn, White's moves of the pawn, two-steps, White's two-steps"},
		{"pacifist1", "1r5k/8/8/8/8/8/1P6/7K w - - 0 1", "b2b4",
			"moves of the pawn, White's moves of the pawn, two-steps, White's two-steps, two-steps over attacked squares"},
		{"chess", "2b4k/1P6/8/8/8/8/8/7K w - - 0 1", "b7c8r", `moves of the pawn, White's moves of the pawn, captures, captures by the pawn, captures of the bishop,
			promotions, White's promotions, promotions by captures, promotions to anything but a queen, promotions to a rook, promotions to a rook or a bishop, promotions to a rook or a knight`},
		{"chess", "7k/8/8/8/8/8/p7/7K b - - 0 1", "a2a1n", `moves of the pawn, Black's moves of the pawn,
			promotions, Black's promotions, promotions to anything but a queen, promotions to a knight, promotions to a rook or a knight, promotions to a bishop or a knight`},
		{"chess", "7k/8/8/8/8/8/p7/7K b - - 0 1", "a2a1b", `moves of the pawn, Black's moves of the pawn,
			promotions, Black's promotions, promotions to anything but a queen, promotions to a bishop, promotions to a rook or a bishop, promotions to a bishop or a knight`},
		{"chess", "7k/8/8/8/8/8/p7/7K b - - 0 1", "a2a1q",
			"moves of the pawn, Black's moves of the pawn, promotions, Black's promotions, promotions to a queen"},
		{"chess", "7k/8/8/3pP3/8/8/8/7K w - d6 0 1", "e5d6",
			"moves of the pawn, White's moves of the pawn, en passant, en passant -1+1, White's captures en passant"},
		{"chess", "7k/8/8/8/3p4/2P5/8/7K b - - 0 1", "d4c3",
			"moves of the pawn, Black's moves of the pawn, captures, captures by the pawn, captures of the pawn, the pawn's capture -1-1"},
		{"chess", "7k/8/8/8/3p4/2P5/8/7K b - - 0 1", "a1a2", ""},

		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", castled},
		{"chess", "1r2k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", castled}, // b1 is no matter on the other wing
		{"chess", "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1", castled + "castling from shuffled starts"},
		{"chess", "4k3/8/8/8/8/8/8/R4K2 w A - 0 1", "f1a1", long + "castling from shuffled starts"},
		{"chess", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", castled +
			"castling from shuffled starts, castling in which king or rook stays"},
		{"chess", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", castled +
			"castling from shuffled starts, castling in which king or rook stays"},
		{"pacifist1", "4K3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", castled + "castling with two kings"},
		{"chess", "2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", long + "castling to an attacked square"},
		{"chess", "1rr1k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "e1b1",
			long + "castling from shuffled starts, castling to an attacked square"},
		{"pacifist1", "r3k3/8/8/8/8/8/8/RRR4K b q - 0 1", "e8c8", `castling, castling O-O-O, Black's castling, Black's castling O-O-O,
			castling to an attacked square, castling with an attacked rook, castling past an attacked b-file`},
	} {
		_, p, m := at(t, test.rules, test.fen, test.uci)
		listed(t, test.fen+" "+test.uci, moveKinds(p, m), test.want)
	}
}

// Whose turn it is, and who owns the kings.
func TestStateKinds(t *testing.T) {
	for fen, want := range map[string]string{
		"7k/8/8/8/8/8/8/K7 w - - 0 1":   "White's turns",
		"7k/8/8/8/8/8/8/K7 b - - 0 1":   "Black's turns",
		"7k/8/8/8/8/8/R7/k7 w - - 0 1":  "White's turns, turns of a mover without a king",
		"7K/8/8/8/8/8/8/K6r w - - 0 1":  "White's turns, turns of a mover with both kings",
		"7K/8/8/8/8/8/8/K6r b - - 0 1":  "Black's turns, turns of a mover without a king",
		"7k/8/8/8/8/8/8/k6R b - - 0 1":  "Black's turns, turns of a mover with both kings",
		"7k/8/8/8/8/8/8/K6r b - - 0 10": "Black's turns",
	} {
		_, p, _ := at(t, "pacifist1", fen, "a1a2")
		listed(t, fen, stateKinds(p), want)
	}
}

// What a side has moved before it castles is told once, and what the other side has moved is not.
func TestHistoryIsToldOnce(t *testing.T) {
	const fen = "r6r/8/8/8/8/K7/8/R3K2R w KQ - 0 1"
	rook := staged(t, "pacifist1", fen, "a1b1")
	blacks := staged(t, "pacifist1", "r6r/8/8/8/8/K7/8/R3K2R b KQ - 0 1", "a8b8")
	path := []stage{rook, blacks, rook, staged(t, "pacifist1", fen, "e1h1")}
	listed(t, "two moves of a rook", historyKinds(path, path[3].move),
		"castling after another move of its side, castling after another piece has left the first rank, castling after another rook has moved")
	listed(t, "the other side", historyKinds(path[1:2:2], path[3].move), "")
	listed(t, "one move of a rook", historyKinds(path[2:], path[3].move),
		"castling after another move of its side, castling after another piece has left the first rank, castling after another rook has moved")
}

// All kinds of moves by what they convert, worked out by hand (PAC-6, CON-3).
func TestAllKindsOfWaves(t *testing.T) {
	for _, test := range []struct{ rules, fen, uci, want string }{
		// The first example of docs/RULES.md: e7, g7; f8; d8, g8; f7, h7.
		{"pacifist1", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1", "e3f5", `conversions, conversions by White, waves of more than one piece, conversions of the pawn, conversions of the bishop,
			second waves, conversions of the rook, third waves, conversions of the knight, fourth waves,
			conversions on the e-file, conversions on rank 7, conversions on e7, conversions on the g-file, conversions on g7,
			conversions on the first and the last rank, conversions on the f-file, conversions on rank 8, conversions on f8,
			conversions on the d-file, conversions on d8, conversions on g8, conversions on f7, conversions on the a- and the h-file, conversions on the h-file, conversions on h7`},
		// Five waves of one piece each: Rb1 turns the knight on b3, which turns the rook on c5, and so on to c8, h3
		// and f4.
		{"pacifist1", "2b4k/K7/8/2r5/5r2/1n5n/8/7R w - - 0 1", "h1b1", `conversions, conversions by White, conversions of the knight, second waves, conversions of the rook, third waves, conversions of the bishop, fourth waves,
			conversions on the b-file, conversions on rank 3, conversions on b3, conversions on the c-file, conversions on rank 5, conversions on c5,
			conversions on the first and the last rank, conversions on rank 8, conversions on c8, conversions on the a- and the h-file, conversions on the h-file, conversions on h3,
			conversions on the f-file, conversions on rank 4, conversions on f4`},
		{"pacifist1", "7k/8/8/5n2/8/8/8/4K2R w K - 0 1", "e1g1", `conversions, conversions by White, conversions by castling, conversions of the knight,
			conversions on the f-file, conversions on rank 5, conversions on f5`},
		{"pacifist1", "k7/8/8/7K/8/8/p7/6N1 b - - 0 1", "a2a1r", `conversions, conversions by Black, conversions by promotion, conversions of the knight,
			conversions on the first and the last rank, conversions on the g-file, conversions on rank 1, conversions on g1`},
		{"pacifist1", "k7/8/8/7K/8/8/8/6N1 b - - 0 1", "a8a7", ""},
		// The knight that takes on d5 makes co-squares with that on g1: d1, and g5, where a black knight stands.
		{"conversion", "7k/8/8/3p2n1/8/2N5/8/6NK w - - 0 1", "c3d5", `co-squares of two of a kind, co-squares of two knights, co-squares on the rank of the moved piece,
			conversions, conversions by White, conversions by captures, conversions of the knight, conversions on the g-file, conversions on rank 5, conversions on g5`},
		{"conversion", "7k/8/8/6n1/8/2N5/8/6NK w - - 0 1", "c3d5", `co-squares of two of a kind, co-squares of two knights, co-squares on the rank of the moved piece,
			conversions, conversions by White, conversions of the knight, conversions on the g-file, conversions on rank 5, conversions on g5`},
	} {
		g, p, m := at(t, test.rules, test.fen, test.uci)
		listed(t, test.fen+" "+test.uci, waveKinds(g.Set(), p, m), test.want)
	}
}

// All that stands around a turn.
func TestAllAroundATurn(t *testing.T) {
	const (
		fromG1 = "moves from the first and the last rank, moves from the g-file, moves from rank 1, moves from g1, "
		fromH1 = "moves from the first and the last rank, moves from the a- and the h-file, moves from the h-file, moves from rank 1, moves from h1, "
		fromB1 = "moves from the first and the last rank, moves from the b-file, moves from rank 1, moves from b1, "
		toD4   = "moves from the d-file, moves from rank 2, moves from d2, moves to the d-file, moves to rank 4, moves to d4"
	)
	for _, test := range []struct{ rules, fen, uci, want string }{
		// The rook on g8 attacks the king before, right after and at the end of the turn, and a rook supports it.
		{"pacifist1", "6rk/8/8/8/8/8/R7/6K1 w - - 0 1", "g1g2",
			"moves of a side whose king is attacked, moves after which a king is attacked, king moves onto attacked squares, turns after which a king is attacked, " + fromG1 +
				"moves to the g-file, moves to rank 2, moves to g2"},
		{"chess", "7k/8/8/8/6r1/7K/8/8 w - - 0 1", "h3h2", `moves from the a- and the h-file, moves from the h-file, moves from rank 3, moves from h3,
			moves to the a- and the h-file, moves to the h-file, moves to rank 2, moves to h2`},
		{"chess", "7k/8/8/8/7r/7K/8/8 w - - 0 1", "h3g2", `moves of a side whose king is attacked, moves from the a- and the h-file, moves from the h-file, moves from rank 3, moves from h3,
			moves to the g-file, moves to rank 2, moves to g2`},
		{"pacifist1", "6rk/8/8/8/8/8/8/R5K1 w - - 0 1", "a1b1", `moves of a side whose king is attacked, moves after which a king is attacked, turns after which a king is attacked,
			moves from the first and the last rank, moves from the a- and the h-file, moves from the a-file, moves from rank 1, moves from a1, moves to the first and the last rank, moves to the b-file, moves to rank 1, moves to b1`},
		// From b8 the rook converts it.
		{"pacifist1", "6r1/8/8/8/k7/8/8/1R4K1 w - - 0 1", "b1b8",
			"moves of a side whose king is attacked, moves after which a king is attacked, " + fromB1 +
				"moves to the first and the last rank, moves to the b-file, moves to rank 8, moves to b8"},
		// Castled, the king on g1 is attacked, and has not stepped there.
		{"pacifist1", "6rk/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1",
			"moves after which a king is attacked, turns after which a king is attacked"},
		// Of two kings that on a2 is attacked and hangs, not that which steps.
		{"pacifist1", "8/8/r7/8/8/8/K7/7K w - - 0 1", "h1g1", `moves of a side whose king is attacked, moves after which a king is attacked, turns after which a king is attacked,
			turns after which one of both kings is over-persuaded, turns after which the second of both kings from a1 on is over-persuaded, turns after which the first of both kings in a FEN is over-persuaded, ` + fromH1 +
			"moves to the first and the last rank, moves to the g-file, moves to rank 1, moves to g1"},
		// On one rank the first is the same from either end.
		{"pacifist1", "8/8/r7/8/8/8/K7/7K w - - 0 1", "h1g2", `moves of a side whose king is attacked, moves after which a king is attacked, turns after which a king is attacked,
			turns after which one of both kings is over-persuaded, turns after which the first of both kings from a1 on is over-persuaded, turns after which the first of both kings in a FEN is over-persuaded, ` + fromH1 +
			"moves to the g-file, moves to rank 2, moves to g2"},
		// The queen claims one king, or both.
		{"pacifist1", "7k/8/8/8/8/8/k7/3Q4 w - - 0 1", "d1d2", `turns without a king that claim only one,
			moves from the first and the last rank, moves from the d-file, moves from rank 1, moves from d1, moves to the d-file, moves to rank 2, moves to d2`},
		{"pacifist1", "8/8/7k/8/8/8/k7/3Q4 w - - 0 1", "d1d2", `turns without a king that claim both,
			moves from the first and the last rank, moves from the d-file, moves from rank 1, moves from d1, moves to the d-file, moves to rank 2, moves to d2`},
		// The rook on h4 bears on d4 and the queen on a1 supports it, or the bishop on a1 alone bears on it.
		{"pacifist1", "7k/8/8/8/7r/8/3P4/Q6K w - - 0 1", "d2d4", "moves of a side whose king is attacked, " +
			"moves after which a king is attacked, turns after which a king is attacked, " + toD4},
		{"pacifist1", "7k/8/8/8/8/8/3P4/b6K w - - 0 1", "d2d4", "two-steps to persuaded squares, " + toD4},
		{"pacifist1", "7k/8/8/8/8/8/3R4/b6K w - - 0 1", "d2d4", toD4},
		{"pacifist1", "7k/8/8/8/8/3P4/8/b6K w - - 0 1", "d3d4",
			"moves from the d-file, moves from rank 3, moves from d3, moves to the d-file, moves to rank 4, moves to d4"},
		// Knights that leap past nothing, and past what stands beside them.
		{"chess", "7k/8/8/8/8/8/8/1N5K w - - 0 1", "b1d2", fromB1 +
			"moves to the d-file, moves to rank 2, moves to d2"},
		{"chess", "7k/8/8/8/8/8/8/1N5K w - - 0 1", "b1c3", fromB1 +
			"moves to the c-file, moves to rank 3, moves to c3"},
		{"chess", "7k/8/8/8/8/8/8/1NR4K w - - 0 1", "b1d2", "leaps of the knight past a piece beside it, " + fromB1 +
			"moves to the d-file, moves to rank 2, moves to d2"},
		{"chess", "7k/8/8/8/8/8/1P6/1R5K w - - 0 1", "b1b2", fromB1 +
			"moves to the b-file, moves to rank 2, moves to b2"},
		{"pacifist-number", "5q1k/5r2/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling with a rook that does not count"},
	} {
		g, p, m := at(t, test.rules, test.fen, test.uci)
		turn := g.Full(p, m)
		listed(t, test.fen+" "+test.uci, aroundKinds(g.Set(), p, &turn), test.want)
	}
}

// Where both kings hang, or neither, or there is one, nothing is said of which.
func TestHangingKinds(t *testing.T) {
	for fen, want := range map[string]string{
		"r6r/8/8/8/8/8/K6K/8 b - - 0 1":  "",
		"8/8/8/8/8/8/K6K/r7 b - - 0 1":   "turns after which one of both kings is over-persuaded, turns after which the first of both kings from a1 on is over-persuaded, turns after which the first of both kings in a FEN is over-persuaded",
		"8/8/8/8/8/K7/7K/7r b - - 0 1":   "turns after which one of both kings is over-persuaded, turns after which the first of both kings from a1 on is over-persuaded, turns after which the second of both kings in a FEN is over-persuaded",
		"8/8/8/8/8/K7/7K/r7 b - - 0 1":   "turns after which one of both kings is over-persuaded, turns after which the second of both kings from a1 on is over-persuaded, turns after which the first of both kings in a FEN is over-persuaded",
		"8/8/8/8/8/8/K6K/1r6 b - - 0 1":  "",
		"8/8/8/8/8/8/K6k/r7 b - - 0 1":   "",
		"8/8/8/8/8/QK6/K7/r7 b - - 0 1":  "",
		"rq6/8/8/8/8/8/Q7/R2K3K b - - 0": "",
	} {
		g, p, _ := at(t, "pacifist1", fen, "a1a2")
		listed(t, fen, hangingKinds(g.Set(), p, board.White), want)
	}
}

// Who may move freely without a king claims none, which has no name.
func TestFreeWithoutKing(t *testing.T) {
	g, p, m := at(t, "pacifist1", "7k/8/8/8/8/8/k7/3Q4 w - - 0 1", "d1f1")
	set := g.Set()
	set.Kingless = ruleset.FreeToMove
	turn := rules.New(set).Full(p, m)
	listed(t, "no claim", aroundKinds(set, p, &turn), `moves from the first and the last rank, moves from the d-file, moves from rank 1, moves from d1,
		moves to the first and the last rank, moves to the f-file, moves to rank 1, moves to f1`)
}

// Every distance has its name, in moving and in bearing.
func TestReachNames(t *testing.T) {
	for far, want := range map[int]string{0: "", 1: "", 2: "moves over more than 1 square",
		4: "moves over more than 1 square, moves over more than 2 squares, moves over more than 3 squares"} {
		listed(t, "moves", moveReach()[far], want)
	}
	if got := bearReach()[7]; len(got) != 6 || got[5] != "bearing over more than 6 squares" {
		t.Errorf("%q", got)
	}
	if got := step(board.At(0, 0), board.At(7, 7)); got != "+1+1" {
		t.Error(got)
	}
	if got := step(board.At(7, 7), board.At(0, 0)); got != "-1-1" {
		t.Error(got)
	}
}
