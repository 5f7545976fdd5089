package pgn

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"turncoat/rules/board"
)

// symbols maps annotations that some programs write as text to their numbers.
var symbols = map[string]int{
	"=": 10, "∞": 13, "+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15, "+/-": 16,
	"±": 16, "-/+": 17,
	"∓": 17, "+-": 18, "-+": 19, "TN": 146, "□": 7, "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6,
}

// maxSymbols is how many annotations of one character are read behind a move.
const maxSymbols = 4

// trimSymbols takes annotations of one character, such as "‼" or "□", off the end of a move, and
// returns their numbers, the last first.
func trimSymbols(word []byte) (move []byte, nags []int) {
	for len(nags) < maxSymbols {
		symbol, size := utf8.DecodeLastRune(word)
		nag := symbols[string(symbol)]
		if size < 2 || size == len(word) || nag == 0 {
			break
		}
		word, nags = word[:len(word)-size], append(nags, nag)
	}
	return word, nags
}

// readWord reads a move number, a result, a remark on how the game ended, an annotation written as
// text, or a move.
func (t *tokenizer) readWord() {
	at, text := t.at, t.text
	first := text[at]
	if first-'0' <= 9 {
		if t.betweenGames() {
			t.done = true
			return
		}

		if t.readNumber() {
			return
		}
	}

	end, odd := at, uint8(0)
	for end < len(text) && class[text[end]]&endsWord == 0 {
		odd |= class[text[end]]
		end++
	}

	if t.parenthesis(end) > 0 {
		end, odd = t.wordEnd(at), unusual
	}
	if end == at {
		end = at + 1
	}
	if first == '.' {
		t.readDots(end)
		return
	}

	t.at, t.lastToken, t.unread = end, end, false
	unlikeMove := odd&unusual != 0
	if (unlikeMove || first < 'A') && t.readOddWord(at, end, unlikeMove) {
		return
	}
	t.readMove(at, end, odd)
}

// readDots reads dots that are separated from their move number.
func (t *tokenizer) readDots(end int) {
	for t.at < end && t.text[t.at] == '.' {
		t.at++
		t.dots++
	}
}

// readOddWord reads a word if it is a result, an annotation, or a remark; a remark must not look
// like a move.
func (t *tokenizer) readOddWord(at, end int, unlikeMove bool) bool {
	word := t.text[at:end]
	if r, ok := ParseResult(word); ok {
		t.result(Result{Result: r, At: at, End: end})
		return true
	}

	if unlikeMove && t.remark(word, at, end) {
		return true
	}
	if nag, ok := symbols[string(word)]; ok {
		t.annotate(nag, at, end)
		return true
	}

	return false
}

// betweenGames reports whether a game without tags begins here, after the result of another.
func (t *tokenizer) betweenGames() bool {
	if len(t.r.Results) == 0 || t.depth > 0 {
		return false
	}
	rest := t.text[t.at:]
	return len(rest) > 2 && rest[0] == '1' && (rest[1] == '.' && rest[2] != '.' || rest[1] == ' ' &&
		rest[2] == '.')
}

// wordEnd returns the end of the word at an offset: white space, or a sign that is a token by
// itself.
func (t *tokenizer) wordEnd(at int) int {
	for at < len(t.text) {
		if class[t.text[at]]&endsWord != 0 {
			inWord := t.parenthesis(at)
			if inWord == 0 {
				return at
			}
			at += inWord - 1
		}

		at++
	}

	return at
}

// pieceLetters are those of the languages that moves are read in.
const pieceLetters = "NBRQKSLTDCFAP"

// parenthesis returns the length of a parenthesis that belongs to a word: a promotion as in "e8(Q)",
// or what the moved piece becomes as in "Nxd7(=bN)". It is 0 for other text.
func (t *tokenizer) parenthesis(at int) int {
	if at <= t.at || at >= len(t.text) || t.text[at] != '(' {
		return 0
	}
	rest := t.text[at:]
	onLastRank := t.text[at-1] == '8' || t.text[at-1] == '1'
	if onLastRank && len(rest) >= 3 && rest[2] == ')' &&
		strings.IndexByte(pieceLetters, rest[1]) >= 0 {
		return len("(Q)")
	}

	names := len(rest) >= 5 && rest[1] == '=' && (rest[2] == 'w' || rest[2] == 'b') && rest[4] == ')'
	if names && strings.IndexByte(pieceLetters, rest[3]) >= 0 {
		return len("(=bN)")
	}
	return 0
}

// readNumber reads a move number or the beginning of vchess.club's "12.w". It does not read results
// and castling.
func (t *tokenizer) readNumber() bool {
	at, end, n, text := t.at, t.at, 0, t.text
	for end < len(text) && text[end]-'0' <= 9 {
		if end-at < 7 {
			n = 10*n + int(text[end]-'0')
		}
		end++
	}

	next := byte(' ')
	if end < len(text) {
		next = text[end]
	}
	if next != '.' {
		if !space(next) && next != '{' && next != '(' && next != ')' {
			return false // a result, castling, or something unreadable
		}
		switch string(text[at:end]) {
		case "00", "000", "0000":
			return false
		}
	} else if t.machineLine(end) {
		t.readMachine()
		return true
	}

	if end-at > 6 {
		t.fault(Syntax, at, end, "invalid move number")
		n = -1
	}

	t.number, t.numberAt, t.dots = n, at, 0
	for end < len(text) && text[end] == '.' {
		end++
		t.dots++
	}

	t.at, t.lastToken, t.unread = end, end, false
	return true
}

// remark reads the words that people write about the end of a game. It ignores "e.p.".
func (t *tokenizer) remark(word []byte, at, end int) bool {
	word = bytes.TrimRight(word, ".,!")
	if len(word) > len("resigned") {
		return false
	}
	switch strings.ToLower(string(word)) {
	case "e.p", "ep":
		return len(t.line.Moves) > 0
	case "resign", "resigns", "resigned":
		t.result(Result{Result: resigned(t.text[max(0, at-12):at]), Resigns: true, At: at,
			End: end})
	case "white", "black":
		rest := bytes.TrimLeft(t.text[end:min(len(t.text), end+9)], " \t\r\n")
		const resign = "resign"
		return len(rest) >= len(resign) && strings.EqualFold(string(rest[:len(resign)]), resign)
	case "draw", "drawn", "remis", "patta":
		t.result(Result{Result: board.Draw, At: at, End: end})
	default:
		return false
	}

	return true
}

// resigned returns the result if the side named by the last word of a text resigns.
func resigned(text []byte) board.Result {
	text = bytes.TrimSpace(text)
	for i, name := range [...]string{"white", "black"} {
		if n := len(text) - len(name); n >= 0 && strings.EqualFold(string(text[n:]), name) &&
			(n == 0 || space(text[n-1])) {
			return board.Win(board.Colour(i).Other())
		}
	}

	return board.Ongoing
}

// result adds a result, unless it is in a variation, where it is not that of the game.
func (t *tokenizer) result(r Result) {
	t.lastToken, t.number = r.End, -1
	if t.depth == 0 && t.room(r.At) {
		t.r.Results = append(t.r.Results, r)
	}
}

// readMove reads a word, in which bytes of some classes occur, as a move. Whether it is one is
// decided when the record is replayed.
func (t *tokenizer) readMove(at, end int, classes uint8) {
	number, dots := t.number, t.dots
	t.number, t.dots = -1, 0
	word, nag := t.text[at:end], 0
	var symbols []int
	if classes&unusual != 0 {
		word, symbols = trimSymbols(word)
	}
	stop := at + len(word)
	var joined []byte // a word that has signs in its middle, without the signs
	i := -1
	if classes&sign != 0 {
		i = bytes.IndexAny(word, "!?")
	}
	if i >= 0 {
		j := i
		for j < len(word) && class[word[j]]&sign != 0 {
			j++
		}
		nag, stop = signNAG(word[i:j]), at+i
		if j < len(word) {
			joined = bytes.ReplaceAll(bytes.ReplaceAll(word, []byte("!"), nil), []byte("?"), nil)
		}
		word = word[:i]
	}

	if joined != nil {
		word = joined
	}
	n := len(word)
	unreadable := (n < 2 || n > 5 || word[n-1]-'1' > 7 || word[n-2]-'a' > 7) && !moveLike(word)
	t.unread = t.unread || unreadable
	if !t.room(at) {
		return
	}
	list := &t.line.Moves
	if len(t.r.Results) > 0 && t.depth == 0 {
		list = &t.r.After
	}
	m := next(list)
	// Assigning field by field is faster than assigning a composite literal.
	m.At, m.End, m.Number, m.NumberAt, m.Dots, m.Unreadable = at, end, number, t.numberAt, dots,
		unreadable
	m.NAGs = m.NAGs[:0]
	m.Comments = m.Comments[:0]
	m.Variations = m.Variations[:0]
	if joined != nil {
		m.Text = t.decode(joined)
	} else {
		m.Text = t.words(at, stop)
	}

	if nag > 0 {
		m.NAGs = append(m.NAGs, nag)
	}
	for _, nag := range slices.Backward(symbols) {
		m.NAGs = append(m.NAGs, nag)
	}
}

// maxMove is the length from which on a word is not taken for a move because it names a square.
const maxMove = 400

// moveLike reports whether a word may be meant as a move: it names a square, castles, or is a null
// move.
func moveLike(text []byte) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i]-'a' < 8 && text[i+1]-'1' < 8 {
			if len(text) < maxMove {
				return true
			}
			break
		}
	}

	for _, castling := range [...]string{"0-0", "O-O", "o-o", "00", "OO"} {
		if strings.HasPrefix(string(text), castling) {
			return true
		}
	}

	return isNullMove(string(text))
}

// isNullMove reports whether a word is one of those that programs write for a null move.
func isNullMove(text string) bool {
	switch text {
	case "--", "Z0", "null", "0000", "@@@@", "<>":
		return true
	}

	return false
}
