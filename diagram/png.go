package diagram

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"sync"

	"github.com/fyne-io/oksvg"
	"github.com/notnil/chess"
	chessimage "github.com/notnil/chess/image"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"turncoat/rules/board"
)

// PNG writes the picture that [SVG] writes, as a PNG of 360 times scale pixels a side. The error is that
// of writing, or that the scale is not from 1 to 16.
func PNG(w io.Writer, p *board.Position, scale int, o Options) error {
	if scale < 1 || scale > 16 {
		return fmt.Errorf("diagram: a scale of %d is not from 1 to 16", scale)
	}
	c, err := newCanvas(scale, o.ShowTurn)
	if err != nil {
		return err
	}
	marks := o.lastMarks()
	for row := range 8 {
		for column := range 8 {
			s := o.at(row, column)
			c.fill(column, row, squareShade(s))
			if m := marks[s]; m != nil {
				c.fill(column, row, m.shade())
			}
			if piece := p.PieceAt(s); piece.Kind != board.NoKind {
				if err := c.piece(column, row, piece); err != nil {
					return err
				}
			}
		}
	}
	for i := range 8 {
		left, bottom := o.at(i, 0), o.at(7, i)
		c.text(2, i*square+11, 11, strconv.Itoa(left.Rank()+1), squareShade(left^1), false)
		c.text(i*square+square-8, Size-3, 11, string(rune('a'+bottom.File())), squareShade(bottom^1), false)
	}
	if from, to := o.arrow(); from != board.NoSquare {
		c.arrow(o.place(from), o.place(to))
	}
	for _, n := range o.numbers() {
		c.disc(n)
	}
	if o.ShowTurn {
		beside := image.Rect(Size*scale, 0, (Size+strip)*scale, Size*scale)
		draw.Draw(c.picture, beside, image.NewUniform(edging.nrgba()), image.Point{}, draw.Src)
		x, y, fill := o.turnDisc(p.Turn)
		c.circle(x, y, turnRadius, fill)
	}
	return png.Encode(w, c.picture)
}

// squareShade returns the colour of a square; that of its neighbour on the rank is the other one.
func squareShade(s board.Square) shade {
	if (s.File()+s.Rank())%2 == 0 {
		return darkSquare
	}
	return lightSquare
}

// nrgba returns the colour as the image packages of the standard library know it.
func (s shade) nrgba() color.NRGBA { return color.NRGBA{s.r, s.g, s.b, uint8(s.opacity >> 8)} }

// A canvas is a picture being drawn, in the units of the SVG.
type canvas struct {
	picture *image.RGBA
	scale   int
	font    *opentype.Font
}

func newCanvas(scale int, strips bool) (*canvas, error) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("diagram: %w", err)
	}
	width := Size
	if strips {
		width += strip
	}
	return &canvas{image.NewRGBA(image.Rect(0, 0, width*scale, Size*scale)), scale, f}, nil
}

// fill lays a colour over a square.
func (c *canvas) fill(column, row int, s shade) {
	side := square * c.scale
	r := image.Rect(column*side, row*side, (column+1)*side, (row+1)*side)
	draw.Draw(c.picture, r, image.NewUniform(s.nrgba()), image.Point{}, draw.Over)
}

// piece draws a piece on its square.
func (c *canvas) piece(column, row int, piece board.Piece) error {
	drawing, err := drawPiece(piece, c.scale)
	if err != nil {
		return err
	}
	corner := image.Pt(column*square*c.scale, row*square*c.scale)
	draw.Draw(c.picture, drawing.Bounds().Add(corner), drawing, image.Point{}, draw.Over)
	return nil
}

// drawings holds the pieces that have been drawn, for nothing else in a picture takes as long.
var drawings sync.Map // of pieceScale to *image.RGBA, which no one changes

type pieceScale struct {
	piece board.Piece
	scale int
}

// drawPiece draws a piece alone, on nothing.
func drawPiece(piece board.Piece, scale int) (*image.RGBA, error) {
	if drawing, ok := drawings.Load(pieceScale{piece, scale}); ok {
		return drawing.(*image.RGBA), nil
	}
	text, err := pieceSVG(piece)
	if err != nil {
		return nil, err
	}
	icon, err := oksvg.ReadIconStream(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("diagram: drawing of a %v: %w", piece, err)
	}
	side := square * scale
	drawing := image.NewRGBA(image.Rect(0, 0, side, side))
	icon.SetTarget(0, 0, float64(side), float64(side))
	icon.Draw(rasterx.NewDasher(side, side, rasterx.NewScannerGV(side, side, drawing, drawing.Bounds())), 1)
	drawings.Store(pieceScale{piece, scale}, drawing)
	return drawing, nil
}

// pieceSVG takes the drawing of a piece out of the picture of a board with nothing else on it:
// the image package keeps its drawings to itself.
func pieceSVG(piece board.Piece) ([]byte, error) {
	var picture bytes.Buffer
	alone := chess.NewBoard(map[chess.Square]chess.Piece{chess.A8: piece.Chess()})
	if err := chessimage.SVG(&picture, alone); err != nil {
		return nil, err
	}
	const head, tail = `viewBox="0 0 360 360">`, "</svg>"
	_, body, ok := bytes.Cut(picture.Bytes(), []byte(head))
	body, _, closed := bytes.Cut(body, []byte(tail))
	if !ok || !closed {
		return nil, fmt.Errorf("diagram: there is no drawing of a %v", piece)
	}
	text := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`, square, square, square, square)
	// The drawings write black as 000000, which is no colour and reads as black elsewhere.
	text = append(text, bytes.ReplaceAll(body, []byte("fill:000000"), []byte("fill:#000000"))...)
	return append(text, tail...), nil
}

// text writes a text with its baseline at y, from x on or around it.
func (c *canvas) text(x, y int, size float64, text string, s shade, centred bool) {
	face, err := opentype.NewFace(c.font, &opentype.FaceOptions{Size: size * float64(c.scale), DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return // only for options out of range
	}
	defer face.Close()
	d := font.Drawer{Dst: c.picture, Src: image.NewUniform(s.nrgba()), Face: face, Dot: fixed.P(x*c.scale, y*c.scale)}
	if centred {
		d.Dot.X -= d.MeasureString(text) / 2
	}
	d.DrawString(text)
}

// A point is a place on the picture, in units of the SVG.
type point struct{ x, y float64 }

// place returns the middle of a square.
func (o *Options) place(s board.Square) point {
	column, row := s.File(), 7-s.Rank()
	if o.Flip {
		column, row = 7-column, 7-row
	}
	return point{(float64(column) + 0.5) * square, (float64(row) + 0.5) * square}
}

// polygon fills a polygon.
func (c *canvas) polygon(s shade, points ...point) {
	z := vector.NewRasterizer(c.picture.Bounds().Dx(), c.picture.Bounds().Dy())
	at := func(p point) (float32, float32) {
		return float32(p.x * float64(c.scale)), float32(p.y * float64(c.scale))
	}
	z.MoveTo(at(points[0]))
	for _, p := range points[1:] {
		z.LineTo(at(p))
	}
	z.ClosePath()
	z.Draw(c.picture, c.picture.Bounds(), image.NewUniform(s.nrgba()), image.Point{})
}

// arrow draws an arrow from the edge of one piece to the middle of another square.
func (c *canvas) arrow(from, to point) {
	far := math.Hypot(to.x-from.x, to.y-from.y)
	dx, dy := (to.x-from.x)/far, (to.y-from.y)/far
	along := func(p point, ahead, aside float64) point {
		return point{p.x + ahead*dx - aside*dy, p.y + ahead*dy + aside*dx}
	}
	const half, head = 3, 14
	s := arrowShade
	s.opacity = 0xbfff
	c.polygon(s, along(from, square/3, half), along(to, -head, half), along(to, -head, 3*half), to,
		along(to, -head, -3*half), along(to, -head, -half), along(from, square/3, -half))
}

// disc draws the number of a wave in its disc.
func (c *canvas) disc(n disc) {
	c.circle(n.x, n.y, discRadius, paper)
	c.text(n.x, n.y+4, 10, strconv.Itoa(n.number), ink, true)
}

// circle draws a filled circle with a thin line of ink around it.
func (c *canvas) circle(x, y, radius int, fill shade) {
	around := func(radius float64, s shade) {
		const corners = 48
		var points []point
		for i := range corners {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
			points = append(points, point{float64(x) + radius*cos, float64(y) + radius*sin})
		}
		c.polygon(s, points...)
	}
	around(float64(radius)+0.5, ink)
	around(float64(radius)-0.5, fill)
}
