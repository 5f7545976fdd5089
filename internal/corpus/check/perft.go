package check

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"turncoat/corpus"
	"turncoat/internal/report"
	"turncoat/protocol"
	"turncoat/puzzle"
	"turncoat/rules"
)

// A PerftResult is the result of having a program count the turn sequences of a position.
type PerftResult struct {
	FEN   string `json:"fen"`
	Depth int    `json:"depth"` // the last that was asked
	Want  uint64 `json:"nodes"`
	Got   uint64 `json:"got"`
	OK    bool   `json:"ok"`
	// Failed says why there is no count; Unsupported that the program does not count.
	Failed      *Finding `json:"failed,omitempty"`
	Unsupported bool     `json:"unsupported,omitempty"`
	// At is the first position found whose turns the program gets wrong. If it gets all turns
	// right, At is the last position with a wrong count; it is nil if the counts are right.
	At      *corpus.Seed `json:"-"`
	Witness *Witness     `json:"-"` // how the turns of that position differ
}

// CheckPerft asks a program to count the turn sequences of positions, of each length with a count
// of at most most, and goes down from a wrong count to the first position with different turns. It
// ends early when the context does, and returns its error, or when too many questions go
// unanswered.
func CheckPerft(ctx context.Context, program *Program, variant *rules.Variant, list []corpus.Perft,
	most uint64,
	tick func(done int)) ([]PerftResult, error) {
	if err := program.Found(); err != nil {
		return nil, err
	}
	c := counter{ctx: ctx, variant: variant, session: program.Open()}
	defer c.session.Fresh()
	var results []PerftResult
	for i, p := range list {
		r := PerftResult{FEN: p.FEN, OK: true}
		for n, want := range p.Counts {
			if want > most || !r.OK || r.Unsupported || ctx.Err() != nil {
				break
			}
			r.Depth, r.Want = n+1, want
			c.count(&r)
		}

		if ctx.Err() != nil {
			return results, ctx.Err()
		}
		results = append(results, r)
		if c.session.GaveUp() {
			return results, nil
		}
		if tick != nil {
			tick(i + 1)
		}
	}

	return results, nil
}

// A counter asks one program for counts.
type counter struct {
	ctx     context.Context
	variant *rules.Variant
	session *Session
}

// count asks for one count, and looks for the cause of a wrong one.
func (c *counter) count(r *PerftResult) {
	q := corpus.Seed{FEN: r.FEN}
	got := c.ask([]corpus.Seed{q}, r.Depth)[0]
	r.Got, r.Failed, r.Unsupported = got.nodes, got.failed, got.unsupported
	r.OK = got.failed == nil && (got.unsupported || got.nodes == r.Want)
	if r.OK || got.failed != nil {
		return
	}
	for depth := r.Depth; ; depth-- {
		r.At = &q
		prober := &Prober{Variant: c.variant, Session: c.session}
		if found := prober.Ask(c.ctx, []corpus.Seed{q})[0]; len(found) > 0 {
			r.Witness = &found[0]
			return
		}

		next, ok := c.differs(q, depth-1)
		if !ok {
			return
		}
		q = next
	}
}

// differs returns the position after the first turn for which the program's count is wrong.
func (c *counter) differs(q corpus.Seed, depth int) (corpus.Seed, bool) {
	p, err := q.Position(c.variant)
	if err != nil || depth < 1 {
		return q, false
	}
	var list []corpus.Seed
	var want []uint64
	for t := range c.variant.Turns(&p) {
		n, err := c.variant.Perft(c.ctx, &t.After, depth, 1, nil)
		if err != nil {
			return q, false
		}
		moves := append(slices.Clip(q.Moves), puzzle.TurnWord(c.variant, &p, &t))
		list = append(list, corpus.Seed{FEN: q.FEN, Moves: moves})
		want = append(want, n)
	}

	for i, got := range c.ask(list, depth) {
		if got.failed == nil && !got.unsupported && got.nodes != want[i] {
			return list[i], true
		}
	}

	return q, false
}

// counted is the reply of a program to one question.
type counted struct {
	nodes       uint64
	unsupported bool
	failed      *Finding
}

func (c *counter) ask(list []corpus.Seed, depth int) []counted {
	requests := make([]protocol.Request, len(list))
	for i, q := range list {
		requests[i] = protocol.Request{
			Ask:   protocol.AskPerft,
			Rules: ruleName(c.variant.Set()),
			FEN:   q.FEN,
			Moves: q.Moves,
			Depth: &depth,
		}
	}

	out := make([]counted, len(list))
	for i := range out { // in case it is not asked
		out[i].failed = &Finding{Code: "gave-up", Message: "not asked"}
	}
	c.session.ask(c.ctx, requests, func(i int, answer reply) {
		var said struct {
			Nodes *uint64         `json:"nodes"`
			Error *protocol.Error `json:"error"`
		}
		out[i] = counted{failed: answer.failed}
		switch {
		case answer.failed != nil:
		case json.Unmarshal(answer.line, &said) != nil || said.Nodes == nil && said.Error == nil:
			out[i].failed = &Finding{Code: "bad-reply", Message: "it has no nodes: " +
				string(answer.line)}
		case said.Error != nil && (said.Error.Code == protocol.Unsupported ||
			said.Error.Code == protocol.UnknownRules):
			out[i].unsupported = true
		case said.Error != nil:
			out[i].failed = &Finding{Code: string(said.Error.Code), Message: said.Error.Message}
		default:
			out[i].nodes = *said.Nodes
		}
	})
	return out
}

// WriteText writes the result in a line, and below it the position in which a wrong count has its
// cause.
func (r *PerftResult) WriteText(w io.Writer, v *rules.Variant) error {
	g := report.Group{Name: r.FEN, Summary: r.summary()}
	switch {
	case r.Witness != nil:
		g.Findings = []report.Finding{r.Witness.Finding(v)}
	case r.At != nil:
		line := fmt.Sprintf("its turns are right; its count is not, after %q", r.At.Moves)
		g.Lines = []string{line}
	}

	out := report.Report{Groups: []report.Group{g}}
	return out.WriteText(w)
}

// summary says in one line whether the program counts correctly.
func (r *PerftResult) summary() string {
	switch {
	case r.Unsupported:
		return "the program does not count"
	case r.Depth == 0:
		return "every count is too large to ask"
	case r.Failed != nil:
		return fmt.Sprintf("perft %d is %d; no count: %s (%s)", r.Depth, r.Want, r.Failed.Message,
			r.Failed.Code)
	case r.OK:
		return fmt.Sprintf("right up to perft %d", r.Depth)
	}

	return fmt.Sprintf("perft %d is %d; the program counts %d", r.Depth, r.Want, r.Got)
}
