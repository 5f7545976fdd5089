package publish

import (
	"fmt"
	"html/template"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
)

// A bookletPuzzle is a puzzle as the template of the booklet sees it.
type bookletPuzzle struct {
	Number      int
	By          string // authors
	Where       string // where and when it was published, and what it won
	Name        string // title
	To          string // dedication
	Comments    []string
	Pieces      string // "4+6"
	FEN         string
	Ask         string // "#2"
	Instruction string
	Stars       string
	Level       int
	Rating      int
	Board       template.HTML
	// The solution.
	After  template.HTML // the board after the key, its waves marked
	Key    string
	Lines  []bookletLine // the main line; of a help-win each solution
	Others []string      // the other continuations, as text
	Phases []string      // set play, tries, threats
	Twins  []string      // "b) Kg1→h1"
	Themes []shownTheme
	Facts  string
}

// A bookletLine is turns that follow each other.
type bookletLine struct {
	Name  string // of the twin that it solves
	Steps string // for the script: see bookletSteps
	Moves []bookletTurn
}

// A bookletTurn is a turn of a line and the waves in which it converts.
type bookletTurn struct {
	Ply         int
	Number, SAN string
	Waves       []bookletWave
	Reclaimed   string
}

type bookletWave struct {
	Class, Number string // the number where there is more than one
	Squares       string
}

// A shownTheme is a theme in the list of a puzzle's.
type shownTheme struct {
	analysis.Theme
	Short string // its title; of those that begin with "needs", only the first has the word
}

// shownThemes lists themes, those that begin with "needs" last.
func shownThemes(names []string) []shownTheme {
	const needs = "needs "
	var seen, needed []shownTheme
	for _, name := range names {
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

// newEntry prepares one puzzle.
func newEntry(p *puzzle.Puzzle, sheet *diagram.Sheet, number int) (bookletPuzzle, error) {
	e := bookletPuzzle{
		Number: number, FEN: p.FEN, Ask: stipulation(p), Instruction: p.Instruction(),
		By: strings.Join(p.Authors, ", "), Where: published(p), Name: p.Title, To: p.Dedication, Comments: comments(p),
	}
	tree, err := p.Tree()
	if err != nil {
		return e, err
	}
	if p.Grade != nil {
		e.Level, e.Rating = p.Grade.Level, p.Grade.Rating
		e.Stars = strings.Repeat("★", p.Grade.Level) + strings.Repeat("☆", max(0, 5-p.Grade.Level))
	}
	at, turns := tree.Position, tree.Keys[0].Line()
	e.Pieces = pieceCount(&at)
	e.Board = template.HTML(sheet.AppendBoard(nil, &at, fmt.Sprintf("Puzzle %d: %s", number, p.FEN), diagram.Options{}))
	e.After = template.HTML(sheet.AppendBoard(nil, &turns[0].After, fmt.Sprintf("Puzzle %d after %s", number,
		p.Line[0]), diagram.Options{Marks: keyMarks(&at, &turns[0])}))
	e.Lines, e.Phases = bookletLines(p, tree, ""), phaseLines(p.Variant(), tree)
	if tree.Goal != solution.HelpWin { // its first turns are no keys
		e.Key, e.Others = e.Lines[0].Moves[0].SAN, otherLines(p.Variant(), &tree.Keys[0])
	}
	twins, err := twinsOf(p)
	if err != nil {
		return e, err
	}
	for _, t := range twins {
		if text := t.caption(); text != "" {
			e.Twins = append(e.Twins, text)
		}
		e.Lines = append(e.Lines, bookletLines(&t.Puzzle, t.tree, t.name)...)
	}
	e.Themes = shownThemes(p.Themes)
	if tree.Goal == solution.HelpWin {
		e.Facts = fmt.Sprintf("%s; %s", plural.Count(len(tree.Keys), "solution"), plural.Count(p.Claims.FirstTurns,
			"first turn"))
		return e, nil
	}
	keys, duals := "one key", "no dual"
	if len(p.Keys) > 1 {
		keys = fmt.Sprintf("%d keys", len(p.Keys))
	}
	switch {
	case p.Claims.LineDuals > 0:
		duals = plural.Count(p.Claims.LineDuals, "dual") + " in the main line"
	case p.Claims.Duals > 0:
		duals = "no dual in the main line"
	}
	e.Facts = fmt.Sprintf("%s of %s, %s; %s", keys, plural.Count(p.Claims.FirstTurns, "first turn"), duals,
		plural.Count(p.Claims.Defences, "defence"))
	return e, nil
}

// bookletLines prepares the main line, of a help-win every line.
func bookletLines(p *puzzle.Puzzle, tree *solution.Tree, name string) []bookletLine {
	at := tree.Position
	if tree.Goal != solution.HelpWin {
		turns := tree.Keys[0].Line()
		return []bookletLine{
			{
				name,
				bookletSteps(&at, turns),
				bookletTurns(solution.PrintedLine(p.Variant(), &at, turns), turns, at.Turn),
			},
		}
	}
	var lines []bookletLine
	for i := range tree.Keys {
		turns := tree.Keys[i].Line()
		lines = append(lines, bookletLine{name, bookletSteps(&at, turns),
			bookletTurns(solution.PrintedLine(p.Variant(), &at, turns), turns, board.Colour(len(turns)%2))})
		name = ""
	}
	return lines
}

// published says where and when a puzzle was published, and what it has won.
func published(p *puzzle.Puzzle) string {
	var parts []string
	for _, text := range []string{strings.TrimSpace(p.Published + " " + p.Date), p.Prize} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}

// keyMarks marks the move and the waves of the key.
func keyMarks(before *board.Position, t *board.Played) []diagram.Mark {
	marks := []diagram.Mark{{Square: t.From, Kind: diagram.From}, {Square: kingGoes(before, t), Kind: diagram.To}}
	for i, wave := range t.Waves {
		marks = append(marks, diagram.Marks(wave, diagram.Converted, i+1)...)
	}
	return append(marks, diagram.Marks(t.Reclaimed, diagram.Reclaimed, 0)...)
}

// bookletTurns prepares the turns of a line. It is numbered as if turn began: White's turns have the numbers, as
// in a help-win those of the side that loses.
func bookletTurns(line []string, turns []board.Played, turn board.Colour) []bookletTurn {
	var list []bookletTurn
	number := 1
	for i, t := range turns {
		out := bookletTurn{Ply: i, SAN: line[i], Reclaimed: strings.Join(t.Reclaimed.Names(), " ")}
		switch {
		case turn == board.White:
			out.Number = fmt.Sprintf("%d.", number)
		case i == 0:
			out.Number = fmt.Sprintf("%d…", number)
		}
		for j, wave := range t.Waves {
			w := bookletWave{Class: fmt.Sprintf("wave-%d", min(j+1, waveClasses)), Squares: strings.Join(wave.Names(),
				" ")}
			if len(t.Waves) > 1 {
				w.Number = fmt.Sprint(j + 1)
			}
			out.Waves = append(out.Waves, w)
		}
		list = append(list, out)
		if turn == board.Black {
			number++
		}
		turn = turn.Other()
	}
	return list
}
