package generate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"turncoat/corpus"
	"turncoat/internal/fingerprint"
	"turncoat/rules/ruleset"
)

// Share computes the units of a search elsewhere, by calling [Unit] there with the same arguments,
// the number of the unit and its input, which is nil for all units if input is nil. It calls keep
// once with the result of each unit, in any order, never concurrently.
type Share func(ctx context.Context, args []byte, units int, input func(unit int) ([]byte, error),
	keep func(unit int, result []byte) error) error

// mostArgs is how many bytes the arguments of shared units may have. A search that needs more is
// not shared.
const mostArgs = 4 << 20

// shareArgs are what the units of one step of a search have in common.
type shareArgs struct {
	Rules    ruleset.Set            `json:"rules"`
	Seed     uint64                 `json:"seed"`
	Seeds    []corpus.Seed          `json:"seeds,omitempty"`
	Good     []fingerprint.Question `json:"good,omitempty"` // what others are made out of
	First    int                    `json:"first"`          // number of the first candidate
	Most     int                    `json:"most"`           // turns of a case
	Readings []int                  `json:"readings"`       // of those that answer; empty for all
	// checksum of what is asked about, where units have inputs
	Inputs string `json:"inputs,omitempty"`
}

// A shareCandidate is a candidate as units give it back; null is none.
type shareCandidate struct {
	fingerprint.Question
	Base  fingerprint.Key   `json:"base"`
	Keys  []fingerprint.Key `json:"keys"`
	Turns int               `json:"turns"`
}

// lastShared is the pool for the latest arguments. It is worth keeping because all units of a step
// have the same arguments.
var lastShared struct {
	sync.Mutex
	text []byte
	args shareArgs
	pool *pool
}

// sharedPool returns the pool of some arguments.
func sharedPool(text []byte) (*pool, *shareArgs, error) {
	last := &lastShared
	last.Lock()
	defer last.Unlock()
	if last.pool == nil || !bytes.Equal(last.text, text) {
		var args shareArgs
		if err := json.Unmarshal(text, &args); err != nil {
			return nil, nil, err
		}
		p := newPool(args.Rules, args.Seed, args.Seeds)
		if len(args.Readings) == 0 {
			args.Readings = upTo(len(p.readings))
		}
		last.text, last.args, last.pool = bytes.Clone(text), args, p
	}

	args := last.args
	return last.pool, &args, nil
}

// Unit works out one unit of a search: it makes a candidate and has it answered, or has the one
// that the input names answered.
func Unit(ctx context.Context, args []byte, number int, input []byte) ([]byte, error) {
	p, a, err := sharedPool(args)
	if err != nil {
		return nil, err
	}
	var c *candidate
	if input == nil {
		c = p.candidate(a.First+number, a.Good, a.Most, a.Readings)
	} else {
		var q fingerprint.Question
		if err := json.Unmarshal(input, &q); err != nil {
			return nil, err
		}
		if found, ok := p.look(q, math.MaxInt); ok && p.ask(found, a.Readings) {
			c = found
		}
	}

	if c == nil {
		return []byte("null"), ctx.Err()
	}
	return json.Marshal(shareCandidate{c.Question, c.Base, c.Keys, c.turns})
}

// candidate makes the candidate of a number and has it answered; nil is none.
func (p *pool) candidate(number int, good []fingerprint.Question, most int,
	readings []int) *candidate {
	r := rand.New(rand.NewPCG(p.seed, uint64(number)))
	q, ok := p.compose(r, good, readings)
	if !ok {
		return nil
	}
	if c, ok := p.look(q, most); ok && p.ask(c, readings) {
		return c
	}
	return nil
}

// shared works out so many units elsewhere and reports whether it did. If it did not, the caller
// does the work.
func (p *pool) shared(ctx context.Context, a shareArgs, found []*candidate,
	input func(unit int) ([]byte,
		error)) (done bool, err error) {
	if p.share == nil || len(found) == 0 {
		return false, nil
	}
	a.Rules, a.Seed = p.Variant.Set(), p.seed
	a.Seeds = append(a.Seeds, p.composer.Seeds...)
	if input != nil {
		sum := sha256.New()
		for unit := range found {
			text, err := input(unit)
			if err != nil {
				return false, err
			}
			fmt.Fprintf(sum, "%d %s", len(text), text)
		}

		a.Inputs = hex.EncodeToString(sum.Sum(nil)[:16])
	}

	args, err := json.Marshal(a)
	if err != nil || len(args) > mostArgs {
		return false, err
	}
	return true, p.share(ctx, args, len(found), input, func(unit int, result []byte) error {
		var c *shareCandidate
		if err := json.Unmarshal(result, &c); err != nil || c == nil {
			return err
		}
		if len(c.Keys) != len(p.readings) {
			return fmt.Errorf("a candidate with the answers of %d misreadings, of %d", len(c.Keys),
				len(p.readings))
		}

		if _, err := c.Position(p.Variant); err != nil {
			return fmt.Errorf("a candidate that cannot be asked about: %w", err)
		}
		if c.Turns < 0 {
			return fmt.Errorf("a candidate of %d turns", c.Turns)
		}
		found[unit] = &candidate{Question: c.Question,
			Answers: fingerprint.Answers{Base: c.Base,
				Keys: c.Keys}, turns: c.Turns, size: fingerprint.Size(c.Question) + c.Turns,
			material: materialOf(c.FEN)}
		return nil
	})
}
