package chessgame

import (
	"slices"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A sample of the orthodox archives (every 45th game of The Week in Chess 1599, every 27th of a
// file of the Lichess database, May 2025) is read by github.com/notnil/chess and by package pgn:
// both find the same moves, positions and endings.
func TestOrthodoxGamesAreReadAlike(t *testing.T) {
	file := filetest.Read(t, "testdata/orthodox.pgn")
	games := 40
	if longtest.Short() { // the first six
		games = 6
		events := strings.SplitAfterN(string(file), "\n\n[Event ", games+1)
		file = []byte(strings.TrimSuffix(strings.Join(events[:games], ""), "\n[Event "))
	}

	variant, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	var ours []*pgn.PlayedGame
	err = pgn.Each(strings.NewReader(string(file)), pgn.FormPGN, func(item pgn.Item) error {
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
	scanner := chess.NewScanner(strings.NewReader(string(file)))
	var theirs []*chess.Game
	for scanner.Scan() {
		theirs = append(theirs, scanner.Next())
	}
	if len(ours) != games || len(theirs) != len(ours) {
		t.Fatalf("%d games here, %d there, want %d", len(ours), len(theirs), games)
	}
	plies, castlings, promotions, passant := 0, 0, 0, 0
	for i := range ours {
		game, err := From(variant, theirs[i])
		if err != nil {
			t.Fatalf("game %d: %v", i+1, err)
		}
		start, turns := game.Start(), game.Turns()
		if start != ours[i].Start || len(turns) != len(ours[i].Main.Turns) {
			t.Fatalf("game %d: %d plies from %s, want %d from %s", i+1, len(turns),
				variant.FEN(&start),
				len(ours[i].Main.Turns), variant.FEN(&ours[i].Start))
		}

		positions, moves := theirs[i].Positions(), theirs[i].Moves()
		for j, turn := range turns {
			want := ours[i].Main.Turns[j].Played
			if turn.Move != want.Move || turn.After != want.After {
				t.Fatalf("game %d, ply %d: %s, want %s", i+1, j+1, variant.FEN(&turn.After),
					variant.FEN(&want.After))
			}
			// Their position, written by them and read by us, is ours; our board is theirs.
			position := positions[j+1]
			read, err := variant.ParseFEN(position.String())
			if err != nil || read != turn.After {
				t.Fatalf("game %d, ply %d: %s is read as %s (%v)", i+1, j+1, position,
					variant.FEN(&read), err)
			}
			if _, castles := turn.Castles(&ours[i].Main.Turns[j].Before); castles {
				castlings++
			}
			if turn.Promotion != board.NoKind {
				promotions++
			}
			if moves[j].HasTag(chess.EnPassant) {
				passant++
			}
			plies++
		}

		back, err := To(game)
		if err != nil {
			t.Fatalf("game %d: %v", i+1, err)
		}
		if !slices.EqualFunc(back.Moves(), theirs[i].Moves(),
			func(a, b *chess.Move) bool { return a.String() == b.String() }) ||
			back.Position().String() != theirs[i].Position().String() {
			t.Errorf("game %d comes back as %v", i+1, back.Moves())
		}

		end := ours[i].End()
		if mate := theirs[i].Position().Status() == chess.Checkmate; mate != (variant.Outcome(&end).Reason == board.Checkmate) {
			t.Errorf("game %d: mate there: %v", i+1, mate)
		}
	}

	if !longtest.Short() && (plies < 2000 || castlings < 40 || promotions == 0 || passant == 0) {
		t.Errorf("the sample holds %d plies, %d castlings, %d promotions, %d captures en passant",
			plies, castlings,
			promotions, passant)
	}
}

// A Pacifist game does not become an orthodox one, and what Pacifist Chess does not allow is named
// by its ply: in it nothing is taken.
func TestRefusals(t *testing.T) {
	pacifist, err := rules.Named("pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	theirs := chess.NewGame()
	for _, move := range []string{"e4", "d5", "exd5"} {
		if err := theirs.MoveStr(move); err != nil {
			t.Fatal(err)
		}
	}

	game, err := From(pacifist, theirs)
	if err == nil || !strings.HasPrefix(err.Error(), "ply 3: ") || len(game.Turns()) != 2 {
		t.Errorf("%v", err)
	}
	if _, err := To(game); err == nil {
		t.Error("a Pacifist game becomes an orthodox one")
	}
}
