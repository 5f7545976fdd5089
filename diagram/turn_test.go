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
	white, dark := color.RGBA{0xff, 0xff, 0xff, 0xff}, color.RGBA{0x33, 0x33, 0x33, 0xff}
	for _, c := range []struct {
		turn  board.Colour
		flip  bool
		below bool
		want  color.RGBA
	}{{board.White, false, true, white}, {board.Black, false, false, dark}, {board.White, true, false, white}, {board.Black, true, true, dark}} {
		p := position(t, fen)
		p.Turn = c.turn
		var drawn, written bytes.Buffer
		o := diagram.Options{Flip: c.flip, ShowTurn: true}
		if err := diagram.PNG(&drawn, &p, 2, o); err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(&drawn)
		if err != nil {
			t.Fatal(err)
		}
		y, cy := 18, `cy="9"`
		if c.below {
			y, cy = 2*diagram.Size-18, `cy="351"`
		}
		if got := color.RGBAModel.Convert(picture.At(2*(diagram.Size+9), y)); got != c.want {
			t.Errorf("%v: the disc is %v", c, got)
		}
		// Behind the disc is a colour that both discs are told from, on any page.
		if got := color.RGBAModel.Convert(picture.At(2*(diagram.Size+9), 2*diagram.Size-y)); got != (color.RGBA{0xc8, 0xc2, 0xb8, 0xff}) {
			t.Errorf("%v: the other edge is %v", c, got)
		}
		if err := diagram.SVG(&written, &p, "", o); err != nil {
			t.Fatal(err)
		}
		if text := written.String(); !strings.Contains(text, cy) || !strings.Contains(text, `viewBox="0 0 378 360" width="378"`) || !strings.Contains(text, "fill:#c8c2b8") {
			t.Errorf("%v: the SVG shows no turn", c)
		}
	}
}

// Waves have colours of their own, and the pieces stand once in a sheet, whatever is drawn on it.
func TestSheet(t *testing.T) {
	sheet, err := diagram.NewSheet()
	if err != nil {
		t.Fatal(err)
	}
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
			case e.Name.Local == "symbol" && a.Name.Local == "id":
				symbols["#"+a.Value]++
			case e.Name.Local == "use" && a.Name.Local == "href":
				uses[a.Value]++
			}
		}
	}
	if len(symbols) != 13 {
		t.Errorf("the sheet defines %v", symbols)
	}
	pieces := 0
	for name, n := range uses {
		if symbols[name] != 1 {
			t.Errorf("%s is used %d times and defined %d times", name, n, symbols[name])
		}
		if name != "#board" {
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
