package endgame

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/tablebase"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Kind is what is looked for in a table.
type Kind string

// The kinds.
const (
	// OnlyMoves: won positions in whose main line the winner has one winning move only, for as many
	// turns as can be.
	OnlyMoves Kind = "only-moves"
	// Zugzwang: mutual zugzwangs, in which the side that is to move has a turn and loses, whichever
	// it is.
	Zugzwang Kind = "zugzwang"
	// Weaker: wins of the side that owns less.
	Weaker Kind = "weaker"
	// OneKey: wins with one key that make puzzles; see [Puzzles].
	OneKey Kind = "one-key"
)

// Find is a position that was found. White is to move, unless the rules do not allow the colours to
// be exchanged.
type Find struct {
	Kind     Kind
	Class    tablebase.Class
	Position board.Position
	Value    tablebase.Value
	// Turns is, of the only moves, how many turns of the winner's in the main line have one winning
	// move, from the first on.
	Turns int
	// Less is, of a win of the weaker side, by how much it owns less, in pawns: queen 9, rook 5,
	// bishop and knight 3.
	Less int
	// Other is, of a mutual zugzwang, the value to the other side if that is to move.
	Other tablebase.Value
	Line  []tablebase.TurnValue // the main line
}

// MineOptions bound a search.
type MineOptions struct {
	Count int // how many finds are wanted
	// Looked is at how many positions the kinds look whose main line has to be played, the longest
	// first; 0 means 20,000.
	Looked int
}

// Mine looks for the finest positions of a kind, any but [OneKey], in the table of a class, the
// finest first: the most only moves, the longest zugzwang, the weakest winner; then the longest;
// then by their place in the table.
func Mine(ctx context.Context, tables *tablebase.Tables, c tablebase.Class, kind Kind, o MineOptions) ([]Find, error) {
	table := tables.Table(c)
	if table == nil {
		return nil, fmt.Errorf("%w of %s for %s", tablebase.ErrMissing, c, tables.Set().Name)
	}
	if o.Looked <= 0 {
		o.Looked = 20_000
	}
	m := miner{tables: tables, table: table, options: o}
	var err error
	switch kind {
	case OnlyMoves:
		err = m.onlyMoves(ctx)
	case Zugzwang:
		err = m.zugzwangs(ctx)
	case Weaker:
		err = m.weaker(ctx)
	default:
		err = fmt.Errorf("no kind of find is called %q", kind)
	}

	if err != nil {
		return nil, err
	}
	for i := range m.finds {
		m.finds[i].Kind, m.finds[i].Class = kind, c
		m.finds[i].Line, err = tables.Line(&m.finds[i].Position)
		if err != nil {
			return nil, err
		}
	}

	return m.finds, nil
}

type miner struct {
	tables  *tablebase.Tables
	table   *tablebase.Table
	options MineOptions
	finds   []Find // the finest so far, in order
}

// add adds a find, if it is fine enough.
func (m *miner) add(f Find) {
	at, _ := slices.BinarySearchFunc(m.finds, f, func(a, b Find) int {
		order := cmp.Or(cmp.Compare(b.Turns, a.Turns), cmp.Compare(b.Less, a.Less), cmp.Compare(b.length(), a.length()))
		if order == 0 {
			return -1 // what was found first stands first
		}
		return order
	})
	if at < m.options.Count {
		m.finds = slices.Insert(m.finds, at, f)
		m.finds = m.finds[:min(len(m.finds), m.options.Count)]
	}
}

// length returns for how long a find goes on.
func (f *Find) length() int { return max(f.Value.Plies(), f.Other.Plies()) }

// zugzwangs looks at all positions.
func (m *miner) zugzwangs(ctx context.Context) error {
	return m.table.Each(ctx, func(e tablebase.Entry) error {
		if !e.Value.Loses() || e.Value.Plies() == 0 {
			return nil
		}
		q := e.Position
		q.Turn = q.Turn.Other()
		other, err := m.tables.Probe(&q)
		if err != nil || !other.Loses() || other.Plies() == 0 {
			// It is no position when the other side is to move, no zugzwang, or the end of the game.
			return nil
		}
		// Of its two positions the one that lasts longer is kept.
		if e.Value.Plies() >= other.Plies() {
			m.add(Find{Position: e.Position, Value: e.Value, Other: other})
		}
		return nil
	})
}

// weaker looks at all positions.
func (m *miner) weaker(ctx context.Context) error {
	return m.table.Each(ctx, func(e tablebase.Entry) error {
		if less, ok := winsWithLess(&e); ok {
			m.add(Find{Position: e.Position, Value: e.Value, Less: less})
		}
		return nil
	})
}

// winsWithLess returns by how much the side to move owns less than the other, and whether it wins
// for all that, not at once and against a king.
func winsWithLess(e *tablebase.Entry) (less int, ok bool) {
	p := &e.Position
	enemy := p.Turn.Other()
	less = worth(p, enemy) - worth(p, p.Turn)
	return less, less > 0 && e.Value.Wins() && e.Value.Plies() > 1 && !p.Kingless(enemy)
}

// worth returns what a side owns besides kings, in pawns.
func worth(p *board.Position, c board.Colour) (n int) {
	for kind, value := range [...]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9} {
		n += value * (p.Pieces(board.Kind(kind)) & p.Colours[c]).Count()
	}
	return n
}

// onlyMoves looks at the longest wins.
func (m *miner) onlyMoves(ctx context.Context) error {
	for plies, looked := m.table.Longest, 0; plies > 0 && looked < m.options.Looked; plies -= 2 {
		list, err := m.table.WithValue(ctx, tablebase.DecidedIn(plies), m.options.Looked-looked)
		if err != nil {
			return err
		}
		looked += len(list)
		for _, e := range list {
			n, err := m.onlyMovesOf(&e.Position)
			if err != nil {
				return err
			}
			if n > 0 {
				m.add(Find{Position: e.Position, Value: e.Value, Turns: n})
			}
		}
	}

	return nil
}

// onlyMovesOf returns for how many turns of the main line the winner has one winning move, and no
// other legal turn is the reason for it at the first.
func (m *miner) onlyMovesOf(p *board.Position) (n int, err error) {
	variant := rules.New(m.tables.Set())
	for at := *p; ; {
		list, err := m.tables.Turns(&at)
		if err != nil || len(list) == 0 {
			return n, err
		}
		winning, err := analysis.WinningMoves(m.tables, &at)
		if err != nil || len(winning) != 1 || n == 0 && list[0].Move == list[len(list)-1].Move {
			return n, err
		}
		n++
		played, err := variant.TryPlay(&at, list[0].Move, &list[0].Reclaimed)
		if err != nil {
			return n, err
		}
		replies, err := m.tables.Turns(&played.After)
		if err != nil || len(replies) == 0 {
			return n, err
		}
		answered, err := variant.TryPlay(&played.After, replies[0].Move, &replies[0].Reclaimed)
		if err != nil {
			return n, err
		}
		at = answered.After
	}
}

// repliesPerTurn bounds the work for a solution: with so few pieces no enemy has more turns on the
// average.
const repliesPerTurn = 16

// Puzzle makes a puzzle of a won position, with its whole solution. The error wraps
// [rules.ErrLimit] where the winner has more turns in the solution than a given number, each
// different continuation counted once.
func Puzzle(ctx context.Context, tables *tablebase.Tables, p *board.Position, maxSize int) (puzzle.Puzzle, error) {
	v, err := tables.Probe(p)
	if err != nil {
		return puzzle.Puzzle{}, err
	}
	if !v.Wins() {
		return puzzle.Puzzle{}, fmt.Errorf("%w: it is a %s", ErrNoWin, v)
	}
	analyst := analysis.New(rules.New(tables.Set()), analysis.Options{Tables: tables})
	in, keys, err := analyst.Shortest(ctx, p, turns(v))
	if err != nil {
		return puzzle.Puzzle{}, err
	}
	found, err := analyst.Solution(ctx, p, in, keys, analysis.Bounds{Duals: -1, Turns: repliesPerTurn * maxSize})
	if err == nil && found.Key().Size() > maxSize {
		err = fmt.Errorf("%w: a solution with more than %d turns of the winner's", rules.ErrLimit, maxSize)
	}
	if err != nil {
		return puzzle.Puzzle{}, err
	}
	made, err := analyst.Make(ctx, p, &found)
	made.Source = puzzle.Source{From: "tablebase"}
	return made, err
}
