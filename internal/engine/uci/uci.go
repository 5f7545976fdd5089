// Package uci drives the engine from other programs: it speaks the Universal Chess Interface, for
// chess and, with UCI_Variant, for every rule set without a reclaim.
package uci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"turncoat/engine"
	"turncoat/internal/lines"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// standard is the rule set until UCI_Variant names another.
const standard = "chess"

// The bounds of the options.
const (
	maxHash    = 1 << 15 // MiB
	maxThreads = 256
	maxLines   = 100

	defaultOverhead = 20 // milliseconds that pass between the program and the clock
	maxOverhead     = 10_000

	maxLine  = 1 << 20
	maxPerft = 12
)

// Options configure the server.
type Options struct {
	Version string
	// Probe, if it is not nil, returns the Probe of [engine.Options] for a rule set.
	Probe func(ruleset.Set) func(*board.Position) (engine.Score, bool)
}

// Serve answers commands until quit, the end of the input or the end of the context.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s := &server{Options: o, ctx: ctx, out: out, hash: 16, threads: 1, lines: 1, overhead: defaultOverhead}
	if err := s.choose(standard); err != nil {
		return err
	}
	defer s.halt()
	for reader := lines.NewReader(in, maxLine); ctx.Err() == nil; {
		line, err := reader.Next()
		var long *lines.TooLongError
		switch {
		case errors.As(err, &long):
			s.complain(err)
			continue
		case errors.Is(err, io.EOF):
			s.finish()
			return nil
		case err != nil:
			return err
		}

		words := strings.Fields(string(line))
		if len(words) == 0 {
			continue
		}
		if words[0] == "quit" {
			return nil
		}
		if err := s.do(words[0], words[1:]); err != nil {
			s.complain(err)
		}
	}

	return ctx.Err()
}

type server struct {
	Options
	ctx     context.Context
	writing sync.Mutex
	out     io.Writer

	variant *rules.Variant
	engine  *engine.Engine
	game    engine.Game

	hash, threads, lines int
	level, overhead      int // a level of 0 is full strength
	chess960             bool

	stop     context.CancelFunc // of the search that runs, nil if none does
	searched chan struct{}
	infinite bool          // the search ends only when it is stopped
	hit      chan struct{} // closed when the enemy plays the move that the engine ponders on
	allowed  time.Duration // for the search after a hit; 0 for no limit
	bounded  bool          // the search ends by itself after a hit
}

func (s *server) printf(format string, a ...any) {
	s.writing.Lock()
	defer s.writing.Unlock()
	fmt.Fprintf(s.out, format+"\n", a...)
	if out, ok := s.out.(interface{ Flush() error }); ok {
		out.Flush() // a failure cancels the context
	}
}

// complain reports an error on one line.
func (s *server) complain(err error) {
	s.printf("info string error: %s", strings.Join(strings.Fields(strconv.QuoteToGraphic(err.Error())), " "))
}

func (s *server) do(command string, words []string) error {
	if s.stop != nil && command != "stop" && command != "isready" && command != "ponderhit" {
		s.finish()
	}
	switch command {
	case "uci":
		s.introduce()
	case "isready":
		s.printf("readyok")
	case "ucinewgame":
		s.engine = nil
	case "setoption":
		return s.option(words)
	case "position":
		return s.position(words)
	case "go":
		return s.search(words)
	case "stop":
		s.halt()
	case "ponderhit":
		s.ponderHit()
	case "d":
		s.printf("info string %s", s.variant.FEN(&s.game.Position))
	case "bench":
		signature, err := engine.Bench(s.ctx, func(string, engine.Result) {})
		if err == nil {
			s.printf("%d nodes", signature)
		}
		return err
	case "debug", "register":
	default:
		return fmt.Errorf("unknown command %q", command)
	}

	return nil
}

func (s *server) introduce() {
	s.printf("id name Turncoat %s\nid author the authors of Turncoat", s.Version)
	s.printf("option name Hash type spin default 16 min 1 max %d", maxHash)
	s.printf("option name Clear Hash type button")
	s.printf("option name Ponder type check default false")
	s.printf("option name Move Overhead type spin default %d min 0 max %d", defaultOverhead, maxOverhead)
	s.printf("option name Threads type spin default 1 min 1 max %d", maxThreads)
	s.printf("option name MultiPV type spin default 1 min 1 max %d", maxLines)
	s.printf("option name UCI_Chess960 type check default false")
	s.printf("option name Level type spin default 0 min 0 max %d", engine.Levels)
	s.printf("option name UCI_Variant type combo default %s var %s", standard,
		strings.Join(variants(), " var "))
	s.printf("uciok")
}

// option executes "setoption name NAME value VALUE".
func (s *server) option(words []string) error {
	text := strings.Join(words, " ")
	name, value, _ := strings.Cut(strings.TrimPrefix(text, "name "), " value ")
	number := func(into *int, least, most int) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return fmt.Errorf("%s must be %d to %d, not %q", name, least, most, value)
		}
		*into = n
		return nil
	}
	check := func(into *bool) error {
		b, err := strconv.ParseBool(strings.ToLower(value))
		if err != nil {
			return fmt.Errorf("%s must be true or false, not %q", name, value)
		}
		*into = b
		return nil
	}
	switch strings.ToLower(name) {
	case "clear hash":
		s.engine = nil
		return nil
	case "move overhead":
		return number(&s.overhead, 0, maxOverhead)
	case "ponder":
		var ignored bool // the caller decides when to ponder, so there is nothing to set
		return check(&ignored)
	case "hash":
		s.engine = nil
		return number(&s.hash, 1, maxHash)
	case "threads":
		s.engine = nil
		return number(&s.threads, 1, maxThreads)
	case "multipv":
		return number(&s.lines, 1, maxLines)
	case "uci_chess960":
		return check(&s.chess960)
	case "level":
		return number(&s.level, 0, engine.Levels)
	case "uci_variant":
		return s.choose(value)
	}

	return fmt.Errorf("unknown option %q", name)
}

// choose changes the rule set.
func (s *server) choose(name string) error {
	set, err := playable(strings.ToLower(name))
	if err != nil {
		return err
	}

	s.variant, s.engine = rules.New(set), nil
	s.game = engine.At(s.variant.Start())
	return nil
}

// variants lists the rule sets offered under UCI_Variant.
func variants() (names []string) {
	for _, name := range ruleset.BuiltinNames() {
		if _, err := playable(name); err == nil {
			names = append(names, name)
		}
	}
	return names
}

// playable returns a built-in rule set. UCI cannot write a reclaim, so a set with one is an error.
func playable(name string) (ruleset.Set, error) {
	set, err := ruleset.Builtin(name)
	if err == nil && set.Reclaim != ruleset.NoReclaim {
		err = fmt.Errorf("%s has a reclaim, which UCI cannot express; use the protocol of turncoat answer",
			name)
	}
	return set, err
}

// position executes "position": startpos or fen FEN, then moves.
func (s *server) position(words []string) error {
	var fen, moves []string
	for i, word := range words {
		if word == "moves" {
			moves = words[i+1:]
			break
		}

		fen = append(fen, word)
	}

	var game engine.Game
	switch {
	case len(fen) == 1 && fen[0] == "startpos":
		game = engine.At(s.variant.Start())
	case len(fen) > 1 && fen[0] == "fen":
		p, err := s.variant.ParseFEN(strings.Join(fen[1:], " "))
		if err != nil {
			return err
		}
		game = engine.At(p)
	default:
		return errors.New("expected startpos or fen FEN after position")
	}

	for _, text := range moves {
		m, err := board.ParseUCI(&game.Position, text)
		if err != nil {
			return err
		}
		t, err := s.variant.TryPlay(&game.Position, m, nil)
		if err != nil {
			return err
		}
		game.Play(t.After)
	}

	s.game = game
	return nil
}
