package mine

import (
	"context"
	"errors"
	"testing"

	"turncoat/internal/puzzle/chance"
	"turncoat/internal/testing/puzzletest"
)

// The positions of a recorded game, and of a game of self-play from the eighth ply on, with the
// turns that led to them.
func TestCandidatesOfGames(t *testing.T) {
	variant := puzzletest.Named(t, "pacifist1")
	at := variant.Start()
	record := Record{Name: "a.pgn:3", Start: at}
	for _, move := range []string{"e4", "e5", "Nf3"} {
		turn, err := variant.Parse(&at, move)
		if err != nil {
			t.Fatal(err)
		}
		record.Turns, at = append(record.Turns, turn), turn.After
	}

	m := &Mine{Rules: variant.Set(), From: Records, Seed: 9,
		Games: []Record{{Name: "other"}, record}}
	follows := func(list []candidate, first int) {
		t.Helper()
		for i, c := range list {
			before := puzzletest.Position(t, variant, c.source.Before)
			turn, err := variant.Parse(&before, c.source.Last)
			if err != nil || turn.After.Board() != c.at.Board() || turn.After.Turn != c.at.Turn ||
				c.before == nil || c.before.Board() != before.Board() || c.source.Ply != first+i ||
				c.source.From != string(m.From) || c.source.Seed != 9 {
				t.Errorf("%d: %+v, %v", i, c.source, err)
			}

			if played := 2*(int(c.at.Number)-1) + int(c.at.Turn); played != c.source.Ply {
				t.Errorf("%d: ply %d is said to be ply %d", i, played, c.source.Ply)
			}
			if i > 0 && list[i-1].at.Board() != before.Board() {
				t.Errorf("%d: it does not follow on the one before", i)
			}
		}
	}
	gather := func(unit int) (list []candidate) {
		t.Helper()
		err := m.candidates(t.Context(), variant, unit, chance.For(9, "x", unit),
			func(c candidate) error { list = append(list, c); return nil })
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	list := gather(1)
	follows(list, 1)
	if len(list) != 3 || list[0].source.Game != "a.pgn:3" ||
		list[0].source.Last != "e2e4" || list[2].source.Last != "g1f3" || list[0].source.Unit != 1 {
		t.Errorf("%+v", list)
	}

	m.only = &record
	if alone := gather(7); len(alone) != 3 || alone[0].source.Unit != 7 {
		t.Errorf("%+v", alone)
	}
	m.From = SelfPlay
	list = gather(4)
	follows(list, 8)
	if len(list) == 0 || len(list) > 83 {
		t.Errorf("%d positions of self-play", len(list))
	}
	if again := gather(4); len(again) != len(list) ||
		again[len(again)-1].at != list[len(list)-1].at {
		t.Error("the same unit plays another game")
	}
	if other := gather(5); other[0].at == list[0].at {
		t.Error("another unit plays the same game")
	}
	stop := errors.New("enough")
	for _, from := range []Kind{SelfPlay, Records} {
		m.From = from
		n := 0
		if err := m.candidates(t.Context(), variant, 4, chance.For(9, "x", 4), func(candidate) error {
			n++
			return stop
		}); !errors.Is(err, stop) || n != 1 {
			t.Errorf("%s: %d positions, %v", from, n, err)
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if err := m.candidates(ended, variant, 4, chance.For(9, "x", 4), func(candidate) error {
			n++
			return nil
		}); !errors.Is(err, context.Canceled) || n != 1 {
			t.Errorf("%s, ended: %d positions, %v", from, n, err)
		}
	}
}
