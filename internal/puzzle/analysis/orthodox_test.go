package analysis

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Problems that are often printed, or were for their theme, with their keys and lines of the
// published solutions. What they do not show follows from these: no piece is pinned, nothing meets
// on one square, a piece is idle.
func TestPublishedProblems(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	for _, p := range published[struct {
		By, FEN, Goal, Key string
		Shows, Not, Lines  []string
	}](t, "published.jsonl") {
		at := puzzletest.Position(t, variant, p.FEN)
		length, help := strings.CutPrefix(p.Goal, "h")
		o := Options{}
		if help {
			o.Goal = solve.HelpWin
		}
		a := New(variant, o)
		found, err := a.Analyse(t.Context(), &at, int(length[1]-'0'))
		if err != nil || found.In != int(length[1]-'0') ||
			strings.Join(puzzle.UCI(&at, found.Keys), " ") != p.Key {
			t.Errorf("%s: keys %v in %d, %v", p.By, found.Keys, found.In, err)
			continue
		}

		for _, text := range p.Lines {
			if !follows(variant, at, found.Tree.Keys, strings.Fields(text)) {
				t.Errorf("%s: the solution has no line %s", p.By, text)
			}
		}

		for i, list := range [][]string{p.Shows, p.Not} {
			for _, name := range list {
				if got, err := a.Shows(t.Context(), &at, &found, name); err != nil ||
					got != (i == 0) {
					t.Errorf("%s: %s is %t, %v", p.By, name, got, err)
				}
			}
		}
	}
}

// follows reports whether turns follow each other in a solution.
func follows(variant *rules.Variant, at board.Position, plays []puzzle.Play, words []string) bool {
	if len(words) == 0 {
		return true
	}
	turn, err := variant.Parse(&at, words[0])
	i := slices.IndexFunc(plays, func(p puzzle.Play) bool { return p.Turn.Move == turn.Move })
	if err != nil || i < 0 || len(words) == 1 {
		return err == nil && i >= 0
	}
	reply, err := variant.Parse(&turn.After, words[1])
	return err == nil && slices.ContainsFunc(plays[i].Defences, func(d puzzle.Defence) bool {
		return d.Turn.Move == reply.Move && follows(variant, reply.After, d.Continuations,
			words[2:])
	})
}

// Mates by hand: which pieces take part, which are pinned and could parry the check otherwise, and
// whether the squares around the king are guarded or blocked once.
func TestMatePictures(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	for _, test := range []struct {
		fen, part, pins string
		pure            bool
	}{
		{"R6k/8/6K1/8/8/P7/8/N7 b - - 0 1", "a8,g6,h8", "-", true},
		// g8 and h7 are guarded twice
		{"R6k/8/5NK1/8/8/8/8/8 b - - 0 1", "a8,f6,g6,h8", "-", false},
		{"R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "a8,g7,h7,h8", "-", true},
		// the pawn on g7 is pinned for nothing
		{"R6k/6pp/8/8/8/8/1B6/K7 b - - 0 1", "a8,g7,h7,h8", "-", false},
		{"R6k/6rp/8/8/8/8/1B6/K7 b - - 0 1", "a8,b2,g7,h7,h8", "g7", true},
		{"R6k/6np/8/8/8/8/1B6/K7 b - - 0 1", "a8,b2,g7,h7,h8", "g7", true},
		// h7 is guarded as well
		{"R6k/6rp/8/6N1/8/8/1B6/K7 b - - 0 1", "a8,b2,g7,h7,h8", "g7", false},
		// g7 is guarded by another as well
		{"R6k/6rp/8/8/8/8/1B6/K5R1 b - - 0 1", "", "g7", false},
		// the bishop parries either check
		{"6rk/5Np1/4b3/8/8/8/8/K6R b - - 0 1", "f7,g7,g8,h1,h8", "-", true},
		{"6rk/5Np1/8/8/8/8/8/K6R b - - 0 1", "f7,g7,g8,h1,h8", "-", false},
		{"6rk/5Nr1/4b3/8/8/8/1B6/K6R b - - 0 1", "", "-", false}, // nothing parries a double check
		// Pawns interpose by one step and by two, not over a piece, and by two from their second
		// rank only.
		{"4B3/5p2/8/R6k/8/8/8/K7 b - - 0 1", "a5,e8,f7,h5", "f7", false},
		{"4B3/8/6p1/R6k/8/8/8/K7 b - - 0 1", "a5,e8,g6,h5", "g6", false},
		{"4B3/5p2/5p2/R6k/8/8/8/K7 b - - 0 1", "a5,h5", "-", false},
		{"3B4/8/5p2/8/R6k/8/8/K7 b - - 0 1", "a4,h4", "-", false},
		{"k7/8/8/8/r6K/8/5P2/4b3 w - - 0 1", "a4,e1,f2,h4", "f2", false},
	} {
		at := puzzletest.Position(t, variant, test.fen)
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

// Echoes are one picture in another place, mirrored or turned; not the same mate again, nor another
// picture.
func TestEcho(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	const first = "R6k/8/6K1/8/8/8/8/8 b - - 0 1"
	for fen, want := range map[string]bool{
		first: false, "k6R/8/1K6/8/8/8/8/8 b - - 0 1": true, "7k/5K2/8/8/8/8/8/7R b - - 0 1": true,
		"8/8/8/8/8/6K1/8/R6k b - - 0 1": true, "1R5k/8/6K1/8/8/8/8/8 b - - 0 1": false,
		"R5k1/8/6K1/8/8/8/8/8 b - - 0 1": false,
	} {
		v := viewer{set: map[string]bool{}, pictures: map[string]string{}}
		for _, fen := range []string{first, fen} {
			at := puzzletest.Position(t, variant, fen)
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
		"a1b1 a7a6 b1a1": {true, true}, "a1b1 a7a6 c1c2 a6a5 b1a1": {true, true},
		"e1e2 a8b8 e2e3 b8a8":      {false, true},
		"a1b1 a7a6 b1c1 a6a5 c1a1": {}, "a1b1 a7a6 b1b2 a6a5 c1b1 a5a4 b1a1": {},
		"a1b1 a7a6 c1c2 b1a1":      {},
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
