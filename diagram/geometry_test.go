package diagram

import (
	"fmt"
	"image"
	"image/color"
	"testing"
)

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
