package analysis

import (
	"strings"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// Problems that were published for their theme, with their keys. What they do not show follows from the printed
// solutions: no piece is pinned, nothing meets on one square, a piece is idle.
func TestPublishedThemes(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	for _, p := range []struct{ by, fen, goal, key, yes, no string }{
		{"Manolescu, Revista de Sah 1956, 1st prize", "8/8/K4P2/1R1P2Br/p1k3N1/r7/3Q4/b7", "#2", "g5e3",
			"grimshaw interference zagoruiko changed-play", "novotny pin-mate half-pin battery zugzwang unpin"},
		{"Kiss, Probleemblad 1953, 2nd prize", "8/bN1B1n2/r1p5/1pp1BPpK/1P2k1N1/3R3P/2Pp1QR1/3br3", "#2", "f2c5",
			"grimshaw changed-play zugzwang", "novotny zagoruiko half-pin"},
		{"Nowotny, Illustrirte Zeitung 1854", "1n5r/8/6b1/2R5/1B1k4/8/1R1K1N2/5N2", "#4", "f1g3",
			"novotny interference", "grimshaw half-pin pin-mate"},
		{"Lipton, British Chess Problem Society 1966, 2nd prize", "2K1k3/1R4BN/3R4/5Nn1/8/2b5/4r3/3r4", "#2",
			"g7d4", "novotny", "grimshaw pin-mate unpin zugzwang zagoruiko"},
		{"Bottacchi, L'Italia Scacchistica 1919", "B3N1K1/1n1p2B1/2r5/3k4/Q2N4/5P2/8/2b5", "#2", "d4e6",
			"half-pin pin-mate", "grimshaw novotny echo battery zugzwang"},
		{"Rudenko and Marandyuk, 64 1982, 1st prize", "8/6Np/Kp4p1/2p3P1/2RPpkNP/4bP2/2BrP1Q1/2Bn1r1n", "#3",
			"g2h3", "half-pin pin-mate", "grimshaw novotny"},
		// The half-pin of the diagram is gone with the key.
		{"Barulin, Moscow and Rostov 1930, 4th prize", "8/1p5p/1P5B/2K1p3/QP2N3/Pr1P4/1Rb3N1/n2k1B1n", "#2",
			"a4d7", "pin-mate changed-play", "half-pin grimshaw zugzwang"},
		{"Stevenson, Double Pin-Mate 1980", "5R2/3K4/3P4/4kpp1/3n1bR1/2Q1Np2/8/3r4", "#2",
			"c3c4", "pin-mate unpin", "half-pin grimshaw switchback"},
		{"Lipton, Die Schwalbe 1960", "4K2B/3R1R2/1P1p4/1bPk4/1P6/8/1N2NP2/4r3", "#2", "f7f5",
			"unpin changed-play", "interference novotny switchback zugzwang"},
		{"Battaglia, L'Echiquier 1936", "7r/1P2P3/3Pk2N/1R2NpP1/2Kp1p2/B2R2Qp/B3Pp1q/b4b2", "#2", "e2e4",
			"battery", "grimshaw half-pin switchback zugzwang"},
		{"Dischler, Die Schwalbe 1930", "8/1P6/2Q3N1/4pn2/4R3/3b1k2/6pK/b2r2B1", "#2", "c6d7",
			"switchback", "grimshaw battery half-pin"},
		{"Durebert, Bulletin de la FRE 1925", "8/2Q5/3p1N1K/4k3/8/8/3PN3/8", "#2", "e2d4",
			"model-mate ideal-mate zugzwang", "interference pin-mate unpin battery switchback"},
		{"Heathcote, The Observer 1927", "8/KpQ5/2P5/1Pk5/n1P5/Pp1qp1rr/3P1Pb1/2RR4", "#3", "f2f3",
			"model-mate pin-mate", "ideal-mate novotny"},
		{"Bull, Casopis Ceskych Sachistu 1923", "7n/1p2N1K1/n2Qp3/6N1/2k3p1/8/8/1R6", "#3", "d6a3",
			"model-mate", "ideal-mate grimshaw pin-mate"},
		// By the printed solution the king begins on any square beside f2.
		{"Lindgren, Tidskrift for Schack 1944", "8/8/8/5p1B/7B/8/8/4K2k", "#4", "e1f2",
			"echo model-mate", "interference pin-mate battery"},
		{"Müller and Wiehagen, Broodings 2009", "8/8/Kp3p2/p1B1pP2/1r1NPpq1/1rk2p2/1p1p4/1B6 b - - 0 1", "h#2", "b4c4",
			"model-mate", "ideal-mate echo promotion"},
		{"Grigorjan, Ideal-Mate Review 1996", "8/6p1/8/7p/7k/8/6PK/5N2 b - - 0 1", "h#2", "g7g6",
			"ideal-mate model-mate", "echo battery pin-mate switchback"},
	} {
		if !strings.Contains(p.fen, " ") {
			p.fen += " w - - 0 1"
		}
		at := puzzletest.Position(t, game, p.fen)
		length, help := strings.CutPrefix(p.goal, "h")
		o := Options{}
		if help {
			o.Goal = solve.HelpWin
		}
		a := New(game, o)
		found, err := a.Analyse(t.Context(), &at, int(length[1]-'0'))
		if err != nil || found.In != int(length[1]-'0') || len(found.Keys) != 1 || found.Keys[0].UCI(&at) != p.key {
			t.Errorf("%s: keys %v in %d, %v", p.by, found.Keys, found.In, err)
			continue
		}
		for i, list := range []string{p.yes, p.no} {
			for _, name := range strings.Fields(list) {
				if got, err := a.Shows(t.Context(), &at, &found, name); err != nil || got != (i == 0) {
					t.Errorf("%s: %s is %t, %v", p.by, name, got, err)
				}
			}
		}
	}
}

// Mates by hand: which pieces take part, which are pinned and could parry the check otherwise, and whether the squares
// around the king are guarded or blocked once.
func TestMatePictures(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	for _, test := range []struct {
		fen, part, pins string
		pure            bool
	}{
		{"R6k/8/6K1/8/8/P7/8/N7 b - - 0 1", "a8,g6,h8", "-", true},
		{"R6k/8/5NK1/8/8/8/8/8 b - - 0 1", "a8,f6,g6,h8", "-", false}, // g8 and h7 are guarded twice
		{"R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "a8,g7,h7,h8", "-", true},
		{"R6k/6pp/8/8/8/8/1B6/K7 b - - 0 1", "a8,g7,h7,h8", "-", false}, // the pawn on g7 is pinned for nothing
		{"R6k/6rp/8/8/8/8/1B6/K7 b - - 0 1", "a8,b2,g7,h7,h8", "g7", true},
		{"R6k/6np/8/8/8/8/1B6/K7 b - - 0 1", "a8,b2,g7,h7,h8", "g7", true},
		{"R6k/6rp/8/6N1/8/8/1B6/K7 b - - 0 1", "a8,b2,g7,h7,h8", "g7", false}, // h7 is guarded as well
		{"R6k/6rp/8/8/8/8/1B6/K5R1 b - - 0 1", "", "g7", false},               // g7 is guarded by another as well
		{"6rk/5Np1/4b3/8/8/8/8/K6R b - - 0 1", "f7,g7,g8,h1,h8", "-", true},   // the bishop parries either check
		{"6rk/5Np1/8/8/8/8/8/K6R b - - 0 1", "f7,g7,g8,h1,h8", "-", false},
		{"6rk/5Nr1/4b3/8/8/8/1B6/K6R b - - 0 1", "", "-", false}, // nothing parries a double check
		// Pawns interpose by one step and by two, not over a piece, and by two from their second rank only.
		{"4B3/5p2/8/R6k/8/8/8/K7 b - - 0 1", "a5,e8,f7,h5", "f7", false},
		{"4B3/8/6p1/R6k/8/8/8/K7 b - - 0 1", "a5,e8,g6,h5", "g6", false},
		{"4B3/5p2/5p2/R6k/8/8/8/K7 b - - 0 1", "a5,h5", "-", false},
		{"3B4/8/5p2/8/R6k/8/8/K7 b - - 0 1", "a4,h4", "-", false},
		{"k7/8/8/8/r6K/8/5P2/4b3 w - - 0 1", "a4,e1,f2,h4", "f2", false},
	} {
		at := puzzletest.Position(t, game, test.fen)
		m, ok := mateIn(&at)
		if !ok {
			t.Errorf("%s: no check", test.fen)
			continue
		}
		var pins board.Bitboard
		for s := range m.pins {
			pins |= s.Bit()
		}
		part, pure := m.picture()
		if pure != test.pure || pins.String() != test.pins || pure && part.String() != test.part {
			t.Errorf("%s: %s take part, %s are pinned, pure is %t", test.fen, part, pins, pure)
		}
	}
}

// Echoes are one picture in another place, mirrored or turned; not the same mate again, nor another picture.
func TestEcho(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	const first = "R6k/8/6K1/8/8/8/8/8 b - - 0 1"
	for fen, want := range map[string]bool{
		first: false, "k6R/8/1K6/8/8/8/8/8 b - - 0 1": true, "7k/5K2/8/8/8/8/8/7R b - - 0 1": true,
		"8/8/8/8/8/6K1/8/R6k b - - 0 1": true, "1R5k/8/6K1/8/8/8/8/8 b - - 0 1": false,
		"R5k1/8/6K1/8/8/8/8/8 b - - 0 1": false,
	} {
		v := viewer{set: map[string]bool{}, pictures: map[string]string{}}
		for _, fen := range []string{first, fen} {
			at := puzzletest.Position(t, game, fen)
			m, _ := mateIn(&at)
			v.picture(m)
		}
		if v.set[echo] != want {
			t.Errorf("%s: echo is %t", fen, !want)
		}
	}
}

// A piece goes back to where it came from, with its own next move and no other piece between.
func TestGoesBack(t *testing.T) {
	for words, want := range map[string][2]bool{ // of the side that begins, of either
		"a1b1 a7a6 b1a1": {true, true}, "a1b1 a7a6 c1c2 a6a5 b1a1": {true, true}, "e1e2 a8b8 e2e3 b8a8": {false, true},
		"a1b1 a7a6 b1c1 a6a5 c1a1": {}, "a1b1 a7a6 b1b2 a6a5 c1b1 a5a4 b1a1": {}, "a1b1 a7a6 c1c2 b1a1": {},
		"a1b1 h7b1 c1b1 a7a6 b1a1": {},
	} {
		var line []board.Played
		for _, word := range strings.Fields(words) {
			from, _ := board.ParseSquare(word[:2])
			to, _ := board.ParseSquare(word[2:])
			line = append(line, board.Played{Turn: board.Turn{Move: board.NewMove(from, to)}})
		}
		if got := [2]bool{goesBack(line, false), goesBack(line, true)}; got != want {
			t.Errorf("%s: %t", words, got)
		}
	}
}
