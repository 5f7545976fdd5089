package puzzlecmd

import (
	"fmt"
	"io"
	"strings"

	"turncoat/internal/jsonline"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/solution"
	"turncoat/pgn"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// write writes the answer in the format that was asked for.
func (a *answer) write(out io.Writer) error {
	switch {
	case a.Format == "json":
		return jsonline.Write(out, a.json())
	case a.result.Status == solve.Won && a.goal.HasLines():
		return a.writeLines(out)
	case len(a.set) > 0:
		return a.writeSetOnly(out)
	case len(a.obliged) > 0 && a.Format == "popeye":
		return a.writeObliged(out)
	case a.tree == nil:
		_, err := fmt.Fprintln(out, a.sentence())
		return err
	case a.Format == "pgn":
		return solution.WritePGN(out, a.variant, a.tree, a.tags())
	case a.Format == "popeye":
		for _, tree := range a.trees() {
			if err := solution.WritePopeye(out, a.variant, tree, a.form); err != nil {
				return err
			}
		}
		return nil
	}

	if a.others != nil {
		if _, err := fmt.Fprintln(out, a.noSuchKey()); err != nil {
			return err
		}
	}
	for _, tree := range a.trees() {
		if err := solution.WriteText(out, a.variant, tree); err != nil {
			return err
		}
	}
	return nil
}

// writeObliged writes what a side must do that must win at once, after the set play, in Popeye's
// form.
func (a *answer) writeObliged(out io.Writer) error {
	if a.tree != nil {
		if err := solution.WritePopeye(out, a.variant, a.tree, a.form); err != nil {
			return err
		}
	}
	return solution.WritePopeyeObliged(out, a.variant, a.goal, &a.position, a.obliged)
}

// writeSetOnly writes the set play of a help-win or a series that has no solution, and why it has
// none.
func (a *answer) writeSetOnly(out io.Writer) error {
	if a.Format == "popeye" {
		err := solution.WritePopeyeLines(out, a.variant, a.goal, &a.position, a.set, nil)
		if err != nil || len(a.obliged) == 0 {
			return err
		}
		return a.writeObliged(out)
	}

	if _, err := fmt.Fprintln(out, a.sentence()); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "set play: %s\n", plural.Count(len(a.set), "line")); err != nil {
		return err
	}
	return a.writeSetLines(out)
}

// trees returns the solutions of all lengths, the shortest first.
func (a *answer) trees() []*puzzle.Tree { return append([]*puzzle.Tree{a.tree}, a.longer...) }

// json returns the answer as JSON.
func (a *answer) json() solution.Answer {
	out := solution.AnswerOf(a.variant, &a.result, !a.KeysOnly)
	out.File, out.Line, out.Twin, out.Duplex = a.file, a.line, a.twin, a.other
	if a.others != nil {
		out.Others = solution.OthersOf(a.variant, a.others)
	}
	if a.tree != nil {
		whole := solution.JSON(a.variant, a.tree)
		out.Solution = &whole
	}
	for i, tree := range a.longer {
		longer := solution.JSON(a.variant, tree)
		out.Longer[i].Solution = &longer
	}
	out.Set = solution.Lines(a.variant, a.setPosition(), a.set)
	return out
}

// setPosition returns the position in which the set play of a help-win begins.
func (a *answer) setPosition() *board.Position {
	enemy := puzzle.NullMove(&a.position)
	return &enemy
}

// writeLines writes the lines of a help-win or a series.
func (a *answer) writeLines(out io.Writer) error {
	switch a.Format {
	case "pgn":
		tree := puzzle.HelpTree(&a.position, a.goal, a.result.In, a.half, a.result.Lines)
		return solution.WritePGN(out, a.variant, tree, a.tags())
	case "popeye":
		return a.writePopeyeLines(out)
	}

	for i, length := range lengths(&a.result) {
		if length.Status != solve.Won {
			continue
		}
		headline := a.headline(&length)
		if i == 0 && a.SetPlay {
			headline += fmt.Sprintf("set play: %s\n", plural.Count(len(a.set), "line"))
		}
		if _, err := io.WriteString(out, headline); err != nil {
			return err
		}

		if i == 0 && a.SetPlay {
			if err := a.writeSetLines(out); err != nil {
				return err
			}
			if _, err := fmt.Fprintln(out, "solution"); err != nil {
				return err
			}
		}
		if a.KeysOnly {
			continue
		}
		if err := solution.WriteLines(out, a.variant, a.goal, &a.position, length.Lines); err != nil {
			return err
		}
	}

	return nil
}

// writePopeyeLines writes the lines in Popeye's form, which has no place for how many there are: what
// is not shown is named as Popeye names it.
func (a *answer) writePopeyeLines(out io.Writer) error {
	lines := allLines(&a.result)
	err := solution.WritePopeyeLines(out, a.variant, a.goal, &a.position, a.set, lines)

	count := uint64(0)
	for _, length := range lengths(&a.result) {
		count += max(length.LineCount, uint64(len(length.Lines)))
	}
	if err != nil || count == uint64(len(lines)) {
		return err
	}
	_, err = fmt.Fprintf(out, "Partial solution: %d of %d lines\n", len(lines), count)
	return err
}

// writeSetLines writes the set play of a help-win or a series, a line each.
func (a *answer) writeSetLines(out io.Writer) error {
	for _, line := range solution.SetLines(a.variant, a.goal, &a.position, a.set) {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

// headline returns the line above the lines of one length: the length, and how many there are.
func (a *answer) headline(length *solve.Result) string {
	shown := ""
	if uint64(len(length.Lines)) < length.LineCount {
		shown = fmt.Sprintf(", of which %d are shown", len(length.Lines))
	}
	count := plural.Count(int(length.LineCount), "line")
	return fmt.Sprintf("%s in %s by %s, %s%s\n", a.goal, a.length(length.In), a.names(length.Keys),
		count, shown)
}

// tags returns the tags of a record of the other half of a duplex, nil elsewhere.
func (a *answer) tags() []pgn.Tag {
	if !a.other {
		return nil
	}
	event := fmt.Sprintf("%s in %s", a.goal, a.length(a.result.In))
	return []pgn.Tag{{Name: "Event", Value: event}, {Name: "Twin", Value: puzzle.DuplexChange}}
}

// sentence returns the answer in one line.
func (a *answer) sentence() string {
	r := &a.result
	switch names := a.names(r.Keys); {
	case len(a.obliged) > 0:
		return fmt.Sprintf("no %s: %s must win at once by %s", a.stipulation, a.position.Turn.Title(),
			a.names(a.obliged))
	case r.Status == solve.Won && a.postKey:
		return fmt.Sprintf("%s after the key", a.stipulation)
	case r.Status == solve.Won:
		text := fmt.Sprintf("%s in %s: %s", a.goal, a.length(r.In), names)
		for _, longer := range r.Longer {
			text += fmt.Sprintf("; in %s: %s", a.length(longer.In), a.names(longer.Keys))
		}
		return text
	case r.Status == solve.None && a.others != nil:
		return a.noSuchKey()
	case r.Status == solve.None:
		return fmt.Sprintf("no %s", a.stipulation)
	case a.isExact() && names != "":
		return fmt.Sprintf("unknown: %s by %s and perhaps other turns", a.stipulation, names)
	case a.isExact():
		return fmt.Sprintf("unknown: %s", a.stipulation)
	case names != "":
		return fmt.Sprintf("unknown: no %s in %s, in %s by %s and perhaps other turns", a.goal,
			a.length(r.Excluded), a.length(r.Excluded+1), names)
	}
	return fmt.Sprintf("unknown: no %s in %s", a.goal, a.length(r.Excluded))
}

// noSuchKey says that none of the keys that were asked about reaches the goal, and whether another
// first turn does.
func (a *answer) noSuchKey() string {
	switch a.others.Status {
	case solve.Won:
		return fmt.Sprintf("no %s with a key %s; %s in %s with others: %s", a.stipulation, a.key,
			a.goal, a.length(a.others.In), a.names(a.others.Keys))
	case solve.None:
		return fmt.Sprintf("no %s, with any key", a.stipulation)
	}
	return fmt.Sprintf("no %s with a key %s; whether others do it was not settled",
		a.stipulation, a.key)
}

// names returns first turns in SAN.
func (r *request) names(keys []board.Move) string {
	var names []string
	for _, m := range keys {
		names = append(names, r.variant.SAN(&r.position, r.variant.Play(&r.position, m)))
	}
	return strings.Join(names, ", ")
}
