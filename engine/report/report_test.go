package report_test

import (
	"strings"
	"testing"

	"turncoat/engine"
	"turncoat/engine/report"
	"turncoat/pgn"
	"turncoat/rules/board"
)

// In the fool's mate White's last turn loses at once and is the gravest mistake; Black's is none. The record says
// so, and with it a better turn.
func TestJudge(t *testing.T) {
	games := pgn.ParseText([]byte("[Variant \"chess\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"))
	if len(games) != 1 {
		t.Fatalf("%d games", len(games))
	}
	record, problems := pgn.Replay(games[0], pgn.Options{})
	if err := pgn.Err(problems); err != nil {
		t.Fatal(err)
	}
	seen := 0
	mistakes, err := report.Judge(t.Context(), engine.New(record.Rules, engine.Options{Memory: 1 << 20}), record,
		engine.Limits{Nodes: 3000}, func(int, int) { seen++ })
	if err != nil || len(mistakes) == 0 || seen != 5 {
		t.Fatalf("%v, %v, %d positions", mistakes, err, seen)
	}
	last := mistakes[len(mistakes)-1]
	if turns, known := last.Score.Mate(); last.Ply != 3 || !last.Grave || !known || turns != -1 {
		t.Errorf("%+v", last)
	}
	for _, m := range mistakes {
		if m.Turn.Before.Turn != board.White || m.Before.Turns[0].Move == m.Turn.Played.Move {
			t.Errorf("%+v", m)
		}
	}
	text, err := pgn.AppendPGN(nil, record, false)
	if err != nil || !strings.Contains(string(text), "2. g4 $4 {[%eval #-1]} (2. ") ||
		!strings.Contains(string(text), "[%eval #0]") {
		t.Errorf("%s %v", text, err)
	}
}
