package check

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"turncoat/internal/rulestest"
	"turncoat/rules/board"
)

// Which castling rights a move leaves, as programs with bugs have it: worked out by hand from the names of the
// bugs and PAC-15, for White's moves and, with the colours swapped, for Black's. None is "-".
func TestLostRights(t *testing.T) {
	const (
		plain = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1"
		more  = "r6r/p6p/3K4/8/3R4/8/P6P/R3K2R w KQ - 0 1" // a king and a rook more, and no king of Black's
	)
	moves := []struct{ fen, uci string }{{plain, "e1e2"}, {plain, "e1h1"}, {plain, "e1a1"}, {plain, "a1b1"},
		{plain, "h1g1"}, {plain, "a2a3"}, {more, "d4d5"}, {more, "d6c6"}}
	ways := waysByName()
	for bug, want := range map[string]string{
		"a move of the king does not end castling rights":                                     "KQkq kq kq Kkq Qkq KQkq KQ KQ",
		"a move of the king ends the right on the king side alone":                            "Qkq Qkq Qkq Kkq Qkq KQkq KQ Q",
		"a move of the king ends the right on the queen side alone":                           "Kkq Kkq Kkq Kkq Qkq KQkq KQ K",
		"castling does not end the right of the other wing":                                   "kq Qkq Kkq Kkq Qkq KQkq KQ -",
		"a move of a castling rook ends the castling right of the other wing":                 "kq kq kq Qkq Kkq KQkq KQ -",
		"a move of a castling rook ends both castling rights of its side":                     "kq kq kq kq kq KQkq KQ -",
		"a move of any rook ends both castling rights of its side":                            "kq kq kq kq kq KQkq - -",
		"a move of the rook does not end its castling right":                                  "kq kq kq KQkq KQkq KQkq KQ -",
		"a move of the rook does not end the castling right on the queen side":                "kq kq kq KQkq Qkq KQkq KQ -",
		"a move of the rook does not end the castling right on the king side":                 "kq kq kq Kkq KQkq KQkq KQ -",
		"castling rights are never lost":                                                      "KQkq KQkq KQkq KQkq KQkq KQkq KQ KQ",
		"castling rights are lost with any move":                                              "- - - - - - - -",
		"castling rights are lost with any move of their side":                                "kq kq kq kq kq kq - -",
		"White's castling rights are never lost":                                              "KQkq KQkq KQkq KQkq KQkq KQkq KQ KQ",
		"Black's castling rights are never lost":                                              "kq kq kq Kkq Qkq KQkq KQ -",
		"White's castling rights are not lost by moves of its king":                           "KQkq kq kq Kkq Qkq KQkq KQ KQ",
		"Black's castling rights are not lost by moves of its king":                           "kq kq kq Kkq Qkq KQkq KQ -",
		"White's castling rights are not lost by moves of its rooks":                          "kq kq kq KQkq KQkq KQkq KQ -",
		"Black's castling rights are not lost by moves of its rooks":                          "kq kq kq Kkq Qkq KQkq KQ -",
		"castling ends the castling rights of both sides":                                     "kq - - Kkq Qkq KQkq KQ -",
		"castling ends the castling rights of the enemy alone":                                "kq KQ KQ Kkq Qkq KQkq KQ -",
		"a move of the king ends the castling rights of the enemy, not its own":               "KQ KQ KQ Kkq Qkq KQkq KQ KQ",
		"a move of the king ends the castling rights of both sides":                           "- - - Kkq Qkq KQkq KQ -",
		"a move of the king, castling apart, ends the castling rights of both sides":          "- kq kq Kkq Qkq KQkq KQ -",
		"castling rights are lost when any piece of their side on its first rank moves":       "kq kq kq kq kq KQkq KQ -",
		"a castling right is lost when a move ends on its rook's or its king's square only":   "kq kq kq KQkq KQkq KQkq KQ -",
		"a move of a king that has no right does not end its side's castling rights":          "kq kq kq Kkq Qkq KQkq KQ KQ",
		"a castling right is not lost when the enemy moves its king or rook, converted, away": "kq kq kq Kkq Qkq KQkq KQ -",
		"a claimed king ends the castling rights of its new side":                             "kq kq kq Kkq Qkq KQkq KQ -",
		"a castling right is lost when its king or rook is converted":                         "kq kq kq Kkq Qkq KQkq KQ -",
	} {
		for i, rights := range strings.Fields(want) {
			for _, swapped := range []bool{false, true} {
				name, fen, uci, want := bug, moves[i].fen, moves[i].uci, strings.Trim(rights, "-")
				if swapped {
					name, fen, uci, want = swapSides(name), swapBoard(fen), swapRanks(uci), swapRights(want)
				}
				if len(ways[name]) == 0 || ways[name][0].replay == nil {
					t.Errorf("%q is no bug", name)
					break
				}
				_, p, m := at(t, "pacifist1", fen, uci)
				j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &wrongWay{}}
				turn := j.turn(p, m)
				after := ways[name][0].replay(j, &turn)
				got := ""
				for _, i := range []int{1, 0, 3, 2} {
					if after.Rights[i].Held() {
						got += string("QKqk"[i])
					}
				}
				if got != want {
					t.Errorf("%s after %s in %s: %q, want %q", name, uci, fen, got, want)
				}
			}
		}
	}
}

// swapSides returns the name of a bug of White's as one of Black's, and the other way round.
func swapSides(name string) string {
	return strings.NewReplacer("White", "Black", "Black", "White").Replace(name)
}

// swapCase returns a text with its capital letters small and its small ones capital.
func swapCase(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, text)
}

// swapBoard returns a position with White to move as Black would have it, upside down.
func swapBoard(fen string) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(swapCase(fields[0]), "/")
	slices.Reverse(ranks)
	return strings.Join([]string{strings.Join(ranks, "/"), "b", swapRights(fields[2]), "- 0 1"}, " ")
}

// swapRanks returns a move upside down.
func swapRanks(uci string) string {
	return strings.NewReplacer("1", "8", "2", "7", "3", "6", "4", "5", "5", "4", "6", "3", "7", "2", "8",
		"1").Replace(uci)
}

// swapRights returns castling rights of White as those of Black, in the order of a FEN.
func swapRights(rights string) string {
	letters := strings.Split(swapCase(rights), "")
	slices.Sort(letters) // K, Q, k, q
	return strings.Join(letters, "")
}

// A right that a program keeps though its rook has moved ends with the next move of the king (PAC-15).
func TestKeptRightEndsWithTheKing(t *testing.T) {
	_, p, m := at(t, "pacifist1", "r3k2r/p6p/8/8/8/8/P6P/1R2K2R w Kkq - 0 1", "e1e2")
	p.Rights[0] = board.Right{King: squareOf(t, "e1"), Rook: squareOf(t, "a1")}
	j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &wrongWay{}}
	turn := j.turn(p, m)
	after := waysByName()["a move of the rook does not end its castling right"][0].replay(j, &turn)
	if after.Rights[0].Held() || after.Rights[1].Held() || !after.Rights[2].Held() || !after.Rights[3].Held() {
		t.Errorf("rights %v, want those of Black alone", after.Rights)
	}
}

// Whether a program with a bug still has a right whose king, converted, the enemy has moved away: the right ends
// by PAC-15.
func TestRightWhoseKingTheEnemyMoves(t *testing.T) {
	ways := waysByName()
	for bug, want := range map[string]bool{
		"a castling right is not lost when the enemy moves its king or rook, converted, away": true,
		"a move of the king does not end castling rights":                                     true,
		"a move of a king that has no right does not end its side's castling rights":          false,
		"a move of the rook does not end its castling right":                                  false,
	} {
		_, p, m := at(t, "pacifist1", "4K3/p7/8/8/8/8/8/4k2R b K - 0 1", "e1e2")
		j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &wrongWay{}}
		turn := j.turn(p, m)
		after := ways[bug][0].replay(j, &turn)
		if got := after.Rights[1].Held(); got != want {
			t.Errorf("%s: %t, want %t", bug, got, want)
		}
	}
}

// Pawns that have changed sides on what is now their last rank become queens, and no others.
func TestPawnsBecomeQueens(t *testing.T) {
	_, p, m := at(t, "pacifist1", "k7/8/8/8/8/8/7P/7K w - - 0 1", "h2h3")
	white, black := board.Piece{Kind: board.Pawn, Colour: board.White}, board.Piece{Kind: board.Pawn,
		Colour: board.Black}
	for name, piece := range map[string]board.Piece{"b8": white, "c8": black, "b1": black, "c1": white,
		"d8": {Kind: board.Rook, Colour: board.White}} {
		p.Put(squareOf(t, name), piece)
	}
	waysByName()["pawns that change sides on their new last rank become queens"][0].settle(p, p, m)
	if got, want := p.Board(), "kQpR4/8/8/8/8/8/7P/1qP4K"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Which castling rights are read from a FEN, and for which rooks, as programs with bugs have it: worked out by
// hand from the names of the bugs.
func TestRightsRead(t *testing.T) {
	const fen = "r3k2r/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1"
	ways := waysByName()
	for bug, want := range map[string]string{
		"castling rights are not read":                                                           "",
		"White's castling rights are not read":                                                   "h8 a8",
		"Black's castling rights are not read":                                                   "h1 a1",
		"White's right on the king side is not read":                                             "a1 h8 a8",
		"White's right on the queen side is not read":                                            "h1 h8 a8",
		"Black's right on the king side is not read":                                             "h1 a1 a8",
		"Black's right on the queen side is not read":                                            "h1 a1 h8",
		"of the castling rights only the first is read":                                          "h1",
		"of the castling rights only the last is read":                                           "a8",
		"of a side's castling rights only the one on the king side is read where there are two":  "h1 h8",
		"of a side's castling rights only the one on the queen side is read where there are two": "a1 a8",
		"a castling right is for the rook next to the king":                                      "g1 b1 h8 a8",
	} {
		_, p, _ := at(t, "pacifist1", fen, "e1e2")
		list := ways["FEN: "+bug]
		if len(list) == 0 || list[0].read == nil {
			t.Errorf("%q is no bug", bug)
			continue
		}
		list[0].read(p)
		var got []string
		for _, i := range []int{1, 0, 3, 2} {
			if right := p.Rights[i]; right.Held() {
				got = append(got, right.Rook.String())
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: rights with the rooks on %v, want %s", bug, got, want)
		}
	}
}
