package specs

import (
	"context"
	"slices"
	"strings"
	"testing"

	"turncoat/pgn"
)

// A lesson has the boards side by side with what differs in brackets, the waves as they
// really went, and the scenario's reason; a failure names the command that shows more.
func TestLessons(t *testing.T) {
	const text = `rules: pacifist1
scenarios:
  - name: Nf5 leaves h7 alone
    cite: PAC-6
    why: so I thought
    fen: rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR
    play: [Nf5]
    expect:
      board: rkqN1RB1/ppppPPBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR
      waves: [[e7, g7], [f8], [d8, g8], [f7]]
`
	suite, faults := Read(t.Context(), []byte(text), "argument.yaml")
	if len(faults) > 0 || len(suite.Scenarios[0].Faults) > 0 {
		t.Fatal(faults, suite.Scenarios[0].Faults)
	}
	s := &suite.Scenarios[0]
	result, err := Run(context.Background(), s, Options{})
	if err != nil || len(result.Failures) != 2 {
		t.Fatal(err, result.Failures)
	}
	board, waves := &result.Failures[0], &result.Failures[1]
	if board.Line != 9 || board.Column != 14 || board.Boards == nil ||
		board.Boards.Differ.Names()[0] != "h7" || board.Boards.Differ.Count() != 1 {
		t.Errorf("%+v", board)
	}

	if waves.Line != 10 ||
		waves.Message != "the waves are e7,g7; f8; d8,g8; f7,h7, not e7,g7; f8; d8,g8; f7" {
		t.Errorf("%+v", waves)
	}
	if want := "turncoat explain --rules pacifist1 'rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1' " +
		"Nf5"; waves.See != want {
		t.Errorf("see %s, not %s", waves.See, want)
	}

	lessons := result.Lesson(s, 0) + result.Lesson(s, 1)
	for _, want := range []string{
		"7 p  p  p  p  P  P  B [p]    7 p  p  p  p  P  P  B [P]\n",
		"  a  b  c  d  e  f  g  h       a  b  c  d  e  f  g  h\n",
		"Nf5, as it really went:\n  wave 1: pawn e7 (1 against 0), bishop g7 (1 against 0)\n",
		"the scenario says why: so I thought\n",
		"got:      e7,g7; f8; d8,g8; f7,h7\n",
	} {
		if !strings.Contains(lessons, want) {
			t.Errorf("no %q in\n%s", want, lessons)
		}
	}

	if strings.Count(lessons, "as it really went") != 1 {
		t.Errorf("the last move is not described once:\n%s", lessons)
	}
}

// A move that cannot be played says at its place which rule forbids it.
func TestFailureOfAnIllegalMove(t *testing.T) {
	const text = `rules: pacifist1
scenarios:
  - name: the king stays on the file
    fen: 4r2k/8/8/8/8/8/8/4K3 w - - 0 1
    play: 1.Ke2
    expect: {waves: []}
  - name: the rook is written to convert what it does not
    rules: conversion
    fen: 4k3/8/8/8/6N1/8/1N2p3/7K w - - 0 1
    play: [Ne5/e3+]
    expect: {outcome: "*"}
`
	suite, _ := Read(t.Context(), []byte(text), "argument.yaml")
	result, err := Run(context.Background(), &suite.Scenarios[0], Options{})
	if err != nil || len(result.Failures) != 1 {
		t.Fatal(err, result.Failures)
	}
	f := result.Failures[0]
	if f.Code != pgn.IllegalMove || f.Rule != "PAC-10" || f.Line != 5 || f.Column != 13 ||
		f.Ply != 1 {
		t.Errorf("%+v", f)
	}

	result, err = Run(context.Background(), &suite.Scenarios[1], Options{})
	if err != nil || len(result.Failures) != 1 {
		t.Fatal(err, result.Failures)
	}
	f = result.Failures[0]
	if f.Code != pgn.ConversionMismatch || f.Rule != "CON-4" ||
		f.Message != "Ne5/e2 converts e2, but the scenario says e3" || !slices.Equal(f.Expected,
		[]string{"e2"}) ||
		!slices.Equal(f.Got, []string{"e3"}) {
		t.Errorf("%+v", f)
	}
}
