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
	case ruleset.Andernach:
		return howAndernachConverts(set)
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

// howAndernachConverts states what converts in a game of the Andernach family.
func howAndernachConverts(set ruleset.Set) string {
	does := map[ruleset.ConvertsWhen]string{
		ruleset.OnCapture:   "captures",
		ruleset.OnNoCapture: "moves without capturing",
		ruleset.Always:      "moves",
		ruleset.OnOtherKind: "captures one of another kind",
		ruleset.OnSquare:    "moves to " + squaresInWords(set.Squares),
		ruleset.OnCheck:     "moves and gives check",
	}[set.ConvertsWhen]
	if set.ConvertedBy == ruleset.ByEveryPiece && set.ConvertsWhen == ruleset.OnCheck {
		does = "gives check, moved or not,"
	}

	piece := map[ruleset.ConvertsSide]string{
		ruleset.ConvertsBothSides: "piece",
		ruleset.ConvertsWhite:     "white piece",
		ruleset.ConvertsBlack:     "black piece",
		ruleset.ConvertsMover:     "piece of its own side",
		ruleset.ConvertsEnemy:     "enemy piece",
	}[set.ConvertsSide]
	text := "Orthodox chess in which a " + piece + " that " + does + " changes sides."
	if set.Converts == ruleset.ConvertsAttacked {
		text = "Orthodox chess in which a piece that " + does + " changes the side of every " + piece +
			" that it attacks."
		if set.ConvertsSide == ruleset.ConvertsBothSides {
			text = strings.TrimSuffix(text, ".") + ", friend or enemy."
		}
	}

	never := "Kings"
	for kind, answer := range []ruleset.Answer{set.PawnConverts, set.KnightConverts,
		set.BishopConverts, set.RookConverts, set.QueenConverts} {
		if answer == ruleset.No {
			never += " and " + ruleset.KindName(kind) + "s"
		}
	}
	return text + " " + never + " never do. The mover's king may not be in check after that, " +
		"whatever was so before. Give checkmate."
}

// squaresInWords lists squares, a rectangle by its corners.
func squaresInWords(squares ruleset.Squares) string {
	return strings.NewReplacer("-", " to ", ",", ", ").Replace(squares.String())
}
