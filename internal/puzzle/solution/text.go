package solution

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/internal/plural"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A printer writes a solution as lines of text. It keeps the first error of its writer.
type printer struct {
	out  io.Writer
	game *rules.Variant
	err  error
}

func (a *printer) printf(format string, args ...any) {
	if a.err == nil {
		_, a.err = fmt.Fprintf(a.out, format, args...)
	}
}

// WriteText writes a solution as a tree for people: the enemy's turns are indented one step more than the
// turn they answer.
func (s *Tree) WriteText(out io.Writer, game *rules.Variant) error {
	a := &printer{out: out, game: game}
	p := &s.Position
	none := s.none()
	a.printf("%s, %s to move: %s%s in %d\n", game.Set(), p.Turn, none, s.Goal, s.In)
	if len(s.Set) > 0 {
		a.printf("set play\n")
		enemy := NullMove(p)
		a.defences(&enemy, s.Set, 1, 1, nil)
	}
	if s.NoSet {
		a.printf("no set play\n")
	}
	if s.NoTries {
		a.printf("no tries\n")
	}
	for i := range s.Tries {
		a.play(p, &s.Tries[i], 1, 0, "try ", "?", false)
	}
	for i := range s.Keys {
		a.play(p, &s.Keys[i], 1, 0, "", "!", i == 0)
	}
	if none == "" {
		a.printf("%s, %s\n", plural.Count(len(s.Keys), "key"), plural.Count(s.Duals, "dual"))
	}
	return a.err
}

// Printed writes a turn for readers: as it is typed, with "e.p." behind a capture en passant, "=" behind stalemate.
func Printed(game *rules.Variant, p *board.Position, t board.Played) string {
	text := game.InputSAN(p, t)
	if passing(game, p, &t) {
		const capture = len("exd6")
		text = text[:capture] + " e.p." + text[capture:]
	}
	if (Win | Stalemate).Ended(game, &t.After) {
		text += "="
	}
	return text
}

// PrintedLine writes successive turns as [Printed] does.
func PrintedLine(game *rules.Variant, p *board.Position, turns []board.Played) []string {
	line := make([]string, len(turns))
	for i := range turns {
		line[i] = Printed(game, p, turns[i])
		p = &turns[i].After
	}
	return line
}

// passing reports whether a turn captures en passant.
func passing(game *rules.Variant, p *board.Position, t *board.Played) bool {
	return game.Set().Family.Captures() && p.Pawns.Has(t.From) && t.To == p.EnPassant
}

// none is "no ", before the stipulation, where the tree has no key.
func (s *Tree) none() string {
	if len(s.Keys) == 0 {
		return "no "
	}
	return ""
}

func (a *printer) indent(level int) string { return strings.Repeat("  ", level) }

// play writes a turn of the attacker's on a line of its own and what follows beneath it.
func (a *printer) play(p *board.Position, t *Play, number, level int, before, after string, main bool) {
	a.printf("%s%s%d.%s%s%s%s\n", a.indent(level), before, number, Printed(a.game, p, t.Turn), after,
		a.effect(&t.Turn, len(t.Choices) < 2), t.ThreatNote(a.game, number+1))
	a.beneath(t, number, level, main)
	for i := range t.Refutations {
		d := &t.Refutations[i]
		a.printf("%sbut %d...%s!%s\n", a.indent(level+1), number, Printed(a.game, &t.Choices[d.Choice].After, d.Turn),
			t.behind(d))
	}
}

// effect says what a turn converts, wave by wave, and if reclaim is set what is taken back: " [e7,g7;f8 back e7]".
// In Conversion Chess the notation shows it.
func (a *printer) effect(t *board.Played, reclaim bool) string {
	if !a.game.Set().Family.KingsConvert() {
		return ""
	}
	text := board.JoinWaves(t.Waves)
	if reclaim && t.Reclaimed != 0 {
		text += " back " + t.Reclaimed.String()
	}
	if text == "" {
		return ""
	}
	return " [" + strings.TrimSpace(text) + "]"
}

// behind says which reclaim a refutation follows, where there is a choice.
func (p *Play) behind(d *Defence) string {
	if len(p.Choices) < 2 {
		return ""
	}
	return " after " + reclaimWords(p.Choices[d.Choice].Reclaimed)
}

// beneath writes what follows a turn: the enemy's choices of reclaim where it has any, and its turns.
func (a *printer) beneath(t *Play, number, level int, main bool) {
	line := t.first(main)
	for i, list := range t.byChoice(t.Defences) {
		deeper := level + 1
		if len(t.Choices) > 1 {
			a.printf("%s%s\n", a.indent(deeper), reclaimWords(t.Choices[i].Reclaimed))
			deeper++
		}
		a.defences(&t.Choices[i].After, list, number, deeper, line)
	}
}

// first returns the first defence if it is in the main line, else nil.
func (p *Play) first(main bool) *Defence {
	if main && len(p.Defences) > 0 {
		return &p.Defences[0]
	}
	return nil
}

// is reports whether a defence is another.
func (d *Defence) is(other *Defence) bool {
	return other != nil && other.Choice == d.Choice && other.Turn.Move == d.Turn.Move
}

// byChoice divides defences by the choice of reclaim that they answer, each part in the order of its
// turns as text.
func (p *Play) byChoice(list []Defence) [][]Defence {
	parts := make([][]Defence, len(p.Choices))
	for i := range list {
		c := list[i].Choice
		parts[c] = append(parts[c], list[i])
	}
	for i, part := range parts {
		at := &p.Choices[i].After
		slices.SortStableFunc(part, func(x, y Defence) int {
			return strings.Compare(x.Turn.Move.UCI(at),
				y.Turn.Move.UCI(at))
		})
	}
	return parts
}

func reclaimWords(squares board.Bitboard) string {
	if squares == 0 {
		return "~- (no reclaim)"
	}
	return ReclaimText(squares)
}

// defences writes turns of the enemy's and what follows them. main is the one in the main line.
func (a *printer) defences(p *board.Position, list []Defence, number, level int, main *Defence) {
	for i := range list {
		d := &list[i]
		isMain := d.is(main)
		turn := &d.Turn
		if len(d.Continuations) > 0 {
			turn = d.Continuations[0].After
		}
		a.printf("%s%d...%s%s", a.indent(level), number, Printed(a.game, p, d.Turn),
			a.effect(turn, turn.Reclaimed == d.Turn.Reclaimed))
		for i := range d.Continuations {
			next, word := &d.Continuations[i], " "
			if i > 0 {
				word = " or "
			}
			note := d.chosenReclaim(next)
			if note != "" {
				note = " " + note
			}
			a.printf("%s%s%d.%s%s", note, word, number+1, Printed(a.game, &next.After.After, next.Turn),
				a.effect(&next.Turn, len(next.Choices) < 2))
			if next.In > d.In {
				a.printf(" in %d", next.In)
			}
			if i == 0 {
				a.printf("%s", next.ThreatNote(a.game, number+2))
			}
		}
		a.printf("%s\n", notes(d, isMain))
		if len(d.Continuations) > 0 {
			a.beneath(&d.Continuations[0], number+1, level, isMain)
		}
	}
}

// chosenReclaim says which reclaim the attacker chooses before a continuation, where it is not the full one.
func (d *Defence) chosenReclaim(next *Play) string {
	if next.After.Reclaimed == d.Turn.Reclaimed {
		return ""
	}
	return ReclaimText(next.After.Reclaimed)
}

// notes returns the remarks on a defence, in braces.
func notes(d *Defence, main bool) string {
	var words []string
	if main {
		words = append(words, "main line")
	}
	if len(d.Continuations) > 1 && d.Continuations[1].In <= d.In {
		words = append(words, "dual")
	}
	if d.Short {
		words = append(words, "short")
	}
	if d.Delay {
		words = append(words, "mere delay")
	}
	if len(words) == 0 {
		return ""
	}
	return "  {" + strings.Join(words, ", ") + "}"
}

// WriteLines writes the lines of a help-win, one a line: see [LineText].
func WriteLines(out io.Writer, game *rules.Variant, p *board.Position, lines [][]board.Played) error {
	a := &printer{out: out, game: game}
	for _, line := range lines {
		a.printf("%s\n", LineText(game, p, line))
	}
	return a.err
}
