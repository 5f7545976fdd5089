// Package generate makes golden corpora: as few and as small positions as tell every misreading of the
// rules from the rules and from each other. [Generate] makes the corpora of a rule set, [CountPerft] a suite of perft
// counts. The same options give the same corpus.
package generate

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/internal/workers"
	"turncoat/rules/ruleset"
)

// A level is what a size is to tell.
type level struct {
	size corpus.Size
	goal
	traits     int // how many cases show each feature of ordinary play
	situations int // how many show each kind of turn in each state, and refused for each reason
}

var levels = []level{
	{corpus.Smoke, goal{4, 3, 1}, 1, 0},
	{corpus.Standard, goal{8, 6, 2}, 2, 2},
	{corpus.Full, goal{16, 10, 3}, 5, 4},
}

// The limits of a case.
const (
	composedTurns = 32 // of a composed position
	playedTurns   = 48 // of a position from a game
	leastTold     = 3  // cases that are to tell each misreading
)

// DefaultSearch is how many positions are looked at when nothing is said.
const DefaultSearch = 12000

// Options say how a corpus is made.
type Options struct {
	Size   corpus.Size // empty for standard
	Seed   uint64
	Search int           // positions to look at; 0 for [DefaultSearch]
	Seeds  []corpus.Seed // positions worth looking at, and mutating
	// Pairs has the cases name the misreadings of two settings, too, that they tell.
	Pairs bool
	// Only takes cases from the seeds alone, as they are.
	Only bool
	// Progress is told what is being done, and how far it has come where that is known; may be nil.
	Progress func(p Progress)
	// Share has parts of the search done elsewhere, which changes nothing about what comes of it; may be nil.
	Share Share
}

// Made is a corpus as it was generated.
type Made struct {
	Size     corpus.Size
	Rules    ruleset.Set
	Cases    []corpus.Case // smallest first
	Searched int           // positions looked at
	// Misreadings is how many there are, Told how many some case tells from the rules, and Weakest how
	// many cases tell the one that is told least, those that are not told left out.
	Misreadings, Told, Weakest int
	// Alike lists the misreadings that no case tells apart, and those that none tells from the rules.
	Alike []corpus.Alike
}

// Progress is how far the making of corpora has come.
type Progress struct {
	Stage string // what is being done
	Done  int    // positions of this stage looked at
	Total int    // of so many; 0 where it is not known
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
		return nil, fmt.Errorf("%w: none of %d positions makes a case", corpus.ErrContent, len(o.Seeds))
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
	return m.finish(ctx, chosen)
}

// finish adds to the cases of each level those that show what is not shown yet.
func (m *maker) finish(ctx context.Context, chosen [][]int) ([]*Made, error) {
	added := make([][]*candidate, len(chosen)) // by level
	searched := make([]int, len(chosen))
	for i := range searched {
		searched[i] = m.searched
	}
	n := cmp.Or(m.options.Search, DefaultSearch)
	passing := 0
	if m.composer.family == ruleset.Pacifist {
		passing = (n + 31) / 32
	}
	for _, part := range []struct {
		stage  string
		search int
		exhibition
	}{
		{"searching for what is allowed and refused, and why", (n + 1) / 2, m.situated(chosen[0])},
		// What was thought of later comes later, so that cases there were before stay.
		{"searching for what is rare", (n + 1) / 2, m.rare()},
		{"searching for pawns passed by", passing, m.passing()},
		{"searching for castlings played first", (n + 31) / 32, m.castled()},
		{"searching for castlings hindered beyond king and rook", (n + 7) / 8, m.hindered()},
	} {
		var all []shower
		if len(chosen) > 1 && !m.options.Only {
			m.begin(part.stage)
			var err error
			if all, err = m.situate(ctx, part.search, &part.exhibition); err != nil {
				return nil, err
			}
		}
		var more []*candidate
		for i, l := range levels[:len(chosen)] {
			if l.situations == 0 {
				continue
			}
			searched[i] = m.searched
			before := append(added[i], more...)
			list, err := m.show(ctx, &part.exhibition, all, chosen[i], before, l.situations)
			if err != nil {
				return nil, err
			}
			more = append(more, list[len(before):]...)
			added[i] = list
		}
	}
	var made []*Made
	for i, l := range levels[:len(chosen)] {
		var list []*candidate
		for _, n := range chosen[i] {
			list = append(list, m.list[n])
		}
		made = append(made, m.made(l.size, searched[i], append(list, added[i]...)))
	}
	return made, nil
}

func newPool(set ruleset.Set, seed uint64, seeds []corpus.Seed) *pool {
	p := &pool{progress: func(Progress) {}, readings: corpus.Misreadings(set), single: len(corpus.Single(set)),
		seed: seed, mostTurns: composedTurns,
		known: map[string]bool{}, best: map[[2]int][]*candidate{}}
	var sets []ruleset.Set
	for _, m := range p.readings {
		sets = append(sets, m.Set)
	}
	p.Panel = probe.NewPanel(set, sets)
	p.composer = composer{variant: p.Variant, family: set.Family}
	for _, s := range seeds {
		p.composer.seeds = append(p.composer.seeds, probe.Question(s))
	}
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
	m.begin("searching for what is not told yet")
	list, err = m.pursue(ctx, list, 3*n, leastTold)
	if err != nil {
		return err
	}
	m.begin("searching positions of play")
	played, err := m.play(ctx, n/4)
	m.list = append(list, played...)
	return err
}

// only makes candidates of the seeds.
func (m *maker) only(ctx context.Context) error {
	found := make([]*candidate, len(m.composer.seeds))
	err := workers.Each(ctx, runtime.GOMAXPROCS(0), len(found), func(_, i int) {
		q := m.composer.seeds[i]
		c, ok := m.look(q, 2*playedTurns)
		if ok && m.ask(c, upTo(len(m.readings))) {
			found[i] = c
		}
	})
	m.searched = len(found)
	for _, c := range found {
		if c != nil && !m.known[c.Name()] {
			m.known[c.Name()] = true
			m.list = append(m.list, c)
		}
	}
	return err
}

// play returns positions of games, and with castling rights, that show the features of ordinary play.
func (m *maker) play(ctx context.Context, n int) ([]*candidate, error) {
	const each = 6 // positions for each feature
	var list []*candidate
	shown := tally{}
	r := rand.New(rand.NewPCG(m.seed, ^uint64(0)))
	for i := 0; i < n && ctx.Err() == nil; i++ {
		q, ok := m.composer.occasion(r, i)
		if !ok {
			continue
		}
		c, ok := m.look(q, playedTurns)
		if !ok || m.known[c.Name()] {
			continue
		}
		fresh := traits(c.Question, m.Variant, 2*playedTurns)
		if shown.missing(fresh, each) == 0 || !m.ask(c, upTo(len(m.readings))) {
			continue
		}
		shown.add(fresh)
		m.known[c.Name()] = true
		list = append(list, c)
	}
	m.searched += n
	return list, ctx.Err()
}
