package pgn

import (
	"cmp"
	"regexp"
	"strings"

	"turncoat/internal/finding"
	"turncoat/internal/token"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A command is one of those in a move's comments, "[%conv e7,g7;f8]" or "[%reclaim d4,e5]" (NOT-4).
type command struct {
	name, value string // in lower case
	at, end     int    // end is 0 where there is none
}

// said holds the commands of a move.
type said struct {
	conv, reclaim command
	more          []Problem // commands that contradict those before them
}

// commandPattern finds a command that says what a turn does, however it is spelt.
var commandPattern = regexp.MustCompile(`(?i)\[\s*%\s*(conv|reclaim)([^\]]*)\]?`)

// commandsIn returns the commands of a text that begins at a place.
func commandsIn(text string, at int) (list []command) {
	for _, m := range commandPattern.FindAllStringSubmatchIndex(text, -1) {
		name, value := strings.ToLower(text[m[2]:m[3]]), strings.ToLower(text[m[4]:m[5]])
		list = append(list, command{name, strings.TrimSpace(value), at + m[0], at + m[1]})
	}
	return list
}

// commands reads the commands of a move's comments.
func commands(comments []Comment) said {
	var s said
	for _, c := range comments {
		for _, found := range commandsIn(c.Text, c.At) {
			of := &s.conv
			if found.name != "conv" {
				of = &s.reclaim
			}
			if of.end > 0 && of.value != found.value {
				s.more = append(s.more, Problem{Code: finding.Contradiction, Rule: "NOT-4", At: found.at, End: found.end,
					Message: "a second [%" + found.name + "] for one move"})
			}
			*of = found
		}
	}
	return s
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
	return cmp.Or(board.JoinWaves(waves), "-")
}

// bare returns the text of comments without those commands.
func bare(comments []Comment) []string {
	var list []string
	for _, c := range comments {
		text, left := c.Text, ""
		for text != left { // what a command leaves may be one again
			text, left = commandPattern.ReplaceAllString(text, ""), text
		}
		if text = token.Collapse(text); text != "" {
			list = append(list, text)
		}
	}
	return list
}
