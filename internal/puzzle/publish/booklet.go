package publish

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"turncoat/diagram"
	"turncoat/internal/puzzle/analysis"
	"turncoat/puzzle"
)

//go:embed booklet.html
var bookletText string

//go:embed booklet.css
var bookletStyle string

//go:embed booklet.js
var bookletScript string

// The template is parsed when a page is first written, not at the start of every command.
var bookletPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("booklet").Parse(bookletText))
})

// The booklet as its template sees it.
type booklet struct {
	Title string
	// The browser may run the script and use the style sheet in the file, and nothing else.
	Policy      string
	Style       template.CSS
	Script      template.JS
	Class       string
	InPlace     bool // solutions beside their diagrams
	Definitions template.HTML
	Parts       []part
	Index       []bookletTheme
	Words       []analysis.Theme
	Count       int
	Unique      bool // every key is the only one
	Plain       bool // every goal is a win
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

// writeBooklet writes puzzles as one HTML page that needs nothing outside of it. A script opens
// solutions in place and plays their lines on the boards; without it the page reads and prints as
// well.
func writeBooklet(w io.Writer, book Book, puzzles []puzzle.Puzzle) error {
	sheet := diagram.NewSheet(book.Style)
	style := template.CSS(book.pageRule() + waveRules(book.Style) + bookletStyle)
	page := booklet{
		Title: book.Title, Count: len(puzzles), Unique: true, Plain: true, InPlace: book.InPlace,
		Class: book.class(),
		Style: style, Script: template.JS(bookletScript),
		Policy: fmt.Sprintf("default-src 'none'; base-uri 'none'; form-action 'none'; style-src '%s'; script-src '%s'",
			sourceHash(string(style)), sourceHash(bookletScript)),
	}
	byTheme := map[string][]int{}
	var err error
	page.Parts, err = partsOf(puzzles)
	if err != nil {
		return err
	}
	for _, part := range page.Parts {
		for _, e := range part.Puzzles {
			e.draw(sheet)
			page.Unique = page.Unique && (len(e.Keys) == 1 || e.Goal().HasLines())
			page.Plain = page.Plain && e.Goal() == puzzle.Win
			for _, theme := range e.Puzzle.Themes {
				byTheme[theme] = append(byTheme[theme], e.Number)
			}
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
	for _, t := range analysis.Themes() {
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

// wordOf returns the name of a theme in the glossary, which has one entry for chains of waves of
// any length.
func wordOf(theme string) string {
	if strings.HasPrefix(theme, analysis.WavesPrefix) {
		return analysis.WavesPrefix + "n"
	}
	return theme
}
