package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"turncoat/pgn"
	"turncoat/rules/board"
)

// AppendPGN appends the record of a game, with conversions and, after each move, the player's clock
// and evaluation if there are any. Evaluations are from White's side.
func (g *Game) AppendPGN(text []byte, event string) ([]byte, error) {
	record := pgn.PlayedGame{Variant: g.Variant, Start: g.Start, Result: g.Result, Complete: true}
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
	var notes []string
	if t.Eval != nil {
		sign := 1
		if t.Before.Turn == board.Black {
			sign = -1
		}
		value := strconv.FormatFloat(float64(sign*t.Eval.centipawns)/100, 'f', 2, 64)
		if t.Eval.mate != 0 {
			value = "#" + strconv.Itoa(sign*t.Eval.mate)
		}
		notes = append(notes, fmt.Sprintf("[%%eval %s,%d]", value, t.Eval.depth))
	}

	if t.Nodes > 0 {
		notes = append(notes, fmt.Sprintf("[%%nodes %d]", t.Nodes))
	}
	if t.Spent >= 0 {
		notes = append(notes, "[%emt "+clockText(t.Spent, time.Millisecond)+"]")
	}
	if t.Left >= 0 {
		notes = append(notes, "[%clk "+clockText(t.Left, 100*time.Millisecond)+"]")
	}
	return strings.Join(notes, " ")
}

// clockText writes a time as 0:01:02.5, cut to a unit.
func clockText(d, unit time.Duration) string {
	d = d.Truncate(unit)
	seconds := strconv.FormatFloat((d % time.Minute).Seconds(), 'f', -1, 64)
	if d%time.Minute < 10*time.Second {
		seconds = "0" + seconds
	}
	return fmt.Sprintf("%d:%02d:%s", int(d.Hours()), int(d.Minutes())%60, seconds)
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
