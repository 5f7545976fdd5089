package pgn

import (
	"slices"
	"strings"
	"unicode/utf8"

	"turncoat/pgn/token"
)

// Next reads the record that begins at or after a place of a block, and returns the place after it.
// There is no record, and the game is nil, when only white space and comments are left. last says
// that the stream ends with the text, so that a record that stops there may be cut off.
//
// Reading never fails: what cannot be read is a fault of the game.
func Next(text []byte, at int, last bool) (*Game, int) {
	return Read(new(token.Tokenizer), text, at, last)
}

// Read reads a record as [Next] does. With one tokenizer for all records of a text, the time that it takes is in
// proportion to the length of the text, whatever it holds.
func Read(t *token.Tokenizer, text []byte, at int, last bool) (*Game, int) {
	b := builder{text: text, g: &Game{}}
	b.line = &b.g.Main
	end := t.Record(text, at, last, &b)
	if !b.ended {
		return nil, end
	}
	return b.g, end
}

// A builder is the visitor that makes a [Game].
type builder struct {
	text  []byte
	g     *Game
	line  *Line
	open  []*Line // interrupted by the variations that are open
	latin bool    // the record is not UTF-8
	ended bool
}

// str returns a piece of the text as UTF-8. What is not UTF-8 makes it and everything after it Latin-1.
func (b *builder) str(piece []byte) string {
	if !b.latin && !utf8.Valid(piece) {
		b.latin = true
	}
	return token.Decode(piece, b.latin)
}

func (b *builder) Begin(at int) { b.g.At = at }

func (b *builder) Tag(t *token.Tag) bool {
	b.g.Tags = append(b.g.Tags, Tag{Name: string(t.Name), Value: b.str(t.Value), At: t.At, ValueAt: t.ValueAt})
	return true
}

func (b *builder) Movetext(token.Dialect) bool { return true }

func (b *builder) Move(t *token.Move) bool {
	m := &Move{Text: b.str(t.Text), At: t.At, End: t.End, Number: t.Number, NumberAt: t.NumberAt, Dots: t.Dots,
		Unreadable: t.Unreadable}
	if t.NAG > 0 {
		m.NAGs = []int{t.NAG}
	}
	if t.After {
		b.g.After = append(b.g.After, m)
	} else {
		b.line.Moves = append(b.line.Moves, m)
	}
	return true
}

// lastMove returns the move that comments and signs belong to, nil before the first of a line.
func (b *builder) lastMove() *Move {
	if n := len(b.line.Moves); n > 0 {
		return b.line.Moves[n-1]
	}
	return nil
}

func (b *builder) Annotate(nag int) bool {
	if m := b.lastMove(); m != nil && !slices.Contains(m.NAGs, nag) {
		m.NAGs = append(m.NAGs, nag)
	}
	return true
}

func (b *builder) Comment(text []byte, at int, _ bool) bool {
	c := Comment{Text: collapse(b.str(text)), At: at}
	if c.Text == "" {
		return true
	}
	if m := b.lastMove(); m != nil {
		m.Comments = append(m.Comments, c)
	} else {
		b.line.Comments = append(b.line.Comments, c)
	}
	return true
}

// collapse makes every run of white space one space.
func collapse(text string) string { return strings.Join(strings.Fields(text), " ") }

func (b *builder) Open() bool {
	line := &Line{}
	if m := b.lastMove(); m != nil { // otherwise it is read and dropped
		m.Variations = append(m.Variations, line)
	}
	b.open = append(b.open, b.line)
	b.line = line
	return true
}

func (b *builder) Close() bool {
	n := len(b.open) - 1
	b.line, b.open = b.open[n], b.open[:n]
	return true
}

func (b *builder) Result(r token.Result) bool {
	b.g.Results = append(b.g.Results, r)
	return true
}

func (b *builder) Ply(t *token.VChessPly) bool {
	turn := *t
	turn.Text = string(b.text[t.At:t.End])
	turn.Appear, turn.Vanish = slices.Clone(t.Appear), slices.Clone(t.Vanish)
	b.g.Machine = append(b.g.Machine, turn)
	return true
}

func (b *builder) Fault(f token.Fault) bool {
	b.g.Faults = append(b.g.Faults, f)
	return true
}

func (b *builder) End(e *token.Ending) {
	g := b.g
	g.At, g.End, g.Dialect, g.HasMachine, g.closed, b.ended = e.At, e.End, e.Dialect, e.Machine, e.Closed, true
	if e.Unfinished {
		g.Main.Moves = g.Main.Moves[:len(g.Main.Moves)-1]
	}
}
