package parting

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Learner looks for what the turns that a program gets wrong have in common.
type Learner struct {
	*phrases
	wrong   map[string]*faulty // by fault
	right   map[Facts]int      // how many legal turns that are right
	avoided map[Facts]int      // how many illegal moves that the program does not play
	ended   map[Facts]int      // how many positions whose outcome is right
}

// faulty counts the turns of one fault.
type faulty struct {
	turns        map[Facts]int
	total, cases int
}

// The faults that sentences are about, and their names in the sentences.
var subjects = []struct{ fault, name string }{
	{Missing, "missing turn"}, {Extra, "illegal turn"}, {Other,
		"turn with another board or outcome"},
	{string(Outcome), "wrong outcome"},
}

// NewLearner returns a learner that has seen nothing.
func NewLearner() *Learner {
	return &Learner{phrases: &phrases{number: map[string]int{}}, wrong: map[string]*faulty{},
		right: map[Facts]int{}, avoided: map[Facts]int{}, ended: map[Facts]int{}}
}

// Add takes in an answer to a position. Want is what the rules answer.
func (l *Learner) Add(variant *rules.Variant, q corpus.Seed, want, got *corpus.Answer) {
	if want.Refused != "" || got.Refused != "" {
		return
	}
	facts, err := newLister(l.phrases, variant, q.FEN, q.Moves)
	if err != nil {
		return
	}
	d := corpus.Compare(want, got)
	faults := faultsOf(&d, want)
	seen := map[string]bool{} // in this answer
	note := func(fault string, f Facts) {
		l.note(fault, f, seen[fault])
		seen[fault] = true
	}

	for _, m := range variant.Moves(&facts.p) {
		t := variant.Play(&facts.p, m)
		fault := faults[t.Move.UCI(&facts.p)]
		if f := facts.legal(&t); fault == "" {
			l.right[f]++
		} else {
			note(fault, f)
		}
	}

	played := map[board.Move]bool{}
	for uci, fault := range faults {
		m, err := board.ParseUCI(&facts.p, uci)
		if fault == Extra && err == nil {
			note(Extra, facts.illegal(m))
			played[castlingMeant(&facts.p, m)] = true
		}
	}

	l.addIllegal(facts, played)
	facts.say(&facts.common, "without a legal turn", len(want.Turns) == 0)
	facts.say(&facts.common, "with a legal turn", len(want.Turns) > 0)
	if d.Got != "" {
		note(string(Outcome), facts.common)
	} else {
		l.ended[facts.common]++
	}
}

// faultsOf returns the faults of the moves that differ.
func faultsOf(d *corpus.Difference, want *corpus.Answer) map[string]string {
	faults := map[string]string{}
	for _, t := range d.Missing {
		faults[t.UCI] = Missing
	}
	for _, t := range d.Extra {
		faults[t.UCI] = Extra
		if len(boards(want, t.UCI)) > 0 {
			faults[t.UCI] = Other
		}
	}

	for _, o := range d.Outcomes {
		faults[o.Turn.UCI] = Other
	}
	return faults
}

// note counts a turn with a fault. again is set if the same answer had a turn with the fault
// before.
func (l *Learner) note(fault string, f Facts, again bool) {
	s := l.wrong[fault]
	if s == nil {
		s = &faulty{turns: map[Facts]int{}}
		l.wrong[fault] = s
	}

	s.turns[f]++
	s.total++
	if !again {
		s.cases++
	}
}

// mostAvoided is how many illegal moves are examined: each takes as long as a question to the
// reference rules.
const mostAvoided = 20000

// addIllegal takes in the illegal moves that a program rightly does not play.
func (l *Learner) addIllegal(facts *lister, played map[board.Move]bool) {
	p := &facts.p
	if len(l.avoided) > mostAvoided {
		return
	}
	for from := range p.Colours[p.Turn].All {
		for to := range board.NoSquare {
			m := castlingMeant(p, board.NewMove(from, to))
			if p.KindAt(from) == board.Pawn && to.Rank()%7 == 0 {
				m.Promotion = board.Queen
			}
			if from == to || played[m] || facts.variant.Legal(p, m) {
				continue
			}
			played[m] = true // once
			l.avoided[facts.illegal(m)]++
		}
	}
}

// Sentences returns for each fault the simplest sentence of one or two facts that is true of all
// turns with that fault and of no other turn. Where there is no such sentence, it may be true of
// nearly all turns with the fault and of hardly any other. A sentence needs at least as many cases
// as facts.
func (l *Learner) Sentences() []string {
	var list []string
	simple := slices.SortedFunc(maps.Keys(l.number), func(a, b string) int {
		return cmp.Or(len(a)-len(b), strings.Compare(a, b))
	})
	order := make([]int, len(simple)) // of the facts, the shortest first
	for i, text := range simple {
		order[i] = l.number[text]
	}
	for _, subject := range subjects {
		s := l.wrong[subject.fault]
		if s == nil || s.total < 2 {
			continue
		}
		against := l.right
		switch subject.fault {
		case Extra:
			against = l.avoided
		case string(Outcome):
			against = l.ended
		}

		if facts := s.simplest(order, against, 0); facts != nil {
			list = append(list, fmt.Sprintf("every %s, and no right one, is one %s", subject.name,
				l.join(facts)))
		} else if facts := s.simplest(order, against, mostDeviant); facts != nil {
			const text = "nearly every %s, and hardly any right one, is one %s (%d of %d, and %d right)"
			list = append(list, fmt.Sprintf(text, subject.name, l.join(facts),
				having(s.turns, facts), s.total, having(against, facts)))
		}
	}

	return list
}

// mostDeviant is the percentage of turns for which a sentence may be false. A few exceptions are
// allowed because a fault can be hidden by its own effects and can cause others.
const mostDeviant = 20

func (p *phrases) join(facts []int) string {
	text := p.list[facts[0]]
	for _, n := range facts[1:] {
		text += " and " + p.list[n]
	}
	return text
}

// having counts the turns that have all of some facts.
func having(turns map[Facts]int, facts []int) int {
	var all Facts
	for _, n := range facts {
		all.add(n)
	}
	count := 0
	for f, n := range turns {
		if f.has(&all) {
			count += n
		}
	}

	return count
}

// simplest returns the first fact that the wrong turns share and no other turn has, or else the
// first pair of such facts. The given percentage of turns may deviate. The order begins with the
// simplest fact.
func (s *faulty) simplest(order []int, against map[Facts]int, deviant int) []int {
	shared := func(facts ...int) bool { return having(s.turns, facts)*100 >= s.total*(100-deviant) }
	alone := func(facts ...int) bool { return having(against, facts)*100 <= s.total*deviant }
	common := slices.DeleteFunc(slices.Clone(order), func(n int) bool { return !shared(n) })
	if s.cases > deviant/10 {
		for _, n := range common {
			if alone(n) {
				return []int{n}
			}
		}
	}

	if s.cases > 1+deviant/10 {
		for sum := 1; sum < 2*len(common); sum++ {
			for i := max(0, sum-len(common)+1); 2*i < sum; i++ {
				if n, m := common[i], common[sum-i]; alone(n, m) && shared(n, m) {
					return []int{n, m}
				}
			}
		}
	}

	return nil
}
