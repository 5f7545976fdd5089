package endgame

import (
	"context"
	"errors"
	"fmt"
	"io"

	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/tablebase"
)

// ErrNoWin is the class of errors about positions that the side to move does not win.
var ErrNoWin = errors.New("not a win")

// ErrSize is the class of errors about proofs that have more steps than was allowed.
var ErrSize = errors.New("the proof is too long")

// Prove writes a proof that the side to move wins in as many turns as the tables say: a winning move for each
// position that the enemy can bring about, not that there is no shorter win. It returns the number of steps, of
// which there are at most a given number.
func Prove(ctx context.Context, w io.Writer, t *tablebase.Tables, p board.Position, most int) (steps int, err error) {
	v, err := t.Probe(&p)
	if err != nil {
		return 0, err
	}
	if !v.Wins() {
		return 0, fmt.Errorf("%w: it is a %s", ErrNoWin, v)
	}
	set := t.Set()
	out, err := proof.NewWriter(w, proof.Header{Rules: set, FEN: p.FEN(set), Stipulation: proof.Win, In: turns(v)})
	if err != nil {
		return 0, err
	}
	b := prover{tables: t, game: rules.New(set), seen: map[string]bool{}}
	b.add(&p)
	for ; len(b.open) > 0; steps++ {
		if err := ctx.Err(); err != nil {
			return steps, err
		}
		if steps == most {
			return steps, fmt.Errorf("%w: it has more than %d steps", ErrSize, most)
		}
		at := b.open[0]
		b.open = b.open[1:]
		step, err := b.step(&at)
		if err == nil {
			err = out.Step(step)
		}
		if err != nil {
			return steps, err
		}
	}
	return steps, nil
}

// turns returns in how many turns of the winner's a game is won that is won in some plies.
func turns(v tablebase.Value) int { return (v.Plies() + 1) / 2 }

type prover struct {
	tables *tablebase.Tables
	game   *rules.Variant
	seen   map[string]bool
	open   []board.Position // won positions to be proved, in the order in which they were met
}

// add adds a won position, unless it was met before.
func (b *prover) add(p *board.Position) {
	if at := proof.At(p); !b.seen[at] {
		b.seen[at] = true
		b.open = append(b.open, *p)
	}
}

// step returns the statement that a won position is won by its best move, and adds the positions on which that leans.
func (b *prover) step(p *board.Position) (proof.Step, error) {
	v, err := b.tables.Probe(p)
	if err != nil {
		return proof.Step{}, err
	}
	best, err := b.tables.Turns(p)
	if err != nil {
		return proof.Step{}, err
	}
	m := best[0].Move
	for t := range b.game.TurnsOf(p, m) { // whatever the enemy takes back
		for _, reply := range b.game.Moves(&t.After) {
			if err := b.answer(&t.After, reply); err != nil {
				return proof.Step{}, err
			}
		}
	}
	return proof.Step{At: proof.At(p), Win: turns(v), Play: []string{m.UCI(p)}}, nil
}

// answer adds the won position after a reply of the enemy's: after the reclaim that serves the winner best.
func (b *prover) answer(p *board.Position, reply board.Move) error {
	var best board.Position
	most := tablebase.NoPosition
	for t := range b.game.TurnsOf(p, reply) {
		v, err := b.tables.Probe(&t.After)
		if err != nil {
			return err
		}
		if most == tablebase.NoPosition || v.Compare(most) > 0 {
			best, most = t.After, v
		}
	}
	b.add(&best)
	return nil
}
