package match

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/rules/board"
)

// Players that always play alike have each pair of games counted once.
func TestRepeatedGames(t *testing.T) {
	m := newMatch(t, "pacifist2", 6, player(t, "first", Turncoat, Limits{Nodes: 1}),
		player(t, "last", Turncoat, Limits{Nodes: 1}))
	start := Opening{Start: m.Variant.Start()}
	m.Opening = func(int) Opening { return start }
	s, err := m.Run(t.Context())
	if err != nil || s.Games != 6 || s.Repeated != 4 || s.Pairings[0].Games() != 2 {
		t.Errorf("%+v, %v", s, err)
	}

	m.Opening = func(round int) Opening { return RandomOpening(m.Variant, 2, 1, uint64(round)) }
	s, err = m.Run(t.Context())
	if err != nil || s.Repeated != 0 || s.Pairings[0].Games() != 6 {
		t.Errorf("from other openings: %+v, %v", s, err)
	}
}

// The first game of a pair counts even if the second was not played.
func TestOddGame(t *testing.T) {
	m := newMatch(t, "pacifist2", 4, Player{Name: "a"}, Player{Name: "b"})
	win := Outcome{Result: board.WhiteWins, Termination: "normal"}
	r := &runner{match: m, pairs: []pairing{{0, 1}},
		outcomes: map[int]Outcome{1: win, 2: win, 3: win}}
	r.outcomes[3] = Outcome{win.Result, win.Termination, 1}
	s := r.standing(4)
	if p := s.Pairings[0]; s.Games != 3 || p.Wins != 2 || p.Losses != 1 ||
		p.Pairs != [5]int{0, 0, 1} {
		t.Errorf("%+v", s)
	}
}

// Ratings explain the results: three wins of four are 400·log10(3) = 190.85 points, and players
// that have not met are compared through others.
func TestRatings(t *testing.T) {
	three := Score{Wins: 75000, Losses: 25000}
	s := Standing{Players: []string{"a", "b", "c"},
		Pairings: []PairingScore{{0, 1, three}, {1, 2, three}}}
	r := s.Ratings()
	want := 400 * math.Log10(3)
	if math.Abs(r[0].Elo-want) > 0.1 || math.Abs(r[1].Elo) > 0.1 || math.Abs(r[2].Elo+want) > 0.1 {
		t.Errorf("%+v, want ±%.2f", r, want)
	}

	s.Pairings = []PairingScore{{0, 1, Score{Wins: 10}}, {1, 2, Score{Wins: 10}}}
	for i, one := range s.Ratings() {
		if math.IsInf(one.Elo, 0) || math.IsNaN(one.Elo) || !(one.Error > 0) ||
			math.IsInf(one.Error, 0) {
			t.Errorf("player %d, after nothing but wins: %+v", i, one)
		}
	}
}

// Options that a program does not have, or not with such a value, end the match before it begins.
func TestUnknownOptions(t *testing.T) {
	for option, ok := range map[Option]bool{
		{"Hash", "64"}: true, {"hash", "1"}: true, {"Hash", "65"}: false, {"Hash", "x"}: false,
		{"Hsh", "64"}: false,
	} {
		one := player(t, "first", UCI, Limits{Nodes: 1})
		one.Options = []Option{option}
		s, err := newMatch(t, "pacifist2", 2, one,
			player(t, "last", Turncoat, Limits{Nodes: 1})).Run(t.Context())
		if ok != (err == nil) || !ok &&
			(s.Games != 0 || !strings.Contains(err.Error(), option.Name)) {
			t.Errorf("%v: %v", option, err)
		}
	}
}

// A log has what each player is sent and says, and the record the positions it has searched, with
// its time where time is limited.
func TestLogAndNotes(t *testing.T) {
	m := newMatch(t, "pacifist2", 2, player(t, "first", UCI, Limits{PerMove: time.Minute}),
		player(t, "last", Turncoat, Limits{Nodes: 1}))
	var log strings.Builder
	m.Log = &log
	record := runWithFile(t, m)
	for _, want := range []string{" first > uci\n", " first < bestmove ", " last > {\"id\":1,",
		" last < {\"id\":1,"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log has no %q", want)
		}
	}

	words := strings.Join(strings.Fields(record), " ")
	moves := strings.Count(words, "[%nodes 77]")
	if moves == 0 || strings.Count(words, "[%emt 0:00:0") != moves {
		t.Errorf("%d moves have positions, not all a time:\n%s", moves, record)
	}
}

// The openings of a file begin with any of them, in their order or shuffled.
func TestBook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.epd")
	lines := "4k3/8/8/8/8/8/P7/4K3 w - -\n4k3/8/8/8/8/8/1P6/4K3 w - -\n4k3/8/8/8/8/8/2P5/4K3 w - -\n" +
		"4k3/8/8/8/8/8/3P4/4K3 w - -\n4k3/8/8/8/8/8/4P3/4K3 w - -\n"
	if err := os.WriteFile(path, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	files := func(b Book) string {
		opening, err := b.Openings(mustVariant("chess"))
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for round := range 6 {
			p := opening(round).Start
			text += string(rune('a' + p.Pawns.First().File()))
		}

		return text
	}

	if got := files(Book{Source: path}); got != "abcdea" {
		t.Errorf("in order: %s", got)
	}
	shuffled := files(Book{Source: path, Random: true, Seed: 3})
	for _, letter := range "abcde" {
		if !strings.ContainsRune(shuffled, letter) {
			t.Errorf("shuffled: %s", shuffled)
		}
	}

	if shuffled[:5] == "abcde" || shuffled != files(Book{Source: path, Random: true, Seed: 3}) {
		t.Errorf("shuffled: %s", shuffled)
	}
}
