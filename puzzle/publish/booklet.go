package publish

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
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
	"turncoat/rules/ruleset"
)

//go:embed booklet.html
var bookletText string

//go:embed booklet.css
var bookletStyle string

//go:embed booklet.js
var bookletScript string

// Parsed when a page is first written, not at the start of every command.
var bookletPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("booklet").Parse(bookletText))
})

// The booklet as its template sees it.
type booklet struct {
	Title       string
	Policy      string // what the browser may run: the script and the style sheet in the file, and nothing else
	Style       template.CSS
	Script      template.JS
	Class       string
	InPlace     bool // solutions beside their diagrams
	Definitions template.HTML
	Parts       []bookletPart
	Index       []bookletTheme
	Words       []analysis.Theme
	Count       int
	Unique      bool // every key is the only one
	Plain       bool // every goal is a win
}

// A part holds the puzzles of one rule set, one stipulation and one length.
type bookletPart struct {
	Name, Rules, Title, How string
	Puzzles                 []bookletPuzzle
}

type bookletTheme struct {
	Name, Title string
	Numbers     []numberRange
}

// A numberRange is the numbers of puzzles that follow each other.
type numberRange struct{ First, Last int }

// String writes a range as an index does.
func (r numberRange) String() string {
	if r.First == r.Last {
		return fmt.Sprint(r.First)
	}
	return fmt.Sprintf("%d–%d", r.First, r.Last)
}

// ranges joins three or more numbers that follow each other to a range. The numbers are in order.
func ranges(numbers []int) []numberRange {
	var list []numberRange
	for i := 0; i < len(numbers); {
		k := i + 1
		for k < len(numbers) && numbers[k] == numbers[k-1]+1 {
			k++
		}
		if k-i < 3 {
			k = i + 1
		}
		list = append(list, numberRange{numbers[i], numbers[k-1]})
		i = k
	}
	return list
}

// writeBooklet writes puzzles as one HTML page to read and to print, with nothing outside of it: the positions
// by rules, length and grade; the solutions, with their waves, at the end or beside them; an index of themes and
// what they mean. A script in the page opens solutions in place and plays their lines on the boards; without it
// the page reads and prints as well.
func writeBooklet(w io.Writer, book Book, puzzles []puzzle.Puzzle) error {
	sheet := diagram.NewSheet(book.Style)
	style := template.CSS(book.pageRule() + waveRules(book.Style) + bookletStyle)
	page := booklet{
		Title: book.Title, Count: len(puzzles), Unique: true, Plain: true, InPlace: book.InPlace, Class: book.class(),
		Style: style, Script: template.JS(bookletScript),
		Policy: fmt.Sprintf(
			"default-src 'none'; base-uri 'none'; form-action 'none'; style-src '%s'; script-src '%s'",
			sourceHash(string(style)),
			sourceHash(bookletScript),
		),
	}
	byTheme := map[string][]int{}
	explained := map[ruleset.Set]bool{}
	for i, p := range inOrder(puzzles) {
		number := i + 1
		name := fmt.Sprintf("%s-%s", p.Rules.Name+p.Stipulation, p.Length())
		if n := len(page.Parts); n == 0 || page.Parts[n-1].Name != name {
			page.Parts = append(page.Parts, bookletPart{Name: name, Rules: p.Rules.Name, Title: partTitle(&p),
				How: howToRead(&p, explained[p.Rules])})
			explained[p.Rules] = true
		}
		entry, err := newEntry(&p, sheet, number)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		page.Unique = page.Unique && (len(p.Keys) == 1 || p.Goal() == solution.HelpWin)
		page.Plain = page.Plain && p.Goal() == solution.Win
		part := &page.Parts[len(page.Parts)-1]
		part.Puzzles = append(part.Puzzles, entry)
		for _, theme := range p.Themes {
			byTheme[theme] = append(byTheme[theme], number)
		}
	}
	page.Index, page.Words = themeIndex(byTheme)
	page.Definitions = template.HTML(sheet.Definitions())
	return bookletPage().Execute(w, page)
}

// sourceHash names a script or a style sheet in a content security policy.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// themeIndex lists the themes that occur, in the order of [analysis.Themes], chains of waves last.
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
			index = append(index, bookletTheme{wordOf(name), theme.Title, ranges(byTheme[name])})
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

// wordOf returns the name of a theme by which the glossary has it: one for chains of waves of any length.
func wordOf(theme string) string {
	if strings.HasPrefix(theme, analysis.WavesPrefix) {
		return analysis.WavesPrefix + "n"
	}
	return theme
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
		if a.Plies() != b.Plies() {
			return a.Plies() - b.Plies()
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
	"pacifist1": "Pacifist 1", "pacifist2": "Pacifist 2", "pacifist-number": "Pacifist Chess by number",
	"pacifist-value":   "Pacifist Chess by value",
	"pacifist-average": "Pacifist Chess by average", "conversion": "Conversion Chess", "chess": "Chess",
}

func partTitle(p *puzzle.Puzzle) string {
	name := cmp.Or(bookletNames[p.Rules.Name], p.Rules.Name)
	words := []string{"", "one", "two", "three", "four", "five", "six"}
	if p.In < len(words) && !p.Half {
		return fmt.Sprintf("%s: %s in %s", name, p.GoalWord(), words[p.In])
	}
	return fmt.Sprintf("%s: %s in %s", name, p.GoalWord(), half(p.Length()))
}

// Numbers are those of the first puzzle of the part and of its last.
func (p bookletPart) Numbers() string {
	return numberRange{p.Puzzles[0].Number, p.Puzzles[len(p.Puzzles)-1].Number}.String()
}
