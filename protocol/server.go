package protocol

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"turncoat/internal/strict"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Limits on one request, checked before the work is done. The time of a perft is not limited; a
// client can cancel it.
const (
	MaxTurns = 20_000 // turns listed in one answer
	MaxMoves = 10_000 // moves played before the answer
	MaxDepth = 10     // of a perft

	// Custom rule sets are about ten times slower than built-in ones and get a tenth of the limits.
	slowness = 10
)

// Server answers requests. The zero value answers all asks of this package except forced wins.
type Server struct {
	// Set overrides settings of the rule set of every request, if its family has them.
	Set []ruleset.Override
	// Jobs is the number of goroutines of a perft; 0 means one per processor.
	Jobs int
	// More has functions that answer further asks, by name; [AskWin] is one. A function returns a
	// [Reply], or a value that marshals to an object whose fields follow the id. Its error is an
	// [*Error], or one that wraps rules.ErrLimit and gets the code limit.
	More map[string]func(context.Context, *Question) (any, error)
}

// Question is a request for a function of [Server.More].
type Question struct {
	*Request
	s    *Server
	emit func(Reply)
}

// Game returns the game that the request asks about, with its moves played.
func (q *Question) Game(ctx context.Context) (*rules.Game, error) {
	return q.s.game(ctx, q.Request)
}

// At returns the variant and the position after the moves of the request.
func (q *Question) At(ctx context.Context) (*rules.Variant, board.Position, error) {
	game, err := q.Game(ctx)
	if err != nil {
		return nil, board.Position{}, err
	}
	return game.Variant(), *game.Position(), nil
}

// Variant returns the rule set of the request, nil if it has none.
func (q *Question) Variant() (*rules.Variant, error) {
	if len(q.Rules) == 0 {
		return nil, nil
	}
	return q.s.variant(q.Request)
}

// Fields unmarshals the keys that this package does not know into the struct that into points to.
// Each of its fields must have a json tag.
func (q *Question) Fields(into any) error {
	if err := q.checkKeys(strict.KeysOf(reflect.TypeOf(into).Elem())...); err != nil {
		return err
	}
	q.unknown = nil
	err := json.Unmarshal(q.Line, into)
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &mismatch):
		return Invalid("%q has the wrong type: %s", mismatch.Field, mismatch.Value)
	case err != nil:
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
		return reply, cmp.Or(err, r.checkKeys()) // keys that the function has not read
	}

	if err := r.checkKeys(); err != nil {
		return Reply{}, err
	}
	do, known := map[string]func(context.Context, *rules.Game, *Request) (Reply, error){
		AskTurns: s.turns, AskPerft: s.perft, AskExplain: s.explain, AskWeights: s.weights,
		AskReclaim: s.reclaim,
		AskPlay:    played,
	}[r.Ask]
	switch {
	case known:
		game, err := s.game(ctx, r)
		if err != nil {
			return Reply{}, err
		}
		return do(ctx, game, r)
	case r.Ask == AskRules:
		return s.rules(r)
	case r.Ask == AskHello:
		return Reply{Body: map[string]any{"hello": Hello{Protocol: Version, Name: "turncoat",
			Rules: ruleset.BuiltinNames(), Asks: s.asks(), FEN: FullFEN}}}, nil
	}

	return Reply{}, &Error{Code: Unsupported, Message: fmt.Sprintf("unknown ask %q; want one of %s",
		r.Ask, strings.Join(s.asks(), ", "))}
}

// played answers [AskPlay].
func played(_ context.Context, game *rules.Game, _ *Request) (reply Reply, _ error) {
	variant, p := game.Variant(), *game.Position()
	if turns := game.Turns(); len(turns) > 0 {
		game.Undo()
		last := TurnOf(variant, game.Position(), turns[len(turns)-1])
		reply.Turn = &last
	}

	outcome := variant.Outcome(&p)
	reply.FEN, reply.Outcome, reply.Reason = variant.FEN(&p), outcome.Result.String(),
		outcome.Reason
	return reply, nil
}

// asks returns the known asks.
func (s *Server) asks() []string {
	list := []string{AskTurns, AskPerft, AskPlay, AskExplain, AskWeights, AskReclaim, AskRules,
		AskHello, AskCancel}
	for _, ask := range slices.Sorted(maps.Keys(s.More)) {
		if ask == AskWin {
			list = slices.Insert(list, 3, ask)
		} else {
			list = append(list, ask)
		}
	}

	return list
}

// asError converts an error to a protocol error.
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

// game returns the game of a request, with its moves played.
func (s *Server) game(ctx context.Context, r *Request) (*rules.Game, error) {
	variant, err := s.variant(r)
	switch {
	case err != nil:
		return nil, err
	case r.FEN == "":
		return nil, Invalid("missing %q", "fen")
	case r.FEN == "start":
		r.FEN = board.StartFEN
	case len(r.FEN) > board.MaxFEN:
		return nil, &Error{Code: InvalidFEN, Message: fmt.Sprintf("FEN longer than %d bytes",
			board.MaxFEN)}
	}

	p, err := variant.ParseFEN(r.FEN)
	if err != nil {
		return nil, &Error{Code: InvalidFEN, Message: strings.ReplaceAll(err.Error(), "\n", "; ")}
	}
	if most := limitFor(variant, MaxMoves); len(r.Moves) > most {
		return nil, &Error{Code: Limit, Message: fmt.Sprintf("more than %d moves", most)}
	}
	game := rules.NewGame(variant, &p)
	for i, text := range r.Moves {
		if ctx.Err() != nil {
			break // the request ends with an error
		}
		if _, err := game.Play(text); err != nil {
			return nil, moveError(fmt.Sprintf("moves[%d]", i), err)
		}
	}

	return game, nil
}

// moveError returns the error of a move that cannot be played. Text that is not a move at all
// breaks no rule; it makes the request invalid.
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

// limitFor returns a limit adapted to a rule set.
func limitFor(variant *rules.Variant, limit int) int {
	if variant.Fast() {
		return limit
	}
	return limit / slowness
}

// turnsAsked yields the turns that a request for [AskTurns] wants: of one move or of all, each with
// the full reclaim or with every choice of reclaims.
func turnsAsked(variant *rules.Variant, p *board.Position, r *Request) (iter.Seq[board.Played],
	error) {
	all := r.Reclaim == "" || r.Reclaim == "all"
	if !all && r.Reclaim != "full" {
		return nil, Invalid("%q must be all or full, not %q", "reclaim", r.Reclaim)
	}
	if all && r.Move == "" {
		return variant.Turns(p), nil
	}

	moves := variant.Moves(p)
	if r.Move != "" {
		t, err := variant.Parse(p, r.Move)
		if err != nil {
			return nil, moveError("move", err)
		}
		if all {
			return variant.TurnsOf(p, t.Move), nil
		}
		moves = []board.Move{t.Move}
	}

	var turns []board.Played
	for _, m := range moves {
		turns = append(turns, variant.Play(p, m))
	}
	return slices.Values(turns), nil
}

// turns answers [AskTurns].
func (s *Server) turns(ctx context.Context, game *rules.Game, r *Request) (Reply, error) {
	variant, p := game.Variant(), game.Position()
	turns, err := turnsAsked(variant, p, r)
	if err != nil {
		return Reply{}, err
	}

	// Formatting the turns takes most of the time. They are counted first, so that too many are
	// refused at once.
	count, most := 0, limitFor(variant, MaxTurns)
	for range turns {
		count++
		if count > most {
			return Reply{}, &Error{Code: Limit,
				Message: fmt.Sprintf("more than %d turns; ask for \"reclaim\":\"full\"", most)}
		}
	}

	outcome := variant.Outcome(p)
	return Reply{Turns: turnsOf(ctx, variant, p, turns), Outcome: outcome.Result.String(),
		Reason: outcome.Reason}, nil
}

func (s *Server) perft(ctx context.Context, game *rules.Game, r *Request) (Reply, error) {
	switch {
	case r.Depth == nil:
		return Reply{}, Invalid("missing %q", "depth")
	case *r.Depth < 0:
		return Reply{}, AtLeast("depth", *r.Depth, 0)
	case *r.Depth > MaxDepth:
		return Reply{}, &Error{Code: Limit, Message: fmt.Sprintf("%q must be at most %d, not %d",
			"depth", MaxDepth, *r.Depth)}
	}

	jobs := s.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	nodes, err := game.Variant().Perft(ctx, game.Position(), *r.Depth, jobs, nil)
	return Reply{Nodes: &nodes}, err
}
