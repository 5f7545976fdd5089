package fingerprint_test

import (
	"errors"
	"hash/fnv"
	"slices"
	"testing"

	"turncoat/internal/fingerprint"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The moves are played, by the rules of the variant; what it does not allow is an error, and its
// answer a refusal.
func TestPosition(t *testing.T) {
	variant := rules.New(rulestest.Builtin(t, "chess"))
	p, err := fingerprint.Question{FEN: board.StartFEN,
		Moves: []string{"e2e4", "e7e5", "g1f3"}}.Position(variant)
	if want := "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"; err != nil ||
		variant.FEN(&p) != want {
		t.Errorf("%s, %v, want %s", variant.FEN(&p), err, want)
	}

	for _, q := range []fingerprint.Question{{FEN: "x"},
		{FEN: board.StartFEN, Moves: []string{"e2e5"}},
		{FEN: board.StartFEN, Moves: []string{"e2e4", "e2e4"}}} {
		if _, err := q.Position(variant); err == nil {
			t.Errorf("%+v is a position", q)
		}
		if key, n, err := fingerprint.KeyTo(q, variant, 100); key != fingerprint.Refused ||
			n != 0 ||
			err != nil {
			t.Errorf("%+v: %d, %d, %v", q, key, n, err)
		}
	}
}

// hash is FNV-1a, as the standard library has it, and the last mixing step.
func hash(text string) fingerprint.Key {
	f := fnv.New64a()
	f.Write([]byte(text))
	h := f.Sum64()
	h ^= h >> 32
	h *= 0x9e3779b97f4a7c15
	return fingerprint.Key(h ^ h>>29)
}

func TestHash(t *testing.T) {
	for _, text := range []string{"", "a", "foobar",
		"e2e4 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"} {
		if got := fingerprint.Hash([]byte(text)); got != hash(text) {
			t.Errorf("%q: %x, want %x", text, got, hash(text))
		}
	}
}

// The key of an answer is the sum over the turns that the reference lists and the outcome.
func TestKey(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		turns      int
		outcome    string
	}{
		{"chess", board.StartFEN, 20, "*"}, {"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0,
			"1/2-1/2"},
		{"chess", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", 0, "1-0"}, {"chess",
			"8/P6k/8/8/8/8/8/K7 w - - 0 1", 7, "*"},
		{"pacifist1", "8/8/8/8/8/k7/8/K7 w - - 0 1", 3, "*"},
	} {
		set := rulestest.Builtin(t, test.rules)
		q := fingerprint.Question{FEN: test.fen}
		p, err := q.Position(rules.New(set))
		if err != nil {
			t.Fatal(err)
		}
		want := hash(test.outcome)
		for turn := range rules.NewReference(set).Turns(&p) {
			want += hash(turn.Move.UCI(&p) + " " + turn.After.Board() + " " +
				map[board.Colour]string{board.White: "w", board.Black: "b"}[turn.After.Turn])
		}

		for _, limit := range []int{test.turns, test.turns + 1} {
			if key, n, err := fingerprint.KeyTo(q, rules.New(set), limit); key != want ||
				n != test.turns || err != nil {
				t.Errorf("%s %s: %x, %d turns, %v, want %x, %d", test.rules, test.fen, key, n, err,
					want, test.turns)
			}
		}

		if test.turns > 0 {
			if key, n, err := fingerprint.KeyTo(q, rules.New(set), test.turns-1); key != 0 ||
				n != test.turns ||
				!errors.Is(err, fingerprint.ErrTooMany) || !errors.Is(err, rules.ErrLimit) {
				t.Errorf("%s %s, to %d turns: %x, %d, %v", test.rules, test.fen, test.turns-1, key,
					n, err)
			}
		}
	}
}

// A misreading answers as its rules do; what has more than 256 turns is not told from others of the
// sort.
func TestAnswer(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	queens := set
	queens.Promotion = ruleset.PromoteQueen
	p := fingerprint.NewPanel(set, []ruleset.Set{set, queens})
	q := fingerprint.Question{FEN: "8/P6k/8/8/8/8/8/K7 w - - 0 1"}
	// king moves, and promotions to four kinds or one
	for m, want := range map[int]int{0: 7, 1: 4} {
		key, n, err := fingerprint.KeyTo(q, p.Readings[m], fingerprint.MostTurns)
		if got := p.Answer(q, m); got != key || n != want || err != nil {
			t.Errorf("%d: %x, want %x, of %d turns, %v", m, got, key, n, err)
		}
	}

	if p.Answer(q, 0) == p.Answer(q, 1) {
		t.Error("the promotions are not told apart")
	}
	if got := p.Answer(fingerprint.Question{FEN: "x"}, 1); got != fingerprint.Refused {
		t.Errorf("a refusal is %x", got)
	}
	many := "QQQQQk1K/Q4QQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQQ w - - 0 1"
	pacifist := rulestest.Builtin(t, "pacifist1")
	at := position(t, pacifist, many)
	if n := len(rules.NewReference(pacifist).Moves(&at)); n <= fingerprint.MostTurns {
		t.Fatalf("only %d moves", n)
	}
	if got := fingerprint.NewPanel(pacifist, []ruleset.Set{pacifist}).Answer(fingerprint.Question{FEN: many},
		0); got != fingerprint.Overflow {
		t.Errorf("of too many turns %x", got)
	}
}

func position(t *testing.T, set ruleset.Set, fen string) board.Position {
	t.Helper()
	p, err := rules.New(set).ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A refusal is an answer that tells nothing: it counts as the answer of the rules.
func TestAnswers(t *testing.T) {
	a := fingerprint.Answers{Base: 7, Keys: []fingerprint.Key{7, 8, 9, fingerprint.Refused,
		fingerprint.Refused, 8}}
	var tells []bool
	var norms []fingerprint.Key
	for m := range a.Keys {
		tells, norms = append(tells, a.Tells(m)), append(norms, a.Norm(m))
	}
	if !slices.Equal(tells, []bool{false, true, true, false, false, true}) ||
		!slices.Equal(norms, []fingerprint.Key{7, 8, 9, 7, 7, 8}) {
		t.Errorf("tells %v, norms %v", tells, norms)
	}

	for x := range a.Keys {
		for y := range a.Keys {
			want := x != y && x != 3 && x != 4 && y != 3 && y != 4 && !(x == 1 && y == 5) &&
				!(x == 5 && y == 1)
			if got := a.Parts(x, y); got != want {
				t.Errorf("that %d and %d are parted is %t", x, y, got)
			}
		}
	}
}
