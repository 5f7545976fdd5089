//go:build !turncoat_web

package tablebase

import (
	"cmp"
	"context"
	"slices"
)

// Sample returns up to some positions of a value, drawn from all of the table: the same for the same seed, in an
// order that has nothing to do with their numbers.
func (t *Table) Sample(ctx context.Context, v Value, most int, seed uint64) ([]Entry, error) {
	if most <= 0 {
		return nil, nil
	}
	// The numbers with the least hashes are drawn; those that can no longer be among them are dropped now and then.
	type drawn struct{ hash, number uint64 }
	var list []drawn
	limit := ^uint64(0)
	trim := func() {
		slices.SortFunc(list, func(a, b drawn) int { return cmp.Compare(a.hash, b.hash) }) // no two are equal
		if len(list) >= most {
			list = list[:most]
			limit = list[most-1].hash
		}
	}
	err := t.each(ctx, func(number uint64, w Value) error {
		if w != v {
			return nil
		}
		if hash := scatter(number ^ scatter(seed)); hash <= limit {
			if list = append(list, drawn{hash, number}); len(list) >= 2*most+1024 {
				trim()
			}
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

// scatter maps numbers to numbers, one to one, without visible order: the end of SplitMix64.
func scatter(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
