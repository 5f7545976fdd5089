package pgn

import (
	"cmp"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// A command is an instruction in a comment on a move, such as "[%conv e7,g7;f8]" or "[%reclaim
// d4,e5]" (NOT-4).
type command struct {
	name, value string // in lower case
	at, end     int    // end is 0 if there is no command
}

// moveCommands holds the commands of a move.
type moveCommands struct {
	conv, reclaim  command
	contradictions []Finding // for commands that contradict earlier ones
}

// noCommands is shared by the moves whose comments contain no command.
var noCommands moveCommands

// commandsIn returns the commands in a text that begins at the offset at of the record.
func commandsIn(text string, at int) (list []command) {
	for {
		c, ok := firstCommand(text)
		if !ok {
			return list
		}
		text = text[c.end:]
		c.at, c.end, at = at+c.at, at+c.end, at+c.end
		list = append(list, c)
	}
}

// firstCommand finds the first command in a text, however it is spelt: "[ %Conv e7 ]" or, cut off,
// "[%conv e7".
func firstCommand(text string) (c command, ok bool) {
	for at := 0; ; at++ {
		open := strings.IndexByte(text[at:], '[')
		if open < 0 {
			return c, false
		}
		at += open
		rest := afterSpaces(text[at+1:])
		if rest == "" || rest[0] != '%' {
			continue
		}
		rest = afterSpaces(rest[1:])
		for _, name := range []string{"conv", "reclaim"} {
			if len(rest) < len(name) || !strings.EqualFold(rest[:len(name)], name) {
				continue
			}
			value, tail, _ := strings.Cut(rest[len(name):], "]")
			return command{name: name, value: strings.TrimSpace(strings.ToLower(value)), at: at,
				end: len(text) - len(tail)}, true
		}
	}
}

// afterSpaces returns a text without the white space at its beginning.
func afterSpaces(text string) string {
	for text != "" && strings.IndexByte(" \t\r\n\f", text[0]) >= 0 {
		text = text[1:]
	}
	return text
}

// commands reads the commands of a move's comments.
func commands(comments []Comment) *moveCommands {
	s := &noCommands
	for _, c := range comments {
		for _, found := range commandsIn(c.Text, c.At) {
			if s == &noCommands {
				s = new(moveCommands)
			}
			s.add(found)
		}
	}

	return s
}

func (s *moveCommands) add(found command) {
	before := &s.conv
	if found.name != "conv" {
		before = &s.reclaim
	}
	if before.end > 0 && before.value != found.value {
		s.contradictions = append(s.contradictions, Finding{Code: Contradiction, Rule: "NOT-4",
			At: found.at, End: found.end, Message: "a second [%" + found.name + "] for one move"})
	}

	*before = found
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

// appendBare appends the text of comments without the commands in them.
func appendBare(list []string, comments []Comment) []string {
	for _, c := range comments {
		if text := bare(c.Text); text != "" {
			list = append(list, text)
		}
	}

	return list
}

// appendBare appends the text of the comments from which the commands were read, without them.
func (s *moveCommands) appendBare(list []string, comments []Comment) []string {
	if s != &noCommands {
		return appendBare(list, comments)
	}
	for _, c := range comments {
		list = append(list, c.Text)
	}
	return list
}

// bare returns a text without its commands. Removing one may join the pieces of another, so this is
// repeated until none is left.
func bare(text string) string {
	list := commandsIn(text, 0)
	if len(list) == 0 {
		return text
	}
	for len(list) > 0 {
		var kept strings.Builder
		from := 0
		for _, c := range list {
			kept.WriteString(text[from:c.at])
			from = c.end
		}

		text = kept.String() + text[from:]
		list = commandsIn(text, 0)
	}

	return collapse(text)
}
