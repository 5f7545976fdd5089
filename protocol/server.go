package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The limits within which requests are answered. They bound the memory of one request; how long it
// may take is left to whoever asked, who can end the program.
const (
	MaxTurns = 100_000 // turns listed in one answer
	MaxMoves = 10_000  // moves played before the answer
	MaxDepth = 10      // of a perft
)

// Server answers requests. The zero value answers all but forced wins.
type Server struct {
	// Override changes every rule set that is asked about; nil leaves them. See [ParseOverrides].
	Override func(ruleset.Set) ruleset.Set
	// Win answers [AskWin] for a game and a position: in at most r.In turns, which is 1 or more. It
	// fills Win, In and Keys. An error that wraps rules.ErrLimit becomes the code limit. Without Win such a request is unsupported.
	Win func(ctx context.Context, g *rules.Variant, p *board.Position, r *Request) (Reply, error)
	// Jobs is how many goroutines share a perft; 0 is one a processor.
	Jobs int
}

// Serve answers line after line until the end of input. Each answer is written in one piece, and w
// is flushed after it if it can be. The error is that of reading or writing, or the context's; a request that
// cannot be answered is none.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	in := newLines(r)
	for {
		line, tooLong, err := in.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("reading requests: %w", err)
		}
		reply := Reply{ID: null, Error: &Error{Code: TooLong, Message: fmt.Sprintf("the line is longer than %d bytes", MaxLine)}}
		if !tooLong {
			reply = s.Answer(ctx, line)
		}
		if err := ctx.Err(); err != nil {
			return err // the answer may be half done
		}
		if err := write(w, reply); err != nil {
			return err
		}
	}
}

func write(w io.Writer, reply Reply) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // the id comes back unchanged
	if err := e.Encode(reply); err != nil {
		return err
	}
	if _, err := w.Write(text.Bytes()); err != nil {
		return err
	}
	if f, ok := w.(interface{ Flush() error }); ok {
		return f.Flush()
	}
	return nil
}

// Answer answers one line.
func (s *Server) Answer(ctx context.Context, line []byte) Reply {
	r, e := ParseRequest(line)
	reply := Reply{}
	if e == nil {
		reply, e = s.answer(ctx, &r)
	}
	if e != nil {
		e.Message = cut(e.Message)
		reply = Reply{Error: e}
	}
	reply.ID = r.ID
	return reply
}

func (s *Server) answer(ctx context.Context, r *Request) (Reply, *Error) {
	var do func(context.Context, *rules.Variant, *board.Position, *Request) (Reply, *Error)
	switch r.Ask {
	case AskTurns:
		do = s.turns
	case AskPerft:
		do = s.perft
	case AskPlay:
		do = nil // the moves are played in any case
	case AskWin:
		if do = s.win; s.Win == nil {
			return Reply{}, &Error{Code: Unsupported, Message: "forced wins are not searched for"}
		}
	default:
		return Reply{}, &Error{Code: Unsupported, Message: fmt.Sprintf("%q cannot be asked: it is one of turns, perft, play, win", r.Ask)}
	}
	g, e := r.game(s.Override)
	if e != nil {
		return Reply{}, e
	}
	p, last, e := r.position(ctx, g)
	if e != nil {
		return Reply{}, e
	}
	if do != nil {
		return do(ctx, g, &p, r)
	}
	outcome := g.Outcome(&p)
	return Reply{Turn: last, FEN: g.FEN(&p), Outcome: outcome.Result.String(), Reason: outcome.Reason}, nil
}

// position gives the position that a request asks about, and the last turn that led there.
func (r *Request) position(ctx context.Context, g *rules.Variant) (board.Position, *rules.TurnJSON, *Error) {
	if r.FEN == "" {
		return board.Position{}, nil, invalid("%q is missing", "fen")
	}
	if r.FEN == "start" {
		r.FEN = board.StartFEN
	}
	if len(r.FEN) > maxFEN {
		return board.Position{}, nil, &Error{Code: InvalidFEN, Message: fmt.Sprintf("the FEN is longer than %d bytes", maxFEN)}
	}
	p, err := g.ParseFEN(r.FEN)
	if err != nil {
		return p, nil, &Error{Code: InvalidFEN, Message: oneLine(err)}
	}
	if len(r.Moves) > MaxMoves {
		return p, nil, &Error{Code: Limit, Message: fmt.Sprintf("more than %d moves", MaxMoves)}
	}
	var last *rules.TurnJSON
	for i, text := range r.Moves {
		if ctx.Err() != nil {
			break // Serve ends
		}
		t, err := g.Parse(&p, text)
		if err != nil {
			return p, nil, moveError(i, err)
		}
		if i == len(r.Moves)-1 {
			record := g.TurnJSON(&p, t)
			last = &record
		}
		p = t.After
	}
	return p, last, nil
}

// moveError gives the answer to a move that cannot be played. Text that is no move at all breaks
// no rule of the game: it is the request that is wrong.
func moveError(i int, err error) *Error {
	e := &Error{Code: InvalidRequest, Message: fmt.Sprintf("moves[%d]: %v", i, err)}
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

// oneLine writes errors that are joined on one line.
func oneLine(err error) string {
	return string(bytes.ReplaceAll([]byte(err.Error()), []byte("\n"), []byte("; ")))
}

func (s *Server) turns(ctx context.Context, g *rules.Variant, p *board.Position, r *Request) (Reply, *Error) {
	turns := g.Turns(p)
	switch r.Reclaim {
	case "", "all":
	case "full":
		turns = g.FullTurns(p)
	default:
		return Reply{}, invalid("%q cannot be %q: it is all or full", "reclaim", r.Reclaim)
	}
	records := []rules.TurnJSON{}
	for t := range turns {
		if ctx.Err() != nil {
			break // Serve ends
		}
		if len(records) == MaxTurns {
			return Reply{}, &Error{Code: Limit, Message: fmt.Sprintf("more than %d turns; ask for \"reclaim\":\"full\"", MaxTurns)}
		}
		records = append(records, g.TurnJSON(p, t))
	}
	rules.SortTurns(records)
	outcome := g.Outcome(p)
	return Reply{Turns: records, Outcome: outcome.Result.String(), Reason: outcome.Reason}, nil
}

func (s *Server) perft(ctx context.Context, g *rules.Variant, p *board.Position, r *Request) (Reply, *Error) {
	switch {
	case r.Depth == nil:
		return Reply{}, invalid("%q is missing", "depth")
	case *r.Depth < 0:
		return Reply{}, invalid("%q is %d: it is at least 0", "depth", *r.Depth)
	case *r.Depth > MaxDepth:
		return Reply{}, &Error{Code: Limit, Message: fmt.Sprintf("%q is %d: it is at most %d", "depth", *r.Depth, MaxDepth)}
	}
	jobs := s.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	nodes, err := g.Perft(ctx, p, *r.Depth, jobs)
	if err != nil {
		return Reply{}, &Error{Code: Limit, Message: err.Error()} // the context's, and Serve ends
	}
	return Reply{Nodes: &nodes}, nil
}

func (s *Server) win(ctx context.Context, g *rules.Variant, p *board.Position, r *Request) (Reply, *Error) {
	switch {
	case r.In == nil:
		return Reply{}, invalid("%q is missing", "in")
	case *r.In < 1:
		return Reply{}, invalid("%q is %d: it is at least 1", "in", *r.In)
	}
	reply, err := s.Win(ctx, g, p, r)
	if errors.Is(err, rules.ErrLimit) {
		return reply, &Error{Code: Limit, Message: err.Error()}
	}
	if err != nil {
		return reply, &Error{Code: Unsupported, Message: err.Error()}
	}
	return reply, nil
}
