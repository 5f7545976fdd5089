package rules

import (
	"cmp"
	"fmt"
	"strings"

	"turncoat/rules/board"
)

// ParsedMove is the content of a move's text, read as people write moves (NOT-5), before it is
// matched with a position.
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
	// Becomes is the moved piece after its turn, as in "Nxd7(=bN)" and "Nxd7=b"; in the second its
	// Kind is NoKind. HasBecomes says whether it is written.
	Becomes    board.Piece
	HasBecomes bool
	Sign       string // "", "+" or "#"; "++" reads as "+"
	Foreign    byte   // the first piece letter that is not English, 0 if there is none

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

// The languages that [ParseMove] knows. With English, unambiguous letters of the others are read
// too. The others accept only their own letters.
var (
	English = Letters{"en", "NBRQK", 'P'}
	Italian = Letters{"it", "CATDR", 'P'}
	German  = Letters{"de", "SLTDK", 'B'}
	French  = Letters{"fr", "CFTDR", 'P'}
	Spanish = Letters{"es", "CATDR", 'P'}
	Dutch   = Letters{"nl", "PLTDK", 0}
)

// Languages lists the languages with known piece letters.
func Languages() []Letters {
	return []Letters{English, Italian, German, French, Spanish, Dutch}
}

var letterKinds = [...]board.Kind{board.Knight, board.Bishop, board.Rook, board.Queen, board.King}

// unmistakable are the foreign letters that cannot mean another piece in English.
const unmistakable = "ACDFLST"

var unmistakableKinds = [...]board.Kind{board.Bishop, board.Knight, board.Queen, board.Bishop, board.Bishop,
	board.Knight, board.Rook}

// kind returns the kind that a letter names and whether the letter is foreign to English.
func (l *Letters) kind(c byte) (k board.Kind, foreign, ok bool) {
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

// signs are the check and annotation signs of one character, as they are written in ASCII. A dagger
// is a check, a double dagger double check or mate.
var signs = strings.NewReplacer("†", "+", "‡", "++", "‼", "!!", "⁇", "??", "⁉", "!?", "⁈", "?!", "□", "")

// figurines are the chess symbols of Unicode, white then black, as English letters.
var figurines = strings.NewReplacer(
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟",
	"", "\ufe0e", "", "\ufe0f", "")

// ParseMove reads a move's text. The error wraps [board.ErrSyntax].
func ParseMove(text string, letters Letters) (ParsedMove, error) {
	var w ParsedMove
	err := w.Parse(text, &letters)
	return w, err
}

// Parse reads a move's text as [ParseMove] does.
func (w *ParsedMove) Parse(text string, letters *Letters) error {
	w.clear(text)
	if w.simple(text, letters) {
		return nil
	}
	w.clear(text)
	why := w.read(text, letters)
	if why != "" {
		return fmt.Errorf("%w: %q is not a move: %s", board.ErrSyntax, text, why)
	}
	return nil
}

// clear resets the move to nothing but its text. Assigning field by field is faster than assigning
// a composite literal.
func (w *ParsedMove) clear(text string) {
	*w = ParsedMove{}
	w.Text = text
	w.Kind, w.Promotion = board.Pawn, board.NoKind
	w.FromFile, w.FromRank = -1, -1
	w.To = board.NoSquare
}

// simple reads a move of only a piece, an origin, a square and a sign, as most moves are. It
// reports whether the move has this form.
func (w *ParsedMove) simple(text string, letters *Letters) bool {
	rest := text
	switch {
	case strings.HasSuffix(text, "+"):
		w.Sign = "+"
	case strings.HasSuffix(text, "#"):
		w.Sign = "#"
	}

	rest = rest[:len(rest)-len(w.Sign)]
	if len(rest) < 2 {
		return false
	}
	to, ok := board.ParseSquare(rest[len(rest)-2:])
	if !ok {
		return false
	}
	w.To, rest = to, rest[:len(rest)-2]
	rest, why := w.piece(rest, letters)
	return why == "" && (rest == "" || w.origin(rest, text[0] >= 'a') == "")
}

// read reads a move's text, and says why it cannot.
func (w *ParsedMove) read(text string, letters *Letters) string {
	text, letters, why := w.trimmings(text, letters)
	if why != "" {
		return why
	}
	if side, ok := castling(text); ok {
		w.Castling, w.CastlingSide, w.Kind = true, side, board.King
		return ""
	}

	return w.body(text, letters)
}

// trimmings reads what people write around a move: its number, annotations, signs, the reclaim and
// conversions. It returns the bare move and the letters to read it by, or why it cannot be read.
func (w *ParsedMove) trimmings(rest string, letters *Letters) (move string, by *Letters, why string) {
	if strings.ContainsRune(rest, '\ufe0e') || strings.Contains(rest, "\xe2\x99") {
		rest, letters = figurines.Replace(rest), &English
	}
	if strings.Contains(rest, "\xe2") { // where all signs begin
		rest = signs.Replace(rest)
	}
	if head, reclaim, ok := strings.Cut(rest, "~"); ok {
		rest, w.HasReclaim = strings.TrimSpace(head), true
		w.Reclaim, ok = ParseSquares(reclaim)
		if !ok {
			return "", letters, "after ~ stand squares such as d4,e5, or -"
		}
	}

	rest = trimNotes(trimNumber(rest))
	w.Text = rest
	rest, w.Sign = trimSign(rest)
	rest = w.becomes(rest)
	if head, tail, ok := strings.Cut(rest, "/"); ok {
		if why := w.conversions(tail, letters); why != "" {
			return "", letters, why
		}
		rest = head
	}

	rest = strings.TrimRight(rest, "!?")
	rest, sign := trimSign(rest)
	w.Sign = cmp.Or(w.Sign, sign)
	if _, castles := castling(rest); castles {
		return rest, letters, ""
	}
	for _, note := range []string{"e.p.", "ep"} {
		rest = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), note))
	}
	return rest, letters, ""
}

// becomes removes from the end of a move what the moved piece is after its turn: "(=bN)" or "=b". It
// leaves "=b" alone where it is the promotion of a pawn.
func (w *ParsedMove) becomes(text string) string {
	text = strings.TrimRight(text, " ")
	side, kind := byte(0), board.NoKind
	head := text
	if open := strings.LastIndex(text, "(="); open >= 0 && strings.HasSuffix(text, ")") {
		inside := text[open+2 : len(text)-1]
		if len(inside) != 2 || board.KindOf(inside[1]) == board.NoKind {
			return text
		}
		head, side, kind = text[:open], inside[0], board.KindOf(inside[1])
	} else if n := len(text) - 2; n > 0 && text[n] == '=' {
		head, side = text[:n], text[n+1]
		if side == 'b' && promotes(head) {
			return text
		}
	}

	switch side {
	case 'w':
		w.Becomes = board.Piece{Kind: kind, Colour: board.White}
	case 'b':
		w.Becomes = board.Piece{Kind: kind, Colour: board.Black}
	default:
		return text
	}

	w.HasBecomes = true
	return strings.TrimRight(head, " ")
}

// promotes reports whether a move is a pawn's to its last rank that does not say yet what the pawn
// becomes.
func promotes(move string) bool {
	last := move[len(move)-1]
	return move[0] >= 'a' && (last == '1' || last == '8')
}

// trimNumber removes the move number from the beginning of a move: "1.e4", "1... e5".
func trimNumber(text string) string {
	digits := strings.TrimLeft(text, "0123456789")
	if dots := strings.TrimLeft(digits, "."); len(digits) < len(text) && len(dots) < len(digits) {
		return strings.TrimLeft(dots, " ")
	}
	return text
}

// trimNotes removes annotation signs from the end of a move: "!?", "$14".
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

// trimSign removes the check signs, and the annotation signs among them, from the end of a move.
func trimSign(text string) (rest, sign string) {
	end := len(text)
	for ; end > 0; end-- {
		switch text[end-1] {
		case '#':
			sign = "#"
			continue
		case '+':
			sign = cmp.Or(sign, "+")
			continue
		case '!', '?':
			continue
		}

		break
	}

	if sign == "" && strings.HasSuffix(text[:end], "mate") {
		return text[:end-len("mate")], "#"
	}
	return text[:end], sign
}

// castling reads a castling, such as "O-O" or "000", and returns its side.
func castling(text string) (board.CastlingSide, bool) {
	steps := 0
	for i := range len(text) {
		switch text[i] {
		case 'O', 'o', '0':
			steps++
		case '-':
		default:
			return board.QueenSide, false
		}
	}

	switch steps {
	case 2:
		return board.KingSide, true
	case 3:
		return board.QueenSide, true
	}

	return board.QueenSide, false
}

// conversions reads the text after the first slash: "Nf3", "Pf2/Qd4", "f2".
func (w *ParsedMove) conversions(text string, letters *Letters) string {
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
func (w *ParsedMove) body(text string, letters *Letters) string {
	if text == "" {
		return "nothing stands there"
	}
	rest, why := w.piece(text, letters)
	if why != "" {
		return why
	}
	rest, promotion, why := w.promotion(rest, letters)
	if why != "" {
		return why
	}
	w.Promotion = promotion
	if len(rest) < 2 {
		return "no target square"
	}
	to, ok := board.ParseSquare(rest[len(rest)-2:])
	if !ok {
		letters := []rune(rest)
		return fmt.Sprintf("%q is no square", string(letters[max(0, len(letters)-2):]))
	}
	w.To = to
	return w.origin(rest[:len(rest)-2], text[0] >= 'a')
}

// piece removes the piece letter from the beginning of a move.
func (w *ParsedMove) piece(text string, letters *Letters) (rest, why string) {
	if text == "" || text[0] < 'A' || text[0] > 'Z' {
		return text, ""
	}
	k, foreign, ok := letters.kind(text[0])
	if !ok {
		return text, fmt.Sprintf("no piece is called %c", text[0])
	}
	if foreign {
		w.Foreign = text[0]
	}
	w.Kind = k
	return text[1:], ""
}

// origin reads what precedes the target square: file, rank and capture sign. A move that begins
// with a file and a rank, but no piece, is a UCI move.
func (w *ParsedMove) origin(rest string, unnamed bool) string {
	uci := unnamed && len(rest) == 2
	if n := len(rest); n > 0 && (rest[n-1] == 'x' || rest[n-1] == ':' || rest[n-1] == '-') {
		w.Takes = rest[n-1] != '-'
		rest = rest[:n-1]
	}

	if rest != "" && rest[0] >= 'a' && rest[0] <= 'h' {
		w.FromFile, rest = int(rest[0]-'a'), rest[1:]
	}
	if rest != "" && rest[0] >= '1' && rest[0] <= '8' {
		w.FromRank, rest = int(rest[0]-'1'), rest[1:]
	}
	if rest != "" {
		return fmt.Sprintf("%q cannot be read", rest)
	}
	w.UCI = uci && w.FromFile >= 0 && w.FromRank >= 0
	if w.UCI {
		w.Kind = board.NoKind
	}
	return ""
}

// promotion removes "=Q", "(Q)", "Q" or the "q" of a UCI move from the end of a pawn's move.
func (w *ParsedMove) promotion(text string, letters *Letters) (string, board.Kind, string) {
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
		letters = &English // as in UCI moves
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
