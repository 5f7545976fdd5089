// Package mine finds sound puzzles: it goes through positions of games and of composed material,
// and improves what is not sound yet. A [Mine] says what is wanted and where to look, [Mine.Run]
// finds it.
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
	"time"

	"turncoat/internal/files"
	"turncoat/internal/jsonline"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/grade"
	"turncoat/internal/work"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Mine says what puzzles are wanted and where they are looked for. Two mines with equal fields find
// the same puzzles in the same order.
type Mine struct {
	Rules ruleset.Set `json:"rules"`
	From  Kind        `json:"from"`
	Goal  solve.Goal  `json:"goal,omitempty"`
	Least int         `json:"least"` // turns of the attacker
	Most  int         `json:"most"`
	Half  bool        `json:"half,omitempty"` // of help-wins: half a turn more
	// of help-wins: as sound with the other side to begin, which is a twin
	Duplex bool `json:"duplex,omitempty"`
	// that each puzzle must show; see [analysis.CheckTheme]
	Themes []string `json:"themes,omitempty"`
	// what the key must be, and the last turn; see [analysis.ParsePattern]
	Key   string `json:"key,omitempty"`
	Final string `json:"final,omitempty"`
	Count int    `json:"count"` // puzzles wanted
	// puzzles to find, of which the most varied are taken; at least Count
	Pool    int              `json:"pool"`
	Seed    uint64           `json:"seed"`
	Demands analysis.Demands `json:"demands"`
	// changes tried on a position that is not sound yet
	Improve  int    `json:"improve"`
	Units    int    `json:"units,omitempty"`    // most units of work; 0 means no limit
	Nodes    uint64 `json:"nodes,omitempty"`    // turns looked at in one search; 0 means no limit
	Pieces   string `json:"pieces,omitempty"`   // the material of composed positions
	Position string `json:"position,omitempty"` // the FEN of a given position
	Archive  string `json:"archive,omitempty"`  // what tells the recorded games from others
	// the FENs of positions with a shorter win, at most [MaxBases]
	Bases []string `json:"bases,omitempty"`

	material material
	Games    []Record `json:"-"`
	given    board.Position
	bases    []board.Position
	only     *Record // the game of the only unit that is done, where it is not among Games
}

// Options are the means of mining. They change nothing about what is found.
type Options struct {
	Jobs int
	Dir  string // where the state is kept and the puzzles are written; empty for nowhere
	// Progress, when set, is called after each unit, and at the beginning with what an earlier call
	// has left.
	Progress func(Progress)
	Time     time.Duration // ends the work after so long; 0 means no limit
	// Client, when set, has the units done elsewhere, by [Mine.Unit].
	Client work.Client
}

// Progress is how far a mine has come: what the units hold that are done with all units before
// them. So its numbers are the same at the end of every run with the same arguments, but for the
// time.
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
var ErrExhausted = fmt.Errorf("%w: no candidate positions left", rules.ErrLimit)

// version changes with everything that decides which puzzles a mine finds, so that a journal of
// another version is not continued.
const version = 8

// unit is the result of one unit of work.
type unit struct {
	Unit     int             `json:"unit"`
	Screened int             `json:"screened"`
	Puzzles  []puzzle.Puzzle `json:"puzzles,omitempty"`
}

// Check returns an error if the fields of a mine contradict each other or are out of range.
func (m *Mine) Check() error {
	variant := rules.New(m.Rules)
	switch {
	case m.Least < 1 || m.Most < m.Least || m.Most > 20:
		return fmt.Errorf("%w: a %s in %d to %d turns cannot be looked for", rules.ErrLimit, m.Goal,
			m.Least, m.Most)
	case m.Count < 1 || m.Pool < m.Count:
		return fmt.Errorf("%w: %d is no number of puzzles to take of %d", rules.ErrLimit, m.Count,
			m.Pool)
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
	if m.Goal == solve.Claim && !m.Rules.Family.HasClaims() {
		return fmt.Errorf("%w: in the %s family no king is ever claimed", solve.ErrUnsupported,
			m.Rules.Family)
	}
	switch m.From {
	case Composed:
		var err error
		m.material, err = parseMaterial(m.Pieces, m.Rules)
		return err
	case Given:
		var err error
		m.given, err = variant.ParseFEN(m.Position)
		return err
	case Longer:
		return m.parseBases(variant)
	}

	return nil
}

// limit returns the number of units there are, perhaps [work.Endless].
func (m *Mine) limit() int {
	n := m.Units
	if m.From == Records && (n == 0 || len(m.Games) < n) {
		n = len(m.Games)
	}
	if m.From == Given && n == 0 {
		n = givenUnits // each begins at the same position
	}
	if n == 0 && m.From != Records {
		return work.Endless
	}
	return n
}

const givenUnits = 100

// Run mines until the wanted puzzles are found, and returns them graded. With a directory it goes
// on where an earlier run with the same arguments stopped, and writes puzzles.jsonl there at the
// end. With fewer puzzles than wanted the error is [ErrExhausted]. Other errors wrap [ErrState] or
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

	r := &run{mine: m, began: time.Now(), seen: puzzle.Seen{}}
	job := work.Job{Units: m.limit(), Jobs: o.Jobs, Take: r.take, Client: o.Client,
		Do: func(ctx context.Context, _, number int) ([]byte, error) {
			return m.record(ctx, number)
		},
		Check: func(number int, record []byte) error { return m.check(ctx, number, record) }}
	if o.Progress != nil {
		job.Progress = func(int) { o.Progress(r.progress()) }
	}
	if o.Dir != "" {
		var err error
		job.Journal, err = m.journal(o.Dir)
		if err != nil {
			return nil, err
		}
		defer job.Journal.Close()
	}

	if err := job.Run(ctx); ctx.Err() != nil && err != nil {
		return m.rescue(ctx, r.taken, grace), ctx.Err()
	} else if err != nil {
		return nil, asState(err)
	}

	if err := grade.Each(ctx, r.taken, gradeSeed, o.Jobs); err != nil {
		return nil, err
	}
	chosen := choose(r.taken, m.Count)
	if o.Dir != "" {
		err := files.Write(filepath.Join(o.Dir, "puzzles.jsonl"),
			func(w io.Writer) error { return puzzle.Write(w, chosen) })
		if err != nil {
			return nil, err
		}
	}

	if len(chosen) < m.Count {
		return chosen, ErrExhausted
	}
	return chosen, nil
}

// gradeSeed is the seed with which every command grades puzzles by default.
const gradeSeed = 1

// grace is how long interrupted mining may take to grade what was found.
const grace = 300 * time.Millisecond

// rescue returns the puzzles that interrupted mining has found. They are graded if that takes no
// longer than grace.
func (m *Mine) rescue(ctx context.Context, found []puzzle.Puzzle, within time.Duration) []puzzle.Puzzle {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer cancel()
	if grade.Each(ctx, found, gradeSeed, 1) != nil {
		for i := range found {
			found[i].Grade = nil
		}
	}

	return found
}

// journal opens the journal in a directory.
func (m *Mine) journal(dir string) (*work.Journal, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	header, err := jsonline.Encode(struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
		*Mine
	}{"turncoat-mine", version, m})
	if err != nil {
		return nil, err
	}
	j, err := work.Open(filepath.Join(dir, "journal"), header)
	return j, asState(err)
}

func asState(err error) error {
	if errors.Is(err, work.ErrJournal) {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	return err
}

// A run is one call of Run.
type run struct {
	mine     *Mine
	began    time.Time
	units    int // taken
	screened int // positions of these
	before   int // of those, by earlier calls
	counted  bool
	taken    []puzzle.Puzzle
	seen     puzzle.Seen // positions and ideas of the puzzles taken
}

// take takes the puzzles of the next unit, until there are enough.
func (r *run) take(number int, record []byte, failed error) error {
	if failed != nil {
		return fmt.Errorf("unit %d: %w", number, failed)
	}
	var u unit
	if err := json.Unmarshal(record, &u); err != nil {
		return fmt.Errorf("%w: unit %d: %w", ErrState, number, err)
	}
	r.units++
	r.screened += u.Screened
	for i := range u.Puzzles {
		p := &u.Puzzles[i]
		if len(r.taken) < r.mine.Pool && r.seen.Add(p) {
			r.taken = append(r.taken, *p)
		}
	}

	if len(r.taken) >= r.mine.Pool {
		return work.ErrEnough
	}
	return nil
}

// progress tells how far the run has come. The first call is before anything is done.
func (r *run) progress() Progress {
	if !r.counted {
		r.before, r.counted = r.screened, true
	}
	elapsed := time.Since(r.began)
	return Progress{Units: r.units, Screened: r.screened, Found: len(r.taken), Wanted: r.mine.Pool,
		Elapsed: elapsed, Rate: float64(r.screened-r.before) / max(elapsed.Seconds(), 1e-3)}
}
