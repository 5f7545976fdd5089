package pgn_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/randomgame"
	"turncoat/internal/testing/rulestest"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Records of all forms, with moves and without, with few tags and with many, one after the other:
// as many are read as were written, and they are the same games.
func TestSequences(t *testing.T) {
	rounds := 400
	if longtest.Short() {
		rounds = 80
	}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 14))
		for _, form := range []pgn.Form{pgn.FormPGN, pgn.FormJSON} {
			sequence(t, r, form)
		}
	}
}

func sequence(t *testing.T, r *rand.Rand, form pgn.Form) {
	t.Helper()
	var text []byte
	var written []*pgn.PlayedGame
	for range 1 + r.IntN(6) {
		game := anyGame(t, r)
		var err error
		switch {
		case form == pgn.FormJSON:
			text, err = pgn.AppendJSON(text, game)
		case r.IntN(2) == 0:
			text, err = pgn.AppendVChess(text, game)
			if err == nil {
				break
			}
			fallthrough
		default:
			text, err = pgn.AppendPGN(text, game, r.IntN(2) == 0)
		}

		if err != nil {
			t.Fatal(err)
		}
		written = append(written, game)
	}

	n := 0
	err := pgn.Each(bytes.NewReader(text), form, func(item pgn.Item) error {
		if n == len(written) {
			return fmt.Errorf("more than the %d that were written", n)
		}
		game, problems := pgn.Replay(item.Game, pgn.Options{})
		if err := pgn.Err(problems); err != nil {
			return fmt.Errorf("record %d: %w", n+1, err)
		}
		if d := sameLine(&written[n].Main, &game.Main, ""); d != "" ||
			written[n].Start != game.Start ||
			written[n].Result != game.Result {
			return fmt.Errorf("record %d is another game: %s", n+1, d)
		}

		n++
		return nil
	})
	if err != nil || n != len(written) {
		t.Fatalf("%d of %d records, %v:\n%s", n, len(written), err, text)
	}
}

// anyGame returns a random game, often without moves, with any choice of tags.
func anyGame(t *testing.T, r *rand.Rand) *pgn.PlayedGame {
	t.Helper()
	names := ruleset.BuiltinNames()
	name := names[r.IntN(len(names))]
	if r.IntN(2) == 0 {
		name = []string{"pacifist1", "pacifist2"}[r.IntN(2)]
	}
	variant := rules.New(rulestest.Builtin(t, name))
	o := randomgame.Options{Plies: r.IntN(3) * r.IntN(6), Shuffled: r.IntN(2) == 0,
		Annotated: r.IntN(3) == 0}
	game := randomgame.New(r, variant, o)
	var tags []pgn.Tag
	for _, tag := range []string{"Event", "Site", "Date", "Round", "White", "Black", "Cadence",
		"Options",
		"Annotator"} {
		if r.IntN(2) == 0 {
			tags = append(tags, pgn.Tag{Name: tag, Value: []string{"vchess.club", "?", "x",
				`{"randomness":1}`}[r.IntN(4)]})
		}
	}

	game.Tags = tags
	return game
}
