// Package fuzz searches another implementation of the rules for differences: it makes positions,
// asks the program their turns, compares every answer whole, and shrinks what differs to the
// smallest position that still does.
//
// The same seed and count ask the same questions. [Run] makes a [Report], which can be written as
// text, JSON, a page or cases for `corpus check`.
package fuzz

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/corpus/parting"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Options say what is searched, and how long.
type Options struct {
	Rules []ruleset.Set
	Count int           // positions for each rule set in addition to its corpora; 0 if time decides
	Time  time.Duration // in all, shared by the rule sets
	Seed  uint64
	Max   int // findings of each rule set, after which it ends, warnings left out; 0 for 5
	// StrictInput makes it an error if the program accepts input that the rules refuse.
	StrictInput bool
	// First are positions that are asked before any are made: the corpora of a rule set.
	First func(set ruleset.Set) []corpus.Seed
	// Progress is called with the progress so far; may be nil.
	Progress func(p Progress)
}

const (
	defaultMax  = 5
	batch       = 64
	shrinkTime  = 15 * time.Second // for one difference
	chances     = 300              // positions made by chance at the end of shrinking
	mostTurns   = 1500             // of a position that is asked
	mostHistory = 2 * batch        // recent questions that may have left something behind
)

// Progress is how far a search is.
type Progress struct {
	Rules            string
	Positions, Count int // Count is 0 if time decides
	Found            int
}

// Report is what a search found.
type Report struct {
	Program string
	Sets    []SetReport
}

// SetReport is what was found under one rule set.
type SetReport struct {
	Rules     ruleset.Set   `json:"rules"`
	Positions int           `json:"positions"` // answered
	Questions int           `json:"questions"` // asked to shrink what differs, too
	Took      time.Duration `json:"-"`         // for all positions
	Findings  []Finding     `json:"-"`
	// differences that may follow from the findings
	Held int `json:"held"`
	// why the set was not searched, in the program's words
	Skipped string `json:"skipped,omitempty"`
	// three questions were not answered in time
	GaveUp bool            `json:"gaveUp,omitempty"`
	Met    map[string]bool `json:"-"` // the rules that a question was about
}

// A Finding is one kind of difference with its smallest position.
type Finding struct {
	check.Witness `json:"-"`
	Warning       bool          `json:"warning,omitempty"` // input accepted that the rules refuse
	Count         int           `json:"count"`             // positions that show it
	After         int           `json:"after"`             // positions before the first of these
	Elapsed       time.Duration `json:"-"`                 // until then
	// Unsteady says how the program contradicts itself when asked again; empty if it does not.
	Unsteady string `json:"unsteady,omitempty"`
	// the question after which it does so; nil where none is known
	Prior  *corpus.Seed `json:"-"`
	Stderr string       `json:"stderr,omitempty"` // the last lines of a program that failed
}

// OK reports that something was asked and nothing but warnings was found.
func (r *Report) OK() bool {
	asked := false
	for i := range r.Sets {
		asked = asked || r.Sets[i].Positions > 0
		if r.Sets[i].errors() > 0 {
			return false
		}
	}

	return asked
}

// errors counts the findings that are no warnings.
func (s *SetReport) errors() int {
	n := 0
	for i := range s.Findings {
		if !s.Findings[i].Warning {
			n++
		}
	}

	return n
}

// Run searches a program. If the context ends, Run returns its error together with a report of what
// was found until then.
func Run(ctx context.Context, program *check.Program, o Options) (*Report, error) {
	if err := program.Found(); err != nil {
		return nil, err
	}
	report := &Report{Program: strings.Join(program.Args, " ")}
	hello, said := program.Hello(ctx)
	list := slices.Clone(o.Rules)
	if said && len(hello.Rules) > 0 {
		list = slices.DeleteFunc(list, func(s ruleset.Set) bool {
			_, builtin := ruleset.IsBuiltin(s)
			return builtin && !slices.Contains(hello.Rules, s.Name)
		})
	}

	end := time.Now().Add(o.Time)
	for i, set := range list {
		s := newSearch(program, set, o)
		share := time.Until(end) / time.Duration(len(list)-i)
		s.until = time.Now().Add(share)
		s.run(ctx)
		report.Sets = append(report.Sets, s.SetReport)
	}

	return report, ctx.Err()
}

// A search is that of one rule set.
type search struct {
	SetReport
	options  Options
	program  *check.Program
	variant  *rules.Variant
	session  *check.Session // is asked the positions
	prober   *check.Prober  // is asked about what differs
	until    time.Time
	began    time.Time
	plain    atomic.Bool   // the program does not give the outcomes of turns
	history  []corpus.Seed // what the session was asked last
	seen     map[string]int
	unsteady int
}

func newSearch(program *check.Program, set ruleset.Set, o Options) *search {
	s := &search{options: o, program: program, variant: rules.New(set), began: time.Now(),
		seen: map[string]int{}}
	s.Rules, s.Met = set, map[string]bool{}
	if s.options.Max == 0 {
		s.options.Max = defaultMax
	}
	s.session = program.Open()
	s.prober = &check.Prober{Variant: s.variant, Session: program.Open()}
	return s
}

func (s *search) run(ctx context.Context) {
	defer s.session.Fresh()
	defer s.prober.Session.Fresh()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for list := range s.positions(ctx) {
		s.ask(ctx, list)
		s.Took = time.Since(s.began)
		s.Questions = s.Positions + s.prober.Asked
		if p := s.options.Progress; p != nil {
			p(Progress{Rules: s.Rules.Name, Positions: s.Positions, Count: s.options.Count,
				Found: len(s.Findings)})
		}

		s.GaveUp = s.session.GaveUp()
		if ctx.Err() != nil || s.GaveUp || s.Skipped != "" || s.errors() >= s.options.Max ||
			s.enough() {
			return
		}
	}
}

// shrinkTime returns how long one difference may be shrunk. If time decides, that depends on the
// time left, but it is at least a second.
func (s *search) shrinkTime() time.Duration {
	if s.options.Count > 0 {
		return shrinkTime
	}
	return min(shrinkTime, max(time.Until(s.until), time.Second))
}

// enough reports whether the search has a time limit and it is over.
func (s *search) enough() bool {
	return s.options.Count == 0 && time.Now().After(s.until)
}

// A position is one to ask, with what the rules answer.
type position struct {
	corpus.Seed
	question check.Question
	want     corpus.Answer
	met      []string // rules
}

// ask asks a batch and examines the differences.
func (s *search) ask(ctx context.Context, list []position) {
	questions := make([]check.Question, len(list))
	for i := range list {
		questions[i] = list[i].question
	}
	type difference struct {
		at    int
		reply check.Reply
	}
	var differ []difference
	refused, gives, before := 0, false, s.Positions
	s.session.Ask(ctx, questions, func(i int, r check.Reply) {
		s.Positions++
		if r.Failed == nil {
			switch protocol.Code(r.Answer.Refused) {
			case protocol.Unsupported, protocol.UnknownRules:
				refused++
				s.Skipped = "it says " + r.Message
				return
			case protocol.Limit:
				return
			}

			gives = gives || slices.ContainsFunc(r.Answer.Turns, givesMore)
			if list[i].want.Refused != "" {
				s.invalid(&list[i], r.Answer, before+i)
				return
			}

			d := corpus.Compare(&list[i].want, &r.Answer)
			if d.None() {
				s.meet(list[i].met)
				return
			}
		}

		differ = append(differ, difference{i, r})
	})
	if !gives && len(list) > 0 {
		s.plain.Store(true)
	}
	if refused < len(list) {
		s.Skipped = ""
	}
	for _, d := range differ {
		if ctx.Err() != nil || s.errors() >= s.options.Max {
			break
		}
		for _, q := range list[max(0, d.at-mostHistory):d.at] {
			s.history = append(s.history, q.Seed)
		}
		s.differs(ctx, &list[d.at], d.reply, before+d.at)
		s.history = s.history[:len(s.history)-min(d.at, mostHistory)]
	}

	s.history = s.history[:0]
	for i := range list {
		s.history = append(s.history, list[i].Seed)
	}
}

// givesMore reports whether a turn of an answer has more than what every answer must have.
func givesMore(t corpus.AnswerTurn) bool { return t.Outcome != "" || t.Rest != "" }

// meet records the rules that a position has tested.
func (s *search) meet(rules []string) {
	for _, rule := range rules {
		s.Met[rule] = true
	}
}

// invalid checks whether the program refuses a question as it should.
func (s *search) invalid(p *position, got corpus.Answer, after int) {
	for _, found := range parting.Find(s.variant, p.Seed, &p.want, &got) {
		if n, known := s.seen[found.Key()]; known {
			s.Findings[n].Count++
			continue
		}

		s.seen[found.Key()] = len(s.Findings)
		w := check.Witness{Parting: found, Seed: p.Seed, Want: p.want, Whole: got}
		s.Findings = append(s.Findings, Finding{Witness: w, Warning: !s.options.StrictInput,
			Count: 1, After: after, Elapsed: time.Since(s.began)})
	}
}

// differs examines a difference. A known kind is counted, a new one is shrunk.
func (s *search) differs(ctx context.Context, p *position, r check.Reply, after int) {
	found := s.prober.Compare(p.Seed, &p.want, r)
	if len(found) == 0 {
		return
	}
	first := found[0]
	for i := range found {
		if n, known := s.seen[found[i].Key()]; known {
			if n >= 0 {
				s.Findings[n].Count++
			}
			return
		}
	}

	if s.follows(&first) {
		s.Held++
		return
	}

	f := Finding{Witness: first, Count: 1, After: after, Elapsed: time.Since(s.began)}
	key := first.Key()
	if r.Failed != nil {
		f.Stderr = r.Failed.Stderr
		s.failed(ctx, &f, r.Failed.Code)
	} else if !s.steady(ctx, &f, p, r) {
		if f.Unsteady == "" {
			return
		}
	} else {
		f.Witness = s.shrink(ctx, first)
	}

	// cut to its first moves it may show what is known
	if n, known := s.seen[f.Key()]; known && n >= 0 {
		s.Findings[n].Count++
		s.seen[key] = n
		return
	}

	s.seen[key], s.seen[f.Key()] = len(s.Findings), len(s.Findings)
	s.Findings = append(s.Findings, f)
}

// follows reports whether a difference may follow from one that was found before. A program with
// wrong conversions, for example, also has wrong legal moves and outcomes.
func (s *search) follows(w *check.Witness) bool {
	board := func(w *check.Witness) bool {
		return w.Fault != parting.Missing && (w.Step == parting.Conversion ||
			w.Step == parting.Landing)
	}
	return !board(w) && w.Step != parting.Answer &&
		slices.ContainsFunc(s.Findings, func(f Finding) bool {
			return f.Unsteady == "" && (board(&f.Witness) || f.Step == parting.Reclaim)
		})
}

// mostUnsteady is how many differences may fail to repeat before no more are asked again.
const mostUnsteady = 3

// steady reports whether the program repeats its answer to a question. If it does not, the finding
// says how, unless that is known.
func (s *search) steady(ctx context.Context, f *Finding, p *position, r check.Reply) bool {
	if s.unsteady >= mostUnsteady {
		return false
	}
	f.Unsteady = check.Unsteady(ctx, s.prober.Session, p.question, &r.Answer, p.want)
	if f.Unsteady == "" {
		return true
	}
	s.unsteady++
	if s.unsteady > 1 {
		f.Unsteady = ""
		return false
	}

	for i := len(s.history) - 1; i >= 0 && ctx.Err() == nil; i-- {
		s.prober.Session.Fresh()
		if found := s.prober.Ask(ctx, []corpus.Seed{s.history[i], p.Seed}); len(found[1]) > 0 &&
			found[1][0].Key() == f.Key() {
			f.Prior = &s.history[i]
			break
		}
	}

	s.prober.Session.Fresh()
	return false
}

// failed looks for a smaller position on which the program fails in the same way. A timeout is not
// examined further.
func (s *search) failed(ctx context.Context, f *Finding, code string) {
	if code == "timeout" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, s.shrinkTime())
	defer cancel()
	if w, ok := s.prober.Shrink(ctx, f.Seed, f.Key(), 0); ok {
		f.Witness = w
	}
}

// shrink cuts the moves of a question to the shortest beginning that differs, and then takes away
// what can go.
func (s *search) shrink(ctx context.Context, w check.Witness) check.Witness {
	ctx, cancel := context.WithTimeout(ctx, s.shrinkTime())
	defer cancel()
	var list []corpus.Seed
	for n := range len(w.Moves) + 1 {
		list = append(list, corpus.Seed{FEN: w.FEN, Moves: w.Moves[:n]})
	}
	for _, found := range s.prober.Ask(ctx, list) {
		if len(found) > 0 {
			w = found[0]
			break
		}
	}

	if smaller, ok := s.prober.Shrink(ctx, w.Seed, w.Key(), chances); ok {
		return smaller
	}
	return w
}
