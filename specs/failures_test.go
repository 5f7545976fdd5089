package specs

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// only reads and runs the one scenario of a text.
func only(t *testing.T, text string, o Options) (*Scenario, Result, error) {
	t.Helper()
	suite, faults := Read(t.Context(), []byte(text), "argument.yaml")
	if len(faults) > 0 || len(suite.Scenarios) != 1 || len(suite.Scenarios[0].Faults) > 0 {
		t.Fatal(faults, suite.Scenarios)
	}
	s := &suite.Scenarios[0]
	result, err := Run(context.Background(), s, o)
	return s, result, err
}

// What has no place stands at the first line and column.
func TestPlace(t *testing.T) {
	if at := place(&yaml.Node{}); at != (Place{1, 1}) {
		t.Errorf("%+v", at)
	}
	if at := place(&yaml.Node{Line: 3, Column: 7}); at != (Place{3, 7}) {
		t.Errorf("%+v", at)
	}
}

// A move that is written wrongly fails at its place and its ply, and the game goes on.
func TestFailureOfAWrongSign(t *testing.T) {
	_, result, err := only(t, `rules: chess
scenarios:
  - name: no check
    fen: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
    play: [e4, Ke7+]
    expect: {outcome: "*"}
`, Options{})
	if err != nil || len(result.Failures) != 1 {
		t.Fatal(err, result.Failures)
	}
	f := result.Failures[0]
	if f.Line != 5 || f.Column != 16 || f.Key != "play" || f.Ply != 2 || f.Move != "Ke7+" ||
		f.FEN != "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1" ||
		f.Message != "Ke7+ is written with +, but its sign is none" ||
		f.See != "turncoat explain --rules chess '4k3/8/8/8/4P3/8/8/4K3 b - - 0 1' Ke7" {
		t.Errorf("%+v", f)
	}

	if result.Last == nil || result.Last.Move != "Ke7" {
		t.Errorf("the last move is %+v", result.Last)
	}
}

// A turn that is expected and illegal fails with the rule that forbids it.
func TestFailureOfAnExpectedTurn(t *testing.T) {
	_, result, err := only(t, `rules: chess
scenarios:
  - name: no two-step from there
    fen: 4k3/8/8/8/8/4P3/8/4K3 w - - 0 1
    expect:
      turns: {include: [e5], exclude: [e4]}
`, Options{})
	if err != nil || len(result.Failures) != 2 {
		t.Fatal(err, result.Failures)
	}
	if f := result.Failures[0]; f.Code != pgn.Expectation || f.Message == "" ||
		f.Move != "e5" || !slices.Equal(f.Expected, []string{"e5 is legal"}) || !slices.Equal(f.Got,
		[]string{f.Message}) {
		t.Errorf("%+v", f)
	}

	if f := result.Failures[1]; f.Code != pgn.Expectation || f.Move != "e4" {
		t.Errorf("%+v", f)
	}
}

// A win is held to what the solver says; of one that gives up nothing is known, and one that is
// interrupted ends the run.
func TestWins(t *testing.T) {
	const fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1" // Ra8 mates
	mate, err := game(t, "chess").ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	key, err := board.ParseUCI(&mate, "a1a8")
	if err != nil {
		t.Fatal(err)
	}
	says := func(in int, keys []board.Move, err error) Solver {
		return func(_ context.Context, _ *rules.Variant, p board.Position, n int) (int,
			[]board.Move, error) {
			if p.Key != mate.Key || n != 2 {
				t.Errorf("the solver is asked for %d turns of %s", n, p.Board())
			}
			return in, keys, err
		}
	}
	for _, c := range []struct {
		win     string
		solve   Solver
		message string
	}{
		{"{in: 2}", says(2, nil, nil), ""},
		{"{in: 2, keys: [Ra8]}", says(2, []board.Move{key}, nil), ""},
		{"{none: 2}", says(0, nil, nil), ""},
		{"{in: 2}", says(0, nil, nil), "there is no forced win, not a forced win in 2"},
		{"{in: 2, keys: [Ra8]}", says(1, []board.Move{key}, nil),
			"there is a forced win in 1 Ra8#, not a forced win in 2 Ra8"},
		{"{in: 2, keys: [Ra8]}", says(2, nil, nil),
			"there is a forced win in 2, not a forced win in 2 Ra8"},
		{"{in: 2, keys: [Ra7]}", says(2, []board.Move{key}, nil),
			"there is a forced win in 2 Ra8#, not a forced win in 2 Ra7"},
		{"{none: 2}", says(1, []board.Move{key}, nil),
			"there is a forced win in 1 Ra8#, not no forced win in 2"},
		{"{in: 2}", says(0, nil, errors.New("too long")), "too long"},
		{"{in: 2}", nil, "no solver for forced wins is available"},
	} {
		_, result, err := only(t, "rules: chess\nscenarios:\n  - name: a win\n    fen: "+fen+
			"\n    expect:\n      win: "+c.win+"\n", Options{Solve: c.solve})
		message := ""
		for _, f := range result.Failures {
			message += f.Message
		}
		if err != nil || message != c.message {
			t.Errorf("%s: %q, %v, want %q", c.win, message, err, c.message)
		}
	}

	suite, _ := Read(t.Context(), []byte("rules: chess\nscenarios:\n  - name: a win\n    fen: "+fen+
		"\n    expect:\n      win: {in: 2}\n"), "argument.yaml")
	ctx, cancel := context.WithCancel(context.Background())
	_, err = Run(ctx, &suite.Scenarios[0], Options{Solve: func(context.Context, *rules.Variant,
		board.Position, int) (int, []board.Move, error) {
		cancel()
		return 0, nil, ctx.Err()
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted search gives %v", err)
	}
}

// The scenario's reason is told once, with the first failure after all was played.
func TestReasonIsToldOnce(t *testing.T) {
	s, result, err := only(t, `rules: chess
scenarios:
  - name: twice wrong
    why: because
    fen: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
    play: [e4+]
    expect: {outcome: "1-0", check: true}
`, Options{})
	if err != nil || len(result.Failures) != 3 {
		t.Fatal(err, result.Failures)
	}
	if want := "expected: 1-0\ngot:      *\ne4, as it really went:\n  nothing converts\nthe scenario says why: " +
		"because\n"; result.Lesson(s, 1) != want {
		t.Errorf("the lesson is\n%s", result.Lesson(s, 1))
	}

	for i, want := range []bool{false, true, false} {
		if told := strings.Contains(result.Lesson(s, i),
			"the scenario says why: because"); told != want {
			t.Errorf("failure %d, %s: told is %t", i, result.Failures[i].Message, told)
		}
	}
}

// A position that is said to be invalid and is not.
func TestFailureOfAValidPosition(t *testing.T) {
	_, result, err := only(t, `rules: chess
scenarios:
  - name: nothing is wrong with it
    fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1
    expect: {invalid: CON-12}
`, Options{})
	if err != nil || len(result.Failures) != 1 {
		t.Fatal(err, result.Failures)
	}
	if f := result.Failures[0]; f.Message != "the position is valid" || f.Rule != "CON-12" ||
		f.Line != 5 || f.Column != 23 || f.Key != "invalid" {
		t.Errorf("%+v", f)
	}
}

// A game that goes on has leaves, and one that has ended none: the king in the corner has three
// moves, the pawn two.
func TestOutcomeAndPerft(t *testing.T) {
	_, result, err := only(t, `rules: chess
scenarios:
  - name: five moves
    fen: 7k/8/8/8/8/8/4P3/K7 w - - 0 1
    expect: {outcome: "*", perft: {1: 5}}
`, Options{})
	if err != nil || !result.OK() {
		t.Error(err, result.Failures)
	}
	_, result, err = only(t, `rules: chess
scenarios:
  - name: mate
    fen: R6k/8/6K1/8/8/8/8/8 b - - 0 1
    expect: {outcome: 1-0, perft: {1: 0}}
`, Options{})
	if err != nil || !result.OK() {
		t.Error(err, result.Failures)
	}
}

func TestLowest(t *testing.T) {
	const large = "99999999999999999999"
	for text, want := range map[string]string{"4/2": "2", "3/6": "1/2", "0": "0", "5": "5",
		"7/1": "7", "20/10": "2", "10/4": "5/2", large + "/2": large + "/2", "2/" + large: "2/" +
			large, large: large} {
		if got := lowest(text); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// A scenario that cannot be read is not run.
func TestRunWithFaults(t *testing.T) {
	suite, _ := Read(t.Context(), []byte(
		"rules: chess\nscenarios:\n  - name: one\n    fen: 7k/8/8/8/8/8/8/K7\n    expect: {outcome: 2-0}\n"),
		"argument.yaml")
	s := &suite.Scenarios[0]
	if len(s.Faults) != 1 {
		t.Fatal(s.Faults)
	}
	if _, err := Run(context.Background(), s, Options{}); err != s.Faults[0] {
		t.Errorf("%v", err)
	}
}

// A failure about the reclaim shows every choice that there is, whichever of them have been held to
// a list already.
func TestFailureOfChoices(t *testing.T) {
	_, result, err := only(t, `rules: pacifist-number
scenarios:
  - name: two knights hang
    fen: k7/8/8/p6p/1N4N1/8/8/K7 w - - 0 1
    play: [Kb1]
    expect:
      reclaim: {all: [[], [b4], [a1]]}
`, Options{})
	if err != nil || len(result.Failures) != 2 {
		t.Fatal(err, result.Failures)
	}
	got := []string{"-", "b4", "b4,g4", "g4"}
	for i, want := range []string{"the enemy can also reclaim b4,g4; g4",
		"the enemy cannot reclaim just a1"} {
		f := result.Failures[i]
		if f.Message != want || !slices.Equal(f.Got, got) || !slices.Equal(f.Expected, []string{"-",
			"b4", "a1"}) {
			t.Errorf("%+v", f)
		}
	}
}
