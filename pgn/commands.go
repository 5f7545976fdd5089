package pgn

import (
	"fmt"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/pgn/finding"
	"turncoat/rules"
	"turncoat/rules/board"
)

// said holds what the commands in a move's comments say: "[%conv e7,g7;f8]" and "[%reclaim d4,e5]" (NOT-4).
type said struct {
	hasConv, hasReclaim   bool
	conv                  []board.Bitboard
	reclaim               board.Bitboard
	badConv, badReclaim   string
	convAt, convEnd       int
	reclaimAt, reclaimEnd int
	convText, reclaimText string
	more                  []Problem // commands that contradict those before them
}

// commandOpening finds a command that says what a turn does, however it is spelt.
var commandOpening = lazyregexp.New(`(?i)\[\s*%\s*(conv|reclaim)`)

// commands reads the commands of a move's comments.
func commands(comments []Comment) said {
	var s said
	for _, c := range comments {
		for i := 0; ; {
			name, value, at, end := nextCommand(c.Text, i)
			if at < 0 {
				break
			}
			i = end
			if name == "conv" {
				s.again(s.convEnd > 0 && value != s.convText, name, c.At+at, c.At+end)
				s.convText, s.convAt, s.convEnd = value, c.At+at, c.At+end
				if s.conv, s.hasConv = parseWaves(value); !s.hasConv {
					s.badConv = fmt.Sprintf("%q is no list of squares such as e7,g7;f8", value)
				}
				continue
			}
			s.again(s.reclaimEnd > 0 && value != s.reclaimText, name, c.At+at, c.At+end)
			s.reclaimText, s.reclaimAt, s.reclaimEnd = value, c.At+at, c.At+end
			if s.reclaim, s.hasReclaim = rules.ParseSquares(value); !s.hasReclaim {
				s.badReclaim = fmt.Sprintf("%q is no list of squares such as d4,e5, nor -", value)
			}
		}
	}
	return s
}

// again notes a command that contradicts one before it.
func (s *said) again(twice bool, name string, at, end int) {
	if twice {
		s.more = append(s.more, Problem{Code: finding.Contradiction, Rule: "NOT-4", At: at, End: end,
			Message: "a second [%" + name + "] for one move"})
	}
}

// nextCommand returns the first command from a place on and its value, in lower case, and where it is; -1 if there is
// none.
func nextCommand(text string, from int) (name, value string, at, end int) {
	m := commandOpening().FindStringSubmatchIndex(text[from:])
	if m == nil {
		return "", "", -1, 0
	}
	at, end = from+m[0], len(text)
	rest := text[from+m[1]:]
	if i := strings.IndexByte(rest, ']'); i >= 0 {
		rest, end = rest[:i], from+m[1]+i+1
	}
	return strings.ToLower(text[from+m[2] : from+m[3]]), strings.ToLower(strings.TrimSpace(rest)), at, end
}

// parseWaves reads "e7,g7;f8;d8,g8"; an empty text, or "-", means no wave at all.
func parseWaves(text string) ([]board.Bitboard, bool) {
	if text == "" || text == "-" {
		return nil, true
	}
	var waves []board.Bitboard
	for part := range strings.SplitSeq(text, ";") {
		wave, ok := rules.ParseSquares(part)
		if !ok || wave == 0 {
			return nil, false
		}
		waves = append(waves, wave)
	}
	return waves, true
}

// wavesText writes waves as the command does, "-" when there is none.
func wavesText(waves []board.Bitboard) string {
	if len(waves) == 0 {
		return "-"
	}
	return board.JoinWaves(waves)
}

// bare returns the text of comments without those commands; a comment that holds nothing else is left out.
func bare(comments []Comment) []string {
	var list []string
	for _, c := range comments {
		text := c.Text
		for {
			_, _, at, end := nextCommand(text, 0)
			if at < 0 {
				break
			}
			text = text[:at] + text[end:]
		}
		if text = collapse(text); text != "" {
			list = append(list, text)
		}
	}
	return list
}
