package searching

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"turncoat/protocol"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// attempt is the state of a puzzle after the turns played so far.
type attempt struct {
	Right  bool `json:"right"`  // the turns still lead to the goal in time
	Solved bool `json:"solved"` // the goal is reached
	Left   int  `json:"left"`   // turns that the solver has left
	// Reply is the enemy's longest defence or, after a wrong turn, a refutation; nil when the game
	// is over.
	Reply *protocol.Turn `json:"reply,omitempty"`
	// Typed is the reply in input notation, with the solver's best reclaim.
	Typed string `json:"typed,omitempty"`
	// Before is the last turn if the enemy's reclaim is not the full one.
	Before *protocol.Turn `json:"before,omitempty"`
	FEN    string         `json:"fen"`            // after the reply
	Keys   []string       `json:"keys,omitempty"` // if the request has "keys": the right turns in SAN
}

// puzzle answers [AskPuzzle]. The request has the position of the puzzle, its length and the turns
// of both sides so far; the last one is the solver's.
func (d answerer) puzzle(ctx context.Context, q *protocol.Question) (any, error) {
	var asked struct {
		In    int      `json:"in"`
		Keys  bool     `json:"keys"`
		Moves []string `json:"moves"`
	}
	if err := q.Fields(&asked); err != nil {
		return nil, err
	}
	if err := protocol.Within("in", asked.In, 1, maxPuzzle); err != nil {
		return nil, err
	}
	played := len(asked.Moves)
	left := asked.In - (played+1)/2
	if left < 0 || played%2 == 0 && left == 0 {
		return nil, protocol.Invalid("too many moves for a puzzle in %d", asked.In)
	}
	moves := asked.Moves
	if played%2 == 1 { // the solver's turn is judged below
		q.Moves = moves[:played-1]
	}
	variant, p, err := q.At(ctx)
	if err != nil {
		return nil, err
	}
	j := judge{ctx: ctx, variant: variant, solver: d.solver(variant, q, 0), attacker: p.Turn,
		choices: maxChoices}
	if played%2 == 0 {
		out := attempt{Right: true, Left: left, FEN: variant.FEN(&p)}
		if asked.Keys {
			out.Keys, err = j.keys(&p, left)
			if err != nil {
				return nil, err
			}
			out.Right = len(out.Keys) > 0
		}

		return body(AskPuzzle, out), nil
	}

	t, err := variant.Parse(&p, moves[played-1])
	if err != nil {
		return nil, &protocol.Error{Code: protocol.IllegalMove, Message: err.Error()}
	}
	out, err := j.judge(&p, t.Move, left)
	if err != nil {
		return nil, err
	}
	return body(AskPuzzle, out), nil
}

// maxPuzzle is the maximum length of a puzzle.
const maxPuzzle = 8

// A judge decides whether a solver's turn is right and finds the enemy's reply.
type judge struct {
	ctx      context.Context
	variant  *rules.Variant
	solver   *solve.Solver
	attacker board.Colour
	choices  int // limit of reclaim choices
}

// shortest returns the length of the shortest win of the side to move, in at most n turns; 0 if
// there is none.
func (j *judge) shortest(p *board.Position, n int) (int, []board.Move, error) {
	if n < 1 {
		return 0, nil, nil
	}
	result, err := j.solver.Solve(j.ctx, p, solve.Win, n)
	switch {
	case err != nil:
		return 0, nil, err
	case result.Status == solve.Unknown:
		return 0, nil, searched(&result)
	}

	return result.In, result.Keys, nil
}

func (j *judge) keys(p *board.Position, n int) ([]string, error) {
	_, moves, err := j.shortest(p, n)
	keys := []string{}
	for _, m := range moves {
		keys = append(keys, j.variant.SAN(p, j.variant.Play(p, m)))
	}
	return keys, err
}

// An answer is a turn of the enemy with the reclaims of both sides.
type answer struct {
	after board.Played // the solver's turn with the enemy's reclaim
	reply board.Played // with the solver's reclaim
	in    int          // turns to the win; 0 if there is none in time
}

// maxChoices is the maximum number of reclaim choices, far above those of puzzles.
const maxChoices = 512

func (j *judge) judge(p *board.Position, m board.Move, left int) (attempt, error) {
	full := j.variant.Play(p, m)
	var best *answer
	turns, err := j.turnsOf(p, m)
	if err != nil {
		return attempt{}, err
	}
	for _, t := range turns {
		outcome := j.variant.Outcome(&t.After)
		if outcome.Result == board.Win(j.attacker) {
			continue // the enemy would lose at once
		}
		if outcome.Result != board.Ongoing || left == 0 { // a draw, or no turns left
			if best == nil || best.in != 0 {
				best = &answer{after: t}
				if moves := j.sorted(&t.After); len(moves) > 0 {
					best.reply = j.variant.Play(&t.After, moves[0])
				}
			}

			continue
		}

		if err := j.replies(t, left, &best); err != nil {
			return attempt{}, err
		}
	}

	out := attempt{Right: best == nil || best.in > 0, Solved: best == nil, Left: left}
	if best == nil {
		out.Left, out.FEN = 0, j.variant.FEN(&full.After)
		return out, nil
	}

	if best.after.Reclaimed != full.Reclaimed {
		before := protocol.TurnOf(j.variant, p, best.after)
		out.Before = &before
	}

	out.FEN = j.variant.FEN(&best.after.After)
	if best.reply.After.Number > 0 {
		reply := protocol.TurnOf(j.variant, &best.after.After, best.reply)
		out.Reply, out.Typed, out.FEN = &reply, j.variant.InputSAN(&best.after.After, best.reply), reply.FEN
	}

	return out, nil
}

// turnsOf lists the turns of a move.
func (j *judge) turnsOf(p *board.Position, m board.Move) (list []board.Played, err error) {
	for t := range j.variant.TurnsOf(p, m) {
		if len(list) == j.choices {
			return nil, fmt.Errorf("%w: more than %d reclaim choices", rules.ErrLimit, j.choices)
		}
		list = append(list, t)
	}

	return list, nil
}

func (j *judge) sorted(p *board.Position) []board.Move {
	moves := j.variant.Moves(p)
	slices.SortFunc(moves, func(a, b board.Move) int { return strings.Compare(a.UCI(p), b.UCI(p)) })
	return moves
}

// replies finds the enemy's best answer to a turn: a refutation, otherwise the longest defence.
func (j *judge) replies(t board.Played, left int, best **answer) error {
	for _, m := range j.sorted(&t.After) {
		if *best != nil && (*best).in == 0 {
			return nil
		}
		reply, in := j.variant.Play(&t.After, m), 0
		choices, err := j.turnsOf(&t.After, m)
		if err != nil {
			return err
		}
		for _, choice := range choices {
			n, _, err := j.shortest(&choice.After, left)
			if err != nil {
				return err
			}
			if n > 0 && (in == 0 || n < in) {
				reply, in = choice, n
			}
		}

		if *best == nil || in == 0 || in > (*best).in {
			*best = &answer{after: t, reply: reply, in: in}
		}
	}

	return nil
}
