package solve

import (
	"fmt"
	"io"
	"strings"

	"turncoat/internal/plural"
	"turncoat/rules"
	"turncoat/rules/board"
)

// An author writes a solution as lines of text. The first error of the writer stays.
type author struct {
	out  io.Writer
	game *rules.Variant
	err  error
}

func (a *author) printf(format string, args ...any) {
	if a.err == nil {
		_, a.err = fmt.Fprintf(a.out, format, args...)
	}
}

// WriteText writes a solution as a tree for people: what the enemy can do stands one step further to the
// right than the turn it answers.
func (s *Solution) WriteText(out io.Writer, game *rules.Variant) error {
	a := &author{out: out, game: game}
	p := &s.Position
	side := p.Turn.String()
	a.printf("%s, %s to move: %s in %d\n", game.Set().Name, side, s.Goal, s.In)
	if len(s.Set) > 0 {
		a.printf("set play\n")
		enemy := passed(p)
		a.defences(&enemy, s.Set, 1, 1)
	}
	for _, t := range s.Tries {
		a.play(p, &t, 1, 0, "try ", "?")
	}
	for _, k := range s.Keys {
		a.play(p, &k, 1, 0, "", "!")
	}
	a.printf("%s", s.summary())
	return a.err
}

// summary says in a line how sound the problem is.
func (s *Solution) summary() string {
	return fmt.Sprintf("%s, %s\n", plural.Count(len(s.Keys), "key"), plural.Count(s.Duals, "dual"))
}

func (a *author) indent(level int) string { return strings.Repeat("  ", level) }

// play writes a turn of the attacker's on a line of its own and what follows beneath it.
func (a *author) play(p *board.Position, t *Play, number, level int, before, after string) {
	a.printf("%s%s%d.%s%s%s\n", a.indent(level), before, number, a.game.SAN(p, t.Turn), after, a.threats(t, number+1))
	a.beneath(p, t, number, level)
	for _, b := range t.Branches {
		for _, d := range b.Refutations {
			a.printf("%sbut %d...%s!%s\n", a.indent(level+1), number, a.game.SAN(&b.Turn.After, d.Turn), behind(&b, t))
		}
	}
}

// behind says which reclaim a refutation follows, where there is a choice.
func behind(b *Branch, t *Play) string {
	if len(t.Branches) < 2 {
		return ""
	}
	return " after " + reclaimWords(b.Turn.Reclaimed)
}

// threats says what a turn threatens.
func (a *author) threats(t *Play, number int) string {
	if t.Zugzwang {
		return " (zugzwang)"
	}
	if len(t.Threats) == 0 {
		return ""
	}
	words := make([]string, len(t.Threats))
	from := passed(&t.Turn.After)
	for i, threat := range t.Threats {
		words[i] = fmt.Sprintf("%d.%s", number, a.game.SAN(&from, threat))
	}
	return " (threat " + strings.Join(words, ", ") + ")"
}

// beneath writes what follows a turn: the enemy's choices of reclaim where it has any, and its turns.
func (a *author) beneath(p *board.Position, t *Play, number, level int) {
	for _, b := range t.Branches {
		deeper := level + 1
		if len(t.Branches) > 1 {
			a.printf("%s%s\n", a.indent(deeper), reclaimWords(b.Turn.Reclaimed))
			deeper++
		}
		a.defences(&b.Turn.After, b.Defences, number, deeper)
	}
}

func reclaimWords(squares board.Bits) string {
	if squares == 0 {
		return "~- (no reclaim)"
	}
	return "~" + strings.Join(squares.Names(), ",")
}

func (a *author) defences(p *board.Position, list []Defence, number, level int) {
	for _, d := range list {
		a.printf("%s%d...%s", a.indent(level), number, a.game.SAN(p, d.Turn))
		for i, next := range d.Continuations {
			word := " "
			if i > 0 {
				word = " or "
			}
			a.printf("%s%s%d.%s", reclaimNote(a.game, p, next.After), word, number+1, a.game.SAN(&next.After.After, next.Turn))
			if i == 0 {
				a.printf("%s", a.threats(&next, number+2))
			}
		}
		a.printf("%s\n", notes(&d))
		if len(d.Continuations) > 0 {
			next := &d.Continuations[0]
			a.beneath(&next.After.After, next, number+1, level)
		}
	}
}

// reclaimNote says which reclaim the attacker chooses, where it is not the full one.
func reclaimNote(game *rules.Variant, p *board.Position, t *board.Played) string {
	if t == nil || t.Reclaimed == game.Full(p, t.Move).Reclaimed {
		return ""
	}
	if t.Reclaimed == 0 {
		return "~-"
	}
	return "~" + strings.Join(t.Reclaimed.Names(), ",")
}

// notes says what is to be said about a defence.
func notes(d *Defence) string {
	var words []string
	if d.Main {
		words = append(words, "main line")
	}
	if len(d.Continuations) > 1 {
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

// WriteLines writes the lines of a help-win, one a line.
func WriteLines(out io.Writer, game *rules.Variant, p board.Position, lines [][]board.Played) error {
	a := &author{out: out, game: game}
	for _, line := range lines {
		at := p
		for i, t := range line {
			switch {
			case i%2 == 0:
				a.printf("%d.%s", i/2+1, game.Typed(&at, t))
			default:
				a.printf(" %s", game.Typed(&at, t))
			}
			if i%2 == 1 && i+1 < len(line) {
				a.printf(" ")
			}
			at = t.After
		}
		a.printf("\n")
	}
	return a.err
}
