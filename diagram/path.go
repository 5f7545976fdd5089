package diagram

import (
	"math"
	"strconv"
	"strings"
)

// An outline is a path of a piece's drawing: a part of its body, or a detail on it.
type outline struct {
	detail bool
	path   string
}

// A glyph is a letter or digit: its width and its outline, in thousandths of the size of the text.
type glyph struct {
	width float64
	path  string
}

// A path is a list of segments in the units of the picture.
type path []segment

// A segment goes to the last of its points: 'M' without drawing, 'L' straight, 'Q' and 'C' on a
// curve; 'Z' closes the path.
type segment struct {
	op     byte
	points [3]point
}

type point struct{ x, y float64 }

// counts is the number of points of each kind of segment.
var counts = map[byte]int{'M': 1, 'L': 1, 'Q': 2, 'C': 3, 'Z': 0}

// parsePath parses a path of absolute segments.
func parsePath(text string) path {
	var p path
	for len(text) > 0 {
		end := strings.IndexAny(text[1:], "MLQCZ") + 1
		if end == 0 {
			end = len(text)
		}
		s := segment{op: text[0]}
		fields := strings.Fields(text[1:end])
		for i := range counts[s.op] {
			s.points[i].x, _ = strconv.ParseFloat(fields[2*i], 64)
			s.points[i].y, _ = strconv.ParseFloat(fields[2*i+1], 64)
		}

		p, text = append(p, s), text[end:]
	}

	return p
}

// placed returns the path scaled and then moved.
func (p path) placed(x, y, scale float64) path {
	out := make(path, len(p))
	for i, s := range p {
		for j := range s.points {
			s.points[j] = point{x + scale*s.points[j].x, y + scale*s.points[j].y}
		}
		out[i] = s
	}

	return out
}

// String returns the path in the syntax of SVG.
func (p path) String() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteByte(s.op)
		for i := range counts[s.op] {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(number(s.points[i].x) + " " + number(s.points[i].y))
		}
	}

	return b.String()
}

// number formats a number with at most two decimals.
func number(n float64) string {
	n = math.Round(n*100) / 100
	if n == 0 {
		n = 0 // not -0
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

// polygon returns a closed path through points.
func polygon(points ...point) path {
	p := make(path, 0, len(points)+1)
	for i, at := range points {
		op := byte('L')
		if i == 0 {
			op = 'M'
		}
		p = append(p, segment{op, [3]point{at}})
	}

	return append(p, segment{op: 'Z'})
}

// rectangle returns the outline of a rectangle.
func rectangle(x, y, width, height float64) path {
	return polygon(point{x, y}, point{x + width, y}, point{x + width, y + height}, point{x, y +
		height})
}

// circle returns the outline of a circle.
func circle(x, y, r float64) path {
	const k = 0.5523 // distance of the control points, in radii, for a quarter of a circle
	curve := func(x1, y1, x2, y2, x3, y3 float64) segment {
		return segment{'C', [3]point{{x + r*x1, y + r*y1}, {x + r*x2, y + r*y2}, {x + r*x3, y +
			r*y3}}}
	}
	return path{{'M', [3]point{{x + r, y}}}, curve(1, k, k, 1, 0, 1), curve(-k, 1, -1, k, -1, 0),
		curve(-1, -k, -k, -1, 0, -1), curve(k, -1, 1, -k, 1, 0), {op: 'Z'}}
}

// textPath returns the outline of a text of digits and letters whose middle is at x and whose
// baseline is at y.
func textPath(x, y, size float64, text string) path {
	wide := textWidth(size, text)
	var p path
	x -= wide / 2
	for i := range len(text) {
		g := glyphs[text[i]]
		p = append(p, parsePath(g.path).placed(x, y, size/1000)...)
		x += g.width * size / 1000
	}

	return p
}

func textWidth(size float64, text string) float64 {
	wide := 0.0
	for i := range len(text) {
		wide += glyphs[text[i]].width * size / 1000
	}
	return wide
}
