package diagram

import (
	"fmt"
	"math"

	"turncoat/rules/board"
)

// A drawing is a picture before it is written as SVG or PNG, or as part of a sheet.
type drawing struct {
	width, height float64
	frames        int
	parts         []part // later ones cover earlier ones
}

// A part is a path, or a symbol at a point.
type part struct {
	path   path
	fill   shade // not filled if its opacity is 0
	stroke shade
	width  float64 // of the stroke
	round  bool    // round ends and corners

	symbol *symbol // instead of a path, if not nil
	at     point

	frame int // the frame that shows it, from 1; 0 for all
}

// A symbol is a drawing that a document contains once, however often it is used. Its id says what
// it draws.
type symbol struct {
	id    string
	parts []part // paths
}

// The measures of a picture, in units of SVG. The outlines of the pieces are made for squares of 45
// units.
const (
	square       = 45
	edge         = 8 * square
	sideMargin   = 22 // the left and right margins, for ranks and the side to move
	topMargin    = 10
	bottomMargin = 22 // for files
	countMargin  = 18 // added at the bottom for the number of pieces
	disc         = 6.5
)

// Width is the width of a picture in units of SVG, of which the board takes 360.
const Width = edge + 2*sideMargin

// A shade is a colour and its opacity, from 0 to 1.
type shade struct {
	r, g, b uint8
	opacity float64
}

func (s shade) hex() string { return fmt.Sprintf("#%02x%02x%02x", s.r, s.g, s.b) }

// The colours of a picture on the screen. Those outside the board are visible on white and on
// black.
var (
	white       = shade{0xff, 0xff, 0xff, 1}
	black       = shade{0, 0, 0, 1}
	ink         = shade{0x26, 0x22, 0x1e, 1}
	middling    = shade{0x84, 0x7c, 0x74, 1}
	lightSquare = shade{238, 223, 190, 1}
	darkSquare  = shade{176, 137, 104, 1}
	frameShade  = shade{0x6b, 0x52, 0x3c, 1}
	arrowShade  = shade{84, 104, 22, 0.85}
	markShades  = [kinds]shade{
		From: {205, 210, 106, 0.6}, To: {170, 190, 60, 0.7}, Converted: {232, 106, 51, 0.7},
		Reclaimed: {74, 144, 200, 0.7}, Pointed: {244, 208, 63, 0.7},
	}
	// pieceShades are the colours of the pieces, by style and side.
	pieceShades = [...][2]struct{ body, line, detail shade }{
		Screen: {
			{shade{0xff, 0xfa, 0xf0, 1}, shade{0x2b, 0x24, 0x1b, 1}, shade{0x2b, 0x24, 0x1b, 1}},
			{shade{0x33, 0x2c, 0x25, 1}, shade{0x0d, 0x0b, 0x09, 1}, shade{0xe9, 0xdf, 0xcd, 1}},
		},
		Print: {{white, black, black}, {black, black, white}},
	}
	// waveShades are the colours of conversions, by the number of the wave. All further waves have
	// the last one.
	waveShades = []shade{
		{232, 106, 51, 0.7}, {242, 169, 59, 0.7}, {217, 79, 138, 0.7}, {142, 91, 208, 0.7},
		{63, 143, 209, 0.7},
		{42, 161, 152, 0.7},
	}
)

// shade returns the colour of a mark.
func (m *Mark) shade() shade {
	if m.Kind == Converted && m.Number > 0 {
		return waveShades[min(m.Number, len(waveShades))-1]
	}
	return markShades[m.Kind]
}

// WaveColour returns the colour of the marks of a wave, counted from 1, as in "#e86a33".
func WaveColour(wave int) string {
	return waveShades[min(max(wave, 1), len(waveShades))-1].hex()
}

// A Frame is a board of an animated picture, with its marks.
type Frame struct {
	Position board.Position
	Marks    []Mark
}

// draw draws the frames of an animation, or the only one of a picture. There must be at least one.
func (o *Options) draw(frames []Frame) *drawing {
	d := &drawing{width: Width, height: topMargin + edge + bottomMargin, frames: len(frames)}
	if o.Count {
		d.height += countMargin
	}
	if o.Style == Print {
		d.add(part{path: rectangle(0, 0, d.width, d.height), fill: white})
	}
	d.squares(o.Style)
	for i := range frames {
		d.belowPieces(o, &frames[i], d.frameOf(i))
	}
	d.pieces(o, frames)
	for i := range frames {
		d.abovePieces(o, &frames[i], d.frameOf(i))
	}
	d.add(border(o.Style))
	d.coordinates(o)
	return d
}

// border returns the line around the board.
func border(style Style) part {
	p := part{path: rectangle(sideMargin-0.75, topMargin-0.75, edge+1.5, edge+1.5), stroke: frameShade,
		width: 1.5}
	if style == Print {
		p.stroke = black
	}
	return p
}

func (d *drawing) add(p part) { d.parts = append(d.parts, p) }

// frameOf returns the frame number of the parts of board i, 0 if there is only one board.
func (d *drawing) frameOf(i int) int {
	if d.frames == 1 {
		return 0
	}
	return i + 1
}

// squares draws the board: coloured squares, or in print white and hatched ones.
func (d *drawing) squares(style Style) {
	ground, dark := lightSquare, path(nil)
	if style == Print {
		ground = white
	}
	d.add(part{path: rectangle(sideMargin, topMargin, edge, edge), fill: ground})
	for row := range 8 {
		for column := range 8 {
			if (row+column)%2 == 0 {
				continue
			}
			x, y := sideMargin+float64(column*square), topMargin+float64(row*square)
			if style == Print {
				dark = append(dark, hatch(x, y)...)
			} else {
				dark = append(dark, rectangle(x, y, square, square)...)
			}
		}
	}

	if style == Print {
		d.add(part{path: dark, stroke: black, width: 0.6})
		return
	}

	d.add(part{path: dark, fill: darkSquare})
}

// hatch returns the lines of a dark square in print, from its lower left to its upper right.
func hatch(x, y float64) path {
	const lines = 9
	var p path
	for i := 1; i < 2*lines; i++ {
		distance := float64(i) * square / lines
		from, to := point{x, y + distance}, point{x + distance, y}
		if distance > square {
			from, to = point{x + distance - square, y + square}, point{x + square, y + distance - square}
		}
		p = append(p, segment{'M', [3]point{from}}, segment{'L', [3]point{to}})
	}

	return p
}

// corner returns the upper left corner of a square of the board.
func (o *Options) corner(s board.Square) point {
	column, row := s.File(), 7-s.Rank()
	if o.Flip {
		column, row = 7-column, 7-row
	}
	return point{sideMargin + float64(column*square), topMargin + float64(row*square)}
}

// belowPieces draws what is below the pieces: marked squares and the arrow of the move.
func (d *drawing) belowPieces(o *Options, f *Frame, frame int) {
	for s, m := range lastMarks(f.Marks) {
		if m == nil {
			continue
		}
		at := o.corner(board.Square(s))
		for _, p := range m.shapes(o.Style) {
			p.path, p.frame = p.path.placed(at.x, at.y, 1), frame
			d.add(p)
		}
	}

	from, to := arrowOf(f.Marks)
	if from == board.NoSquare {
		return
	}
	a, b := o.corner(from), o.corner(to)
	for _, p := range arrow(b.x-a.x, b.y-a.y, o.Style) {
		p.path, p.frame = p.path.placed(a.x, a.y, 1), frame
		d.add(p)
	}
}

// shapes returns the parts of a mark, with the upper left corner of its square at the origin.
func (m *Mark) shapes(style Style) []part {
	if style == Screen {
		return []part{{path: rectangle(0, 0, square, square), fill: m.shade()}}
	}
	switch m.Kind {
	case Converted:
		return []part{{path: rectangle(1.5, 1.5, square-3, square-3), fill: white, stroke: black,
			width: 2.2}}
	case Reclaimed:
		return []part{
			{path: rectangle(1.2, 1.2, square-2.4, square-2.4), fill: white, stroke: black,
				width: 0.9},
			{path: rectangle(3.6, 3.6, square-7.2, square-7.2), stroke: black, width: 0.9},
		}
	case Pointed:
		return []part{{path: circle(square/2.0, square/2.0, square/2.0-2), fill: white,
			stroke: black, width: 1.2}}
	}

	return nil
}

// arrow returns the arrow of a move to a square so far to the right and down. It goes from the
// middle of the first square, whose upper left corner is at the origin, to the edge of the piece on
// the last.
func arrow(right, down float64, style Style) []part {
	distance := math.Hypot(right, down)
	dx, dy := right/distance, down/distance
	at := func(ahead, aside float64) point {
		return point{square/2.0 + ahead*dx - aside*dy, square/2.0 + ahead*dy + aside*dx}
	}
	// reach is the distance from the edge of a piece to its middle
	const half, head, wing, reach = 2.8, 13, 8.5, 15
	tip := distance - reach
	p := polygon(at(0, -half), at(tip-head, -half), at(tip-head, -wing), at(tip, 0), at(tip-head,
		wing), at(tip-head, half), at(0, half))
	if style == Print {
		return []part{{path: p, stroke: white, width: 3, round: true}, {path: p, fill: black}}
	}
	return []part{{path: p, fill: arrowShade}}
}

// pieces draws the pieces: those that are the same in every frame once, the others by frame.
func (d *drawing) pieces(o *Options, frames []Frame) {
	for row := range 8 {
		for column := range 8 {
			s := o.at(row, column)
			first, same := frames[0].Position.PieceAt(s), true
			for i := range frames {
				same = same && frames[i].Position.PieceAt(s) == first
			}
			if same {
				d.piece(o, first, s, 0)
				continue
			}

			for i := range frames {
				d.piece(o, frames[i].Position.PieceAt(s), s, d.frameOf(i))
			}
		}
	}
}

func (d *drawing) piece(o *Options, piece board.Piece, s board.Square, frame int) {
	if piece.Kind == board.NoKind {
		return
	}
	if o.Style == Print {
		halo := &symbol{"halo-" + string(piece.Letter()), haloOf(piece)}
		d.add(part{symbol: halo, at: o.corner(s), frame: frame})
	}
	drawn := &symbol{"piece-" + string(piece.Letter()), outlinesOf(piece, o.Style)}
	d.add(part{symbol: drawn, at: o.corner(s), frame: frame})
}

// abovePieces draws what is above the pieces: the numbers of waves, in the upper right corner of
// their squares, where no piece reaches, the side to move and the number of pieces.
func (d *drawing) abovePieces(o *Options, f *Frame, frame int) {
	for s, m := range lastMarks(f.Marks) {
		if m == nil || m.Number < 1 {
			continue
		}
		at := o.corner(board.Square(s))
		d.add(part{symbol: waveSymbol(m.Number), at: point{at.x + square - 2, at.y + 11.5},
			frame: frame})
	}

	if o.ShowTurn {
		d.turn(o, f.Position.Turn, frame)
	}
	if o.Count {
		text := fmt.Sprintf("%d+%d", f.Position.Colours[board.White].Count(),
			f.Position.Colours[board.Black].Count())
		d.add(part{path: textPath(sideMargin+edge-textWidth(13, text)/2, topMargin+edge+bottomMargin+10, 13, text),
			fill: o.outside(), frame: frame})
	}
}

// turn draws a disc in the colour of the side to move, next to that side's edge of the board.
func (d *drawing) turn(o *Options, turn board.Colour, frame int) {
	y, fill, rim := float64(topMargin+edge-disc-1), white, middling
	if turn == board.Black {
		fill = ink
	}
	if (turn == board.Black) != o.Flip {
		y = topMargin + disc + 1
	}
	if o.Style == Print {
		rim = black
	}
	id := "turn-" + turn.String()
	if o.Style == Print {
		id += "-print"
	}
	d.add(part{symbol: &symbol{id, []part{{path: circle(0, 0, disc), fill: fill, stroke: rim,
		width: 1.4}}}, at: point{sideMargin + edge + sideMargin/2 + 0.5, y}, frame: frame})
}

// outside returns the colour of the text outside the board.
func (o *Options) outside() shade {
	if o.Style == Print {
		return black
	}
	return middling
}

// coordinates draws the numbers of the ranks and the letters of the files.
func (d *drawing) coordinates(o *Options) {
	const size = 14
	var p path
	for i := range 8 {
		along := float64(i*square) + square/2.0
		p = append(p, textPath(sideMargin/2-1, topMargin+along+4.7, size,
			string(rune('1'+o.at(i, 0).Rank())))...)
		p = append(p, textPath(sideMargin+along, topMargin+edge+15, size,
			string(rune('a'+o.at(7, i).File())))...)
	}

	id := "coordinates"
	if o.Flip {
		id += "-flipped"
	}
	if o.Style == Print {
		id += "-print"
	}
	d.add(part{symbol: &symbol{id, []part{{path: p, fill: o.outside()}}}})
}

// waveSymbol returns the number of a wave, with its right end and its baseline at the origin.
func waveSymbol(number int) *symbol {
	const size = 14
	text := fmt.Sprint(number)
	p := textPath(-textWidth(size, text)/2, 0, size, text)
	return &symbol{"wave-" + text, []part{{path: p, stroke: white, width: 3, round: true},
		{path: p, fill: ink}}}
}

// outlinesOf returns the parts of a piece's drawing.
func outlinesOf(piece board.Piece, style Style) []part {
	shades := &pieceShades[Screen][piece.Colour&1]
	if style == Print {
		shades = &pieceShades[Print][piece.Colour&1]
	}
	var parts []part
	for _, o := range pieceOutlines[piece.Kind] {
		p := part{path: parsePath(o.path), fill: shades.body, stroke: shades.line, width: 1.4,
			round: true}
		if o.detail {
			p.fill, p.stroke = shades.detail, shade{}
		}
		parts = append(parts, p)
	}

	return parts
}

// haloOf returns the parts of the white outline that is drawn below a piece in print.
func haloOf(piece board.Piece) []part {
	var parts []part
	for _, o := range pieceOutlines[piece.Kind] {
		parts = append(parts, part{path: parsePath(o.path), fill: white, stroke: white, width: 4.5,
			round: true})
	}

	return parts
}
