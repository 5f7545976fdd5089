// Package story explains turns to people: what a turn converts and why, wave by wave with the
// weights and the boards, or which rules forbid it.
package story

import (
	"fmt"
	"io"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/printable"
	"turncoat/internal/reference"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Teller writes about the turns of one position. It ignores errors of its writer, which must keep
// them.
type Teller struct {
	w       io.Writer
	variant *rules.Variant
	p       *board.Position // before the move
	colour  bool
	said    map[string]bool // the rules whose text has been printed
}

// New returns a teller that writes to w, with boards in colour or not.
func New(w io.Writer, variant *rules.Variant, p *board.Position, colour bool) *Teller {
	return &Teller{w, variant, p, colour, map[string]bool{}}
}

func (t *Teller) line(format string, a ...any) { fmt.Fprintf(t.w, format+"\n", a...) }

// rule prints the texts of rules that have not been printed yet.
func (t *Teller) rule(ids ...string) {
	for _, id := range ids {
		if text := t.variant.Statement(id); text != "" && !t.said[id] {
			t.said[id] = true
			t.line("%s", printable.Wrap(fmt.Sprintf("  %-6s ", id), text))
		}
	}
}

// Turn writes what a turn does and why.
func (t *Teller) Turn(turn board.Played) {
	e := t.variant.Explain(t.p, turn)
	set, mover := t.variant.Set(), t.p.Turn
	t.line("%s plays %s under %s: %s.\n", mover.Title(), t.variant.InputSAN(t.p, e.Turn),
		RulesName(t.variant),
		t.movement(e.Turn.Move))
	t.board(&e.Moved, moveMarks(t.p, e.Turn.Move))
	t.line("\nUpper case is White, lower case Black; ( ) is where the move began, a piece in ( ) where it ended.\n")
	switch {
	case set.Family.HasWeights():
		t.pacifist(e)
	case set.Family.HasCoSquares():
		t.conversion(e)
	case set.Family.ConvertsByAttack():
		t.benedict(e)
	case e.Why != "":
		t.step(e)
	}

	t.line("%s\n%s", t.variant.FEN(&e.Turn.After), Outcome(t.variant, &e.Turn.After))
}

func (t *Teller) board(p *board.Position, marks []diagram.Mark) {
	fmt.Fprint(t.w, diagram.Text(p, diagram.Options{Marks: marks, Colour: t.colour}))
}

func (t *Teller) movement(m board.Move) string {
	if _, ok := m.Castles(t.p); ok {
		return fmt.Sprintf("the king on %v castles with the rook on %v", m.From, m.To)
	}
	kind := t.p.KindAt(m.From)
	text := fmt.Sprintf("the %v goes from %v to %v", kind, m.From, m.To)
	switch {
	case t.p.Occupied().Has(m.To):
		text += fmt.Sprintf(" and captures the %v there", t.p.KindAt(m.To))
	case kind == board.Pawn && m.From.File() != m.To.File():
		text += " and captures en passant"
	}

	if m.Promotion < board.NoKind {
		text += fmt.Sprintf(" and becomes a %v", m.Promotion)
	}
	return text
}

// pacifist writes the conversions and the reclaim of a Pacifist turn.
func (t *Teller) pacifist(e rules.Explanation) {
	mover, enemy := t.p.Turn, t.p.Turn.Other()
	t.line("How pieces change sides:")
	t.rule("PAC-4", "PAC-5", "PAC-6")
	t.line("")
	t.discounted(&e)
	if len(e.Waves) == 0 {
		t.line("No piece of %s is over-persuaded: none changes colour.\n", enemy.Title())
	}
	for i, wave := range e.Waves {
		change := becomes(len(wave.Squares), enemy, mover)
		t.wave(fmt.Sprintf("Wave %d: %s.", i+1, change), wave, diagram.Converted)
	}
	if len(e.Waves) > 0 {
		t.line("Now no piece of %s is over-persuaded any more.\n", enemy.Title())
	}
	if t.variant.Set().Reclaim != ruleset.NoReclaim {
		t.reclaim(&e)
	}
	if len(e.Waves) > 1 {
		t.line("All in one picture, each piece that changed colour with the number of its wave:\n")
		t.board(&e.Turn.After, NumberedMarks(t.p, e.Turn))
		t.line("")
	}
}

func becomes(n int, from, to board.Colour) string {
	if n == 1 {
		return fmt.Sprintf("1 %v piece becomes %v", from, to)
	}
	return fmt.Sprintf("%d %v pieces become %v", n, from, to)
}

// wave writes one wave, or one round of the reclaim: each square, then the board.
func (t *Teller) wave(title string, wave rules.WaveStory, kind diagram.Kind) {
	t.line("%s", title)
	var squares board.Bitboard
	owner := board.White
	for _, s := range wave.Squares {
		squares |= s.Square.Bit()
		owner = s.Piece.Colour
		t.line("  %v  the %v is over-persuaded, %s against %s (%s)", s.Square, s.Piece,
			s.Persuade, s.Support, s.Rule)
		t.weights(owner, s.Persuade, s.Support)
	}

	t.line("")
	t.board(&wave.After, diagram.Marks(squares, kind, 0))
	t.line("")
}

// weights prints the two weights on a square of the owner's piece, with the pieces that make them.
func (t *Teller) weights(owner board.Colour, persuade, support rules.Weight) {
	against := fmt.Sprintf("      %s persuades with %s: ", owner.Other().Title(), persuade)
	t.line("%s", printable.Wrap(against, t.bearers(persuade)))
	behind := fmt.Sprintf("      %s supports with %s: ", owner.Title(), support)
	t.line("%s", printable.Wrap(behind, t.bearers(support)))
}

// bearers lists the pieces that make a weight: "rook f8, queen a1 through rook a3". If values are
// weighed, the value of each piece follows in parentheses; an average also tells what it is the
// average of.
func (t *Teller) bearers(w rules.Weight) string {
	if len(w.By) == 0 {
		return "none"
	}
	set := t.variant.Set()
	list := make([]string, len(w.By))
	for i, b := range w.By {
		list[i] = fmt.Sprintf("%v %v", b.Piece.Kind, b.Square)
		if set.Weigh != ruleset.ByNumber {
			list[i] += fmt.Sprintf(" (%d)", set.Values[b.Piece.Kind])
		}
		for j, s := range b.Through {
			joint := " through "
			if j > 0 {
				joint = " and "
			}
			list[i] += joint + s.String()
		}
	}

	text := strings.Join(list, ", ")
	if set.Weigh == ruleset.ByAverage && w.Count > 1 {
		text = fmt.Sprintf("%d over %d pieces: %s", w.Sum, w.Count, text)
	}
	return text
}

func (t *Teller) discounted(e *rules.Explanation) {
	for _, s := range e.Discounted.Squares() {
		t.line("The %v that moved to %v is over-persuaded where it landed, so it does not count now (PAC-7).",
			e.Moved.KindAt(s), s)
		t.against(&e.Moved, s)
		t.rule("PAC-7")
		t.line("")
	}
}

// reclaim writes what the enemy takes back, and what it could have taken back (PAC-8).
func (t *Teller) reclaim(e *rules.Explanation) {
	mover, enemy := t.p.Turn, t.p.Turn.Other()
	t.line("Then %s may take pieces back:", enemy.Title())
	t.rule("PAC-8")
	t.line("")
	for i, round := range e.Reclaim {
		change := becomes(len(round.Squares), mover, enemy)
		t.wave(fmt.Sprintf("Reclaim, round %d: %s.", i+1, change), round, diagram.Reclaimed)
	}

	full := t.variant.Play(t.p, e.Turn.Move).Reclaimed
	left := full &^ e.Turn.Reclaimed
	names := strings.Join(left.Names(), ", ")
	switch {
	case full == 0:
		t.line("No piece of %s is over-persuaded: there is nothing to take back.\n", mover.Title())
	case e.Turn.Reclaimed == 0:
		t.line("%s takes nothing back, though it could take back %s.\n", enemy.Title(), names)
	case left != 0:
		t.line("%s leaves %s, which it could take back, too.\n", enemy.Title(), names)
	}
}

// conversion writes the co-pairs, their co-squares and what converts there, in Conversion Chess.
func (t *Teller) conversion(e rules.Explanation) {
	t.line("How pieces change sides:")
	t.rule("CON-2", "CON-3", "CON-4")
	if _, ok := e.Turn.Castles(t.p); ok {
		t.rule("CON-5")
	}
	if t.p.KindAt(e.Turn.From) == board.Pawn {
		t.rule("CON-6")
	}
	t.line("")
	c := reference.Begin(t.variant.Set(), *t.p, e.Turn.Move)
	pairs := c.CoSquares()
	if len(pairs) == 0 {
		t.line("%s makes no co-squares: no partner stands off its rank and file.\n", t.moved(c))
		return
	}

	for i, wave := range e.Waves {
		if i > 0 { // only if conversions cause further ones
			pairs = c.CoSquares()
		}
		t.coSquares(c, pairs)
		c.Convert(e.Turn.Waves[i])
		owner := wave.Squares[0].Piece.Colour
		t.line("%s:\n", becomes(len(wave.Squares), owner, owner.Other()))
		t.board(&wave.After, diagram.Marks(e.Turn.Waves[i], diagram.Converted, 0))
		t.line("")
	}

	if len(e.Waves) == 0 {
		t.coSquares(c, pairs)
		t.line("No piece of %s stands on a co-square: none changes colour.\n", t.p.Turn.Other().Title())
	}
}

func (t *Teller) moved(c *reference.Cascade) string {
	if _, ok := c.Move.Castles(t.p); ok {
		return "The castling"
	}
	return fmt.Sprintf("The %v on %v", c.Board.KindAt(c.Move.To), c.Move.To)
}

// coSquares prints the co-squares of a wave for each pair with the pieces on them, and a board that
// shows them.
func (t *Teller) coSquares(c *reference.Cascade, pairs []reference.CoSquare) {
	var all board.Bitboard
	last := reference.CoSquare{Moved: board.NoSquare}
	for _, pair := range pairs {
		all |= pair.Square.Bit()
		if pair.Moved != last.Moved || pair.Partner != last.Partner {
			moved, partner := c.Board.KindAt(pair.Moved), c.Board.KindAt(pair.Partner)
			t.line("The %v on %v and the %v on %v are a co-pair (CON-2):", moved, pair.Moved,
				partner, pair.Partner)
		}

		last = pair
		file, rank := fileAndRank(pair)
		t.line("  %v  on the file of %v and the rank of %v (CON-3): %s", pair.Square, file, rank,
			t.there(c, pair.Square))
	}

	t.line("\nThe co-squares, in { }:\n")
	t.board(&c.Board, append(moveMarks(t.p, c.Move), diagram.Marks(all, diagram.Pointed, 0)...))
	t.line("")
}

// fileAndRank returns which piece of a co-pair is on the file of its co-square, and which is on the
// rank (CON-3).
func fileAndRank(pair reference.CoSquare) (file, rank board.Square) {
	if pair.Square.File() == pair.Moved.File() {
		return pair.Moved, pair.Partner
	}
	return pair.Partner, pair.Moved
}

func (t *Teller) there(c *reference.Cascade, s board.Square) string {
	piece := c.Board.PieceAt(s)
	wave := c.Next()
	switch {
	case piece.Kind == board.NoKind:
		return "empty"
	case wave.Has(s):
		return fmt.Sprintf("the %v becomes %v (CON-4)", piece, piece.Colour.Other())
	case piece.Colour == t.p.Turn:
		return fmt.Sprintf("%s's own %v, which stays", t.p.Turn.Title(), piece.Kind)
	}

	return fmt.Sprintf("the %v stays", piece)
}
