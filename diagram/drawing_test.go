package diagram

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

// A board of 360 units begins 22 from the left and 10 from above; its upper left square is light.
func TestSquares(t *testing.T) {
	var screen, print drawing
	screen.squares(Screen)
	print.squares(Print)
	var dark, hatched path
	for row := range 8 {
		for column := range 8 {
			if row%2 != column%2 {
				dark = append(dark, rectangle(float64(22+45*column), float64(10+45*row), 45, 45)...)
				hatched = append(hatched, hatch(float64(22+45*column), float64(10+45*row))...)
			}
		}
	}

	const ground = "M22 10L382 10L382 370L22 370Z"
	if p := screen.parts; len(p) != 2 || p[0].path.String() != ground || p[0].fill != lightSquare ||
		p[1].path.String() != dark.String() || p[1].fill != darkSquare || p[1].stroke.opacity > 0 {
		t.Errorf("on the screen: %+v", p)
	}

	if p := print.parts; len(p) != 2 || p[0].path.String() != ground || p[0].fill != white ||
		p[1].path.String() != hatched.String() || p[1].stroke != black || p[1].width != 0.6 ||
		p[1].fill.opacity > 0 {
		t.Errorf("in print: %+v", p)
	}
}

// Marks: of a colour each on the screen, of a shape each in print, where a move is shown by its
// arrow.
func TestMarks(t *testing.T) {
	for _, test := range []struct {
		mark   Mark
		colour string
		print  string
	}{
		{Mark{Kind: From}, "#cdd26a", ""},
		{Mark{Kind: To}, "#aabe3c", ""},
		{Mark{Kind: Converted}, "#e86a33", "M1.5 1.5L43.5 1.5L43.5 43.5L1.5 43.5Z;"},
		{Mark{Kind: Converted, Number: 1}, "#e86a33", "M1.5 1.5L43.5 1.5L43.5 43.5L1.5 43.5Z;"},
		{Mark{Kind: Converted, Number: 2}, "#f2a93b", "M1.5 1.5L43.5 1.5L43.5 43.5L1.5 43.5Z;"},
		{Mark{Kind: Converted, Number: 6}, "#2aa198", "M1.5 1.5L43.5 1.5L43.5 43.5L1.5 43.5Z;"},
		{Mark{Kind: Converted, Number: 7}, "#2aa198", "M1.5 1.5L43.5 1.5L43.5 43.5L1.5 43.5Z;"},
		{Mark{Kind: Reclaimed, Number: 2}, "#4a90c8",
			"M1.2 1.2L43.8 1.2L43.8 43.8L1.2 43.8Z;M3.6 3.6L41.4 3.6L41.4 41.4L3.6 41.4Z;"},
		{Mark{Kind: Pointed}, "#f4d03f",
			"M43 22.5C43 33.82 33.82 43 22.5 43C11.18 43 2 33.82 2 22.5C2 11.18 11.18 2 22.5 2C33.82 2 43 11.18 43 22.5Z;"},
	} {
		if p := test.mark.shapes(Screen); len(p) != 1 ||
			p[0].path.String() != "M0 0L45 0L45 45L0 45Z" || p[0].fill.hex() != test.colour ||
			p[0].fill.opacity >= 1 || p[0].fill.opacity < 0.6 {
			t.Errorf("%+v on the screen is %+v", test.mark, p)
		}

		print := ""
		for _, p := range test.mark.shapes(Print) {
			print += p.path.String() + ";"
			if p.stroke != black || p.width <= 0 || (p.fill != white && len(print) < 50) {
				t.Errorf("%+v in print is %+v", test.mark, p)
			}
		}

		if print != test.print {
			t.Errorf("%+v in print is %s, want %s", test.mark, print, test.print)
		}
	}

	for wave, want := range map[int]string{-1: "#e86a33", 0: "#e86a33", 1: "#e86a33", 2: "#f2a93b",
		3: "#d94f8a", 4: "#8e5bd0", 5: "#3f8fd1", 6: "#2aa198", 7: "#2aa198", 99: "#2aa198"} {
		if got := WaveColour(wave); got != want {
			t.Errorf("the colour of wave %d is %s, want %s", wave, got, want)
		}
	}
}

// The arrow goes from the first square of a move to the first that it reaches, if these are two.
func TestArrowOf(t *testing.T) {
	a1, b2, c3 := board.At(0, 0), board.At(1, 1), board.At(2, 2)
	for _, test := range []struct {
		marks    []Mark
		from, to board.Square
	}{
		{nil, board.NoSquare, board.NoSquare},
		{[]Mark{{Square: a1, Kind: From}}, board.NoSquare, board.NoSquare},
		{[]Mark{{Square: a1, Kind: To}}, board.NoSquare, board.NoSquare},
		{[]Mark{{Square: a1, Kind: From}, {Square: a1, Kind: To}}, board.NoSquare, board.NoSquare},
		{[]Mark{{Square: b2, Kind: To}, {Square: a1, Kind: From}}, a1, b2},
		{[]Mark{{Square: a1, Kind: From}, {Square: b2, Kind: To}, {Square: c3, Kind: From},
			{Square: c3, Kind: To}}, a1, b2},
		{[]Mark{{Square: a1, Kind: Converted}, {Square: b2, Kind: From}, {Square: c3, Kind: To}},
			b2, c3},
		{[]Mark{{Square: board.NoSquare + 1, Kind: From}, {Square: c3, Kind: To}}, board.NoSquare,
			board.NoSquare},
		{[]Mark{{Square: c3, Kind: From}, {Square: board.NoSquare + 1, Kind: To}}, board.NoSquare,
			board.NoSquare},
	} {
		if from, to := arrowOf(test.marks); from != test.from || to != test.to {
			t.Errorf("%v: from %v to %v, want %v to %v", test.marks, from, to, test.from, test.to)
		}
	}
}

func read(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen, rulestest.Builtin(t, "pacifist1"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// listed writes the parts of a drawing that are symbols, with their places and frames.
func listed(d *drawing) []string {
	var list []string
	for _, p := range d.parts {
		if p.symbol != nil {
			list = append(list, fmt.Sprintf("%s %s,%s in %d", p.symbol.id, number(p.at.x),
				number(p.at.y), p.frame))
		}
	}

	return list
}

// What stands where on a picture, in order: pieces, what belongs to one frame alone with its
// number, numbers of waves, the side to move, coordinates.
func TestDraw(t *testing.T) {
	before, after := read(t, "7k/8/8/8/8/8/8/KN6 w"), read(t, "7k/8/8/8/8/2N5/8/K7 b")
	one := []Frame{{before, []Mark{{board.At(7, 7), Converted, 3}, {board.At(0, 0), Pointed, 0}}}}
	for _, test := range []struct {
		name   string
		o      Options
		frames []Frame
		height float64
		want   []string
	}{
		{"a picture", Options{}, one, 392,
			[]string{"piece-k 337,10 in 0", "piece-K 22,325 in 0", "piece-N 67,325 in 0",
				"wave-3 380,21.5 in 0", "coordinates 0,0 in 0"}},
		{"seen by Black", Options{Flip: true, ShowTurn: true}, one, 392,
			[]string{"piece-N 292,10 in 0", "piece-K 337,10 in 0", "piece-k 22,325 in 0",
				"wave-3 65,336.5 in 0", "turn-white 393.5,17.5 in 0",
				"coordinates-flipped 0,0 in 0"}},
		{"in print", Options{Style: Print, ShowTurn: true, Count: true}, one, 410,
			[]string{"halo-k 337,10 in 0", "piece-k 337,10 in 0", "halo-K 22,325 in 0",
				"piece-K 22,325 in 0", "halo-N 67,325 in 0", "piece-N 67,325 in 0",
				"wave-3 380,21.5 in 0", "turn-white-print 393.5,362.5 in 0",
				"coordinates-print 0,0 in 0"}},
		{"moving", Options{ShowTurn: true}, []Frame{{before, nil},
			{after, []Mark{{board.At(2, 2), Converted, 1}}}}, 392,
			[]string{"piece-k 337,10 in 0", "piece-N 112,235 in 2", "piece-K 22,325 in 0",
				"piece-N 67,325 in 1", "turn-white 393.5,362.5 in 1",
				"wave-1 155,246.5 in 2", "turn-black 393.5,17.5 in 2", "coordinates 0,0 in 0"}},
		{"moving in print, seen by Black", Options{Style: Print, Flip: true, ShowTurn: true},
			[]Frame{{after, nil}, {after, nil}}, 392,
			[]string{"halo-K 337,10 in 0", "piece-K 337,10 in 0", "halo-N 247,100 in 0",
				"piece-N 247,100 in 0", "halo-k 22,325 in 0", "piece-k 22,325 in 0",
				"turn-black-print 393.5,362.5 in 1", "turn-black-print 393.5,362.5 in 2",
				"coordinates-flipped-print 0,0 in 0"}},
	} {
		d := test.o.draw(test.frames)
		if got := listed(d); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if d.width != 404 || d.height != test.height || d.frames != len(test.frames) {
			t.Errorf("%s: %v by %v, %d frames", test.name, d.width, d.height, d.frames)
		}
		ground := d.parts[0].path.String() == fmt.Sprintf("M0 0L404 0L404 %sL0 %[1]sZ",
			number(test.height)) && d.parts[0].fill == white
		if ground != (test.o.Style == Print) {
			t.Errorf("%s: that it lies on white is %t", test.name, ground)
		}
	}

	// The number of pieces, White's first, ends below the right edge of the board; only where it is
	// asked for.
	for _, count := range []bool{false, true} {
		for _, style := range []Style{Screen, Print} {
			d := (&Options{Count: count, Style: style}).draw(one)
			want := textPath(382-textWidth(13, "2+1")/2, 402, 13, "2+1")
			found := false
			for _, p := range d.parts {
				if p.symbol != nil || p.path.String() != want.String() {
					continue
				}
				found = true
				if low, high := extent(p.path); high.x > 382 || high.x < 379 || low.x > 370 ||
					high.y > 403.5 || high.y < 401.5 {
					t.Errorf("the number of pieces reaches from %v to %v", low, high)
				}

				if colour := map[Style]shade{Screen: middling,
					Print: black}[style]; p.fill != colour {
					t.Errorf("the number of pieces is %v", p.fill)
				}
			}

			if found != count {
				t.Errorf("style %d, count %t: found is %t", style, count, found)
			}
		}
	}
}

func extent(p path) (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, s := range p {
		for _, at := range s.points[:counts[s.op]] {
			low, high = point{min(low.x, at.x), min(low.y, at.y)}, point{max(high.x, at.x),
				max(high.y, at.y)}
		}
	}

	return low, high
}

// Marks and arrows lie on their squares, seen by White and by Black.
func TestUnder(t *testing.T) {
	f := Frame{Marks: []Mark{{board.At(1, 0), From, 0}, {board.At(1, 2), To, 0}, {board.At(7, 7),
		Pointed, 0}}}
	for _, test := range []struct {
		o    Options
		want []string
	}{
		{Options{}, []string{"M67 325L112 325L112 370L67 370Z", "M67 235L112 235L112 280L67 280Z",
			"M337 10L382 10L382 55L337 55Z",
			"M86.7 347.5L86.7 285.5L81 285.5L89.5 272.5L98 285.5L92.3 285.5L92.3 347.5Z"}},
		{Options{Flip: true}, []string{"M292 10L337 10L337 55L292 55Z",
			"M292 100L337 100L337 145L292 145Z", "M22 325L67 325L67 370L22 370Z",
			"M317.3 32.5L317.3 94.5L323 94.5L314.5 107.5L306 94.5L311.7 94.5L311.7 32.5Z"}},
	} {
		d := drawing{}
		d.belowPieces(&test.o, &f, 4)
		var got []string
		for _, p := range d.parts {
			got = append(got, p.path.String())
			if p.frame != 4 {
				t.Errorf("%s is in frame %d", p.path, p.frame)
			}
		}

		slices.Sort(got)
		slices.Sort(test.want)
		if !slices.Equal(got, test.want) {
			t.Errorf("flipped %t: %q, want %q", test.o.Flip, got, test.want)
		}
	}

	d := drawing{}
	d.belowPieces(&Options{}, &Frame{}, 0)
	if len(d.parts) > 0 {
		t.Errorf("without marks: %+v", d.parts)
	}
}

// The disc of the side to move is white or black, its rim black in print.
func TestTurn(t *testing.T) {
	for _, test := range []struct {
		style Style
		turn  board.Colour
		id    string
		fill  shade
		rim   shade
	}{
		{Screen, board.White, "turn-white", white, middling}, {Screen, board.Black, "turn-black",
			ink, middling},
		{Print, board.White, "turn-white-print", white, black}, {Print, board.Black,
			"turn-black-print", ink, black},
	} {
		d := drawing{}
		d.turn(&Options{Style: test.style}, test.turn, 0)
		s := d.parts[0].symbol
		if s.id != test.id || len(s.parts) != 1 || s.parts[0].fill != test.fill ||
			s.parts[0].stroke != test.rim || s.parts[0].width != 1.4 ||
			s.parts[0].path.String() != circle(0, 0, 6.5).String() {
			t.Errorf("%s: %+v", test.id, s)
		}
	}
}

// Letters stand below the middle of their files, digits left of the middle of their ranks.
func TestCoordinates(t *testing.T) {
	for _, flip := range []bool{false, true} {
		d := drawing{}
		d.coordinates(&Options{Flip: flip})
		p := d.parts[0].symbol.parts
		if len(p) != 1 || p[0].fill != middling {
			t.Fatalf("%+v", p)
		}
		var want path
		for i := range 8 {
			rank, file := 8-i, i
			if flip {
				rank, file = i+1, 7-i
			}
			want = append(want, textPath(10, 10+45*float64(i)+22.5+4.7, 14, fmt.Sprint(rank))...)
			want = append(want, textPath(22+45*float64(i)+22.5, 385, 14, string(rune('a'+file)))...)
		}

		if p[0].path.String() != want.String() {
			t.Errorf("flipped %t: other letters or places", flip)
		}
	}
}

// A piece is drawn in its colours; its halo is white all over and wider.
func TestOutlinesOf(t *testing.T) {
	for colour := board.White; colour <= board.Black; colour++ {
		for kind := board.Pawn; kind <= board.King; kind++ {
			piece := board.Piece{Kind: kind, Colour: colour}
			shapes, halo := pieceSymbol(piece, false), pieceSymbol(piece, true)
			letter := string(piece.Letter())
			outlines := pieceOutlines[colour][kind]
			if shapes.id != "piece-"+letter || halo.id != "halo-"+letter ||
				len(shapes.parts) != len(outlines) || len(halo.parts) != len(outlines) {
				t.Fatalf("%s and %s of %d and %d parts", shapes.id, halo.id, len(shapes.parts),
					len(halo.parts))
			}

			for i, o := range outlines {
				d, h := shapes.parts[i], halo.parts[i]
				shades := map[string]shade{"white": white, "black": black, "": {}}
				if d.fill != shades[o.fill] || d.stroke != shades[o.stroke] || d.width != 1.5 ||
					d.round != (o.round || !o.mitre) ||
					d.path.String() != parsePath(o.path).String() {
					t.Errorf("part %d of %s is %+v", i, shapes.id, d)
				}

				if h.fill != white || h.stroke != white || h.width != 4.5 || !h.round ||
					h.path.String() != d.path.String() {
					t.Errorf("part %d of %s is %+v", i, halo.id, h)
				}
			}
		}
	}
}

// Three boards are shown for 1.4 seconds each and the last for 4: 6.8 in all.
func TestPlay(t *testing.T) {
	var out bytes.Buffer
	writePlay(&out, 3)
	const want = `<style>
.turncoat-frame{visibility:hidden}
.turncoat-3{visibility:visible}
@media (prefers-reduced-motion:no-preference){
.turncoat-1{animation:turncoat-1-of-3 6.8s step-end infinite}
@keyframes turncoat-1-of-3{0%{visibility:visible}20.59%{visibility:hidden}}
.turncoat-2{animation:turncoat-2-of-3 6.8s step-end infinite}
@keyframes turncoat-2-of-3{0%{visibility:hidden}20.59%{visibility:visible}41.18%{visibility:hidden}}
.turncoat-3{animation:turncoat-3-of-3 6.8s step-end infinite}
@keyframes turncoat-3-of-3{0%{visibility:hidden}41.18%{visibility:visible}}
}
</style>
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// Parts of a frame that follow each other are a group; those of all frames are in none.
func TestWriteParts(t *testing.T) {
	line := path{{'M', [3]point{{1, 2}}}, {'L', [3]point{{3, 4}}}}
	y := &symbol{id: "s", parts: []part{{path: line, fill: white}}}
	d := drawing{frames: 2, parts: []part{
		{path: line, fill: shade{1, 2, 255, 1}}, {symbol: y, at: point{5, 6.5}, frame: 1},
		{path: line, stroke: black, width: 1.5, frame: 1},
		{path: line, fill: shade{1, 2, 3, 0.5}, stroke: white, width: 2, round: true, frame: 2},
		{symbol: y},
		{symbol: y, frame: 2},
	}}
	var out bytes.Buffer
	d.writeParts(&out)
	y.define(&out)
	const want = `<path fill="#0102ff" d="M1 2L3 4"/>
<g class="turncoat-frame turncoat-1">
<use href="#s" x="5" y="6.5"/>
<path fill="none" stroke="#000000" stroke-width="1.5" d="M1 2L3 4"/>
</g>
<g class="turncoat-frame turncoat-2">
<path fill="#010203" fill-opacity="0.5" stroke="#ffffff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M1 2L3 4"/>
</g>
<use href="#s" x="0" y="0"/>
<g class="turncoat-frame turncoat-2">
<use href="#s" x="0" y="0"/>
</g>
<g id="s"><path fill="#ffffff" d="M1 2L3 4"/></g>
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
