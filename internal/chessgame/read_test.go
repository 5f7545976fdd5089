package chessgame

import (
	"strings"
	"testing"

	"github.com/notnil/chess"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/pgn"
	"turncoat/rules/board"
)

// sample returns a sample of the orthodox archives (every 45th game of The Week in Chess 1599,
// every 27th of a file of the Lichess database, May 2025), and how many games it has.
func sample(t *testing.T) (text string, games int) {
	text = string(filetest.Read(t, "testdata/orthodox.pgn"))
	if !longtest.Short() {
		return text, 40
	}

	games = 6
	events := strings.SplitAfterN(text, "\n\n[Event ", games+1)
	return strings.TrimSuffix(strings.Join(events[:games], ""), "\n[Event "), games
}

// Orthodox records are read by github.com/notnil/chess and by package pgn: both find the same
// moves, positions and endings.
func TestOrthodoxGamesAreReadAlike(t *testing.T) {
	text, games := sample(t)
	var ours []*pgn.PlayedGame
	err := pgn.Each(strings.NewReader(text), pgn.FormPGN, func(item pgn.Item) error {
		played, problems := pgn.Replay(item.Game, pgn.Options{})
		if err := pgn.Err(problems); err != nil {
			t.Errorf("game %d: %v", item.Index, err)
		}
		ours = append(ours, played)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	scanner := chess.NewScanner(strings.NewReader(text))
	var theirs []*chess.Game
	for scanner.Scan() {
		theirs = append(theirs, scanner.Next())
	}
	if len(ours) != games || len(theirs) != games {
		t.Fatalf("%d games here, %d there, want %d", len(ours), len(theirs), games)
	}

	for i := range ours {
		sameGame(t, i+1, ours[i], theirs[i])
	}
}

// sameGame checks that both packages have read the same game.
func sameGame(t *testing.T, number int, ours *pgn.PlayedGame, theirs *chess.Game) {
	t.Helper()
	positions, moves := theirs.Positions(), theirs.Moves()
	if len(moves) != len(ours.Main.Turns) {
		t.Fatalf("game %d: %d plies, want %d", number, len(ours.Main.Turns), len(moves))
	}
	for ply, move := range moves {
		turn := ours.Main.Turns[ply]
		if got := turn.Played.UCI(&turn.Before); got != move.String() {
			t.Fatalf("game %d, ply %d: %s, want %s", number, ply+1, got, move)
		}
		// Their position, written by them and read by us, is ours.
		position := positions[ply+1].String()
		read, err := ours.Variant.ParseFEN(position)
		if err != nil || read != turn.Played.After {
			t.Fatalf("game %d, ply %d: %s is read as %s (%v)", number, ply+1, position,
				ours.Variant.FEN(&read), err)
		}
	}

	end := ours.End()
	isMate := ours.Variant.Outcome(&end).Reason == board.Checkmate
	if isMateThere := theirs.Position().Status() == chess.Checkmate; isMateThere != isMate {
		t.Errorf("game %d: mate there: %t, here: %t", number, isMateThere, isMate)
	}
}
