package diagram

import (
	"bytes"
	"fmt"
	"html"
	"math"

	"turncoat/rules/board"
)

// A Sheet is a document with many boards, such as an HTML page. The drawings of the board and of the
// pieces stand in it once, in [Sheet.Definitions]; every board refers to them.
type Sheet struct {
	definitions []byte
}

// margin is the space around a board of a sheet for coordinates and the side to move.
const margin = 18

// WaveColour returns the colour of a wave's marks, from 1, as HTML writes it.
func WaveColour(wave int) string {
	return waveShades[min(max(wave, 1), len(waveShades))-1].hex()
}

// NewSheet returns a sheet. The error is of the drawings of package image.
func NewSheet() (*Sheet, error) {
	var out bytes.Buffer
	out.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true"><defs>`)
	fmt.Fprintf(&out, `<symbol id="board" viewBox="0 0 %d %d"><rect width="%d" height="%d" fill="%s"/><path fill="%s" d="`,
		Size, Size, Size, Size, lightSquare.hex(), darkSquare.hex())
	for s := range board.NoSquare {
		if (s.File()+s.Rank())%2 == 0 {
			fmt.Fprintf(&out, "M%d %dh%dv%dh-%dz", s.File()*square, (7-s.Rank())*square, square, square, square)
		}
	}
	out.WriteString(`"/></symbol>`)
	for colour := board.White; colour <= board.Black; colour++ {
		for kind := board.Pawn; kind <= board.King; kind++ {
			piece := board.Piece{Kind: kind, Colour: colour}
			text, err := pieceSVG(piece)
			if err != nil {
				return nil, err
			}
			_, body, _ := bytes.Cut(text, []byte(">"))
			// Behind the piece the encoder draws its square.
			if at := bytes.Index(body, []byte("/>")); bytes.HasPrefix(bytes.TrimSpace(body), []byte("<rect")) && at >= 0 {
				body = body[at+2:]
			}
			fmt.Fprintf(&out, `<symbol id="%s" viewBox="0 0 %d %d">%s</symbol>`, pieceID(piece), square, square, bytes.TrimSuffix(body, []byte("</svg>")))
		}
	}
	out.WriteString(`</defs></svg>`)
	return &Sheet{out.Bytes()}, nil
}

func pieceID(p board.Piece) string { return "piece-" + string(p.Letter()) }

func (s shade) hex() string { return fmt.Sprintf("#%02x%02x%02x", s.r, s.g, s.b) }

// Definitions returns the element with the drawings. It is not seen and must stand in the document once.
func (h *Sheet) Definitions() []byte { return h.definitions }

// AppendBoard appends a board as an SVG element: marks in colour, those of waves in [WaveColour] and
// numbered, an arrow from the first [From] mark to the first [To] mark, coordinates, and beside the
// board, on the side of whoever is to move, a disc of the mover's colour. The title is for who cannot
// see the picture.
func (h *Sheet) AppendBoard(text []byte, p *board.Position, title string, o Options) []byte {
	out := bytes.NewBuffer(text)
	whole := Size + 2*margin
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 %d %d" role="img"><title>%s</title>`, whole, whole, html.EscapeString(title))
	fmt.Fprintf(out, `<g transform="translate(%d %d)"><use href="#board" width="%d" height="%d"/>`, margin, margin, Size, Size)
	marks := o.lastMarks()
	for row := range 8 {
		for column := range 8 {
			s := o.at(row, column)
			if m := marks[s]; m != nil {
				colour := m.shade()
				fmt.Fprintf(out, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" fill-opacity="%.2f"/>`, column*square, row*square, square, square, colour.hex(), float64(colour.opacity)/solid)
			}
			if piece := p.PieceAt(s); piece.Kind != board.NoKind {
				fmt.Fprintf(out, `<use href="#%s" x="%d" y="%d" width="%d" height="%d"/>`, pieceID(piece), column*square, row*square, square, square)
			}
		}
	}
	fmt.Fprintf(out, `<rect width="%d" height="%d" fill="none" stroke="#333" stroke-width="1.5"/>`, Size, Size)
	o.appendArrow(out)
	o.appendNumbers(out)
	out.WriteString(`</g>`)
	o.appendEdges(out, p.Turn)
	out.WriteString(`</svg>`)
	return out.Bytes()
}

// appendArrow draws the move from the middle of its first square to near the middle of its last.
func (o *Options) appendArrow(out *bytes.Buffer) {
	from, to := o.arrow()
	if from == board.NoSquare {
		return
	}
	x1, y1 := o.middle(from)
	x2, y2 := o.middle(to)
	length := math.Hypot(x2-x1, y2-y1)
	dx, dy := (x2-x1)/length, (y2-y1)/length
	tipX, tipY := x2-dx*6, y2-dy*6
	baseX, baseY := tipX-dx*14, tipY-dy*14
	fmt.Fprintf(out, `<g fill="%s" stroke="%s" opacity="0.7"><path stroke-width="6" d="M%.1f %.1fL%.1f %.1f"/><path stroke="none" d="M%.1f %.1fL%.1f %.1fL%.1f %.1fz"/></g>`,
		arrowShade.hex(), arrowShade.hex(), x1+dx*10, y1+dy*10, baseX, baseY, tipX, tipY, baseX-dy*9, baseY+dx*9, baseX+dy*9, baseY-dx*9)
}

// middle returns the middle of a square on the board.
func (o *Options) middle(s board.Square) (x, y float64) {
	column, row := s.File(), 7-s.Rank()
	if o.Flip {
		column, row = 7-column, 7-row
	}
	return float64(column*square) + square/2.0, float64(row*square) + square/2.0
}

// appendEdges writes coordinates and the side to move.
func (o *Options) appendEdges(out *bytes.Buffer, turn board.Colour) {
	const middle = square / 2
	out.WriteString(`<g font-family="sans-serif" font-size="13" fill="#555" text-anchor="middle">`)
	for i := range 8 {
		rank, file := o.at(i, 0).Rank(), o.at(7, i).File()
		fmt.Fprintf(out, `<text x="%d" y="%d">%d</text>`, margin/2, margin+i*square+middle+4, rank+1)
		fmt.Fprintf(out, `<text x="%d" y="%d">%c</text>`, margin+i*square+middle, margin+Size+13, 'a'+file)
	}
	out.WriteString(`</g>`)
	x, y, fill := o.turnDisc(turn)
	fmt.Fprintf(out, `<circle cx="%d" cy="%d" r="%d" fill="%s" stroke="%s" stroke-width="1.2"/>`, margin+x, margin+y, turnRadius, fill.hex(), ink.hex())
}
