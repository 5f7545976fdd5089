package mine

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"turncoat/internal/jsonline"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/solve"
)

// Input returns what a unit needs beside the mine: of recorded games, the game.
func (m *Mine) Input(number int) ([]byte, error) {
	if m.From != Records {
		return nil, nil
	}
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(m.Games[number])
	return text.Bytes(), err
}

// Unit does one unit of a mine that has been checked, with its input, and returns what [Options.Ask] is to
// pass on.
func (m *Mine) Unit(ctx context.Context, number int, input []byte) ([]byte, error) {
	one := *m
	if m.From == Records {
		var game Record
		if err := gob.NewDecoder(bytes.NewReader(input)).Decode(&game); err != nil {
			return nil, fmt.Errorf("the recorded game of unit %d: %w", number, err)
		}
		one.only = &game
	}
	u, err := one.unit(ctx, number)
	if err != nil {
		return nil, err
	}
	return jsonline.Encode(u)
}

// Asked is what [Options.Ask] is to have worked out.
type Asked struct {
	Limit int                 // there are so many units; 0 means no end
	Have  func(unit int) bool // reports whether a unit is done already
	// Keep takes what [Mine.Unit] has returned for a unit, in any order, and reports whether that is enough. What
	// cannot be that is refused with an error of the class [ErrRecord], and the unit can be asked for again.
	Keep func(unit int, record []byte) (enough bool, err error)
	// Sync waits until all that Keep has taken is on the disk.
	Sync func() error
}

// ask has the units done elsewhere.
func (r *run) ask(ctx context.Context) {
	if r.complete() {
		return
	}
	keep := func(unit int, record []byte) (bool, error) { return r.keep(ctx, unit, record) }
	err := r.options.Ask(ctx, Asked{Limit: r.mine.limit(), Have: r.has, Keep: keep, Sync: r.sync})
	if ctx.Err() == nil {
		r.err = err
	}
}

// keep takes a unit that was done elsewhere. Until the next sync it may be lost, and is then asked for again.
func (r *run) keep(ctx context.Context, number int, record []byte) (enough bool, err error) {
	u, err := r.mine.readUnit(ctx, number, record)
	if err != nil {
		return false, err
	}
	if r.journal != nil {
		text, err := jsonline.Encode(u) // on one line, whatever the other side has sent
		if err != nil {
			return false, err
		}
		if _, err := r.journal.Append(text); err != nil {
			return false, err
		}
	}
	r.count(u)
	return r.complete(), nil
}

// sync waits until the units that were kept are on the disk.
func (r *run) sync() error {
	if r.journal == nil {
		return nil
	}
	return r.journal.Sync()
}

// has reports whether a unit is done.
func (r *run) has(number int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, done := r.done[number]
	return done || number < r.upTo
}

// ErrRecord is the class of errors about what a unit cannot have found.
var ErrRecord = errors.New("no unit of this mine has found that")

// readUnit reads what a unit has found elsewhere, and does not take it on trust that a puzzle is one: it must be
// of this mine and this unit, and its solution is proved by the rules. Whether it is sound, which takes a
// search, is not asked.
func (m *Mine) readUnit(ctx context.Context, number int, record []byte) (unit, error) {
	u := unit{Unit: -1}
	var said struct {
		*unit
		Puzzles []json.RawMessage `json:"puzzles"`
	}
	said.unit = &u
	if err := json.Unmarshal(record, &said); err != nil {
		return u, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	if u.Unit != number || u.Screened < 0 || u.Screened > maxScreened {
		return u, fmt.Errorf("%w: it is unit %d, with %d positions, not unit %d", ErrRecord, u.Unit, u.Screened, number)
	}
	for _, text := range said.Puzzles {
		p, err := puzzle.Parse(text)
		if err == nil {
			err = m.proved(ctx, number, &p)
		}
		if ctx.Err() != nil {
			return u, ctx.Err()
		}
		if err != nil {
			return u, fmt.Errorf("%w: puzzle %q: %w", ErrRecord, p.ID, err)
		}
		u.Puzzles = append(u.Puzzles, p)
	}
	return u, nil
}

// maxScreened is more positions than any unit looks at.
const maxScreened = 1 << 30

// proved returns what is wrong with a puzzle that a unit is said to have found, as far as can be seen without a search.
func (m *Mine) proved(ctx context.Context, number int, p *puzzle.Puzzle) error {
	at, err := p.Position()
	if err != nil {
		return err
	}
	id := puzzle.Identify(p.Variant(), &at, p.Goal(), p.In)
	if p.Goal() == solve.HelpWin {
		id = puzzle.IdentifyHelp(p.Variant(), &at, p.In, p.Half)
	}
	missing := func(theme string) bool { return !slices.Contains(p.Themes, theme) }
	source := puzzle.Source{From: string(m.From), Seed: m.Seed, Unit: number}
	switch {
	case p.Rules != m.Rules || p.Goal() != m.Goal || p.Half != m.Half || p.In < m.Least || p.In > m.Most ||
		slices.ContainsFunc(m.Themes, missing):
		return errors.New("it is not what is looked for")
	case p.ID != id:
		return fmt.Errorf("its identifier is %s", id)
	case p.Source.From != source.From || p.Source.Seed != source.Seed || p.Source.Unit != source.Unit:
		return errors.New("it comes from somewhere else")
	}
	return analysis.CheckSolution(ctx, p, 1)
}
