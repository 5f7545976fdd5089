package reference

import (
	"fmt"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// checkTurn holds a turn against what every turn of every rule set is.
func checkTurn(t *testing.T, set ruleset.Set, p board.Position, turn board.Played) {
	t.Helper()
	fault := func(format string, a ...any) {
		t.Helper()
		t.Errorf("%s: %s: %v: %s", set.Name, p.FEN(set), turn.Move, fmt.Sprintf(format, a...))
	}
	if turn.After.Key != turn.After.Hash() {
		fault("the key is not that of the position")
	}
	if turn.After.Turn != p.Turn.Other() {
		fault("the side to move did not change")
	}
	var all board.Bitboard
	for _, wave := range turn.Waves {
		if wave == 0 || wave&all != 0 {
			fault("waves %s overlap or are empty", waveText(turn.Waves))
		}
		all |= wave
	}

	if all != turn.Converted {
		fault("converted %v, waves %s", turn.Converted.Names(), waveText(turn.Waves))
	}
	landed := Begin(set, p, turn.Move).Board
	if after := turn.After; after.Pawns != landed.Pawns || after.Knights != landed.Knights ||
		after.Bishops != landed.Bishops || after.Rooks != landed.Rooks ||
		after.Kings != landed.Kings {
		fault("a conversion changed more than colours")
	}

	if changed := landed.Colours[board.White] ^ turn.After.Colours[board.White]; changed != turn.Converted^turn.Reclaimed {
		fault("other pieces changed colour: %v", changed.Names())
	}
	if text := turn.After.FEN(set); !bothRulesRead(set, text) {
		fault("the position after it is not valid: %s", text)
	}
}

func bothRulesRead(set ruleset.Set, fen string) bool {
	p, err := board.ParseFEN(fen, set)
	return err == nil && Validate(set, p) == nil
}

// Every single misreading of the settings plays soundly: what it calls legal it can play, what it
// calls illegal it can explain, and every turn is a turn.
func TestEverySettingPlaysSoundly(t *testing.T) {
	sets := map[string][]ruleset.Set{}
	for _, name := range ruleset.BuiltinNames() {
		base := rulestest.Builtin(t, name)
		sets[name] = append([]ruleset.Set{base}, others(t, base, "")...)
	}

	kinds := []board.Kind{board.NoKind, board.Queen, board.Knight}
	if longtest.Short() {
		kinds = kinds[:1]
	}
	seen := map[string]int{}
	eachLine(t, "../../rules/testdata/perft.jsonl", func(_ int, fact perftFact) {
		seen[fact.Rules]++
		if seen[fact.Rules] > 2 || longtest.Short() && seen[fact.Rules] > 1 {
			return
		}
		for _, set := range sets[fact.Rules] {
			p, err := board.ParseFEN(fact.FEN, set)
			if err != nil || Validate(set, p) != nil {
				continue // a right or a check that this misreading does not know
			}
			checkEveryMove(t, set, p, kinds...)
			for turn := range Turns(set, p) {
				checkTurn(t, set, p, turn)
			}
		}
	})
}

// Where numbers or values are weighed, pieces that convert one after another end as those that
// convert together do, whatever the other settings.
func TestOrderMakesNoDifference(t *testing.T) {
	inTurn, ok := ruleset.FindSetting("rounds")
	if !ok {
		t.Fatal("there is no setting rounds")
	}
	seen := map[string]int{}
	eachLine(t, "../../rules/testdata/perft.jsonl", func(_ int, fact perftFact) {
		base := rulestest.Builtin(t, fact.Rules)
		seen[fact.Rules]++
		if !base.Family.HasWeights() || base.Weigh == ruleset.ByAverage || seen[fact.Rules] > 6 {
			return
		}
		for _, set := range append(others(t, base, "rounds"), base) {
			if set.Weigh == ruleset.ByAverage {
				continue
			}
			other, err := inTurn.With(set, "in-turn")
			if err != nil {
				t.Fatal(err)
			}
			p, err := board.ParseFEN(fact.FEN, set)
			if err != nil {
				continue
			}
			for _, m := range Moves(set, p) {
				a, b := Full(set, p, m), Full(other, p, m)
				if a.After != b.After {
					t.Errorf("%s: %v of %s is not the same in turn", set.Name, m, fact.FEN)
				}
			}
		}
	})
}

// others lists the rule sets that differ from one in the value of one setting, but not of the
// setting left out.
func others(t *testing.T, base ruleset.Set, without string) (list []ruleset.Set) {
	t.Helper()
	for _, s := range ruleset.SettingsOf(base.Family) {
		if s.Name == without {
			continue
		}
		for _, value := range s.Others(base) {
			other, err := s.With(base, value)
			if err != nil {
				t.Fatal(err)
			}
			other.Name += " " + s.Name + "=" + value
			list = append(list, other)
		}
	}

	return list
}

// Full is the turn with the full reclaim among those of Turns, and the first is the one without.
func TestFullIsAmongTheTurns(t *testing.T) {
	eachLine(t, "../../rules/testdata/perft.jsonl", func(_ int, fact perftFact) {
		set := rulestest.Builtin(t, fact.Rules)
		p := mustFEN(t, set, fact.FEN)
		for _, m := range Moves(set, p) {
			full, found, first := Full(set, p, m), false, true
			for turn := range TurnsOf(set, p, m) {
				if first && turn.Reclaimed != 0 && set.Reclaim == ruleset.OptionalReclaim {
					t.Errorf("%s: %v begins with a reclaim", fact.FEN, m)
				}
				first = false
				found = found || turn.After == full.After
			}

			if !found {
				t.Errorf("%s: the full reclaim of %v is not among its turns", fact.FEN, m)
			}
		}
	})
}

// Nothing that is asked panics: any square, any promotion, boards without kings or pieces.
func TestNothingPanics(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		set := rulestest.Builtin(t, name)
		start := mustFEN(t, set, board.StartFEN)
		for _, p := range []board.Position{{}, {EnPassant: board.NoSquare}, start} {
			for _, m := range []board.Move{{}, {From: 64, To: 64}, {From: 255, To: 3},
				{From: 3, To: 255}, {From: 12, To: 28, Promotion: 99}, {From: 12, To: 60,
					Promotion: 99}, {From: 4, To: 7}, {From: 4, To: 4}, {From: 4, To: 12,
					Promotion: board.NoKind}} {
				if Breaches(set, p, m) == nil {
					t.Errorf("%s: %v breaks nothing", name, m)
				}
				for range TurnsOf(set, p, m) {
					t.Errorf("%s: %v has a turn", name, m)
				}
				played := Full(set, p, m)
				if played.After.Key != played.After.Hash() {
					t.Errorf("%s: %v: key", name, m)
				}
			}

			Outcome(set, p)
			Perft(set, p, 2)
			InCheck(set, p, board.White)
			Validate(set, p)
		}

		if Perft(set, start, 0) != 1 || Perft(set, start, -1) != 1 {
			t.Error("perft 0")
		}
		// Listing stops when yield says so.
		n := 0
		for range Turns(set, start) {
			n++
			if n == 3 {
				break
			}
		}

		if n != 3 {
			t.Errorf("%s: %d turns", name, n)
		}
	}
}
