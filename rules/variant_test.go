package rules

import (
	"errors"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// both returns a variant of a name, and the same on the reference rules.
func both(t *testing.T, name string) []*Variant {
	t.Helper()
	variant := named(t, name)
	return []*Variant{variant, NewReference(variant.Set())}
}

// A name in any case, or a file; what is neither is unknown.
func TestLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.yaml")
	filetest.Write(t, file, []byte("base: pacifist1\nname: mine\nlines: blocked\n"))
	bad := filepath.Join(t.TempDir(), "bad.yaml")
	filetest.Write(t, bad, []byte("base: nothing\n"))
	for word, want := range map[string]string{"pacifist1": "pacifist1", "Pacifist1": "pacifist1",
		"CHESS": "chess", file: "mine"} {
		if variant, err := Load(word); err != nil || variant.Set().Name != want {
			t.Errorf("%s: %v", word, err)
		}
	}

	if variant, err := Load(file); err != nil || variant.Set().Lines != ruleset.Blocked {
		t.Errorf("%v", err)
	}
	for _, word := range []string{"nothing", "./nothing", "nothing.yaml", bad, t.TempDir()} {
		if _, err := Load(word); !errors.Is(err, ruleset.ErrUnknown) && word != bad || err == nil {
			t.Errorf("%s: %v", word, err)
		}
	}

	_, unknown := ruleset.Builtin("nothing")
	if _, err := Load("nothing"); err.Error() != unknown.Error() {
		t.Errorf("%v, want %v", err, unknown)
	}
	if _, err := Named("nothing"); !errors.Is(err, ruleset.ErrUnknown) {
		t.Errorf("%v", err)
	}
}

// Every turn of a move or only that with the full reclaim; whoever has seen enough may stop.
func TestTurns(t *testing.T) {
	for _, variant := range both(t, "pacifist-number") {
		p := position(t, variant, "r6k/8/8/P7/8/8/8/K6R w - - 0 1")
		first := func(n int, turns iter.Seq[board.Played]) (seen int) {
			for range turns {
				seen++
				if seen == n {
					break
				}
			}

			return seen
		}
		move := board.NewMove(board.H1, board.At(7, 1))
		if n := first(3, variant.Turns(&p)); n != 3 {
			t.Errorf("stopped after %d turns", n)
		}
		if n := first(9, variant.TurnsOf(&p, move)); n != 2 {
			t.Errorf("%d turns of the rook's move, want 2", n)
		}
		illegal := board.NewMove(board.H1, board.At(6, 1))
		if n := first(9, variant.TurnsOf(&p, illegal)); n != 0 {
			t.Errorf("%d turns of a move that is not legal", n)
		}
	}

	if got := (Breach{Rule: "PAC-10", Reason: "no king of White would be safe"}).String(); got != "no king of White would be safe (PAC-10)" {
		t.Error(got)
	}
}

// Legality, moves to a square, outcomes and checks are the same on the reference rules.
func TestTheReferenceSaysTheSame(t *testing.T) {
	for _, test := range []struct{ rules, fen string }{
		{"chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"},
		{"chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 1 1"},
		{"conversion", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
		{"pacifist1", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
		{"pacifist-value", "8/7n/8/nk1Q4/5b2/5b1K/8/8 b - - 0 1"},
	} {
		games := both(t, test.rules)
		quick, slow := games[0], games[1]
		p := position(t, quick, test.fen)
		if quick.Outcome(&p) != slow.Outcome(&p) || quick.InCheck(&p) != slow.InCheck(&p) {
			t.Errorf("%s: %v, %t", test.fen, slow.Outcome(&p), slow.InCheck(&p))
		}
		for from := board.Square(0); from < board.NoSquare; from += 5 {
			for to := board.Square(0); to < board.NoSquare; to += 7 {
				if m := board.NewMove(from, to); quick.Legal(&p, m) != slow.Legal(&p, m) {
					t.Errorf("%s %s: legal %t", test.fen, m.UCI(&p), slow.Legal(&p, m))
				}
			}
		}

		byUCI := func(moves []board.Move) (list []string) {
			for _, m := range moves {
				list = append(list, m.UCI(&p))
			}
			slices.Sort(list)
			return list
		}
		for kind := board.Pawn; kind <= board.King; kind++ {
			for to := board.Square(0); to < board.NoSquare; to += 5 {
				if a, b := byUCI(quick.movesTo(&p, kind, to)), byUCI(slow.movesTo(&p, kind,
					to)); !slices.Equal(a, b) {
					t.Errorf("%s: a %v to %v by %v, want %v", test.fen, kind, to, b, a)
				}
			}
		}

		for depth := 1; depth <= 2; depth++ {
			a, _ := quick.Perft(t.Context(), &p, depth, 2, nil)
			if b, err := slow.Perft(t.Context(), &p, depth, 1, nil); a != b || err != nil {
				t.Errorf("%s: perft %d is %d and %d, %v", test.fen, depth, a, b, err)
			}
		}
	}
}

// What is wrong with a move is said in one sentence.
func TestMessages(t *testing.T) {
	const rome = "rnb1kbnr/pp2pppp/2pp4/q5B1/3PP3/8/PPP2PPP/RN1QKBNR w KQkq - 2 4"
	for _, test := range []struct{ rules, fen, move, want string }{
		{"chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", "Rd1 can be any of Ra1d1, Rh1d1"},
		{"conversion", rome, "Ba6/Ra5",
			"Ba6/Ra5 is not legal: the piece converted on a5 is a queen, not a rook (CON-4)"},
		{"conversion", rome, "Ba6/Qa5/Qa5",
			"Ba6/Qa5/Qa5 is not legal: a5 is written twice (CON-4)"},
		{"conversion", rome, "Ba6/Qa4",
			"Ba6/Qa4 is not legal: it converts a5, and a4 is written (CON-4)"},
		{"conversion", rome, "Nc3/Qa5",
			"Nc3/Qa5 is not legal: it converts nothing, and a5 is written (CON-4)"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd5",
			"Qd5 is not legal: no queen of white can go to d5 (CON-1)"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O",
			"O-O is not legal: white has no right to castle on that side (CON-1)"},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", "O-O-O",
			"O-O-O is not legal: black has no right to castle on that side (PAC-15)"},
		{"chess", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O",
			"O-O-O is not legal: b1 is in the way of the castling (PAC-13)"},
		{"pacifist-number", "r6k/8/8/P7/8/8/8/K6R w - - 0 1", "Rh2~a1,h2",
			"Rh2 is not legal: no choice of reclaims takes back just a1, h2 (PAC-8)"},
		{"pacifist1", "r6k/8/8/P7/8/8/8/K6R w - - 0 1", "Rh2~a5",
			"Rh2 is not legal: no choice of reclaims takes back just a5 (PAC-8)"},
		// Of two rooks the one that could on an empty board is meant, of two that could the nearer,
		// and the one whose file is written.
		{"chess", "4k3/8/8/8/8/4P3/2R5/K3R3 w - - 0 1", "Re5",
			"Re5 is not legal: e3 is in the way (CON-1)"},
		{"chess", "4k3/8/8/4P3/8/8/8/R3RK2 w - - 0 1", "Rae7",
			"Rae7 is not legal: a rook does not go from a1 to e7 (CON-1)"},
		{"chess", "4k3/8/8/4P3/8/8/8/R3RK2 w - - 0 1", "R1e7",
			"R1e7 is not legal: e5 is in the way (CON-1)"},
	} {
		for _, variant := range both(t, test.rules) {
			p := position(t, variant, test.fen)
			got := ""
			if _, err := variant.Parse(&p, test.move); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("%s %s: %s, want %s", test.rules, test.move, got, test.want)
			}
		}
	}

	err := &IllegalError{
		Move: "e5",
		Breaches: []Breach{{Rule: "PAC-1", Reason: "a"}, {Rule: "PAC-3", Reason: "b"},
			{Rule: "PAC-1", Reason: "c"}},
	}
	if got, want := err.Error(), "e5 is not legal: a (PAC-1); b (PAC-3); c (PAC-1)"; got != want ||
		!slices.Equal(err.Rules(), []string{"PAC-1", "PAC-3"}) {
		t.Errorf("%s, %v", got, err.Rules())
	}
}

// The words of the Variant tag, in order: the built-in sets, and the other names of NOT-6.
func TestTagNames(t *testing.T) {
	want := append(ruleset.BuiltinNames(), "standard", "standard chess", "orthodox", "orthodox chess",
		"chess960", "chess 960", "fischerandom", "fischer random", "from position",
		"benedict chess", "conversion chess", "pacifist chess", "antiandernach",
		"superandernach")
	slices.Sort(want)
	if got := TagNames(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, word := range TagNames() {
		if _, err := SetForTag(" " + word + " "); err != nil {
			t.Errorf("%s: %v", word, err)
		}
	}

	if _, err := SetForTag("Atomic X"); err == nil || !strings.Contains(err.Error(), "Atomic X") {
		t.Errorf("%v", err)
	}
	var names []string
	for _, l := range Languages() {
		names = append(names, l.Name)
	}
	if !slices.Equal(names, []string{"en", "it", "de", "fr", "es", "nl"}) {
		t.Errorf("%v", names)
	}
}

// In problems one side may have no king; else they are read as positions of the game are.
func TestOneKing(t *testing.T) {
	for fen, ok := range map[string]bool{
		"4k3/8/8/8/8/8/8/4R3 w - - 0 1": false, // CON-12: Black is in check
		"4k3/8/8/8/8/8/8/4R3 b - - 0 1": true,
		"8/8/8/8/8/8/8/4K3 b - - 0 1":   true,
		"8/8/8/8/8/8/8/4R3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/R w Q - 0 1":   false,
	} {
		for _, variant := range both(t, "chess") {
			if _, err := variant.OneKing().ParseFEN(fen); (err == nil) != ok {
				t.Errorf("%s: %v", fen, err)
			}
		}
	}
}
