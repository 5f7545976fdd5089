package mine

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"fmt"

	"turncoat/internal/jsonline"
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
	// Keep takes what [Mine.Unit] has returned, in any order, and reports whether that is enough.
	Keep func(record []byte) (enough bool, err error)
	// Sync waits until all that Keep has taken is on the disk.
	Sync func() error
}

// ask has the units done elsewhere.
func (r *run) ask(ctx context.Context) {
	if r.complete() {
		return
	}
	err := r.options.Ask(ctx, Asked{Limit: r.mine.limit(), Have: r.has, Keep: r.keep, Sync: r.sync})
	if ctx.Err() == nil {
		r.err = err
	}
}

// keep takes a unit that was done elsewhere. Until the next sync it may be lost, and is then asked for again.
func (r *run) keep(record []byte) (enough bool, err error) {
	var u unit
	if err := json.Unmarshal(record, &u); err != nil {
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
