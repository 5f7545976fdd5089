package generate

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/internal/corpus/compose"
	"turncoat/internal/fingerprint"
	"turncoat/internal/workers"
)

// A candidate is a position that may become a case, with the answers of all or some misreadings.
type candidate struct {
	fingerprint.Question
	fingerprint.Answers
	turns int
	size  int
	// material names the pieces on the board.
	material string
}

// look answers a position under the rules. It is false when the position makes no case: the rules
// refuse it, or it has more turns than most.
func (p *pool) look(q fingerprint.Question, most int) (*candidate, bool) {
	pos, err := q.Position(p.Variant)
	if err != nil {
		return nil, false
	}
	key, n, err := fingerprint.KeyOf(p.Variant, &pos, most)
	if err != nil {
		return nil, false
	}
	return &candidate{Question: q, Answers: fingerprint.Answers{Base: key,
		Keys: make([]fingerprint.Key, len(p.Readings))}, turns: n, size: fingerprint.Size(q) + n,
		material: materialOf(q.FEN)}, true
}

// ask fills in the answers of the misreadings listed. It is false when one of them refuses a
// position that is given by its FEN alone, or plays the same game and yet answers otherwise, because
// it reads the rights of the FEN as another rook's: neither says anything about other programs.
func (p *pool) ask(c *candidate, readings []int) bool {
	for _, m := range readings {
		if c.Keys[m] != 0 {
			continue
		}
		c.Keys[m] = p.Answer(c.Question, m)
		if c.Keys[m] == fingerprint.Refused && len(c.Moves) == 0 || p.same[m] && c.Tells(m) {
			return false
		}
	}

	return true
}

// upTo lists the numbers from 0 to n-1.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// A pool gathers the candidates of a search. It keeps those that distinguish a misreading from the
// rules, or two misreadings from each other, in the smallest cases.
type pool struct {
	progress func(Progress)
	share    Share // nil if all work is done here
	stage    string

	*fingerprint.Panel
	readings  []corpus.Misreading
	same      []bool // which of the readings are proved to play the same game as the rules
	single    int    // so many of the readings, the first ones, change one setting
	composer  compose.Composer
	seed      uint64
	mostTurns int // of a case
	searched  int // candidates looked at

	kept  []*candidate
	known map[string]bool
	// by two misreadings, or one and -1: those that distinguish, smallest first
	best map[[2]int][]*candidate
}

// How many candidates are kept that distinguish one misreading from the rules, and two single ones
// from each other.
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
			if !c.Tells(a) {
				continue
			}
			p.offer([2]int{a, -1}, c, keepTelling)
			for b := range p.single {
				if b != a && (b > a || !c.Tells(b)) && c.Parts(a, b) {
					p.offer([2]int{min(a, b), max(a, b)}, c, keepParting)
				}
			}
		}
	})
}

// begin reports that a stage of the work begins.
func (p *pool) begin(stage string) {
	p.stage = stage
	p.progress(Progress{Stage: stage})
}

// stream makes n candidates, has the misreadings listed answer them, and offers them in order.
func (p *pool) stream(ctx context.Context, n int, readings []int, offer func(*candidate)) error {
	for total := n; n > 0; p.progress(Progress{p.stage, total - n, total}) {
		size := min(n, batch)
		good := p.good()
		found := make([]*candidate, size)
		done, err := p.shared(ctx, shareArgs{Good: good, First: p.searched, Most: p.mostTurns,
			Readings: readings}, found, nil)
		if !done && err == nil {
			err = workers.Each(ctx, runtime.GOMAXPROCS(0), size, func(_, i int) {
				found[i] = p.candidate(p.searched+i, good, p.mostTurns, readings)
			})
		}

		if err != nil {
			return err
		}
		p.searched += size
		n -= size
		for _, c := range found {
			if c != nil && !p.known[fingerprint.Name(c.Question)] {
				offer(c)
			}
		}
	}

	return nil
}

// offer keeps a candidate for each distinction for which it is among the smallest. Only a few with
// the same pieces are kept, since others show more.
func (p *pool) offer(what [2]int, c *candidate, most int) {
	list := p.best[what]
	at, found := slices.BinarySearchFunc(list, c, compareCandidates)
	if found || at == most {
		return
	}
	count := map[string]int{}
	kept := make([]*candidate, 0, most+1)
	for _, o := range slices.Insert(slices.Clone(list), at, c) {
		count[o.material]++
		if count[o.material] <= keepMaterial && len(kept) < most {
			kept = append(kept, o)
		}
	}

	p.best[what] = kept
	if slices.Contains(kept, c) {
		p.known[fingerprint.Name(c.Question)] = true
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
	return strings.Compare(fingerprint.Name(a.Question), fingerprint.Name(b.Question))
}

// answersOf lists the answers of candidates.
func answersOf(list []*candidate) []*fingerprint.Answers {
	answers := make([]*fingerprint.Answers, len(list))
	for i, c := range list {
		answers[i] = &c.Answers
	}
	return answers
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
func (p *pool) good() []fingerprint.Question {
	var list []fingerprint.Question
	for _, c := range p.gather() {
		list = append(list, c.Question)
	}
	return list
}

// compose returns a position, or reports that the one it made breaks the rules. Some positions are
// made by changing those in good, which have proved useful. The misreadings listed are to be told.
func (p *pool) compose(r *rand.Rand, good []fingerprint.Question,
	readings []int) (fingerprint.Question, bool) {
	c := &p.composer
	q, ok := func() (corpus.Seed, bool) {
		switch n := r.IntN(20); {
		case n < 8:
			return c.Scatter(r)
		case n < 11:
			return c.Castling(r)
		case n < 12:
			return c.History(r)
		case n < 13 && c.Variant.Set().GainsRights():
			return p.misreadHistory(r, readings)
		case n < 13:
			return c.ConvertedBack(r)
		case n < 14:
			return c.Walk(r)
		case n < 15 && len(c.Seeds) > 0:
			return c.Mutate(r, c.Seeds[r.IntN(len(c.Seeds))])
		case len(good) > 0:
			return c.Mutate(r, good[r.IntN(len(good))])
		}

		return c.Scatter(r)
	}()
	return q, ok
}

// misreadHistory composes a position with moves that end or give castling rights, or let a pawn be
// captured en passant, under the rules or under one of the misreadings, since where rights come and
// go in several ways, two misreadings may differ only after moves that change nothing by the rules.
func (p *pool) misreadHistory(r *rand.Rand, readings []int) (corpus.Seed, bool) {
	c := p.composer
	if r.IntN(4) > 0 {
		c.Variant = p.Readings[readings[r.IntN(len(readings))]]
	}
	compose := [...]func(*rand.Rand) (corpus.Seed, bool){c.Gained, c.ConvertedBack, c.History,
		c.Passed}
	q, ok := compose[r.IntN(len(compose))](r)
	if !ok {
		return q, false
	}

	position, err := p.Variant.ParseFEN(q.FEN)
	if err != nil {
		return q, false
	}
	q.FEN = p.Variant.FEN(&position)
	return q, true
}
