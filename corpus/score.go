package corpus

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"turncoat/internal/fingerprint"
	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Score says which misreadings the cases of one rule set detect and distinguish.
type Score struct {
	Rules    ruleset.Set
	Cases    []Case
	Readings []ReadingScore // single misreadings first
	// Alike are the groups of misreadings that no case distinguishes.
	Alike []AlikeScore
	// Searched is how many positions were searched for misreadings that no case detects.
	Searched int

	parted, partable int
}

// ReadingScore says which cases detect one misreading.
type ReadingScore struct {
	Misreading
	Single bool
	Tells  []bool // by case, whether it detects the misreading
	Count  int    // how many cases detect it
}

// Alike are misreadings that always answer alike, or one that always answers as the rules do.
type Alike struct {
	Misreadings []string `json:"misreadings"`
	// Rules is set if they answer as the rules do.
	Rules bool `json:"rules,omitempty"`
	// Proof says why they must answer alike. It is empty if no difference has been found but none
	// has been ruled out.
	Proof string `json:"proof,omitempty"`
}

// AlikeScore is a group of misreadings that no case distinguishes, and whether any position could.
type AlikeScore struct {
	Alike
	// Position is a case that would distinguish some of them, nil if none was found.
	Position *Seed
}

// Seed is a position, given as a FEN and moves to play from it.
type Seed = rules.Setup

// Told returns how many misreadings some case detects, and how many could be detected at all. The
// latter leaves out those that are proved to play the same game.
func (s *Score) Told() (told, possible int) {
	for _, r := range s.Readings {
		if r.Count > 0 {
			told++
			possible++
		} else if _, same := SameGame(s.Rules, r.Set); !same {
			possible++
		}
	}

	return told, possible
}

// Parted returns how many pairs of misreadings the cases distinguish, and how many could be
// distinguished at all. The rules count as one of the misreadings. The second number leaves out
// pairs that are proved to play the same game.
func (s *Score) Parted() (parted, possible int) { return s.parted, s.partable }

// Percent returns the lower of two percentages: that of the detectable misreadings that are
// detected, and that of the distinguishable pairs that are distinguished.
func (s *Score) Percent() float64 {
	told, possible := s.Told()
	parted, partable := s.Parted()
	if partable == 0 {
		return 100
	}
	return 100 * min(float64(told)/float64(max(possible, 1)), float64(parted)/float64(partable))
}

// Measure answers the cases under every misreading of their rule set: every other value of each
// setting, and every two of them together. There is one score for each rule set, in the order of
// their first cases. The answers recorded in the cases are not used; everything is computed afresh.
// If measured is not nil, it is called after each case, from several goroutines. The error is the
// context's, with the scores that were finished, or about a case that cannot be played.
func Measure(ctx context.Context, cases []Case, measured func()) ([]*Score, error) {
	if measured == nil {
		measured = func() {}
	}
	var scores []*Score
	for _, c := range cases {
		i := slices.IndexFunc(scores, func(s *Score) bool { return s.Rules == c.Rules })
		if i < 0 {
			i = len(scores)
			scores = append(scores, &Score{Rules: c.Rules})
		}

		scores[i].Cases = append(scores[i].Cases, c)
	}

	for i, s := range scores {
		if err := s.measure(ctx, measured); err != nil {
			return scores[:i], err
		}
	}

	return scores, nil
}

func (s *Score) measure(ctx context.Context, measured func()) error {
	readings := Misreadings(s.Rules)
	single := len(Single(s.Rules))
	p := fingerprint.NewPanel(s.Rules, sets(readings))
	list, err := answers(ctx, p, s.Cases, measured)
	if err != nil {
		return err
	}
	for m, reading := range readings {
		r := ReadingScore{Misreading: reading, Single: m < single, Tells: make([]bool, len(list))}
		for i, a := range list {
			if a.Keys[m] != a.Base {
				r.Tells[i] = true
				r.Count++
			}
		}

		s.Readings = append(s.Readings, r)
	}

	state := fingerprint.Assess(list, len(readings))
	s.parted, s.partable = pairs(p, state)
	for _, a := range p.Alike(state) {
		alike := NewAlike(readings, a.Members, a.Rules, a.Proof)
		s.Alike = append(s.Alike, AlikeScore{Alike: alike})
	}
	return nil
}

// NewAlike names misreadings that are known by number. Numbers that none has are left out.
func NewAlike(readings []Misreading, members []int, asRules bool, proof string) Alike {
	var names []string
	for _, m := range members {
		if m >= 0 && m < len(readings) {
			names = append(names, readings[m].Name)
		}
	}
	return Alike{names, asRules, proof}
}

func sets(readings []Misreading) []ruleset.Set {
	list := make([]ruleset.Set, len(readings))
	for i, m := range readings {
		list[i] = m.Set
	}
	return list
}

// answers answers cases under the rules and every misreading.
func answers(ctx context.Context, p *fingerprint.Panel, cases []Case,
	measured func()) ([]*fingerprint.Answers, error) {
	list, errs := make([]*fingerprint.Answers, len(cases)), make([]error, len(cases))
	err := workers.Each(ctx, runtime.GOMAXPROCS(0), len(cases), func(_, i int) {
		list[i], errs[i] = cases[i].answers(ctx, p)
		measured()
	})
	for _, e := range errs {
		if e != nil {
			return nil, e
		}
	}

	return list, err
}

func (c *Case) answers(ctx context.Context, p *fingerprint.Panel) (*fingerprint.Answers, error) {
	pos, err := c.Seed().Position(p.Variant)
	if err != nil {
		return nil, &Error{Case: c.ID, Err: fmt.Errorf("%w: %w", ErrContent, err)}
	}
	n := max(fingerprint.MostTurns, len(c.Turns))
	key, _, err := fingerprint.KeyOf(p.Variant, &pos, n)
	if err != nil {
		return nil, &Error{Case: c.ID, Err: fmt.Errorf("%w: it has more than %d turns", ErrContent,
			n)}
	}

	a := &fingerprint.Answers{Base: key, Keys: make([]fingerprint.Key, len(p.Readings))}
	for m := range p.Readings {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a.Keys[m] = p.Answer(c.Seed(), m)
	}

	return a, nil
}

// Tells returns the names of the single misreadings that answer a case differently, in order.
func Tells(c *Case) ([]string, error) {
	readings := Single(c.Rules)
	a, err := c.answers(context.Background(), fingerprint.NewPanel(c.Rules, sets(readings)))
	if err != nil {
		return nil, err
	}
	names := []string{}
	for m, r := range readings {
		if a.Keys[m] != a.Base {
			names = append(names, r.Name)
		}
	}

	return names, nil
}

// pairs counts the pairs of misreadings, with the rules as one of them, that are distinguished, and
// those that are not proved to play the same game.
func pairs(p *fingerprint.Panel, s fingerprint.State) (parted, possible int) {
	n := len(p.Readings) + 1
	parted = n * (n - 1) / 2
	possible = parted
	const theRules = -1
	untold := []int{theRules}
	for m, n := range s.Told {
		if n == 0 {
			untold = append(untold, m)
		}
	}

	classes := [][]int{untold}
	for _, class := range s.Classes {
		classes = append(classes, s.Untold(class))
	}
	for _, class := range classes {
		for i, a := range class {
			for _, b := range class[i+1:] {
				parted--
				set := p.Variant.Set()
				if a != theRules {
					set = p.Readings[a].Set()
				}
				if _, same := SameGame(set, p.Readings[b].Set()); same {
					possible--
				}
			}
		}
	}

	return parted, possible
}
