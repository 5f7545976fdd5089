package corpus

import (
	"fmt"
	"io"
	"strings"

	"turncoat/internal/plural"
)

// Summary says in a line what the cases tell.
func (s *Score) Summary() string {
	told, possible := s.Told()
	parted, partable := s.Parted()
	return fmt.Sprintf("%s: %s tell %d of %d misreadings from the rules, and %d of %d pairs from each other: %.2f %%",
		s.Rules, plural.Count(len(s.Cases), "case"), told, possible, parted, partable, s.Percent())
}

// sentence says what is known of misreadings that no case tells apart.
func (s *Score) sentence(a AlikeScore) string {
	const shown = 4
	text := strings.Join(a.Misreadings[:min(shown, len(a.Misreadings))], ", ")
	if n := len(a.Misreadings) - shown; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	if a.Rules {
		text += " answers every case as the rules do"
	} else {
		text += " answer every case alike"
	}
	switch {
	case a.Proof != "":
		return text + ", and must: " + a.Proof
	case a.Position != nil && len(a.Position.Moves) > 0:
		return text + fmt.Sprintf("; this would tell: %s after %s", a.Position.FEN, strings.Join(a.Position.Moves, " "))
	case a.Position != nil:
		return text + "; this would tell: " + a.Position.FEN
	case s.Searched > 0:
		return text + fmt.Sprintf("; never seen to differ in %s", plural.Count(s.Searched, "position"))
	}
	return text + "; whether they can differ was not searched"
}

// WriteText writes the score for people. With matrix, a line follows for each single misreading.
func (s *Score) WriteText(w io.Writer, matrix bool) error {
	var b strings.Builder
	fmt.Fprintln(&b, s.Summary())
	if matrix {
		for _, r := range s.Readings {
			if r.Single {
				fmt.Fprintf(&b, "  %-34s %4d of %s\n", r.Name, r.Count, plural.Count(len(s.Cases), "case"))
			}
		}
	}
	for _, a := range s.Alike {
		fmt.Fprintf(&b, "  %s\n", s.sentence(a))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
