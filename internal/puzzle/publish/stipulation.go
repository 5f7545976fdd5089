package publish

import (
	"fmt"
	"strings"

	"turncoat/puzzle"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// stipulation writes the stipulation of a puzzle as problemists do, "#2", "h#2½", or in games that
// do not end with a mate in words, "Win in 2". It names the number of lines that are solutions
// where there are several, the side that begins where that is not the usual one, and a duplex.
func stipulation(p *puzzle.Puzzle) string {
	text := p.Symbol()
	if !p.Rules.Family.HasCheck() || p.Goal().Plain() == puzzle.Claim {
		text = capital(p.Goal().String()) + " in " + p.Length()
	}
	if p.Only != nil {
		text = "Win" // in whatever number of turns
	}
	text = half(text)
	if p.Goal().HasLines() && len(p.Lines) > 1 {
		text += fmt.Sprintf(", %d solutions", len(p.Lines))
	}
	if at, err := p.Position(); err == nil && at.Turn != p.Goal().Begins(p.Half) {
		text += ", " + at.Turn.Title() + " to move"
	}
	if isDuplex(p) {
		text += ", duplex"
	}
	return text
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// half writes half a turn as it is printed: "1½".
func half(text string) string { return strings.Replace(text, ".5", "½", 1) }

// rights writes what a position has beside its pieces: rights to castle, and the square of a pawn
// that can be captured en passant. Rights of kings and rooks that stand where they begin go without
// saying, as problemists have it: naming them could give the key away.
func rights(at *board.Position, set ruleset.Set) string {
	var usual board.Rights
	for i, right := range puzzle.RightsAtHome(at) {
		usual[i] = right
	}
	var list []string
	if at.Rights != usual {
		list = append(list, "castling "+strings.Fields(at.FEN(set))[2])
	}
	if at.EnPassant != board.NoSquare {
		list = append(list, "e.p. "+at.EnPassant.String())
	}
	return strings.Join(list, ", ")
}

// pieceCount writes how many pieces White and Black have: "4+6".
func pieceCount(at *board.Position) string {
	return fmt.Sprintf("%d+%d", at.Colours[board.White].Count(), at.Colours[board.Black].Count())
}
