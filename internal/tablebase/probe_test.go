package tablebase

import (
	"errors"
	"math/rand/v2"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The value of a position is that of all its images, the colours exchanged too. In traitor, in
// which Black's pieces turn on White's half of the board, only the files can be mirrored, and kings
// that may castle must be at home.
func TestValueOfImages(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, name := range ruleset.BuiltinNames() {
		tables := opened(t, name, "")
		for _, c := range tables.Classes() {
			x := tables.Table(c).index
			for range 500 {
				p := randomPosition(random, x)
				want, wantErr := tables.Probe(&p)
				images := imagesOf(&p, x.HasPawns)
				switch {
				case name == "traitor" && x.GainsRights():
					images = images[:1]
				case name == "traitor":
					images = []board.Position{changed(&p, mirrorFiles, false)}
				case x.GainsRights():
					images = []board.Position{changed(&p, mirrorRanks, true)}
				}
				for _, image := range images {
					if got, err := tables.Probe(&image); got != want ||
						(err == nil) != (wantErr == nil) {
						t.Fatalf("%s: %s %v: %v, %v; its image %s %v: %v, %v", name, p.Board(),
							p.Turn, want, wantErr, image.Board(), image.Turn, got, err)
					}
				}
			}
		}
	}
}

// Positions whose value can be told without a search.
func TestPlainPositions(t *testing.T) {
	for _, test := range []struct {
		name, rules, fen string
		want             Value
	}{
		// Pacifist: no king of one's own and nothing that could claim one.
		{"kingless and bare", "pacifist1", "8/8/8/8/8/8/8/K6K b - - 0 1", DecidedIn(0)},
		{"the enemy is kingless and bare, and any move will do", "pacifist1",
			"8/8/8/8/8/8/8/K6K w - - 0 1", DecidedIn(1)},
		{"two kings apart, one each", "pacifist1", "7k/8/8/8/8/8/8/K7 w - - 0 1", Drawn},
		{"kingless with a knight that claims nothing", "pacifist1", "k1k5/8/8/8/8/8/8/7N w - - 0 1",
			DecidedIn(0)},
		{"the same by the inventor's rules", "pacifist-number", "k1k5/8/8/8/8/8/8/7N w - - 0 1",
			DecidedIn(0)},
		// Orthodox: mate, Stalemate, mate in one.
		{"mate", "chess", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", DecidedIn(0)},
		{"Stalemate", "chess", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", Drawn},
		{"mate in one", "chess", "k7/8/1K6/2Q5/8/8/8/8 w - - 0 1", DecidedIn(1)},
		{"a queen that is lost", "chess", "8/8/8/8/8/8/1q6/K6k w - - 0 1", Drawn},
		{"the last knight draws", "chess", "k7/8/1K6/2N5/8/8/8/8 w - - 0 1", Drawn},
		{"promotion mates", "chess", "k7/7P/1K6/8/8/8/8/8 w - - 0 1", DecidedIn(1)},
		// By Popeye: in traitor Black's pieces go over on White's half of the board, so Black mates
		// on its own half alone.
		{"White mates in two", "traitor", "2k5/8/1K6/8/8/8/5R2/8 w - - 0 1", DecidedIn(3)},
		{"Black mates in two", "traitor", "3K4/8/1k6/8/8/8/8/4r3 b - - 0 1", DecidedIn(3)},
		{"Black mates in three, from the corner", "traitor", "3k2r1/K7/8/8/8/8/8/8 b - - 0 1",
			DecidedIn(5)},
		{"a king at home mates in three", "traitor", "K3k3/8/1r6/8/8/8/8/8 b - - 0 1",
			DecidedIn(5)},
		{"promotion mates in two", "traitor", "k7/3P4/8/1K6/8/8/8/8 w - - 0 1", DecidedIn(3)},
		// A rook that goes over to a king on e1 that has not moved: no side wins, nobody is mated.
		{"a rook gives itself up", "anti-andernach", "4k3/8/8/8/8/8/r7/4K3 b - - 0 1", Drawn},
		{"with the right that it has brought", "anti-andernach",
			"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Drawn},
		{"mate", "anti-andernach", "R5k1/8/6K1/8/8/8/8/8 b - - 0 1", DecidedIn(0)},
		{"mate in Conversion Chess", "conversion", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", DecidedIn(0)},
	} {
		p := position(t, test.rules, test.fen)
		if got, err := opened(t, test.rules, "").Probe(&p); err != nil || got != test.want {
			t.Errorf("%s: got %v, %v, want %v", test.name, got, err, test.want)
		}
	}
}

// What no table holds is refused, and the class of the error says why.
func TestProbeRefuses(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		want       error
	}{
		{"pacifist1", "4k3/8/8/8/8/8/8/RNBK4 w - - 0 1", ErrMissing},
		{"pacifist1", board.StartFEN, ErrMissing},
		{"pacifist1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", ErrPosition},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", ErrPosition},
		// No rook becomes Black's, and none begins on b1.
		{"traitor", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", ErrPosition},
		{"traitor", "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", ErrPosition},
		// Black is in check and White to move
		{"chess", "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", ErrPosition},
	} {
		p := position(t, test.rules, test.fen)
		if v, err := opened(t, test.rules, "").Probe(&p); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, %v, want %v", test.fen, v, err, test.want)
		}
	}

	none := board.Position{EnPassant: board.NoSquare}
	if _, err := opened(t, "chess", "").Probe(&none); !errors.Is(err, ErrPosition) {
		t.Errorf("the empty board: %v", err)
	}
}

// Only a rule set that plays as a built-in one does has tables.
func TestOtherRules(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	set.Name = "mine"
	if tables, err := New(set); err != nil || tables.Set().Name != "pacifist1" {
		t.Errorf("the same settings under another name: %v", err)
	}
	set.Values[board.King] = 4
	if _, err := New(set); !errors.Is(err, ErrRules) {
		t.Errorf("other settings: %v", err)
	}
}

// The turns of a position come best first, and the best is one ply nearer to the end than the
// position.
func TestTurnsAgreeWithProbe(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, name := range ruleset.BuiltinNames() {
		tables := opened(t, name, "")
		for _, c := range tables.Classes() {
			for range 300 {
				p := randomPosition(random, tables.Table(c).index)
				p.Rekey()
				v, err := tables.Probe(&p)
				if err != nil {
					continue
				}
				turns, err := tables.Turns(&p)
				if err != nil {
					t.Fatal(err)
				}
				if len(turns) == 0 {
					if v.Wins() || v.Plies() > 0 {
						t.Errorf("%s: %s is a %v without turns", name, p.FEN(tables.set), v)
					}
					continue
				}

				if got := turns[0].Value.Before(); got != v {
					t.Errorf("%s: %s: %v, its best turn %v", name, p.FEN(tables.set), v, got)
				}
			}
		}
	}
}
