package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"turncoat/internal/strict"
	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/board"
)

// FitOptions control how weights are fitted.
type FitOptions struct {
	Games    int    // in a round
	Rounds   int    // each uses the weights of the round before; 1 if not positive
	Nodes    uint64 // positions searched for each turn
	Seed     uint64
	From     *Fitted // the weights of the first round; nil for those set by hand
	Jobs     int
	Progress func(games int) // called with the games finished in all rounds; may be nil
}

// Fitted are weights and how they were made.
type Fitted struct {
	Rules     string   `json:"rules"`
	Command   string   `json:"command"`
	Positions int      `json:"positions"`
	Before    float64  `json:"before"` // the mean squared error of the weights set by hand
	After     float64  `json:"after"`  // that of these weights
	Weights   *Weights `json:"weights"`
}

// ReadFitted reads one JSON object of weights.
func ReadFitted(r io.Reader) (*Fitted, error) {
	text, err := io.ReadAll(io.LimitReader(r, 1<<20))
	if err != nil {
		return nil, err
	}
	f := &Fitted{Weights: new(Weights)}
	if err := strict.Decode(text, f); err != nil {
		return nil, err
	}
	var all struct{ Weights []any }
	if err := json.Unmarshal(text, &all); err != nil || len(all.Weights) != features {
		return nil, fmt.Errorf("expected %d pairs of weights, not %d", features, len(all.Weights))
	}
	return f, nil
}

const (
	openingPlies = 8   // random, at the start of a game
	gamePlies    = 240 // at most
	fitScale     = 250 // hundredths of a pawn that mean odds of e to 1
	resultShare  = 0.6 // of the result in what is predicted; the rest is the score of the search
	fitRounds    = 80
	fitBatch     = 512
	fitRate      = 1.5
	fitPull      = 2e-6 // the pull towards the weights set by hand
)

// A sample is a quiet position of a game: its features, how full the board is, and the value for
// the side to move that they should predict.
type sample struct {
	features []uint16
	counts   []int8
	full     float32
	target   float32
}

// Fit fits weights to games of the engine against itself by Texel's method: the evaluation of quiet
// positions shall predict the results and the scores of the search. The same options give the same
// weights with any number of jobs.
func Fit(ctx context.Context, variant *rules.Variant, o FitOptions) (*Fitted, error) {
	start := HandSet(variant.Set().Family)
	w, command := *start, ""
	if o.From != nil {
		w, command = *o.From.Weights, o.From.Command+" | "
	}
	rounds := max(1, o.Rounds)
	games := make([][]sample, o.Games*rounds)
	var samples []sample
	var finished int
	var mu sync.Mutex
	for round := range rounds {
		err := workers.Each(ctx, o.Jobs, o.Games, func(_, i int) {
			i += round * o.Games
			games[i] = selfPlay(ctx, variant, &w, o.Nodes, rand.New(rand.NewPCG(o.Seed, uint64(i))))
			mu.Lock()
			defer mu.Unlock()
			finished++
			if o.Progress != nil {
				o.Progress(finished)
			}
		})
		err = cmp.Or(err, ctx.Err())
		if err != nil {
			return nil, err
		}
		samples = slices.Concat(games[:(round+1)*o.Games]...)
		w = *start
		train(samples, &w, start, rand.New(rand.NewPCG(o.Seed, math.MaxUint64)))
	}

	for i := range w {
		for j := range w[i] {
			w[i][j] = float32(math.Round(float64(w[i][j])*10) / 10)
		}
	}

	name := variant.Set().Name
	command += fmt.Sprintf("go run ./internal/engine/fit --rules %s --games %d --rounds %d --nodes %d --seed %d",
		name, o.Games, rounds, o.Nodes, o.Seed)
	if o.From != nil {
		command += " --weights -"
	}
	return &Fitted{Rules: name, Positions: len(samples), Before: meanError(samples, start),
		After: meanError(samples, &w), Command: command, Weights: &w}, nil
}

// selfPlay plays one game from a random opening and returns samples from it.
func selfPlay(ctx context.Context, variant *rules.Variant, w *Weights, nodes uint64, random *rand.Rand) []sample {
	e := New(variant, Options{Memory: 1 << 20, Weights: w})
	judge := e.workers[0].eval
	var trace [features]int16
	judge.trace = &trace
	game := At(variant.Start())
	var list []sample
	var scores []Score
	var sides []board.Colour
	result := 0.5 // for White
	for ply := 0; ply < gamePlies && ctx.Err() == nil; ply++ {
		p := game.Position
		if outcome := variant.Outcome(&p); outcome.Result != board.Ongoing {
			result = forWhite(outcome.Result)
			break
		}

		if ply < openingPlies {
			moves := variant.Moves(&p)
			game.Play(variant.Play(&p, moves[random.IntN(len(moves))]).After)
			continue
		}

		r, _ := e.Search(ctx, game, Limits{Nodes: nodes, plain: true})
		if len(r.Lines) == 0 {
			break
		}
		best, score := r.Lines[0].Turns[0], r.Lines[0].Score
		if turns, known := score.Mate(); known {
			winner := p.Turn
			if turns <= 0 {
				winner = p.Turn.Other()
			}
			result = forWhite(board.Win(winner))
			break
		}

		if !e.workers[0].check(&p) && gain(&p, &best) <= kindWorth[board.Pawn] {
			trace = [features]int16{}
			judge.evaluate(&p)
			list, scores = append(list, newSample(&trace, phase(&p))), append(scores, score)
			sides = append(sides, p.Turn)
		}

		played, err := variant.TryPlay(&p, best.Move, &best.Reclaimed)
		if err != nil {
			break
		}
		game.Play(played.After)
		if e.workers[0].repeated(&game) {
			break
		}
	}

	setTargets(list, scores, sides, result)
	return list
}

// setTargets sets what the positions of a game should predict: partly the result, which is given
// for White, partly the score of the search.
func setTargets(list []sample, scores []Score, sides []board.Colour, result float64) {
	for i := range list {
		won := result
		if sides[i] == board.Black {
			won = 1 - won
		}
		list[i].target = float32(resultShare*won + (1-resultShare)*chance(float64(scores[i])))
	}
}

// forWhite returns the value of a result for White, from 0 to 1.
func forWhite(r board.Result) float64 {
	switch r {
	case board.WhiteWins:
		return 1
	case board.BlackWins:
		return 0
	}

	return 0.5
}

// repeated reports whether a position has occurred three times, or fifty quiet moves have been
// played.
func (w *worker) repeated(g *Game) bool {
	times := 1
	for _, key := range g.Before {
		if key == g.Position.Key {
			times++
		}
	}

	return times >= 3 || g.Position.Clock >= 100
}

func newSample(trace *[features]int16, phase int) sample {
	s := sample{full: float32(phase) / fullBoard}
	for i, n := range trace {
		if n != 0 {
			s.features, s.counts = append(s.features, uint16(i)), append(s.counts, int8(n))
		}
	}

	return s
}

func chance(score float64) float64 { return 1 / (1 + math.Exp(-score/fitScale)) }

// evaluate returns the value of a sample under some weights.
func (s *sample) evaluate(w *Weights) (score float32) {
	for i, f := range s.features {
		pair := &w[f]
		score += float32(s.counts[i]) * (pair[0]*s.full + pair[1]*(1-s.full))
	}

	return score
}

func meanError(samples []sample, w *Weights) float64 {
	sum := 0.0
	for i := range samples {
		d := chance(float64(samples[i].evaluate(w))) - float64(samples[i].target)
		sum += d * d
	}

	return math.Round(1e6*sum/float64(max(1, len(samples)))) / 1e6
}

// train improves weights by stochastic gradient descent with the moments of Adam (Kingma and Ba,
// 2014).
func train(samples []sample, w, start *Weights, random *rand.Rand) {
	var first, second [features][2]float64
	step := 0.0
	order := random.Perm(len(samples))
	for round := range fitRounds {
		rate := fitRate * (1 - float64(round)/fitRounds)
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for at := 0; at < len(order); at += fitBatch {
			batch := order[at:min(at+fitBatch, len(order))]
			var slope [features][2]float64
			for _, i := range batch {
				s := &samples[i]
				c := chance(float64(s.evaluate(w)))
				d := (c - float64(s.target)) * c * (1 - c) / float64(len(batch))
				for k, f := range s.features {
					n := d * float64(s.counts[k])
					slope[f][0] += n * float64(s.full)
					slope[f][1] += n * float64(1-s.full)
				}
			}

			step++
			for f := range slope {
				for j := range slope[f] {
					g := slope[f][j] + fitPull*float64(w[f][j]-start[f][j])
					first[f][j] = 0.9*first[f][j] + 0.1*g
					second[f][j] = 0.999*second[f][j] + 0.001*g*g
					m, s := first[f][j]/(1-math.Pow(0.9, step)), second[f][j]/(1-math.Pow(0.999, step))
					w[f][j] -= float32(rate * m / (math.Sqrt(s) + 1e-9))
				}
			}
		}
	}
}
