package uci_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/notnil/chess"
	client "github.com/notnil/chess/uci"

	"turncoat/internal/engine/uci"
)

// serving is set where the test's program is to be the engine.
const serving = "TURNCOAT_TEST_UCI"

func TestMain(m *testing.M) {
	if os.Getenv(serving) == "" {
		os.Exit(m.Run())
	}
	if err := uci.Serve(context.Background(), os.Stdin, os.Stdout, uci.Options{Version: "test"}); err != nil {
		os.Exit(1)
	}
}

// A client by others understands the options, sets each, and plays a game that its own rules find
// legal.
func TestClient(t *testing.T) {
	t.Setenv(serving, "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	engine, err := client.New(self)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	if err := engine.Run(client.CmdUCI, client.CmdIsReady, client.CmdUCINewGame); err != nil {
		t.Fatal(err)
	}
	options := engine.Options()
	for _, name := range []string{"Hash", "Threads", "MultiPV", "UCI_Variant", "UCI_Chess960",
		"Level"} {
		o, ok := options[name]
		if !ok {
			t.Errorf("no option %s among %v", name, options)
			continue
		}

		if err := engine.Run(client.CmdSetOption{Name: name, Value: o.Default}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}

	game := chess.NewGame()
	for _, limit := range []client.CmdGo{{MoveTime: 5 * time.Millisecond}, {Depth: 3}, {Nodes: 500},
		{WhiteTime: time.Second, BlackTime: time.Second}, {Mate: 1},
		{SearchMoves: []*chess.Move{}, Depth: 2}} {
		if err := engine.Run(client.CmdPosition{Position: game.Position()}, limit); err != nil {
			t.Fatalf("%v: %v", limit, err)
		}
		if m := engine.SearchResults().BestMove; game.Move(m) != nil {
			t.Fatalf("%v: %v in %v", limit, m, game.Position())
		}
	}
}
