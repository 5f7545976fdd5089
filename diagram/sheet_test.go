package diagram_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"turncoat/diagram"
	"turncoat/rules/board"
)

// Waves have colours of their own, and the pieces stand once in a sheet, whatever is drawn on it.
func TestSheet(t *testing.T) {
	sheet := diagram.NewSheet(diagram.Screen)
	p := position(t, fen)
	o := options(t)
	text := append([]byte("<div>"), sheet.Definitions()...)
	for range 3 {
		text = sheet.AppendBoard(text, &p, "a <b>", o)
	}
	text = append(text, "</div>"...)
	symbols, uses := map[string]int{}, map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "id":
				symbols["#"+a.Value]++
			case e.Name.Local == "use" && a.Name.Local == "href":
				uses[a.Value]++
			}
		}
	}

	// board, pieces, numbers, coordinates, discs, marks, marks of waves, arrows of queens and
	// knights
	if len(symbols) != 1+12+9+2+2+5+6+64 {
		t.Errorf("the sheet defines %v", symbols)
	}
	pieces := 0
	for name, n := range uses {
		if symbols[name] != 1 {
			t.Errorf("%s is used %d times and defined %d times", name, n, symbols[name])
		}
		if strings.HasPrefix(name, "#piece-") {
			pieces += n
		}
	}

	if pieces != 3*p.Occupied().Count() || uses["#board"] != 3 {
		t.Errorf("%v is drawn", uses)
	}
	if !bytes.Contains(text, []byte(diagram.WaveColour(2))) ||
		diagram.WaveColour(1) == diagram.WaveColour(2) || diagram.WaveColour(99) == "" {
		t.Error("the second wave has no colour of its own")
	}
}

// A board of a sheet shows what the picture of the same board shows, in both styles: every line of
// the one is at the same place in the other.
func TestSheetShowsTheSame(t *testing.T) {
	for _, style := range []diagram.Style{diagram.Screen, diagram.Print} {
		for _, flip := range []bool{false, true} {
			p := position(t, fen)
			o := options(t)
			o.Style, o.Flip, o.ShowTurn = style, flip, true
			o.Marks = append(o.Marks, diagram.Mark{Square: board.At(0, 0), Kind: diagram.Pointed},
				diagram.Mark{Square: board.At(1, 0), Kind: diagram.Reclaimed})
			var picture bytes.Buffer
			if err := diagram.SVG(&picture, &p, "", o); err != nil {
				t.Fatal(err)
			}
			sheet := diagram.NewSheet(style)
			drawn := sheet.AppendBoard(nil, &p, "", o)
			got := shown(t, slices.Concat([]byte("<div>"), sheet.Definitions(), drawn,
				[]byte("</div>")))
			want := shown(t, picture.Bytes())
			// a sheet lies on white paper
			want = slices.DeleteFunc(want, func(s string) bool {
				return style == diagram.Print &&
					strings.HasSuffix(s, " "+paper)
			})
			if !slices.Equal(got, want) {
				t.Errorf("style %v, flipped %v: the sheet shows\n%s\nthe picture\n%s", style, flip,
					strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// paper is the ground of a picture in print.
const paper = "M0.00 0.00L404.00 0.00L404.00 392.00L0.00 392.00Z"

// shown lists the paths that a document shows, each where it is seen, sorted.
func shown(t *testing.T, text []byte) []string {
	t.Helper()
	type shape struct{ style, d string }
	symbols := map[string][]shape{}
	var seen []string
	name := ""
	place := func(s shape, x, y float64) string {
		n := 0
		return s.style + " " + coordinate.ReplaceAllStringFunc(s.d, func(number string) string {
			v, err := strconv.ParseFloat(number, 64)
			if err != nil {
				t.Fatal(err)
			}
			n++
			return fmt.Sprintf("%.2f", v+[...]float64{y, x}[n%2])
		})
	}
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.EndElement:
			if e.Name.Local == "g" {
				name = ""
			}
		case xml.StartElement:
			at := map[string]string{}
			style := ""
			for _, a := range e.Attr {
				at[a.Name.Local] = a.Value
				if a.Name.Local != "d" {
					style += a.Name.Local + "=" + a.Value + " "
				}
			}

			x, _ := strconv.ParseFloat(at["x"], 64)
			y, _ := strconv.ParseFloat(at["y"], 64)
			switch {
			case e.Name.Local == "g":
				name = at["id"]
			case e.Name.Local == "path" && name != "":
				symbols[name] = append(symbols[name], shape{style, at["d"]})
			case e.Name.Local == "path":
				seen = append(seen, place(shape{style, at["d"]}, 0, 0))
			case e.Name.Local == "use":
				for _, s := range symbols[at["href"][1:]] {
					seen = append(seen, place(s, x, y))
				}
			}
		}
	}

	slices.Sort(seen)
	return seen
}

var coordinate = regexp.MustCompile(`-?[0-9.]+`)

// A sheet that nobody has made draws as a new one does.
func TestZeroSheet(t *testing.T) {
	var zero diagram.Sheet
	made := diagram.NewSheet(diagram.Screen)
	var p board.Position
	for _, draw := range []func(*diagram.Sheet) []byte{
		(*diagram.Sheet).Definitions,
		func(h *diagram.Sheet) []byte { return h.AppendBoard(nil, &p, "empty", diagram.Options{}) },
	} {
		if got, want := draw(&zero), draw(made); string(got) != string(want) || len(got) == 0 {
			t.Errorf("%.100s, want %.100s", got, want)
		}
	}
}
