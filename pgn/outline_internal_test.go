package pgn

import (
	"fmt"
	"strings"
)

// tell lists what has been read of a text that begins at a place of a longer one.
func tell(r *Record, from int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d-%d dialect %d closed %t", from+r.At, from+r.End, r.Dialect, r.Closed)
	for _, t := range r.Tags {
		fmt.Fprintf(&b, "; %s=%s %d %d", t.Name, t.Value, from+t.At, from+t.ValueAt)
	}
	tellLine(&b, &r.Main, from)
	tellLine(&b, &Line{Moves: r.After}, from)
	for _, x := range r.Results {
		fmt.Fprintf(&b, "; %s %d-%d", x.Result, from+x.At, from+x.End)
	}
	for _, t := range r.Machine {
		fmt.Fprintf(&b, "; ply %d %s %d-%d", t.Number, t.From, from+t.At, from+t.End)
	}
	for _, f := range r.Faults {
		fmt.Fprintf(&b, "; fault %s %d-%d", f.Code, from+f.At, from+f.End)
	}
	return b.String()
}

func tellLine(b *strings.Builder, l *Line, from int) {
	for _, c := range l.Comments {
		fmt.Fprintf(b, "; comment %s %d", c.Text, from+c.At)
	}
	for _, m := range l.Moves {
		fmt.Fprintf(b, "; %s %d-%d number %d NAGs %d", m.Text, from+m.At, from+m.End, m.Number,
			m.NAGs)
		tellLine(b, &Line{Comments: m.Comments}, from)
		for _, v := range m.Variations {
			b.WriteString(" (")
			tellLine(b, v, from)
			b.WriteString(")")
		}
	}
}
