package publish

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"turncoat/internal/plural"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

// A part holds the puzzles of one rule set, one stipulation and one length.
type part struct {
	Name, Rules, Title, How string
	Puzzles                 []*entry
}

// partsOf puts puzzles in order and divides them into parts.
func partsOf(puzzles []puzzle.Puzzle) ([]part, error) {
	var parts []part
	explained := map[ruleset.Set]bool{}
	for i, p := range inOrder(puzzles) {
		name := fmt.Sprintf("%s-%s", p.Rules.Name+p.Stipulation, p.Length())
		if n := len(parts); n == 0 || parts[n-1].Name != name {
			parts = append(parts, part{Name: name, Rules: p.Rules.Name, Title: partTitle(&p),
				How: howToRead(&p, explained[p.Rules])})
			explained[p.Rules] = true
		}

		solutions, err := solveAll(&p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.ID, err)
		}
		last := &parts[len(parts)-1]
		last.Puzzles = append(last.Puzzles, &entry{Puzzle: &p, Number: i + 1, Solutions: solutions})
	}

	return parts, nil
}

// inOrder sorts puzzles by rule set (as the rules text lists them), length and rating.
func inOrder(puzzles []puzzle.Puzzle) []puzzle.Puzzle {
	rank := map[string]int{}
	for i, name := range ruleset.BuiltinNames() {
		rank[name] = i - 100
	}
	list := slices.Clone(puzzles)
	rating := func(p puzzle.Puzzle) int {
		if p.Grade == nil {
			return 0
		}
		return p.Grade.Rating
	}
	slices.SortStableFunc(list, func(a, b puzzle.Puzzle) int {
		return cmp.Or(rank[a.Rules.Name]-rank[b.Rules.Name],
			strings.Compare(a.Rules.Name, b.Rules.Name),
			strings.Compare(a.Stipulation, b.Stipulation), a.Plies()-b.Plies(), rating(a)-rating(b))
	})
	return list
}

var bookletNames = map[string]string{
	"pacifist1": "Pacifist 1", "pacifist2": "Pacifist 2",
	"pacifist-number":  "Pacifist Chess by number",
	"pacifist-value":   "Pacifist Chess by value",
	"pacifist-average": "Pacifist Chess by average", "conversion": "Conversion Chess",
	"benedict": "Benedict Chess", "benedict-king": "Benedict Chess, king alone",
	"andernach": "Andernach Chess", "anti-andernach": "Anti-Andernach Chess",
	"super-andernach": "Super-Andernach Chess",
	"tibet":           "Tibet Chess", "double-tibet": "Double Tibet Chess",
	"traitor": "Traitor Chess", "magic-squares": "Magic Squares",
	"masand": "Masand Chess", "masand-generalised": "Masand Generalised",
	"chess": "Chess",
}

// gameName returns the name of a game for readers.
func gameName(set ruleset.Set) string { return cmp.Or(bookletNames[set.Name], set.Name) }

func partTitle(p *puzzle.Puzzle) string {
	name := gameName(p.Rules)
	if p.Only != nil {
		return name + ": study"
	}
	length := half(p.Length())
	if words := []string{"", "one", "two", "three", "four", "five", "six"}; p.In < len(words) &&
		!p.Half {
		length = words[p.In]
	}

	return fmt.Sprintf("%s: %s in %s", name, p.GoalWord(), length)
}

// Numbers are those of the first puzzle of the part and of its last.
func (p part) Numbers() string {
	return numberRange{p.Puzzles[0].Number, p.Puzzles[len(p.Puzzles)-1].Number}.String()
}

// An entry is a puzzle as the templates of the booklet and the document see it.
type entry struct {
	*puzzle.Puzzle
	Number    int
	Solutions []solved // its own and those of its twins
	pictures
}

func (e *entry) tree() *puzzle.Tree { return e.Solutions[0].tree }

// By names the authors, Where the publication and the prize. Name is the title, To the dedication.
func (e *entry) By() string    { return strings.Join(e.Authors, ", ") }
func (e *entry) Where() string { return published(e.Puzzle) }
func (e *entry) Name() string  { return quoted(e.Title) }
func (e *entry) To() string    { return e.Dedication }

// Heads are those that stand above a diagram.
func (e *entry) Heads() []string { return written(e.By(), e.Where(), e.Name(), e.To()) }

// Comments are what is said about it.
func (e *entry) Comments() []string { return comments(e.Puzzle) }

// Ask is what it asks for: "#2".
func (e *entry) Ask() string { return stipulation(e.Puzzle) }

// Placement is the beginning of its FEN.
func (e *entry) Placement() string { return placementOf(&e.tree().Position) }

// Pieces counts the pieces of White and Black, and says what else belongs to the position: "4+6",
// "12+13, castling HAha".
func (e *entry) Pieces() string {
	at := &e.tree().Position
	return strings.Join(written(pieceCount(at), rights(at, e.Rules)), ", ")
}

// Stars shows the level; empty for a puzzle without a grade.
func (e *entry) Stars() string {
	if e.Grade == nil {
		return ""
	}
	return strings.Repeat("★", e.Grade.Level) + strings.Repeat("☆", max(0, 5-e.Grade.Level))
}

// Key is the key, empty where nobody is forced.
func (e *entry) Key() string {
	if e.Goal().HasLines() {
		return ""
	}
	return solution.Printed(e.Variant(), &e.tree().Position, e.tree().Keys[0].Turn)
}

// Captions name the twins: "b) Kg1→h1"; not a duplex, which the stipulation names.
func (e *entry) Captions() (list []string) {
	for _, s := range e.Solutions {
		if s.change != "" {
			list = append(list, s.twin())
		}
	}

	return list
}

// Facts says how many keys, duals and defences there are.
func (e *entry) Facts() string {
	turns := plural.Count(e.Claims.FirstTurns, "first turn")
	if e.Only != nil {
		return "the only one of " + turns + " that keeps the win"
	}
	if e.Goal().HasLines() {
		return plural.Count(len(e.tree().Keys), "solution") + "; " + turns
	}
	keys, duals := "one key", "no dual"
	if len(e.Keys) > 1 {
		keys = fmt.Sprintf("%d keys", len(e.Keys))
	}
	switch {
	case e.Claims.LineDuals > 0:
		duals = plural.Count(e.Claims.LineDuals, "dual") + " in the main line"
	case e.Claims.Duals > 0:
		duals = "no dual in the main line"
	}

	return fmt.Sprintf("%s of %s, %s; %s", keys, turns, duals,
		plural.Count(e.Claims.Defences, "defence"))
}

// A shownTheme is a theme in the list of a puzzle's.
type shownTheme struct {
	analysis.Theme
	Short string // its title; of those that begin with "needs", only the first has the word
}

// Themes lists the themes, those that begin with "needs" last.
func (e *entry) Themes() []shownTheme {
	const needs = "needs "
	var seen, needed []shownTheme
	for _, name := range e.Puzzle.Themes {
		theme, ok := analysis.FindTheme(name)
		if !ok {
			continue
		}
		theme.Name = wordOf(name)
		if short, ok := strings.CutPrefix(theme.Title, needs); ok {
			if needed == nil {
				short = theme.Title
			}
			needed = append(needed, shownTheme{theme, short})
			continue
		}

		seen = append(seen, shownTheme{theme, theme.Title})
	}

	return append(seen, needed...)
}

// published says where and when a puzzle was published, and what it has won.
func published(p *puzzle.Puzzle) string {
	return strings.Join(written(strings.TrimSpace(p.Published+" "+p.Date), p.Prize), ", ")
}

func quoted(text string) string {
	if text == "" {
		return ""
	}
	return "“" + text + "”"
}

// written returns the texts that are not empty.
func written(texts ...string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
}
