package uci

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"turncoat/engine"
	"turncoat/rules/board"
)

// search begins a search, or counts with perft.
func (s *server) search(words []string) error {
	var l engine.Limits
	var clock engine.Clock
	var only []board.Move
	timed, infinite := false, false
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch word {
		case "infinite", "ponder":
			infinite = true
			continue
		case "searchmoves":
			for i++; i < len(words); i++ {
				m, err := board.ParseUCI(&s.game.Position, words[i])
				if err != nil {
					i--
					break
				}
				only = append(only, m)
			}
			continue
		}
		i++
		if i >= len(words) {
			return fmt.Errorf("a number is missing after %s", word)
		}
		n, err := strconv.ParseInt(words[i], 10, 64)
		if err != nil {
			return fmt.Errorf("%s is followed by a number, not %q", word, words[i])
		}
		n = min(max(n, 0), 1<<40)
		ms := time.Duration(n) * time.Millisecond
		white := s.game.Position.Turn == board.White
		switch word {
		case "perft":
			return s.perft(int(n))
		case "depth":
			l.Depth = int(max(n, 1))
		case "mate":
			l.Depth = int(min(max(2*n, 1), 100))
		case "nodes":
			l.Nodes = uint64(max(n, 1))
		case "movetime":
			l.Time = max(ms, time.Millisecond)
		case "movestogo":
			clock.Turns = int(n)
		case "wtime", "btime":
			timed = true
			if white == (word == "wtime") {
				clock.Left = ms
			}
		case "winc", "binc":
			if white == (word == "winc") {
				clock.Increment = ms
			}
		default:
			return fmt.Errorf("unknown limit %q", word)
		}
	}
	if timed && l.Time == 0 {
		budget := clock.Limits()
		l.Time, l.Soft = budget.Time, budget.Soft
	}
	if s.limited {
		weak := engine.Level(1+(s.elo-minElo)/eloStep, s.game.Position.Key)
		weak.Time, weak.Soft = l.Time, l.Soft
		l = weak
	}
	if only != nil {
		l.Only = func(m board.Move) bool {
			for _, one := range only {
				if one == m {
					return true
				}
			}
			return false
		}
	}
	l.Lines = s.lines
	s.infinite = infinite || l.Depth == 0 && l.Nodes == 0 && l.Time == 0
	s.begin(l)
	return nil
}

// begin searches in the background.
func (s *server) begin(l engine.Limits) {
	if s.engine == nil {
		o := engine.Options{Memory: int64(s.hash) << 20, Threads: s.threads}
		if s.Probe != nil {
			o.Probe = s.Probe(s.rules.Set())
		}
		s.engine = engine.New(s.rules, o)
	}
	e, game, infinite := s.engine, s.game, s.infinite
	ctx, stop := context.WithCancel(s.ctx)
	s.stop, s.searched = stop, make(chan struct{})
	l.Report = func(r engine.Result) { s.report(&game.Position, r) }
	go func() {
		defer close(s.searched)
		r, _ := e.Search(ctx, game, l)
		if infinite {
			<-ctx.Done()
		}
		if len(r.Lines) == 0 {
			s.printf("bestmove (none)")
			return
		}
		turns := r.Lines[0].Turns
		text := "bestmove " + s.move(&game.Position, turns[0])
		if len(turns) > 1 {
			after := game.Position
			if t, err := s.rules.TryPlay(&after, turns[0].Move, nil); err == nil {
				text += " ponder " + s.move(&t.After, turns[1])
			}
		}
		s.printf("%s", text)
	}()
}

// finish lets the search end by itself, if it does.
func (s *server) finish() {
	if s.infinite {
		s.halt()
	}
	s.await()
}

// halt ends the search that runs, if one does, and await lets it end by itself.
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

// report writes what a depth has found.
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
			played, err := s.rules.TryPlay(&q, t.Move, nil)
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

// perft counts as other programs do: a line for each first move, then the sum.
func (s *server) perft(depth int) error {
	if depth < 1 || depth > maxPerft {
		return fmt.Errorf("perft is followed by a depth of 1 to %d, not %d", maxPerft, depth)
	}
	p := s.game.Position
	var total uint64
	err := s.rules.Divide(s.ctx, &p, depth, s.threads, func(m board.Move, nodes uint64) {
		total += nodes
		s.printf("%s: %d", s.move(&p, board.Turn{Move: m}), nodes)
	})
	if err != nil {
		return errors.New("interrupted")
	}
	s.printf("\nNodes searched: %d", total)
	return nil
}
