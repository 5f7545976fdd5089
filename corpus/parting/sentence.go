package parting

import (
	"fmt"
	"math/bits"
	"slices"

	"turncoat/corpus"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Learner looks for what the turns have in common that a program has otherwise than the rules.
type Learner struct {
	wrong   map[string]*shared // by fault
	right   map[Facts]bool     // of legal turns that are right
	shunned map[Facts]bool     // of illegal moves that the program does not play
}

// shared is what turns of one fault have in common.
type shared struct {
	all          Facts
	turns, cases int
}

// The faults of which there are sentences, and how they are called.
var subjects = []struct{ fault, name string }{
	{Missing, "missing turn"}, {Extra, "illegal turn"}, {Other, "turn with another board or outcome"},
}

// NewLearner returns a learner that has seen nothing.
func NewLearner() *Learner {
	return &Learner{wrong: map[string]*shared{}, right: map[Facts]bool{}, shunned: map[Facts]bool{}}
}

// Add takes in an answer to a position. Want is what the rules answer.
func (l *Learner) Add(v *rules.Variant, q corpus.Seed, want, got *corpus.Answer) {
	if want.Refused != "" || got.Refused != "" {
		return
	}
	facts, err := newLister(v, q.FEN, q.Moves)
	if err != nil {
		return
	}
	d := corpus.Compare(want, got)
	status := map[string]string{}
	for _, t := range d.Missing {
		status[t.UCI] = Missing
	}
	for _, t := range d.Extra {
		if len(boards(want, t.UCI)) > 0 {
			status[t.UCI] = Other
		} else {
			status[t.UCI] = Extra
		}
	}
	for _, o := range d.Outcomes {
		status[o.Turn.UCI] = Other
	}
	seen := map[string]bool{}
	note := func(fault string, f Facts) {
		s := l.wrong[fault]
		if s == nil {
			s = &shared{all: f}
			l.wrong[fault] = s
		}
		s.all = s.all.and(f)
		s.turns++
		if !seen[fault] {
			s.cases++
			seen[fault] = true
		}
	}
	for t := range v.FullTurns(&facts.p) {
		fault := status[t.Move.UCI(&facts.p)]
		if f := facts.legal(&t); fault == "" {
			l.right[f] = true
		} else {
			note(fault, f)
		}
	}
	for uci, fault := range status {
		if m, err := board.ParseUCI(&facts.p, uci); fault == Extra && err == nil {
			note(Extra, facts.illegal(m))
		}
	}
	l.shun(facts, status)
}

// mostShunned bounds how many illegal moves are looked at: each takes as long as a question to the reference rules.
const mostShunned = 20000

// shun takes in the illegal moves that a program does not play.
func (l *Learner) shun(facts *lister, status map[string]string) {
	p := &facts.p
	if len(l.shunned) > mostShunned {
		return
	}
	for from := range p.Colours[p.Turn].All {
		for to := range board.NoSquare {
			m := board.NewMove(from, to)
			if from == to || status[m.UCI(p)] != "" || facts.variant.Legal(p, m) {
				continue
			}
			l.shunned[facts.illegal(m)] = true
		}
	}
}

// Sentences returns for each fault the simplest sentence of at most two facts that is true of all turns with that
// fault and of no other; none where there are fewer cases than facts.
func (l *Learner) Sentences() []string {
	var list []string
	for _, subject := range subjects {
		s := l.wrong[subject.fault]
		if s == nil || s.turns < 2 {
			continue
		}
		against := l.right
		if subject.fault == Extra {
			against = l.shunned
		}
		facts := simplest(s, against)
		if facts == nil {
			continue
		}
		text := fmt.Sprintf("every %s, and no right one, is one %s", subject.name, phrases[facts[0]])
		if len(facts) > 1 {
			text += " and " + phrases[facts[1]]
		}
		list = append(list, text)
	}
	return list
}

// simplest returns the fewest of the first facts, at most two, that the wrong turns share and no other turn has.
func simplest(s *shared, against map[Facts]bool) []int {
	var common []int
	for word, set := range s.all {
		for ; set != 0; set &= set - 1 {
			common = append(common, word*64+bits.TrailingZeros64(set))
		}
	}
	alone := func(facts ...int) bool {
		var both Facts
		for _, n := range facts {
			both.add(n)
		}
		for f := range against {
			if f.has(both) {
				return false
			}
		}
		return true
	}
	for _, n := range common {
		if s.cases >= 1 && alone(n) {
			return []int{n}
		}
	}
	var best []int
	for i, n := range common {
		for _, m := range common[i+1:] {
			if s.cases >= 2 && (best == nil || n+m < best[0]+best[1]) && alone(n, m) {
				best = []int{n, m}
			}
		}
	}
	return slices.Clip(best)
}
