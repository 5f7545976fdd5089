package engine_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"turncoat/engine"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/randomgame"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

var builtin = rulestest.Representative()

func named(t testing.TB, name string) *rules.Variant {
	t.Helper()
	v, err := rules.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func position(t testing.TB, v *rules.Variant, fen string) board.Position {
	t.Helper()
	p, err := v.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func search(t testing.TB, v *rules.Variant, p board.Position, l engine.Limits) engine.Result {
	t.Helper()
	r, err := engine.New(v, engine.Options{Memory: 1 << 20}).Search(t.Context(), engine.At(p), l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// winNodes are enough for the exact search to settle the wins of the tests.
const winNodes = 2_000_000

// A forced win is found by its key, and its length is the shortest.
func TestWins(t *testing.T) {
	variant := named(t, "pacifist1")
	for line := range strings.Lines(string(filetest.Read(t, "testdata/wins.jsonl"))) {
		var win struct {
			FEN, Key string
			In       int
		}
		if err := json.Unmarshal([]byte(line), &win); err != nil {
			t.Fatal(err)
		}
		p := position(t, variant, win.FEN)
		best := search(t, variant, p, engine.Limits{Nodes: winNodes}).Lines[0]
		turns, known := best.Score.Mate()
		if !known || turns != win.In || best.Turns[0].UCI(&p) != win.Key {
			t.Errorf("%s: %s, %d turns, %v; want %s in %d", win.FEN, best.Turns[0].UCI(&p), turns,
				known, win.Key, win.In)
		}
	}
}

// So is a mate of orthodox chess.
func TestMates(t *testing.T) {
	v := named(t, "chess")
	for line := range strings.Lines(string(filetest.Read(t, "testdata/mates.epd"))) {
		fen, bm, _ := strings.Cut(line, " bm #")
		want := int(bm[0] - '0')
		turns, known := search(t, v, position(t, v, fen),
			engine.Limits{Nodes: winNodes}).Lines[0].Score.Mate()
		if !known || turns != want {
			t.Errorf("%s: %d turns, %v; want %d", fen, turns, known, want)
		}
	}
}

// Alpha-beta without the exact search agrees with what that says of positions from random games: a
// win that is reported is one, and wins in two turns are found. In the inventor's forms this takes
// every reclaim that the enemy can choose.
func TestWinsAreProved(t *testing.T) {
	for _, name := range builtin {
		variant := named(t, name)
		random := rand.New(rand.NewPCG(1, uint64(len(name))))
		found := 0
		for i := range 20 {
			if longtest.Short() && i >= 6 && found > 0 {
				break
			}
			game := randomgame.New(random, variant,
				randomgame.Options{Plies: 10 + random.IntN(50), Greedy: 80, Shuffled: true})
			p := game.End()
			if variant.Outcome(&p).Result != board.Ongoing {
				turns := game.Main.Turns
				p = game.Start
				for _, turn := range turns[:max(0, len(turns)-1-random.IntN(4))] {
					p = turn.Played.After
				}
			}

			exact, err := solve.Find(t.Context(), variant, &p, 2,
				solve.Options{Jobs: 1, Nodes: 5_000_000, Memory: 1 << 20})
			if err != nil || exact.Status == solve.Unknown {
				continue
			}
			r := search(t, variant, p, engine.Limits{Depth: 8})
			turns, known := r.Lines[0].Score.Mate()
			switch won := exact.Status == solve.Won; {
			case won && (!known || turns < exact.In):
				t.Errorf("%s, %s: %d turns, %v; want a win in %d", name, variant.FEN(&p), turns,
					known, exact.In)
			case !won && known && turns > 0 && turns <= 2:
				t.Errorf("%s, %s: a win in %d, and there is none", name, variant.FEN(&p), turns)
			case won:
				found++
			}
		}

		if found == 0 {
			t.Errorf("%s: no position with a win", name)
		}
	}
}
