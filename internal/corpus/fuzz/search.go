package fuzz

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/corpus/parting"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// A search is the part of a run about one rule set.
type search struct {
	SetReport
	options  Options
	variant  *rules.Variant
	prober   *check.Prober // is asked about what differs
	batches  <-chan []position
	began    time.Time
	over     bool
	knows    bool           // the program has answered a question about this rule set
	plain    atomic.Bool    // the program does not give the outcomes of turns: a guess
	seen     map[string]int // the number of the finding of each kind of parting
	unsteady int
}

func newSearch(set ruleset.Set, o Options, prober *check.Session) *search {
	s := &search{options: o, variant: rules.New(set), began: time.Now(), seen: map[string]int{}}
	s.Rules, s.Met = set, map[string]bool{}
	if s.options.Max == 0 {
		s.options.Max = defaultMax
	}
	s.prober = &check.Prober{Variant: s.variant, Session: prober}
	return s
}

// finishRound notes how far the search is, and whether it is over.
func (s *search) finishRound(gaveUp bool) {
	s.Took = time.Since(s.began)
	s.Questions = s.Positions + s.prober.Asked
	s.GaveUp = gaveUp
	s.over = gaveUp || s.Skipped != "" || s.errors() >= s.options.Max
}

// A position is one to ask, with what the rules answer.
type position struct {
	corpus.Seed
	question check.Question
	want     corpus.Answer
	boards   bool     // want has moves and boards alone
	met      []string // rules
}

// take compares a reply with the rules. It reports false if the reply has to be examined.
func (s *search) take(p *position, r check.Reply) bool {
	s.Positions++
	if r.Failed != nil {
		return false
	}
	switch protocol.Code(r.Answer.Refused) {
	case protocol.Unsupported, protocol.UnknownRules:
		if !s.knows {
			s.Skipped = "it says " + r.Message
		}
		return true
	case protocol.Limit:
		return true
	}

	s.knows, s.Skipped = true, ""
	if p.want.Refused != "" {
		s.invalid(p, r.Answer)
		return true
	}

	// Whatever was expected of the program before, what it gives now is compared.
	more := slices.ContainsFunc(r.Answer.Turns, givesMore)
	if more && p.boards {
		p.want = corpus.AnswerOf(s.variant, &corpus.Case{FEN: p.FEN, Moves: p.Moves})
	}
	if len(r.Answer.Turns) > 0 {
		s.plain.Store(!more)
	}

	d := corpus.Compare(&p.want, &r.Answer)
	if d.None() {
		s.meet(p.met)
	}
	return d.None()
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
func (s *search) invalid(p *position, got corpus.Answer) {
	list := parting.Find(s.variant, p.Seed, &p.want, &got)
	if len(list) == 0 {
		s.meet(p.met)
	}
	for _, found := range list {
		if n, known := s.seen[found.Key()]; known {
			s.Findings[n].Count++
			continue
		}

		s.seen[found.Key()] = len(s.Findings)
		w := check.Witness{Parting: found, Seed: p.Seed, Want: p.want, Whole: got}
		s.Findings = append(s.Findings, Finding{Witness: w, Warning: !s.options.StrictInput,
			Count: 1, After: s.Positions - 1, Elapsed: time.Since(s.began)})
	}
}

// differs examines a difference, before which the given questions were asked. A known kind is
// counted, a new one is shrunk.
func (s *search) differs(ctx context.Context, p *position, d *difference, before []asked) {
	found := s.prober.Compare(p.Seed, &p.want, d.reply)
	if len(found) == 0 {
		return
	}
	first := found[0]
	for i := range found {
		if n, known := s.seen[found[i].Key()]; known {
			s.Findings[n].Count++
			return
		}
	}

	if s.follows(&first) {
		s.Held++
		return
	}

	f := Finding{Witness: first, Count: 1, After: d.after, Elapsed: time.Since(s.began)}
	key := first.Key()
	switch failed := d.reply.Failed; {
	case failed != nil:
		f.Stderr = failed.Stderr
		s.failed(ctx, &f, failed.Code)
	case s.steady(ctx, &f, p, d.reply):
		f.Witness = s.shrink(ctx, first)
	case f.Unsteady == "":
		return
	default:
		f.Prior = s.prior(ctx, p, f.Key(), before)
	}

	// Cut to its first moves the question may show what is known.
	if n, known := s.seen[f.Key()]; known {
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
	}
	return false
}

// prior returns the question after which, in a fresh process, the program gives the wrong answer
// again: the last of those that were asked before, nil if none is found.
func (s *search) prior(ctx context.Context, p *position, key string, before []asked) *Prior {
	defer s.prober.Session.Fresh()
	for _, q := range slices.Backward(before) {
		if ctx.Err() != nil {
			return nil
		}
		s.prober.Session.Fresh()
		var found []check.Witness
		s.prober.Session.Ask(ctx, []check.Question{q.question, p.question},
			func(i int, r check.Reply) {
				if i == 1 {
					found = s.prober.Compare(p.Seed, &p.want, r)
				}
			})
		s.prober.Asked += 2
		if len(found) > 0 && found[0].Key() == key {
			return &Prior{q.search.Rules, q.Seed}
		}
	}

	return nil
}

// failed looks for a smaller position on which the program fails in the same way. A timeout is not
// examined further.
func (s *search) failed(ctx context.Context, f *Finding, code string) {
	if code == "timeout" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, s.options.shrinkTime())
	defer cancel()
	if w, ok := s.prober.Shrink(ctx, f.Seed, f.Key(), 0); ok {
		f.Witness = w
	}
}

// shrink cuts the moves of a question to the shortest beginning that differs, and then takes away
// what can go.
func (s *search) shrink(ctx context.Context, w check.Witness) check.Witness {
	ctx, cancel := context.WithTimeout(ctx, s.options.shrinkTime())
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
