package pgn

import (
	"strconv"
	"strings"

	"turncoat/rules/board"
)

// The words of the movetext: what is no sign that stands for itself is a move number, a result, a remark on how the game
// ended, an annotation written as text, or a move.

// symbols are annotations that some programs write as text, with their numbers.
var symbols = map[string]int{
	"=": 10, "∞": 13, "+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15, "+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19, "TN": 146, "□": 7,
}

// word gives the end of the word that begins at a place: it stops at white space and at the signs that stand for themselves.
func (p *parser) word(at int) int {
	for at < len(p.text) {
		switch b := p.text[at]; {
		case space(b), b == '{', b == '}', b == ')', b == ';', b == '$', b == '[', b == ']', b == 0x1a:
			return at
		case b == '(':
			if !p.promotes(at) {
				return at
			}
			at++ // "(Q)"
			for p.text[at] != ')' {
				at++
			}
		}
		at++
	}
	return at
}

// promotes tells whether a parenthesis belongs to a promotion as in "e8(Q)".
func (p *parser) promotes(at int) bool {
	rest := p.text[at:]
	return at > 0 && (p.text[at-1] == '8' || p.text[at-1] == '1') && len(rest) >= 3 && rest[2] == ')' && strings.IndexByte("NBRQKSLTDCFAP", rest[1]) >= 0
}

// token reads a move number, a move, a result, or a word that stands for one of them.
func (p *parser) token() {
	at := p.at
	if b := p.text[at]; b >= '0' && b <= '9' && p.digits() {
		return
	}
	if p.text[at] == '.' { // dots apart from their number
		for p.at < len(p.text) && p.text[p.at] == '.' {
			p.at++
			p.dots++
		}
		return
	}
	end := p.word(at)
	if end == at {
		end = at + 1
	}
	p.at, p.lastToken, p.unread = end, end, false
	text := p.text[at:end]
	p.encoding(text)
	word := string(text)
	if r, ok := resultWord(word); ok {
		p.result(Result{Result: r, At: at, End: end})
		return
	}
	if p.words(word, at, end) {
		return
	}
	if nag, ok := symbols[word]; ok {
		p.annotate(nag, at, end)
		return
	}
	p.move(at, end)
}

// digits reads what begins with a digit and is a move number or the first half of vchess.club's "12.w"; it
// leaves results and castlings alone.
func (p *parser) digits() bool {
	at, end := p.at, p.at
	for end < len(p.text) && p.text[end] >= '0' && p.text[end] <= '9' {
		end++
	}
	if p.machineLine(end) {
		p.machine()
		return true
	}
	digits := string(p.text[at:end])
	next := byte(' ')
	if end < len(p.text) {
		next = p.text[end]
	}
	if next != '.' && !space(next) && next != '{' && next != '(' && next != ')' {
		return false // a result, a castling, or what cannot be read
	}
	if next != '.' && (digits == "00" || digits == "000" || digits == "0000") {
		return false
	}
	n, err := strconv.Atoi(digits)
	if err != nil || len(digits) > 6 {
		p.fault(CodeSyntax, at, end, "no move has that number")
		n = -1
	}
	p.number, p.numberAt, p.dots = n, at, 0
	for end < len(p.text) && p.text[end] == '.' {
		end++
		p.dots++
	}
	p.at, p.lastToken, p.unread = end, end, false
	return true
}

func resultWord(word string) (board.Result, bool) {
	switch word {
	case "½-½", "½", "1/2-1/2", "1/2":
		return board.Draw, true
	}
	return board.ParseResult(strings.ReplaceAll(word, "–", "-"))
}

// words reads the words that people write for the end of a game; e.p. says nothing new.
func (p *parser) words(word string, at, end int) bool {
	switch strings.ToLower(strings.TrimRight(word, ".,!")) {
	case "e.p", "ep":
		return len(p.line.Moves) > 0
	case "resign", "resigns", "resigned":
		r := Result{Resigns: true, At: at, End: end}
		before := strings.Fields(strings.ToLower(string(p.text[max(0, at-12):at])))
		if n := len(before); n > 0 && (before[n-1] == "white" || before[n-1] == "black") {
			r.HasResigner = true
			if before[n-1] == "black" {
				r.Resigner = board.Black
			}
		}
		p.result(r)
	case "white", "black":
		rest := strings.ToLower(string(p.text[end:min(len(p.text), end+9)]))
		return strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), "resign")
	case "draw", "drawn", "remis", "patta":
		p.result(Result{Result: board.Draw, At: at, End: end})
	default:
		return false
	}
	return true
}

// result takes a result; in a variation it says nothing of the game.
func (p *parser) result(r Result) {
	p.lastToken, p.number = r.End, -1
	if len(p.open) == 0 && p.room(r.At) {
		p.g.Results = append(p.g.Results, r)
	}
}

// move takes a word as a move. Whether it can be one is for the rules to say.
func (p *parser) move(at, end int) {
	m := &Move{At: at, End: end, Number: p.number, NumberAt: p.numberAt, Dots: p.dots}
	p.number, p.dots = -1, 0
	text := p.str(at, end)
	if i := strings.IndexAny(text, "!?"); i >= 0 {
		j := i
		for j < len(text) && (text[j] == '!' || text[j] == '?') {
			j++
		}
		m.NAGs = append(m.NAGs, suffixNAG(text[i:j]))
		text = strings.NewReplacer("!", "", "?", "").Replace(text)
	}
	m.Text = text
	if !moveLike(text) {
		p.unread = true
		m.Unreadable = true
	}
	if !p.room(at) {
		return
	}
	if len(p.g.Results) > 0 && len(p.open) == 0 {
		p.g.After = append(p.g.After, m)
		return
	}
	p.line.Moves = append(p.line.Moves, m)
}

// moveLike tells whether a word can be meant as a move, if with a fault: it names a square, castles, or is
// a null move.
func moveLike(text string) bool {
	switch {
	case isNull(text), strings.HasPrefix(text, "0-0"), strings.HasPrefix(text, "O-O"), strings.HasPrefix(text, "o-o"), strings.HasPrefix(text, "00"), strings.HasPrefix(text, "OO"):
		return true
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] >= 'a' && text[i] <= 'h' && text[i+1] >= '1' && text[i+1] <= '8' {
			return len(text) < 400
		}
	}
	return false
}

func isNull(text string) bool {
	switch text {
	case "--", "Z0", "null", "0000", "@@@@", "<>":
		return true
	}
	return false
}
