package diagram_test

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
	"testing"

	"turncoat/diagram"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

func position(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen, rulestest.Builtin(t, "pacifist1"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func at(t *testing.T, name string) board.Square {
	t.Helper()
	s, ok := board.ParseSquare(name)
	if !ok {
		t.Fatal(name)
	}
	return s
}

const fen = "k6r/8/8/2pP4/8/8/6B1/R3K3 b"

func TestText(t *testing.T) {
	p := position(t, fen)
	plain := `8   k  .  .  .  .  .  .  r
7   .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .
5   .  .  p  P  .  .  .  .
4   .  .  .  .  .  .  .  .
3   .  .  .  .  .  .  .  .
2   .  .  .  .  .  .  B  .
1   R  .  .  .  K  .  .  .
    a  b  c  d  e  f  g  h
`
	if got := diagram.Text(&p, diagram.Options{}); got != plain {
		t.Errorf("plain:\n%s, want\n%s", got, plain)
	}
	flipped := `1   .  .  .  K  .  .  .  R
2   .  B  .  .  .  .  .  .
3   .  .  .  .  .  .  .  .
4   .  .  .  .  .  .  .  .
5   .  .  .  .  P  p  .  .
6   .  .  .  .  .  .  .  .
7   .  .  .  .  .  .  .  .
8   r  .  .  .  .  .  .  k
    h  g  f  e  d  c  b  a
`
	if got := diagram.Text(&p, diagram.Options{Flip: true}); got != flipped {
		t.Errorf("seen by Black:\n%s, want\n%s", got, flipped)
	}
	marked := `8   k3 .  .  .  .  .  . <r>
7   .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .
5   .  . [p]P12 .  .  .  .
4   .  .  .  .  .  .  .  .
3   .  .  .  .  .  .  .  .
2   .  .  .  .  .  . (B) .
1  {R} .  .  .  K  . ( ) .
    a  b  c  d  e  f  g  h
`
	marks := []diagram.Mark{
		{Square: at(t, "g1"), Kind: diagram.From}, {Square: at(t, "g2"), Kind: diagram.To},
		{Square: at(t, "c5"), Kind: diagram.Converted},
		{Square: at(t, "d5"), Kind: diagram.Converted, Number: 12}, {Square: at(t, "a8"),
			Kind: diagram.Converted, Number: 3},
		{Square: at(t, "h8"), Kind: diagram.Reclaimed}, {Square: at(t, "a1"), Kind: diagram.To},
		{Square: at(t, "a1"), Kind: diagram.Pointed},
		{Square: board.NoSquare, Kind: diagram.To}, {Square: at(t, "b1"), Kind: 99},
	}
	if got := diagram.Text(&p, diagram.Options{Marks: marks}); got != marked {
		t.Errorf("marked:\n%s, want\n%s", got, marked)
	}
}

// In colour a board has no plain background, and without its colours it is the plain board but for
// the dots on empty squares.
func TestColour(t *testing.T) {
	p := position(t, fen)
	marks := diagram.Marks(at(t, "c5").Bit(), diagram.Converted, 0)
	plain := diagram.Text(&p, diagram.Options{Marks: marks})
	coloured := diagram.Text(&p, diagram.Options{Marks: marks, Colour: true})
	var bare strings.Builder
	for rest := coloured; rest != ""; {
		before, after, found := strings.Cut(rest, "\x1b[")
		bare.WriteString(before)
		rest = ""
		if found {
			_, rest, _ = strings.Cut(after, "m")
		}
	}

	squeeze := func(s string) string { return strings.NewReplacer(".", "", " ", "").Replace(s) }
	if squeeze(bare.String()) != squeeze(plain) {
		t.Errorf("without its colours:\n%s, want\n%s", bare.String(), plain)
	}
	// The marked pawn of Black on c5: black on the colour of conversions; the king a8: on a light
	// square.
	for _, want := range []string{"\x1b[1;38;5;16;48;5;209m[p]\x1b[0m",
		"\x1b[1;38;5;16;48;5;180m k \x1b[0m", "\x1b[1;38;5;231;48;5;137m R \x1b[0m"} {
		if !strings.Contains(coloured, want) {
			t.Errorf("there is no %q in\n%s", want, coloured)
		}
	}

	if strings.Contains(plain, "\x1b") {
		t.Error("there are colours in the plain board")
	}
}

func options(t *testing.T) diagram.Options {
	return diagram.Options{Marks: []diagram.Mark{
		{Square: at(t, "g1"), Kind: diagram.From}, {Square: at(t, "g2"), Kind: diagram.To},
		{Square: at(t, "c5"), Kind: diagram.Converted, Number: 2}}}
}

// parse counts the elements of a picture, by name, and holds it to be well-formed.
func parse(t *testing.T, text []byte) map[string]int {
	t.Helper()
	count := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return count
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
}

// The SVG is well-formed XML with a title, each kind of piece drawn once and used where it stands,
// and the colour of each mark, the same at every run.
func TestSVG(t *testing.T) {
	p := position(t, fen)
	var first, second bytes.Buffer
	for _, w := range []*bytes.Buffer{&first, &second} {
		if err := diagram.SVG(w, &p, "a <b> & c", options(t)); err != nil {
			t.Fatal(err)
		}
	}

	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two runs differ")
	}
	text := first.String()
	// The pieces k, r, p, P, B, R and K are seven kinds; each stands once, and so do a number and
	// the coordinates.
	if count := parse(t, first.Bytes()); count["svg"] != 1 || count["title"] != 1 ||
		count["g"] != 7+2 || count["use"] != 7+2 || count["text"] != 0 {
		t.Errorf("elements: %v", count)
	}

	// c5 is the third square of the fourth row: 22 + 2·45, 10 + 3·45.
	for _, want := range []string{"<title>a &lt;b&gt; &amp; c</title>",
		`fill="#f2a93b" fill-opacity="0.7" d="M112 145`, `fill="#aabe3c"`, `fill="#cdd26a"`,
		`<use href="#piece-k" x="22" y="10"/>`, `viewBox="0 0 404 392" width="404" height="392"`} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q", want)
		}
	}

	if arrow, piece := strings.Index(text, `fill="#546816"`), strings.Index(text,
		"<use"); arrow < 0 || arrow > piece {
		t.Error("the arrow does not lie beneath the pieces")
	}

	o := options(t)
	o.Size, o.Count = 202, true
	first.Reset()
	if err := diagram.SVG(&first, &p, "", o); err != nil || !strings.Contains(first.String(),
		`viewBox="0 0 404 410" width="202" height="205"`) {
		t.Errorf("a small picture with a count (%v) begins %.90s", err, first.String())
	}
}

// In print nothing has a colour.
func TestPrint(t *testing.T) {
	p := position(t, fen)
	o := options(t)
	o.Style, o.ShowTurn, o.Count = diagram.Print, true, true
	o.Marks = append(o.Marks, diagram.Mark{Square: at(t, "a1"), Kind: diagram.Reclaimed},
		diagram.Mark{Square: at(t, "e1"), Kind: diagram.Pointed})
	var file bytes.Buffer
	if err := diagram.PNG(&file, &p, o); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	dark := 0
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			c := color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA)
			if low, high := min(c.R, c.G, c.B), max(c.R, c.G, c.B); c.A != 255 || high-low > 12 {
				t.Fatalf("the pixel %d, %d is %v", x, y, c)
			}
			if c.R < 128 {
				dark++
			}
		}
	}

	if dark < 10_000 {
		t.Errorf("%d pixels are dark", dark)
	}
}

// In the PNG squares have their colours, pieces stand where they should, marks shine through, the
// outside is clear, and the number of a wave stands in the corner of its square.
func TestPNG(t *testing.T) {
	p := position(t, fen)
	for _, flip := range []bool{false, true} {
		o := options(t)
		o.Flip, o.Size = flip, diagram.Width
		var file bytes.Buffer
		if err := diagram.PNG(&file, &p, o); err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(&file)
		if err != nil {
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); size.X != 404 || size.Y != 392 {
			t.Fatalf("the picture is %v", size)
		}
		pixel := func(name string, x, y int) color.RGBA {
			s := at(t, name)
			column, row := s.File(), 7-s.Rank()
			if flip {
				column, row = 7-column, 7-row
			}
			return color.RGBAModel.Convert(picture.At(22+column*45+x, 10+row*45+y)).(color.RGBA)
		}
		// where no piece is drawn
		edge := func(name string) color.RGBA { return pixel(name, 3, 25) }
		middle := func(name string) color.RGBA { return pixel(name, 22, 27) }
		light, dark := color.RGBA{238, 223, 190, 255}, color.RGBA{176, 137, 104, 255}
		if edge("b1") != light || edge("d4") != dark || edge("h1") != light || edge("a8") != light {
			t.Errorf("flip %v: squares are %v %v", flip, edge("b1"), edge("d4"))
		}
		if c := edge("c5"); c == dark || c.R < 200 || c.B > 100 {
			t.Errorf("flip %v: the marked c5 is %v", flip, c)
		}
		if middle("b3") != light {
			t.Errorf("flip %v: something stands on b3: %v", flip, middle("b3"))
		}
		if c := middle("h8"); c.R > 60 { // the body of a black rook
			t.Errorf("flip %v: h8 is %v", flip, c)
		}
		if c := middle("a1"); c.R < 240 || c.B < 240 { // of a white one
			t.Errorf("flip %v: a1 is %v", flip, c)
		}
		inked := 0
		for x := 34; x < 44; x++ {
			for y := 1; y < 13; y++ {
				if pixel("c5", x, y).R < 90 {
					inked++
				}
			}
		}

		if inked < 8 {
			t.Errorf("flip %v: no number stands in the corner of c5", flip)
		}
		if _, _, _, a := picture.At(1, 1).RGBA(); a != 0 {
			t.Errorf("flip %v: the outside is not clear", flip)
		}
	}

	for _, size := range []int{-1, 39, diagram.MaxSize + 1} {
		if err := diagram.PNG(io.Discard, &p, diagram.Options{Size: size}); err == nil {
			t.Errorf("a picture of %d pixels is drawn", size)
		}
	}
}

// An icon is a piece on a dark square that reaches to the edges. The piece is within the safe zone
// of the Web App Manifest, a circle of four fifths of the width.
func TestIcon(t *testing.T) {
	const size = 200
	var file bytes.Buffer
	err := diagram.Icon(&file, board.Piece{Kind: board.Queen, Colour: board.White}, size)
	if err != nil {
		t.Fatal(err)
	}
	icon, err := png.Decode(&file)
	if err != nil || icon.Bounds() != image.Rect(0, 0, size, size) {
		t.Fatalf("%v, %v", icon.Bounds(), err)
	}

	ground, drawn := icon.At(0, 0), 0
	for x := range size {
		for y := range size {
			if icon.At(x, y) == ground {
				continue
			}
			drawn++
			if right, down := x-size/2, y-size/2; right*right+down*down > 80*80 {
				t.Fatalf("something is drawn at %d, %d", x, y)
			}
		}
	}

	if drawn < size*size/10 {
		t.Errorf("the piece takes %d pixels", drawn)
	}
	if err := diagram.Icon(&file, board.Piece{}, diagram.MaxSize+1); err == nil {
		t.Error("an icon that is too large is drawn")
	}
}

// A moving picture holds every frame, the six still pieces and the coordinates once, and shows the
// last one where nothing moves.
func TestAnimate(t *testing.T) {
	before, after := position(t, fen), position(t, "K6r/8/8/2pP4/8/8/6B1/R3K3 w")
	var out bytes.Buffer
	if err := diagram.Animate(&out, []diagram.Frame{{Position: before},
		{Position: after, Marks: diagram.Marks(at(t, "a8").Bit(), diagram.Converted, 0)}}, "",
		diagram.Options{ShowTurn: true}); err != nil {
		t.Fatal(err)
	}

	text := out.String()
	if count := parse(t, out.Bytes()); count["use"] != 6+2+2+1 || count["style"] != 1 {
		t.Errorf("elements: %v", count)
	}
	for _, want := range []string{".turncoat-frame{visibility:hidden}",
		".turncoat-2{visibility:visible}", "@media (prefers-reduced-motion:no-preference)"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q", want)
		}
	}

	if err := diagram.Animate(io.Discard, nil, "", diagram.Options{}); err == nil {
		t.Error("no frames are a picture")
	}
}
