package publish

import (
	"fmt"

	"turncoat/puzzle"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// stipulation writes what a puzzle asks for as problemists do: "#2", "s#3"; in games that do not end with a mate in words, "Win in
// 2". It says who begins where that is not White, or in a help-mate Black.
func stipulation(p *puzzle.Puzzle) string {
	text := p.Symbol()
	if p.Rules.Family == ruleset.Pacifist || p.Goal() == solution.Claim {
		text = [...]string{solution.Win: "Win in ", solution.SelfWin: "Self-win in ", solution.HelpWin: "Help-win in ", solution.Claim: "Claim in "}[p.Goal()] + p.Length()
	}
	first := board.White // who begins where nothing is said
	if p.Goal() == solution.HelpWin && !p.Half {
		first = board.Black
	}
	if at, err := p.Position(); err == nil && at.Turn != first {
		text += [...]string{", White to move", ", Black to move"}[at.Turn&1]
	}
	return text
}

// pieceCount writes how many pieces White and Black have: "4+6".
func pieceCount(at *board.Position) string {
	return fmt.Sprintf("%d+%d", at.Colours[board.White].Count(), at.Colours[board.Black].Count())
}
