package mine

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"fmt"

	"turncoat/puzzle/internal/jsonline"
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

// ask has the units done elsewhere.
func (r *run) ask(ctx context.Context) {
	if r.complete() {
		return
	}
	err := r.options.Ask(ctx, r.mine.limit(), r.has, func(record []byte) (enough bool, err error) {
		var u unit
		if err := json.Unmarshal(record, &u); err != nil {
			return false, err
		}
		if err := r.record(u); err != nil {
			return false, err
		}
		return r.complete(), nil
	})
	if ctx.Err() == nil {
		r.err = err
	}
}

// has reports whether a unit is done.
func (r *run) has(number int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, done := r.done[number]
	return done || number < r.upTo
}
