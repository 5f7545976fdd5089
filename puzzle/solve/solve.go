// Package solve finds forced wins: the shortest win of the side to move in at most n turns, all the
// first turns that force it, or that there is none; and the other stipulations of problemists:
// self-wins, help-wins, and the forced claim of a king.
//
// The search is exact. It answers in one of three ways, never mixed: won in n, no win in n, or
// unknown within the limits that were set. Answers do not depend on the number of jobs or on the
// size of the table; only the number of turns looked at does.
//
// The built-in rule sets are searched with package fast. A rule set with other settings is searched
// through package rules, which is slower and otherwise the same.
package solve

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"turncoat/internal/fast"
	"turncoat/internal/hashtable"
	"turncoat/internal/play"
	"turncoat/puzzle"
	"turncoat/puzzle/solve/internal/dfpn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Goal is what the side to move (the attacker) has to reach.
type Goal = puzzle.Goal

// The goals.
const (
	Win     = puzzle.Win
	SelfWin = puzzle.SelfWin
	HelpWin = puzzle.HelpWin
	Claim   = puzzle.Claim
)

// Status is one of the three answers: Won means that the goal can be forced in Result.In turns and
// in no fewer.
type Status = puzzle.Status

// The answers.
const (
	Unknown = puzzle.Unknown
	Won     = puzzle.Won
	None    = puzzle.None
)

// MaxTurns is the greatest number of turns that can be asked for.
const MaxTurns = 60

// ErrUnsupported is the class of errors about questions that make no sense under a rule set.
var ErrUnsupported = errors.New("not supported")

// Options are the limits of a search and what it may use. The zero value sets no limit.
type Options struct {
	Jobs  int           // searches at once; 0 means one for each processor
	Time  time.Duration // for one call; 0 means no limit
	Nodes uint64        // turns looked at in one call; 0 means no limit
	// Memory is how many bytes the table has at most; 0 means DefaultMemory, and less for short
	// wins. A table is small at first and grows as it fills. Each job has some three megabytes of
	// its own besides.
	Memory int64
	// Progress, when set, is called now and then by one goroutine at a time, never after the call
	// has returned.
	Progress func(Progress)
	// First, when set, reports whether a first turn is allowed: the result is the shortest way that
	// begins with one of those. It works with [Solver.Solve] and [Solver.Lines], and not with proofs
	// that there is no other way.
	First func(p *board.Position, m board.Move) bool
	// AllLengths, when set, has [Solver.Solve] and [Solver.Lines] look for the keys, or the lines, of
	// every length up to the one asked for, and not only for the shortest.
	AllLengths bool
	// PerEnd is how many lines with the same men on the same squares at their end [Solver.Lines]
	// finds at most, of each length; 0 means no limit.
	PerEnd int
	// Tables, when set, are tablebases: the search for a win stops at the positions that they hold,
	// which changes no answer. Those of another rule set are ignored.
	Tables Tables
}

// DefaultMemory is the most bytes that the table has when no limit is set.
const DefaultMemory = 64 << 20

// payingOff are the sizes of the table at first for wins in one, two and so on: small tables stay in
// the processor's caches, larger ones remember more. Up to wins in five the table keeps this size
// unless a limit is set.
var payingOff = [...]int64{16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 4 << 20}

// Progress is the state of a search.
type Progress struct {
	Depth    int // the number of turns being tried
	Turns    int // first turns, and how many of them are settled
	Settled  int
	Nodes    uint64
	Elapsed  time.Duration
	TableUse float64 // share of the table in use, 0 to 1
}

// Result is the answer of a search, with its question.
type Result struct {
	Position board.Position
	Goal     Goal
	Asked    int // the greatest number of turns asked for
	// Half says that the numbers of turns of a help-win mean half a turn more, and that the side to
	// move wins.
	Half bool

	Status Status
	In     int // turns of the attacker (of a help-win, of the enemy); 0 unless Won
	// Keys are all first moves that reach the goal in the fewest turns, sorted as UCI text. When a
	// limit ended the work after a first key was found, Status is Unknown and they are the keys
	// found.
	Keys []board.Move
	// Lines holds, for a help-win, the shortest lines: all of them, or [MaxLines] where LineCount
	// is more. With [Options.PerEnd] LineCount counts those that are kept, and where MaxLines were kept
	// it may count more of one end.
	Lines     [][]board.Played
	LineCount uint64
	// Longer holds, with [Options.AllLengths], a result for every greater number of turns in which
	// there are lines, or keys that do not reach the goal sooner. Where a limit ended the work, the last one is Unknown, in the number of
	// turns that was not searched to the end.
	Longer []Result
	// Excluded is the greatest number of turns in which the goal is proved out of reach.
	Excluded int
	Nodes    uint64 // turns looked at
	Elapsed  time.Duration
}

// String returns "win in 2: f6f7 f6g6", "no win in 3" or "unknown; no win in 2".
func (r Result) String() string {
	length := func(turns int) string { return puzzle.LengthText(turns, r.Half) }
	switch {
	case r.Status == Won:
		return fmt.Sprintf("%s in %s: %s", r.Goal, length(r.In), strings.Join(puzzle.UCI(&r.Position, r.Keys), " "))
	case r.Status == None:
		return fmt.Sprintf("no %s in %s", r.Goal, length(r.Asked))
	case r.Excluded > 0:
		return fmt.Sprintf("unknown; no %s in %s", r.Goal, length(r.Excluded))
	}

	return "unknown"
}

// Solver searches under one rule set. It keeps its table from one position to the next, which
// changes no answer. One search at a time runs on a Solver.
type Solver struct {
	variant   *rules.Variant
	turns     play.Rules
	fastRules fast.Rules // those of turns, if isFast
	isFast    bool
	pacifist  bool
	reclaims  bool // the enemy has a choice of reclaims
	orthodox  bool // chess or Chess960
	options   Options
	table     *table
	pool      []*worker
	first     []board.Turn // of the position that is asked about
	long      *dfpn.Search // for wins of any length; nil until one is looked for
	exact     *Solver      // that long asks for short wins, with the limits of a round of its own
	epoch     uint64       // part of every key, so that Forget costs nothing
	// solutions has the answers kept from one solution to the next where there are tables: those of
	// a class share most.
	solutions map[moment]*answer
	kept      kept
}

// New returns a solver for a game.
func New(variant *rules.Variant, options Options) *Solver {
	s := &Solver{variant: variant, options: options}
	if options.Tables != nil && !playsAs(options.Tables.Set(), variant.Set()) {
		s.options.Tables = nil // they are another game's
	}
	s.turns = play.For(variant)
	s.fastRules, s.isFast = s.turns.Fast()
	s.pacifist = variant.Set().Family.KingsConvert()
	s.reclaims = variant.Set().Reclaim == ruleset.OptionalReclaim
	s.orthodox = s.isFast && variant.Set().Family == ruleset.Chess
	if s.options.Jobs <= 0 {
		s.options.Jobs = runtime.GOMAXPROCS(0)
	}
	return s
}

// playsAs reports whether two rule sets differ in their names at most.
func playsAs(a, b ruleset.Set) bool {
	a.Name = b.Name
	return a == b
}

// Variant returns the rules that are searched.
func (s *Solver) Variant() *rules.Variant { return s.variant }

// Find searches a position for the shortest win in at most n turns, with a solver of its own.
func Find(ctx context.Context, variant *rules.Variant, p *board.Position, n int, options Options) (Result, error) {
	return New(variant, options).Solve(ctx, p, Win, n)
}

// Shortest returns the turns of the shortest win in at most n turns, and its first moves; in is 0
// where there is none. An error that wraps [rules.ErrLimit] says that the limits left it open.
func Shortest(ctx context.Context, variant *rules.Variant, p *board.Position, n int, options Options) (in int,
	keys []board.Move, err error) {
	r, err := Find(ctx, variant, p, n, options)
	if err == nil && r.Status == Unknown {
		err = fmt.Errorf("%w: no answer about a win in %d", rules.ErrLimit, n)
	}
	return r.In, r.Keys, err
}

// Forget empties the table. No answer depends on it, but their time may.
func (s *Solver) Forget() {
	s.epoch = s.epoch*0x2545f4914f6cdd1d + 0x9e3779b97f4a7c15
}

// Solve looks for the shortest way to the goal in at most n turns. At a limit it returns the status
// Unknown and no error. When the context ends it returns the status Unknown, the bound proved so
// far, and the context's error.
func (s *Solver) Solve(ctx context.Context, p *board.Position, goal Goal, n int) (Result, error) {
	return s.SolveHalf(ctx, p, goal, n, false)
}

// SolveHalf is Solve for n turns, of a help-win with half a turn more if half is set.
func (s *Solver) SolveHalf(ctx context.Context, p *board.Position, goal Goal, n int, half bool) (Result, error) {
	asked := n
	if half {
		asked++ // a help-win of half a turn has no whole one
	}
	if err := s.check(goal, asked); err != nil {
		return Result{}, err
	}
	if goal.HasLines() {
		return s.Lines(ctx, p, goal, goal.Plies(n, half))
	}
	least := goal.Fewest(1, n)
	if in, known := s.tableTurns(p); known && goal == Win && in > 0 {
		least = min(in, n)
	}
	return s.solve(ctx, p, goal, least, n)
}

// solve is Solve where it is known that the goal is out of reach in fewer turns than least, or
// where fewer do not count.
func (s *Solver) solve(ctx context.Context, p *board.Position, goal Goal, least, n int) (Result, error) {
	result := Result{Position: *p, Goal: goal, Asked: n}
	if goal&puzzle.Exact == 0 {
		result.Excluded = least - 1
	}
	result.Position.Rekey()
	err := s.deepen(ctx, &result, least, n, func(r *run, n int) (found, complete bool) {
		result.Keys, complete = r.root(&result.Position, n)
		if s.options.AllLengths && complete && len(result.Keys) > 0 {
			result.Longer = r.longerKeys(&result, n)
		}
		return len(result.Keys) > 0, complete
	})
	for i := range result.Longer {
		sortKeys(&result.Position, result.Longer[i].Keys)
	}
	return result, err
}

// longerKeys finds the first turns that reach the goal in more turns than the fewest.
func (r *run) longerKeys(shortest *Result, in int) []Result {
	known := slices.Clone(shortest.Keys)
	return longer(r, shortest, in, func(longer *Result, n int) (complete bool) {
		keys, complete := r.root(&shortest.Position, n)
		longer.Keys = slices.DeleteFunc(keys, func(m board.Move) bool { return slices.Contains(known, m) })
		known = append(known, longer.Keys...)
		return complete
	})
}

// Obliged returns the turns with which the side to move wins at once, if it must win where it can: if
// there are any, it must make one of them, and the goal is out of reach.
func (s *Solver) Obliged(p *board.Position, goal Goal) (turns []board.Move) {
	if goal&puzzle.Reflex != puzzle.Reflex {
		return nil
	}
	for _, m := range s.variant.Moves(p) {
		played := s.variant.Play(p, m)
		if goal.Ended(s.variant, &played.After) {
			turns = append(turns, m)
		}
	}
	sortKeys(p, turns)
	return turns
}

// deepen looks for the goal in one number of turns after another, from least on. deepest is the
// depth of the search, for the size of the table.
func (s *Solver) deepen(ctx context.Context, result *Result, least, deepest int, find func(r *run, n int) (found,
	complete bool)) error {
	s.prepare(deepest)
	r := s.start(ctx, result.Goal)
	defer r.finish()
	for n := least; n <= result.Asked; n++ {
		found, complete := find(r, n)
		if !complete {
			break
		}
		if found {
			result.Status, result.In = Won, n
			break
		}

		result.Excluded = n
		if n == result.Asked {
			result.Status = None
		}
	}

	sortKeys(&result.Position, result.Keys)
	result.Nodes, result.Elapsed = r.spent.Load(), time.Since(r.began)
	return ctx.Err()
}

// sortKeys puts moves into the order of their UCI text.
func sortKeys(p *board.Position, keys []board.Move) {
	slices.SortFunc(keys, func(a, b board.Move) int { return strings.Compare(a.UCI(p), b.UCI(p)) })
}

// prepare makes the table, for a search of so many turns; a larger one when more turns are asked
// for than before and no size was set.
func (s *Solver) prepare(n int) {
	least := payingOff[min(n, len(payingOff))-1]
	most := s.options.Memory
	if most <= 0 {
		most = DefaultMemory
		if n < len(payingOff) {
			most = least
		}
	}

	if s.table != nil {
		if s.options.Memory > 0 || s.table.MayGrowTo(most) {
			return
		}
		s.table.Free()
	}
	s.table = &table{Table: hashtable.NewGrowing(least, most)}
	for _, w := range s.pool {
		w.table, w.search = s.table, nil // its leaf cache goes by the size of the table
	}
}

// Close lets other solvers have the memory of the tables. The solver may still be used; it has
// forgotten what it knew.
func (s *Solver) Close() {
	if s.table != nil {
		s.table.Free()
		s.table, s.pool = nil, nil
	}
	if s.long != nil {
		s.long.Close()
		s.exact.Close()
		s.long, s.exact = nil, nil
	}
}

func (s *Solver) check(goal Goal, n int) error {
	if n < 1 || n > MaxTurns {
		return fmt.Errorf("%w: a number of turns from 1 to %d is wanted, not %d", ErrUnsupported, MaxTurns, n)
	}
	if goal.Plain() == Claim && !s.variant.Set().Family.HasClaims() {
		return fmt.Errorf("%w: in the %s family no king is ever claimed", ErrUnsupported, s.variant.Set().Family)
	}
	return nil
}
