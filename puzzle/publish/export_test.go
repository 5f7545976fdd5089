package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"turncoat/pgn"
	"turncoat/puzzle"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules/board"
)

func exported(t *testing.T, format string, puzzles []puzzle.Puzzle) string {
	t.Helper()
	var out bytes.Buffer
	if err := Export(&out, format, Book{Title: "A <booklet> & more"}, puzzles); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The PGN is read and replayed by the reader of records without a finding, and holds the main line and all
// continuations.
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
		if record.Rules.Set().Name != p.Rules.Name || record.Rules.FEN(&record.Start) != p.FEN {
			t.Errorf("%s: the record is of %s at %s", p.ID, record.Rules.Set().Name, record.Rules.FEN(&record.Start))
		}
		var line []string
		for _, turn := range record.Main.Turns {
			line = append(line, record.Rules.Typed(&turn.Before, turn.Played))
		}
		if !slices.Equal(line, p.Line) {
			t.Errorf("%s: the main line is %v, want %v", p.ID, line, p.Line)
		}
		end := record.End()
		start := record.Start.Turn
		if got := record.Rules.Outcome(&end).Result; got != board.Win(start) || record.Result != got {
			t.Errorf("%s: the main line ends with %v", p.ID, got)
		}
		if got, want := ends(record.Rules.Outcome, &record.Main), leaves(t, p); got != want {
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

// leaves counts the lines of a solution, each continuation once: the arrays in its compact form that hold a turn and
// nothing else.
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
		for _, pair := range list[1:] {
			n += count(pair.([]any)[1])
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
		game := p.Variant()
		at := puzzletest.Position(t, game, parts[1])
		key, err := game.Parse(&at, parts[2])
		if err != nil || key.Move.UCI(&at) != p.Keys[0] || parts[3] != strconv.Itoa(p.In) || parts[4] != p.ID {
			t.Errorf("%q is not puzzle %s: %v", line, p.ID, err)
		}
	}
}

// A row of the table begins before the enemy's last turn; played from there its moves lead into the puzzle and win.
func TestCSVPlays(t *testing.T) {
	var out bytes.Buffer
	var puzzles []puzzle.Puzzle
	all := puzzletest.Sample(t)
	left := Export(&out, "csv", Book{}, all)
	for _, p := range all { // where nothing can have led to the position the puzzle is left out, and named
		if left == nil || !strings.Contains(left.Error(), p.ID) {
			puzzles = append(puzzles, p)
		}
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != len(puzzles)+1 || len(rows) < 16 || left != nil && !errors.Is(left, ErrFormat) {
		t.Fatalf("%d rows, %v; want %d", len(rows), err, len(puzzles)+1)
	}
	if strings.Join(rows[0], ",") != "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags" {
		t.Errorf("the columns are %v", rows[0])
	}
	for i, row := range rows[1:] {
		p := &puzzles[i]
		game := p.Variant()
		at := puzzletest.Position(t, game, row[1])
		for j, move := range strings.Fields(row[2]) {
			turn, err := game.Parse(&at, move)
			if err != nil {
				t.Fatalf("%s: %v", p.ID, err)
			}
			at = turn.After
			if want := puzzletest.Position(t, game, p.FEN); j == 0 && puzzle.Canonical(&at) != puzzle.Canonical(&want) {
				t.Errorf("%s: the first move leads to %s", p.ID, game.FEN(&at))
			}
		}
		if game.Outcome(&at).Result == board.Ongoing || row[3] != strconv.Itoa(p.Grade.Rating) {
			t.Errorf("%s: the moves %s do not win", p.ID, row[2])
		}
	}
}

// Turns are numbered as they are read: Black's first has dots, and the number goes up before White's next.
func TestNumberedTurns(t *testing.T) {
	if got := numbered([]string{"Nf5", "Ka7", "Qb6#"}, board.White, 1); got != "1.Nf5 Ka7 2.Qb6#" {
		t.Errorf("%q", got)
	}
	if got := numbered([]string{"Qa7", "Kh1", "Qg1", "Kh2"}, board.Black, 1); got != "1...Qa7 2.Kh1 Qg1 3.Kh2" {
		t.Errorf("%q", got)
	}
}

// The tags of a puzzle's record: what it asks for, which it is, its themes and its grade.
func TestPGNTags(t *testing.T) {
	p := puzzletest.Sample(t)[0]
	p.Themes, p.Grade = []string{"castling", "zugzwang"}, &puzzle.Grade{Rating: 1492, Level: 3}
	text := exported(t, "pgn", []puzzle.Puzzle{p})
	for _, want := range []string{`[Event "White to move wins in 2 turns"]`, `[Site "` + p.ID + `"]`, `[Round "-"]`, `[Themes "castling zugzwang"]`, `[Grade "level 3, rating 1492"]`} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	p.Themes, p.Grade = nil, nil
	if text := exported(t, "pgn", []puzzle.Puzzle{p}); strings.Contains(text, "[Themes") || strings.Contains(text, "[Grade") {
		t.Errorf("tags of nothing:\n%s", text)
	}
}

// vchess.club's form of a position is read back as the same position; what that site does not play is left out.
func TestVChessProblems(t *testing.T) {
	var out bytes.Buffer
	puzzles := puzzletest.Sample(t)
	err := Export(&out, "vchess", Book{}, puzzles)
	if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "vchess.club does not play conversion") {
		t.Errorf("%v, want ErrFormat", err)
	}
	d := json.NewDecoder(&out)
	for i := range puzzles {
		p := &puzzles[i]
		if p.Rules.Name != "pacifist1" && p.Rules.Name != "pacifist2" {
			continue
		}
		var v VChessProblem
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		game := p.Variant()
		got, want := puzzletest.Position(t, game, v.FEN), puzzletest.Position(t, game, p.FEN)
		if puzzle.Canonical(&got) != puzzle.Canonical(&want) || got.Turn != want.Turn || !strings.EqualFold(v.Variant, p.Rules.Name) {
			t.Errorf("%+v is not %s", v, p.FEN)
		}
		if !strings.Contains(v.Instruction, "to move wins in 2 turns") || !strings.Contains(v.Solution, p.Line[0]) {
			t.Errorf("%+v", v)
		}
	}
	if _, err := d.Token(); err != io.EOF {
		t.Error("there is a problem too many")
	}
}

// The booklet is well-formed, holds every board with all of its pieces, refers to nothing outside, and every
// link has its target.
func TestBooklet(t *testing.T) {
	puzzles := puzzletest.Sample(t)
	text := exported(t, "html", puzzles)
	script := regexp.MustCompile(`(?s)<script>.*</script>`)
	d := xml.NewDecoder(strings.NewReader(script.ReplaceAllString(text, "")))
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta"}, xml.HTMLEntity
	ids, links := map[string]bool{}, []string{}
	boards, pieces := 0, 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range element.Attr {
			switch {
			case a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on"):
				t.Errorf("<%s %s=%q> is not for a page with a content security policy", element.Name.Local, a.Name.Local, a.Value)
			case a.Name.Local == "id":
				if ids[a.Value] && !strings.HasPrefix(a.Value, "path") {
					t.Errorf("two elements are called %q", a.Value)
				}
				ids[a.Value] = true
			case a.Name.Local == "href" || a.Name.Local == "src":
				links = append(links, a.Value)
				if strings.HasPrefix(a.Value, "#piece-") {
					pieces++
				}
			case a.Name.Local == "class" && a.Value == "board":
				boards++
			}
		}
	}
	for _, link := range links {
		if !strings.HasPrefix(link, "#") || !ids[link[1:]] {
			t.Errorf("the link %q leads nowhere", link)
		}
	}
	want := 0
	for i := range puzzles {
		at, err := puzzles[i].Position()
		if err != nil {
			t.Fatal(err)
		}
		turn, err := puzzles[i].Variant().Parse(&at, puzzles[i].Keys[0])
		if err != nil {
			t.Fatal(err)
		}
		want += at.Occupied().Count() + turn.After.Occupied().Count()
	}
	if boards != 2*len(puzzles) || pieces != want {
		t.Errorf("%d boards with %d pieces, want %d and %d", boards, pieces, 2*len(puzzles), want)
	}
	for element, directive := range map[string]string{"style": "style-src", "script": "script-src"} {
		_, inside, _ := strings.Cut(text, "<"+element+">")
		inside, _, _ = strings.Cut(inside, "</"+element+">")
		sum := sha256.Sum256([]byte(inside))
		if want := fmt.Sprintf("%s 'sha256-%s'", directive, base64.StdEncoding.EncodeToString(sum[:])); !strings.Contains(html.UnescapeString(text), want) {
			t.Errorf("the policy does not allow the page's own %s", element)
		}
	}
	if strings.Contains(text, "A <booklet>") || !strings.Contains(text, "A &lt;booklet&gt; &amp; more") {
		t.Error("the title is not escaped")
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
		Title: "A & B <100%>", Authors: []string{"Ann Author", "Bob_Both"}, Dedication: "to C.", Published: "The Problemist",
		Date: "2026", Prize: "2nd Prize", Comments: []string{"a comment"},
	}
	for format, want := range map[string][]string{
		"pgn":  {`[Title "A & B <100%>"]`, `[Author "Ann Author, Bob_Both"]`, `[Dedication "to C."]`, `[Source "The Problemist"]`, `[Published "2026"]`, `[Prize "2nd Prize"]`, `{a comment}`},
		"epd":  {`c1 "title A & B <100%>; by Ann Author, Bob_Both; dedication to C.; source The Problemist; date 2026; prize 2nd Prize; comment a comment";`},
		"json": {`"title":"A & B <100%>","authors":["Ann Author","Bob_Both"],"dedication":"to C.","published":"The Problemist","date":"2026","prize":"2nd Prize","comments":["a comment"]`},
		"html": {
			`<span>Ann Author, Bob_Both</span><span class="where">The Problemist 2026, 2nd Prize</span><span>“A &amp; B &lt;100%&gt;”</span><span class="to">to C.</span>`,
			`<p class="comment">a comment</p>`,
		},
		"latex": {
			`\\ {\small Ann Author,{} Bob\_Both}\\ {\small The Problemist 2026,{} 2nd Prize}\\ {\small “A \& B <{}100\%>{}”}\\ {\small to C.}`, `\emph{a comment}`,
		},
		"popeye": {"Author Ann Author, Bob_Both\n", "Title A & B <100%>\n", "Origin The Problemist 2026\n", "Award 2nd Prize\n"},
	} {
		text := exported(t, format, []puzzle.Puzzle{p})
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %q is not in\n%.1500s", format, w, text)
			}
		}
	}
}

// What speaks against a puzzle that is kept all the same stands in every form with room for words, and in none of a sound one.
func TestUnsoundIsSaid(t *testing.T) {
	sample := puzzletest.Sample(t)
	p := sample[slices.IndexFunc(sample, func(p puzzle.Puzzle) bool { return p.Rules.Name == "chess" })]
	p.Comments = []string{"a comment"}
	for format, want := range map[string]string{
		"pgn": "{Unsound: a cook; no choice}", "epd": `comment a comment; unsound: a cook; no choice";`, "html": `<p class="comment">Unsound: a cook; no choice</p>`,
		"latex": `\emph{Unsound: a cook; no choice}`, "popeye": "Remark a comment\nRemark Unsound: a cook; no choice\n", "json": `"unsound":["a cook","no choice"]`,
	} {
		p.Unsound = nil
		if text := exported(t, format, []puzzle.Puzzle{p}); strings.Contains(text, "nsound:") {
			t.Errorf("%s: a sound puzzle is said to be unsound", format)
		}
		p.Unsound = []string{"a cook", "no choice"}
		if text := strings.ReplaceAll(exported(t, format, []puzzle.Puzzle{p}), "cook;\n", "cook; "); !strings.Contains(text, want) {
			t.Errorf("%s: %q is not in\n%.1500s", format, want, text)
		}
	}
}

// What a booklet says of keys and duals is what the puzzle claims, of one that is not sound as well.
func TestBookletFacts(t *testing.T) {
	for _, c := range []struct {
		keys, duals, inLine int
		want                string
	}{
		{1, 0, 0, "one key of 9 first turns, no dual; 1 defence"},
		{1, 3, 0, "one key of 9 first turns, no dual in the main line; 1 defence"},
		{1, 3, 1, "one key of 9 first turns, 1 dual in the main line; 1 defence"},
		{2, 4, 2, "2 keys of 9 first turns, 2 duals in the main line; 1 defence"},
	} {
		p := puzzletest.Sample(t)[0]
		p.Keys = slices.Repeat(p.Keys[:1], c.keys)
		p.Claims = puzzle.Claims{FirstTurns: 9, Defences: 1, Duals: c.duals, LineDuals: c.inLine}
		if text := exported(t, "html", []puzzle.Puzzle{p}); !strings.Contains(text, `<p class="facts">`+c.want+"</p>") {
			t.Errorf("%+v: it does not say %q", c, c.want)
		}
	}
}

// A puzzle that no turn can have led to has no row of its own, and is named: here Black has its pawns at home and a king that all squares
// around it are taken from.
func TestCSVLeavesOutAndNames(t *testing.T) {
	p := puzzle.Puzzle{
		ID: "smothered", Rules: puzzletest.Named(t, "chess").Set(), FEN: "4R1Bk/6pp/8/6N1/8/8/8/K7 w - - 0 1", In: 1,
		Keys: []string{"g5f7"}, Line: []string{"Nf7#"}, Solution: `["g5f7"]`,
	}
	var out bytes.Buffer
	err := Export(&out, "csv", Book{}, []puzzle.Puzzle{p})
	if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "smothered") || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%v, %q", err, out.String())
	}
}

// Over the puzzles of another stipulation than a win a booklet says what is asked for.
func TestBookletSaysWhatIsAskedFor(t *testing.T) {
	half, whole := helpMate(t), helpMate(t)
	whole.FEN, whole.Half, whole.In = "7k/8/6K1/8/8/8/8/R7 b - - 0 1", false, 1
	whole.Keys, whole.Line, whole.Lines = []string{"h8g8"}, []string{"Kg8", "Ra8#"}, [][]string{{"h8g8", "a1a8"}}
	claim := puzzle.Puzzle{ // the pawn on c4 persuades the king, and nothing supports it
		Rules: puzzletest.Named(t, "pacifist1").Set(), FEN: "8/8/8/3k4/8/8/PPP5/K7 w - - 0 1", Stipulation: "claim", In: 1,
		Keys: []string{"c2c4"}, Line: []string{"c4#"}, Solution: `["c2c4"]`,
	}
	for _, c := range []struct {
		p    puzzle.Puzzle
		want string
	}{
		{claim, "Here it is enough to claim a king, even if it can be claimed back."},
		{half, "both sides work together, and the side to move wins."},
		{whole, "both sides work together, and the enemy of the side to move wins."},
		{puzzletest.File(t, "../collection/more/self-wins.jsonl")[0], "In a self-win the side to move forces the enemy to win."},
	} {
		if text := exported(t, "html", []puzzle.Puzzle{c.p}); !strings.Contains(text, c.want) {
			t.Errorf("%s: it does not say that %s", c.p.FEN, c.want)
		}
	}
	if text := exported(t, "html", puzzletest.Sample(t)); strings.Contains(text, "help-win both") || strings.Contains(text, "In a self-win") {
		t.Error("it speaks of what is not there")
	}
}

// The rules are explained over the first part of theirs alone.
func TestBookletExplainsRulesOnce(t *testing.T) {
	half, whole := helpMate(t), helpMate(t)
	whole.FEN, whole.Half, whole.In = "7k/8/6K1/8/8/8/8/R7 b - - 0 1", false, 1
	whole.Keys, whole.Line, whole.Lines = []string{"h8g8"}, []string{"Kg8", "Ra8#"}, [][]string{{"h8g8", "a1a8"}}
	text := exported(t, "html", []puzzle.Puzzle{half, whole})
	if n := strings.Count(text, "Orthodox chess: give checkmate."); n != 1 {
		t.Errorf("the rules are explained %d times", n)
	}
	if strings.Count(text, "In a help-win both sides") != 2 {
		t.Error("what is asked for does not stand over both parts")
	}
	if n := strings.Count(exported(t, "html", puzzletest.Sample(t)), "No captures:"); n != 5 { // one for each of the Pacifist sets
		t.Errorf("five sets of rules are explained %d times", n)
	}
}
