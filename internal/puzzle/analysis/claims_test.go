package analysis

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
)

// solved makes a puzzle of a position of chess with a mate in two.
func solved(t *testing.T, fen string) puzzle.Puzzle {
	t.Helper()
	variant := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, variant, fen)
	a := New(variant, Options{})
	if a.Variant() != variant {
		t.Fatal("an analyst is of other rules")
	}
	found, err := a.Analyse(t.Context(), &at, 2)
	if err != nil || found.In != 2 {
		t.Fatal(fen, found.In, err)
	}
	p, err := a.Make(t.Context(), &at, &found)
	if err != nil {
		t.Fatal(err)
	}
	p.Source.From = "given"
	return p
}

// The only thing wrong with a puzzle is named.
func wrongWith(t *testing.T, p *puzzle.Puzzle) string {
	t.Helper()
	_, err := Verify(t.Context(), p, 1, nil)
	if err == nil {
		return ""
	}
	if !Unverified(err) {
		t.Errorf("%v is not about the puzzle", err)
	}
	return strings.ReplaceAll(err.Error(), puzzle.ErrUnsound.Error()+": ", "")
}

// 1.Kg6 Kg8 2.Ra8#, with 22 first turns: 14 of the rook, 8 of the king
const corner = "7k/8/8/6K1/8/8/8/R7 w - - 0 1"

// The claims of a puzzle about the last turn of the enemy, the waves and the quiet key are
// verified: true ones pass, false ones are named.
func TestClaimsAboutTheLastTurn(t *testing.T) {
	good := solved(t, corner)
	if good.Line[0] != "Kg6" || good.Claims != (puzzle.Claims{FirstTurns: 22, Defences: 1}) ||
		wrongWith(t, &good) != "" {
		t.Fatalf("%+v: %s", good, wrongWith(t, &good))
	}

	const before = "6k1/8/8/6K1/8/8/8/R7 b - - 7 9" // the king need not have gone to the corner
	for _, test := range []struct {
		mistake      bool
		before, last string
		grade        puzzle.Grade
		want         string
	}{
		{true, before, "g8h8", puzzle.Grade{Quiet: true}, ""},
		{true, "", "", puzzle.Grade{Quiet: true},
			"a mistake is claimed, and no turn before it is given"},
		{false, before, "g8h8", puzzle.Grade{Quiet: true},
			"that the enemy's last turn was a mistake is true"},
		{true, before, "g8f8", puzzle.Grade{Quiet: true}, "the enemy's last turn leads to "},
		{true, before, "g8a1", puzzle.Grade{Quiet: true}, "the enemy's last turn: "},
		{true, "x", "g8h8", puzzle.Grade{Quiet: true}, "the position before: "},
		{true, before, "g8h8", puzzle.Grade{Quiet: true, Plausible: 999},
			"the grade counts 999 plausible wrong first turns"},
		{true, before, "g8h8", puzzle.Grade{Quiet: true, Plausible: -1},
			"the grade counts -1 plausible wrong first turns"},
		{true, before, "g8h8", puzzle.Grade{}, "that the key is quiet is true in the themes"},
		{true, before, "g8h8", puzzle.Grade{Quiet: true, Waves: 2},
			"the grade counts 0 waves, not 2"},
	} {
		p := good
		p.Claims.Mistake, p.Source.Before, p.Source.Last, p.Grade = test.mistake, test.before,
			test.last, &test.grade
		p.Grade.Rating, p.Grade.Level = 1500, puzzle.LevelOf(1500)
		if got := wrongWith(t, &p); !strings.HasPrefix(got, test.want) ||
			test.want == "" && got != "" {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// Each twin is verified as a puzzle of its own, and its faults are reported with its name.
func TestTwinsAreVerified(t *testing.T) {
	good := solved(t, corner)
	other := solved(t, "7k/8/8/6K1/8/8/8/1R6 w - - 0 1")
	change, err := puzzle.ParseChange("Ra1-b1")
	if err != nil {
		t.Fatal(err)
	}
	other.Phases = &puzzle.Phases{Threats: []string{"b1b8"}} // by hand: 1.Kg6 threatens 2.Rb8#
	good.Twins = []puzzle.Twin{puzzle.TwinOf(&other, change)}
	alone, err := Verify(t.Context(), &other, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := Verify(t.Context(), &good, 1, nil)
	if err != nil || checked.Wins <= alone.Wins || checked.Holds <= alone.Holds {
		t.Errorf("%+v, %v, and of the twin alone %+v", checked, err, alone)
	}
	for _, test := range []struct {
		spoil func(twin *puzzle.Twin)
		want  string
	}{
		{func(twin *puzzle.Twin) { twin.Claims.FirstTurns++ }, "twin Ra1-b1: the claims are "},
		{func(twin *puzzle.Twin) { twin.Line = []string{"Kg6", "Kg8", "Rb8"} },
			"twin Ra1-b1: the main line is Kg6 Kg8 Rb8#, not Kg6 Kg8 Rb8"},
		{func(twin *puzzle.Twin) {
			twin.Solution = puzzle.Solution(`["g5g6",[["h8g8"],["b1b7"]]]`)
		}, "twin Ra1-b1: the solution: "},
		{func(twin *puzzle.Twin) { twin.Phases = &puzzle.Phases{Threats: []string{"b1b7"}} },
			"twin Ra1-b1: the key threatens "},
		{func(twin *puzzle.Twin) { twin.Change = "Ra1-c1" }, "twin Ra1-c1: "},
		{func(twin *puzzle.Twin) { twin.Change = "nonsense" },
			puzzle.ErrSyntax.Error() + `: twin "nonsense": `},
	} {
		p := good
		p.Twins = slices.Clone(good.Twins)
		test.spoil(&p.Twins[0])
		if got := wrongWith(t, &p); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s, want %s", got, test.want)
		}
	}

	// Of a puzzle that is wrong itself the twins are not looked at.
	p := good
	p.Claims.Defences, p.Twins = 7, []puzzle.Twin{{Change: "nonsense"}}
	if got := wrongWith(t, &p); !strings.HasPrefix(got, "the claims are ") ||
		strings.Contains(got, "nonsense") {
		t.Errorf("%s", got)
	}
}

// A search that may look at nothing has no answer. A solution with more duals or turns than are
// wanted is not made.
func TestLimits(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, variant, corner)
	if _, _, err := New(variant, Options{Nodes: 1}).Shortest(t.Context(), &at, 2); !errors.Is(err,
		rules.ErrLimit) ||
		!strings.Contains(err.Error(), "no answer for a win in 2") {
		t.Errorf("%v", err)
	}

	a := New(variant, Options{})
	for _, most := range []int{0, -1} {
		if in, keys, err := a.Shortest(t.Context(), &at, most); in != 0 || keys != nil ||
			err != nil {
			t.Errorf("in %d: %d, %v, %v", most, in, keys, err)
		}
	}

	if in, keys, err := a.Shortest(t.Context(), &at, 1); in != 0 || keys != nil || err != nil {
		t.Errorf("in 1: %d, %v, %v", in, keys, err)
	}
	if in, keys, err := a.Shortest(t.Context(), &at, 3); in != 2 ||
		strings.Join(puzzle.UCI(&at, keys),
			" ") != "g5g6" || err != nil {
		t.Errorf("in 3: %d, %v, %v", in, keys, err)
	}

	// 1.Kf7 Kh7, and two rooks mate.
	two := puzzletest.Position(t, variant, "7k/8/5K2/8/8/8/R7/1R6 w - - 0 1")
	in, keys, err := a.Shortest(t.Context(), &two, 2)
	if err != nil || in != 2 {
		t.Fatal(in, err)
	}
	i := slices.Index(puzzle.UCI(&two, keys), "f6f7")
	for duals, want := range map[int]error{-1: nil, 0: solve.ErrDuals, 1: nil} { // two threats
		found, err := a.Solution(t.Context(), &two, 2, keys[i:i+1], Bounds{Duals: duals})
		if !errors.Is(err, want) || err == nil && (found.Claims.Duals != 1 ||
			found.Claims.LineDuals != 1 ||
			found.Claims.Defences != 1) {
			t.Errorf("at most %d duals: %+v, %v", duals, found.Claims, err)
		}
	}
}
