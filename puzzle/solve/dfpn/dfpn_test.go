package dfpn_test

import (
	"bufio"
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"turncoat/internal/longtest"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solution"
	"turncoat/puzzle/solve"
	"turncoat/puzzle/solve/dfpn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
	"turncoat/tablebase"
)

// verified proves a win that was found, has the reference rules check the proof, and returns its number of turns.
func verified(t *testing.T, s *dfpn.Search, game *rules.Variant, p board.Position, goal solution.Goal, turns int) int {
	t.Helper()
	var steps []proof.Step
	n, err := s.Proof(context.Background(), p, goal, turns, func(st solution.Statement) error {
		steps = append(steps, st.Step())
		return nil
	})
	if err != nil || n > turns {
		t.Fatalf("%s: %s: a proof in %d of a win in %d: %v", game.Set().Name, game.FEN(&p), n, turns, err)
	}
	key := steps[len(steps)-1].Play
	var text bytes.Buffer
	w, err := proof.NewWriter(&text, proof.Header{Rules: game.Set(), FEN: game.FEN(&p), At: proof.At(&p),
		Stipulation: proof.Stipulation(goal.String()), In: n, Keys: key})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps {
		if err := w.Step(step); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := proof.Verify(context.Background(), &text, "", runtime.NumCPU()); err != nil {
		t.Fatalf("%s: %s: %s in %d: %v", game.Set().Name, game.FEN(&p), goal, n, err)
	}
	return n
}

// pieces are what stands beside the kings in the positions of three pieces.
const pieces = "QRBNP"

// threePieces returns a random position of two kings, of any colours that the rule set allows, and a third piece.
func threePieces(random *rand.Rand, game *rules.Variant) (board.Position, bool) {
	squares := random.Perm(64)[:3]
	letters := "Kk" + string(pieces[random.IntN(len(pieces))])
	if random.IntN(2) == 0 {
		letters = letters[:2] + strings.ToLower(letters[2:])
	}
	if game.Set().Family == ruleset.Pacifist && random.IntN(2) == 0 {
		letters = "KK" + strings.ToLower(letters[2:])
	}
	rows := bytes.Repeat([]byte("1"), 64)
	for i, s := range squares {
		rows[s] = letters[i]
	}
	var fen strings.Builder
	for rank := 7; rank >= 0; rank-- {
		fen.Write(rows[8*rank : 8*rank+8])
		if rank > 0 {
			fen.WriteByte('/')
		}
	}
	p, err := game.ParseFEN(fen.String() + " " + string("wb"[random.IntN(2)]) + " - - 0 1")
	return p, err == nil
}

// Whether a position of three pieces is won at all, and in how many turns, is what the tablebase says: repetitions are
// everywhere, and a disproof that rests on the way to a position is no disproof of another.
func TestThreePieces(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		game := puzzletest.Named(t, name)
		tables, err := tablebase.Open(game.Set(), "")
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(17, 0))
		s := dfpn.New(game, dfpn.Options{Memory: 1 << 20})
		won, others, longest := 0, 0, 0
		count, nodes := 15, uint64(5_000)
		if longtest.Enabled() {
			count, nodes = 60, 100_000
		}
		for range count {
			p, ok := threePieces(random, game)
			if !ok {
				continue
			}
			value, err := tables.Probe(&p)
			if err != nil || game.Outcome(&p).Result != board.Ongoing {
				continue
			}
			if random.IntN(4) == 0 {
				s = dfpn.New(game, dfpn.Options{Memory: 1 << 20}) // what is remembered from others must not matter
			}
			a, err := s.Find(context.Background(), p, solution.Win, dfpn.MaxTurns, nodes)
			if err != nil {
				t.Fatal(err)
			}
			if !value.Wins() {
				others++
				if a.Status == dfpn.Won || a.Status == dfpn.None && !a.Ever {
					t.Errorf("%s: %s: %+v, but there is no win", name, game.FEN(&p), a)
				}
				continue
			}
			won++
			turns := (value.Plies() + 1) / 2
			longest = max(longest, turns)
			if a.Status == dfpn.Unknown && turns > 3 {
				continue // quiet play with a bare king is not what this search is good at
			}
			if a.Status != dfpn.Won || a.Turns < turns {
				t.Errorf("%s: %s: %+v, but it is won in %d", name, game.FEN(&p), a, turns)
				continue
			}
			verified(t, s, game, p, solution.Win, a.Turns)
			if turns > 4 {
				continue
			}
			if a, _ := s.FindIn(context.Background(), p, solution.Win, turns, 0); a.Status != dfpn.Won ||
				a.Turns != turns {
				t.Errorf("%s: %s: %+v, but it is won in %d", name, game.FEN(&p), a, turns)
			}
			if turns > 1 {
				if a, _ := s.FindIn(context.Background(), p, solution.Win, turns-1, 0); a.Status != dfpn.None {
					t.Errorf("%s: %s: %+v in %d, but it is won in %d", name, game.FEN(&p), a, turns-1, turns)
				}
			}
		}
		tables.Close()
		t.Log(name, won, others, longest)
		if won < 1 || others < 1 {
			t.Errorf("%s: %d won and %d others: the test shows little", name, won, others)
		}
	}
}

// The wins of an independent exhaustive search are found and proved, and none shorter.
func TestKnownWins(t *testing.T) {
	for _, want := range puzzletest.Wins(t, "../testdata/wins.jsonl") {
		if want.N <= 3 || longtest.Enabled() {
			settle(t, want.Game, want.Position, solution.Win, want.N)
		}
	}
}

// settle holds a search to the shortest win: one job with a large table, and two with one that forgets nearly
// everything.
func settle(t *testing.T, game *rules.Variant, p board.Position, goal solution.Goal, turns int) {
	t.Helper()
	for _, o := range []dfpn.Options{{Jobs: 1}, {Jobs: 2, Memory: 1 << 15}} {
		s := dfpn.New(game, o)
		a, err := s.FindIn(context.Background(), p, goal, turns, 0)
		if err != nil || a.Status != dfpn.Won || a.Turns != turns {
			t.Errorf("%s: %s: %+v %v, want a %s in %d", game.Set().Name, game.FEN(&p), a, err, goal, turns)
			continue
		}
		verified(t, s, game, p, goal, turns)
		if turns > 1 {
			if a, _ = s.FindIn(context.Background(), p, goal, turns-1, 0); a.Status != dfpn.None {
				t.Errorf("%s: %s: %+v in %d, want none", game.Set().Name, game.FEN(&p), a, turns-1)
			}
		}
	}
}

// Mates of the matetrack collection, whose lengths are known.
func TestMates(t *testing.T) {
	file, err := os.Open("../testdata/mates.epd")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	game := puzzletest.Named(t, "chess")
	tested := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		_, text, _ := strings.Cut(lines.Text(), "bm #")
		n, err := strconv.Atoi(text[:strings.IndexByte(text, ';')])
		if err != nil {
			t.Fatal(err)
		}
		if n > 4 || n > 3 && !longtest.Enabled() {
			continue
		}
		p := puzzletest.Position(t, game, strings.Join(fields[:4], " "))
		settle(t, game, p, solution.Win, n)
		tested++
	}
	if tested < 20 {
		t.Errorf("only %d mates", tested)
	}
}

// Every goal under every rule set, one that is not built in too: the same as the exact search, or a win proved.
// The positions are those of random games near their end.
func TestAgainstExactSearch(t *testing.T) {
	for _, name := range append(ruleset.BuiltinNames(), "blocked") {
		var game *rules.Variant
		if name == "blocked" {
			set, err := ruleset.Builtin("pacifist-number")
			if err != nil {
				t.Fatal(err)
			}
			set.Name, set.Lines = "blocked", ruleset.Blocked
			game = rules.New(set)
		} else {
			game = puzzletest.Named(t, name)
		}
		random := rand.New(rand.NewPCG(5, 0))
		won, none, settled, games := 0, 0, 0, 5
		if name == "chess" {
			games = 10 // few of its positions are won
		}
		if longtest.Enabled() {
			games = 25
		}
		for range games {
			p, ok := nearTheEnd(game, random)
			if !ok {
				continue
			}
			for _, goal := range []solution.Goal{solution.Win, solution.SelfWin, solution.Claim} {
				if goal == solution.Claim && game.Set().Family != ruleset.Pacifist {
					continue
				}
				n := 2
				if name == "blocked" || goal == solution.SelfWin && game.Set().Family == ruleset.Pacifist {
					n = 1
				}
				exact, err := solve.New(game, solve.Options{Jobs: 1}).Solve(context.Background(), p, goal, n)
				if err != nil {
					t.Fatal(err)
				}
				s := dfpn.New(game, dfpn.Options{Memory: 1 << 20})
				a, err := s.FindIn(context.Background(), p, goal, n, 0)
				if err != nil {
					t.Fatal(err)
				}
				if a.Status == dfpn.Unknown && exact.Status == solve.None &&
					game.Set().Reclaim == ruleset.OptionalReclaim {
					continue // an enemy had thousands of ways to reclaim, which were not listed
				}
				if (a.Status == dfpn.Won) != (exact.Status == solve.Won) ||
					(a.Status == dfpn.None) != (exact.Status == solve.None) {
					t.Errorf("%s: %s: %s in %d: %+v, want %v in %d", name, game.FEN(&p), goal, n, a, exact.Status,
						exact.In)
					continue
				}
				if a.Status == dfpn.None {
					none++
					continue
				}
				won++
				if got := verified(t, s, game, p, goal, a.Turns); got < exact.In {
					t.Errorf("%s: %s: a %s in %d, the shortest is in %d", name, game.FEN(&p), goal, got, exact.In)
				}
				keys, _, complete, err := s.Keys(context.Background(), p, goal, exact.In, 20_000)
				if err != nil {
					t.Fatal(err)
				}
				got := solution.UCI(&p, keys)
				slices.Sort(got)
				if complete && !slices.Equal(got, solution.UCI(&p, exact.Keys)) {
					t.Errorf("%s: %s: a %s in %d by %v, want %v", name, game.FEN(&p), goal, exact.In, got,
						solution.UCI(&p, exact.Keys))
				}
				if complete {
					settled++
				}
			}
		}
		t.Log(name, won, none, settled)
		if won < 1 || none < 3 || settled < 1 {
			t.Errorf("%s: %d won, %d of them with all keys, and %d not: the test shows little", name, won, settled,
				none)
		}
	}
}

// nearTheEnd returns a position a turn or a few before a random game was decided.
func nearTheEnd(game *rules.Variant, random *rand.Rand) (board.Position, bool) {
	history := []board.Position{game.Start()}
	for len(history) < 160 {
		moves := game.Moves(&history[len(history)-1])
		if len(moves) == 0 {
			return history[max(0, len(history)-2-random.IntN(3))], true
		}
		history = append(history, game.Full(&history[len(history)-1], moves[random.IntN(len(moves))]).After)
	}
	return history[80], random.IntN(4) == 0
}

// A limit of nodes, an ended context and questions that make no sense have their own answers.
func TestLimits(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := game.Start()
	s := dfpn.New(game, dfpn.Options{})
	if a, err := s.Find(context.Background(), p, solution.Win, 50, 1000); err != nil || a.Status != dfpn.Unknown ||
		a.Nodes > 3000 {
		t.Errorf("%+v %v", a, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a, err := s.Find(ctx, p, solution.Win, 50, 0); err != context.Canceled || a.Status != dfpn.Unknown {
		t.Errorf("%+v %v", a, err)
	}
	for _, c := range []struct {
		goal  solution.Goal
		turns int
	}{{solution.HelpWin, 3}, {solution.Claim, 3}, {solution.Win, 0}, {solution.Win, dfpn.MaxTurns + 1}} {
		if _, err := s.Find(context.Background(), p, c.goal, c.turns, 0); err == nil {
			t.Errorf("%s in %d is answered", c.goal, c.turns)
		}
	}
}

// That a win of few turns is not to be found says nothing about longer ones, and nothing that is remembered says
// so: the mate is in 6.
func TestLimitIsForgotten(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, "8/8/8/8/2BP4/2nP4/7p/5K1k w - - 0 1")
	s := dfpn.New(game, dfpn.Options{})
	for turns := 1; turns <= 8; turns++ {
		for _, find := range []func(context.Context, board.Position, solution.Goal, int, uint64) (dfpn.Answer,
			error){s.Find, s.FindIn} {
			a, err := find(context.Background(), p, solution.Win, turns, 0)
			if err != nil || (a.Status == dfpn.Won) != (turns >= 6) || (a.Status == dfpn.None) != (turns < 6) ||
				a.Ever {
				t.Errorf("in %d: %+v %v", turns, a, err)
			}
		}
	}
}
