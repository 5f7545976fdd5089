package report_test

import (
	"strings"
	"testing"

	"turncoat/engine"
	"turncoat/internal/engine/report"
	"turncoat/pgn"
	"turncoat/rules/board"
)

// In the fool's mate White's last turn loses at once and is the gravest mistake; Black's is none.
// The record says so, and with it a better turn; a mark and a clock that it had stay, and judged
// again it is the same.
func TestJudge(t *testing.T) {
	games := pgn.ParseText([]byte("[Variant \"chess\"]\n\n1. f3 $6 {[%eval 9.00] [%clk 0:00:59]} e5 2. g4 Qh4# 0-1\n"))
	if len(games) != 1 {
		t.Fatalf("%d games", len(games))
	}
	record, problems := pgn.Replay(games[0], pgn.Options{})
	if err := pgn.Err(problems); err != nil {
		t.Fatal(err)
	}
	seen := 0
	judge := func() ([]report.Mistake, error) {
		e := engine.New(record.Variant, engine.Options{Memory: 1 << 20})
		return report.Judge(t.Context(), e, record, engine.Limits{Nodes: 3000},
			func(int, int) { seen++ })
	}
	mistakes, err := judge()
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
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Join(strings.Fields(string(text)), " ")
	for _, want := range []string{"1. f3 $6 {[%clk 0:00:59]} {[%eval ",
		"2. g4 $4 {[%eval #-1]} (2. ", "[%eval #0]"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}

	if _, err := judge(); err != nil {
		t.Fatal(err)
	}
	if again, err := pgn.AppendPGN(nil, record, false); err != nil ||
		string(again) != string(text) {
		t.Errorf("judged again: %s, %v, and before: %s", again, err, text)
	}
}
