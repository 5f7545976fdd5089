package corpus

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// mostTurns is how many turns an answer is compared by: under a wild misreading a position can
// have thousands, and two such answers count as the same.
const mostTurns = 256

// overflowKey is the key of an answer with more turns.
const overflowKey Key = 2

// A panel is the rules and their misreadings, ready to answer positions.
type panel struct {
	game     *rules.Variant
	readings []Misreading
	games    []*rules.Variant
	single   int // so many of the readings, the first ones, change one setting
}

func newPanel(set ruleset.Set) *panel {
	p := &panel{game: rules.New(set), readings: Misreadings(set), single: len(Single(set))}
	for _, m := range p.readings {
		p.games = append(p.games, rules.New(m.Set))
	}
	return p
}

// A candidate is a position that may become a case, with the answers of all or some misreadings.
type candidate struct {
	probe
	turns int
	size  int
	// material names the pieces on the board.
	material string
	base     Key
	keys     []Key // by misreading; 0 where it was not asked
}

// tells tells whether a misreading gives an answer of its own. A refusal is an answer, but not one
// to rely on: another program may be more lenient.
func (c *candidate) tells(m int) bool { return c.keys[m] != c.base && c.keys[m] != refusedKey }

// parts tells whether two misreadings answer differently.
func (c *candidate) parts(a, b int) bool {
	return c.keys[a] != c.keys[b] && c.keys[a] != refusedKey && c.keys[b] != refusedKey
}

// look answers a position under the rules. It is false when the position makes no case: the rules
// refuse it, or it has more turns than most.
func (p *panel) look(q probe, most int) (*candidate, bool) {
	pos, err := q.position(p.game)
	if err != nil {
		return nil, false
	}
	key, n, err := keyOf(p.game, &pos, most)
	if err != nil {
		return nil, false
	}
	c := &candidate{probe: q, turns: n, material: materialOf(q.fen), base: key, keys: make([]Key, len(p.readings))}
	c.size = (&Case{FEN: q.fen, Moves: q.moves}).size() + n
	return c, true
}

// ask fills in the answers of the misreadings listed. It is false when one of them refuses a
// position that is given by its FEN alone: such a refusal says nothing about other programs.
func (p *panel) ask(c *candidate, readings []int) bool {
	for _, m := range readings {
		if c.keys[m] != 0 {
			continue
		}
		c.keys[m] = p.answer(c.probe, m)
		if c.keys[m] == refusedKey && len(c.moves) == 0 {
			return false
		}
	}
	return true
}

// answer gives the key of a misreading's answer.
func (p *panel) answer(q probe, m int) Key {
	key, _, err := q.key(p.games[m], mostTurns)
	if err != nil {
		return overflowKey
	}
	return key
}

// upTo lists the numbers from 0 to n-1.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// A pool gathers the candidates of a search. It keeps what is best at telling something.
type pool struct {
	*panel
	composer  composer
	seed      uint64
	mostTurns int // of a case
	searched  int // candidates looked at

	kept  []*candidate
	known map[string]bool
	best  map[[2]int][]*candidate // by two misreadings, or one and -1: those that tell, smallest first
}

// keep says how many candidates are kept for telling one misreading from the rules, and for
// telling two single ones apart.
const (
	keepTelling = 12
	keepParting = 2
	// keepMaterial says how many of those may have the same pieces.
	keepMaterial = 2
	batch        = 512
)

// search looks at n candidates with the single misreadings and keeps the best.
func (p *pool) search(ctx context.Context, n int) error {
	single := upTo(p.single)
	return p.stream(ctx, n, single, func(c *candidate) {
		for a := range p.single {
			if !c.tells(a) {
				continue
			}
			p.offer([2]int{a, -1}, c, keepTelling)
			for b := range p.single {
				if b != a && (b > a || !c.tells(b)) && c.parts(a, b) {
					p.offer([2]int{min(a, b), max(a, b)}, c, keepParting)
				}
			}
		}
	})
}

// stream makes n candidates, has the misreadings listed answer them, and offers them in order.
func (p *pool) stream(ctx context.Context, n int, readings []int, offer func(*candidate)) error {
	for n > 0 {
		size := min(n, batch)
		good := p.good()
		found := make([]*candidate, size)
		if err := each(ctx, size, func(i int) {
			r := rand.New(rand.NewPCG(p.seed, uint64(p.searched+i)))
			q, ok := p.composer.make(r, good)
			if !ok {
				return
			}
			if c, ok := p.look(q, p.mostTurns); ok && p.ask(c, readings) {
				found[i] = c
			}
		}); err != nil {
			return err
		}
		p.searched += size
		n -= size
		for _, c := range found {
			if c != nil && !p.known[c.name()] {
				offer(c)
			}
		}
	}
	return nil
}

func (q probe) name() string {
	text := q.fen
	for _, m := range q.moves {
		text += " " + m
	}
	return text
}

// offer keeps a candidate for what it tells if it is among the smallest that do. Of those with the
// same pieces a few are enough: others show more.
func (p *pool) offer(what [2]int, c *candidate, most int) {
	list := p.best[what]
	at, found := slices.BinarySearchFunc(list, c, compareCandidates)
	if found || at == most {
		return
	}
	count := map[string]int{}
	kept := make([]*candidate, 0, most+1)
	for _, o := range slices.Insert(slices.Clone(list), at, c) {
		if count[o.material]++; count[o.material] <= keepMaterial && len(kept) < most {
			kept = append(kept, o)
		}
	}
	p.best[what] = kept
	if slices.Contains(kept, c) {
		p.known[c.name()] = true
	}
}

// materialOf names the pieces on the board: equal for positions with the same ones.
func materialOf(fen string) string {
	letters := []byte(fen[:max(0, strings.IndexByte(fen, ' '))])
	letters = slices.DeleteFunc(letters, func(c byte) bool { return c < 'A' })
	slices.Sort(letters)
	return string(letters)
}

func compareCandidates(a, b *candidate) int {
	if a.size != b.size {
		return a.size - b.size
	}
	if a.name() < b.name() {
		return -1
	} else if a.name() > b.name() {
		return 1
	}
	return 0
}

// gather makes one list of all that is kept, in a fixed order.
func (p *pool) gather() []*candidate {
	seen := map[*candidate]bool{}
	var list []*candidate
	for _, best := range p.best {
		for _, c := range best {
			if !seen[c] {
				seen[c] = true
				list = append(list, c)
			}
		}
	}
	list = append(list, p.kept...)
	slices.SortFunc(list, compareCandidates)
	return slices.Compact(list)
}

// good lists the positions that others are made out of.
func (p *pool) good() []probe {
	var list []probe
	for _, c := range p.gather() {
		list = append(list, c.probe)
	}
	return list
}
