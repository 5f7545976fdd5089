// Package generate makes golden corpora: few, small positions that together distinguish every
// misreading of the rules from the rules and from every other misreading. [Generate] makes the
// corpora of a rule set, [CountPerft] a suite of perft counts. The same options give the same
// corpus.
package generate

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"turncoat/corpus"
	"turncoat/internal/corpus/compose"
	"turncoat/internal/fingerprint"
	"turncoat/internal/workers"
	"turncoat/rules/ruleset"
)

// A level says what a size must achieve.
type level struct {
	size corpus.Size
	goal
}

var levels = []level{
	{corpus.Smoke, goal{4, 3, 1}},
	{corpus.Standard, goal{8, 6, 2}},
	{corpus.Full, goal{16, 10, 3}},
}

// The limits of a case.
const (
	composedTurns = 32 // of a composed position
	playedTurns   = 48 // of a position from a game
	leastTold     = 3  // cases that must detect each misreading
)

// DefaultSearch is how many positions are looked at by default.
const DefaultSearch = 12000

// Options say how a corpus is made.
type Options struct {
	Size   corpus.Size // empty for standard
	Seed   uint64
	Search int           // positions to look at; 0 for [DefaultSearch]
	Seeds  []corpus.Seed // positions worth looking at, and mutating
	// Pairs makes the cases also name the misreadings of two settings that they detect.
	Pairs bool
	// Only makes cases from the seeds alone, without changing them.
	Only bool
	// Progress is called with the current stage and the progress in it, if that is known; may be
	// nil.
	Progress func(p Progress)
	// Share computes parts of the search elsewhere, with the same results; may be nil.
	Share Share
}

// Made is a corpus as it was generated.
type Made struct {
	Size     corpus.Size
	Rules    ruleset.Set
	Cases    []corpus.Case // smallest first
	Searched int           // positions looked at
	// Misreadings is how many there are, and Told how many of them some case detects. Weakest is
	// how many cases detect the one of these that is detected least often.
	Misreadings, Told, Weakest int
	// Alike lists the misreadings that no case distinguishes from each other or from the rules.
	Alike []corpus.Alike
}

// Progress is how far the making of corpora has come.
type Progress struct {
	Stage string // what is being done
	Done  int    // positions of this stage looked at
	Total int    // of so many; 0 if unknown
}

// Generate makes the corpora of a rule set, of each size up to the one asked for. The same options
// give the same corpora. The error is the context's, or says that nothing can be made of the seeds.
func Generate(ctx context.Context, set ruleset.Set, o Options) ([]*Made, error) {
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	p := newPool(set, o.Seed, o.Seeds)
	p.progress, p.share = o.Progress, o.Share
	m := &maker{pool: p, options: o}
	if err := m.search(ctx); err != nil {
		return nil, err
	}
	if len(m.list) == 0 {
		return nil, fmt.Errorf("%w: none of %d positions makes a case", corpus.ErrContent,
			len(o.Seeds))
	}

	var chosen [][]int // by level
	for _, l := range levels {
		p.begin("choosing cases: " + string(l.size))
		if err := m.level(ctx, l); err != nil {
			return nil, err
		}
		chosen = append(chosen, slices.Clone(m.chosen))
		if l.size == cmp.Or(o.Size, corpus.Standard) {
			break
		}
	}

	return m.finish(chosen), nil
}

// finish writes the cases of each level.
func (m *maker) finish(chosen [][]int) []*Made {
	var made []*Made
	var smallest []*candidate
	for i, l := range levels[:len(chosen)] {
		var list []*candidate
		for _, n := range chosen[i] {
			list = append(list, m.list[n])
		}
		if i == 0 {
			smallest = slices.Clone(list)
		}
		list = append(list, m.clocked(l.size, smallest)...)
		made = append(made, m.made(l.size, m.searched, list))
	}

	return made
}

func newPool(set ruleset.Set, seed uint64, seeds []corpus.Seed) *pool {
	p := &pool{progress: func(Progress) {}, readings: corpus.Misreadings(set),
		single: len(corpus.Single(set)), seed: seed, mostTurns: composedTurns,
		known: map[string]bool{}, best: map[[2]int][]*candidate{}}
	var sets []ruleset.Set
	for _, m := range p.readings {
		sets = append(sets, m.Set)
	}
	p.Panel = fingerprint.NewPanel(set, sets)
	for m := range p.readings {
		_, same := p.Same(m)
		p.same = append(p.same, same)
	}
	p.composer = compose.Composer{Variant: p.Variant, Seeds: seeds}
	return p
}

// A maker makes one corpus.
type maker struct {
	*pool
	options Options
	list    []*candidate // what cases are chosen from, all misreadings asked
	chosen  []int        // of the list
}

// search fills the list.
func (m *maker) search(ctx context.Context) error {
	n := cmp.Or(m.options.Search, DefaultSearch)
	if m.options.Only {
		m.begin("looking at the positions given")
		return m.only(ctx)
	}

	m.begin("searching positions")
	if err := m.pool.search(ctx, n); err != nil {
		return err
	}
	m.begin("asking every two misreadings together")
	list, err := m.complete(ctx, m.gather())
	if err != nil {
		return err
	}
	m.begin("searching for undetected misreadings")
	m.list, err = m.pursue(ctx, list, 3*n, leastTold)
	return err
}

// only makes candidates of the seeds.
func (m *maker) only(ctx context.Context) error {
	found := make([]*candidate, len(m.composer.Seeds))
	err := workers.Each(ctx, runtime.GOMAXPROCS(0), len(found), func(_, i int) {
		q := m.composer.Seeds[i]
		c, ok := m.look(q, 2*playedTurns)
		if ok && m.ask(c, upTo(len(m.readings))) {
			found[i] = c
		}
	})
	m.searched = len(found)
	for _, c := range found {
		if c != nil && !m.known[fingerprint.Name(c.Question)] {
			m.known[fingerprint.Name(c.Question)] = true
			m.list = append(m.list, c)
		}
	}

	return err
}
