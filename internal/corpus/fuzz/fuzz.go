// Package fuzz searches another implementation of the rules for differences: it makes positions,
// asks the program their turns, compares every answer whole, and shrinks what differs to the
// smallest position that still does.
//
// One process is asked about all rule sets in turn, and now and then about the same position under
// two of them, so that a program that keeps something from one question for the next is found. The
// same seed and count ask the same questions. [Run] makes a [Report], which can be written as text,
// JSON, a page or cases for `corpus check`.
//
// This file has the run, search.go what is kept of one rule set, positions.go what is asked.
package fuzz

import (
	"context"
	"slices"
	"strings"
	"time"

	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/rules/ruleset"
)

// Options say what is searched, and how long.
type Options struct {
	Rules []ruleset.Set
	Count int           // positions for each rule set in addition to its corpora; 0 if time decides
	Time  time.Duration // of the whole run; 0 if Count is given
	Seed  uint64
	Max   int // findings of each rule set, after which it ends, warnings left out; 0 for 5
	// StrictInput makes it an error if the program accepts input that the rules refuse.
	StrictInput bool
	// First are positions that are asked before any are made: the corpora of a rule set.
	First func(set ruleset.Set) []corpus.Seed
	// Progress is called after each round of questions; may be nil.
	Progress func(p Progress)
}

const (
	defaultMax  = 5
	batch       = 64               // questions of a rule set in a round
	shrinkTime  = 15 * time.Second // for one difference
	chances     = 300              // positions made by chance at the end of shrinking
	mostTurns   = 1500             // of a position that is asked
	mostHistory = 2 * batch        // recent questions that may have left something behind
	sharedOften = 8                // one in so many positions is asked under another rule set, too
)

// shrinkTime returns how long one difference may be shrunk. Where time decides, what differs under
// one rule set must leave time for the others.
func (o *Options) shrinkTime() time.Duration {
	if o.Count > 0 {
		return shrinkTime
	}
	share := o.Time / time.Duration(2*max(1, len(o.Rules)))
	return min(shrinkTime, max(share, time.Second))
}

// Progress is how far a run is.
type Progress struct {
	Positions int // answered
	Found     int
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
	Took      time.Duration `json:"-"`         // until the last of these
	Findings  []Finding     `json:"-"`
	// differences that may follow from the findings
	Held int `json:"held"`
	// why the set was not searched, in the program's words
	Skipped string `json:"skipped,omitempty"`
	// three questions were not answered in time
	GaveUp bool `json:"gaveUp,omitempty"`
	// hello was not answered in time: see [check.Program]
	Unheard bool            `json:"unheard,omitempty"`
	Met     map[string]bool `json:"-"` // the rules that a question was about
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
	// Prior is the question after which it does so, nil where none is known.
	Prior  *Prior `json:"-"`
	Stderr string `json:"stderr,omitempty"` // the last lines of a program that failed
}

// A Prior is a question that leaves something behind in a program.
type Prior struct {
	Rules ruleset.Set
	corpus.Seed
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

// Run searches a program. Options.Time bounds all of it, whatever the program does. If the context
// ends, Run returns its error together with a report of what was found until then.
func Run(ctx context.Context, program *check.Program, o Options) (*Report, error) {
	if err := program.Found(); err != nil {
		return nil, err
	}
	within, cancel := context.WithCancel(ctx)
	if o.Count == 0 {
		within, cancel = context.WithTimeout(ctx, o.Time)
	}
	defer cancel()

	r := &run{options: o, session: program.Open(), prober: program.Open()}
	defer r.session.Fresh()
	defer r.prober.Fresh()
	for _, set := range known(within, program, o.Rules) {
		s := newSearch(set, o, r.prober)
		s.batches = s.positions(within)
		r.searches = append(r.searches, s)
	}
	for r.round(within) {
		if o.Progress != nil {
			o.Progress(r.progress())
		}
	}

	report := &Report{Program: strings.Join(program.Args, " ")}
	for _, s := range r.searches {
		s.Unheard = program.Unheard
		report.Sets = append(report.Sets, s.SetReport)
	}
	return report, ctx.Err()
}

// known leaves out the built-in rule sets that a program says it does not know.
func known(ctx context.Context, program *check.Program, list []ruleset.Set) []ruleset.Set {
	hello, said := program.Hello(ctx)
	if !said || len(hello.Rules) == 0 {
		return list
	}

	return slices.DeleteFunc(slices.Clone(list), func(s ruleset.Set) bool {
		_, builtin := ruleset.IsBuiltin(s)
		return builtin && !slices.Contains(hello.Rules, s.Name)
	})
}

// A run asks one process of a program about several rule sets in turn.
type run struct {
	options  Options
	session  *check.Session // is asked the positions
	prober   *check.Session // is asked about what differs
	searches []*search
	history  []asked // what the session was asked last
}

// An asked position is one with the search that it belongs to.
type asked struct {
	search *search
	*position
}

// round asks the next positions of each rule set whose search is not over. It reports false if
// there are none.
func (r *run) round(ctx context.Context) bool {
	var live []*search
	var batches [][]position
	for _, s := range r.searches {
		if s.over {
			continue
		}
		list, more := <-s.batches
		if !more {
			s.over = true
			continue
		}
		live, batches = append(live, s), append(batches, list)
	}

	if len(live) == 0 || ctx.Err() != nil {
		return false
	}
	r.ask(ctx, mixed(live, batches))
	for _, s := range live {
		s.finishRound(r.session.GaveUp())
	}
	return true
}

// mixed returns the positions of several searches one by one in turn. One in sharedOften is asked
// under the next rule set, too, right after.
func mixed(live []*search, batches [][]position) []asked {
	var list []asked
	longest := 0
	for _, batch := range batches {
		longest = max(longest, len(batch))
	}
	for n := range longest {
		for i, s := range live {
			if n >= len(batches[i]) {
				continue
			}
			p := &batches[i][n]
			list = append(list, asked{s, p})
			other := live[(i+1)%len(live)]
			if n%sharedOften != 0 || other == s {
				continue
			}
			shared, ok := other.position(p.Seed)
			if ok && shared.want.Refused == "" {
				list = append(list, asked{other, &shared})
			}
		}
	}

	return list
}

// A difference is a reply that is not that of the rules.
type difference struct {
	at    int // the number of the question in its round
	after int // positions of its rule set before it
	reply check.Reply
}

// ask asks a round of questions and examines the differences.
func (r *run) ask(ctx context.Context, list []asked) {
	questions := make([]check.Question, len(list))
	for i := range list {
		questions[i] = list[i].question
	}
	var differ []difference
	r.session.Ask(ctx, questions, func(i int, reply check.Reply) {
		s := list[i].search
		after := s.Positions
		if !s.take(list[i].position, reply) {
			differ = append(differ, difference{i, after, reply})
		}
	})

	before := len(r.history)
	r.history = append(r.history, list...)
	for _, d := range differ {
		at := before + d.at
		s := list[d.at].search
		if s.errors() < s.options.Max {
			s.differs(ctx, list[d.at].position, &d, r.history[max(0, at-mostHistory):at])
		}
	}

	r.history = slices.Clone(r.history[max(0, len(r.history)-mostHistory):])
}

func (r *run) progress() Progress {
	var p Progress
	for _, s := range r.searches {
		p.Positions += s.Positions
		p.Found += len(s.Findings)
	}
	return p
}
