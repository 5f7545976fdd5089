package match

import (
	"fmt"
	"strconv"
	"time"

	"turncoat/pgn"
	"turncoat/rules/board"
)

// AppendPGN appends the record of a game, with conversions and, after each move, the player's clock
// and evaluation if there are any. Evaluations are from White's side.
func (g *Game) AppendPGN(text []byte, event string) ([]byte, error) {
	record := pgn.PlayedGame{Rules: g.Variant, Start: g.Start, Result: g.Result, Complete: true}
	tag := func(name, value string) { record.Tags = append(record.Tags, pgn.Tag{Name: name, Value: value}) }
	tag("Event", event)
	tag("Round", strconv.Itoa(g.Number))
	tag("White", g.White.Name)
	tag("Black", g.Black.Name)
	tag("Result", g.Result.String())
	tag("Variant", g.Variant.Set().Name)
	tag("Termination", g.Termination)
	tag("TimeControl", g.White.Limits.String())
	if g.White.Limits != g.Black.Limits {
		tag("WhiteTimeControl", g.White.Limits.String())
		tag("BlackTimeControl", g.Black.Limits.String())
	}
	for i := range g.Turns {
		t := &g.Turns[i]
		turn := &pgn.Turn{Before: t.Before, Played: t.Played}
		if note := t.note(); note != "" {
			turn.Comments = append(turn.Comments, note)
		}
		if i == len(g.Turns)-1 && g.Reason != "" {
			turn.Comments = append(turn.Comments, plain(g.Reason))
		}
		record.Main.Turns = append(record.Main.Turns, turn)
	}

	if len(g.Turns) == 0 && g.Reason != "" {
		record.Main.Comments = append(record.Main.Comments, plain(g.Reason))
	}
	record.Plies = len(g.Turns)
	return pgn.AppendPGN(text, &record, true)
}

// note returns the PGN commands that other programs use for clocks and evaluations.
func (t *Turn) note() string {
	text := ""
	if t.Eval != nil {
		sign := 1
		if t.Before.Turn == board.Black {
			sign = -1
		}
		value := strconv.FormatFloat(float64(sign*t.Eval.centipawns)/100, 'f', 2, 64)
		if t.Eval.mate != 0 {
			value = "#" + strconv.Itoa(sign*t.Eval.mate)
		}
		text = fmt.Sprintf("[%%eval %s,%d]", value, t.Eval.depth)
	}

	if t.Left >= 0 {
		left := t.Left.Truncate(100 * time.Millisecond)
		if text != "" {
			text += " "
		}
		text += fmt.Sprintf("[%%clk %d:%02d:%04.1f]", int(left.Hours()), int(left.Minutes())%60,
			left.Seconds()-60*float64(int(left.Minutes())))
	}

	return text
}

// plain replaces the characters of a text that must not occur in a comment.
func plain(text string) string {
	kept := []rune(text)
	for i, r := range kept {
		if r < ' ' || r == '{' || r == '}' || r == 0x7f {
			kept[i] = ' '
		}
	}
	return string(kept)
}
