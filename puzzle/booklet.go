package puzzle

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"turncoat/diagram"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

//go:embed booklet.html
var bookletText string

var bookletPage = template.Must(template.New("booklet").Parse(bookletText))

// The booklet as its template sees it.
type booklet struct {
	Title       string
	Definitions template.HTML
	Parts       []bookletPart
	Index       []bookletTheme
	Words       []Theme
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
func WriteBooklet(w io.Writer, title string, puzzles []Puzzle) error {
	sheet, err := diagram.NewSheet()
	if err != nil {
		return err
	}
	page := booklet{Title: title, Definitions: template.HTML(sheet.Definitions()), Count: len(puzzles), Unique: true}
	byTheme := map[string][]int{}
	for _, p := range inOrder(puzzles) {
		number := 1
		if n := len(page.Parts); n > 0 {
			last := page.Parts[n-1].Puzzles
			number = last[len(last)-1].Number + 1
		}
		name := fmt.Sprintf("%s-%d", p.Rules.Set.Name, p.In)
		if n := len(page.Parts); n == 0 || page.Parts[n-1].Name != name {
			page.Parts = append(page.Parts, bookletPart{Name: name, Rules: p.Rules.Set.Name, Title: partTitle(&p), How: howToWin(p.Rules.Set)})
		}
		entry, err := p.entry(sheet, number)
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
	return bookletPage.Execute(w, page)
}

// themeIndex lists the themes that occur, in the order in which people are told of them, chains of waves last.
func themeIndex(byTheme map[string][]int) (index []bookletTheme, words []Theme) {
	chained := false
	names := []string{}
	for _, t := range Themes {
		names = append(names, t.Name)
	}
	for n := 2; n < 32; n++ {
		names = append(names, fmt.Sprint(wavesPrefix, n))
	}
	for _, name := range names {
		if theme, ok := FindTheme(name); ok && byTheme[name] != nil {
			index = append(index, bookletTheme{theme.Title, byTheme[name]})
			if chain := strings.HasPrefix(name, wavesPrefix); !chain {
				words = append(words, theme)
			} else if !chained {
				chained = true // one word for chains of any length
				theme, _ = FindTheme(wavesPrefix + "n")
				words = append(words, theme)
			}
		}
	}
	return index, words
}

// inOrder sorts puzzles by rule set (as the rules text lists them), length and rating.
func inOrder(puzzles []Puzzle) []Puzzle {
	rank := map[string]int{}
	for i, name := range ruleset.BuiltinNames() {
		rank[name] = i - 100
	}
	list := slices.Clone(puzzles)
	slices.SortStableFunc(list, func(a, b Puzzle) int {
		if d := rank[a.Rules.Set.Name] - rank[b.Rules.Set.Name]; d != 0 {
			return d
		}
		if d := strings.Compare(a.Rules.Set.Name, b.Rules.Set.Name); d != 0 {
			return d
		}
		if a.In != b.In {
			return a.In - b.In
		}
		return a.rating() - b.rating()
	})
	return list
}

func (p *Puzzle) rating() int {
	if p.Grade == nil {
		return 0
	}
	return p.Grade.Rating
}

var bookletNames = map[string]string{
	"pacifist1": "Pacifist 1", "pacifist2": "Pacifist 2", "pacifist-number": "Pacifist Chess by number", "pacifist-value": "Pacifist Chess by value",
	"pacifist-average": "Pacifist Chess by average", "conversion": "Conversion Chess", "chess": "Chess",
}

func partTitle(p *Puzzle) string {
	name := bookletNames[p.Rules.Set.Name]
	if name == "" {
		name = p.Rules.Set.Name
	}
	words := []string{"", "one", "two", "three", "four", "five", "six"}
	if p.In < len(words) {
		return fmt.Sprintf("%s: win in %s", name, words[p.In])
	}
	return fmt.Sprintf("%s: win in %d", name, p.In)
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
func (p *Puzzle) entry(sheet *diagram.Sheet, number int) (bookletPuzzle, error) {
	e := bookletPuzzle{Number: number, ID: p.ID, FEN: p.FEN, Instruction: p.Instruction()}
	at, err := p.Position()
	if err != nil {
		return e, err
	}
	if p.Grade != nil {
		e.Level, e.Rating = p.Grade.Level, p.Grade.Rating
		e.Stars = strings.Repeat("★", p.Grade.Level) + strings.Repeat("☆", max(0, 5-p.Grade.Level))
	}
	game := p.Game()
	turns, err := playLine(game, &at, p.Solution.Line())
	if err != nil {
		return e, err
	}
	e.Board = template.HTML(sheet.AppendBoard(nil, &at, fmt.Sprintf("Puzzle %d: %s", number, p.FEN), diagram.Options{}))
	e.After = template.HTML(sheet.AppendBoard(nil, &turns[0].After, fmt.Sprintf("Puzzle %d after %s", number, p.Line[0]), diagram.Options{Marks: keyMarks(&turns[0])}))
	e.Key = p.Line[0]
	e.Moves = bookletTurns(p.Line, turns, at.Turn)
	others, err := p.otherLines(&at)
	if err != nil {
		return e, err
	}
	e.Others = others
	for _, name := range p.Themes {
		if theme, ok := FindTheme(name); ok {
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
func (p *Puzzle) otherLines(at *board.Position) ([]string, error) {
	a := author{game: p.Game()}
	_, move, err := cutTurn(p.Solution.Play)
	if err != nil {
		return nil, err
	}
	var list []string
	for i := range p.Solution.Then {
		b := &p.Solution.Then[i]
		if i == 0 && len(b.After) == 1 {
			continue
		}
		if len(list) == maxOthers {
			list = append(list, fmt.Sprintf("and %d more", len(p.Solution.Then)-i))
			break
		}
		t, err := a.reclaimed(at, move, b.After[0])
		if err != nil {
			return nil, err
		}
		_, defence, err := cutTurn(b.After[0])
		if err != nil {
			return nil, err
		}
		d, err := a.reclaimed(&t.After, defence, b.Reply.Play)
		if err != nil {
			return nil, err
		}
		names := []string{a.game.Typed(&t.After, d)}
		if t.Reclaimed != a.game.Full(at, t.Move).Reclaimed {
			names[0] = "~" + reclaimText(t.Reclaimed) + " " + names[0]
		}
		more, err := a.others(&t.After, b)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			names = nil // it stands in the main line
		}
		if len(more) > 3 {
			more = append(more[:2], fmt.Sprintf("and %d others", len(more)-2))
		}
		_, answer, err := cutTurn(b.Reply.Play)
		if err != nil {
			return nil, err
		}
		r, err := playTurn(a.game, &d.After, answer, nil)
		if err != nil {
			return nil, err
		}
		text := strings.Join(append(names, more...), ", ") + ": " + a.game.Typed(&d.After, r)
		if len(b.Reply.Then) > 0 {
			text += " …"
		}
		list = append(list, text)
	}
	return list, nil
}
