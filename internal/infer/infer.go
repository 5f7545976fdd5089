// Package infer finds the rule sets that agree with evidence: with records of games, or with the
// answers of a program.
//
// [Fitting] and [Nearest] try the candidates of a list. A [Search] tries everything: it begins with
// every combination of the settings of docs/RULES.md and keeps them in boxes: a box allows some
// values of each setting, and the records have gone alike under all sets in it. A box is divided
// only when a move shows that a setting matters, so that settings that no move depends on stay open.
// To find out whether a setting matters, the search tries sets of the box: all that differ in one
// setting, some at random, and many more before a box falls.
//
// The values of pieces are those of PAC-4.
package infer

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Fault is a place of a record that does not agree with a rule set.
type Fault struct {
	Record int // from 1, in the order in which they were added
	pgn.Finding
}

// Search finds the rule sets that the records added to it agree with.
type Search struct {
	// Tried is how many plies have been played under some rule set.
	Tried int

	errors   int
	letters  *rules.Letters
	families []*family
	boxes    []box
	variants map[variantKey]*rules.Variant
	chance   *rand.Rand
	records  int
	plies    int
	built    map[string]Fault   // by built-in set, why the last box with it fell
	values   map[valueKey]Fault // by value, why the last box that allowed it fell
}

type variantKey struct {
	family *family
	sets   assignment
}

type valueKey struct {
	family  *family
	setting int
	value   uint8
}

// Limits of the work: the boxes followed through a record, the variants remembered, the sets tried
// at random for each move, and the sets tried before a box falls, anywhere in it and with a few
// settings changed.
const (
	maxBoxes    = 1500
	maxVariants = 20000
	someSets    = 3
	manySets    = 12
	nearSets    = 40
)

// New returns a search that tolerates the given number of errors in all records together.
func New(tolerance int, letters *rules.Letters) *Search {
	s := &Search{errors: tolerance, letters: letters, families: families(),
		variants: map[variantKey]*rules.Variant{}, chance: rand.New(rand.NewPCG(1,
			1)), built: map[string]Fault{}, values: map[valueKey]Fault{}}
	for _, f := range s.families {
		s.boxes = append(s.boxes, whole(f))
	}
	return s
}

// Add takes a record into account. The error is the context's; the search must not be used after
// it.
func (s *Search) Add(ctx context.Context, g *pgn.Record) error {
	s.records++
	record := pgn.Trial{Game: g, Letters: s.letters, Brief: true}
	s.plies += record.Plies()
	for i := range s.boxes {
		s.boxes[i].lost = false
	}
	if err := s.each(ctx, func(v *rules.Variant, _ *board.Position) outcome {
		p, problems := record.Start(v)
		bad := slices.ContainsFunc(problems, func(q pgn.Finding) bool {
			return q.Code.Severity() == "error"
		})
		return outcome{after: p, ok: !bad, problems: problems}
	}); err != nil {
		return err
	}

	for ply := 1; ply <= record.Plies(); ply++ {
		if err := s.each(ctx, func(variant *rules.Variant, p *board.Position) outcome {
			o := outcome{}
			o.after, o.ok, o.problems = record.Play(variant, p, ply)
			o.ply = o.ok
			if !o.ok && len(o.problems) == 0 {
				o.bad = 1
				o.explain = func() []pgn.Finding {
					_, _, problems := pgn.Trial{Game: g, Letters: s.letters}.Play(variant, p, ply)
					return problems
				}
			}

			return o
		}); err != nil {
			return err
		}
	}

	err := s.each(ctx, func(v *rules.Variant, p *board.Position) outcome {
		return outcome{after: *p, ok: true, problems: record.End(v, p)}
	})
	s.boxes = merged(s.boxes)
	return err
}

// An outcome is what a step of a record comes to under one rule set.
type outcome struct {
	after       board.Position
	ok          bool // the record can be followed further
	ply         bool // a ply has been played
	bad, doubts int
	problems    []pgn.Finding
	explain     func() []pgn.Finding // explains an illegal move in more detail; may be nil
}

// explained returns the problems, in more detail if explain can give it.
func (o *outcome) explained() []pgn.Finding {
	if o.explain != nil {
		o.problems, o.explain = o.explain(), nil
	}
	return o.problems
}

func (o *outcome) same(other *outcome) bool {
	return o.ok == other.ok && o.bad == other.bad && o.doubts == other.doubts &&
		o.after == other.after
}

// weigh counts the problems that speak against the rules. A missing check sign is only a doubt,
// since many records omit them.
func (o *outcome) weigh() {
	for _, p := range o.problems {
		switch {
		case p.Code == pgn.CheckSign && !strings.ContainsAny(p.Move, "+#"):
			o.doubts++
		case p.OfRules():
			o.bad++
		}
	}
}

// each plays a step of a record in every box that still follows the record.
func (s *Search) each(ctx context.Context, play func(*rules.Variant, *board.Position) outcome) error {
	var next []box
	for _, b := range s.boxes {
		if b.lost || len(next) >= maxBoxes {
			b.lost = true
			next = append(next, b)
			continue
		}

		if err := ctx.Err(); err != nil {
			return err
		}
		d := divider{s: s, play: func(v *rules.Variant) outcome { return play(v, &b.at) },
			known: map[assignment]*outcome{}}
		next = append(next, d.divide(b)...)
	}

	s.boxes = next
	return nil
}

func (s *Search) variant(f *family, a assignment) *rules.Variant {
	key := variantKey{f, a}
	v, ok := s.variants[key]
	if !ok {
		if len(s.variants) >= maxVariants {
			clear(s.variants)
		}
		v = rules.New(f.set(a))
		s.variants[key] = v
	}

	return v
}

// A divider plays one step of a record under the sets of one box.
type divider struct {
	s     *Search
	play  func(*rules.Variant) outcome
	known map[assignment]*outcome
}

func (d *divider) try(b *box, a assignment) *outcome {
	o, ok := d.known[a]
	if !ok {
		tried := d.play(d.s.variant(b.family, a))
		tried.weigh()
		d.s.Tried++
		o = &tried
		d.known[a] = o
	}

	return o
}

// divide returns the boxes that a box falls into.
func (d *divider) divide(b box) []box {
	base, _ := b.nearest()
	first := d.try(&b, base)
	other, ok := d.differing(&b, base, first)
	if !ok {
		return d.settle(b, first)
	}
	// the setting that matters: on the way from one set to the other the outcome changes there
	k := 0
	for ; k < len(b.family.settings); k++ {
		if base[k] != other[k] {
			base[k] = other[k]
			if !d.try(&b, base).same(first) {
				break
			}
		}
	}

	var list []box
	for value := range uint8(len(b.family.settings[k].Choices)) {
		if b.allows(k, value) {
			part := b
			part.allowed[k] = 1 << value
			list = append(list, d.divide(part)...)
		}
	}

	return merged(list)
}

// differing looks for a set of a box with another outcome.
func (d *divider) differing(b *box, base assignment, first *outcome) (assignment, bool) {
	var open []int
	var near []change
	for k := range b.family.settings {
		before := len(near)
		for value := range b.others(&base, k) {
			near = append(near, change{k, value})
		}
		if len(near) > before {
			open = append(open, k)
		}
	}

	if a, found := d.differingNearCentres(b, open, first); found {
		return a, true
	}
	if len(open) < 2 {
		return base, false
	}
	far := someSets
	// The box is about to fall. Some settings may matter only in combination.
	if len(b.faults)+first.bad > d.s.errors {
		far = manySets
		for range nearSets {
			a := base
			for range 5 {
				c := near[d.s.chance.IntN(len(near))]
				a[c.setting] = c.value
			}

			if !d.try(b, a).same(first) {
				return a, true
			}
		}
	}

	for range far {
		a := base
		for _, c := range near {
			if d.s.chance.IntN(2) == 0 {
				a[c.setting] = c.value
			}
		}

		if !d.try(b, a).same(first) {
			return a, true
		}
	}

	return base, false
}

// differingNearCentres looks for a set with another outcome among the centres of a box and the sets
// that differ from them in one open setting. It tries all centres because a setting that matters
// near one built-in set may not matter near another.
func (d *divider) differingNearCentres(b *box, open []int, first *outcome) (assignment, bool) {
	for _, centre := range b.centres() {
		if !d.try(b, centre).same(first) {
			return centre, true
		}
		for _, k := range open {
			for value := range b.others(&centre, k) {
				a := centre
				a[k] = value
				if !d.try(b, a).same(first) {
					return a, true
				}
			}
		}
	}

	return assignment{}, false
}

// A change gives a setting another value.
type change struct {
	setting int
	value   uint8
}

// settle applies the outcome of the step to the whole box, which may fall.
func (d *divider) settle(b box, o *outcome) []box {
	for i, p := range o.explained() {
		f := d.fault(&b, p)
		switch {
		case p.Code == pgn.CheckSign && !strings.ContainsAny(p.Move, "+#"):
			b.doubts = append(slices.Clip(b.doubts), f)
		case !p.OfRules():
		case len(b.faults) >= d.s.errors:
			d.fall(&b, f, i)
			return nil
		default:
			b.faults = append(slices.Clip(b.faults), f)
		}
	}

	b.at, b.lost = o.after, !o.ok
	if o.ply && o.bad == 0 {
		b.plies++
	}
	return []box{b}
}

// fault returns a problem of the present record under the sets of a box.
func (d *divider) fault(b *box, p pgn.Finding) Fault {
	p.Message = story.Cite(b.family.kind, p.Message, p.Move)
	return Fault{d.s.records, p}
}

// fall records why a box falls. For each built-in set in it, that is the nth problem as this set
// reports it, since the words may name the set.
func (d *divider) fall(b *box, f Fault, nth int) {
	for i, a := range b.family.known {
		if !b.has(&a) {
			continue
		}
		own := f
		problems := d.try(b, a).explained()
		if nth < len(problems) && problems[nth].Code == f.Code {
			own = d.fault(b, problems[nth])
		}
		d.s.built[b.family.builtins[i].Name] = own
	}

	for k, setting := range b.family.settings {
		for value := range uint8(len(setting.Choices)) {
			if b.allows(k, value) {
				d.s.values[valueKey{b.family, k, value}] = f
			}
		}
	}
}

// ranked returns the boxes, the most plausible first. An error weighs as much as two changed
// settings or four missing check signs.
func (s *Search) ranked() []box {
	list := slices.Clone(s.boxes)
	score := func(b *box) int {
		_, changes := b.nearest()
		return 4*len(b.faults) + len(b.doubts) + 2*changes
	}
	slices.SortStableFunc(list, func(a, b box) int {
		return cmp.Or(cmp.Compare(score(&a), score(&b)), cmp.Compare(b.plies, a.plies))
	})
	return list
}
