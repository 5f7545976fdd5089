package publish

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/puzzle/problemfile"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// A popeyePlay is a key with the first replies that Popeye prints and the turns that go on after
// each, all as UCI.
type popeyePlay map[string]map[string][]string

var (
	popeyeTurn   = regexp.MustCompile(`^( +)(\d+)\.(\.\.)?([^!?]*)(!)?`)
	popeyeSquare = regexp.MustCompile(`^[KQRBS]?([a-h][1-8])[-*]([a-h][1-8])(?:=([QRBS]))?`)
)

// popeyeUCI reads a turn in Popeye's notation.
func popeyeUCI(t *testing.T, text string, turn board.Colour) string {
	t.Helper()
	rank := string("18"[turn])
	switch text, _, _ := strings.Cut(text, " "); text {
	case "0-0":
		return "e" + rank + "g" + rank
	case "0-0-0":
		return "e" + rank + "c" + rank
	}

	m := popeyeSquare.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("%q is no turn of Popeye's", text)
	}
	return m[1] + m[2] + strings.ToLower(strings.ReplaceAll(m[3], "S", "N"))
}

// readPopeye reads the keys of a direct problem, and what follows the first replies to them.
func readPopeye(t *testing.T, text string, turn board.Colour) popeyePlay {
	t.Helper()
	plays := popeyePlay{}
	var key, reply string
	for line := range strings.Lines(text) {
		m := popeyeTurn.FindStringSubmatch(line)
		switch {
		case m == nil || strings.Contains(line, "|"):
		case m[2] == "1" && m[3] == "" && m[5] != "":
			key, reply = popeyeUCI(t, m[4], turn), ""
			plays[key] = map[string][]string{}
		case m[2] == "1" && m[3] != "":
			reply = popeyeUCI(t, m[4], turn.Other())
			plays[key][reply] = nil
		case m[2] == "2" && m[3] == "" && reply != "":
			plays[key][reply] = append(plays[key][reply], popeyeUCI(t, m[4], turn))
		}
	}

	return plays
}

// Popeye finds the same keys in the puzzles of the collection whose rules it plays, self-mates among
// them, and what follows every reply of its in the tree.
func TestPopeyeAgrees(t *testing.T) {
	var puzzles []puzzle.Puzzle
	for _, p := range slices.Concat(collection(t), puzzletest.Sample(t),
		puzzletest.File(t, "../../../puzzle/collection/more/themes.jsonl"),
		puzzletest.File(t, "../../../puzzle/collection/more/self-wins.jsonl")) {
		if popeyePlays(&p) && (p.Stipulation == "" || p.Stipulation == "self-win") &&
			p.In > 1 && p.In < 4 {
			puzzles = append(puzzles, p)
		}
	}

	solved := puzzletest.Popeye(t, exported(t, "popeye", puzzles))
	if len(solved) != len(puzzles) {
		t.Fatalf("Popeye has read %d problems of %d", len(solved), len(puzzles))
	}
	replies := 0
	for i := range puzzles {
		p := &puzzles[i]
		tree, err := p.Tree()
		if err != nil {
			t.Fatal(err)
		}
		plays := readPopeye(t, solved[i], tree.Position.Turn)
		var keys []string
		for key := range plays {
			keys = append(keys, key)
		}
		if !sameMoves(keys, p.Keys) {
			t.Errorf("%s %s: Popeye's keys are %v, ours %v", p.ID, p.FEN, keys, p.Keys)
			continue
		}

		for _, d := range tree.Keys[0].Defences {
			reply := d.Turn.Move.UCI(&tree.Keys[0].Turn.After)
			var answers []string
			for _, c := range d.Continuations {
				answers = append(answers, c.Turn.Move.UCI(&c.After.After))
			}
			// what lets the threat through is not shown
			if theirs, shown := plays[p.Keys[0]][reply]; shown {
				replies++
				// a record has the first alone
				dual := p.Claims.Duals > 0 && len(answers) == 1 &&
					slices.Contains(theirs, answers[0])
				if !dual && !sameMoves(theirs, answers) {
					t.Errorf("%s: after %s Popeye goes on with %v, the solution with %v", p.ID,
						reply, theirs, answers)
				}
			}
		}

		for reply := range plays[p.Keys[0]] {
			if !slices.ContainsFunc(tree.Keys[0].Defences, func(d puzzle.Defence) bool {
				return d.Turn.Move.UCI(&tree.Keys[0].Turn.After) == reply
			}) {
				t.Errorf("%s: Popeye's reply %s is not in the solution", p.ID, reply)
			}
		}
	}

	if len(puzzles) < 120 || replies < 240 {
		t.Errorf("%d puzzles and %d replies were compared", len(puzzles), replies)
	}
	t.Logf("%d puzzles and %d replies compared", len(puzzles), replies)
}

func popeyePlays(p *puzzle.Puzzle) bool {
	_, plays := problemfile.PopeyeCondition(p.Rules)
	return plays
}

func sameMoves(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

// helpLines reads the solutions of a help-mate that Popeye prints, as UCI.
func helpLines(t *testing.T, text string, turn board.Colour) []string {
	t.Helper()
	var lines []string
	for line := range strings.Lines(text) {
		if !helpLine.MatchString(line) {
			continue
		}
		var turns []string
		mover := turn
		for _, word := range strings.Fields(turnNumber.ReplaceAllString(line, " ")) {
			if popeyeSquare.MatchString(word) || strings.HasPrefix(word, "0-0") {
				turns = append(turns, popeyeUCI(t, word, mover))
				mover = mover.Other()
			}
		}

		lines = append(lines, strings.Join(turns, " "))
	}

	slices.Sort(lines)
	return lines
}

var (
	helpLine   = regexp.MustCompile(`^ +1\.`)
	turnNumber = regexp.MustCompile(`\d\.(\.\.)?`)
)

// Popeye finds the same solutions of help-mates, in whole turns and in half a turn more, and with
// the colours changed over.
func TestPopeyeHelpMates(t *testing.T) {
	chess := puzzletest.Named(t, "chess")
	var puzzles []puzzle.Puzzle
	for _, c := range []struct {
		fen  string
		in   int
		half bool
		want string // how Popeye is asked
	}{
		{"7k/8/5K2/8/8/8/8/R7 w - - 0 1", 1, true, "h#1.5\nOption Variation\n"},
		{"r7/8/8/8/8/5k2/8/7K b - - 0 1", 1, true, "h#1.5\nOption HalfDuplex Variation\n"},
		{"7k/8/5K2/8/8/8/8/R7 b - - 0 1", 2, false, "h#2\nOption Variation\n"},
		{"r7/8/8/8/8/5k2/8/7K w - - 0 1", 2, false, "h#2\nOption HalfDuplex Variation\n"},
		{"7k/P7/8/5K2/8/8/8/8 b - - 0 1", 2, false, "h#2\nOption Variation\n"},
		{"3rk2r/3pppp1/8/8/8/3B4/7Q/4K3 b k - 0 1", 1, false, "h#1\nOption Variation\n"},
		{"4k2r/8/8/7Q/8/8/8/4K1R1 b - - 0 1", 2, false, "h#2\nOption NoCastling h8 Variation\n"},
	} {
		at := puzzletest.Position(t, chess, c.fen)
		p := puzzle.Puzzle{Rules: chess.Set(), FEN: c.fen, Stipulation: "help-win", In: c.in,
			Half: c.half}
		found, err := solve.New(chess, solve.Options{Jobs: 1}).Lines(t.Context(), &at,
			solve.HelpWin, p.Plies())
		if err != nil || found.LineCount != uint64(len(found.Lines)) || found.LineCount == 0 {
			t.Fatalf("%s: %d of %d lines, %v", c.fen, len(found.Lines), found.LineCount, err)
		}
		if text := popeyeProblem(&p, &at); !strings.Contains(text, c.want) {
			t.Errorf("%s: %q is not in\n%s", c.fen, c.want, text)
		}
		for _, line := range found.Lines {
			p.Lines = append(p.Lines, puzzle.LineWords(chess, &at, line))
		}
		puzzles = append(puzzles, p)
	}

	for _, p := range puzzletest.File(t, "../../../puzzle/collection/more/help-wins.jsonl") {
		if popeyePlays(&p) {
			puzzles = append(puzzles, p)
		}
	}

	for i, out := range puzzletest.Popeye(t, exported(t, "popeye", puzzles)) {
		at := puzzletest.Position(t, puzzles[i].Variant(), puzzles[i].FEN)
		var ours []string
		for _, line := range puzzles[i].Lines {
			ours = append(ours, strings.Join(line, " "))
		}
		if theirs := helpLines(t, out, at.Turn); !sameMoves(theirs, ours) {
			t.Errorf("%s: Popeye's solutions are %v, ours %v", puzzles[i].FEN, theirs, ours)
		}
	}
}

// A two-step that has just been made is told as Popeye wants it, with the squares that the pawn
// left, passed and reached: both mates are en passant, and the black bishop or the white one cannot
// come between.
func TestPopeyeEnPassant(t *testing.T) {
	chess := puzzletest.Named(t, "chess").Set()
	puzzles := []puzzle.Puzzle{
		{Rules: chess, FEN: "6bk/7p/8/3pP3/8/8/8/B1K5 w - d6 0 1", In: 1, Keys: []string{"e5d6"}},
		{Rules: chess, FEN: "b1k5/8/8/8/3Pp3/8/7P/6BK b - d3 0 1", In: 1, Keys: []string{"e4d3"}},
	}
	text := exported(t, "popeye", puzzles)
	for _, want := range []string{"Option EnPassant d7d6d5 Variation\n",
		"Option HalfDuplex EnPassant d2d3d4 Variation\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}

	for i, out := range puzzletest.Popeye(t, text) {
		if !strings.Contains(out, []string{"1.e5*d6 ep. # !", "1.e4*d3 ep. # !"}[i]) {
			t.Errorf("Popeye says\n%s", out)
		}
	}
}

// Whatever people write, Popeye is told nothing but the problem: their words stay behind the
// commands for words, in lines that it can hold.
func FuzzPopeyeWords(f *testing.F) {
	f.Add("A title", "to C.")
	f.Add("x\nEndProblem\nBeginProblem", "protocol /dev/null\r\x00")
	f.Add(strings.Repeat("long ", 200), strings.Repeat("ä", 500)+"\u2028Option")
	f.Fuzz(func(t *testing.T, one, other string) {
		p := puzzle.Puzzle{
			Rules: puzzletest.Named(t, "chess").Set(), FEN: "6bk/7p/8/3pP3/8/8/8/B1K5 w - d6 0 1",
			In:   1,
			Keys: []string{"e5d6"},
			Words: puzzle.Words{Title: one, Authors: []string{other, one}, Dedication: other,
				Published: one,
				Date:      other, Prize: one, Comments: []string{other}},
		}
		at, err := p.Position()
		if err != nil {
			t.Fatal(err)
		}
		text := popeyeProblem(&p, &at)
		words, rest, ok := strings.Cut(text, "Pieces\n  White Kc1")
		if !ok || strings.Count(rest, "\n") != 4 {
			t.Fatalf("%q", text)
		}
		for line := range strings.Lines(words) {
			command, _, _ := strings.Cut(line, " ")
			if !slices.Contains([]string{"Author", "Title", "Origin", "Award", "Remark"},
				command) ||
				len(line) > 230 || strings.ContainsAny(line, "\r\x00\u2028") {
				t.Errorf("%q", line)
			}
		}
	})
}

// A comment that is long is all there, in lines.
func TestPopeyeRemarks(t *testing.T) {
	p := puzzle.Puzzle{
		Rules: puzzletest.Named(t, "chess").Set(), FEN: "6bk/7p/8/3pP3/8/8/8/B1K5 w - d6 0 1",
		In:   1,
		Keys: []string{"e5d6"},
		Words: puzzle.Words{Title: strings.Repeat("x", 201), Dedication: "to C.",
			Comments: []string{strings.Repeat("comment ", 40), strings.Repeat("é", 150)}},
	}
	text := exported(t, "popeye", []puzzle.Puzzle{p})
	if !strings.Contains(text, "Remark Dedication: to C.\n") ||
		strings.Count(text, "comment") != 40 ||
		strings.Count(text, "é") != 150 || strings.Count(text, "Remark ") != 5 ||
		!strings.Contains(text, "Title "+strings.Repeat("x", 200)+" …\n") {
		t.Error(text)
	}

	if out := puzzletest.Popeye(t, text); len(out) != 1 || !strings.Contains(out[0], "ep. # !") {
		t.Errorf("Popeye says %q", out)
	}
}

// Twins go to Popeye as changes of the position; with the other side to begin as a problem of its
// own. The rook of a twin mates from its new file.
func TestPopeyeTwins(t *testing.T) {
	p := twinned(t)
	p.Twins = append(p.Twins, puzzle.Twin{Change: "duplex", Keys: []string{"h8g8"},
		Line:  []string{"Kg8"},
		Lines: [][]string{{"h8g8"}}})
	text := exported(t, "popeye", []puzzle.Puzzle{p})
	for _, want := range []string{"\nTwin Remove a1 Add White Rb1\nNextProblem\nRemark c) duplex\n",
		"Stipulation h#1.5\nOption HalfDuplex Variation\nEndProblem\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}

	out := strings.Join(puzzletest.Popeye(t, text), "")
	for _, want := range []string{"Ra1-h1 #", "Ra1-a8 #", "Rb1-h1 #", "Rb1-b8 #"} {
		if strings.Count(out, want) != 1 {
			t.Errorf("%q is not once in\n%s", want, out)
		}
	}
}

// A twin by rules that Popeye does not know is left out and named.
func TestPopeyeTwinByOtherRules(t *testing.T) {
	p := helpMate(t)
	p.Twins = []puzzle.Twin{{Change: "rules pacifist1", Keys: []string{"f6f7"},
		Line:  []string{"Kf7"},
		Lines: [][]string{{"f6f7"}}}}
	if _, err := Export(io.Discard, "popeye", Book{}, []puzzle.Puzzle{p}); !errors.Is(err,
		ErrFormat) ||
		!strings.Contains(err.Error(), "b) rules pacifist1: Popeye does not play pacifist1") {
		t.Errorf("%v", err)
	}
}
