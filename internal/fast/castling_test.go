package fast

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The worked example of PAC-15: White's right was that of the king on e1, which is Black's after
// Qe8; the FEN would give it to the king on b1, so it ends. Without a second king on the rank it
// stays, though its king is Black's.
func TestMisreadRightEnds(t *testing.T) {
	for fen, want := range map[string]string{
		"8/8/8/p7/qN6/8/3R4/RK2K3 b A - 0 1":  "-",
		"8/8/8/p7/qN6/7K/3R4/RN2K3 b Q - 0 1": "Q",
	} {
		r, set, p := parse(t, "pacifist1", fen)
		var after board.Position
		turn := r.Play(&p, board.NewMove(board.At(0, 3), board.E8), &after)
		if !turn.Converted.Has(board.E1) {
			t.Fatalf("%s: the king on e1 does not change sides", fen)
		}
		if got := strings.Fields(after.FEN(set))[2]; got != want {
			t.Errorf("%s: after Qe8 the rights are %s, want %s", fen, got, want)
		}
		if after.Key != after.Hash() {
			t.Errorf("%s: the key is not the hash", fen)
		}
	}
}

// A position is what its FEN says (PAC-15): the rights after every turn are those that the FEN is
// read as, with two kings of one colour and rooks on a first rank, and every letter that is read
// without fault for them.
func TestRightsAreWhatTheFENSays(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 0))
	for _, name := range ruleset.BuiltinNames()[:5] {
		set, err := ruleset.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		r, _ := For(set)
		held, ended := 0, 0
		for range 4000 {
			p, err := board.ParseFEN(twoKingsOnARank(random), set)
			if err != nil {
				continue
			}
			for range 6 {
				turns := r.AppendTurns(nil, &p)
				if len(turns) == 0 {
					break
				}
				var after board.Position
				r.Apply(&p, turns[random.IntN(len(turns))], &after)
				fen := after.FEN(set)
				read, err := board.ParseFEN(fen, set)
				if err != nil || read.Rights != after.Rights {
					t.Fatalf("%s: %s: after a turn the rights are %v, read from %s %v (%v)", name,
						p.FEN(set), after.Rights, fen, read.Rights, err)
				}

				if after.Rights != (board.Rights{}) {
					held++
				} else if p.Rights != (board.Rights{}) {
					ended++
				}

				p = after
			}
		}

		if held < 500 || ended < 100 {
			t.Errorf("%s: rights held %d times and ended %d times: the test shows little", name,
				held, ended)
		}
	}
}

// twoKingsOnARank returns the FEN of a random position with both kings and two or three rooks on
// White's first rank, a few other pieces, and a right.
func twoKingsOnARank(random *rand.Rand) string {
	var squares [64]byte
	files := random.Perm(8)
	king := "KK"
	if random.IntN(3) == 0 {
		king = "Kk"
	}
	letters := ""
	for i, piece := range king + "RRR"[:2+random.IntN(2)] {
		squares[files[i]] = byte(piece)
		if piece == 'R' && random.IntN(2) == 0 {
			letters += string(rune('A' + files[i]))
		}
	}

	for _, piece := range "qrbnpQNP" {
		if s := 8 + random.IntN(48); squares[s] == 0 {
			squares[s] = byte(piece)
		}
	}

	if letters == "" {
		letters = "-"
	}
	return fmt.Sprintf("%s %c %s - 0 1", placement(&squares), "wb"[random.IntN(2)], letters)
}
