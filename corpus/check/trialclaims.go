package check

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/rules/board"
)

// claims lists what would make turns of these kinds missing or wrong. A way of bearing makes turns
// the one as well as the other; a step that is forgotten often is so in moving and in bearing.
func claims(kinds, ways []kind, status string) []claim {
	var list []claim
	for _, k := range kinds {
		list = append(list, claim(string(k)+" "+status))
	}
	for _, k := range ways {
		list = append(list, claim(k+" wrong"))
	}
	for _, s := range twoSided {
		// A castling from another start is written the same, wherever it ends.
		elsewhere := status == "wrong" && strings.HasPrefix(string(s.missing), "castling")
		if (status == "missing" || elsewhere) && slices.Contains(kinds, s.missing) || status == "allowed" &&
			slices.Contains(kinds, s.allowed) {
			list = append(list, s.name)
		}
	}
	return append(list, stepClaims(kinds, ways, status)...)
}

// twoSided lists the claims by which turns of one kind are missing because they have become turns of another.
var twoSided = []struct {
	missing, allowed kind
	name             claim
}{
	{"promotions", unpromoted, "promotions forgotten on the last rank"},
	{"White's promotions", "White's " + unpromoted, "White's promotions forgotten on the last rank"},
	{"Black's promotions", "Black's " + unpromoted, "Black's promotions forgotten on the last rank"},
	{"two-steps", "two-steps from other ranks", "two-steps made from the wrong rank"},
	{"White's two-steps", "White's two-steps from other ranks", "White's two-steps made from the wrong rank"},
	{"Black's two-steps", "Black's two-steps from other ranks", "Black's two-steps made from the wrong rank"},
	{"promotions by captures", "captures on the last rank that do not promote",
		"promotions by captures forgotten on the last rank"},
	{"two-steps to persuaded squares", "two-steps over persuaded squares", "two-steps tested on their end square"},
	{"castling to an attacked square", "castling over attacked squares",
		"castling tested on its end instead of its way"},
	{"White's moves of the pawn", "the pawn's step +0-1", "White's pawns move the wrong way"},
	{"Black's moves of the pawn", "the pawn's step +0+1", "Black's pawns move the wrong way"},
	{"promotions to a knight", "promotions to a king", "promotions to a knight written as to a king"},
	{"castling", "castling elsewhere", "castling that ends on other squares"},
	{"castling O-O", "castling O-O elsewhere", "castling O-O that ends on other squares"},
	{"castling O-O-O", "castling O-O-O elsewhere", "castling O-O-O that ends on other squares"},
}

// byFile reports whether a castling is by a right that a FEN writes as the file of its rook.
func byFile(fen string, p *board.Position, m board.Move) bool {
	if _, castles := m.Castles(p); !castles {
		return false
	}
	fields := strings.Fields(fen)
	letter := 'a' + m.To.File()
	if p.Turn == board.White {
		letter = 'A' + m.To.File()
	}
	return len(fields) > 2 && strings.ContainsRune(fields[2], rune(letter))
}

// stepClaims lists the steps of pieces that the kinds and ways of bearing share. Some programs look
// from the piece along its steps, some from the square back to the piece, so that the step it bears
// by is the same or the opposite one.
func stepClaims(kinds, ways []kind, status string) []claim {
	var list []claim
	add := func(piece, step, seen string) {
		if piece == "sliders" || piece == "sliders and of the king" {
			list = append(list, claim("step "+step+" of all "+piece+" missing in moving and bearing"),
				claim("step "+seen+" of all "+piece+" missing in moving and, seen from the square, bearing"))
			return
		}
		list = append(list, claim(fmt.Sprintf("step %s of the %s missing in moving and bearing", step, piece)),
			claim(fmt.Sprintf("step %s of the %s missing in moving and, seen from the square, bearing", seen, piece)))
	}
	if status == "missing" {
		for _, k := range kinds {
			if piece, step, ok := strings.Cut(strings.TrimPrefix(string(k), "the "), "'s step "); ok {
				add(piece, step, step)
				if slides(piece) {
					add("sliders", step, step)
				}
				if slides(piece) || piece == "king" {
					add("sliders and of the king", step, step)
				}
			}
			if reach, ok := strings.CutPrefix(string(k), "moves over more than "); ok {
				list = append(list, claim("reach over more than "+reach+" missing in moving and bearing"))
			}
			for _, way := range []string{"diagonal", "straight"} {
				if piece, ok := strings.CutPrefix(string(k), way+" moves of the "); ok {
					list = append(list, claim(way+" steps of the "+piece+" missing in moving and bearing"))
				}
			}
		}
	}
	for _, k := range ways {
		if reach, ok := strings.CutPrefix(string(k), "bearing over more than "); ok {
			list = append(list, claim("reach over more than "+reach+" missing in moving and bearing"))
		}
		for _, way := range []string{"diagonal", "straight"} {
			if piece, ok := strings.CutPrefix(string(k), way+" bearing of the "); ok {
				list = append(list, claim(way+" steps of the "+piece+" missing in moving and bearing"))
			}
		}
		rest, is := strings.CutPrefix(string(k), "bearing of the ")
		piece, step, ok := strings.Cut(rest, " by ")
		if !is || !ok || piece == "pawn" {
			continue
		}
		add(piece, step, opposite(step))
		if slides(piece) {
			add("sliders", step, opposite(step))
		}
		if slides(piece) || piece == "king" {
			add("sliders and of the king", step, opposite(step))
		}
	}
	return list
}

// slides reports whether a piece of that name moves along lines.
func slides(piece string) bool { return piece == "bishop" || piece == "rook" || piece == "queen" }

// opposite returns a step the other way.
func opposite(step string) string {
	return strings.NewReplacer("+0", "+0", "+", "-", "-", "+").Replace(step)
}
