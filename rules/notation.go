package rules

import (
	"cmp"
	"fmt"
	"strings"

	"turncoat/rules/board"
)

// ParsedMove is a move as its text says it, read as people write it (NOT-5), before it is matched
// with a position.
type ParsedMove struct {
	Text string // without annotation signs

	Castling     bool
	CastlingSide board.CastlingSide

	Kind      board.Kind   // the moving piece, Pawn when there is no letter; NoKind in a UCI move
	FromFile  int          // 0 to 7, or -1
	FromRank  int          // 0 to 7, or -1
	To        board.Square // NoSquare in castling
	Promotion board.Kind   // NoKind when none is written
	Takes     bool         // there is an "x" or ":"
	UCI       bool         // a move such as e2e4

	Converted []ParsedPiece // after slashes, in the order written
	Sign      string        // "", "+" or "#"; "++" reads as "+"
	Foreign   byte          // the first piece letter that is not English, 0 if there is none

	Reclaim    board.Bitboard // after "~"
	HasReclaim bool
}

// ParsedPiece is one converted piece as written after a slash.
type ParsedPiece struct {
	Kind   board.Kind
	Square board.Square
}

// Letters are the piece letters of a language.
type Letters struct {
	Name    string
	letters string // of knight, bishop, rook, queen, king; a pawn has none
	pawn    byte
}

// The languages that [ParseMove] knows. English is read with every letter of the others that cannot
// be mistaken; the others are read by their own letters alone.
var (
	English = Letters{"en", "NBRQK", 'P'}
	Italian = Letters{"it", "CATDR", 'P'}
	German  = Letters{"de", "SLTDK", 'B'}
	French  = Letters{"fr", "CFTDR", 'P'}
	Spanish = Letters{"es", "CATDR", 'P'}
	Dutch   = Letters{"nl", "PLTDK", 0}
)

// Languages lists the languages whose piece letters are known.
func Languages() []Letters {
	return []Letters{English, Italian, German, French, Spanish, Dutch}
}

var letterKinds = [...]board.Kind{board.Knight, board.Bishop, board.Rook, board.Queen, board.King}

// unmistakable are the letters that no reader of English can take for another piece.
const unmistakable = "ACDFLST"

var unmistakableKinds = [...]board.Kind{board.Bishop, board.Knight, board.Queen, board.Bishop,
	board.Bishop, board.Knight, board.Rook}

// kind returns the kind that a letter names and whether the letter is foreign to English.
func (l Letters) kind(c byte) (k board.Kind, foreign, ok bool) {
	if i := strings.IndexByte(l.letters, c); i >= 0 {
		return letterKinds[i], l.Name != English.Name, true
	}
	if c == l.pawn && c != 0 {
		return board.Pawn, l.Name != English.Name, true
	}
	if l.Name == English.Name {
		if i := strings.IndexByte(unmistakable, c); i >= 0 {
			return unmistakableKinds[i], true, true
		}
	}
	return board.NoKind, false, false
}

// figurines are the chess symbols of Unicode, white then black, as English letters.
var figurines = strings.NewReplacer(
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝",
	"B", "♞", "N", "♟",
	"", "\ufe0e", "", "\ufe0f", "")

// ParseMove reads a move's text. The error wraps [board.ErrSyntax].
func ParseMove(text string, letters Letters) (ParsedMove, error) {
	w := ParsedMove{
		Text:      text,
		Kind:      board.Pawn,
		FromFile:  -1,
		FromRank:  -1,
		To:        board.NoSquare,
		Promotion: board.NoKind,
	}
	bad := func(why string) (ParsedMove, error) {
		return w, fmt.Errorf("%w: %q is not a move: %s", board.ErrSyntax, text, why)
	}
	rest := text
	if strings.ContainsRune(rest, '\ufe0e') || strings.Contains(rest, "\xe2\x99") {
		rest, letters = figurines.Replace(rest), English
	}
	if head, reclaim, ok := strings.Cut(rest, "~"); ok {
		rest, w.HasReclaim = strings.TrimSpace(head), true
		w.Reclaim, ok = ParseSquares(reclaim)
		if !ok {
			return bad("after ~ stand squares such as d4,e5, or -")
		}
	}
	rest = trimNotes(trimNumber(rest))
	w.Text = rest
	rest, w.Sign = trimSign(rest)
	if head, tail, ok := strings.Cut(rest, "/"); ok {
		if why := w.conversions(tail, letters); why != "" {
			return bad(why)
		}
		rest = head
	}
	rest = strings.TrimRight(rest, "!?")
	rest, sign := trimSign(rest)
	w.Sign = cmp.Or(w.Sign, sign)
	if wing, ok := castling(rest); ok {
		w.Castling, w.CastlingSide, w.Kind = true, wing, board.King
		return w, nil
	}
	for _, note := range []string{"e.p.", "ep"} {
		rest = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), note))
	}
	if why := w.body(rest, letters); why != "" {
		return bad(why)
	}
	return w, nil
}

// trimNumber takes the move number off the beginning of a move: "1.e4", "1... e5".
func trimNumber(text string) string {
	digits := strings.TrimLeft(text, "0123456789")
	if dots := strings.TrimLeft(digits, "."); len(digits) < len(text) && len(dots) < len(digits) {
		return strings.TrimLeft(dots, " ")
	}
	return text
}

// trimNotes takes annotation signs off the end of a move: "!?", "$14".
func trimNotes(text string) string {
	for {
		text = strings.TrimRight(text, "!? ")
		digits := strings.TrimRight(text, "0123456789")
		if len(digits) == len(text) || !strings.HasSuffix(digits, "$") {
			return text
		}
		text = digits[:len(digits)-1]
	}
}

// trimSign takes the check signs, and the annotation signs among them, off the end of a move.
func trimSign(text string) (rest, sign string) {
	rest = strings.TrimRight(text, "+#!?")
	switch signs := text[len(rest):]; {
	case strings.Contains(signs, "#"):
		return rest, "#"
	case strings.Contains(signs, "+"):
		return rest, "+"
	}
	if trimmed, ok := strings.CutSuffix(rest, "mate"); ok {
		return trimmed, "#"
	}
	return rest, ""
}

var castlingSigns = strings.NewReplacer("-", "", "O", "0", "o", "0")

func castling(text string) (board.CastlingSide, bool) {
	switch castlingSigns.Replace(text) {
	case "00":
		return board.KingSide, true
	case "000":
		return board.QueenSide, true
	}
	return board.QueenSide, false
}

// conversions reads the text after the first slash: "Nf3", "Pf2/Qd4", "f2".
func (w *ParsedMove) conversions(text string, letters Letters) string {
	for part := range strings.SplitSeq(text, "/") {
		part, sign := trimSign(strings.TrimSpace(part))
		w.Sign = cmp.Or(w.Sign, sign)
		piece := ParsedPiece{Kind: board.Pawn}
		if len(part) == 3 {
			k, foreign, ok := letters.kind(part[0])
			if !ok {
				return fmt.Sprintf("%q after a slash names no piece", part)
			}
			if foreign && w.Foreign == 0 {
				w.Foreign = part[0]
			}
			piece.Kind, part = k, part[1:]
		}
		var ok bool
		piece.Square, ok = board.ParseSquare(part)
		if !ok {
			return fmt.Sprintf("%q after a slash is no square", part)
		}
		w.Converted = append(w.Converted, piece)
	}
	return ""
}

// body reads piece, origin, target and promotion, and says why it cannot.
func (w *ParsedMove) body(text string, letters Letters) string {
	if text == "" {
		return "nothing stands there"
	}
	rest, why := w.piece(text, letters)
	if why != "" {
		return why
	}
	rest, w.Promotion, why = w.promotion(rest, letters)
	if why != "" {
		return why
	}

	if len(rest) < 2 {
		return "no target square"
	}
	before, target := rest[:len(rest)-2], rest[len(rest)-2:]
	var ok bool
	w.To, ok = board.ParseSquare(target)
	if !ok {
		return fmt.Sprintf("%q is no square", target)
	}

	looksLikeUCI := w.Kind == board.Pawn && len(before) == 2 && text[0] >= 'a'
	if rest := w.origin(before); rest != "" {
		return fmt.Sprintf("%q cannot be read", rest)
	}
	w.UCI = looksLikeUCI && w.FromFile >= 0 && w.FromRank >= 0
	if w.UCI {
		w.Kind = board.NoKind
	}
	return ""
}

// piece reads the letter of the moving piece; a pawn has none. It returns the rest, or why there is
// no such piece.
func (w *ParsedMove) piece(text string, letters Letters) (rest, why string) {
	c := text[0]
	if c < 'A' || c > 'Z' {
		return text, ""
	}
	k, foreign, ok := letters.kind(c)
	if !ok {
		return text, fmt.Sprintf("no piece is called %c", c)
	}
	if foreign {
		w.Foreign = c
	}
	w.Kind = k
	return text[1:], ""
}

// origin reads file and rank, and the sign of a capture, before the target square. It returns what it
// cannot read.
func (w *ParsedMove) origin(text string) (rest string) {
	rest = text
	if n := len(text); n > 0 {
		sign := text[n-1]
		w.Takes = sign == 'x' || sign == ':'
		if w.Takes || sign == '-' {
			rest = text[:n-1]
		}
	}
	if rest != "" && rest[0] >= 'a' && rest[0] <= 'h' {
		w.FromFile, rest = int(rest[0]-'a'), rest[1:]
	}
	if rest != "" && rest[0] >= '1' && rest[0] <= '8' {
		w.FromRank, rest = int(rest[0]-'1'), rest[1:]
	}
	return rest
}

// promotion takes "=Q", "(Q)", "Q" or the "q" of a UCI move off the end of a pawn's move.
func (w *ParsedMove) promotion(text string, letters Letters) (string, board.Kind, string) {
	rest := strings.TrimSuffix(text, ")")
	if len(rest) < 3 {
		return text, board.NoKind, ""
	}
	last := rest[len(rest)-1]
	marked := rest[len(rest)-2] == '=' || rest[len(rest)-2] == '('
	if last >= '1' && last <= '8' || w.Kind != board.Pawn && !marked {
		return text, board.NoKind, ""
	}
	if last >= 'a' && last <= 'z' {
		last -= 'a' - 'A'
		letters = English // as in UCI moves
	}
	k, foreign, ok := letters.kind(last)
	if !ok {
		return text, board.NoKind, fmt.Sprintf("no piece is called %c", last)
	}
	if foreign && w.Foreign == 0 {
		w.Foreign = last
	}
	return strings.TrimRight(rest[:len(rest)-1], "=("), k, ""
}

// ParseSquares reads a list of squares such as "d4,e5"; "-" is the empty list.
func ParseSquares(text string) (board.Bitboard, bool) {
	var b board.Bitboard
	text = strings.TrimSpace(text)
	if text == "-" {
		return 0, true
	}
	for part := range strings.SplitSeq(text, ",") {
		s, ok := board.ParseSquare(strings.TrimSpace(part))
		if !ok || b.Has(s) {
			return 0, false
		}
		b |= s.Bit()
	}
	return b, true
}
