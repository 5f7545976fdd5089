package solve

import (
	"slices"
	"testing"

	"turncoat/rules/board"
)

// moved returns moves from a square of the first rank, told apart by their numbers.
func moved(i int) board.Move { return board.NewMove(board.Square(i), board.Square(i+16)) }

// some returns candidates with what is no move as the zero value.
func some(list [4]board.Move) [4]board.Move {
	for i, m := range list {
		if m.From == m.To {
			list[i] = board.Move{}
		}
	}
	return list
}

// The first killer stays until others have refuted more often than it did of late; the second is the last that refuted.
func TestHistory(t *testing.T) {
	a, b, c, last := moved(1), moved(2), moved(3), moved(7)
	var none board.Move
	var h history
	if h.at(1) == h.at(2) || h.at(7) != h.at(60) || h.at(6) == h.at(7) {
		t.Error("other numbers of turns share their moves")
	}
	l := h.at(1)
	for i, step := range []struct {
		refutes board.Move
		killers [2]board.Move
	}{
		{a, [2]board.Move{a, none}}, {a, [2]board.Move{a, none}}, {b, [2]board.Move{a, b}}, {c, [2]board.Move{c, a}},
		{a, [2]board.Move{a, c}},
		// Ten times more are worth four.
		{a, [2]board.Move{a, c}}, {a, [2]board.Move{a, c}}, {a, [2]board.Move{a, c}}, {a, [2]board.Move{a, c}},
		{a, [2]board.Move{a, c}}, {a, [2]board.Move{a, c}},
		{b, [2]board.Move{a, b}}, {c, [2]board.Move{a, c}}, {b, [2]board.Move{a, b}}, {c, [2]board.Move{a, c}},
		{b, [2]board.Move{b, a}},
	} {
		l.refutes(step.refutes, last)
		if l.killers != step.killers {
			t.Errorf("step %d: %v, want %v", i, l.killers, step.killers)
		}
		if unpack(l.answers[slot(last)]) != step.refutes {
			t.Errorf("step %d: the answer is another", i)
		}
	}
	if l.refuted[slot(a)] != 9 || l.refuted[slot(b)] != 4 || l.refuted[slot(c)] != 3 || l.refuted[slot(last)] != 0 {
		t.Errorf("refuted %d, %d, %d times", l.refuted[slot(a)], l.refuted[slot(b)], l.refuted[slot(c)])
	}
	// Of the killers b and a, and the answer b to the last move:
	for stored, want := range map[board.Move][4]board.Move{c: {c, b, a, none}, b: {b, none, a, none},
		none: {none, b, a, none}} {
		if got := some(l.candidates(pack(stored), last)); got != want {
			t.Errorf("with %v: %v, want %v", stored, got, want)
		}
	}
	l.refutes(c, moved(4))
	if got, want := some(l.candidates(pack(moved(5)), moved(4))), [4]board.Move{moved(5), c, b, none}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := some(l.candidates(0, last)), [4]board.Move{none, c, b, none}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
	l.wins(a)
	l.wins(a)
	if l.won[slot(a)] != 2 || l.won[slot(b)] != 0 {
		t.Errorf("won %d times", l.won[slot(a)])
	}
}

// Turns stand by falling score, equals as they stood; very many are left alone.
func TestOrder(t *testing.T) {
	names := func(turns []board.Turn) (list []int) {
		for _, turn := range turns {
			list = append(list, int(turn.From))
		}
		return list
	}
	turnsOf := func(n int) (turns []board.Turn) {
		for i := range n {
			turns = append(turns, board.Turn{Move: moved(i)})
		}
		return turns
	}
	var l moveStats
	for _, i := range []int{2, 2, 2, 4, 4, 1, 5} {
		l.refuted[slot(moved(i))]++
	}
	turns := turnsOf(6)
	if l.orderReplies(turns); !slices.Equal(names(turns), []int{2, 4, 1, 5, 0, 3}) {
		t.Errorf("%v", names(turns))
	}
	// A king counts before all, a conversion as much as eight wins.
	const king board.Bitboard = 1 << 60
	turns = turnsOf(6)
	turns[1].Converted, turns[3].Converted, turns[5].Converted = 1<<50, king, 3<<50
	for range 8 {
		l.wins(moved(4))
	}
	if l.orderAttacks(turns, king); !slices.Equal(names(turns), []int{3, 5, 1, 4, 0, 2}) { // 1 and 4 are worth the same
		t.Errorf("%v", names(turns))
	}
	l.wins(moved(4))
	if l.orderAttacks(turns, king); !slices.Equal(names(turns), []int{3, 5, 4, 1, 0, 2}) {
		t.Errorf("%v", names(turns))
	}
	for n, want := range map[int]int{256: 255, 257: 0} {
		turns := make([]board.Turn, n)
		for i := range turns {
			turns[i].Converted = board.Bitboard(i)
		}
		if order(turns, func(t *board.Turn) uint32 { return uint32(t.Converted) }); int(turns[0].Converted) != want {
			t.Errorf("of %d turns %d stands first", n, turns[0].Converted)
		}
	}
	turns = turnsOf(5)
	for _, step := range []struct {
		move int
		want []int
	}{{3, []int{3, 0, 1, 2, 4}}, {3, []int{3, 0, 1, 2, 4}}, {4, []int{4, 3, 0, 1, 2}}, {7, []int{4, 3, 0, 1, 2}},
		{3, []int{3, 4, 0, 1, 2}}} {
		if promoteTurn(turns, moved(step.move)); !slices.Equal(names(turns), step.want) {
			t.Errorf("%d to the front: %v, want %v", step.move, names(turns), step.want)
		}
	}
}
