package specs

import (
	"fmt"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// command returns a shell command that shows more about a position.
func (r *runner) command(name string, p *board.Position, rest string) string {
	fen := "'" + r.variant.FEN(p) + "'"
	set := r.variant.Set()
	by, piped := "/dev/stdin", "echo '{"+set.FromBase()+"}' | "
	if b, ok := ruleset.IsBuiltin(set); ok {
		by, piped = b.Name, ""
	}
	call := fmt.Sprintf("%sturncoat %s --rules %s ", piped, name, by)
	switch name {
	case "perft", "puzzle solve":
		return call + rest + " " + fen
	case "explain":
		return call + fen + " " + shell(rest)
	}

	return call + fen
}

// shell quotes a move that has special characters for a shell.
func shell(word string) string {
	if strings.ContainsAny(word, " ~#!?&;$'\"\\*()<>|`") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// seeLast returns the command that explains the last move, or lists the turns if no move was
// played.
func (r *runner) seeLast() string {
	if len(r.s.Play) == 0 {
		return r.command("turns", &r.p, "")
	}
	return r.command("explain", &r.before, r.variant.InputSAN(&r.before, r.last))
}

// Lesson explains one failure in full: what was expected and found, as boards side by side with the
// differing squares in brackets if boards differ. With the first failure about the final position,
// it also explains the last move as the rules play it and gives the reason that the scenario
// states. It is empty for a failure that there is not.
func (r *Result) Lesson(s *Scenario, i int) string {
	if i < 0 || i >= len(r.Failures) {
		return ""
	}
	var b strings.Builder
	f := &r.Failures[i]
	switch {
	case f.Boards != nil:
		f.Boards.append(&b)
	case len(f.Expected)+len(f.Got) > 0:
		fmt.Fprintf(&b, "expected: %s\ngot:      %s\n", joinOrNothing(f.Expected), joinOrNothing(f.Got))
	}

	first := true
	for _, before := range r.Failures[:i] {
		first = first && before.Ply > 0
	}
	if first && f.Ply == 0 {
		r.last(&b)
		if why := strings.TrimSpace(s.Why); why != "" {
			fmt.Fprintf(&b, "the scenario says why: %s\n", why)
		}
	}

	return b.String()
}

// last describes the last move as the rules play it.
func (r *Result) last(b *strings.Builder) {
	if r.Last == nil {
		return
	}
	fmt.Fprintf(b, "%s, as it really went:\n", r.Last.Move)
	story := r.Last.Story
	if story.Discounted != 0 {
		fmt.Fprintf(b, "  the moved piece on %s does not count (PAC-7)\n",
			strings.Join(story.Discounted.Names(), ", "))
	}

	if len(story.Waves) == 0 {
		b.WriteString("  nothing converts\n")
	}
	for i, w := range story.Waves {
		fmt.Fprintf(b, "  wave %d: %s\n", i+1, r.wave(w))
	}
	for i, w := range story.Reclaim {
		fmt.Fprintf(b, "  reclaim, round %d: %s\n", i+1, r.wave(w))
	}
}

// wave describes each square of a wave with the weights, or the pairs, that convert it.
func (r *Result) wave(w rules.WaveStory) string {
	list := []string{}
	for _, s := range w.Squares {
		text := fmt.Sprintf("%s %v", s.Piece.Kind, s.Square)
		if r.Set.Family.HasWeights() {
			text += fmt.Sprintf(" (%s against %s)", s.Persuade, s.Support)
		}
		if s.Attackers != 0 {
			text += fmt.Sprintf(" (attacked from %s)", strings.Join(s.Attackers.Names(), ", "))
		}
		for _, pair := range s.Pairs {
			text += fmt.Sprintf(" (%v with %v)", pair.Moved, pair.Partner)
		}
		list = append(list, text)
	}

	return strings.Join(list, ", ")
}

// append draws both boards side by side.
func (bs *Boards) append(b *strings.Builder) {
	fmt.Fprintf(b, "%-29s%s\n", "  expected", "  got")
	for rank := 7; rank >= 0; rank-- {
		line := fmt.Sprintf("%d%s    %d%s", rank+1, bs.rank(&bs.Expected, rank), rank+1,
			bs.rank(&bs.Got, rank))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}

	b.WriteString("  a  b  c  d  e  f  g  h       a  b  c  d  e  f  g  h\n")
}

func (bs *Boards) rank(p *board.Position, rank int) string {
	var line strings.Builder
	for file := range 8 {
		s := board.At(file, rank)
		letter := byte('.')
		if piece := p.PieceAt(s); piece.Kind != board.NoKind {
			letter = piece.Letter()
		}
		left, right := byte(' '), byte(' ')
		if bs.Differ.Has(s) {
			left, right = '[', ']'
		}
		line.Write([]byte{left, letter, right})
	}

	return line.String()
}
