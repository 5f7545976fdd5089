package protocol

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Limits on one request, checked before the work is done. The time of a perft is not limited; a client can cancel it.
const (
	MaxTurns = 20_000 // turns listed in one answer
	MaxMoves = 10_000 // moves played before the answer
	MaxDepth = 10     // of a perft

	// Custom rule sets are about ten times slower than built-in ones and get a tenth of the limits.
	slowness = 10
)

// Server answers requests. The zero value answers all of this package except forced wins.
type Server struct {
	// Set changes settings of every rule set of a request whose family reads them.
	Set []ruleset.Override
	// Jobs is the number of goroutines of a perft; 0 means one per processor.
	Jobs int
	// More answers further asks, by name: [AskWin] is one. The result of a function is a [Reply], or marshals to an
	// object whose fields follow the id. An error is an [*Error], or one that wraps rules.ErrLimit, which becomes the
	// code limit.
	More map[string]func(context.Context, *Question) (any, error)
}

// Question is a request for a function of [Server.More].
type Question struct {
	*Request
	s    *Server
	emit func(Reply)
}

// At returns the variant and the position, after its moves, that the request asks about.
func (q *Question) At(ctx context.Context) (*rules.Variant, board.Position, error) {
	g, p, _, err := q.s.at(ctx, q.Request)
	return g, p, err
}

// Before returns the variant and the position before the moves of the request, for a caller that plays them itself.
// [Question.Refused] explains an illegal move.
func (q *Question) Before() (*rules.Variant, board.Position, error) {
	g, err := q.s.variant(q.Request)
	if err != nil {
		return nil, board.Position{}, err
	}
	p, err := q.start(g)
	return g, p, err
}

// Refused turns the error of package rules for move i (from 0) into the error of the request.
func (q *Question) Refused(g *rules.Variant, i int, err error) error {
	return moveError(fmt.Sprintf("moves[%d]", i), q.refused(g, i, q.Moves[i], err))
}

// Variant returns the rule set of the request, nil if it has none.
func (q *Question) Variant() (*rules.Variant, error) {
	if len(q.Rules) == 0 {
		return nil, nil
	}
	return q.s.variant(q.Request)
}

// Fields unmarshals keys of the request that this package does not know.
func (q *Question) Fields(into any) error {
	if err := q.checkKeys(keysOf(into)...); err != nil {
		return err
	}
	q.unknown = nil
	if err := json.Unmarshal(q.Line, into); err != nil {
		return Invalid("%v", err)
	}
	return nil
}

// Report sends a progress report if the request asks for progress.
func (q *Question) Report(progress any) {
	if q.Progress && q.emit != nil {
		q.emit(Reply{ID: q.ID, Body: map[string]any{"progress": progress}})
	}
}

// answer answers a request that could be read.
func (s *Server) answer(ctx context.Context, r *Request, emit func(Reply)) (Reply, error) {
	if more := s.More[r.Ask]; more != nil {
		body, err := more(ctx, &Question{Request: r, s: s, emit: emit})
		reply, whole := body.(Reply)
		if !whole {
			reply.Body = body
		}
		return reply, cmp.Or(err, r.checkKeys()) // which nothing has read
	}
	if err := r.checkKeys(); err != nil {
		return Reply{}, err
	}
	do, known := map[string]func(context.Context, *rules.Variant, *board.Position, *Request) (Reply, error){
		AskTurns: s.turns, AskPerft: s.perft, AskExplain: s.explain, AskWeights: s.weights, AskReclaim: s.reclaim,
		AskPlay: nil, // the moves are played in any case
	}[r.Ask]
	switch {
	case known:
	case r.Ask == AskRules:
		return s.rules(r)
	case r.Ask == AskHello:
		return Reply{Body: map[string]any{"hello": Hello{Protocol: Version, Name: "turncoat",
			Rules: ruleset.BuiltinNames(), Asks: s.asks(), FEN: FullFEN}}}, nil
	default:
		return Reply{}, &Error{Code: Unsupported, Message: fmt.Sprintf("unknown ask %q; want one of %s", r.Ask,
			strings.Join(s.asks(), ", "))}
	}
	g, p, last, err := s.at(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	if do != nil {
		return do(ctx, g, &p, r)
	}
	outcome := g.Outcome(&p)
	return Reply{Turn: last, FEN: g.FEN(&p), Outcome: outcome.Result.String(), Reason: outcome.Reason}, nil
}

// asks returns the known asks.
func (s *Server) asks() []string {
	list := []string{AskTurns, AskPerft, AskPlay, AskExplain, AskWeights, AskReclaim, AskRules, AskHello, AskCancel}
	for _, ask := range slices.Sorted(maps.Keys(s.More)) {
		if ask == AskWin {
			list = slices.Insert(list, 3, ask)
		} else {
			list = append(list, ask)
		}
	}
	return list
}

// asError converts an error to one of the protocol.
func asError(err error) *Error {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, rules.ErrLimit), errors.Is(err, context.DeadlineExceeded):
		return &Error{Code: Limit, Message: err.Error()}
	}
	return &Error{Code: Unsupported, Message: err.Error()}
}

// start returns the position of a request before its moves and checks their number.
func (r *Request) start(g *rules.Variant) (board.Position, error) {
	if r.FEN == "" {
		return board.Position{}, Invalid("missing %q", "fen")
	}
	if r.FEN == "start" {
		r.FEN = board.StartFEN
	}
	if len(r.FEN) > board.MaxFEN {
		return board.Position{}, &Error{Code: InvalidFEN, Message: fmt.Sprintf("FEN longer than %d bytes",
			board.MaxFEN)}
	}
	p, err := g.ParseFEN(r.FEN)
	if err != nil {
		return p, &Error{Code: InvalidFEN, Message: oneLine(err)}
	}
	if most := limitFor(g, MaxMoves); len(r.Moves) > most {
		return p, &Error{Code: Limit, Message: fmt.Sprintf("more than %d moves", most)}
	}
	return p, nil
}

// at returns the variant and the position of a request after its moves, and the last turn.
func (s *Server) at(ctx context.Context, r *Request) (*rules.Variant, board.Position, *Turn, error) {
	g, err := s.variant(r)
	if err != nil {
		return nil, board.Position{}, nil, err
	}
	p, err := r.start(g)
	if err != nil {
		return nil, p, nil, err
	}
	var last *Turn
	for i, text := range r.Moves {
		if ctx.Err() != nil {
			break // Serve ends
		}
		t, err := g.Parse(&p, text)
		if err != nil {
			return nil, p, nil, moveError(fmt.Sprintf("moves[%d]", i), r.refused(g, i, text, err))
		}
		if i == len(r.Moves)-1 {
			record := TurnOf(g, &p, t)
			last = &record
		}
		p = t.After
	}
	return g, p, last, nil
}

// refused explains why the move after the first n is illegal, with the history of a piece where that helps. It replays
// the moves before it.
func (r *Request) refused(g *rules.Variant, n int, text string, err error) error {
	p, bad := g.ParseFEN(r.FEN)
	if bad != nil || !errors.Is(err, rules.ErrIllegal) {
		return err
	}
	game := rules.NewGame(g, &p)
	for _, move := range r.Moves[:n] {
		if _, bad := game.Play(move); bad != nil {
			return err
		}
	}
	_, err = game.Play(text)
	return err
}

// moveError returns the error of a move that cannot be played. Text that is not a move at all breaks no rule of the
// game; the request is invalid then.
func moveError(where string, err error) *Error {
	e := &Error{Code: InvalidRequest, Message: fmt.Sprintf("%s: %v", where, err)}
	var illegal *rules.IllegalError
	switch {
	case errors.As(err, &illegal):
		e.Code = IllegalMove
		if broken := illegal.Rules(); len(broken) > 0 {
			e.Rule = broken[0]
		}
	case errors.Is(err, rules.ErrAmbiguous):
		e.Code, e.Rule = IllegalMove, "NOT-1"
	}
	return e
}

// oneLine puts joined errors on one line.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// limitFor returns the limit for a rule set.
func limitFor(g *rules.Variant, limit int) int {
	if _, fast := g.Fast(); fast {
		return limit
	}
	return limit / slowness
}

func (s *Server) turns(ctx context.Context, g *rules.Variant, p *board.Position, r *Request) (Reply, error) {
	turns := g.Turns(p)
	switch r.Reclaim {
	case "", "all":
	case "full":
		turns = g.FullTurns(p)
	default:
		return Reply{}, Invalid("%q must be all or full, not %q", "reclaim", r.Reclaim)
	}
	if r.Move != "" {
		t, err := g.Parse(p, r.Move)
		if err != nil {
			return Reply{}, moveError("move", err)
		}
		if turns = g.TurnsOf(p, t.Move); r.Reclaim == "full" {
			turns = func(yield func(board.Played) bool) { yield(g.Full(p, t.Move)) }
		}
	}
	// Writing the turns out is most of the work. They are counted first, so that too many are refused at once.
	count, most := 0, limitFor(g, MaxTurns)
	for range turns {
		if count++; count > most {
			return Reply{}, &Error{Code: Limit,
				Message: fmt.Sprintf("more than %d turns; ask for \"reclaim\":\"full\"", most)}
		}
	}
	records := make([]Turn, 0, count)
	for t := range turns {
		if ctx.Err() != nil {
			break // respond says so
		}
		records = append(records, TurnOf(g, p, t))
	}
	SortTurns(records)
	outcome := g.Outcome(p)
	return Reply{Turns: records, Outcome: outcome.Result.String(), Reason: outcome.Reason}, nil
}

func (s *Server) perft(ctx context.Context, g *rules.Variant, p *board.Position, r *Request) (Reply, error) {
	switch {
	case r.Depth == nil:
		return Reply{}, Invalid("missing %q", "depth")
	case *r.Depth < 0:
		return Reply{}, Invalid("%q must be at least 0, not %d", "depth", *r.Depth)
	case *r.Depth > MaxDepth:
		return Reply{}, &Error{Code: Limit, Message: fmt.Sprintf("%q must be at most %d, not "+
			"%d", "depth", MaxDepth, *r.Depth)}
	}
	jobs := s.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	nodes, err := g.Perft(ctx, p, *r.Depth, jobs)
	return Reply{Nodes: &nodes}, err
}
