package pgn

import (
	"bytes"
	"strconv"
	"strings"

	"turncoat/rules/board"
)

// movetext reads moves, comments and variations up to the end of the record.
func (p *parser) movetext() {
	p.line, p.number = &p.g.Main, -1
	for p.at < len(p.text) && !p.done {
		b := p.text[p.at]
		switch {
		case space(b):
			p.at++
		case b == '%' && p.lineStart(), b == 0x1a:
			p.skipLine()
		case b == '{':
			p.braces()
		case b == ';':
			p.lineComment()
		case b == '(':
			p.enter()
		case b == ')':
			p.leave()
		case b == '$':
			p.nag()
		case b == '!' || b == '?':
			p.suffix()
		case b == '[':
			p.bracket()
		case b == mark[0] && bytes.HasPrefix(p.text[p.at:], mark):
			p.at += len(mark)
		case p.between():
			p.done = true
		default:
			p.token()
		}
	}
	if len(p.open) > 0 {
		at := p.open[len(p.open)-1].at
		code := CodeTruncated
		if len(p.g.Results) > 0 {
			code = CodeSyntax
		}
		p.fault(code, at, at+1, "the variation is not closed")
	}
}

// between tells whether a game without tags begins here, behind another's result.
func (p *parser) between() bool {
	if len(p.g.Results) == 0 || len(p.open) > 0 {
		return false
	}
	rest := p.text[p.at:]
	return len(rest) > 2 && rest[0] == '1' && (rest[1] == '.' && rest[2] != '.' || rest[1] == ' ' && rest[2] == '.')
}

// bracket begins the next record, outside of comments.
func (p *parser) bracket() {
	if _, ok := tagName(p.text[p.at:]); ok {
		p.done = true
		return
	}
	at := p.at
	end := p.word(at + 1)
	p.fault(CodeSyntax, at, end, "a bracket opens nothing here")
	p.at, p.lastToken, p.unread = end, end, true
}

// last gives the move that comments and signs belong to, nil before the first of a line.
func (p *parser) lastMove() *Move {
	if n := len(p.line.Moves); n > 0 {
		return p.line.Moves[n-1]
	}
	return nil
}

func (p *parser) comment(at, end int) {
	p.encoding(p.text[at:end])
	c := Comment{Text: collapse(p.str(at, end)), At: at}
	if c.Text == "" || !p.room(at) {
		return
	}
	if m := p.lastMove(); m != nil {
		m.Comments = append(m.Comments, c)
		return
	}
	p.line.Comments = append(p.line.Comments, c)
}

// collapse makes every run of white space one space.
func collapse(text string) string { return strings.Join(strings.Fields(text), " ") }

// braces reads a comment in braces. One that is never closed ends where the next record begins.
func (p *parser) braces() {
	at := p.at
	for i := at + 1; i < len(p.text); i++ {
		n := bytes.IndexAny(p.text[i:], "}[")
		if n < 0 {
			break
		}
		i += n
		if p.text[i] == '}' {
			p.comment(at+1, i)
			p.at, p.lastToken, p.unread = i+1, i+1, false
			return
		}
		lineStart := i
		for lineStart > 0 && blank(p.text[lineStart-1]) {
			lineStart--
		}
		onLine := lineStart == 0 || p.text[lineStart-1] == '\n'
		if onLine && boundaryAt(p.text, i) || !onLine && gluedAt(p.text, i) {
			p.fault(CodeTruncated, at, at+1, "the comment is not closed")
			p.at, p.lastToken, p.done = i, i, true
			return
		}
	}
	p.fault(CodeTruncated, at, at+1, "the comment is not closed")
	p.at, p.lastToken = len(p.text), len(p.text)
}

func (p *parser) lineComment() {
	end := len(p.text)
	if i := bytes.IndexByte(p.text[p.at:], '\n'); i >= 0 {
		end = p.at + i
	}
	p.comment(p.at+1, end)
	p.at, p.lastToken = end, end
}

func (p *parser) enter() {
	at := p.at
	p.at++
	p.lastToken = p.at
	m := p.lastMove()
	if m == nil {
		p.fault(CodeSyntax, at, at+1, "there is no move that the variation could stand for")
		m = &Move{} // read and thrown away
	}
	if len(p.open) >= maxDepth {
		p.fault(CodeSyntax, at, at+1, "variations nest deeper than "+strconv.Itoa(maxDepth))
		p.skipVariation()
		return
	}
	if !p.room(at) {
		p.skipVariation()
		return
	}
	variation := &Line{}
	m.Variations = append(m.Variations, variation)
	p.open = append(p.open, frame{p.line, at})
	p.line, p.number = variation, -1
}

// skipVariation passes over a variation that is too deep, up to the parenthesis that closes it.
func (p *parser) skipVariation() {
	for depth := 1; p.at < len(p.text) && depth > 0; p.at++ {
		switch p.text[p.at] {
		case '(':
			depth++
		case ')':
			depth--
		case '{':
			i := bytes.IndexByte(p.text[p.at:], '}')
			if i < 0 {
				p.at = len(p.text)
				return
			}
			p.at += i
		case '[':
			if boundaryAt(p.text, p.at) {
				p.done = true
				return
			}
		}
	}
}

func (p *parser) leave() {
	at := p.at
	p.at++
	p.lastToken, p.unread = p.at, false
	n := len(p.open)
	if n == 0 {
		p.fault(CodeSyntax, at, at+1, "the parenthesis closes nothing")
		return
	}
	p.line, p.number, p.open = p.open[n-1].line, -1, p.open[:n-1]
}

func (p *parser) nag() {
	at := p.at
	end := at + 1
	for end < len(p.text) && p.text[end] >= '0' && p.text[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(string(p.text[at+1 : end]))
	p.at, p.lastToken = end, end
	if err != nil || n > 255 {
		p.fault(CodeSyntax, at, end, "an annotation is a dollar sign and a number from 0 to 255")
		return
	}
	p.annotate(n, at, end)
}

// suffix reads a sign such as "!?" that stands by itself.
func (p *parser) suffix() {
	at := p.at
	for p.at < len(p.text) && (p.text[p.at] == '!' || p.text[p.at] == '?') {
		p.at++
	}
	p.lastToken = p.at
	p.annotate(suffixNAG(string(p.text[at:p.at])), at, p.at)
}

func (p *parser) annotate(nag, at, end int) {
	m := p.lastMove()
	if m == nil {
		p.fault(CodeSyntax, at, end, "there is no move that the annotation could belong to")
		return
	}
	for _, n := range m.NAGs {
		if n == nag {
			return
		}
	}
	m.NAGs = append(m.NAGs, nag)
}

// suffixNAG gives the number of a sign: "!" 1, "?" 2, "!!" 3, "??" 4, "!?" 5, "?!" 6.
func suffixNAG(sign string) int {
	switch sign[:min(2, len(sign))] {
	case "!":
		return 1
	case "?":
		return 2
	case "!!":
		return 3
	case "??":
		return 4
	case "!?":
		return 5
	}
	return 6
}

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

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
