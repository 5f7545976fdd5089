package corpus

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Size says how much a corpus is to tell.
type Size string

// The sizes. Each holds the cases of those before it.
const (
	Smoke    Size = "smoke"    // a hundred cases or fewer
	Standard Size = "standard" // everything is told several times
	Full     Size = "full"     // everything is told many times
)

// A level is what a size is to tell.
type level struct {
	size Size
	goal
	traits int // how many cases show each feature of ordinary play
}

var levels = []level{
	{Smoke, goal{4, 3, 1}, 1},
	{Standard, goal{8, 6, 2}, 2},
	{Full, goal{16, 10, 3}, 5},
}

// Sizes lists the sizes, the smallest first.
func Sizes() []Size {
	list := make([]Size, len(levels))
	for i, l := range levels {
		list[i] = l.size
	}
	return list
}

// The limits of a case.
const (
	composedTurns = 32 // of a composed position
	playedTurns   = 48 // of a position from a game
	leastTold     = 3  // cases that are to tell each misreading
)

// DefaultSearch is how many positions are looked at when nothing is said.
const DefaultSearch = 12000

// Seed is a position to start the search from, with moves to be played first.
type Seed struct {
	FEN   string
	Moves []string
}

// Options say how a corpus is made.
type Options struct {
	Size   Size
	Seed   uint64
	Search int    // positions to look at; 0 for [DefaultSearch]
	Seeds  []Seed // positions worth looking at, and mutating
	// Only takes cases from the seeds alone, as they are.
	Only bool
	// Stage is told what is being done; may be nil.
	Stage func(stage string)
}

// Made is a corpus as it was generated.
type Made struct {
	Size     Size
	Rules    RuleSet
	Cases    []Case // smallest first
	Searched int    // positions looked at
	// Misreadings is how many there are, Told how many some case tells from the rules, and Weakest how
	// many cases tell the one that is told least, those that are not told left out.
	Misreadings, Told, Weakest int
	// Alike lists the misreadings that no case tells apart, and those that none tells from the rules.
	Alike []Alike
}

// Generate makes the corpora of a rule set, of each size up to the one asked for. The same options
// give the same corpora. The error is the context's, or says that nothing can be made of the seeds.
func Generate(ctx context.Context, set ruleset.Set, o Options) ([]*Made, error) {
	if o.Stage == nil {
		o.Stage = func(string) {}
	}
	p := newPool(set, o)
	m := &maker{pool: p, options: o}
	if err := m.search(ctx); err != nil {
		return nil, err
	}
	if len(m.list) == 0 {
		return nil, fmt.Errorf("%w: none of %d positions makes a case", ErrContent, len(o.Seeds))
	}
	var made []*Made
	for _, l := range levels {
		o.Stage("choosing cases: " + string(l.size))
		if err := m.level(ctx, l); err != nil {
			return nil, err
		}
		made = append(made, m.made(l.size))
		if l.size == or(o.Size, Standard) {
			break
		}
	}
	return made, nil
}

func newPool(set ruleset.Set, o Options) *pool {
	p := &pool{panel: newPanel(set), seed: o.Seed, mostTurns: composedTurns, known: map[string]bool{}, best: map[[2]int][]*candidate{}}
	p.composer = composer{game: p.game, family: set.Family}
	for _, s := range o.Seeds {
		p.composer.seeds = append(p.composer.seeds, probe{s.FEN, s.Moves})
	}
	return p
}

// A maker makes one corpus.
type maker struct {
	*pool
	options Options
	list    []*candidate // what cases are chosen from, all misreadings asked
	chosen  []int        // of the list
	shown   []int        // by feature, how many chosen positions show it
	traits  map[int][]int
}

// search fills the list.
func (m *maker) search(ctx context.Context) error {
	m.shown, m.traits = make([]int, len(features)), map[int][]int{}
	n := or(m.options.Search, DefaultSearch)
	if m.options.Only {
		m.options.Stage("looking at the positions given")
		return m.only(ctx)
	}
	m.options.Stage("searching positions")
	if err := m.pool.search(ctx, n); err != nil {
		return err
	}
	m.options.Stage("asking every two misreadings together")
	list, err := m.complete(ctx, m.gather())
	if err != nil {
		return err
	}
	m.options.Stage("searching for what is not told yet")
	list, _, err = m.pursue(ctx, list, 3*n, leastTold)
	if err != nil {
		return err
	}
	m.options.Stage("searching positions of play")
	played, err := m.play(ctx, n/10)
	m.list = append(list, played...)
	return err
}

// only makes candidates of the seeds.
func (m *maker) only(ctx context.Context) error {
	found := make([]*candidate, len(m.composer.seeds))
	err := each(ctx, len(found), func(i int) {
		q := m.composer.seeds[i]
		c, ok := m.look(q, 2*playedTurns)
		if ok && m.ask(c, upTo(len(m.readings))) {
			found[i] = c
		}
	})
	m.searched = len(found)
	for i, c := range found {
		if c != nil && !m.known[c.name()] {
			m.known[c.name()] = true
			m.traits[len(m.list)] = m.traitsOf(found[i])
			m.list = append(m.list, c)
		}
	}
	return err
}

func (m *maker) traitsOf(c *candidate) []int {
	p, err := c.position(m.game)
	if err != nil {
		return nil
	}
	return traits(m.game, &p, 2*playedTurns)
}

// play gives positions of games, and with castling rights, that show the features of ordinary play.
func (m *maker) play(ctx context.Context, n int) ([]*candidate, error) {
	const each = 8 // positions for each feature
	var list []*candidate
	shown := make([]int, len(features))
	r := rand.New(rand.NewPCG(m.seed, ^uint64(0)))
	for i := 0; i < n && ctx.Err() == nil; i++ {
		make := m.composer.walk
		if i%4 == 3 {
			make = m.composer.castling
		}
		q, ok := make(r)
		if !ok {
			continue
		}
		c, ok := m.look(q, playedTurns)
		if !ok || m.known[c.name()] {
			continue
		}
		fresh := m.traitsOf(c)
		if !slices.ContainsFunc(fresh, func(f int) bool { return shown[f] < each }) {
			continue
		}
		if !m.ask(c, upTo(len(m.readings))) {
			continue
		}
		for _, f := range fresh {
			shown[f]++
		}
		m.known[c.name()] = true
		list = append(list, c)
	}
	m.searched += n
	return list, ctx.Err()
}

// level chooses the cases of a size among those that are chosen already and new ones, and shrinks
// the new ones.
func (m *maker) level(ctx context.Context, l level) error {
	fixed := slices.Clone(m.chosen)
	cov := newCover(m.list, len(m.readings), m.single, l.goal)
	chosen, counts := cov.choose(fixed, m.price)
	for _, i := range chosen[len(fixed):] {
		if m.options.Only {
			break
		}
		m.options.Stage("shrinking cases: " + string(l.size))
		c, err := m.shrink(ctx, m.list[i], cov, cov.duties(i, counts))
		if err != nil {
			return err
		}
		if c == m.list[i] || slices.ContainsFunc(m.list, func(o *candidate) bool { return o.name() == c.name() }) {
			continue
		}
		cov.sets[i].each(func(e int) { counts[e]-- })
		m.list[i], cov.sets[i] = c, cov.set(c)
		cov.sets[i].each(func(e int) { counts[e]++ })
	}
	m.chosen = chosen
	m.featured(l.traits)
	return nil
}

// featured adds cases until each feature is shown by so many, as far as there are any.
func (m *maker) featured(least int) {
	clear(m.shown)
	for _, i := range m.chosen {
		for _, f := range m.traitsAt(i) {
			m.shown[f]++
		}
	}
	for f := range features {
		for i := range m.list {
			if m.shown[f] >= least {
				break
			}
			if slices.Contains(m.chosen, i) || !slices.Contains(m.traitsAt(i), f) {
				continue
			}
			m.chosen = append(m.chosen, i)
			for _, g := range m.traitsAt(i) {
				m.shown[g]++
			}
		}
	}
}

func (m *maker) traitsAt(i int) []int {
	return m.traitsOf(m.list[i])
}

// price is what a case costs whoever has to look at it. Positions without a turn say little, and
// not every implementation knows shuffled starting positions.
func (m *maker) price(i int) int {
	c := m.list[i]
	price := 4 + c.size>>12&0xff + c.turns/4 + 8*len(c.moves)
	if c.turns == 0 {
		price += 12
	}
	if p, err := m.game.ParseFEN(c.fen); err == nil {
		for _, right := range p.Rights {
			if right.Held() && (right.King.File() != 4 || right.Rook.File() != 0 && right.Rook.File() != 7) {
				price += 30
			}
		}
	}
	return price
}

// made writes the chosen candidates as cases.
func (m *maker) made(size Size) *Made {
	out := &Made{Size: size, Rules: RuleSet{m.game.Set()}, Searched: m.searched, Misreadings: len(m.readings)}
	var list []*candidate
	for _, i := range m.chosen {
		list = append(list, m.list[i])
		out.Cases = append(out.Cases, m.write(m.list[i]))
	}
	slices.SortFunc(out.Cases, func(a, b Case) int {
		if d := a.size() - b.size(); d != 0 {
			return d
		}
		return strings.Compare(a.ID, b.ID)
	})
	s := assess(list, len(m.readings))
	for _, n := range s.told {
		if n > 0 {
			out.Told++
			if out.Weakest == 0 || n < out.Weakest {
				out.Weakest = n
			}
		}
	}
	out.Alike = m.alike(s)
	return out
}

// write makes the case of a candidate.
func (m *maker) write(c *candidate) Case {
	p, err := c.position(m.game)
	if err != nil {
		panic(err) // it has been answered
	}
	set := RuleSet{m.game.Set()}
	out := Case{
		ID: ContentID(set, c.fen, c.moves), Rules: set, FEN: c.fen, Moves: c.moves,
		Turns: m.game.Records(&p, false), Outcome: m.game.Outcome(&p).Result.String(),
	}
	var cite []string
	for i, reading := range m.readings {
		if c.keys[i] == c.base {
			continue
		}
		out.Tells = append(out.Tells, reading.Name)
		if i < m.single {
			cite = append(cite, reading.Rules()...)
		}
	}
	for _, f := range traits(m.game, &p, 2*playedTurns) {
		cite = append(cite, features[f].rule(m.game.Set()))
	}
	if len(cite) == 0 {
		cite = []string{byFamily("PAC-1", "CON-1")(m.game.Set())}
	}
	out.Cite = sortedRules(cite)
	return out.filled()
}

// sortedRules sorts rule identifiers by group, then number, each once.
func sortedRules(ids []string) []string {
	slices.SortFunc(ids, func(a, b string) int {
		groupA, numberA, _ := strings.Cut(a, "-")
		groupB, numberB, _ := strings.Cut(b, "-")
		if groupA != groupB {
			return strings.Compare(groupA, groupB)
		}
		x, _ := strconv.Atoi(numberA)
		y, _ := strconv.Atoi(numberB)
		return x - y
	})
	return slices.Compact(ids)
}

// Verify holds a case against the rules as they are told here: its turns, to the letter, and its
// outcome. The error wraps ErrContent.
func Verify(c *Case) error {
	game := rules.New(c.Rules.Set)
	p, err := c.probe().position(game)
	if err != nil {
		return &Error{Case: c.ID, Err: fmt.Errorf("%w: %w", ErrContent, err)}
	}
	if err := sameTurns(c.Turns, game.Records(&p, false)); err != nil {
		return &Error{Case: c.ID, Err: err}
	}
	if o := game.Outcome(&p); o.Result.String() != c.Outcome {
		return &Error{Case: c.ID, Err: fmt.Errorf("%w: the outcome is %s", ErrContent, o.Result)}
	}
	return nil
}

func sameTurns(have, want []rules.TurnRecord) error {
	for i := range max(len(have), len(want)) {
		switch {
		case i >= len(have):
			return fmt.Errorf("%w: the turn %s to %s is missing", ErrContent, want[i].UCI, want[i].FEN)
		case i >= len(want):
			return fmt.Errorf("%w: there is no turn %s to %s", ErrContent, have[i].UCI, have[i].FEN)
		case fmt.Sprint(have[i]) != fmt.Sprint(want[i]):
			return fmt.Errorf("%w: turn %d is %+v, not %+v", ErrContent, i+1, want[i], have[i])
		}
	}
	return nil
}

// Position gives the position that a case asks about.
func (c *Case) Position() (board.Position, error) {
	return c.probe().position(rules.New(c.Rules.Set))
}
