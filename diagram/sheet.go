package diagram

import (
	"bytes"
	"fmt"
	"html"

	"turncoat/rules/board"
)

// A Sheet draws the boards of a document such as an HTML page. What the boards share is in the
// document once, from [Sheet.Definitions]. Every board refers to it by name, and scripts in the
// document can do so, too. The names are
//
//	board                             the empty board
//	piece-K … piece-p                 the pieces, by their letters in FEN
//	mark-from, mark-to                the squares of a move
//	mark-converted, mark-wave-1 … 6   a conversion; one in a wave, the last in later ones, too
//	mark-reclaimed, mark-pointed      what was taken back, and what the text is about
//	arrow+1-2                         the arrow of a move: files to the right, ranks up
//	wave-1 … wave-9                   the number of a wave
//	coordinates, coordinates-flipped  the border and the letters and digits outside it
//	turn-white, turn-black            the side to move
//
// Marks, arrows, pieces and numbers are drawn with the upper left corner of their square at the
// origin. A board consists of an empty board, three groups (marks and arrow, pieces, numbers), the
// coordinates and the side to move.
//
// The zero Sheet is ready to use and draws in the style [Screen].
type Sheet struct {
	style   Style
	defined []*symbol
	ids     map[string]bool
}

// sheetWaves is how many waves have a number in the definitions of a sheet.
const sheetWaves = 9

// NewSheet returns a sheet that draws its boards in a style.
func NewSheet(style Style) *Sheet {
	h := &Sheet{style: style}
	h.prepare()
	return h
}

// prepare defines what the boards of a sheet share, unless that is done.
func (h *Sheet) prepare() {
	if h.ids != nil {
		return
	}
	h.ids = map[string]bool{}
	style := h.style

	squares := drawing{}
	squares.squares(style)
	h.define("board", squares.parts...)
	for colour := board.White; colour <= board.Black; colour++ {
		for kind := board.Pawn; kind <= board.King; kind++ {
			h.piece(board.Piece{Kind: kind, Colour: colour})
		}
	}

	for kind := range kinds {
		h.mark(&Mark{Kind: kind})
	}
	for i := range waveShades {
		h.mark(&Mark{Kind: Converted, Number: i + 1})
	}
	for right := -7; right <= 7; right++ {
		for up := -7; up <= 7; up++ {
			if straight := right == 0 || up == 0 || right == up || right == -up; straight &&
				(right != 0 || up != 0) || right*right+up*up == 5 {
				h.arrow(right, up)
			}
		}
	}

	for i := range sheetWaves {
		h.number(i + 1)
	}
	for _, flip := range []bool{false, true} {
		outside := drawing{}
		outside.coordinates(&Options{Style: style, Flip: flip})
		h.define(coordinatesID(flip), append([]part{border(style)},
			outside.parts[0].symbol.parts...)...)
	}

	for colour := board.White; colour <= board.Black; colour++ {
		outside := drawing{}
		outside.turn(&Options{Style: style}, colour, 0)
		h.define("turn-"+colour.String(), outside.parts[0].symbol.parts...)
	}
}

func coordinatesID(flip bool) string {
	if flip {
		return "coordinates-flipped"
	}
	return "coordinates"
}

// define adds a symbol unless there is one with that name.
func (h *Sheet) define(id string, parts ...part) string {
	if !h.ids[id] {
		h.ids[id] = true
		h.defined = append(h.defined, &symbol{id, parts})
	}

	return id
}

// piece, mark, arrow and number return the name of a symbol. They add a symbol that the sheet does
// not contain yet, such as the arrow of castling or the number of a tenth wave.
func (h *Sheet) piece(p board.Piece) string {
	parts := outlinesOf(p, h.style)
	if h.style == Print {
		parts = append(haloOf(p), parts...)
	}
	return h.define("piece-"+string(p.Letter()), parts...)
}

func (h *Sheet) mark(m *Mark) string {
	name := [...]string{From: "from", To: "to", Converted: "converted", Reclaimed: "reclaimed",
		Pointed: "pointed"}[m.Kind]
	if m.Kind == Converted && m.Number > 0 {
		name = fmt.Sprint("wave-", min(m.Number, len(waveShades)))
	}
	return h.define("mark-"+name, m.shapes(h.style)...)
}

func (h *Sheet) arrow(right, up int) string {
	return h.define(fmt.Sprintf("arrow%+d%+d", right, up), arrow(float64(square*right),
		float64(-square*up), h.style)...)
}

func (h *Sheet) number(wave int) string {
	y := waveSymbol(wave)
	for i := range y.parts {
		y.parts[i].path = y.parts[i].path.placed(square-2, 11.5, 1)
	}
	return h.define(y.id, y.parts...)
}

// Definitions returns the element that the boards drawn so far refer to, with the class
// "definitions". It is invisible and must be in the document once.
func (h *Sheet) Definitions() []byte {
	h.prepare()
	var out bytes.Buffer
	out.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" class="definitions" width="0" height="0" aria-hidden="true"><defs>` + "\n")
	for _, y := range h.defined {
		y.define(&out)
	}
	out.WriteString(`</defs></svg>`)
	return out.Bytes()
}

// AppendBoard appends a board as an SVG element with the class "board": what [SVG] draws and the
// side to move, in the style of the sheet.
func (h *Sheet) AppendBoard(text []byte, p *board.Position, title string, o Options) []byte {
	h.prepare()
	out := bytes.NewBuffer(text)
	fmt.Fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" viewBox=\"0 0 %d %d\" "+
		"role=\"img\"><title>%s</title><use href=\"#board\"/>\n<g>",
		Width, topMargin+edge+bottomMargin, html.EscapeString(title))
	use := func(id string, at point) {
		fmt.Fprintf(out, "<use href=\"#%s\" x=\"%s\" y=\"%s\"/>\n", id, number(at.x), number(at.y))
	}
	marks := lastMarks(o.Marks)
	for s, m := range marks {
		if m != nil && len(m.shapes(h.style)) > 0 {
			use(h.mark(m), o.corner(board.Square(s)))
		}
	}

	if from, to := arrowOf(o.Marks); from != board.NoSquare {
		a, b := o.corner(from), o.corner(to)
		use(h.arrow(int(b.x-a.x)/square, int(a.y-b.y)/square), a)
	}

	out.WriteString("</g>\n<g>")
	for row := range 8 {
		for column := range 8 {
			s := o.at(row, column)
			if piece := p.PieceAt(s); piece.Kind != board.NoKind {
				use(h.piece(piece), o.corner(s))
			}
		}
	}

	out.WriteString("</g>\n<g>")
	for s, m := range marks {
		if m != nil && m.Number > 0 {
			use(h.number(m.Number), o.corner(board.Square(s)))
		}
	}

	fmt.Fprintf(out, "</g>\n<use href=\"#%s\"/>\n", coordinatesID(o.Flip))
	outside := drawing{}
	outside.turn(&o, p.Turn, 0)
	use("turn-"+p.Turn.String(), outside.parts[0].at)
	out.WriteString(`</svg>`)
	return out.Bytes()
}
