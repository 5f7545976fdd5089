package publish

import (
	"fmt"
	"html/template"
	"strings"

	"turncoat/diagram"
	"turncoat/rules/board"
)

// The pictures of an entry.
type pictures struct{ Board, After template.HTML }

// draw draws the position, and the board after the key with its waves marked.
func (e *entry) draw(sheet *diagram.Sheet) {
	at, key := &e.tree().Position, &e.tree().Keys[0].Turn
	e.Board = template.HTML(sheet.AppendBoard(nil, at,
		fmt.Sprintf("Puzzle %d: %s", e.Number, e.FEN),
		diagram.Options{}))
	e.After = template.HTML(sheet.AppendBoard(nil, &key.After,
		fmt.Sprintf("Puzzle %d after %s", e.Number, e.Line[0]),
		diagram.Options{Marks: keyMarks(at, key)}))
}

// A bookletLine is turns that follow each other.
type bookletLine struct {
	Steps string // for the script: see bookletSteps
	Moves []bookletTurn
}

// A bookletTurn is a turn of a line, with its number, and the waves in which it converts.
type bookletTurn struct {
	Ply       int
	Text      string
	Waves     []bookletWave
	Reclaimed string
}

type bookletWave struct {
	Class, Number string // the number where there is more than one
	Squares       string
}

// Plays prepares the main line, of a help-win every line.
func (s *solved) Plays() (lines []bookletLine) {
	for _, turns := range s.plays() {
		line := bookletLine{Steps: bookletSteps(&s.tree.Position, turns)}
		for i, text := range s.numbered(turns) {
			line.Moves = append(line.Moves, bookletTurn{
				Ply: i, Text: strings.Replace(text, "...", "…", 1), Waves: wavesOf(&turns[i]),
				Reclaimed: strings.Join(turns[i].Reclaimed.Names(), " "),
			})
		}

		lines = append(lines, line)
	}

	return lines
}

func wavesOf(t *board.Played) (list []bookletWave) {
	for j, wave := range t.Waves {
		w := bookletWave{Class: fmt.Sprintf("wave-%d", min(j+1, waveClasses)),
			Squares: strings.Join(wave.Names(), " ")}
		if len(t.Waves) > 1 {
			w.Number = fmt.Sprint(j + 1)
		}
		list = append(list, w)
	}

	return list
}

// keyMarks marks the move and the waves of the key.
func keyMarks(before *board.Position, t *board.Played) []diagram.Mark {
	marks := []diagram.Mark{{Square: t.From, Kind: diagram.From},
		{Square: kingGoes(before, t), Kind: diagram.To}}
	for i, wave := range t.Waves {
		marks = append(marks, diagram.Marks(wave, diagram.Converted, i+1)...)
	}
	return append(marks, diagram.Marks(t.Reclaimed, diagram.Reclaimed, 0)...)
}
