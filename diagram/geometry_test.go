package diagram

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"golang.org/x/image/math/fixed"

	"turncoat/rules/board"
)

func TestNumber(t *testing.T) {
	for n, want := range map[float64]string{0: "0", -0.001: "0", 0.004: "0", 0.006: "0.01",
		12.5: "12.5", -3.25: "-3.25", 1.994: "1.99", 1.996: "2", 100: "100", -0.01: "-0.01"} {
		if got := number(n); got != want {
			t.Errorf("%v is written %s, want %s", n, got, want)
		}
	}
}

// Shapes in the form of SVG, worked out by hand; a curve of a quarter of a circle leaves its ends
// for 0.5523 of the radius.
func TestShapes(t *testing.T) {
	const all = "M1 2L3.5 4Q5 6 7 8C1 2 3 4 5 -6Z"
	for _, test := range []struct {
		path path
		want string
	}{
		{parsePath(all), all},
		{parsePath(all).placed(10, 20, 2), "M12 24L17 28Q20 32 24 36C12 24 16 28 20 8Z"},
		{parsePath("M1 2"), "M1 2"},
		{parsePath(""), ""},
		{rectangle(1, 2, 3, 4), "M1 2L4 2L4 6L1 6Z"},
		{circle(10, 20, 10),
			"M20 20C20 25.52 15.52 30 10 30C4.48 30 0 25.52 0 20C0 14.48 4.48 10 10 10C15.52 10 20 " + "14.48 20 20Z"},
		// The head of an arrow is 13 long and 17 wide, its shaft 5.6 wide; it ends 15 before the
		// middle of its last square.
		{arrow(0, -90, Screen)[0].path,
			"M19.7 22.5L19.7 -39.5L14 -39.5L22.5 -52.5L31 -39.5L25.3 -39.5L25.3 22.5Z"},
		{arrow(90, 0, Screen)[0].path,
			"M22.5 19.7L84.5 19.7L84.5 14L97.5 22.5L84.5 31L84.5 25.3L22.5 25.3Z"},
		{border(Screen).path, "M21.25 9.25L382.75 9.25L382.75 370.75L21.25 370.75Z"},
	} {
		if got := test.path.String(); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}

	if p := arrow(0, -90, Screen); len(p) != 1 || p[0].fill != arrowShade ||
		p[0].stroke.opacity > 0 {
		t.Errorf("an arrow on the screen is %+v", p)
	}

	p := arrow(0, -90, Print)
	if len(p) != 2 || p[0].stroke != white || p[0].width != 3 || !p[0].round ||
		p[1].fill != black || p[0].path.String() != p[1].path.String() {
		t.Errorf("an arrow in print is %+v", p)
	}

	if b, c := border(Screen), border(Print); b.stroke != frameShade || c.stroke != black ||
		b.width != 1.5 || c.width != 1.5 {
		t.Errorf("the borders are %+v, %+v", b, c)
	}
}

// The lines of a dark square in print lie 5 units apart, each from its lower left to its upper
// right.
func TestHatch(t *testing.T) {
	var want strings.Builder
	for sum := 5; sum < 90; sum += 5 {
		x0, y0, x1, y1 := 0, sum, sum, 0
		if sum > 45 {
			x0, y0, x1, y1 = sum-45, 45, 45, sum-45
		}
		fmt.Fprintf(&want, "M%d %dL%d %d", 100+x0, 200+y0, 100+x1, 200+y1)
	}

	if got := hatch(100, 200).String(); got != want.String() {
		t.Errorf("%s\nwant\n%s", got, want.String())
	}
}

// A text has its middle at x: each of its letters half of what all are wide to the left, and those
// after it further right by its width.
func TestTextPath(t *testing.T) {
	one, two := glyphs['1'].width/1000, glyphs['2'].width/1000
	if got := textWidth(20, "121"); math.Abs(got-20*(2*one+two)) > 1e-9 {
		t.Errorf("121 is %f wide", got)
	}
	var want path
	want = append(want, parsePath(glyphs['1'].path).placed(100-10*(one+two), 50, 0.02)...)
	want = append(want, parsePath(glyphs['2'].path).placed(100-10*(one+two)+20*one, 50, 0.02)...)
	if got := textPath(100, 50, 20, "12").String(); got != want.String() {
		t.Errorf("%s, want %s", got, want)
	}
	s := waveSymbol(12)
	if low, high := extent(s.parts[0].path); s.id != "wave-12" || high.x > 0 || high.x < -2 ||
		low.x > -12 || high.y > 0.5 || low.y > -8 {
		t.Errorf("%s reaches from %v to %v", s.id, low, high)
	}

	if p := s.parts; len(p) != 2 || p[0].stroke != white || p[0].width != 3 || !p[0].round ||
		p[1].fill != ink || p[1].path.String() != p[0].path.String() {
		t.Errorf("a number is %+v", p)
	}
}

// drawer writes down what it is asked to draw.
type drawer struct{ strings.Builder }

func (d *drawer) Start(a fixed.Point26_6) { fmt.Fprintf(d, "start %v,%v;", a.X, a.Y) }
func (d *drawer) Line(b fixed.Point26_6)  { fmt.Fprintf(d, "line %v,%v;", b.X, b.Y) }
func (d *drawer) QuadBezier(b, c fixed.Point26_6) {
	fmt.Fprintf(d, "quad %v,%v %v,%v;", b.X, b.Y, c.X, c.Y)
}
func (d *drawer) CubeBezier(b, c, e fixed.Point26_6) {
	fmt.Fprintf(d, "cube %v,%v %v,%v %v,%v;", b.X, b.Y, c.X, c.Y, e.X, e.Y)
}
func (d *drawer) Stop(closed bool) { fmt.Fprintf(d, "stop %t;", closed) }

// A path as the painter gets it: a filler closes what is open.
func TestAddTo(t *testing.T) {
	for _, test := range []struct {
		path string
		want string
	}{
		{"M1 2L3 4", "start 1:00,2:00;line 3:00,4:00;stop OPEN;"},
		{"M1 2L3 4Z", "start 1:00,2:00;line 3:00,4:00;stop true;"},
		{"M1 2L3 4M5 6Q7 8 9 10.5ZM0 0C1 1 2 2 3 3",
			"start 1:00,2:00;line 3:00,4:00;stop OPEN;start 5:00,6:00;quad 7:00,8:00 9:00,10:32;stop true;start " +
				"0:00,0:00;cube 1:00,1:00 2:00,2:00 3:00,3:00;stop OPEN;"},
		{"", ""},
	} {
		for _, closed := range []bool{false, true} {
			var d drawer
			parsePath(test.path).addTo(&d, closed)
			if want := strings.ReplaceAll(test.want, "OPEN",
				fmt.Sprint(closed)); d.String() != want {
				t.Errorf("%s, closed %t: %s, want %s", test.path, closed, d.String(), want)
			}
		}
	}

	if fix(1.5) != 96 || fix(-0.01) != -1 || fix(0.007) != 0 {
		t.Errorf("%d, %d, %d", fix(1.5), fix(-0.01), fix(0.007))
	}
	if got := (shade{1, 2, 3, 0.5}).nrgba(); got != (color.NRGBA{1, 2, 3, 128}) {
		t.Errorf("%v", got)
	}
	// A mitre may go twice as far as the stroke is wide; a pixel more for its edge.
	for stroke, want := range map[float64]image.Rectangle{0: image.Rect(-1, 1, 12, 22),
		1.5: image.Rect(-4, -2, 15, 25)} {
		if got := parsePath("M0.5 20.5Q10.5 2.5 4 4").bounds(stroke); got != want {
			t.Errorf("a stroke of %v reaches over %v, want %v", stroke, got, want)
		}
	}
}

// A part is painted where it lies and nowhere else: filled, stroked to both sides of its lines,
// scaled.
func TestPaint(t *testing.T) {
	red, blue := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}
	for _, test := range []struct {
		name   string
		part   part
		by     point
		scale  float64
		at     image.Point
		colour color.RGBA
	}{
		{"inside", part{path: rectangle(2, 2, 6, 6), fill: shade{255, 0, 0, 1}}, point{}, 1,
			image.Pt(5, 5), red},
		{"outside", part{path: rectangle(2, 2, 6, 6), fill: shade{255, 0, 0, 1}}, point{}, 1,
			image.Pt(1, 5), color.RGBA{}},
		{"moved", part{path: rectangle(2, 2, 6, 6), fill: shade{255, 0, 0, 1}}, point{20, 10}, 1,
			image.Pt(25, 15), red},
		{"moved away", part{path: rectangle(2, 2, 6, 6), fill: shade{255, 0, 0, 1}}, point{20, 10},
			1, image.Pt(5, 5), color.RGBA{}},
		{"scaled", part{path: rectangle(2, 2, 6, 6), fill: shade{255, 0, 0, 1}}, point{2, 2}, 2,
			image.Pt(18, 18), red},
		{"scaled away", part{path: rectangle(2, 2, 6, 6), fill: shade{255, 0, 0, 1}}, point{2, 2},
			2, image.Pt(5, 5), color.RGBA{}},
		{"half", part{path: rectangle(2, 2, 6, 6), fill: shade{0, 0, 255, 0.5}}, point{}, 1,
			image.Pt(5, 5), color.RGBA{0, 0, 128, 128}},
		{"a stroke", part{path: rectangle(10, 10, 10, 10), stroke: shade{0, 0, 255, 1}, width: 4},
			point{}, 1, image.Pt(9, 15), blue},
		{"a stroke, within", part{path: rectangle(10, 10, 10, 10), stroke: shade{0, 0, 255, 1},
			width: 4}, point{}, 1, image.Pt(15, 15), color.RGBA{}},
		{"a stroke around", part{path: rectangle(10, 10, 10, 10), fill: shade{255, 0, 0, 1},
			stroke: shade{0, 0, 255, 1}, width: 4}, point{}, 1, image.Pt(15, 15), red},
		{"a stroke over", part{path: rectangle(10, 10, 10, 10), fill: shade{255, 0, 0, 1},
			stroke: shade{0, 0, 255, 1}, width: 4}, point{}, 1, image.Pt(11, 15), blue},
		{"the corner of a mitre", part{path: rectangle(10, 10, 10, 10), stroke: shade{0, 0, 255, 1},
			width: 4}, point{}, 1, image.Pt(8, 8), blue},
		{"the corner of a round stroke", part{path: rectangle(10, 10, 10, 10), stroke: shade{0, 0,
			255, 1}, width: 4, round: true}, point{}, 2, image.Pt(16, 16), color.RGBA{}},
		{"a line's end", part{path: parsePath("M10 10L20 10"), stroke: shade{0, 0, 255, 1},
			width: 4}, point{}, 1, image.Pt(21, 10), color.RGBA{}},
		{"a line's round end", part{path: parsePath("M10 10L20 10"), stroke: shade{0, 0, 255, 1},
			width: 4, round: true}, point{}, 1, image.Pt(20, 9), blue},
		{"an open line is filled as if closed", part{path: parsePath("M2 2L12 2L2 12"),
			fill: shade{255, 0, 0, 1}}, point{}, 1, image.Pt(4, 4), red},
		{"an open line is stroked open", part{path: parsePath("M2 2L12 2L2 12"), stroke: shade{0, 0,
			255, 1}, width: 2}, point{}, 1, image.Pt(2, 7), color.RGBA{}},
		{"beyond the picture", part{path: rectangle(100, 100, 6, 6), fill: shade{255, 0, 0, 1}},
			point{}, 1, image.Pt(31, 31), color.RGBA{}},
		{"over its edge", part{path: rectangle(-10, -10, 15, 15), fill: shade{255, 0, 0, 1}},
			point{}, 1, image.Pt(0, 0), red},
	} {
		picture := image.NewRGBA(image.Rect(0, 0, 32, 32))
		test.part.paint(picture, test.by, test.scale)
		if got := picture.RGBAAt(test.at.X, test.at.Y); got != test.colour {
			t.Errorf("%s: %v, want %v", test.name, got, test.colour)
		}
	}
}

// Cells of a terminal: the colour of the piece on that of the mark or of the square, which is dark
// where file and rank are both odd or both even.
func TestColouredCells(t *testing.T) {
	white, black, none := board.Piece{Kind: board.Rook, Colour: board.White},
		board.Piece{Kind: board.Rook, Colour: board.Black}, board.Piece{Kind: board.NoKind}
	for _, test := range []struct {
		piece  board.Piece
		square board.Square
		mark   *Mark
		want   string
	}{
		{white, board.At(0, 0), nil, "1;38;5;231;48;5;137m R "}, {black, board.At(1, 0), nil,
			"1;38;5;16;48;5;180m r "}, {none, board.At(0, 1), nil, "1;38;5;16;48;5;180m   "},
		{none, board.At(1, 1), &Mark{Kind: From}, "1;38;5;16;48;5;186m( )"}, {white, board.At(1, 1),
			&Mark{Kind: To}, "1;38;5;231;48;5;149m(R)"},
		{white, board.At(1, 1), &Mark{Kind: Converted}, "1;38;5;231;48;5;209m[R]"},
		{white, board.At(1, 1), &Mark{Kind: Converted, Number: 4}, "1;38;5;231;48;5;209m R4"},
		{black, board.At(1, 1), &Mark{Kind: Reclaimed}, "1;38;5;16;48;5;117m<r>"},
		{none, board.At(1, 1), &Mark{Kind: Pointed}, "1;38;5;16;48;5;222m{ }"},
		{none, board.At(1, 1), &Mark{Kind: Pointed, Number: 2}, "1;38;5;16;48;5;222m  2"},
	} {
		if got := string(appendColoured([]byte("x"), appendCell(nil, test.piece, test.mark),
			test.square, test.piece, test.mark)); got != "x\x1b["+test.want+"\x1b[0m" {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// The names that a script may refer to are all defined from the start, and no others.
func TestSheetNames(t *testing.T) {
	for _, style := range []Style{Screen, Print} {
		want := map[string]bool{"board": true, "coordinates": true, "coordinates-flipped": true,
			"turn-white": true, "turn-black": true}
		for _, name := range []string{"from", "to", "converted", "reclaimed", "pointed"} {
			want["mark-"+name] = true
		}
		for _, letter := range "PNBRQKpnbrqk" {
			want["piece-"+string(letter)] = true
		}
		for i := 1; i <= 9; i++ {
			want[fmt.Sprint("wave-", i)] = true
			if i <= 6 {
				want[fmt.Sprint("mark-wave-", i)] = true
			}
		}

		for i := 1; i <= 7; i++ {
			for _, n := range [][2]int{{i, 0}, {0, i}, {i, i}, {i, -i}} {
				want[fmt.Sprintf("arrow%+d%+d", n[0], n[1])], want[fmt.Sprintf("arrow%+d%+d", -n[0],
					-n[1])] = true, true
			}
		}

		for _, n := range [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}} {
			want[fmt.Sprintf("arrow%+d%+d", n[0], n[1])], want[fmt.Sprintf("arrow%+d%+d", -n[0],
				-n[1])] = true, true
		}

		h := NewSheet(style)
		for _, s := range h.defined {
			if !want[s.id] {
				t.Errorf("style %d: %s is defined", style, s.id)
			}
			delete(want, s.id)
		}

		if len(want) > 0 {
			t.Errorf("style %d: not defined are %v", style, want)
		}
		// What is drawn beyond them is added once.
		n := len(h.defined)
		h.number(10)
		h.number(10)
		h.arrow(4, 1)
		if got := h.defined[n:]; len(got) != 2 || got[0].id != "wave-10" ||
			got[1].id != "arrow+4+1" {
			t.Errorf("style %d: added are %v", style, got)
		}
	}
}
