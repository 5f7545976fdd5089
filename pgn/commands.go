package pgn

import (
	"fmt"
	"strings"

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
}

// commands reads the commands of a move's comments.
func commands(comments []Comment) said {
	var s said
	for _, c := range comments {
		if i := strings.Index(c.Text, "[%conv"); i >= 0 {
			value, end := command(c.Text, i, "[%conv")
			s.convAt, s.convEnd = c.At+i, c.At+end
			if s.conv, s.hasConv = parseWaves(value); !s.hasConv {
				s.badConv = fmt.Sprintf("%q is no list of squares such as e7,g7;f8", value)
			}
		}
		if i := strings.Index(c.Text, "[%reclaim"); i >= 0 {
			value, end := command(c.Text, i, "[%reclaim")
			s.reclaimAt, s.reclaimEnd = c.At+i, c.At+end
			if s.reclaim, s.hasReclaim = rules.ParseSquares(value); !s.hasReclaim {
				s.badReclaim = fmt.Sprintf("%q is no list of squares such as d4,e5, nor -", value)
			}
		}
	}
	return s
}

// command returns the value of the command that begins at a place, and where the command ends.
func command(text string, at int, name string) (value string, end int) {
	rest := text[at+len(name):]
	if i := strings.IndexByte(rest, ']'); i >= 0 {
		return strings.TrimSpace(rest[:i]), at + len(name) + i + 1
	}
	return strings.TrimSpace(rest), len(text)
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
		for _, name := range []string{"[%conv", "[%reclaim"} {
			for i := strings.Index(text, name); i >= 0; i = strings.Index(text, name) {
				_, end := command(text, i, name)
				text = text[:i] + text[end:]
			}
		}
		if text = collapse(text); text != "" {
			list = append(list, text)
		}
	}
	return list
}
