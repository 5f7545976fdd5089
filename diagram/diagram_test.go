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
	"turncoat/rules/ruleset"
)

func position(t *testing.T, fen string) board.Position {
	t.Helper()
	set, err := ruleset.Builtin("pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	p, err := board.ParseFEN(fen, set)
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
		{Square: at(t, "g1"), Kind: diagram.From}, {Square: at(t, "g2"), Kind: diagram.To}, {Square: at(t, "c5"), Kind: diagram.Converted},
		{Square: at(t, "d5"), Kind: diagram.Converted, Number: 12}, {Square: at(t, "a8"), Kind: diagram.Converted, Number: 3},
		{Square: at(t, "h8"), Kind: diagram.Reclaimed}, {Square: at(t, "a1"), Kind: diagram.To}, {Square: at(t, "a1"), Kind: diagram.Pointed},
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
		if rest = ""; found {
			_, rest, _ = strings.Cut(after, "m")
		}
	}
	squeeze := func(s string) string { return strings.NewReplacer(".", "", " ", "").Replace(s) }
	if squeeze(bare.String()) != squeeze(plain) {
		t.Errorf("without its colours:\n%s, want\n%s", bare.String(), plain)
	}
	// The marked pawn of Black on c5: black on the colour of conversions; the king a8: on a light square.
	for _, want := range []string{"\x1b[1;38;5;16;48;5;209m[p]\x1b[0m", "\x1b[1;38;5;16;48;5;180m k \x1b[0m", "\x1b[1;38;5;231;48;5;137m R \x1b[0m"} {
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
		{Square: at(t, "g1"), Kind: diagram.From}, {Square: at(t, "g2"), Kind: diagram.To}, {Square: at(t, "c5"), Kind: diagram.Converted, Number: 2}}}
}

// The SVG is well-formed XML with a title, a drawing for each piece, the number of the wave and the
// colour of each mark, the same at every run.
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
	count := map[string]int{}
	for d := xml.NewDecoder(&second); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
	// Itself, seven pieces, an arrow; the numbers of eight ranks and files and of one wave.
	if count["svg"] != 1+7+1 || count["text"] != 17 || count["title"] != 1 || count["marker"] != 1 {
		t.Errorf("elements: %v", count)
	}
	for _, want := range []string{"<title>a &lt;b&gt; &amp; c</title>", ">2</text>", "#f2a93b", "#aabe3c", "#cdd26a"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q", want)
		}
	}
}

// In the PNG squares have their colours, pieces stand where they should, and marks shine through.
func TestPNG(t *testing.T) {
	p := position(t, fen)
	for _, flip := range []bool{false, true} {
		o := options(t)
		o.Flip = flip
		var file bytes.Buffer
		if err := diagram.PNG(&file, &p, 1, o); err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(&file)
		if err != nil {
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); size.X != diagram.Size || size.Y != diagram.Size {
			t.Fatalf("the picture is %v", size)
		}
		// A place near the left edge of each square, where no piece, number or letter is drawn.
		pixel := func(name string, x, y int) color.RGBA {
			s := at(t, name)
			column, row := s.File(), 7-s.Rank()
			if flip {
				column, row = 7-column, 7-row
			}
			return color.RGBAModel.Convert(picture.At(column*45+x, row*45+y)).(color.RGBA)
		}
		edge := func(name string) color.RGBA { return pixel(name, 2, 25) }
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
		if c := middle("h8"); c.R > 40 { // the body of a black rook
			t.Errorf("flip %v: h8 is %v", flip, c)
		}
		if c := middle("a1"); c.R < 240 || c.B < 240 { // of a white one
			t.Errorf("flip %v: a1 is %v", flip, c)
		}
	}
	if err := diagram.PNG(io.Discard, &p, 0, diagram.Options{}); err == nil {
		t.Error("a picture of no size is drawn")
	}
}
