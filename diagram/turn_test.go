package diagram_test

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"

	"turncoat/diagram"
	"turncoat/rules/board"
)

// With ShowTurn a disc of the mover's colour stands beside the board at the mover's edge; without
// it there is none.
func TestShowTurn(t *testing.T) {
	white, dark := color.RGBA{0xff, 0xff, 0xff, 0xff}, color.RGBA{0x26, 0x22, 0x1e, 0xff}
	for _, c := range []struct {
		turn  board.Colour
		flip  bool
		below bool
		want  color.RGBA
	}{{board.White, false, true, white}, {board.Black, false, false, dark}, {board.White, true,
		false, white}, {board.Black, true, true, dark}} {
		p := position(t, fen)
		p.Turn = c.turn
		for _, show := range []bool{true, false} {
			var drawn bytes.Buffer
			if err := diagram.PNG(&drawn, &p, diagram.Options{Flip: c.flip,
				ShowTurn: show}); err != nil {
				t.Fatal(err)
			}

			picture, err := png.Decode(&drawn)
			if err != nil {
				t.Fatal(err)
			}
			// The middle of the disc, of a picture of 808 pixels: 7.5 units from the edge of the
			// board, and the place across the board.
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
