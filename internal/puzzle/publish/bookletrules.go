package publish

import (
	"fmt"
	"strings"

	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

// howToRead explains the puzzles of a part: the rules, unless a part before it has, and the
// stipulation where it is not a win.
func howToRead(p *puzzle.Puzzle, known bool) string {
	var list []string
	if !known {
		list = append(list, howToWin(p.Rules))
	}
	switch p.Goal() {
	case puzzle.Win:
	case puzzle.Claim:
		list = append(list, "Here it is enough to claim a king, even if it can be claimed back.")
	default:
		list = append(list, "Here "+p.Asks("the side to move", "its enemy", "so many turns")+".")
	}

	return strings.Join(list, " ")
}

// howToWin states the rules in a few sentences, for readers who have only the booklet.
func howToWin(set ruleset.Set) string {
	switch set.Family {
	case ruleset.Chess:
		return "Orthodox chess: give checkmate."
	case ruleset.Benedict:
		return "No captures: pieces move to empty squares, pawns straight ahead. After a move every enemy piece that the moved piece attacks from there changes sides; nothing else does. " +
			"Nobody is ever in check. Convert the king."
	case ruleset.Conversion:
		return "Chess in which a moved piece and its twin (or king and queen) convert: every enemy piece where the file of one crosses the rank of the other changes sides. " +
			"A king that could be captured or converted is in check. Give checkmate."
	}

	text := "No captures: pieces move to empty squares, pawns straight ahead. After a move every enemy piece changes sides that is outweighed: " +
		map[ruleset.Weigh]string{
			ruleset.ByNumber:  "on which more of the mover's pieces bear than of its own",
			ruleset.ByValue:   "on which the mover's pieces that bear are worth more than its own",
			ruleset.ByAverage: "on which the mover's pieces that bear are worth more on average than its own",
		}[set.Weigh]
	if v := set.Values; set.Weigh != ruleset.ByNumber {
		text += fmt.Sprintf(" (pawn %d, knight %d, bishop %d, rook %d, queen %d, king %d)",
			v[ruleset.Pawn],
			v[ruleset.Knight], v[ruleset.Bishop], v[ruleset.Rook], v[ruleset.Queen],
			v[ruleset.King])
	}

	text += "; wave after wave, and kings too. Sliders bear through friendly sliders of their line."
	if set.MovedPiece == ruleset.UnlessPersuaded {
		text += " A piece that moves to where it is outweighed does not count in that turn."
	}
	if set.Reclaim != ruleset.NoReclaim {
		text += " After the conversions the enemy may take back what is outweighed then."
	}
	switch set.KingSafety {
	case ruleset.AfterTurn:
		text += " Whoever has moved must own a king that is not outweighed."
	case ruleset.KingMoves:
		text += " A king may not move to where it is outweighed."
	}

	return text + " A side without a king must claim one at once; if it cannot, it has lost."
}
