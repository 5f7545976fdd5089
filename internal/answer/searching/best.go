package searching

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"turncoat/engine"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
)

// The limits of a request to the engine, and the time that it gets if it gives no limit.
const (
	maxThought     = time.Hour
	maxLines       = 20
	defaultThought = 500 * time.Millisecond
	nodeMemory     = 32 // bytes of the table for each position that may be searched
	maxTable       = 64 << 20
)

// bestRequest has the keys of [AskBest].
type bestRequest struct {
	Time      *int64 `json:"time"` // milliseconds
	Nodes     *int64 `json:"nodes"`
	Level     *int64 `json:"level"`
	Depth     int    `json:"depth"`
	Left      *int64 `json:"left"` // milliseconds on the clock
	Increment int64  `json:"increment"`
	Lines     int    `json:"lines"`
	Seed      uint64 `json:"seed"`
}

// limits returns the limits of a search, and how much memory its table needs.
func (r *bestRequest) limits() (l engine.Limits, memory int64, err error) {
	hour, given := maxThought.Milliseconds(), 0
	for _, one := range []struct {
		key   string
		value *int64
		most  int64
	}{{"time", r.Time, hour}, {"left", r.Left, hour}, {"nodes", r.Nodes, MaxNodes}, {"level", r.Level, engine.Levels}} {
		if one.value != nil {
			given++
			err = cmp.Or(err, protocol.Within(one.key, *one.value, 1, one.most))
		}
	}

	err = cmp.Or(err, protocol.Within("increment", r.Increment, 0, hour), protocol.Within("lines", r.Lines, 0, maxLines),
		protocol.AtLeast("depth", r.Depth, 0))
	switch {
	case err != nil:
		return l, 0, err
	case given > 1:
		return l, 0, protocol.Invalid(`"time", "nodes", "level" and "left" cannot be combined`)
	}

	memory = maxTable
	switch {
	case r.Nodes != nil:
		l.Nodes = uint64(*r.Nodes)
	case r.Level != nil:
		l = engine.Level(int(*r.Level), r.Seed)
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
		memory = min(memory, max(1, l.Time.Milliseconds())<<15)
	}

	l.Lines = max(1, r.Lines)
	return l, memory, nil
}

// Limits of a search that is brief: about a second, however it is limited.
const (
	briefTime  = time.Second
	briefNodes = 100_000
)

// Brief reports whether a request ends by itself within about a second: one for the best turn that
// limits its time or its positions, or asks for a level.
func Brief(r *protocol.Request) bool {
	if r.Ask != AskBest {
		return false
	}
	var asked bestRequest
	if err := json.Unmarshal(r.Line, &asked); err != nil {
		return true // it is refused at once
	}
	l, _, err := asked.limits()
	if err != nil {
		return true
	}
	return 0 < l.Time && l.Time <= briefTime || 0 < l.Nodes && l.Nodes <= briefNodes
}

// bestLine is a line of the engine in the protocol.
type bestLine struct {
	UCI       string   `json:"uci"`
	Reclaimed []string `json:"reclaimed"`
	Score     *int     `json:"score,omitempty"` // hundredths of a pawn
	Mate      *int     `json:"mate,omitempty"`  // turns; negative if lost
	Depth     int      `json:"depth"`
	Line      []string `json:"line"`
}

type bestReply struct {
	bestLine
	Nodes uint64     `json:"nodes"`
	Lines []bestLine `json:"lines,omitempty"`
}

// best answers [AskBest]. If the request has a move, it asks for the reclaim after it that is best
// for the enemy, who chooses.
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
	game := engine.At(record.Start()) // with its earlier positions, for repetition
	for _, t := range record.Turns() {
		game.Play(t.After)
	}
	variant, p := record.Variant(), &game.Position
	if !variant.Fast() && (limits.Nodes == 0 || limits.Nodes > MaxNodesSlow) && limits.Time == 0 {
		limits.Nodes = MaxNodesSlow
	}
	o := engine.Options{Threads: d.o.Jobs, Memory: memory}
	if d.o.Probe != nil {
		o.Probe = d.o.Probe(variant.Set())
	}
	e := engine.New(variant, o)
	begun := time.Now()
	limits.Report = func(r engine.Result) {
		q.Report(map[string]any{"depth": r.Depth, "nodes": r.Nodes, "seconds": time.Since(begun).Seconds(),
			"best": lineJSON(variant, p, r.Lines[0], r.Depth)})
	}
	var r engine.Result
	if q.Move == "" {
		r, err = e.Search(ctx, game, limits)
	} else {
		t, refused := variant.Parse(p, q.Move)
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

	reply := bestReply{bestLine: lineJSON(variant, p, r.Lines[0], r.Depth), Nodes: r.Nodes}
	for _, line := range r.Lines {
		if asked.Lines > 1 {
			reply.Lines = append(reply.Lines, lineJSON(variant, p, line, r.Depth))
		}
	}

	return reply, nil
}

// lineJSON converts a line to JSON. As in typed moves, "~" precedes a reclaim that is not the full
// one.
func lineJSON(variant *rules.Variant, p *board.Position, line engine.Line, depth int) bestLine {
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
		full := variant.Play(&q, t.Move)
		text := t.UCI(&q)
		if t.Reclaimed != full.Reclaimed {
			text += "~" + t.Reclaimed.String()
		}
		out.Line = append(out.Line, text)
		played, err := variant.TryPlay(&q, t.Move, &t.Reclaimed)
		if err != nil {
			break // cannot happen: the search plays legal turns
		}
		q = played.After
	}

	return out
}
