package story

import (
	"strings"

	"turncoat/diagram"
	"turncoat/internal/printable"
	"turncoat/internal/reference"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Refusal writes why a move is not legal: who owns the pieces, if that explains it, otherwise each
// rule that the move breaks. If a king or a passed square is the reason, it also writes which
// pieces bear on it.
func (t *Teller) Refusal(text string, illegal *rules.IllegalError) {
	t.line("%s may not play %s under %s.\n", t.p.Turn.Title(), text, RulesName(t.variant))
	t.board(t.p, nil)
	t.line("\nUpper case is White, lower case Black.\n")
	if illegal.Note != "" {
		t.sentence(text, illegal.Note, illegal.Rules()...)
	} else {
		for _, b := range illegal.Breaches {
			t.sentence(text, b.Reason, b.Rule)
		}
	}

	t.line("")
	t.statements(text, illegal.Rules())
	if m := illegal.Meant; m.From != m.To {
		t.evidence(m, illegal.Rules())
	}
	if len(t.variant.Moves(t.p)) == 0 {
		t.line("\n%s", Outcome(t.variant, t.p))
	}
}

func (t *Teller) sentence(move, reason string, ids ...string) {
	text := strings.ToUpper(reason[:1]) + reason[1:] + " (" + strings.Join(ids, ", ") + ")."
	t.line("%s", printable.Wrap("", Cite(t.variant.Set().Family, text, move)))
}

// statements prints the texts of the rules that a move breaks, as validate does.
func (t *Teller) statements(move string, ids []string) {
	if t.variant.Set().Family.Converts() {
		t.rule(ids...)
		return
	}

	for _, id := range ids {
		article, text, _ := strings.Cut(Statement(t.variant, id, move), ": ")
		if !t.said[article] {
			t.said[article] = true
			t.line("%s", printable.Wrap("  "+article+"  ", text))
		}
	}
}

func (t *Teller) evidence(m board.Move, broken []string) {
	set := t.variant.Set()
	for _, id := range broken {
		switch id {
		case "PAC-3":
			passed := board.At(m.From.File(), (m.From.Rank()+m.To.Rank())/2)
			t.line("\nBefore the move, on %v:", passed)
			t.against(t.p, passed)
		case "PAC-11":
			c := reference.Begin(set, *t.p, m)
			if moved := c.MovedKing(); moved != 0 {
				t.line("\nRight after the move, before any conversion:\n")
				t.board(&c.Board, moveMarks(t.p, m))
				for _, s := range moved.Squares() {
					t.line("\nOn %v:", s)
					t.against(&c.Board, s)
				}

				continue
			}

			t.afterTurn(m)
		case "PAC-10":
			t.afterTurn(m)
		case "CON-8":
			t.threats(m)
		}
	}
}

// against prints the weights on a square, with the enemy of the side to move persuading.
func (t *Teller) against(p *board.Position, s board.Square) {
	t.weights(t.p.Turn, t.variant.Weigh(p, s, t.p.Turn.Other()), t.variant.Weigh(p, s, t.p.Turn))
}

// afterTurn shows the board after the move and its conversions, and how safe the mover's kings are
// there.
func (t *Teller) afterTurn(m board.Move) {
	c := reference.Begin(t.variant.Set(), *t.p, m)
	var converted board.Bitboard
	var waves []board.Bitboard
	for wave := c.Next(); wave != 0; wave = c.Next() {
		c.Convert(wave)
		converted |= wave
		waves = append(waves, wave)
	}

	t.line("\nIf it were played, the board after the move%s would be:\n",
		map[bool]string{true: " and its conversions (" + board.JoinWaves(waves) + ")"}[converted != 0])
	t.board(&c.Board, append(moveMarks(t.p, m), diagram.Marks(converted, diagram.Converted, 0)...))
	kings := c.Board.Kings & c.Board.Colours[t.p.Turn]
	if kings == 0 {
		t.line("\n%s would own no king.", t.p.Turn.Title())
	}
	for _, s := range kings.Squares() {
		t.line("\nOn %s's king on %v:", t.p.Turn.Title(), s)
		t.against(&c.Board, s)
	}
}

const enough = 3

// threats describes how the enemy could capture or convert the mover's king after the move (CON-7).
func (t *Teller) threats(m board.Move) {
	set, mover := t.variant.Set(), t.p.Turn
	after := rules.NewReference(set).Play(t.p, m).After
	t.line("\nIf it were played, the board would be:\n")
	t.board(&after, moveMarks(t.p, m))
	if set.Family.HasCoSquares() {
		t.line("")
		t.rule("CON-7")
	}

	told := 0
	for threat := range reference.Threats(set, after, mover) {
		if threat.Promotion < board.Queen {
			continue // the promotion to a queen is mentioned already
		}
		from, king := threat.From, threat.By
		if king.Moved == king.Partner {
			t.line("\nThe %v on %v could capture the king on %v.", after.KindAt(from), from, threat.To)
		} else {
			t.line("\nThe %v on %v could go to %v: with the %v on %v it makes the co-square %v, where it would "+
				"convert the king.", after.KindAt(from), from, king.Moved, after.KindAt(king.Partner), king.Partner,
				king.Square)
		}

		told++
		if told == enough {
			return
		}
	}
}
