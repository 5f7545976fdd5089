package pgn

import (
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/pgn/finding"
	"turncoat/pgn/token"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A command is one of those in a move's comments, "[%conv e7,g7;f8]" or "[%reclaim d4,e5]" (NOT-4).
type command struct {
	value   string // in lower case
	at, end int    // end is 0 where there is none
}

// said holds the commands of a move.
type said struct {
	conv, reclaim command
	more          []Problem // commands that contradict those before them
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
			found, of := command{value, c.At + at, c.At + end}, &s.conv
			if name != "conv" {
				of = &s.reclaim
			}
			if of.end > 0 && of.value != value {
				s.more = append(s.more, Problem{Code: finding.Contradiction, Rule: "NOT-4", At: found.at, End: found.end,
					Message: "a second [%" + name + "] for one move"})
			}
			*of = found
		}
	}
	return s
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
		if text = token.Collapse(text); text != "" {
			list = append(list, text)
		}
	}
	return list
}
