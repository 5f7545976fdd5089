package check

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Reason says of a wrong turn why the rules have it otherwise.
type Reason struct {
	UCI     string `json:"uci"`
	Text    string `json:"text"`           // what explain says of it
	Rule    string `json:"rule,omitempty"` // its identifier
	Command string `json:"command"`        // that explains the whole turn, to be copied into a shell
}

// String returns the reason as a line of a report, with the sentence of its rule.
func (r Reason) String() string {
	text := fmt.Sprintf("%s: %s", printable.Line(r.UCI), r.Text)
	if r.Rule != "" {
		text += fmt.Sprintf(" (%s: %s)", r.Rule, strings.TrimSuffix(rules.StatementOf(r.Rule), "."))
	}
	return text
}

// Reasons returns one reason for each move of the answer that is wrong, up to as many as reports
// show, in the order of the moves.
func (r *Result) Reasons() []Reason {
	g := rules.New(r.Case.Rules)
	p, err := r.Case.Position()
	if err != nil || r.Difference.Refused != "" {
		return nil
	}
	var list []Reason
	for _, uci := range r.wrongMoves() {
		if len(list) == most {
			break
		}
		reason := Reason{UCI: uci, Command: r.command(uci)}
		reason.Text, reason.Rule = because(g, &p, uci, r.theirs(uci))
		list = append(list, reason)
	}
	return list
}

// wrongMoves lists the moves that are missing, too many, or lead to another board.
func (r *Result) wrongMoves() []string {
	var list []string
	for _, t := range slices.Concat(r.Difference.Missing, r.Difference.Extra) {
		list = append(list, t.UCI)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// theirs returns the board that the answer gives for a move, empty when it has none, or several.
func (r *Result) theirs(uci string) string {
	turns := turnsOf(&r.answer, uci)
	if len(turns) != 1 {
		return ""
	}
	return turns[0].FEN
}

// command returns the call that explains a turn, as a shell takes it.
func (r *Result) command(uci string) string {
	text := fmt.Sprintf("turncoat explain --rules %s '%s'", r.Case.Rules.Name, r.Case.FEN)
	for _, m := range append(slices.Clip(r.Case.Moves), uci) {
		text += " " + quoted(m)
	}
	return text
}

// quoted puts a word between quotation marks unless it is plain.
func quoted(word string) string {
	if word = printable.Line(word); strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789-,") == "" && word != "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// because says why the rules have a turn otherwise than a program, and by which rule.
func because(g *rules.Variant, p *board.Position, uci, theirs string) (text, rule string) {
	m, err := board.ParseUCI(p, uci)
	if err != nil {
		return "this is no move", ""
	}
	if !g.Legal(p, m) {
		if list := rules.NewReference(g.Set()).Breaches(p, m); len(list) > 0 {
			return "it is not legal: " + list[0].Reason, list[0].Rule
		}
		return "it is not legal", ""
	}
	turn := g.Full(p, m)
	e := g.Explain(p, turn)
	placement, _, _ := strings.Cut(theirs, " ")
	if found, err := board.ParseBoard(placement); err == nil {
		if text, rule = otherwise(g, &e, &found); text != "" {
			return text, rule
		}
	}
	return legal(g, p, m, &e)
}

// legal says what allows a turn that a program lacks.
func legal(g *rules.Variant, p *board.Position, m board.Move, e *rules.Explanation) (text, rule string) {
	pick := func(pacifist, others string) string {
		if strings.HasPrefix(g.Set().Family.String(), "pacifist") {
			return pacifist
		}
		return others
	}
	claimed := e.Turn.Converted & p.Kings
	switch _, castles := m.Castles(p); {
	case castles:
		return "it is legal: the right is held, nothing stands in the way, and no square on the king's way forbids it", pick("PAC-13", "CON-9")
	case claimed != 0:
		kings := plural.Of(claimed.Count(), "king")
		return "it is legal: it claims the " + kings + " on " + strings.Join(claimed.Names(), " and "),
			pick("PAC-9", "CON-4")
	case m.Promotion < board.NoKind:
		return "it is legal: a pawn on its last rank promotes to a queen, rook, bishop or knight",
			pick("PAC-2", "CON-1")
	case p.KindAt(m.From) == board.Pawn && abs(m.To.Rank()-m.From.Rank()) == 2:
		return "it is legal: from its second rank a pawn may advance two squares", pick("PAC-3", "CON-1")
	}
	return "it is legal: it breaks no rule", pick("PAC-1", "CON-1")
}

// otherwise says why the first square on which two boards differ is as the rules have it.
func otherwise(g *rules.Variant, e *rules.Explanation, theirs *board.Position) (text, rule string) {
	for n, wave := range e.Waves {
		for _, s := range wave.Squares {
			if theirs.PieceAt(s.Square) == e.Turn.After.PieceAt(s.Square) {
				continue
			}
			text = fmt.Sprintf("the %v on %v converts in wave %d", s.Piece, s.Square, n+1)
			if len(s.Pairs) == 0 {
				text += fmt.Sprintf(": over-persuaded, %s against %s", g.WeightJSON(s.Persuade).Weight,
					g.WeightJSON(s.Support).Weight)
			}
			if n > 0 && s.Rule == "PAC-5" {
				return text, "PAC-6"
			}
			return text, s.Rule
		}
	}
	for s := range board.NoSquare {
		ours, there := e.Turn.After.PieceAt(s), theirs.PieceAt(s)
		switch {
		case ours == there:
		case ours.Kind != there.Kind || ours.Kind == board.NoKind:
			return fmt.Sprintf("%s stands on %v, not %s", article(ours), s, article(there)), ""
		case e.Turn.Reclaimed.Has(s):
			return fmt.Sprintf("the %v on %v is taken back", ours, s), "PAC-8"
		case g.Set().Family.String() == "pacifist":
			persuade := rules.NewReference(g.Set()).Weigh(&e.Turn.After, s, ours.Colour.Other())
			support := rules.NewReference(g.Set()).Weigh(&e.Turn.After, s, ours.Colour)
			return fmt.Sprintf("the %v on %v stays: %s against %s", ours, s, persuade,
				support), "PAC-5"
		default:
			return fmt.Sprintf("the %v on %v stays: it is on no co-square", ours, s), "CON-3"
		}
	}
	return "", ""
}

func article(piece board.Piece) string {
	if piece.Kind == board.NoKind {
		return "nothing"
	}
	return "a " + piece.String()
}
