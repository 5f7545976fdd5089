package solution

import (
	"fmt"
	"io"
	"strings"

	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Printed writes a turn for readers: as it is typed, with "e.p." after a capture en passant and "="
// after stalemate.
func Printed(variant *rules.Variant, p *board.Position, t board.Played) string {
	text := variant.InputSAN(p, t)
	if isEnPassant(variant, p, &t) {
		const capture = len("exd6")
		text = text[:capture] + " e.p." + text[capture:]
	}

	if (puzzle.Win | puzzle.Stalemate).Ended(variant, &t.After) {
		text += "="
	}
	return text
}

// isEnPassant reports whether a turn captures en passant.
func isEnPassant(variant *rules.Variant, p *board.Position, t *board.Played) bool {
	straight := t.From.File() == t.To.File() // which it may move behind a pawn that has converted
	return variant.Set().Family.HasEnPassant() && p.Pawns.Has(t.From) && t.To == p.EnPassant && !straight
}

// PrintedLine writes successive turns as [Printed] does.
func PrintedLine(variant *rules.Variant, p *board.Position, turns []board.Played) []string {
	line := make([]string, len(turns))
	for i := range turns {
		line[i] = Printed(variant, p, turns[i])
		p = &turns[i].After
	}

	return line
}

// Effect writes what a turn converts, wave by wave, after a space: " [e7,g7;f8]". If reclaim is
// set, what is taken back follows: " [e7,g7;f8 back e7]". In Conversion Chess the notation shows
// it.
func Effect(variant *rules.Variant, t *board.Played, reclaim bool) string {
	if variant.Set().Family.WritesConversions() {
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

// LineText writes a line of a help-win or a series in SAN. The turns of the side that loses are
// numbered, as problemists do: "1.Kg8 Kg6 2.Kh8 Ra8#", and in a turn and a half "1...Kg6 2.Kg8
// Ra8#".
func LineText(variant *rules.Variant, goal puzzle.Goal, at *board.Position, line []board.Played) string {
	return strings.Join(NumberedLine(variant, goal, at, line), " ")
}

// NumberedLine writes the turns of such a line, each with its number.
func NumberedLine(variant *rules.Variant, goal puzzle.Goal, at *board.Position, line []board.Played) []string {
	start := lineStart{halfway: beginsHalfway(goal, [][]board.Played{line})}
	return numberedLine(variant, at, line, start)
}

func numberedLine(variant *rules.Variant, at *board.Position, line []board.Played, start lineStart) []string {
	words := PrintedLine(variant, at, line)
	for i, number := range lineNumbers(at, line, start) {
		words[i] = number + words[i]
	}
	if start.passed > 0 && len(words) > 0 {
		words[0] = "1... " + words[0]
	}
	return words
}

// SetLines writes the set play of a help-win or a series, with what the turns convert. The numbers
// are those of the solution, whose first turn is left out: "1...Ra4 2.Kb5 [c6] Qd4#", and of a
// solution in two turns and a half "1... 2.Rc4 Ra4 3.Kb5 Qd4#".
func SetLines(variant *rules.Variant, goal puzzle.Goal, at *board.Position, set [][]board.Played) []string {
	enemy := puzzle.NullMove(at)
	start := setPlayStart(goal, set)
	return linesWithEffects(variant, &enemy, set, start)
}

// linesWithEffects writes numbered lines with what their turns convert.
func linesWithEffects(variant *rules.Variant, at *board.Position, lines [][]board.Played,
	start lineStart) []string {
	texts := make([]string, len(lines))
	for i, line := range lines {
		words := numberedLine(variant, at, line, start)
		for j := range words {
			words[j] += Effect(variant, &line[j], true)
		}
		texts[i] = strings.Join(words, " ")
	}
	return texts
}

// setPlayStart returns how the numbers of set play begin. Of a series it is one turn of the enemy.
func setPlayStart(goal puzzle.Goal, set [][]board.Played) lineStart {
	if beginsHalfway(goal&^puzzle.Series, set) {
		return lineStart{halfway: true}
	}
	return lineStart{passed: 1}
}

// beginsHalfway reports whether lines begin with the second half of the first turn, because they
// have half a turn more. Of a reciprocal help-win, the lines in which the other side wins are a turn
// shorter than the longest.
func beginsHalfway(goal puzzle.Goal, lines [][]board.Played) bool {
	longest := 0
	for _, line := range lines {
		longest = max(longest, len(line))
	}
	return goal&puzzle.Series == 0 && longest%2 == 1
}

// NumberedTurns writes the turns of a line with the numbers of White's: "1.Nf5", "Ka7", "2.Qb6#";
// before a first turn of Black's are dots.
func NumberedTurns(variant *rules.Variant, at *board.Position, line []board.Played) []string {
	list := PrintedLine(variant, at, line)
	for i := range list {
		switch ply := i + int(at.Turn); {
		case ply%2 == 0:
			list[i] = fmt.Sprintf("%d.%s", ply/2+1, list[i])
		case i == 0:
			list[i] = "1..." + list[i]
		}
	}

	return list
}

// WriteLines writes the lines of a help-win, one a line, numbered as [LineText] numbers them, with
// what their turns convert.
func WriteLines(out io.Writer, variant *rules.Variant, goal puzzle.Goal, p *board.Position,
	lines [][]board.Played) error {
	a := &printer{out: out, variant: variant}
	start := lineStart{halfway: beginsHalfway(goal, lines)}
	for _, text := range linesWithEffects(variant, p, lines, start) {
		a.printf("%s\n", text)
	}
	return a.err
}

// A lineStart is how the numbers of a line begin.
type lineStart struct {
	halfway bool // with the second half of a turn
	passed  int  // after so many turns
}

// lineNumbers returns the text before each turn of a line: "1.", nothing before a turn of the other
// side, and "1..." before the first if the line begins halfway. In a series a side moves several
// times.
func lineNumbers(at *board.Position, line []board.Played, start lineStart) []string {
	numbers := make([]string, len(line))
	n, counted := start.passed, at.Turn
	if start.halfway {
		numbers[0], n, counted = "1...", 1, at.Turn.Other()
	}
	for i := range line {
		if at.Turn == counted {
			n++
			numbers[i] = fmt.Sprintf("%d.", n)
		}

		at = &line[i].After
	}

	return numbers
}

// ThreatText writes the threats of a play in SAN: "threat 2.Qb6#", "zugzwang", or nothing. number
// is that of the next turn.
func ThreatText(variant *rules.Variant, p *puzzle.Play, number int) string {
	if p.Zugzwang {
		return "zugzwang"
	}
	if len(p.Threats) == 0 {
		return ""
	}

	words := make([]string, len(p.Threats))
	passed := puzzle.NullMove(&p.Turn.After)
	for i := range p.Threats {
		words[i] = fmt.Sprintf("%d.%s", number, Printed(variant, &passed, p.Threats[i].Turn))
	}
	return "threat " + strings.Join(words, ", ")
}

// ThreatNote writes the same in parentheses after a space, or nothing.
func ThreatNote(variant *rules.Variant, p *puzzle.Play, number int) string {
	text := ThreatText(variant, p, number)
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// reclaimWords writes a reclaim on its own.
func reclaimWords(squares board.Bitboard) string {
	if squares == 0 {
		return "~- (no reclaim)"
	}
	return puzzle.ReclaimText(squares)
}

// afterReclaim says which reclaim a defence follows, where there is a choice.
func afterReclaim(n *puzzle.Node) string {
	if len(n.Play.Choices) < 2 {
		return ""
	}
	return " after " + reclaimWords(n.Play.Choices[n.Defence.Choice].Reclaimed)
}

// chosenReclaim says which reclaim the attacker chooses before a continuation, where it is not the
// full one.
func chosenReclaim(d *puzzle.Defence, next *puzzle.Play) string {
	if next.After.Reclaimed == d.Turn.Reclaimed {
		return ""
	}
	return puzzle.ReclaimText(next.After.Reclaimed)
}
