package specs

import (
	"context"
	"errors"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

func game(t *testing.T, name string) *rules.Variant {
	t.Helper()
	variant := rules.New(rulestest.Builtin(t, name))
	return variant
}

// What scenario new prints is the example of docs/INTERFACE.md, in full.
func TestNewTellsWhatTheRulesSay(t *testing.T) {
	variant := game(t, "pacifist1")
	p, err := variant.ParseFEN("rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR")
	if err != nil {
		t.Fatal(err)
	}
	text, err := New(context.Background(), variant, p, []string{"e3f5"})
	if err != nil {
		t.Fatal(err)
	}
	suite, faults := Read(t.Context(), text, "new.yaml")
	if len(faults) > 0 || len(suite.Scenarios) != 1 || len(suite.Scenarios[0].Faults) > 0 {
		t.Fatalf("%v\n%s", faults, text)
	}
	e := suite.Scenarios[0].Expect
	if e.FEN.Value != "rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b - - 0 1" {
		t.Errorf("fen %s", e.FEN.Value)
	}
	if got := waveNames(e.Waves.Waves); joinOrNothing(got) != "e7,g7; f8; d8,g8; f7,h7" {
		t.Errorf("waves %s", joinOrNothing(got))
	}
	if e.SAN.Value != "Nf5" || e.Outcome.Value != "*" || e.Check.Value {
		t.Errorf("%s", text)
	}
}

// Whatever it prints reads back and holds: of every position and play of this directory.
func TestNewReadsBackAndHolds(t *testing.T) {
	ctx := context.Background()
	for _, s := range all(t) {
		if s.Expect.Invalid != nil {
			continue
		}
		variant := rules.New(s.Set)
		p, err := variant.ParseFEN(s.FEN.Value)
		if err != nil {
			t.Fatal(err)
		}
		moves := []string{}
		for _, m := range s.Play {
			moves = append(moves, m.Value)
		}
		text, err := New(ctx, variant, p, moves)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		suite, faults := Read(t.Context(), text, "new.yaml")
		if len(faults) > 0 || len(suite.Scenarios) != 1 || len(suite.Scenarios[0].Faults) > 0 {
			t.Fatalf("%s: %v %v\n%s", s.Name, faults, suite.Scenarios[0].Faults, text)
		}
		one := &suite.Scenarios[0]
		same := one.Set
		same.Name = s.Set.Name
		if same != s.Set {
			t.Errorf("%s: other rules\n%s", s.Name, text)
		}
		if result, err := Run(ctx, one, Options{}); err != nil || !result.OK() {
			t.Errorf("%v\n%+v\n%s", err, result.Failures, text)
		}
	}
}

func TestNewRefusesIllegalMoves(t *testing.T) {
	variant := game(t, "pacifist1")
	_, err := New(context.Background(), variant, variant.Start(), []string{"e4", "e4"})
	var move *MoveError
	if !errors.As(err, &move) || move.Number != 2 || !errors.Is(err, rules.ErrIllegal) {
		t.Errorf("%v", err)
	}
}

// A set that is not built in is written by what distinguishes it from the nearest built-in one.
func TestRuleNameIsTheNearestSet(t *testing.T) {
	set, err := ruleset.Builtin("pacifist2")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []string{"values.king=4", "lines=blocked", "king-bears=no"} {
		override, err := ruleset.ParseOverride(o)
		if err != nil {
			t.Fatal(err)
		}
		set = override.Apply(set)
	}

	if got, want := ruleName(set), "{base: pacifist2, values: {king: 4}, lines: blocked, king-bears: no}"; got != want {
		t.Errorf("%s instead of %s", got, want)
	}
}
