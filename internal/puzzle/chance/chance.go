// Package chance gives numbered pieces of work their own sources of chance.
package chance

import "math/rand/v2"

// For returns the source of chance of one numbered piece of work. Different work under the same
// seed, and the same work under different seeds, have nothing in common.
func For(seed uint64, work string, number int) *rand.Rand {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(work) {
		h = (h ^ uint64(work[i])) * 1099511628211
	}
	return rand.New(rand.NewPCG(seed^h, uint64(number)*0x9e3779b97f4a7c15+h))
}
