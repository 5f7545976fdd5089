package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"turncoat/internal/filetest"
	"turncoat/internal/longtest"
	"turncoat/pgn"
	"turncoat/pgn/token"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A sample of the orthodox archives (every 45th game of The Week in Chess 1599, every 27th of a file
// of the Lichess database, May 2025) is read by github.com/notnil/chess and by package pgn: both
// find the same moves, positions and endings.
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
	err = pgn.Each(strings.NewReader(string(file)), token.FormPGN, func(item pgn.Item) error {
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
		start, turns, err := variant.FromChess(theirs[i])
		if err != nil {
			t.Fatalf("game %d: %v", i+1, err)
		}
		if start != ours[i].Start || len(turns) != len(ours[i].Main.Turns) {
			t.Fatalf("game %d: %d plies from %s, want %d from %s", i+1, len(turns), variant.FEN(&start),
				len(ours[i].Main.Turns), variant.FEN(&ours[i].Start))
		}
		positions, moves := theirs[i].Positions(), theirs[i].Moves()
		for j, turn := range turns {
			want := ours[i].Main.Turns[j].Played
			if turn.Move != want.Move || turn.After != want.After {
				t.Fatalf("game %d, ply %d: %s, want %s", i+1, j+1, variant.FEN(&turn.After), variant.FEN(&want.After))
			}
			// Their position, written by them and read by us, is ours; our board is theirs.
			position := positions[j+1]
			read, err := variant.ParseFEN(position.String())
			if err != nil || read != turn.After {
				t.Fatalf("game %d, ply %d: %s is read as %s (%v)", i+1, j+1, position, variant.FEN(&read), err)
			}
			theirBoard := board.FromChess(position.Board())
			if turn.After.Chess().String() != position.Board().String() || theirBoard.Board() != turn.After.Board() {
				t.Fatalf("game %d, ply %d: the board of %s is not %s", i+1, j+1, position, turn.After.Board())
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
		back, err := variant.ToChess(start, turns)
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
		t.Errorf("the sample holds %d plies, %d castlings, %d promotions, %d captures en passant", plies, castlings,
			promotions, passant)
	}
}

func TestToChessRefuses(t *testing.T) {
	pacifist, err := rules.Named("pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pacifist.ToChess(pacifist.Start(), nil); err == nil {
		t.Error("a Pacifist game becomes an orthodox one")
	}
}

// The ply that a rule set does not allow is told by its number, from 1 on: in Pacifist Chess nothing is taken.
func TestFromChessRefuses(t *testing.T) {
	game := chess.NewGame()
	for _, move := range []string{"e4", "d5", "exd5"} {
		if err := game.MoveStr(move); err != nil {
			t.Fatal(err)
		}
	}
	variant, err := rules.Named("pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	_, turns, err := variant.FromChess(game)
	if err == nil || !strings.HasPrefix(err.Error(), "ply 3: ") || len(turns) != 2 {
		t.Errorf("%d turns, %v", len(turns), err)
	}
}
