package rules

import (
	"slices"
	"strings"

	"turncoat/rules/ruleset"
)

// A statement is one rule of docs/RULES.md in one plain sentence with its full stop.
type statement struct{ Rule, Text string }

// The statements are the one source of what a rule says in a sentence, rule by rule in the order of
// docs/RULES.md. Each says the rule as most rule sets have it; [Variant.Statement] adds what a rule
// set with other settings makes of it.
var statements = []statement{
	{"PAC-1", "There are no captures: a piece moves as in orthodox chess, but only to an empty square, and a pawn only straight ahead."},
	{"PAC-2", "A pawn that reaches its last rank promotes to a queen, rook, bishop or knight."},
	{"PAC-3", "A pawn on the second rank of the colour it has now may advance two squares if both are empty and the enemy does not outweigh the mover on the square it passes over."},
	{"PAC-4", "A piece bears on a square as it attacks in orthodox chess, a slider also through sliders of its own colour that move along the same line; the pieces of a side that bear on a square are that side's weight there."},
	{"PAC-5", "A piece is over-persuaded when the other side's weight on its square is strictly greater than its own side's."},
	{"PAC-6", "After the move every over-persuaded enemy piece on the board changes colour, all at once, wave after wave until a wave changes nothing."},
	{"PAC-7", "A moved piece that is itself over-persuaded where it has landed does not count for its side during the conversions of that turn."},
	{"PAC-8", "After the mover's conversions the enemy may take back pieces of the mover that are over-persuaded, in rounds, as many or as few as it likes."},
	{"PAC-9", "The board holds exactly two kings; both may have the same colour."},
	{"PAC-10", "After the move and all conversions the mover must own at least one king that is not over-persuaded; without a king it must claim one."},
	{"PAC-11", "A king may move only to a square where it is not over-persuaded, judged before any conversion, and a mover without a king must claim one."},
	{"PAC-12", "A side to move that has no king and no legal turn has lost; one that has a king and no legal turn has drawn."},
	{"PAC-13", "Castling brings king and rook to the c- and d-file or to the g- and f-file, and every square between and on their ways is empty but for those two."},
	{"PAC-14", "A king may not castle from or over a square that the enemy holds against it."},
	{"PAC-15", "A side loses its castling rights when it moves a king, and a single right when the king or the rook that it names leaves its square, whichever side moves it; a right ends, too, that the position's own FEN would give to another king."},
	{"PAC-16", "The half-move clock returns to zero on a pawn move and on any turn with a conversion or a reclaim."},
	{"PAC-17", "A position has two kings in all, no pawn on the first or last rank, and castling rights only where king and rook stand ready."},

	{"CON-1", "Pieces move and capture as in orthodox chess; a converted pawn on the second rank of its new colour may advance two squares."},
	{"CON-2", "Two pieces of one kind and colour, pawns excepted, are a co-pair, and so are a king and a queen of one colour."},
	{"CON-3", "A piece that moves to a square that shares neither rank nor file with a partner makes two co-squares with it: the squares where the file of the one crosses the rank of the other."},
	{"CON-4", "Every enemy piece on a co-square changes colour, all at once; friendly pieces stay as they are, and a conversion causes no further conversion."},
	{"CON-5", "In castling both have moved: the king makes co-squares with queens, the rook with other rooks, from where they stand when castling is done."},
	{"CON-6", "A pawn makes no co-squares, not even when it promotes."},
	{"CON-7", "A king is in check when the enemy, if it were to move, could capture or convert it."},
	{"CON-8", "After the move and its conversions the mover's king may not be in check."},
	{"CON-9", "A king may not castle out of check, nor over a square where it would be in check."},
	{"CON-10", "A side loses its castling rights when its king moves, and a single right when its rook has moved, been captured or been converted."},
	{"CON-11", "A side to move that has no legal turn is checkmated if it is in check, and stalemated, a draw, if it is not."},
	{"CON-12", "Each side has one king, no pawn stands on the first or last rank, castling rights need king and rook standing ready, and the side not to move is not in check."},

	{"NOT-1", "Moves are written in standard algebraic notation, with the file, the rank or both added where two moves would read alike."},
	{"NOT-2", "In Pacifist + says that the enemy has no king and can claim one, and # that it can claim none; elsewhere they are check and mate."},
	{"NOT-3", "In Conversion Chess each converted piece follows after a slash, in order of file, then rank, the check sign last."},
	{"NOT-4", "In Pacifist conversions need not be written, but what is written is checked; a reclaim that is not the full one must be written."},
	{"NOT-5", "Moves are read as people write them: algebraic or UCI, with the usual signs and other spellings."},
	{"NOT-6", "The Variant tag of a game names its rule set; without one the game is orthodox chess."},
}

// StatementOf returns a rule in one sentence; nothing for an identifier that does not exist.
func StatementOf(rule string) string {
	for _, s := range statements {
		if s.Rule == rule {
			return s.Text
		}
	}
	return ""
}

// statedAs has, by rule and setting, the value that the sentence of the rule describes where it is
// not the setting's first: these rules are stated as in the rule sets that introduced them.
var statedAs = map[[2]string]string{
	{"PAC-7", "moved-piece"}:         "unless-persuaded",
	{"PAC-8", "reclaim"}:             "optional",
	{"PAC-11", "king-safety"}:        "king-moves",
	{"CON-10", "castling-converted"}: "loses",
}

// Statement returns a rule in one sentence and, where a setting of this rule set says it more exactly
// or differently, another: "Here the weight of a side is the total value of its pieces that bear."
func (v *Variant) Statement(rule string) string {
	text := StatementOf(rule)
	if text == "" {
		return ""
	}
	var here []string
	for _, s := range ruleset.SettingsOf(v.set.Family) {
		stated, ok := statedAs[[2]string{rule, s.Name}]
		if !ok {
			stated = s.Choices[0].Name
		}
		if !slices.Contains(s.Rules, rule) || s.Of(v.set) == stated {
			continue
		}
		for _, c := range s.Choices {
			if c.Name == s.Of(v.set) {
				here = append(here, c.Means)
			}
		}
	}
	if len(here) == 0 {
		return text
	}
	return text + " Here " + strings.Join(here, "; ") + "."
}
