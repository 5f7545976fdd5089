package diagram

import (
	"bytes"
	"fmt"
	"html"

	"turncoat/rules/board"
)

// A Sheet is a document with many boards, such as an HTML page. What they have in common stands in it
// once, in [Sheet.Definitions]; every board refers to that.
type Sheet struct{ defined map[string]bool }

// sheetWaves is how many waves have their numbers in the definitions of a sheet.
const sheetWaves = 9

// NewSheet returns a sheet.
func NewSheet() *Sheet {
	h := &Sheet{map[string]bool{}}
	for _, y := range h.symbols() {
		h.defined[y.id] = true
	}
	return h
}

// symbols lists what stands in the definitions.
func (h *Sheet) symbols() []*symbol {
	squares := drawing{}
	squares.squares(Screen)
	list := []*symbol{{"board", squares.parts}}
	for colour := board.White; colour <= board.Black; colour++ {
		for kind := board.Pawn; kind <= board.King; kind++ {
			list = append(list, pieceSymbol(board.Piece{Kind: kind, Colour: colour}, false))
		}
	}
	for i := range sheetWaves {
		list = append(list, waveSymbol(i+1))
	}
	outside := drawing{}
	for _, flip := range []bool{false, true} {
		outside.coordinates(&Options{Flip: flip})
	}
	for colour := board.White; colour <= board.Black; colour++ {
		outside.turn(&Options{}, colour, 0)
	}
	for _, p := range outside.parts {
		list = append(list, p.symbol)
	}
	return list
}

// Definitions returns the element with what the boards refer to. It is not seen and must stand in the document once.
func (h *Sheet) Definitions() []byte {
	var out bytes.Buffer
	out.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true"><defs>`)
	for _, y := range h.symbols() {
		y.define(&out)
	}
	out.WriteString(`</defs></svg>`)
	return out.Bytes()
}

// AppendBoard appends a board as an SVG element: what [SVG] draws, with the side to move, in the style
// of a screen.
func (h *Sheet) AppendBoard(text []byte, p *board.Position, title string, o Options) []byte {
	o.Style, o.ShowTurn = Screen, true
	d := o.draw([]Frame{{*p, o.Marks}})
	d.parts = d.parts[2:] // the squares, which stand in the definitions
	out := bytes.NewBuffer(text)
	fmt.Fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" viewBox=\"0 0 %s %s\" role=\"img\"><title>%s</title><use href=\"#board\"/>\n",
		number(d.width), number(d.height), html.EscapeString(title))
	d.writeParts(out, h.defined)
	out.WriteString(`</svg>`)
	return out.Bytes()
}
