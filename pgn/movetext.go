package pgn

import (
	"bytes"
	"strconv"
	"strings"
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
