package tablebase

import (
	"cmp"
	"context"
	"slices"
)

// Sample returns at most so many positions with a value, drawn at random from the whole table, in
// random order. The same seed draws the same positions.
//
// It draws the numbers with the least hashes, and now and then drops those that can no longer be
// among them.
func (t *Table) Sample(ctx context.Context, v Value, most int, seed uint64) ([]Entry, error) {
	if most <= 0 {
		return nil, nil
	}

	type drawn struct{ hash, number uint64 }
	var list []drawn
	limit := ^uint64(0)
	trim := func() {
		byHash := func(a, b drawn) int { return cmp.Compare(a.hash, b.hash) } // no two are equal
		slices.SortFunc(list, byHash)
		if len(list) >= most {
			list = list[:most]
			limit = list[most-1].hash
		}
	}

	err := t.each(ctx, func(number uint64, found Value) error {
		hash := scatter(number ^ scatter(seed))
		if found != v || hash > limit {
			return nil
		}
		list = append(list, drawn{hash, number})
		if len(list) >= 2*most+1024 {
			trim()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}

	trim()
	entries := make([]Entry, len(list))
	for i, d := range list {
		entries[i] = t.entry(d.number, v)
	}
	return entries, nil
}

// scatter maps numbers to numbers, one to one and without visible order. It is the last step of
// SplitMix64.
func scatter(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
