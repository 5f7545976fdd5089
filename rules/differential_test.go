package rules

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"turncoat/internal/fast"
	"turncoat/internal/reference"
	"turncoat/internal/testing/longtest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

var (
	differentialPositions = flag.Int("differential.positions", 700,
		"positions of random games to compare in the two implementations")
	differentialRules = flag.String("differential.rules", "",
		"the one rule set to compare, all of them if empty")
	differentialTime = flag.Duration("differential.time", 0, "compare for so long instead")
	differentialSeed = flag.Uint64("differential.seed", 1, "seed of those games")
)

// maxChoices is how many reclaim choices of one move are compared; of more, only that there are
// more.
const maxChoices = 400

// differ compares all that the two implementations say about a position, and gives the
// first difference.
func differ(set ruleset.Set, ours fast.Rules, p board.Position) error {
	if p.Key != p.Hash() {
		return fmt.Errorf("key %x, want %x", p.Key, p.Hash())
	}
	moves, want := ours.AppendMoves(nil, &p), reference.Moves(set, p)
	turns := ours.AppendTurns(nil, &p)
	sortMoves(want)
	for i := range moves {
		if turns[i].Move != moves[i] {
			return fmt.Errorf("turn %d is of %v, move of %v", i, turns[i].Move, moves[i])
		}
	}

	sortMoves(moves)
	if !slices.Equal(moves, want) || len(turns) != len(moves) {
		return fmt.Errorf("moves %v, want %v", moves, want)
	}
	for _, t := range turns {
		if err := differMove(set, ours, p, t); err != nil {
			return fmt.Errorf("%s: %w", t.Move.UCI(&p), err)
		}
	}

	if got, want := ours.Outcome(&p), reference.Outcome(set, p); got != want {
		return fmt.Errorf("outcome %v, want %v", got, want)
	}
	for _, c := range []board.Colour{board.White, board.Black} {
		if got, want := ours.InCheck(&p, c), reference.InCheck(set, p, c); got != want {
			return fmt.Errorf("%v in check: %v, want %v", c, got, want)
		}
	}

	count := uint64(len(moves))
	if !ours.Reclaims() {
		for _, resolve := range []bool{false, true} {
			if got := ours.Perft(&p, 1, resolve); got != count {
				return fmt.Errorf("perft(1) = %d, want %d (resolved: %v)", got, count, resolve)
			}
		}

		if got, want := ours.Perft(&p, 2, false), ours.Perft(&p, 2, true); got != want {
			return fmt.Errorf("perft(2) = %d, resolved %d", got, want)
		}
	}

	return nil
}

func differMove(set ruleset.Set, ours fast.Rules, p board.Position, listed board.Turn) error {
	full := reference.Full(set, p, listed.Move)
	var after board.Position
	if played := ours.Play(&p, listed.Move, &after); played != full.Turn || listed != full.Turn {
		return fmt.Errorf("played %v, listed %v, want %v", describe(played), describe(listed),
			describe(full.Turn))
	}

	if after != full.After {
		return fmt.Errorf("after it %+v, want %+v", after, full.After)
	}
	if after.Key != after.Hash() {
		return fmt.Errorf("key after it %x, want %x", after.Key, after.Hash())
	}
	if waves := ours.AppendWaves(nil, &p, listed.Move); !slices.Equal(waves, full.Waves) {
		return fmt.Errorf("waves %v, want %v", names(waves), names(full.Waves))
	}
	var got, want []board.Bitboard
	var c fast.Choices
	for c.Start(ours, &p, listed.Move); c.Next() && len(got) <= maxChoices; {
		t := c.Turn()
		if t.Move != full.Move || t.Converted != full.Converted {
			return fmt.Errorf("choice %v of %v", describe(t), describe(full.Turn))
		}
		got = append(got, t.Reclaimed)
	}

	for t := range reference.TurnsOf(set, p, listed.Move) {
		if len(want) > maxChoices {
			break
		}
		want = append(want, t.Reclaimed)
		ours.Apply(&p, t.Turn, &after)
		if after != t.After {
			return fmt.Errorf("%v: after it %+v, want %+v", describe(t.Turn), after, t.After)
		}
	}

	if len(got) > maxChoices && len(want) > maxChoices {
		return nil
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return fmt.Errorf("reclaims %v, want %v", names(got), names(want))
	}
	return nil
}

func describe(t board.Turn) string {
	return fmt.Sprintf("%v%v %v converts %v, reclaimed %v", t.From, t.To, t.Promotion,
		t.Converted.Names(), t.Reclaimed.Names())
}

func names(sets []board.Bitboard) (all [][]string) {
	for _, b := range sets {
		all = append(all, b.Names())
	}
	return all
}

func sortMoves(moves []board.Move) {
	number := func(m board.Move) int { return int(m.From)<<16 | int(m.To)<<8 | int(m.Promotion) }
	slices.SortFunc(moves, func(a, b board.Move) int { return number(a) - number(b) })
}

// step plays a random turn, of a random reclaim choice, and reports whether there is one.
func step(random *rand.Rand, ours fast.Rules, p *board.Position) bool {
	moves := ours.AppendMoves(nil, p)
	if len(moves) == 0 {
		return false
	}
	var turns []board.Turn
	var c fast.Choices
	for c.Start(ours, p, moves[random.IntN(len(moves))]); c.Next() && len(turns) < 50; {
		turns = append(turns, c.Turn())
	}
	var after board.Position
	ours.Apply(p, turns[random.IntN(len(turns))], &after)
	*p = after
	return true
}

// The two implementations agree on every position of random games, from every kind of start.
func TestDifferential(t *testing.T) {
	games := ruleset.BuiltinNames()
	if *differentialRules != "" {
		games = []string{*differentialRules}
	}
	random := rand.New(rand.NewPCG(*differentialSeed, 0))
	counts := map[string]int{}
	limit := *differentialPositions
	if longtest.Short() {
		limit /= 10
	}
	more := func(compared int) bool { return compared < limit }
	if *differentialTime > 0 {
		start := time.Now()
		more = func(int) bool { return time.Since(start) < *differentialTime }
	}

	for compared := 0; more(compared); {
		for _, name := range games {
			set, err := ruleset.Builtin(name)
			if err != nil {
				t.Fatal(err)
			}
			ours, ok := fast.For(set)
			if !ok {
				t.Fatalf("%s is not played by package fast", name)
			}
			shape := shapes[random.IntN(len(shapes))]
			p, ok := shape.position(random, set)
			if !ok {
				continue
			}
			for range 1 + random.IntN(shape.plies) {
				if err := differ(set, ours, p); err != nil {
					t.Fatalf("%s, %s: %s: %v", name, shape.name, p.FEN(set), err)
				}
				compared++
				counts[name+", "+shape.name]++
				if !step(random, ours, &p) {
					break
				}
			}
		}
	}

	keys := make([]string, 0, len(counts))
	total := 0
	for k, n := range counts {
		keys, total = append(keys, k), total+n
	}
	slices.Sort(keys)
	for _, k := range keys {
		t.Logf("%8d %s", counts[k], k)
	}
	t.Logf("%8d positions compared", total)
}

// FuzzDifferential composes a position from bytes, one for each square, and compares the two
// implementations there and along a short random game.
func FuzzDifferential(f *testing.F) {
	for i := range ruleset.BuiltinNames() {
		f.Add(uint8(i), []byte("rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"),
			uint64(i))
		f.Add(uint8(i), []byte("r...k..rpP.bqpb.bn..pnp....PN....p..P.....N..Q.pPPPBBPpPR...K..R"),
			uint64(i+100))
	}

	letters := "PNBRQKpnbrqk"
	f.Fuzz(func(t *testing.T, which uint8, squares []byte, seed uint64) {
		names := ruleset.BuiltinNames()
		set, err := ruleset.Builtin(names[int(which)%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		ours, _ := fast.For(set)
		random := rand.New(rand.NewPCG(seed, 1))
		var placed [64]byte
		for i, b := range squares[:min(64, len(squares))] {
			if piece, ok := board.PieceOf(b); ok {
				placed[i] = piece.Letter()
			} else if b >= 128 {
				placed[i] = letters[int(b)%len(letters)]
			}
		}

		p, ok := compose(random, set, placed)
		for range 4 {
			if !ok {
				return
			}
			if err := differ(set, ours, p); err != nil {
				t.Fatalf("%s: %s: %v", set.Name, p.FEN(set), err)
			}
			ok = step(random, ours, &p)
		}
	})
}
