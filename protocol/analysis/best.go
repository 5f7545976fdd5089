package analysis

import (
	"context"
	"time"

	"turncoat/engine"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
)

// The most that one request may ask of the engine, and what a request gets that asks for nothing.
const (
	maxThought     = time.Hour
	maxLines       = 20
	defaultThought = 500 * time.Millisecond
	nodeMemory     = 32 // bytes of the table for each position that may be looked at
	maxTable       = 64 << 20
)

// bestRequest has the keys of [AskBest].
type bestRequest struct {
	Time      *int64  `json:"time"` // milliseconds
	Nodes     *uint64 `json:"nodes"`
	Level     *int    `json:"level"`
	Depth     int     `json:"depth"`
	Left      *int64  `json:"left"` // milliseconds on the clock
	Increment int64   `json:"increment"`
	Lines     int     `json:"lines"`
	Seed      uint64  `json:"seed"`
}

// limits returns the limits of a search, and how much memory its table needs.
func (r *bestRequest) limits() (l engine.Limits, memory int64, err error) {
	memory = maxTable
	given := 0
	for _, number := range []*int64{r.Time, r.Left} {
		if number != nil {
			given++
			if *number < 1 || *number > maxThought.Milliseconds() {
				return l, 0, protocol.Invalid(`"time" and "left" must be 1 to %d milliseconds, not %d`,
					maxThought.Milliseconds(), *number)
			}
		}
	}
	switch {
	case r.Increment < 0 || r.Increment > maxThought.Milliseconds():
		return l, 0, protocol.Invalid(`"increment" must be 0 to %d milliseconds`, maxThought.Milliseconds())
	case r.Lines < 0 || r.Lines > maxLines:
		return l, 0, protocol.Invalid(`"lines" must be 1 to %d, not %d`, maxLines, r.Lines)
	case r.Depth < 0:
		return l, 0, protocol.Invalid(`"depth" must be at least 1, not %d`, r.Depth)
	}
	if r.Nodes != nil {
		if given++; *r.Nodes < 1 || *r.Nodes > MaxNodes {
			return l, 0, protocol.Invalid(`"nodes" must be 1 to %d, not %d`, MaxNodes, *r.Nodes)
		}
	}
	if r.Level != nil {
		if given++; *r.Level < 1 || *r.Level > engine.Levels {
			return l, 0, protocol.Invalid(`"level" must be 1 to %d, not %d`, engine.Levels, *r.Level)
		}
	}
	if given > 1 {
		return l, 0, protocol.Invalid(`"time", "nodes", "level" and "left" cannot be combined`)
	}
	switch {
	case r.Nodes != nil:
		l.Nodes = *r.Nodes
	case r.Level != nil:
		l = engine.Level(*r.Level, r.Seed)
		memory = nodeMemory << 15
	case r.Left != nil:
		clock := engine.Clock{Left: time.Duration(*r.Left) * time.Millisecond,
			Increment: time.Duration(r.Increment) * time.Millisecond}
		l = clock.Limits()
	case r.Time != nil:
		l.Time = time.Duration(*r.Time) * time.Millisecond
	case r.Depth == 0:
		l.Time = defaultThought
	}
	if r.Depth > 0 {
		l.Depth = r.Depth
	}
	if l.Nodes > 0 {
		memory = min(memory, nodeMemory*int64(l.Nodes))
	} else if l.Time > 0 {
		memory = min(memory, int64(l.Time/time.Millisecond)<<15)
	}
	l.Lines = max(1, r.Lines)
	return l, memory, nil
}

// bestLine is a line of the engine's as the protocol has it.
type bestLine struct {
	UCI       string   `json:"uci"`
	Reclaimed []string `json:"reclaimed"`
	Score     *int     `json:"score,omitempty"` // hundredths of a pawn
	Mate      *int     `json:"mate,omitempty"`  // turns; below zero if lost
	Depth     int      `json:"depth"`
	Line      []string `json:"line"`
}

type bestReply struct {
	bestLine
	Nodes uint64     `json:"nodes"`
	Lines []bestLine `json:"lines,omitempty"`
}

// best answers [AskBest]; of a request with a move, which reclaim of it is best for the side that chooses.
func (d answerer) best(ctx context.Context, q *protocol.Question) (any, error) {
	var asked bestRequest
	if err := q.Fields(&asked); err != nil {
		return nil, err
	}
	limits, memory, err := asked.limits()
	if err != nil {
		return nil, err
	}
	record, err := q.Game(ctx)
	if err != nil {
		return nil, err
	}
	game := engine.At(record.Start()) // which knows what is repeated
	for _, t := range record.Turns() {
		game.Play(t.After)
	}
	g, p := record.Variant(), &game.Position
	if _, fast := g.Fast(); !fast && (limits.Nodes == 0 || limits.Nodes > MaxNodesSlow) && limits.Time == 0 {
		limits.Nodes = MaxNodesSlow
	}
	o := engine.Options{Threads: d.o.Jobs, Memory: memory}
	if d.o.Probe != nil {
		o.Probe = d.o.Probe(g.Set())
	}
	e := engine.New(g, o)
	begun := time.Now()
	limits.Report = func(r engine.Result) {
		q.Report(map[string]any{"depth": r.Depth, "nodes": r.Nodes, "seconds": time.Since(begun).Seconds(),
			"best": lineJSON(g, p, r.Lines[0], r.Depth)})
	}
	var r engine.Result
	if q.Move == "" {
		r, err = e.Search(ctx, game, limits)
	} else {
		t, refused := g.Parse(p, q.Move)
		if refused != nil {
			return nil, &protocol.Error{Code: protocol.IllegalMove, Message: refused.Error()}
		}
		r, err = e.Reclaim(ctx, game, t.Move, limits)
	}
	switch {
	case err != nil:
		return nil, err
	case len(r.Lines) == 0:
		return nil, &protocol.Error{Code: protocol.IllegalMove, Message: "the game is over"}
	}
	reply := bestReply{bestLine: lineJSON(g, p, r.Lines[0], r.Depth), Nodes: r.Nodes}
	for _, line := range r.Lines {
		if asked.Lines > 1 {
			reply.Lines = append(reply.Lines, lineJSON(g, p, line, r.Depth))
		}
	}
	return reply, nil
}

// lineJSON writes a line; what it reclaims otherwise than in full follows "~", as in typed moves.
func lineJSON(g *rules.Variant, p *board.Position, line engine.Line, depth int) bestLine {
	first := line.Turns[0]
	out := bestLine{UCI: first.UCI(p), Reclaimed: first.Reclaimed.Names(), Depth: depth, Line: []string{}}
	if turns, known := line.Score.Mate(); known {
		out.Mate = &turns
	} else {
		score := int(line.Score)
		out.Score = &score
	}
	q := *p
	for _, t := range line.Turns {
		full := g.Full(&q, t.Move)
		text := t.UCI(&q)
		if t.Reclaimed != full.Reclaimed {
			text += "~" + t.Reclaimed.String()
		}
		out.Line = append(out.Line, text)
		played, err := g.TryPlay(&q, t.Move, &t.Reclaimed)
		if err != nil {
			break // not to be expected: the search plays legal turns
		}
		q = played.After
	}
	return out
}
