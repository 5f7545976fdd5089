package check

import (
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules/board"
)

// Which castling rights a move leaves, as programs with bugs have it: worked out by hand from the names of the bugs and PAC-15.
func TestLostRights(t *testing.T) {
	const plain = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1"
	ways := waysByName()
	for bug, moves := range map[string]map[string]string{
		"a move of the king does not end castling rights":                                     {"e1e2": "KQkq", "e1h1": "kq", "a1b1": "Kkq"},
		"a move of the king ends the right on the king side alone":                            {"e1e2": "Qkq", "h1g1": "Qkq", "e1a1": "Qkq"},
		"a move of the king ends the right on the queen side alone":                           {"e1e2": "Kkq", "a1b1": "Kkq", "e1h1": "Kkq"},
		"castling does not end the right of the other wing":                                   {"e1h1": "Qkq", "e1a1": "Kkq", "e1e2": "kq"},
		"a move of a castling rook ends the castling right of the other wing":                 {"a1b1": "Qkq", "h1g1": "Kkq", "e1e2": "kq"},
		"a move of a castling rook ends both castling rights of its side":                     {"a1b1": "kq", "h1g1": "kq", "a2a3": "KQkq"},
		"a move of any rook ends both castling rights of its side":                            {"a1b1": "kq", "a2a3": "KQkq"},
		"a move of the rook does not end its castling right":                                  {"a1b1": "KQkq", "e1e2": "kq"},
		"a move of the rook does not end the castling right on the queen side":                {"a1b1": "KQkq", "h1g1": "Qkq", "e1a1": "kq"},
		"a move of the rook does not end the castling right on the king side":                 {"a1b1": "Kkq", "h1g1": "KQkq"},
		"castling rights are never lost":                                                      {"e1e2": "KQkq", "a1b1": "KQkq", "e1h1": "KQkq"},
		"castling rights are lost with any move":                                              {"a2a3": ""},
		"castling rights are lost with any move of their side":                                {"a2a3": "kq"},
		"White's castling rights are never lost":                                              {"e1e2": "KQkq"},
		"Black's castling rights are never lost":                                              {"e1e2": "kq"},
		"White's castling rights are not lost by moves of its king":                           {"e1e2": "KQkq", "e1h1": "kq", "a1b1": "Kkq"},
		"White's castling rights are not lost by moves of its rooks":                          {"e1e2": "kq", "a1b1": "KQkq", "e1h1": "kq"},
		"Black's castling rights are not lost by moves of its rooks":                          {"a1b1": "Kkq"},
		"castling ends the castling rights of both sides":                                     {"e1h1": "", "e1e2": "kq"},
		"castling ends the castling rights of the enemy alone":                                {"e1h1": "KQ", "e1e2": "kq"},
		"a move of the king ends the castling rights of the enemy, not its own":               {"e1e2": "KQ", "a1b1": "Kkq"},
		"a move of the king ends the castling rights of both sides":                           {"e1e2": "", "e1h1": "", "a1b1": "Kkq"},
		"a move of the king, castling apart, ends the castling rights of both sides":          {"e1e2": "", "e1h1": "kq"},
		"castling rights are lost when any piece of their side on its first rank moves":       {"a1b1": "kq", "a2a3": "KQkq"},
		"a castling right is lost when a move ends on its rook's or its king's square only":   {"a1b1": "KQkq", "e1e2": "kq", "e1h1": "kq"},
		"a move of a king that has no right does not end its side's castling rights":          {"e1e2": "kq"},
		"a castling right is not lost when the enemy moves its king or rook, converted, away": {"e1e2": "kq", "a1b1": "Kkq"},
	} {
		for uci, want := range moves {
			_, p, m := at(t, "pacifist1", plain, uci)
			if len(ways[bug]) == 0 || ways[bug][0].replay == nil {
				t.Errorf("%q is no bug", bug)
				break
			}
			j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &wrongWay{}}
			turn := j.turn(p, m)
			after := ways[bug][0].replay(j, &turn)
			got := ""
			for _, i := range []int{1, 0, 3, 2} {
				if after.Rights[i].Held() {
					got += string("QKqk"[i])
				}
			}
			if got != want {
				t.Errorf("%s after %s: %q, want %q", bug, uci, got, want)
			}
		}
	}
}

// Pawns that have changed sides on what is now their last rank become queens, and no others.
func TestPawnsBecomeQueens(t *testing.T) {
	_, p, m := at(t, "pacifist1", "k7/8/8/8/8/8/7P/7K w - - 0 1", "h2h3")
	white, black := board.Piece{Kind: board.Pawn, Colour: board.White}, board.Piece{Kind: board.Pawn, Colour: board.Black}
	for name, piece := range map[string]board.Piece{"b8": white, "c8": black, "b1": black, "c1": white, "d8": {Kind: board.Rook, Colour: board.White}} {
		p.Put(squareOf(t, name), piece)
	}
	waysByName()["pawns that change sides on their new last rank become queens"][0].settle(p, p, m)
	if got, want := p.Board(), "kQpR4/8/8/8/8/8/7P/1qP4K"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Which castling rights are read from a FEN, and for which rooks, as programs with bugs have it: worked out by hand from the names of the bugs.
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
