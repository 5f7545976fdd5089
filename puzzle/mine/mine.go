// Package mine finds sound puzzles: it goes through positions of games and of composed material, and improves
// what is not sound yet. A [Mine] says what is wanted and where to look, [Mine.Run] finds it.
//
// Work is cut into numbered units (a game of self-play, a recorded game, a batch of composed
// positions), each of which depends on nothing but the arguments and its own number. Results are
// taken in the order of the units, whichever of them is finished first, so that the puzzles are the
// same with any number of jobs, and after any interruption.
package mine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"turncoat/internal/journal"
	"turncoat/internal/jsonline"
	"turncoat/internal/outfile"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/grade"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Mine says what puzzles are wanted and where they are looked for. Two mines with equal fields find
// the same puzzles in the same order.
type Mine struct {
	Rules    ruleset.Set      `json:"rules"`
	From     Kind             `json:"from"`
	Goal     solve.Goal       `json:"goal,omitempty"`
	Least    int              `json:"least"` // turns of the attacker
	Most     int              `json:"most"`
	Half     bool             `json:"half,omitempty"`   // of help-wins: half a turn more
	Duplex   bool             `json:"duplex,omitempty"` // of help-wins: as sound with the other side to begin, which is a twin
	Themes   []string         `json:"themes,omitempty"` // that each puzzle must show; see [analysis.CheckTheme]
	Key      string           `json:"key,omitempty"`    // what the key must be, and the last turn; see [analysis.ParsePattern]
	Final    string           `json:"final,omitempty"`
	Count    int              `json:"count"` // puzzles wanted
	Pool     int              `json:"pool"`  // puzzles to find, of which the most varied are taken; at least Count
	Seed     uint64           `json:"seed"`
	Demands  analysis.Demands `json:"demands"`
	Improve  int              `json:"improve"`            // changes tried on a position that is not sound yet
	Units    int              `json:"units,omitempty"`    // most units of work; 0 means no limit
	Nodes    uint64           `json:"nodes,omitempty"`    // turns looked at in one search; 0 means no limit
	Pieces   string           `json:"pieces,omitempty"`   // the material of composed positions
	Position string           `json:"position,omitempty"` // the FEN of a given position
	Archive  string           `json:"archive,omitempty"`  // what tells the recorded games from others
	Bases    []string         `json:"bases,omitempty"`    // the FENs of positions with a shorter win, at most [MaxBases]

	Material Material `json:"-"`
	Games    []Record `json:"-"`
	given    board.Position
	bases    []board.Position
	only     *Record // the game of the only unit that is done, where it is not among Games
}

// Options are the means of mining. They change nothing about what is found.
type Options struct {
	Jobs int
	Dir  string // where the state is kept and the puzzles are written; empty for nowhere
	// Progress, when set, is called after each unit, and at the beginning with what an earlier call has left.
	Progress func(Progress)
	Time     time.Duration // ends the work after so long; 0 means no limit
	// Ask, when set, has the units worked out elsewhere by [Mine.Unit], and returns when there are enough.
	Ask func(ctx context.Context, a Asked) error
}

// Progress is how far a mine has come: what the units hold that are done with all units before them. So its
// numbers are the same at the end of every run with the same arguments, but for the time.
type Progress struct {
	Units    int
	Screened int // positions solved
	Found    int // puzzles taken
	Wanted   int
	Elapsed  time.Duration
	Rate     float64 // positions solved per second, since the call
}

// ErrState is the class of errors about the state of a mine on disk.
var ErrState = errors.New("the state of the mine cannot be used")

// ErrExhausted is the error of a mine in which there are fewer puzzles than are wanted. It comes
// with those there are.
var ErrExhausted = fmt.Errorf("%w: the source holds no more", rules.ErrLimit)

// version is the version of the journal's format, and of everything that decides what is found.
const version = 3

// unit is what one unit of work has found.
type unit struct {
	Unit     int             `json:"unit"`
	Screened int             `json:"screened"`
	Puzzles  []puzzle.Puzzle `json:"puzzles,omitempty"`
}

// Check returns what is wrong with a mine before anything is done.
func (m *Mine) Check() error {
	game := rules.New(m.Rules)
	switch {
	case m.Least < 1 || m.Most < m.Least || m.Most > 20:
		return fmt.Errorf("%w: a %s in %d to %d turns cannot be looked for", rules.ErrLimit, m.Goal, m.Least, m.Most)
	case m.Count < 1 || m.Pool < m.Count:
		return fmt.Errorf("%w: %d is no number of puzzles to take of %d", rules.ErrLimit, m.Count, m.Pool)
	}
	for _, theme := range m.Themes {
		if err := analysis.CheckTheme(theme, m.Rules, m.Goal); err != nil {
			return err
		}
	}
	if _, err := analysis.ParseShape(m.Key, m.Final); err != nil {
		return err
	}
	if m.Duplex && m.Goal != solve.HelpWin {
		return fmt.Errorf("%w: only help-wins are mined as duplexes", solve.ErrUnsupported)
	}
	if m.Goal == solve.Claim && m.Rules.Family != ruleset.Pacifist {
		return fmt.Errorf("%w: in the %s family no king is ever converted", solve.ErrUnsupported, m.Rules.Family)
	}
	switch m.From {
	case Composed:
		var err error
		m.Material, err = parseMaterial(m.Pieces, m.Rules)
		return err
	case Given:
		var err error
		m.given, err = game.ParseFEN(m.Position)
		return err
	case Longer:
		return m.parseBases(game)
	}
	return nil
}

// limit returns the number of units there are, 0 for no end.
func (m *Mine) limit() int {
	n := m.Units
	if m.From == Records && (n == 0 || len(m.Games) < n) {
		n = len(m.Games)
	}
	if m.From == Given && n == 0 {
		n = givenUnits // each begins at the same position
	}
	return n
}

const givenUnits = 100

// Run mines until the wanted puzzles are found, and returns them graded. With a directory it goes on
// where an earlier run with the same arguments stopped, and writes puzzles.jsonl there at the end.
// With fewer puzzles than wanted the error is [ErrExhausted]. Other errors wrap [ErrState] or
// [rules.ErrLimit], or are the context's: with that come the puzzles found until then.
func (m *Mine) Run(ctx context.Context, o Options) ([]puzzle.Puzzle, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if o.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	r := &run{mine: m, options: o, began: time.Now(), done: map[int]unit{}, seen: puzzle.Seen{}}
	if o.Dir != "" {
		if err := r.open(); err != nil {
			return nil, err
		}
		defer r.journal.Close()
	}
	r.mu.Lock()
	r.progressLocked()
	r.mu.Unlock()
	if o.Ask != nil {
		r.ask(ctx)
	} else {
		r.work(ctx)
	}
	if r.err != nil {
		return nil, r.err
	}
	if !r.complete() {
		return m.rescue(ctx, r.taken), ctx.Err()
	}
	if err := grade.All(ctx, r.taken, m.Seed, o.Jobs); err != nil {
		return nil, err
	}
	chosen := choose(r.taken, m.Count)
	if o.Dir != "" {
		err := outfile.Write(filepath.Join(o.Dir, "puzzles.jsonl"), func(w io.Writer) error {
			return puzzle.Write(w,
				chosen)
		})
		if err != nil {
			return nil, err
		}
	}
	if len(chosen) < m.Count {
		return chosen, ErrExhausted
	}
	return chosen, nil
}

// grace is how long interrupted mining may take to grade what was found.
const grace = 300 * time.Millisecond

// rescue returns the puzzles that interrupted mining has found, graded if that is quickly done.
func (m *Mine) rescue(ctx context.Context, found []puzzle.Puzzle) []puzzle.Puzzle {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if grade.All(ctx, found, m.Seed, 1) != nil {
		for i := range found {
			found[i].Grade = nil
		}
	}
	return found
}

// A run is one call of Run.
type run struct {
	mine    *Mine
	options Options
	journal *journal.Journal
	began   time.Time

	mu       sync.Mutex
	next     int          // the next unit to hand out
	done     map[int]unit // units that are done and not yet taken in order
	upTo     int          // units before it have been taken in order
	screened int          // positions of these
	fresh    int          // positions solved in this call
	taken    []puzzle.Puzzle
	seen     puzzle.Seen // positions and ideas of the puzzles taken
	err      error
}

// open opens the journal and takes in what it holds.
func (r *run) open() error {
	if err := os.MkdirAll(r.options.Dir, 0o777); err != nil {
		return err
	}
	header, err := jsonline.Encode(struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
		*Mine
	}{"turncoat-mine", version, r.mine})
	if err != nil {
		return err
	}
	r.journal, err = journal.Open(filepath.Join(r.options.Dir, "journal"), header,
		func(record []byte, _ journal.Place) error {
			var u unit
			if err := json.Unmarshal(record, &u); err != nil {
				return err
			}
			r.take(u)
			return nil
		})
	if errors.Is(err, journal.ErrUnusable) {
		err = fmt.Errorf("%w: %w", ErrState, err)
	}
	return err
}

// work has the jobs do unit after unit until there is enough, the units end, or the context does.
func (r *run) work(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var group sync.WaitGroup
	for range max(1, r.options.Jobs) {
		group.Go(func() {
			for {
				i, ok := r.hand(ctx)
				if !ok {
					return
				}
				u, err := r.mine.unit(ctx, i)
				if err == nil {
					err = r.record(u)
				} else if ctx.Err() != nil {
					return
				}
				if err != nil {
					r.mu.Lock()
					r.err = errors.Join(r.err, err)
					r.mu.Unlock()
					cancel()
					return
				}
				if r.complete() {
					cancel() // what the other jobs are doing is no longer wanted
				}
			}
		})
	}
	group.Wait()
}

// complete reports whether the work is done.
func (r *run) complete() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	limit := r.mine.limit()
	return len(r.taken) >= r.mine.Pool || limit > 0 && r.upTo >= limit
}

// hand returns the next unit that is not done yet.
func (r *run) hand(ctx context.Context) (int, bool) {
	if ctx.Err() != nil || r.complete() {
		return 0, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for limit := r.mine.limit(); limit == 0 || r.next < limit; {
		i := r.next
		r.next++
		if _, ok := r.done[i]; !ok && i >= r.upTo {
			return i, true
		}
	}
	return 0, false
}

// record takes a unit that has been done, once it is on the disk. The disk is waited for without the lock, so
// that other jobs go on.
func (r *run) record(u unit) error {
	if r.journal != nil {
		text, err := jsonline.Encode(u)
		if err != nil {
			return err
		}
		if err := r.journal.Add(text); err != nil {
			return err
		}
	}
	r.count(u)
	return nil
}

// count takes a unit that has been done, and tells of progress.
func (r *run) count(u unit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fresh += u.Screened
	r.takeLocked(u)
	r.progressLocked()
}

func (r *run) progressLocked() {
	if r.options.Progress != nil {
		elapsed := time.Since(r.began)
		r.options.Progress(Progress{
			Units: r.upTo, Screened: r.screened, Found: len(r.taken), Wanted: r.mine.Pool,
			Elapsed: elapsed, Rate: float64(r.fresh) / max(elapsed.Seconds(), 1e-3),
		})
	}
}

func (r *run) take(u unit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.takeLocked(u)
}

// takeLocked puts a unit with the others and takes the puzzles of all units that are now in order,
// until there are enough: what units after that have done, by chance of the jobs, counts for nothing.
func (r *run) takeLocked(u unit) {
	if _, again := r.done[u.Unit]; again || u.Unit < r.upTo {
		return
	}
	r.done[u.Unit] = u
	for len(r.taken) < r.mine.Pool {
		u, ok := r.done[r.upTo]
		if !ok {
			return
		}
		delete(r.done, r.upTo)
		r.upTo++
		r.screened += u.Screened
		for i := range u.Puzzles {
			p := &u.Puzzles[i]
			if len(r.taken) < r.mine.Pool && r.seen.Add(p) {
				r.taken = append(r.taken, *p)
			}
		}
	}
}
