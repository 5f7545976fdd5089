package check

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Scenario returns the witness as a scenario file in YAML that expects what the rules say.
func (w *Witness) Scenario(variant *rules.Variant) string {
	p, err := w.Position(variant)
	if err != nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "rules: %s\nscenarios:\n  - name: %s\n", rulesYAML(variant),
		quotedYAML(w.Parting.String()))
	if w.Rule != "" {
		fmt.Fprintf(&b, "    cite: [%s]\n", w.Rule)
	}
	fmt.Fprintf(&b, "    fen: %s\n", w.FEN)
	play := slices.Clone(w.Moves)
	m, err := board.ParseUCI(&p, w.Move)
	legal := err == nil && variant.Legal(&p, m)
	if legal {
		play = append(play, w.Move)
		p = variant.Play(&p, m).After
	}

	for i, move := range play {
		play[i] = quotedYAML(move)
	}
	if len(play) > 0 {
		fmt.Fprintf(&b, "    play: [%s]\n", strings.Join(play, ", "))
	}
	b.WriteString("    expect:\n")
	if legal {
		fmt.Fprintf(&b, "      board: %s\n", p.Board())
	} else if err == nil {
		rule := w.Rule
		if list := variant.Breaches(&p, m); len(list) > 0 {
			rule = list[0].Rule
		}
		fmt.Fprintf(&b, "      illegal: {%s: %s}\n", quotedYAML(w.Move), rule)
	}

	fmt.Fprintf(&b, "      outcome: %q\n", variant.Outcome(&p).Result.String())
	return b.String()
}

// rulesYAML writes a rule set as a scenario file names it.
func rulesYAML(v *rules.Variant) string { return string(marshalled(v.Set())) }

// quotedYAML quotes a text unless it consists of letters, digits and spaces.
func quotedYAML(text string) string {
	if strings.ContainsAny(text, "~:#{}[],&*?|<>=!%@`'\"-") {
		return fmt.Sprintf("%q", text)
	}
	return text
}

// Board returns the program's board after the move. It reports false if the program has none or
// several.
func (w *Witness) Board() (board.Position, bool) {
	turns := turnsOf(&w.Whole, w.Move)
	if len(turns) != 1 {
		return board.Position{}, false
	}
	placement, _, _ := strings.Cut(turns[0].FEN, " ")
	p, err := board.ParseBoard(placement)
	return p, err == nil
}
