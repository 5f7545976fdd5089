package corpus

import (
	"context"
	"fmt"
	"slices"
)

// Score says what the cases of one rule set tell.
type Score struct {
	Rules    RuleSet
	Cases    []Case
	Readings []ReadingScore // single misreadings first
	// Alike are the misreadings that no case tells apart.
	Alike []AlikeScore
	// Searched is how many positions were looked at for what no case tells.
	Searched int

	parted, partable int
}

// ReadingScore says which cases tell one misreading from the rules.
type ReadingScore struct {
	Misreading
	Single bool
	Tells  []bool // by case
	Count  int    // how many cases tell it
}

// AlikeScore says of misreadings that no case tells apart whether anything could.
type AlikeScore struct {
	Alike
	// Position is a case that would tell some of them apart, nil when none was found.
	Position *Seed
}

// Told gives how many misreadings some case tells from the rules, and how many could be: those that
// are proved to play the same game are left out.
func (s *Score) Told() (told, possible int) {
	for _, r := range s.Readings {
		if r.Count > 0 {
			told++
			possible++
		} else if _, same := SameGame(s.Rules.Set, r.Set); !same {
			possible++
		}
	}
	return told, possible
}

// Parted gives how many pairs of misreadings, the rules among them, the cases tell apart, and how
// many could be: those proved to play the same game are left out.
func (s *Score) Parted() (parted, possible int) { return s.parted, s.partable }

// Percent gives the share of what could be told that is told: misreadings from the rules, and from
// each other.
func (s *Score) Percent() float64 {
	told, possible := s.Told()
	parted, partable := s.Parted()
	if partable == 0 {
		return 100
	}
	return 100 * min(float64(told)/float64(max(possible, 1)), float64(parted)/float64(partable))
}

// ScoreOptions say how to measure.
type ScoreOptions struct {
	Search int // positions to look at for what no case tells; 0 for none
	Seed   uint64
}

// Measure answers the cases under every misreading of their rule set. Cases of several rule sets
// give a score each, in the order of their first cases. What cases say of themselves is not used:
// everything is worked out anew. The error is the context's, or about a case that cannot be played.
func Measure(ctx context.Context, cases []Case, o ScoreOptions) ([]*Score, error) {
	var scores []*Score
	for _, c := range cases {
		i := slices.IndexFunc(scores, func(s *Score) bool { return s.Rules == c.Rules })
		if i < 0 {
			i = len(scores)
			scores = append(scores, &Score{Rules: c.Rules})
		}
		scores[i].Cases = append(scores[i].Cases, c)
	}
	for _, s := range scores {
		if err := s.measure(ctx, o); err != nil {
			return scores, err
		}
	}
	return scores, nil
}

func (s *Score) measure(ctx context.Context, o ScoreOptions) error {
	p := newPool(s.Rules.Set, Options{Seed: o.Seed})
	for _, c := range s.Cases {
		p.composer.seeds = append(p.composer.seeds, c.probe())
	}
	list, err := p.answers(ctx, s.Cases)
	if err != nil {
		return err
	}
	for m, reading := range p.readings {
		r := ReadingScore{Misreading: reading, Single: m < p.single, Tells: make([]bool, len(list))}
		for i, c := range list {
			if c.keys[m] != c.base {
				r.Tells[i] = true
				r.Count++
			}
		}
		s.Readings = append(s.Readings, r)
	}
	before := assess(list, len(p.readings))
	more := list
	if o.Search > 0 {
		if more, _, err = p.pursue(ctx, list, o.Search, 1); err != nil {
			return err
		}
		s.Searched = p.searched
	}
	s.parted, s.partable = p.pairs(before)
	for _, a := range p.alike(before) {
		s.Alike = append(s.Alike, AlikeScore{a, p.telling(a, more[len(list):])})
	}
	return nil
}

// answers answers cases under the rules and every misreading.
func (p *panel) answers(ctx context.Context, cases []Case) ([]*candidate, error) {
	list := make([]*candidate, len(cases))
	errs := make([]error, len(cases))
	err := each(ctx, len(cases), func(i int) {
		c := &cases[i]
		pos, err := c.probe().position(p.game)
		if err != nil {
			errs[i] = &Error{Case: c.ID, Err: fmt.Errorf("%w: %w", ErrContent, err)}
			return
		}
		n := max(mostTurns, len(c.Turns))
		key, _, err := keyOf(p.game, &pos, n)
		if err != nil {
			errs[i] = &Error{Case: c.ID, Err: fmt.Errorf("%w: it has more than %d turns", ErrContent, n)}
			return
		}
		list[i] = &candidate{probe: c.probe(), base: key, keys: make([]Key, len(p.readings))}
		for m := range p.readings {
			list[i].keys[m] = p.answer(c.probe(), m)
		}
	})
	for _, e := range errs {
		if e != nil {
			return nil, e
		}
	}
	return list, err
}

// telling gives the first candidate that tells some of the misreadings apart.
func (p *panel) telling(a Alike, list []*candidate) *Seed {
	var members []int
	for m, r := range p.readings {
		if slices.Contains(a.Misreadings, r.Name) {
			members = append(members, m)
		}
	}
	for _, c := range list {
		tells := a.Rules && c.tells(members[0])
		for _, m := range members[1:] {
			tells = tells || c.norm(m) != c.norm(members[0])
		}
		if tells {
			return &Seed{c.fen, c.moves}
		}
	}
	return nil
}

// Tells gives the names of the misreadings that answer a case differently, in order.
func Tells(c *Case) ([]string, error) {
	p := newPanel(c.Rules.Set)
	list, err := p.answers(context.Background(), []Case{*c})
	if err != nil {
		return nil, err
	}
	names := []string{}
	for m, r := range p.readings {
		if list[0].keys[m] != list[0].base {
			names = append(names, r.Name)
		}
	}
	return names, nil
}

// pairs counts the pairs of misreadings, the rules among them, that are told apart, and those that
// are not proved to play the same game.
func (p *panel) pairs(s state) (parted, possible int) {
	n := len(p.readings) + 1
	parted = n * (n - 1) / 2
	possible = parted
	const theRules = -1
	untold := []int{theRules}
	for m, n := range s.told {
		if n == 0 {
			untold = append(untold, m)
		}
	}
	classes := [][]int{untold}
	for _, class := range s.classes {
		classes = append(classes, p.untold(s, class))
	}
	for _, class := range classes {
		for i, a := range class {
			for _, b := range class[i+1:] {
				parted--
				set := p.game.Set()
				if a != theRules {
					set = p.readings[a].Set
				}
				if _, same := SameGame(set, p.readings[b].Set); same {
					possible--
				}
			}
		}
	}
	return parted, possible
}
