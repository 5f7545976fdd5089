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
	"turncoat/internal/puzzle/analysis"
	"turncoat/puzzle"
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

// Unit does one unit of a mine that has been checked, with its input, for a client of [Options].
func (m *Mine) Unit(ctx context.Context, number int, input []byte) ([]byte, error) {
	one := *m
	if m.From == Records {
		var game Record
		if err := gob.NewDecoder(bytes.NewReader(input)).Decode(&game); err != nil {
			return nil, fmt.Errorf("the recorded game of unit %d: %w", number, err)
		}
		one.only = &game
	}

	return one.record(ctx, number)
}

// record does a unit and returns its record.
func (m *Mine) record(ctx context.Context, number int) ([]byte, error) {
	u, err := m.unit(ctx, number)
	if err != nil {
		return nil, err
	}
	return jsonline.Encode(u)
}

// check returns what is wrong with the record of a unit from elsewhere. Each puzzle must be one, of
// this mine and this unit, and its solution is proved by the rules. Whether it is sound, which
// takes a search, is not asked.
func (m *Mine) check(ctx context.Context, number int, record []byte) error {
	u := unit{Unit: -1}
	var said struct {
		*unit
		Puzzles []json.RawMessage `json:"puzzles"`
	}
	said.unit = &u
	if err := json.Unmarshal(record, &said); err != nil {
		return err
	}
	if u.Unit != number || u.Screened < 0 || u.Screened > maxScreened {
		return fmt.Errorf("unit %d, with %d positions, where unit %d was expected", u.Unit, u.Screened, number)
	}
	for _, text := range said.Puzzles {
		p, err := puzzle.Parse(text)
		if err == nil {
			err = m.proved(ctx, number, &p)
		}
		if err != nil {
			return fmt.Errorf("puzzle %q: %w", p.ID, err)
		}
	}

	return nil
}

// maxScreened is more positions than any unit looks at.
const maxScreened = 1 << 30

// proved returns what is wrong with a puzzle that a unit is said to have found, as far as can be
// seen without a search.
func (m *Mine) proved(ctx context.Context, number int, p *puzzle.Puzzle) error {
	at, err := p.Position()
	if err != nil {
		return err
	}
	id := puzzle.Identify(p.Variant(), &at, p.Goal(), p.In, p.Half)
	missing := func(theme string) bool { return !slices.Contains(p.Themes, theme) }
	switch {
	case p.Rules != m.Rules || p.Goal() != m.Goal || p.Half != m.Half || p.In < m.Least || p.In > m.Most ||
		slices.ContainsFunc(m.Themes, missing):
		return errors.New("it is not what is looked for")
	case p.ID != id:
		return fmt.Errorf("its identifier is %s", id)
	case p.Source.From != string(m.From) || p.Source.Seed != m.Seed || p.Source.Unit != number:
		return errors.New("it comes from somewhere else")
	}

	return analysis.CheckSolution(ctx, p, 1)
}
