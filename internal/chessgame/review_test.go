package chessgame

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"turncoat/rules"
	"turncoat/rules/board"
)

// A goldenCase is a line of the golden corpus of chess.
type goldenCase struct {
	ID      string
	FEN     string
	Moves   []string
	Outcome string
	Turns   []struct{ UCI, SAN, FEN, Outcome string }
}

// golden returns the golden corpus of chess.
func golden(t *testing.T) (cases []goldenCase) {
	t.Helper()
	file, err := os.Open("../../corpus/golden/chess-full.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(text)
	for {
		var c goldenCase
		err := d.Decode(&c)
		if errors.Is(err, io.EOF) {
			return cases
		}
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
}

// github.com/notnil/chess agrees with the golden corpus of chess about every legal move, position,
// check, mate and stalemate. What it cannot read is castling as in Chess960; docs/ci.md says so.
func TestGoldenCorpus(t *testing.T) {
	variant, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	read, refused := 0, 0
	for _, c := range golden(t) {
		start, err := variant.ParseFEN(c.FEN)
		if err != nil {
			continue // the corpus has positions that are none
		}
		if start.Clock == math.MaxUint16 {
			continue // the clock of the other implementation goes on
		}
		game := rules.NewGame(variant, &start)
		for _, move := range c.Moves {
			if _, err := game.Play(move); err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
		}

		p := *game.Position()
		theirs, err := position(variant, &p)
		if err != nil {
			refused++
			continue
		}

		read++
		for _, wrong := range disagreements(variant, theirs, &c) {
			t.Errorf("%s, %s: %s", c.ID, c.FEN, wrong)
		}
		if reason := differ(variant, &p, theirs); reason != "" {
			t.Errorf("%s: %s", c.ID, reason)
		}
	}

	if read < 200 || refused < 20 {
		t.Errorf("%d positions were read and %d were not", read, refused)
	}
}

// disagreements lists what github.com/notnil/chess sees otherwise than a case.
func disagreements(variant *rules.Variant, theirs *chess.Position, c *goldenCase) (list []string) {
	var legal []string
	for _, m := range theirs.ValidMoves() {
		legal = append(legal, m.String())
	}
	if ended := theirs.Status() != chess.NoMethod; ended != (c.Outcome != "*") {
		list = append(list, "the end of the game")
	}
	for _, turn := range c.Turns {
		m := find(theirs, turn.UCI)
		if m == nil {
			list = append(list, turn.UCI+" is not legal")
			continue
		}

		legal = slices.DeleteFunc(legal, func(text string) bool { return text == turn.UCI })
		after := theirs.Update(m)
		want, _ := variant.ParseFEN(turn.FEN)
		got, err := variant.ParseFEN(after.String())
		if err != nil || got != want {
			list = append(list, turn.UCI+" leads to "+after.String())
		}
		if m.HasTag(chess.Check) != strings.ContainsAny(turn.SAN, "+#") {
			list = append(list, "check after "+turn.UCI)
		}
		if mate := after.Status() == chess.Checkmate; mate != strings.HasSuffix(turn.SAN, "#") {
			list = append(list, "mate after "+turn.UCI)
		}
		if stalemate := after.Status() == chess.Stalemate; stalemate != (turn.Outcome == board.Draw.String()) {
			list = append(list, "stalemate after "+turn.UCI)
		}
	}

	if len(legal) > 0 {
		list = append(list, "legal: "+strings.Join(legal, ", "))
	}
	return list
}

// A game that github.com/notnil/chess would see otherwise is told, with the ply.
func TestReviewTellsDisagreement(t *testing.T) {
	variant, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	start := variant.Start()
	game := rules.NewGame(variant, &start)
	for _, move := range []string{"f3", "e5", "g4"} {
		if _, err := game.Play(move); err != nil {
			t.Fatal(err)
		}
	}

	wrong := game.Turns()[2]
	wrong.After.Clock++
	game.Undo()
	game.Add(wrong)
	ply, reason, err := Review(game)
	if ply != 3 || reason == "" || err != nil {
		t.Errorf("ply %d: %q, %v", ply, reason, err)
	}
}
