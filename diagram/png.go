package diagram

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"github.com/srwiley/rasterx"
	"golang.org/x/image/math/fixed"

	"turncoat/rules/board"
)

// MaxSize is the maximum width of a PNG in pixels.
const MaxSize = 4000

// PNG writes the picture of [SVG] as a PNG. Its width is [Options.Size] pixels, or twice [Width].
// The error is that of writing, or reports a size that is not from 40 to [MaxSize].
func PNG(w io.Writer, p *board.Position, o Options) error {
	width := 2 * Width
	if o.Size != 0 {
		width = o.Size
	}
	if width < 40 || width > MaxSize {
		return fmt.Errorf("diagram: a width of %d pixels is not from 40 to %d", width, MaxSize)
	}
	d := o.draw([]Frame{{*p, o.Marks}})
	return png.Encode(w, d.picture(width))
}

// Icon writes a PNG of a piece on a dark square, size pixels wide. The square goes on around the
// piece, so that systems can cut icons to circles. The error is that of writing, or reports a size
// that is not from 40 to [MaxSize].
func Icon(w io.Writer, piece board.Piece, size int) error {
	if size < 40 || size > MaxSize {
		return fmt.Errorf("diagram: a width of %d pixels is not from 40 to %d", size, MaxSize)
	}
	const margin = square / 6.0
	d := drawing{width: square + 2*margin, height: square + 2*margin}
	d.add(part{path: rectangle(0, 0, d.width, d.height), fill: darkSquare})
	d.add(part{symbol: &symbol{parts: outlinesOf(piece, Screen)}, at: point{margin, margin}})
	return png.Encode(w, d.picture(size))
}

// picture paints the drawing, width pixels wide.
func (d *drawing) picture(width int) *image.RGBA {
	scale := float64(width) / d.width
	picture := image.NewRGBA(image.Rect(0, 0, width, int(math.Round(d.height*scale))))
	for i := range d.parts {
		part := &d.parts[i]
		if part.symbol == nil {
			part.paint(picture, point{}, scale)
			continue
		}

		for j := range part.symbol.parts {
			part.symbol.parts[j].paint(picture, part.at, scale)
		}
	}

	return picture
}

// paint fills and strokes a path, moved and then scaled.
func (p *part) paint(picture *image.RGBA, by point, scale float64) {
	moved := p.path.placed(by.x*scale, by.y*scale, scale)
	within := moved.bounds(p.width * scale).Intersect(picture.Bounds())
	if within.Empty() {
		return
	}
	moved = moved.placed(-float64(within.Min.X), -float64(within.Min.Y), 1)
	wide, high := within.Dx(), within.Dy()
	layer := image.NewRGBA(image.Rect(0, 0, wide, high))
	scanner := rasterx.NewScannerGV(wide, high, layer, layer.Bounds())
	if p.fill.opacity > 0 {
		filler := rasterx.NewFiller(wide, high, scanner)
		filler.SetColor(p.fill.nrgba())
		moved.addTo(filler, true)
		filler.Draw()
		filler.Clear()
	}

	if p.stroke.opacity > 0 {
		stroker := rasterx.NewStroker(wide, high, scanner)
		ends, joints := rasterx.ButtCap, rasterx.Miter
		if p.round {
			ends, joints = rasterx.RoundCap, rasterx.Round
		}
		stroker.SetStroke(fix(p.width*scale), fix(4), ends, ends, rasterx.RoundGap, joints)
		stroker.SetColor(p.stroke.nrgba())
		moved.addTo(stroker, false)
		stroker.Draw()
		stroker.Clear()
	}

	draw.Draw(picture, within, layer, image.Point{}, draw.Over)
}

// nrgba returns the colour for the image packages of the standard library.
func (s shade) nrgba() color.NRGBA {
	return color.NRGBA{s.r, s.g, s.b, uint8(math.Round(255 * s.opacity))}
}

func fix(n float64) fixed.Int26_6 { return fixed.Int26_6(math.Round(64 * n)) }

func (p point) fixed() fixed.Point26_6 { return fixed.Point26_6{X: fix(p.x), Y: fix(p.y)} }

// bounds returns the pixels that a path and its stroke can touch.
func (p path) bounds(stroke float64) image.Rectangle {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, s := range p {
		for _, at := range s.points[:counts[s.op]] {
			low = point{min(low.x, at.x), min(low.y, at.y)}
			high = point{max(high.x, at.x), max(high.y, at.y)}
		}
	}

	reach := 2*stroke + 1 // a mitre goes further than half the stroke
	return image.Rect(int(math.Floor(low.x-reach)), int(math.Floor(low.y-reach)),
		int(math.Ceil(high.x+reach)), int(math.Ceil(high.y+reach)))
}

// addTo adds the path to a filler, which closes open ends, or to a stroker.
func (p path) addTo(a rasterx.Adder, closed bool) {
	open := false
	for _, s := range p {
		switch s.op {
		case 'M':
			if open {
				a.Stop(closed)
			}
			a.Start(s.points[0].fixed())
			open = true
		case 'L':
			a.Line(s.points[0].fixed())
		case 'Q':
			a.QuadBezier(s.points[0].fixed(), s.points[1].fixed())
		case 'C':
			a.CubeBezier(s.points[0].fixed(), s.points[1].fixed(), s.points[2].fixed())
		case 'Z':
			a.Stop(true)
			open = false
		}
	}

	if open {
		a.Stop(closed)
	}
}
