package chance_test

import (
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
	"testing"

	"turncoat/puzzle/internal/chance"
)

// The source is a PCG of two numbers that come from the FNV-1a of the work, the seed and the number, so that what is
// mined from one seed is mined from it again.
func TestSource(t *testing.T) {
	for _, work := range []string{"", "a", "games", "improve"} {
		h := fnv.New64a()
		h.Write([]byte(work))
		for _, seed := range []uint64{0, 1, 1 << 40} {
			for _, number := range []int{0, 1, 7} {
				_, low := bits.Mul64(uint64(number), 0x9e3779b97f4a7c15) // of 2^64 the golden section
				want := rand.New(rand.NewPCG(seed^h.Sum64(), low+h.Sum64()))
				got := chance.For(seed, work, number)
				for range 3 {
					if g, w := got.Uint64(), want.Uint64(); g != w {
						t.Errorf("%q, seed %d, number %d: %d, want %d", work, seed, number, g, w)
					}
				}
			}
		}
	}
}

// Other work, another seed or another number has nothing in common; the same has everything.
func TestSourcesDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for _, work := range []string{"", "a", "b", "ab", "ba"} {
		for seed := range uint64(10) {
			for number := range 10 {
				n := chance.For(seed, work, number).Uint64()
				if seen[n] {
					t.Errorf("%q, seed %d, number %d begins as another", work, seed, number)
				}
				seen[n] = true
				if chance.For(seed, work, number).Uint64() != n {
					t.Errorf("%q, seed %d, number %d is not the same again", work, seed, number)
				}
			}
		}
	}
}
