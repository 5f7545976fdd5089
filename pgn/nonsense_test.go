package pgn_test

import (
	"errors"
	"testing"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Arguments that make no sense are no reason to panic.
func TestNonsense(t *testing.T) {
	text := []byte("1. e4 *\n")
	for _, at := range []int{-2, 0, 3, len(text), len(text) + 5} {
		record, end := pgn.Next(text, at, true)
		if end < 0 || end > len(text) || (record == nil) != (at >= len(text)) {
			t.Errorf("from %d: %+v, read to %d", at, record, end)
		}
	}

	out := pgn.Apply(text, []pgn.Change{{At: -1}, {At: 3, End: 5, Text: "d4"}, {At: 0, End: 2},
		{At: 7, End: 99}})
	if string(out) != "1. d4 *\n" {
		t.Errorf("changes that make no sense are made: %q", out)
	}
	line, column := new(pgn.Item).Place(3)
	if line != 0 || column != 0 {
		t.Errorf("an item of no stream has the place %d:%d", line, column)
	}

	record, _ := pgn.Next([]byte("[Variant \"none\"]\n\n1. e4 *\n"), 0, true)
	game, _ := pgn.Replay(record, pgn.Options{}) // its rules are not known
	game.CanonicalTags()
	_, asPGN := pgn.AppendPGN(nil, game, true)
	_, asJSON := pgn.AppendJSON(nil, game)
	_, asVChess := pgn.AppendVChess(nil, game)
	for _, err := range []error{asPGN, asJSON, asVChess} {
		var refused *pgn.RefusedError
		if !errors.As(err, &refused) {
			t.Errorf("a game of unknown rules: %v", err)
		}
	}

	chess, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	var p board.Position
	for _, ply := range []int{-1, 0, 2} {
		if _, ok, _ := (pgn.Trial{Game: record}).Play(chess, &p, ply); ok {
			t.Errorf("ply %d of one is played", ply)
		}
	}
}
