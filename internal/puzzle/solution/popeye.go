package solution

import (
	"fmt"
	"io"
	"strings"

	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// PopeyeLetters are the letters of the kinds of pieces as Popeye has them: a knight is S, since N
// is another piece there.
const PopeyeLetters = "PSBRQK"

// PopeyeForm is what Popeye's options leave out.
type PopeyeForm struct {
	KeysOnly  bool // the variations
	NoThreats bool // the threats, so that the defences that do not parry them are printed, too
}

// WritePopeye writes a solution as Popeye does, the problemists' program: long notation with
// [PopeyeLetters], "*" for a capture, "[e1=w]" for a piece that changes colour, keys with "!",
// tries with "?" and their refutations after "but". Reclaimed pieces follow those that convert,
// with the colour they regain. Of a self-win, what mates sooner than the stipulation says is left
// out.
func WritePopeye(out io.Writer, variant *rules.Variant, tree *puzzle.Tree, form PopeyeForm) error {
	w := &popeyeWriter{printer{out: out, variant: variant}, form, tree.Goal}
	walker := puzzle.Walker{Visit: w.visit}

	if form.KeysOnly { // set play is printed in full, without threats
		w.PopeyeForm = PopeyeForm{NoThreats: true}
	}
	walker.SetPlay(tree)
	if len(tree.Set) > 0 {
		w.printf("\n")
	}
	w.PopeyeForm = form
	walker.Tries(tree)
	walker.Keys(tree)
	return w.err
}

// WritePopeyeObliged writes the turns with which the side to move must win at once, so that there is
// no solution.
func WritePopeyeObliged(out io.Writer, variant *rules.Variant, goal puzzle.Goal, at *board.Position,
	turns []board.Move) error {
	w := &popeyeWriter{printer: printer{out: out, variant: variant}, goal: goal}
	margin := "   "
	if goal.HasLines() {
		margin = "  "
	}
	for _, m := range turns {
		turn := variant.Play(at, m)
		w.printf("%s1.%s ?!?\n", margin, w.long(at, &turn))
	}
	return w.err
}

// A popeyeWriter is the visitor of [WritePopeye].
type popeyeWriter struct {
	printer
	PopeyeForm
	goal puzzle.Goal
}

// margin is what Popeye indents a turn by: that of the attacker's with a number, or the defences
// before it.
func margin(number int, attacker bool) string {
	if attacker {
		return strings.Repeat(" ", 8*number-6)
	}
	return strings.Repeat(" ", 8*number-2)
}

func (w *popeyeWriter) visit(n *puzzle.Node, follow func()) {
	switch n.Role {
	case puzzle.RoleKey:
		if puzzle.IsNull(n.Turn) {
			w.afterKey(n, follow)
			return
		}
		w.printf("   1.%s !%s\n", w.long(n.Before, n.Turn), w.threatens(n.Play))
		follow()
		w.printf("\n")
	case puzzle.RoleTry:
		if puzzle.IsNull(n.Turn) {
			w.afterKey(n, follow)
			return
		}
		w.printf("   1.%s ?%s\n", w.long(n.Before, n.Turn), w.threatens(n.Play))
		follow()
		if len(n.Play.Refutations) == 0 { // the game ends short of the goal
			w.printf("    but\n")
		}
		w.printf("\n")
	case puzzle.RoleThreat:
		if !w.KeysOnly && !w.NoThreats {
			w.attack(n, follow)
		}
	case puzzle.RoleReclaim:
		w.reclaim(n, follow)
	case puzzle.RoleDefence:
		if w.printsDefence(n) {
			w.printf("%s%d...%s\n", margin(n.Number, false), n.Number, w.long(n.Before, n.Turn))
			follow()
		}
	case puzzle.RoleRefutation:
		if puzzle.IsNull(&n.Play.Turn) {
			w.printf("      1...%s%s\n        refutes.\n", w.long(n.Before, n.Turn), afterReclaim(n))
			return
		}
		if n.Index == 0 {
			w.printf("    but\n")
		}
		w.printf("      1...%s !%s\n", w.long(n.Before, n.Turn), afterReclaim(n))
	case puzzle.RoleContinuation:
		if reclaim := chosenReclaim(n.Defence, n.Play); reclaim != "" {
			w.printf("%s  (%s)\n", margin(n.Number-1, false), reclaim)
		}
		w.attack(n, follow)
	}
}

// afterKey writes the play after a key that has been made before.
func (w *popeyeWriter) afterKey(n *puzzle.Node, follow func()) {
	if threat := w.threatens(n.Play); threat != "" {
		w.printf("%s\n", threat)
	}
	follow()
	w.printf("\n")
}

// attack writes a turn of the attacker's but the first, and what follows it.
func (w *popeyeWriter) attack(n *puzzle.Node, follow func()) {
	w.printf("%s%d.%s%s\n", margin(n.Number, true), n.Number, w.long(n.Before, n.Turn),
		w.threatens(n.Play))
	follow()
}

// threatens is what follows a turn of the attacker's on its line.
func (w *popeyeWriter) threatens(t *puzzle.Play) string {
	switch {
	case w.KeysOnly, w.NoThreats:
		return ""
	case len(t.Threats) > 0:
		return " threat:"
	case t.Zugzwang:
		return " zugzwang."
	}

	return ""
}

// reclaim writes the enemy's choice of reclaim, where it has one, and the defences after it.
func (w *popeyeWriter) reclaim(n *puzzle.Node, follow func()) {
	if w.KeysOnly {
		return
	}
	if len(n.Play.Choices) > 1 {
		w.printf("%s(%s)\n", margin(n.Number, false), reclaimWords(n.Turn.Reclaimed))
	}
	follow()
}

// printsDefence reports whether Popeye prints a defence: not one after which a threat is carried
// out, nor a selfmate before its time.
func (w *popeyeWriter) printsDefence(n *puzzle.Node) bool {
	if n.Play == nil { // set play
		return true
	}
	tooEarly := w.goal == puzzle.SelfWin && n.Play.In > 1 && len(n.Defence.Continuations) == 0
	threatWorks := n.Defence.Delay && len(n.Play.Threats) > 0 && !w.NoThreats
	return !tooEarly && !threatWorks
}

// WritePopeyeLines writes the set play and the lines of a help-win or a series as Popeye does,
// numbered as [LineText] numbers them: "1.Kg8-h8 Kf6-f7   2.…".
func WritePopeyeLines(out io.Writer, variant *rules.Variant, goal puzzle.Goal, at *board.Position,
	set, lines [][]board.Played) error {
	w := &popeyeWriter{printer: printer{out: out, variant: variant}, goal: goal}
	if len(set) > 0 {
		enemy := puzzle.NullMove(at)
		w.lines(&enemy, set, setPlayStart(goal, set))
		w.printf("\n")
	}

	w.lines(at, lines, lineStart{halfway: beginsHalfway(goal, lines)})
	return w.err
}

// lines writes lines that begin alike. What has been passed of the first turn is dots.
func (w *popeyeWriter) lines(at *board.Position, lines [][]board.Played, start lineStart) {
	for _, line := range lines {
		p := at
		if start.passed > 0 {
			w.printf("  1...  ...")
		}
		for i, number := range lineNumbers(at, line, start) {
			space := " "
			if number != "" {
				space = strings.Repeat(" ", 2+min(i, 1))
			}
			w.printf("%s%s%s", space, number, w.long(p, &line[i]))
			p = &line[i].After
		}

		w.printf("\n")
	}
}

// long writes a turn in Popeye's notation.
func (w *popeyeWriter) long(p *board.Position, t *board.Played) string {
	text := w.longMove(p, t)
	itself := w.convertsItself(p, t)
	if itself != 0 {
		text += "=" + sideLetter(&t.After, t.To)
	}

	beforeReclaim := t.After
	for s := range t.Reclaimed.All {
		beforeReclaim.Put(s, board.Piece{Kind: t.After.KindAt(s), Colour: p.Turn})
	}
	for _, wave := range t.Waves {
		text += recoloured(&beforeReclaim, wave&^itself)
	}
	text += recoloured(&t.After, t.Reclaimed)
	if sign := w.variant.Sign(&t.After); sign != 0 {
		return text + " " + string(sign)
	}
	if (puzzle.Win | puzzle.Stalemate).Ended(w.variant, &t.After) {
		return text + " ="
	}
	return text
}

// longMove writes a move without what it converts.
func (w *popeyeWriter) longMove(p *board.Position, t *board.Played) string {
	wing, castles := t.Move.Castles(p)
	switch {
	case castles && wing == board.KingSide:
		return "0-0"
	case castles:
		return "0-0-0"
	}

	enPassant := isEnPassant(w.variant, p, t)
	var b strings.Builder
	if k := p.KindAt(t.From); k != board.Pawn {
		b.WriteByte(PopeyeLetters[k])
	}
	sign := "-"
	if p.Occupied().Has(t.To) || enPassant {
		sign = "*"
	}
	b.WriteString(t.From.String() + sign + t.To.String())
	if t.Promotion < board.NoKind {
		fmt.Fprintf(&b, "=%c", PopeyeLetters[t.Promotion])
	}
	if enPassant {
		b.WriteString(" ep.")
	}
	return b.String()
}

// convertsItself returns the square of a piece that has moved and changed sides by that, which
// Popeye writes as it writes a promotion. Where pieces convert what they attack, and in castling, it
// writes all alike.
func (w *popeyeWriter) convertsItself(p *board.Position, t *board.Played) board.Bitboard {
	_, castles := t.Move.Castles(p)
	if castles || w.variant.Set().ConvertsByAttack() || t.After.PieceAt(t.To).Colour == p.Turn {
		return 0
	}
	return t.Converted & t.To.Bit()
}

// recoloured writes squares with the sides to which their pieces belong now: "[e1=w]".
func recoloured(p *board.Position, squares board.Bitboard) string {
	var b strings.Builder
	for _, s := range squares.Squares() {
		fmt.Fprintf(&b, "[%s=%s]", s, sideLetter(p, s))
	}
	return b.String()
}

// sideLetter returns the letter of the side to which the piece on a square belongs.
func sideLetter(p *board.Position, s board.Square) string {
	return string("wb"[p.PieceAt(s).Colour])
}
