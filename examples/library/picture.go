package main

import (
	"fmt"

	"turncoat/diagram"
	"turncoat/rules/board"
)

// draw draws the board after a turn. Its move is marked, and so is what it has converted, with the
// number of the wave. [diagram.SVG] and [diagram.PNG] draw the same as a picture.
func draw(turn *board.Played) {
	marks := []diagram.Mark{
		{Square: turn.From, Kind: diagram.From},
		{Square: turn.To, Kind: diagram.To},
	}
	for i, wave := range turn.Waves {
		marks = append(marks, diagram.Marks(wave, diagram.Converted, i+1)...)
	}
	fmt.Println(diagram.Text(&turn.After, diagram.Options{Marks: marks}))
}
