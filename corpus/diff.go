package corpus

import (
	"fmt"
	"io"
	"slices"

	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/protocol"
)

// Changed is a case that is the same question in two corpora, with different answers.
type Changed struct {
	ID string `json:"id"`
	// What names the keys that differ: turns, outcome, cite, tells.
	What    []string               `json:"what"`
	Missing []protocol.TurnSummary `json:"missing"` // turns of the old case that the new one lacks
	Extra   []protocol.TurnSummary `json:"extra"`   // turns of the new case that the old one lacks
	// Untold are misreadings that only the old case detects, Told those that only the new one does.
	Untold []string `json:"untold"`
	Told   []string `json:"told"`
}

// SAN returns the notation of a turn of the case, empty when the case has no such turn.
func (c *Case) SAN(t AnswerTurn) string {
	for _, own := range c.Turns {
		if own.UCI == t.UCI && boardAndSide(own.FEN) == t.FEN {
			return own.SAN
		}
	}

	return ""
}

// Delta lists the cases that were added to a corpus, removed from it, or changed.
type Delta struct {
	Added   []string  `json:"added"`
	Dropped []string  `json:"dropped"`
	Changed []Changed `json:"changed"`
	Same    int       `json:"same"`
}

// None reports whether the corpora have the same cases, in any order.
func (d *Delta) None() bool { return len(d.Added)+len(d.Dropped)+len(d.Changed) == 0 }

// Diff compares two corpora by the ids of their cases. Ids are listed in the order of the files.
func Diff(before, after []Case) *Delta {
	d := &Delta{Added: []string{}, Dropped: []string{}, Changed: []Changed{}}
	byID := map[string]*Case{}
	for i := range before {
		byID[before[i].ID] = &before[i]
	}
	stays := map[string]bool{}
	for i := range after {
		c := &after[i]
		old, ok := byID[c.ID]
		if !ok {
			d.Added = append(d.Added, c.ID)
			continue
		}

		stays[c.ID] = true
		if change := changes(old, c); len(change.What) > 0 {
			d.Changed = append(d.Changed, change)
		} else {
			d.Same++
		}
	}

	for i := range before {
		if !stays[before[i].ID] {
			d.Dropped = append(d.Dropped, before[i].ID)
		}
	}

	return d
}

func changes(before, after *Case) Changed {
	c := Changed{
		ID:      after.ID,
		Missing: []protocol.TurnSummary{},
		Extra:   []protocol.TurnSummary{},
		Untold:  without(before.Tells, after.Tells),
		Told:    without(after.Tells, before.Tells),
	}
	if sameTurns(before.Turns, after.Turns) != nil {
		c.What = append(c.What, "turns")
	}
	want, got := before.Answer(), after.Answer()
	difference := Compare(&want, &got)
	for _, t := range difference.Missing {
		c.Missing = append(c.Missing, protocol.TurnSummary{UCI: t.UCI, SAN: before.SAN(t),
			FEN: t.FEN})
	}

	for _, t := range difference.Extra {
		c.Extra = append(c.Extra, protocol.TurnSummary{UCI: t.UCI, SAN: after.SAN(t), FEN: t.FEN})
	}
	if before.Outcome != after.Outcome {
		c.What = append(c.What, "outcome")
	}
	if !slices.Equal(before.Cite, after.Cite) {
		c.What = append(c.What, "cite")
	}
	if !slices.Equal(before.Tells, after.Tells) {
		c.What = append(c.What, "tells")
	}
	return c
}

// without returns the words of a list that are not in another.
func without(list, other []string) []string {
	has := map[string]bool{}
	for _, w := range other {
		has[w] = true
	}
	out := []string{}
	for _, w := range list {
		if !has[w] {
			out = append(out, w)
		}
	}

	return out
}

// WriteText writes the difference for people: "+" and "-" before cases added and dropped, "~"
// before those that changed.
func (d *Delta) WriteText(w io.Writer) error {
	for _, id := range d.Added {
		if _, err := fmt.Fprintf(w, "+ %s\n", id); err != nil {
			return err
		}
	}

	for _, id := range d.Dropped {
		if _, err := fmt.Fprintf(w, "- %s\n", id); err != nil {
			return err
		}
	}

	for _, c := range d.Changed {
		if err := c.writeText(w); err != nil {
			return err
		}
	}

	_, err := fmt.Fprintf(w, "%d added, %d dropped, %d changed, %d the same\n", len(d.Added),
		len(d.Dropped), len(d.Changed), d.Same)
	return err
}

func (c *Changed) writeText(w io.Writer) error {
	_, err := fmt.Fprintf(w, "~ %s: %s\n", c.ID, plural.Some(c.What, 4))
	for _, part := range []struct {
		sign  string
		turns []protocol.TurnSummary
	}{{"-", c.Missing}, {"+", c.Extra}} {
		for _, t := range part.turns {
			if err == nil {
				_, err = fmt.Fprintf(w, "    %s %s\n", part.sign,
					printable.Line(fmt.Sprintf("%s (%s) to %s", t.UCI, t.SAN, t.FEN)))
			}
		}
	}

	for _, part := range []struct {
		what  string
		names []string
	}{{"no longer tells", c.Untold}, {"now tells", c.Told}} {
		if len(part.names) > 0 && err == nil {
			_, err = fmt.Fprintf(w, "    %s %s\n", part.what, plural.Some(part.names, 6))
		}
	}

	return err
}
