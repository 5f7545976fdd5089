package prompt_test

import (
	"io"
	"strings"
	"testing"

	"turncoat/engine"
	"turncoat/internal/engine/prompt"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// play plays a game with lines on standard input, the engine taking one side, and returns the
// record, what was written and what was saved.
func play(t testing.TB, name, fen string, computer board.Colour, lines ...string) (*pgn.PlayedGame, string, string) {
	t.Helper()
	variant, err := rules.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	p := variant.Start()
	if fen != "" {
		p, err = variant.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
	}

	var out, saved strings.Builder
	o := prompt.Options{
		Limits: engine.Limits{Nodes: 500},
		Save: func(_ string, write func(io.Writer) error) error {
			saved.Reset()
			return write(&saved)
		},
	}
	o.Computer[computer] = true
	record := &pgn.PlayedGame{Variant: variant, Start: p}
	e := engine.New(variant, engine.Options{Memory: 1 << 20})
	if err := prompt.Play(t.Context(), e, record, strings.NewReader(strings.Join(lines, "\n")), &out, o); err != nil {
		t.Fatal(err)
	}
	return record, out.String(), saved.String()
}

func TestPlay(t *testing.T) {
	const fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2"
	for _, test := range []struct {
		name, fen string
		computer  board.Colour
		lines     []string
		plies     int
		result    board.Result
	}{
		{"the engine mates", fools, board.Black, nil, 1, board.BlackWins},
		{"a person mates", fools, board.White, []string{"nonsense", "Qh5", "Qh4#"}, 1,
			board.BlackWins},
		{"a move and its answer", "", board.Black, []string{"e4"}, 2, board.Ongoing},
		{"the engine begins", "", board.White,
			[]string{"moves", "hint", "eval", "board", "why e5", "help", "quit", "e5"}, 1,
			board.Ongoing},
		{"resigned", "", board.Black, []string{"e4", "resign"}, 2, board.BlackWins},
		{"taken back", "", board.Black, []string{"e4", "d4", "takeback", "takeback", "takeback"}, 0,
			board.Ongoing},
		{"fifty moves", "8/8/4k3/8/8/8/4K3/R7 w - - 100 90", board.Black, []string{"draw"}, 0,
			board.Draw},
		{"declined", "4k3/8/8/8/8/8/qq6/4K3 w - - 0 40", board.Black, []string{"draw"}, 0,
			board.Ongoing},
		{"too early", "", board.Black, []string{"draw"}, 0, board.Ongoing},
		{"accepted", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 40", board.Black, []string{"draw"}, 0,
			board.Draw},
	} {
		record, out, _ := play(t, "chess", test.fen, test.computer, test.lines...)
		if got := len(record.Main.Turns); got != test.plies || record.Result != test.result {
			t.Errorf("%s: %d plies, %v, want %d, %v:\n%s", test.name, got, record.Result,
				test.plies, test.result, out)
		}
	}
}

// What is saved is the game.
func TestSave(t *testing.T) {
	_, _, saved := play(t, "pacifist1", "", board.Black, "Nf3", "save game.pgn", "resign",
		"save game.pgn")
	if !strings.Contains(saved, "1. Nf3 ") || !strings.Contains(saved, `[Result "0-1"]`) ||
		!strings.Contains(saved, `[Variant "pacifist1"]`) {
		t.Errorf("%s", saved)
	}
}

// A person chooses what to take back after the engine's turn, the engine after a person's (PAC-8).
func TestReclaim(t *testing.T) {
	// White's rook can only go where Black's two rooks outweigh it, or the king move beside.
	const fen = "kr5r/8/8/8/8/8/1R6/K7 w - - 0 1"
	variant, err := rules.Named("pacifist-number")
	if err != nil {
		t.Fatal(err)
	}
	p, err := variant.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range variant.Moves(&p) {
		t0 := variant.Play(&p, m)
		if t0.Reclaimed == 0 {
			continue
		}
		move := variant.SAN(&p, t0)
		if record, out, _ := play(t, "pacifist-number", fen, board.Black, move); record.Main.Turns[0].Played.Move != t0.Move {
			t.Errorf("%s: %s", move, out)
		}
		record, out, _ := play(t, "pacifist-number", fen, board.Black, move+"~-")
		if record.Main.Turns[0].Played.Reclaimed != 0 {
			t.Errorf("%s~-: %s", move, out)
		}
		return
	}

	t.Fatal("no turn is followed by a reclaim")
}

// Whatever the lines are, the game goes on and writes nothing raw.
func FuzzPlay(f *testing.F) {
	f.Add("e4\nhint\nwhy d4\ntakeback\nNf3~-\nsave x\ndraw")
	f.Add("\x1b[2J\n# remark\nresign now\nsave")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, "\n") > 6 {
			return
		}
		_, out, _ := play(t, "pacifist-number", "", board.Black, text)
		for _, r := range out {
			if r < ' ' && r != '\n' {
				t.Errorf("%q comes out of %q", r, text)
			}
		}
	})
}
