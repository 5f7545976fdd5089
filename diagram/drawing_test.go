package diagram

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

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
