package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"turncoat/engine"
	"turncoat/rules/board"
)

// An order is what a "go" command asks for.
type order struct {
	limits     engine.Limits
	clock      engine.Clock
	timed      bool // a clock was given
	only       []board.Move
	restricted bool // to the moves of only
	infinite   bool
	ponder     bool
	perft      int // depth of perft; 0 for a search
}

// search executes "go": it begins a search, or counts with perft.
func (s *server) search(words []string) error {
	o, err := s.readOrder(words)
	if err != nil {
		return err
	}
	if o.perft > 0 {
		return s.perft(o.perft)
	}

	l := o.limits
	if o.timed && l.Time == 0 {
		extra := time.Duration(s.overhead-defaultOverhead) * time.Millisecond
		o.clock.Left = max(o.clock.Left-extra, time.Millisecond)
		budget := o.clock.Limits()
		l.Time, l.Soft = budget.Time, budget.Soft
	}

	if s.level > 0 {
		weak := engine.Level(s.level, s.game.Position.Key)
		weak.Time, weak.Soft = l.Time, l.Soft
		l = weak
	}

	if o.restricted && len(o.only) == 0 {
		s.complain(errors.New("searchmoves names no legal move: all are searched"))
	} else if o.restricted {
		l.Only = func(m board.Move) bool { return slices.Contains(o.only, m) }
	}

	l.Lines = s.lines

	s.infinite = o.infinite || o.ponder || l.Depth == 0 && l.Nodes == 0 && l.Time == 0
	s.hit, s.allowed = nil, 0
	if o.ponder {
		s.hit, s.allowed = make(chan struct{}), l.Time
		if l.Soft > 0 {
			s.allowed = l.Soft
		}
		s.bounded = !o.infinite && (l.Depth > 0 || l.Nodes > 0 || l.Time > 0)
		l.Time, l.Soft = 0, 0
	}

	s.begin(l)
	return nil
}

// readOrder reads the words after "go".
func (s *server) readOrder(words []string) (o order, err error) {
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch word {
		case "infinite":
			o.infinite = true
			continue
		case "ponder":
			o.ponder = true
			continue
		case "searchmoves":
			o.restricted = true
			o.only, words = s.readMoves(words)
			continue
		}

		if len(words) == 0 {
			return o, fmt.Errorf("a number is missing after %s", word)
		}
		n, err := strconv.ParseInt(words[0], 10, 64)
		if err != nil {
			return o, fmt.Errorf("expected a number after %s, not %q", word, words[0])
		}
		words = words[1:]
		if err := o.limit(word, min(max(n, 0), 1<<40), s.game.Position.Turn); err != nil {
			return o, err
		}
	}

	return o, nil
}

// readMoves reads moves, and returns the legal ones and the remaining words.
func (s *server) readMoves(words []string) (legal []board.Move, rest []string) {
	for i, word := range words {
		m, err := board.ParseUCI(&s.game.Position, word)
		if err != nil {
			return legal, words[i:]
		}
		if s.variant.Legal(&s.game.Position, m) {
			legal = append(legal, m)
		}
	}

	return legal, nil
}

// limit sets a limit from its name and number; times are in milliseconds.
func (o *order) limit(word string, n int64, toMove board.Colour) error {
	ms := time.Duration(n) * time.Millisecond
	white := toMove == board.White
	switch word {
	case "perft":
		if n < 1 || n > maxPerft {
			return fmt.Errorf("perft takes a depth from 1 to %d", maxPerft)
		}
		o.perft = int(n)
	case "depth":
		o.limits.Depth = int(max(n, 1))
	case "mate":
		o.limits.Depth = int(min(max(2*n, 1), 100))
	case "nodes":
		o.limits.Nodes = uint64(max(n, 1))
	case "movetime":
		o.limits.Time = max(ms, time.Millisecond)
	case "movestogo":
		o.clock.Turns = int(n)
	case "wtime", "btime":
		o.timed = true
		if white == (word == "wtime") {
			o.clock.Left = ms
		}
	case "winc", "binc":
		if white == (word == "winc") {
			o.clock.Increment = ms
		}
	default:
		return fmt.Errorf("unknown limit %q", word)
	}

	return nil
}

// begin starts a search in the background.
func (s *server) begin(l engine.Limits) {
	if s.engine == nil {
		o := engine.Options{Memory: int64(s.hash) << 20, Threads: s.threads}
		if s.Probe != nil {
			o.Probe = s.Probe(s.variant.Set())
		}
		s.engine = engine.New(s.variant, o)
	}

	e, game, infinite, hit := s.engine, s.game, s.infinite, s.hit
	ctx, stop := context.WithCancel(s.ctx)
	s.stop, s.searched = stop, make(chan struct{})
	l.Report = func(r engine.Result) { s.report(&game.Position, r) }
	go func() {
		defer close(s.searched)
		r, _ := e.Search(ctx, game, l)
		if infinite {
			select {
			case <-ctx.Done():
			case <-hit:
			}
		}

		s.answer(&game.Position, r)
	}()
}

// answer writes the best move and the move to ponder on.
func (s *server) answer(p *board.Position, r engine.Result) {
	if len(r.Lines) == 0 {
		s.printf("bestmove (none)")
		return
	}

	turns := r.Lines[0].Turns
	text := "bestmove " + s.move(p, turns[0])
	if len(turns) > 1 {
		if t, err := s.variant.TryPlay(p, turns[0].Move, nil); err == nil {
			text += " ponder " + s.move(&t.After, turns[1])
		}
	}

	s.printf("%s", text)
}

// ponderHit continues a search with its real limits, since the enemy has played the expected move.
func (s *server) ponderHit() {
	if s.stop == nil || s.hit == nil {
		return
	}
	if s.allowed > 0 {
		time.AfterFunc(s.allowed, s.stop)
	}
	if s.bounded {
		close(s.hit)
		s.infinite = false
	}

	s.hit = nil
}

// finish waits for the search, and stops one that would not end by itself.
func (s *server) finish() {
	if s.infinite {
		s.halt()
	}
	s.await()
}

// halt stops the running search, if there is one.
func (s *server) halt() {
	if s.stop != nil {
		s.stop()
		s.await()
	}
}

func (s *server) await() {
	if s.stop != nil {
		<-s.searched
		s.stop()
		s.stop = nil
	}
}

// report writes the result of an iteration.
func (s *server) report(p *board.Position, r engine.Result) {
	ms := max(1, r.Time.Milliseconds())
	for i, line := range r.Lines {
		score := fmt.Sprintf("cp %d", line.Score)
		if turns, known := line.Score.Mate(); known {
			score = fmt.Sprintf("mate %d", turns)
		}
		var pv strings.Builder
		q := *p
		for _, t := range line.Turns {
			pv.WriteString(" " + s.move(&q, t))
			played, err := s.variant.TryPlay(&q, t.Move, nil)
			if err != nil {
				break
			}
			q = played.After
		}

		s.printf("info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d time %d pv%s", r.Depth,
			max(r.Deepest, r.Depth), i+1, score, r.Nodes, r.Nodes*1000/uint64(ms), r.Fill, ms, pv.String())
	}
}

// move writes a move; with UCI_Chess960 castling is always king takes rook.
func (s *server) move(p *board.Position, t board.Turn) string {
	if s.chess960 {
		return t.String()
	}
	return t.UCI(p)
}

// perft prints what other programs do: a line for each first move, then the sum.
func (s *server) perft(depth int) error {
	p := s.game.Position
	total, err := s.variant.Perft(s.ctx, &p, depth, s.threads, func(m board.Move, nodes uint64) {
		s.printf("%s: %d", s.move(&p, board.Turn{Move: m}), nodes)
	})
	if err != nil {
		return errors.New("interrupted")
	}
	s.printf("\nNodes searched: %d", total)
	return nil
}
