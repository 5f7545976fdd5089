package publish

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/pgn"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

func exported(t *testing.T, format string, puzzles []puzzle.Puzzle) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := Export(&out, format, Book{Title: "A <booklet> & more"}, puzzles); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The PGN is read and replayed by the reader of records without a finding, and holds the main line
// and all continuations.
func TestPGNIsReadBack(t *testing.T) {
	puzzles := puzzletest.Sample(t)
	text := []byte(exported(t, "pgn", puzzles))
	at := 0
	for i := range puzzles {
		p := &puzzles[i]
		game, next := pgn.Next(text, at, true)
		if game == nil {
			t.Fatalf("there is no record %d", i+1)
		}
		at = next
		if len(game.Faults) > 0 {
			t.Fatalf("%s: %+v", p.ID, game.Faults)
		}
		record, problems := pgn.Replay(game, pgn.Options{})
		if len(problems) > 0 {
			t.Fatalf("%s: %+v", p.ID, problems[0])
		}
		if record.Variant.Set().Name != p.Rules.Name || record.Variant.FEN(&record.Start) != p.FEN {
			t.Errorf("%s: the record is of %s at %s", p.ID, record.Variant.Set().Name,
				record.Variant.FEN(&record.Start))
		}

		var line []string
		for _, turn := range record.Main.Turns {
			line = append(line, record.Variant.InputSAN(&turn.Before, turn.Played))
		}
		if !slices.Equal(line, p.Line) {
			t.Errorf("%s: the main line is %v, want %v", p.ID, line, p.Line)
		}
		end := record.End()
		start := record.Start.Turn
		if got := record.Variant.Outcome(&end).Result; got != board.Win(start) ||
			record.Result != got {
			t.Errorf("%s: the main line ends with %v", p.ID, got)
		}

		if got, want := ends(record.Variant.Outcome, &record.Main), leaves(t, p); got != want {
			t.Errorf("%s: %d lines end in a win, want %d", p.ID, got, want)
		}
	}

	if game, _ := pgn.Next(text, at, true); game != nil {
		t.Error("there is a record too many")
	}
	for _, line := range strings.Split(string(text), "\n") {
		if len(line) > 80 && !strings.HasPrefix(line, "[") {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
}

// leaves counts the lines of real play: the turns of the enemy's in the compact form times the
// lines of the continuation that they lead to. Of a threat that is carried out there is one.
func leaves(t *testing.T, p *puzzle.Puzzle) int {
	t.Helper()
	var whole any
	if err := json.Unmarshal([]byte(p.Solution), &whole); err != nil {
		t.Fatal(err)
	}
	var count func(v any) int
	count = func(v any) int {
		list := v.([]any)
		if len(list) == 1 {
			return 1
		}
		n := 0
		for i, pair := range list[1:] {
			turns, continuation := pair.([]any)[0].([]any), pair.([]any)[1]
			switch {
			case turns[0] != "0000":
				n += len(turns) * count(continuation)
			case i == 0: // the main line carries out the threat
				n += count(continuation)
			}
		}

		return n
	}
	return count(whole)
}

// ends counts the lines of a record that end in a won position.
func ends(outcome func(*board.Position) board.Outcome, v *pgn.Variation) int {
	n := 0
	for i, turn := range v.Turns {
		if i == len(v.Turns)-1 && outcome(&turn.Played.After).Result != board.Ongoing {
			n++
		}
		for _, other := range turn.Variations {
			n += ends(outcome, other)
		}
	}

	return n
}

func TestEPD(t *testing.T) {
	puzzles := puzzletest.Sample(t)
	lines := strings.Split(strings.TrimSuffix(exported(t, "epd", puzzles), "\n"), "\n")
	shape := regexp.MustCompile(`^(\S+ [wb] \S+ \S+) bm ([^;]+); dm (\d+); id "([^"]+)"; c0 "[^"]*";$`)
	for i, line := range lines {
		p := &puzzles[i]
		parts := shape.FindStringSubmatch(line)
		if parts == nil {
			t.Fatalf("%q is no EPD", line)
		}
		variant := p.Variant()
		at := puzzletest.Position(t, variant, parts[1])
		key, err := variant.Parse(&at, parts[2])
		if err != nil || key.Move.UCI(&at) != p.Keys[0] || parts[3] != strconv.Itoa(p.In) ||
			parts[4] != p.ID {
			t.Errorf("%q is not puzzle %s: %v", line, p.ID, err)
		}
	}
}

// A row of the table begins before the enemy's last turn; played from there its moves lead into the
// puzzle and win.
func TestCSVPlays(t *testing.T) {
	var out bytes.Buffer
	var puzzles []puzzle.Puzzle
	all := puzzletest.Sample(t)
	_, left := Export(&out, "csv", Book{}, all)
	// where nothing can have led to the position the puzzle is left out, and named
	for _, p := range all {
		if left == nil || !strings.Contains(left.Error(), p.ID) {
			puzzles = append(puzzles, p)
		}
	}

	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != len(puzzles)+1 || len(rows) < 16 ||
		left != nil && !errors.Is(left, ErrFormat) {
		t.Fatalf("%d rows, %v; want %d", len(rows), err, len(puzzles)+1)
	}

	if strings.Join(rows[0],
		",") != "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags" {
		t.Errorf("the columns are %v", rows[0])
	}

	for i, row := range rows[1:] {
		p := &puzzles[i]
		variant := p.Variant()
		at := puzzletest.Position(t, variant, row[1])
		for j, move := range strings.Fields(row[2]) {
			turn, err := variant.Parse(&at, move)
			if err != nil {
				t.Fatalf("%s: %v", p.ID, err)
			}
			at = turn.After
			if want := puzzletest.Position(t, variant, p.FEN); j == 0 &&
				puzzle.Canonical(p.Rules, &at) != puzzle.Canonical(p.Rules, &want) {
				t.Errorf("%s: the first move leads to %s", p.ID, variant.FEN(&at))
			}
		}

		if variant.Outcome(&at).Result == board.Ongoing || row[3] != strconv.Itoa(p.Grade.Rating) {
			t.Errorf("%s: the moves %s do not win", p.ID, row[2])
		}
	}
}

// The tags of a puzzle's record: what it asks for, which it is, its themes and its grade.
func TestPGNTags(t *testing.T) {
	p := puzzletest.Sample(t)[0]
	p.Themes, p.Grade = []string{"castling", "zugzwang"}, &puzzle.Grade{Rating: 1492, Level: 3}
	text := exported(t, "pgn", []puzzle.Puzzle{p})
	for _, want := range []string{`[Event "White to move wins in 2 turns"]`,
		`[Site "` + p.ID + `"]`, `[Round "-"]`, `[Themes "castling zugzwang"]`,
		`[Grade "level 3, rating 1492"]`} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}

	p.Themes, p.Grade = nil, nil
	if text := exported(t, "pgn", []puzzle.Puzzle{p}); strings.Contains(text, "[Themes") ||
		strings.Contains(text,
			"[Grade") {
		t.Errorf("tags of nothing:\n%s", text)
	}
}

// vchess.club's form of a position is read back as the same position; what that site does not play
// is left out.
func TestVChessProblems(t *testing.T) {
	var out bytes.Buffer
	puzzles := puzzletest.Sample(t)
	_, err := Export(&out, "vchess", Book{}, puzzles)
	if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(),
		"vchess.club does not play conversion") {
		t.Errorf("%v, want ErrFormat", err)
	}

	d := json.NewDecoder(&out)
	for i := range puzzles {
		p := &puzzles[i]
		if !slices.Contains([]string{"pacifist1", "pacifist2", "benedict"}, p.Rules.Name) {
			continue
		}
		var v struct{ Variant, FEN, Instruction, Solution string }
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		variant := p.Variant()
		got, want := puzzletest.Position(t, variant, v.FEN), puzzletest.Position(t, variant, p.FEN)
		if puzzle.Canonical(p.Rules, &got) != puzzle.Canonical(p.Rules, &want) || got.Turn != want.Turn ||
			!strings.EqualFold(v.Variant,
				p.Rules.Name) {
			t.Errorf("%+v is not %s", v, p.FEN)
		}

		if !strings.Contains(v.Instruction, "to move wins in 2 turns") ||
			!strings.Contains(v.Solution, p.Line[0]) {
			t.Errorf("%+v", v)
		}
	}

	if _, err := d.Token(); err != io.EOF {
		t.Error("there is a problem too many")
	}
}

// What people say about a puzzle stands in every form that has a place for it.
func TestWordsAreKept(t *testing.T) {
	p := puzzletest.Sample(t)[0]
	for i, s := range puzzletest.Sample(t) {
		if s.Rules.Name == "chess" {
			p = puzzletest.Sample(t)[i]
		}
	}

	p.Words = puzzle.Words{
		Title: "A & B <100%>", Authors: []string{"Ann Author", "Bob_Both"}, Dedication: "to C.",
		Published: "The Problemist",
		Date:      "2026", Prize: "2nd Prize", Comments: []string{"a comment"},
	}
	for format, want := range map[string][]string{
		"pgn": {`[Title "A & B <100%>"]`, `[Author "Ann Author, Bob_Both"]`,
			`[Dedication "to C."]`, `[Source "The Problemist"]`, `[Published "2026"]`,
			`[Prize "2nd Prize"]`, `{a comment}`},
		"json": {`"title":"A & B <100%>","authors":["Ann Author","Bob_Both"],"dedication":"to C.","published":"The Problemist","date":"2026","prize":"2nd Prize","comments":["a comment"]`},
		"html": {
			`<span>Ann Author, Bob_Both</span><span class="where">The Problemist 2026, 2nd Prize</span><span>“A &amp; B &lt;100%&gt;”</span><span class="to">to C.</span>`,
			`<p class="comment">a comment</p>`,
		},
		"latex": {
			`\\ {\small Ann Author,{} Bob\_Both}\\ {\small The Problemist 2026,{} 2nd Prize}\\ {\small “A \& B <{}100\%>{}”}\\ {\small to C.}`, `\emph{a comment}`,
		},
	} {
		text := exported(t, format, []puzzle.Puzzle{p})
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %q is not in\n%.1500s", format, w, text)
			}
		}
	}
}

// What speaks against a puzzle that is kept all the same stands in every form with room for words,
// and in none of a sound one.
func TestUnsoundIsSaid(t *testing.T) {
	sample := puzzletest.Sample(t)
	p := sample[slices.IndexFunc(sample,
		func(p puzzle.Puzzle) bool { return p.Rules.Name == "chess" })]
	p.Comments = []string{"a comment"}
	for format, want := range map[string]string{
		"pgn":    "{Unsound: a cook; no choice}",
		"epd":    `comment a comment; unsound: a cook; no choice";`,
		"html":   `<p class="comment">Unsound: a cook; no choice</p>`,
		"latex":  `\emph{Unsound: a cook; no choice}`,
		"popeye": "Remark a comment\nRemark Unsound: a cook; no choice\n",
		"json":   `"unsound":["a cook","no choice"]`,
	} {
		p.Unsound = nil
		if text := exported(t, format, []puzzle.Puzzle{p}); strings.Contains(text, "nsound:") {
			t.Errorf("%s: a sound puzzle is said to be unsound", format)
		}
		p.Unsound = []string{"a cook", "no choice"}
		if text := strings.ReplaceAll(exported(t, format, []puzzle.Puzzle{p}), "cook;\n",
			"cook; "); !strings.Contains(text, want) {
			t.Errorf("%s: %q is not in\n%.1500s", format, want, text)
		}
	}
}

// A puzzle that no turn can have led to has no row of its own, and is named: here Black has its
// pawns at home and a king that all squares around it are taken from.
func TestCSVLeavesOutAndNames(t *testing.T) {
	p := puzzle.Puzzle{
		ID: "smothered", Rules: puzzletest.Named(t, "chess").Set(),
		FEN: "4R1Bk/6pp/8/6N1/8/8/8/K7 w - - 0 1", In: 1,
		Keys: []string{"g5f7"}, Line: []string{"Nf7#"}, Solution: `["g5f7"]`,
	}
	var out bytes.Buffer
	_, err := Export(&out, "csv", Book{}, []puzzle.Puzzle{p})
	if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "smothered") ||
		strings.Count(out.String(),
			"\n") != 1 {
		t.Errorf("%v, %q", err, out.String())
	}
}
