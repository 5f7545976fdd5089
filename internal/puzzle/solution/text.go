package solution

import (
	"fmt"
	"io"
	"strings"

	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/rules"
)

// WriteText writes a solution as a tree for people: the enemy's turns are indented one step more
// than the turn they answer, and a continuation is on the line of the turn before it.
func WriteText(out io.Writer, variant *rules.Variant, tree *puzzle.Tree) error {
	w := &textWriter{printer: printer{out: out, variant: variant}}
	walker := puzzle.Walker{Visit: w.visit}
	none := unsolved(tree)

	w.printf("%s, %s to move: %s%s in %d\n", variant.Set(), tree.Position.Turn, none, tree.Goal,
		tree.In)
	if len(tree.Set) > 0 {
		w.printf("set play\n")
		w.deeper(func() { walker.SetPlay(tree) })
	}

	if tree.NoSet {
		w.printf("no set play\n")
	}
	if tree.NoTries {
		w.printf("no tries\n")
	}
	walker.Tries(tree)
	walker.Keys(tree)
	if none == "" {
		w.printf("%s, %s\n", plural.Count(len(tree.Keys), "key"), plural.Count(tree.Duals, "dual"))
	}
	return w.err
}

// nullMove is printed for a key that has been made before.
const nullMove = "--"

// A textWriter is the visitor of [WriteText].
type textWriter struct {
	printer
	level int // of indentation
}

func (w *textWriter) deeper(write func()) {
	w.level++
	write()
	w.level--
}

func (w *textWriter) line(format string, args ...any) {
	w.printf("%s", strings.Repeat("  ", w.level))
	w.printf(format+"\n", args...)
}

func (w *textWriter) visit(n *puzzle.Node, follow func()) {
	switch n.Role {
	case puzzle.RoleKey:
		w.line("%s!%s", w.numbered(n), w.behind(n.Play, n.Number))
		w.deeper(follow)
	case puzzle.RoleTry:
		w.line("try %s?%s", w.numbered(n), w.behind(n.Play, n.Number))
		w.deeper(follow)
	case puzzle.RoleContinuation: // it is on the line of the defence
		w.deeper(follow)
	case puzzle.RoleReclaim:
		if len(n.Play.Choices) == 1 {
			follow()
			return
		}

		w.line("%s", reclaimWords(n.Turn.Reclaimed))
		w.deeper(follow)
	case puzzle.RoleDefence:
		w.line("%s%s%s", w.defence(n), w.continuations(n), notes(n))
		follow()
	case puzzle.RoleRefutation:
		w.line("but %d...%s!%s", n.Number, Printed(w.variant, n.Before, *n.Turn), afterReclaim(n))
	}
}

// numbered writes a first turn with its number.
func (w *textWriter) numbered(n *puzzle.Node) string {
	if puzzle.IsNull(n.Turn) {
		return "1." + nullMove
	}
	return "1." + Printed(w.variant, n.Before, *n.Turn)
}

// behind writes what follows a turn of the attacker's on its line: what it converts and what it
// threatens.
func (w *textWriter) behind(t *puzzle.Play, number int) string {
	return Effect(w.variant, &t.Turn, len(t.Choices) < 2) + ThreatNote(w.variant, t, number+1)
}

// defence writes a turn of the enemy's and what it converts, with the reclaim that the first
// continuation follows.
func (w *textWriter) defence(n *puzzle.Node) string {
	turn := n.Turn
	if len(n.Defence.Continuations) > 0 {
		turn = n.Defence.Continuations[0].After
	}
	return fmt.Sprintf("%d...%s%s", n.Number, Printed(w.variant, n.Before, *n.Turn),
		Effect(w.variant, turn, turn.Reclaimed == n.Turn.Reclaimed))
}

// continuations writes the attacker's turns after a defence, with "or" between them.
func (w *textWriter) continuations(n *puzzle.Node) string {
	var b strings.Builder
	d := n.Defence
	for i := range d.Continuations {
		next := &d.Continuations[i]
		if reclaim := chosenReclaim(d, next); reclaim != "" {
			b.WriteString(" " + reclaim)
		}
		if i > 0 {
			b.WriteString(" or")
		}

		fmt.Fprintf(&b, " %d.%s%s", n.Number+1, Printed(w.variant, &next.After.After, next.Turn),
			Effect(w.variant, &next.Turn, len(next.Choices) < 2))
		if next.In > d.In {
			fmt.Fprintf(&b, " in %d", next.In)
		}
		if i == 0 {
			b.WriteString(ThreatNote(w.variant, next, n.Number+2))
		}
	}

	return b.String()
}

// notes returns the remarks on a defence, in braces.
func notes(n *puzzle.Node) string {
	d := n.Defence
	var words []string
	if n.Play != nil && n.Play.Outlasts(d) {
		words = append(words, "longest")
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
