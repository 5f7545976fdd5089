package puzzle

import (
	"testing"

	"turncoat/rules/board"
)

// The main line is the longest defence; of the longest the one with fewest duals; of these the
// first as text.
func TestMainLine(t *testing.T) {
	at := board.Position{EnPassant: board.NoSquare}
	move := func(from, to int) board.Played {
		return board.Played{Turn: board.Turn{Move: board.NewMove(board.At(from, 7),
			board.At(to, 6))}}
	}
	defence := func(from, to, in, ways, duals int) Defence {
		d := Defence{Turn: move(from, to), In: in}
		for range ways {
			d.Continuations = append(d.Continuations,
				Play{LineDuals: duals, Duals: duals, text: "x"})
		}

		return d
	}
	p := Play{Turn: move(0, 0), Choices: []Choice{{Played: move(0, 0)}}, Defences: []Defence{
		defence(0, 1, 1, 1, 0), defence(1, 1, 2, 2, 0), defence(2, 1, 2, 1, 2),
		defence(4, 1, 2, 1, 1),
		defence(3, 1, 2, 1, 1),
	}}
	p.Finish(&at, nil)
	var order []string
	for _, d := range p.Defences {
		order = append(order, d.word)
	}
	want := []string{"b8b7", "d8b7", "e8b7", "c8b7", "a8b7"}
	for i := range want {
		if order[i] != want[i] {
			t.Fatalf("the order is %v, want %v", order, want)
		}
	}

	if p.LineDuals != 1 || p.Duals != 1+2+1+1 {
		t.Errorf("%d duals, %d in the main line", p.Duals, p.LineDuals)
	}
}
