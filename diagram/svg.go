package diagram

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"

	"github.com/notnil/chess"
	"github.com/notnil/chess/image"

	"turncoat/rules/board"
)

// Size is the width and height of a picture in units of SVG; a square has an eighth of it.
const (
	Size   = 360
	square = Size / 8
)

// A shade is a colour as the image package reads one: eight bits a component, and the opacity as
// sixteen.
type shade struct {
	r, g, b uint8
	opacity uint32 // of 0xffff
}

func (s shade) RGBA() (r, g, b, a uint32) {
	return uint32(s.r), uint32(s.g), uint32(s.b), s.opacity
}

const solid = 0xffff

// The colours of a picture: squares, marks by kind, the arrow of the move.
var (
	lightSquare = shade{238, 223, 190, solid}
	darkSquare  = shade{176, 137, 104, solid}
	markShades  = [kinds]shade{
		From: {205, 210, 106, 0x9999}, To: {170, 190, 60, 0xb333}, Converted: {232, 106, 51, 0xb333},
		Reclaimed: {74, 144, 200, 0xb333}, Pointed: {244, 208, 63, 0xb333},
	}
	arrowShade = shade{90, 110, 20, solid}
	// waveShades mark what converts, by the number of the wave; further waves have the last.
	waveShades = []shade{
		{232, 106, 51, 0xb333}, {242, 169, 59, 0xb333}, {217, 79, 138, 0xb333}, {142, 91, 208, 0xb333}, {63, 143, 209, 0xb333}, {42, 161, 152, 0xb333},
	}
	ink   = shade{0x33, 0x33, 0x33, solid}
	paper = shade{0xff, 0xff, 0xff, solid}
	// edging is behind the disc of the side to move: white and ink are told from it, and it from any page.
	edging = shade{0xc8, 0xc2, 0xb8, solid}
)

// shade returns the colour of a mark.
func (m *Mark) shade() shade {
	if m.Kind == Converted && m.Number > 0 {
		return waveShades[min(m.Number, len(waveShades))-1]
	}
	return markShades[m.Kind]
}

// strip is the width of what stands beside the board with [Options.ShowTurn], turnRadius the radius of the disc in it.
const (
	strip      = 18
	turnRadius = 6
)

// turnDisc returns the middle and the colour of the disc that shows the side to move: at the board's
// edge on that side.
func (o *Options) turnDisc(turn board.Colour) (x, y int, fill shade) {
	x, y, fill = Size+strip/2, Size-turnRadius-3, paper
	if turn == board.Black {
		fill = ink
	}
	if (turn == board.Black) != o.Flip {
		y = turnRadius + 3
	}
	return x, y, fill
}

// SVG writes the board as a picture: the squares of marks are coloured, the number of a wave stands
// in the corner of its squares, and an arrow goes from the first [From] mark to the first [To] mark. The
// title is read by who cannot see the picture; it may be empty. What converts is coloured by its wave. The error is that of writing.
func SVG(w io.Writer, p *board.Position, title string, o Options) error {
	options := []func(*image.Encoder){image.SquareColors(lightSquare, darkSquare)}
	if o.Flip {
		options = append(options, image.Perspective(chess.Black))
	}
	for s, m := range o.lastMarks() {
		if m != nil {
			options = append(options, image.MarkSquares(color.Color(m.shade()), board.Square(s).Chess()))
		}
	}
	if from, to := o.arrow(); from != board.NoSquare {
		options = append(options, image.MarkArrows(image.Arrow(from.Chess(), to.Chess()).WithColor(arrowShade)))
	}
	var picture bytes.Buffer
	if err := image.SVG(&picture, p.Chess(), options...); err != nil {
		return err
	}
	text := picture.Bytes()
	head := bytes.Index(text, []byte("<rect"))
	tail := bytes.LastIndex(text, []byte("</svg>"))
	if head < 0 || tail < 0 {
		return fmt.Errorf("diagram: the picture has no board")
	}
	var out bytes.Buffer
	width := Size
	if o.ShowTurn {
		width += strip
	}
	// A picture with a view box can be shown at any size.
	wide := fmt.Appendf(nil, `viewBox="0 0 %d %d" width="%d"`, width, Size, width)
	out.Write(bytes.Replace(text[:head], fmt.Appendf(nil, `width="%d"`, Size), wide, 1))
	if title != "" {
		fmt.Fprintf(&out, "<title>%s</title>\n", html.EscapeString(title))
	}
	out.Write(text[head:tail])
	o.appendNumbers(&out)
	if o.ShowTurn {
		x, y, fill := o.turnDisc(p.Turn)
		fmt.Fprintf(&out, "<rect x=\"%d\" y=\"0\" width=\"%d\" height=\"%d\" style=\"fill:%s\" />\n", Size, strip, Size, edging.hex())
		fmt.Fprintf(&out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" style=\"fill:%s;stroke:%s;stroke-width:1\" />\n", x, y, turnRadius, fill.hex(), ink.hex())
	}
	out.Write(text[tail:])
	_, err := w.Write(out.Bytes())
	return err
}

// appendNumbers writes the numbers of waves, each in a disc in the top right corner of its square.
func (o *Options) appendNumbers(out *bytes.Buffer) {
	for _, n := range o.numbers() {
		fmt.Fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" style=\"fill:#ffffff;stroke:#333333;stroke-width:1\" />\n", n.x, n.y, discRadius)
		fmt.Fprintf(out, "<text x=\"%d\" y=\"%d\" style=\"text-anchor:middle;font-family:sans-serif;font-size:10px;fill:#333333\">%d</text>\n", n.x, n.y+4, n.number)
	}
}

const discRadius = 7

// A disc is where the number of a wave stands.
type disc struct{ x, y, number int }

// numbers returns the discs of the marks, of several on one square the last.
func (o *Options) numbers() []disc {
	marks := o.lastMarks()
	var discs []disc
	for row := range 8 {
		for column := range 8 {
			if m := marks[o.at(row, column)]; m != nil && m.Number > 0 {
				discs = append(discs, disc{column*square + square - discRadius - 1, row*square + discRadius + 1, m.Number})
			}
		}
	}
	return discs
}

// arrow returns where the arrow of the move begins and ends, two times NoSquare if there is none.
func (o *Options) arrow() (from, to board.Square) {
	from, to = board.NoSquare, board.NoSquare
	for _, m := range o.Marks {
		switch {
		case m.Kind == From && from == board.NoSquare:
			from = m.Square
		case m.Kind == To && to == board.NoSquare:
			to = m.Square
		}
	}
	if from == to || from >= board.NoSquare || to >= board.NoSquare {
		return board.NoSquare, board.NoSquare
	}
	return from, to
}
