package analysis

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/puzzle/solve"
	"turncoat/rules"
)

// solved makes a puzzle of a position of chess with a mate in two.
func solved(t *testing.T, fen string) puzzle.Puzzle {
	t.Helper()
	g := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, g, fen)
	a := New(g, Options{})
	if a.Variant() != g {
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
	_, err := Verify(t.Context(), p, 1)
	if err == nil {
		return ""
	}
	if !Unverified(err) {
		t.Errorf("%v is not about the puzzle", err)
	}
	return strings.ReplaceAll(err.Error(), puzzle.ErrUnsound.Error()+": ", "")
}

const corner = "7k/8/8/6K1/8/8/8/R7 w - - 0 1" // 1.Kg6 Kg8 2.Ra8#, with 22 first turns: 14 of the rook, 8 of the king

// Claims that are not true, each with what is said of them.
func TestClaimsAreNamed(t *testing.T) {
	good := solved(t, corner)
	if good.Line[0] != "Kg6" || good.Claims != (puzzle.Claims{FirstTurns: 22, Defences: 1}) ||
		wrongWith(t, &good) != "" {
		t.Fatalf("%+v: %s", good, wrongWith(t, &good))
	}
	for _, test := range []struct {
		spoil func(p *puzzle.Puzzle)
		want  string
	}{
		{func(p *puzzle.Puzzle) { p.ID = "chess-2-00000000" }, "the identifier is " + good.ID},
		{func(p *puzzle.Puzzle) { p.Claims.Defences = 2 },
			"the claims are {FirstTurns:22 Defences:1 Choice:false Duals:0 LineDuals:0 Mistake:false}, not {FirstTurns:22 Defences:2 Choice:false Duals:0 LineDuals:0 Mistake:false}"},
		{func(p *puzzle.Puzzle) { p.Line = []string{"Kg6", "Kg8", "Ra8+"} },
			"the main line is Kg6 Kg8 Ra8#, not Kg6 Kg8 Ra8+"},
		{func(p *puzzle.Puzzle) { p.Themes = append(slices.Clone(p.Themes), "switchback", "waves-2") },
			"it does not show switchback, waves-2"},
		{func(p *puzzle.Puzzle) { p.Themes = append(slices.Clone(p.Themes), p.Themes[len(p.Themes)-1]) }, "the theme " +
			good.Themes[len(good.Themes)-1] + " stands there twice"},
		{func(p *puzzle.Puzzle) { p.Themes = nil }, "it shows " + strings.Join(good.Themes, ", ") + ", too"},
		{func(p *puzzle.Puzzle) { p.Claims.Mistake = true }, "a mistake is claimed, and no turn before it is given"},
		{func(p *puzzle.Puzzle) { p.Keys = []string{"g5g6", "a1a2"} }, "the keys are g5g6, not g5g6, a1a2"},
		// The enemy's last turn: from g8 it need not have gone to the corner.
		{func(p *puzzle.Puzzle) { p.Source.Before, p.Source.Last = "6k1/8/8/6K1/8/8/8/R7 b - - 0 1", "g8h8" },
			"that the enemy's last turn was a mistake is true"},
		{func(p *puzzle.Puzzle) {
			p.Source.Before, p.Source.Last, p.Claims.Mistake = "6k1/8/8/6K1/8/8/8/R7 b - - 7 9", "g8h8", true
		}, ""},
		{func(p *puzzle.Puzzle) { p.Source.Before, p.Source.Last = "6k1/8/8/6K1/8/8/8/R7 b - - 0 1", "g8f8" },
			"the enemy's last turn leads to 5k2/8/8/6K1/8/8/8/R7 w - - 1 2"},
		{func(p *puzzle.Puzzle) { p.Grade = &puzzle.Grade{Rating: 1500, Level: puzzle.LevelOf(1500)} },
			"that the key is quiet is true in the themes and false in the grade"},
		{func(p *puzzle.Puzzle) {
			p.Grade = &puzzle.Grade{Rating: 1500, Level: puzzle.LevelOf(1500), Quiet: true}
		}, ""},
		{func(p *puzzle.Puzzle) {
			p.Grade = &puzzle.Grade{Rating: 1500, Level: puzzle.LevelOf(1500), Quiet: true, Waves: 2}
		}, "the grade counts 0 waves, not 2"},
	} {
		p := good
		test.spoil(&p)
		if got := wrongWith(t, &p); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	for _, test := range []struct {
		before, last, want string
	}{{"x", "g8h8", "the position before: "}, {"6k1/8/8/6K1/8/8/8/R7 b - - 0 1", "g8a1", "the enemy's last turn: "}} {
		p := good
		p.Source.Before, p.Source.Last = test.before, test.last
		if got := wrongWith(t, &p); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// A win in more turns or fewer than there is, and none.
func TestLengthsAreNamed(t *testing.T) {
	p := solved(t, corner)
	p.FEN = "7k/8/6K1/8/8/8/8/R7 b - - 0 1"
	if got := wrongWith(t, &p); got == "" {
		t.Error("the other side has the turn")
	}
	// 1.Kg6 is no mate in two where Black has a pawn to move and the rook no way.
	p = solved(t, corner)
	p.FEN = "7k/8/8/p5K1/8/8/8/R7 w - - 0 1"
	if got := wrongWith(t, &p); !strings.HasPrefix(got, "the solution: ") {
		t.Error(got)
	}
}

// Each twin is proved as the puzzle that it is, and what is wrong with it is said of it.
func TestTwinsAreVerified(t *testing.T) {
	good := solved(t, corner)
	other := solved(t, "7k/8/8/6K1/8/8/8/1R6 w - - 0 1")
	change, err := puzzle.ParseChange("Ra1-b1")
	if err != nil {
		t.Fatal(err)
	}
	good.Twins = []puzzle.Twin{puzzle.TwinOf(&other, change)}
	alone, err := Verify(t.Context(), &other, 1)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := Verify(t.Context(), &good, 1)
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
		{func(twin *puzzle.Twin) { twin.Solution = solution.Text(`["g5g6",[["h8g8"],["b1b7"]]]`) }, "twin Ra1-b1: the solution: "},
		{func(twin *puzzle.Twin) { twin.Change = "Ra1-c1" }, "twin Ra1-c1: "},
		{func(twin *puzzle.Twin) { twin.Change = "nonsense" }, puzzle.ErrSyntax.Error() + `: twin "nonsense": `},
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
	if got := wrongWith(t, &p); !strings.HasPrefix(got, "the claims are ") || strings.Contains(got, "nonsense") {
		t.Errorf("%s", got)
	}
}

// Limits: a search that may look at nothing has no answer, and a solution with more duals or turns than are
// wanted is not made.
func TestLimits(t *testing.T) {
	g := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, g, corner)
	if _, _, err := New(g, Options{Nodes: 1}).Shortest(t.Context(), &at, 2); !errors.Is(err, rules.ErrLimit) ||
		!strings.Contains(err.Error(), "no answer for a win in 2") {
		t.Errorf("%v", err)
	}
	a := New(g, Options{})
	for _, most := range []int{0, -1} {
		if in, keys, err := a.Shortest(t.Context(), &at, most); in != 0 || keys != nil || err != nil {
			t.Errorf("in %d: %d, %v, %v", most, in, keys, err)
		}
	}
	if in, keys, err := a.Shortest(t.Context(), &at, 1); in != 0 || keys != nil || err != nil {
		t.Errorf("in 1: %d, %v, %v", in, keys, err)
	}
	if in, keys, err := a.Shortest(t.Context(), &at, 3); in != 2 || strings.Join(solution.UCI(&at, keys),
		" ") != "g5g6" || err != nil {
		t.Errorf("in 3: %d, %v, %v", in, keys, err)
	}
	// 1.Kf7 Kh7, and two rooks mate.
	two := puzzletest.Position(t, g, "7k/8/5K2/8/8/8/R7/1R6 w - - 0 1")
	in, keys, err := a.Shortest(t.Context(), &two, 2)
	if err != nil || in != 2 {
		t.Fatal(in, err)
	}
	i := slices.Index(solution.UCI(&two, keys), "f6f7")
	for duals, want := range map[int]error{-1: nil, 0: solve.ErrDuals, 1: nil} { // two threats
		found, err := a.Solution(t.Context(), &two, 2, keys[i:i+1], Bounds{Duals: duals})
		if !errors.Is(err, want) || err == nil && (found.Claims.Duals != 1 || found.Claims.LineDuals != 1 ||
			found.Claims.Defences != 1) {
			t.Errorf("at most %d duals: %+v, %v", duals, found.Claims, err)
		}
	}
}
