package publish

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"turncoat/diagram"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

//go:embed booklet.html
var bookletText string

// Parsed when a page is first written, not at the start of every command.
var bookletPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("booklet").Parse(bookletText))
})

// The booklet as its template sees it.
type booklet struct {
	Title       string
	Definitions template.HTML
	Parts       []bookletPart
	Index       []bookletTheme
	Words       []analysis.Theme
	Count       int
	Unique      bool // every key is the only one
}

// A part holds the puzzles of one rule set and one length.
type bookletPart struct {
	Name, Rules, Title, How string
	Puzzles                 []bookletPuzzle
}

type bookletPuzzle struct {
	Number      int
	By          string // title, authors, where and when it was published
	Pieces      string // "4+6"
	ID, FEN     string
	Instruction string
	Stars       string
	Level       int
	Rating      int
	Board       template.HTML
	// The solution.
	After  template.HTML // the board after the key, its waves marked
	Key    string
	Moves  []bookletTurn
	Others []string // the other continuations, as text
	Themes []string
	Facts  string
}

// A bookletTurn is a turn of the main line and the waves in which it converts.
type bookletTurn struct {
	Number, SAN string
	Waves       []bookletWave
	Reclaimed   string
}

type bookletWave struct {
	Colour  string
	Number  int
	Squares string
}

type bookletTheme struct {
	Title   string
	Numbers []int
}

// WriteBooklet writes puzzles as one HTML page to read and to print, with nothing outside of it: the
// positions first, by rules, length and grade; the solutions at the end, with their waves; an index of themes.
func WriteBooklet(w io.Writer, title string, puzzles []puzzle.Puzzle) error {
	sheet := diagram.NewSheet()
	page := booklet{Title: title, Definitions: template.HTML(sheet.Definitions()), Count: len(puzzles), Unique: true}
	byTheme := map[string][]int{}
	for _, p := range inOrder(puzzles) {
		number := 1
		if n := len(page.Parts); n > 0 {
			last := page.Parts[n-1].Puzzles
			number = last[len(last)-1].Number + 1
		}
		name := fmt.Sprintf("%s-%d", p.Rules.Name+p.Stipulation, p.In)
		if n := len(page.Parts); n == 0 || page.Parts[n-1].Name != name {
			page.Parts = append(page.Parts, bookletPart{Name: name, Rules: p.Rules.Name, Title: partTitle(&p), How: howToWin(p.Rules)})
		}
		entry, err := newEntry(&p, sheet, number)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		page.Unique = page.Unique && len(p.Keys) == 1
		part := &page.Parts[len(page.Parts)-1]
		part.Puzzles = append(part.Puzzles, entry)
		for _, theme := range p.Themes {
			byTheme[theme] = append(byTheme[theme], number)
		}
	}
	page.Index, page.Words = themeIndex(byTheme)
	return bookletPage().Execute(w, page)
}

// themeIndex lists the themes that occur, in the order in which people are told of them, chains of waves last.
func themeIndex(byTheme map[string][]int) (index []bookletTheme, words []analysis.Theme) {
	chained := false
	names := []string{}
	for _, t := range analysis.Themes {
		names = append(names, t.Name)
	}
	for n := 2; n < 32; n++ {
		names = append(names, fmt.Sprint(analysis.WavesPrefix, n))
	}
	for _, name := range names {
		if theme, ok := analysis.FindTheme(name); ok && byTheme[name] != nil {
			index = append(index, bookletTheme{theme.Title, byTheme[name]})
			if chain := strings.HasPrefix(name, analysis.WavesPrefix); !chain {
				words = append(words, theme)
			} else if !chained {
				chained = true // one word for chains of any length
				theme, _ = analysis.FindTheme(analysis.WavesPrefix + "n")
				words = append(words, theme)
			}
		}
	}
	return index, words
}

// inOrder sorts puzzles by rule set (as the rules text lists them), length and rating.
func inOrder(puzzles []puzzle.Puzzle) []puzzle.Puzzle {
	rank := map[string]int{}
	for i, name := range ruleset.BuiltinNames() {
		rank[name] = i - 100
	}
	list := slices.Clone(puzzles)
	slices.SortStableFunc(list, func(a, b puzzle.Puzzle) int {
		if d := rank[a.Rules.Name] - rank[b.Rules.Name]; d != 0 {
			return d
		}
		if d := strings.Compare(a.Rules.Name, b.Rules.Name); d != 0 {
			return d
		}
		if d := strings.Compare(a.Stipulation, b.Stipulation); d != 0 {
			return d
		}
		if a.In != b.In {
			return a.In - b.In
		}
		return rating(&a) - rating(&b)
	})
	return list
}

func rating(p *puzzle.Puzzle) int {
	if p.Grade == nil {
		return 0
	}
	return p.Grade.Rating
}

var bookletNames = map[string]string{
	"pacifist1": "Pacifist 1", "pacifist2": "Pacifist 2", "pacifist-number": "Pacifist Chess by number", "pacifist-value": "Pacifist Chess by value",
	"pacifist-average": "Pacifist Chess by average", "conversion": "Conversion Chess", "chess": "Chess",
}

func partTitle(p *puzzle.Puzzle) string {
	name := bookletNames[p.Rules.Name]
	if name == "" {
		name = p.Rules.Name
	}
	words := []string{"", "one", "two", "three", "four", "five", "six"}
	if p.In < len(words) {
		return fmt.Sprintf("%s: %s in %s", name, p.Goal(), words[p.In])
	}
	return fmt.Sprintf("%s: %s in %d", name, p.Goal(), p.In)
}

// Numbers are those of the first puzzle of the part and of its last.
func (p bookletPart) Numbers() string {
	first, last := p.Puzzles[0].Number, p.Puzzles[len(p.Puzzles)-1].Number
	if first == last {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d–%d", first, last)
}

// entry prepares one puzzle.
func newEntry(p *puzzle.Puzzle, sheet *diagram.Sheet, number int) (bookletPuzzle, error) {
	e := bookletPuzzle{Number: number, ID: p.ID, FEN: p.FEN, Instruction: p.Instruction(), By: byline(p)}
	tree, err := p.Tree()
	if err != nil {
		return e, err
	}
	if p.Grade != nil {
		e.Level, e.Rating = p.Grade.Level, p.Grade.Rating
		e.Stars = strings.Repeat("★", p.Grade.Level) + strings.Repeat("☆", max(0, 5-p.Grade.Level))
	}
	at, turns := tree.Position, tree.Keys[0].Line()
	e.Pieces = fmt.Sprintf("%d+%d", at.Colours[board.White].Count(), at.Colours[board.Black].Count())
	e.Board = template.HTML(sheet.AppendBoard(nil, &at, fmt.Sprintf("Puzzle %d: %s", number, p.FEN), diagram.Options{}))
	e.After = template.HTML(sheet.AppendBoard(nil, &turns[0].After, fmt.Sprintf("Puzzle %d after %s", number, p.Line[0]), diagram.Options{Marks: keyMarks(&turns[0])}))
	e.Key = p.Line[0]
	e.Moves = bookletTurns(p.Line, turns, at.Turn)
	e.Others = otherLines(p.Variant(), &tree.Keys[0])
	for _, name := range p.Themes {
		if theme, ok := analysis.FindTheme(name); ok {
			e.Themes = append(e.Themes, theme.Title)
		}
	}
	sound := "one key, no dual"
	switch {
	case len(p.Keys) > 1:
		sound = fmt.Sprintf("%d keys", len(p.Keys))
	case p.Claims.Duals > 0:
		sound = "one key, no dual in the main line"
	}
	defences := "defences"
	if p.Claims.Defences == 1 {
		defences = "defence"
	}
	e.Facts = fmt.Sprintf("%s, of %d first turns; %d %s", sound, p.Claims.FirstTurns, p.Claims.Defences, defences)
	return e, nil
}

// byline says who made a puzzle, and what it is called.
func byline(p *puzzle.Puzzle) string {
	var parts []string
	for _, text := range []string{strings.Join(p.Authors, ", "), p.Title, strings.TrimSpace(p.Published + " " + p.Date), p.Prize, p.Dedication} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " · ")
}

// keyMarks marks the move and the waves of the key.
func keyMarks(t *board.Played) []diagram.Mark {
	marks := []diagram.Mark{{Square: t.From, Kind: diagram.From}, {Square: t.To, Kind: diagram.To}}
	for i, wave := range t.Waves {
		marks = append(marks, diagram.Marks(wave, diagram.Converted, i+1)...)
	}
	return append(marks, diagram.Marks(t.Reclaimed, diagram.Reclaimed, 0)...)
}

func bookletTurns(line []string, turns []board.Played, turn board.Colour) []bookletTurn {
	var list []bookletTurn
	number := 1
	for i, t := range turns {
		out := bookletTurn{SAN: line[i], Reclaimed: strings.Join(t.Reclaimed.Names(), " ")}
		switch {
		case turn == board.White:
			out.Number = fmt.Sprintf("%d.", number)
		case i == 0:
			out.Number = fmt.Sprintf("%d…", number)
		}
		for j, wave := range t.Waves {
			out.Waves = append(out.Waves, bookletWave{diagram.WaveColour(j + 1), j + 1, strings.Join(wave.Names(), " ")})
		}
		list = append(list, out)
		if turn == board.Black {
			number++
		}
		turn = turn.Other()
	}
	return list
}

// maxOthers is how many continuations beside the main line are printed.
const maxOthers = 7

// otherLines writes what follows after the key beside the main line: the enemy's turns, the answer, and
// where it goes on after that, dots. First come the other turns that the main line's answer meets.
func otherLines(variant *rules.Variant, key *solution.Play) []string {
	var list []string
	all := key.Groups()
	for i, g := range all {
		if i == 0 && len(g) == 1 {
			continue
		}
		if len(list) == maxOthers {
			return append(list, fmt.Sprintf("and %d more", len(all)-i))
		}
		list = append(list, otherLine(variant, key, g, i == 0))
	}
	return list
}

// otherLine writes one group of defences and its answer; of the main line's the first is left out.
func otherLine(variant *rules.Variant, key *solution.Play, g solution.Group, main bool) string {
	names := key.Others(variant, g)
	if len(names) > 3 {
		names = append(names[:2], fmt.Sprintf("and %d others", len(names)-2))
	}
	if len(g[0].Continuations) == 0 { // the enemy reaches the goal itself
		return strings.Join(append([]string{variant.Typed(&key.Choices[g[0].Choice].After, g[0].Turn)}, names...), ", ")
	}
	next := &g[0].Continuations[0]
	if !main {
		c := &key.Choices[g[0].Choice]
		first := variant.Typed(&c.After, *next.After)
		if c.Reclaimed != key.Turn.Reclaimed {
			first = solution.ReclaimText(c.Reclaimed) + " " + first
		}
		names = append([]string{first}, names...)
	}
	text := strings.Join(names, ", ") + ": " + variant.Typed(&next.After.After, next.Turn)
	if len(next.Defences) > 0 {
		text += " …"
	}
	return text
}
