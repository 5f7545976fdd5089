package rules

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"turncoat/rules/board"
)

// NOT-1: file, rank or both are added when two moves would read alike.
func TestSANTellsMovesApart(t *testing.T) {
	for _, test := range []struct{ rules, fen, uci, want string }{
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"}, // the king stands between
		{"chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"},
		{"chess", "4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "a1a3", "R1a3"},
		{"chess", "8/8/1k6/8/Q6Q/8/4K3/Q7 w - - 0 1", "a4d4", "Qa4d4+"},
		{"chess", "8/8/1k6/8/Q6Q/8/4K3/Q7 w - - 0 1", "h4d4", "Qhd4+"},
		{"chess", "8/8/1k6/8/Q6Q/8/4K3/Q7 w - - 0 1", "a1d4", "Q1d4+"},
		// the other knight is pinned
		{"chess", "4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"},
		{"chess", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e4d5", "exd5"},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7g7", "Qg7#"},
		// Conversions do not disambiguate: which knight goes shows only in what it converts.
		{"pacifist1", "4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1", "a1b3", "Nb3"},
	} {
		variant := named(t, test.rules)
		p := position(t, variant, test.fen)
		played, err := variant.Parse(&p, test.uci)
		if err != nil {
			t.Errorf("%s: %v", test.uci, err)
			continue
		}

		san := variant.SAN(&p, played)
		if san != test.want {
			t.Errorf("%s in %s is written %s, want %s", test.uci, test.fen, san, test.want)
		}
		if again, err := variant.Parse(&p, san); err != nil || again.Move != played.Move {
			t.Errorf("%s reads back as %v, %v", san, again.Move, err)
		}
	}
}

func TestAmbiguousAndIllegalMovesSayWhy(t *testing.T) {
	for _, test := range []struct {
		rules, fen, move string
		class            error
		want             []string // rules, or the moves that may be meant
	}{
		{"chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", ErrAmbiguous, []string{"Ra1d1",
			"Rh1d1"}},
		{"pacifist1", board.StartFEN, "Ke2", ErrIllegal, []string{"PAC-1"}},
		{"pacifist1", board.StartFEN, "e5", ErrIllegal, []string{"PAC-1"}},
		{"pacifist1", board.StartFEN, "O-O", ErrIllegal, []string{"PAC-13"}},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", ErrIllegal, []string{"PAC-15"}},
		{"pacifist1", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", ErrIllegal, []string{"PAC-2"}},
		{"pacifist1", "k7/8/8/8/8/8/3qr3/7K w - - 0 1", "Kh2", ErrIllegal, []string{"PAC-10"}},
		{"pacifist-number", "k7/8/8/8/8/8/3qr3/6K1 w - - 0 1", "Kf2", ErrIllegal,
			[]string{"PAC-11"}},
		{"conversion", "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", ErrIllegal, []string{"CON-8"}},
		{"chess", board.StartFEN, "Nd2", ErrIllegal, []string{"CON-1"}},
		{"chess", board.StartFEN, "e2e5", ErrIllegal, []string{"CON-1"}},
	} {
		variant := named(t, test.rules)
		p := position(t, variant, test.fen)
		_, err := variant.Parse(&p, test.move)
		if !errors.Is(err, test.class) {
			t.Errorf("%s: %v", test.move, err)
			continue
		}

		var illegal *IllegalError
		var ambiguous *AmbiguousError
		var got []string
		if errors.As(err, &illegal) {
			got = illegal.Rules()
		} else if errors.As(err, &ambiguous) {
			got = ambiguous.Moves
		}

		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v gives %v, want %v", test.move, err, got, test.want)
		}
	}
}

// Of several pieces that cannot go there, the reason is that of the one that comes nearest.
func TestTheNearestPieceSaysWhy(t *testing.T) {
	for _, test := range []struct{ rules, fen, move, want string }{
		{"chess", board.StartFEN, "e5",
			"e5 is not legal: a pawn does not go from e2 to e5 (CON-1)"},
		{"chess", "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1", "a8",
			"a8 is not legal: a pawn that reaches its last rank promotes (CON-1)"},
		{"conversion", "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1", "a8=K",
			"a8=K is not legal: a pawn promotes to a queen, rook, bishop or knight (CON-1)"},
		{"chess", "4k3/3p3R/8/8/8/8/8/3RK3 w - - 0 1", "Rd8",
			"Rd8 is not legal: d7 is in the way (CON-1)"},
		{"pacifist1", board.StartFEN, "Nd4",
			"Nd4 is not legal: a knight does not go from b1 to d4 (PAC-1)"},
	} {
		variant := named(t, test.rules)
		p := position(t, variant, test.fen)
		if _, err := variant.Parse(&p, test.move); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.rules, err, test.want)
		}
	}
}

// NOT-3, NOT-4: conversions that are typed are checked, not believed, and need not be typed.
func TestTypedConversionsAreChecked(t *testing.T) {
	// Conversion Chess, Grand Prix 1993: 4.Ba6/Qa5+, where the bishops on a6 and g5 convert the
	// queen on a5.
	const rome = "rnb1kbnr/pp2pppp/2pp4/q5B1/3PP3/8/PPP2PPP/RN1QKBNR w KQkq - 2 4"
	// Pacifist, the first diagram of its rules: Nf5 converts seven pieces.
	const diagram = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR"
	for _, test := range []struct{ rules, fen, move, rule string }{
		{"conversion", rome, "Ba6", ""},
		{"conversion", rome, "Ba6/Qa5+", ""},
		{"conversion", rome, "f1a6/Qa5", ""},
		{"conversion", rome, "Ba6/Ra5", "CON-4"},
		{"conversion", rome, "Ba6/Qa4", "CON-4"},
		{"conversion", rome, "Ba6/Qa5/b7", "CON-4"},
		{"conversion", rome, "Ba6/Qa5/Qa5", "CON-4"},
		{"conversion", rome, "Nc3/Qa5", "CON-4"},
		{"chess", board.StartFEN, "e4/d5", "NOT-4"},
		{"pacifist1", diagram, "Nf5", ""},
		{"pacifist1", diagram, "Nf5/e7", "PAC-6"},
	} {
		variant := named(t, test.rules)
		p := position(t, variant, test.fen)
		_, err := variant.Parse(&p, test.move)
		var illegal *IllegalError
		if test.rule == "" && err != nil || test.rule != "" && (!errors.As(err, &illegal) ||
			!slices.Equal(illegal.Rules(), []string{test.rule})) {
			t.Errorf("%s: %s: %v, want rule %q", test.rules, test.move, err, test.rule)
		}
	}
}

// PAC-8: a reclaim that is not the full one is typed after "~".
func TestReclaimsAreTyped(t *testing.T) {
	variant := named(t, "pacifist-number")
	// Re8 lands between Black's rook and nothing else: White's pawn on a5 stays over-persuaded by
	// the rook on a8, and Black may take it back or not.
	p := position(t, variant, "r6k/8/8/P7/8/8/8/K6R w - - 0 1")
	full, err := variant.Parse(&p, "Rh2")
	if err != nil {
		t.Fatal(err)
	}
	if names := full.Reclaimed.Names(); !slices.Equal(names, []string{"a5"}) {
		t.Fatalf("the full reclaim takes back %v", names)
	}
	none, err := variant.Parse(&p, "Rh2~-")
	if err != nil || none.Reclaimed != 0 {
		t.Fatalf("no reclaim gives %v, %v", none.Reclaimed.Names(), err)
	}
	if a, b := variant.InputSAN(&p, full), variant.InputSAN(&p, none); a != "Rh2+" && a != "Rh2" ||
		b != strings.TrimSuffix(a, "+")+"~-" {
		t.Errorf("they are typed %s and %s", a, b)
	}

	if _, err := variant.Parse(&p, "Rh2~a1"); !errors.Is(err, ErrIllegal) {
		t.Errorf("an impossible reclaim: %v", err)
	}
}

// The published counts, shared among jobs, and what an ended context leaves.
func TestPerftIsTheSameWithAnyJobs(t *testing.T) {
	variant := named(t, "chess")
	p := variant.Start()
	for _, jobs := range []int{0, 1, 3, 50} {
		if n, err := variant.Perft(context.Background(), &p, 3, jobs, nil); n != 8902 ||
			err != nil {
			t.Errorf("%d jobs: %d, %v", jobs, n, err)
		}
	}

	if n, err := variant.Perft(context.Background(), &p, 0, 1, nil); n != 1 || err != nil {
		t.Errorf("depth 0: %d, %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	reported := 0
	_, err := variant.Perft(ctx, &p, 3, 2, func(board.Move, uint64) {
		reported++
		if reported == 5 {
			cancel()
		}
	})
	if reported < 5 || (reported < 20) != errors.Is(err, context.Canceled) {
		t.Errorf("after %d reports: %v", reported, err)
	}
}

// A king's move onto a piece of its own is named for what it is, in SAN as in UCI (PAC-1).
func TestKingOntoItsOwnPawn(t *testing.T) {
	variant := named(t, "pacifist1")
	p, err := variant.ParseFEN("k7/8/8/8/8/8/3P4/2K5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Kd2", "c1d2"} {
		_, err := variant.Parse(&p, text)
		if err == nil || !strings.Contains(err.Error(), "own stands on d2 (PAC-1)") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
