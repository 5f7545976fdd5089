package diagram_test

import (
	"bytes"
	"encoding/xml"
	"image/color"
	"image/png"
	"io"
	"strings"
	"testing"

	"turncoat/diagram"
	"turncoat/rules/board"
)

// With ShowTurn a disc of the mover's colour stands beside the board at the mover's edge; without it
// there is none.
func TestShowTurn(t *testing.T) {
	white, dark := color.RGBA{0xff, 0xff, 0xff, 0xff}, color.RGBA{0x26, 0x22, 0x1e, 0xff}
	for _, c := range []struct {
		turn  board.Colour
		flip  bool
		below bool
		want  color.RGBA
	}{{board.White, false, true, white}, {board.Black, false, false, dark}, {board.White, true, false, white}, {board.Black, true, true, dark}} {
		p := position(t, fen)
		p.Turn = c.turn
		for _, show := range []bool{true, false} {
			var drawn bytes.Buffer
			if err := diagram.PNG(&drawn, &p, diagram.Options{Flip: c.flip, ShowTurn: show}); err != nil {
				t.Fatal(err)
			}
			picture, err := png.Decode(&drawn)
			if err != nil {
				t.Fatal(err)
			}
			// The middle of the disc, of a picture of 808 pixels: 7.5 units from the edge of the board, and the place
			// across the board.
			y, across := 2*17, 2*(10+360-7)
			if c.below {
				y, across = across, y
			}
			want := c.want
			if !show {
				want = color.RGBA{}
			}
			x := 2 * (22 + 360 + 11)
			if got := color.RGBAModel.Convert(picture.At(x, y)); got != want {
				t.Errorf("%v, shown %v: the disc is %v", c, show, got)
			}
			if got := color.RGBAModel.Convert(picture.At(x, across)); got != (color.RGBA{}) {
				t.Errorf("%v: at the other edge is %v", c, got)
			}
		}
	}
}

// Waves have colours of their own, and the pieces stand once in a sheet, whatever is drawn on it.
func TestSheet(t *testing.T) {
	sheet := diagram.NewSheet()
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
	if len(symbols) != 1+12+9+2+2 { // board, pieces, waves, coordinates, discs
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
	if !bytes.Contains(text, []byte(diagram.WaveColour(2))) || diagram.WaveColour(1) == diagram.WaveColour(2) || diagram.WaveColour(99) == "" {
		t.Error("the second wave has no colour of its own")
	}
}
