package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Match is a tournament to be played.
type Match struct {
	Variant     *rules.Variant
	Players     []Player
	Tournament  Tournament
	Games       int                     // for each pairing; an even number
	Opening     func(round int) Opening // rounds count from 0
	Concurrency int                     // games at a time
	Rulings     Rulings
	SPRT        *SPRT         // may end a match of two players early; nil for none
	Margin      time.Duration // added to each time limit
	Patience    time.Duration // for answers that no clock limits; 0 for a minute
	// Played holds the results of an earlier run, by number of the game.
	Played map[int]Outcome
	// Finished is called with every game as soon as it is over, one call at a time. An error ends
	// the match.
	Finished func(*Game) error
	// Log, if it is not nil, gets every line that the players are sent and that they say. An error
	// of writing ends the match.
	Log io.Writer
}

// An Outcome is what a finished game counts for.
type Outcome struct {
	Result      board.Result
	Termination string
	Line        uint64 // a hash of the positions of the game
}

// A Standing is the result of a match, or of the part of it that has been played.
type Standing struct {
	Players  []string
	Pairings []PairingScore
	Games    int    // how many games are over: those before the first missing one
	Repeated int    // how many of them do not count, since they repeat an earlier pair of games
	Total    int    // in the schedule
	Verdict  string // of the SPRT: "H0", "H1", or "" if there is none yet
	// Failed counts the games that each player lost by Termination.
	Failed []map[string]int
}

// A PairingScore is the score of the first player against the second.
type PairingScore struct {
	First, Second int // indices of players
	Score
}

// Validate returns what is wrong with the match.
func (m *Match) Validate() error {
	if len(m.Players) < 2 {
		return errors.New("a match needs at least two players")
	}
	if _, err := pairings(m.Tournament, len(m.Players)); err != nil {
		return err
	}
	if m.Games < 2 || m.Games%2 != 0 {
		return fmt.Errorf(
			"%d games a pairing: each opening is played with both colours, so the number must be even",
			m.Games,
		)
	}

	set := m.Variant.Set()
	for i := range m.Players {
		if err := canPlay(&m.Players[i], &set); err != nil {
			return err
		}
	}

	if m.SPRT != nil {
		if len(m.Players) != 2 {
			return errors.New("an SPRT needs exactly two players")
		}
		return m.SPRT.Validate()
	}

	return nil
}

// Total returns the number of games in the schedule.
func (m *Match) Total() int {
	pairs, _ := pairings(m.Tournament, len(m.Players))
	return m.Games * len(pairs)
}

// Run plays the games that have not been played yet. The standing covers the games before the first
// missing one, so it does not depend on how many are played at a time. The error is the context's
// or that of Finished.
func (m *Match) Run(ctx context.Context) (*Standing, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	pairs, err := pairings(m.Tournament, len(m.Players))
	if err != nil {
		return nil, err
	}
	total := m.Games * len(pairs)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &runner{match: m, pairs: pairs, outcomes: map[int]Outcome{}, cancel: cancel,
		log: newLog(m.Log)}
	for number, outcome := range m.Played {
		if number < 1 || number > total {
			return nil, fmt.Errorf("game %d is not in the schedule of %d games", number, total)
		}
		r.outcomes[number] = outcome
	}

	jobs := max(1, m.Concurrency)
	sessions := make([][]*session, jobs)
	for i := range sessions {
		sessions[i] = make([]*session, len(m.Players))
		for j := range m.Players {
			sessions[i][j] = &session{
				player:   &m.Players[j],
				margin:   m.Margin,
				patience: cmp.Or(m.Patience, time.Minute),
				log:      r.log,
			}
		}
	}

	defer func() {
		for _, own := range sessions {
			for _, s := range own {
				s.close()
			}
		}
	}()
	if !r.settled() {
		_ = workers.Each(ctx, jobs, total, func(worker,
			i int) {
			r.game(ctx, i+1, sessions[worker])
		})
	}

	standing := r.standing(total)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, errSettled) {
		return standing, cause
	}
	return standing, nil
}

var errSettled = errors.New("the test has reached a verdict")

// A runner plays a match.
type runner struct {
	match  *Match
	pairs  []pairing
	cancel context.CancelCauseFunc
	log    *log

	mu       sync.Mutex
	outcomes map[int]Outcome
}

// settled reports whether the test has reached its verdict.
func (r *runner) settled() bool { return r.match.SPRT != nil && r.standing(0).Verdict != "" }

// game plays one game of the schedule, unless it has been played.
func (r *runner) game(ctx context.Context, number int, sessions []*session) {
	r.mu.Lock()
	_, played := r.outcomes[number]
	r.mu.Unlock()
	if played {
		return
	}
	at := slotOf(number, len(r.pairs))
	white, black := r.pairs[at.pairing].first, r.pairs[at.pairing].second
	if at.swapped {
		white, black = black, white
	}
	g := &Game{Number: number, White: &r.match.Players[white], Black: &r.match.Players[black],
		Variant: r.match.Variant}
	opening := r.match.Opening(at.round)
	if err := play(ctx, g, opening, [2]*session{sessions[white], sessions[black]},
		&r.match.Rulings); err != nil {
		if ctx.Err() == nil {
			r.cancel(err)
		}
		return
	}

	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() != nil && errors.Is(context.Cause(ctx), errSettled) {
		return // the match ended before this game
	}
	err := r.log.failed()
	if err == nil && r.match.Finished != nil {
		err = r.match.Finished(g)
	}
	if err != nil {
		r.cancel(err)
		return
	}

	r.outcomes[number] = Outcome{g.Result, g.Termination, g.line()}
	if r.settled() {
		r.cancel(errSettled)
	}
}

// standing counts the games before the first missing one, up to the verdict of the test. Two games
// that are both the same as an earlier pair of these players, as between programs that always play
// alike, say nothing new and do not count.
func (r *runner) standing(total int) *Standing {
	s := &Standing{Total: total, Failed: make([]map[string]int, len(r.match.Players))}
	for i, p := range r.match.Players {
		s.Players, s.Failed[i] = append(s.Players, p.Name), map[string]int{}
	}
	for _, p := range r.pairs {
		s.Pairings = append(s.Pairings, PairingScore{First: p.first, Second: p.second})
	}
	type pairOfGames struct {
		pairing  int
		one, two uint64 // lines
	}
	seen := map[pairOfGames]bool{}
	for number := 1; ; number += 2 {
		one, ok := r.outcomes[number]
		two, both := r.outcomes[number+1]
		if !ok {
			return s
		}
		pairing := slotOf(number, len(r.pairs)).pairing
		score := &s.Pairings[pairing]
		if !both {
			s.count(score, one, false)
			s.Games++
			return s
		}

		games := pairOfGames{pairing, one.Line, two.Line}
		if seen[games] {
			s.Games += 2
			s.Repeated += 2
			continue
		}

		seen[games] = true
		points := s.count(score, one, false) + s.count(score, two, true)
		score.Pairs[points]++
		s.Games += 2
		if r.match.SPRT != nil {
			s.Verdict = r.match.SPRT.Verdict(score.Score)
			if s.Verdict != "" {
				return s
			}
		}
	}
}

// count adds a game to a score and returns the points of the first player, in half points.
func (s *Standing) count(score *PairingScore, o Outcome, swapped bool) int {
	winner, loser := score.First, score.Second
	switch {
	case o.Result == board.Draw:
		score.Draws++
		return 1
	case (o.Result == board.Win(board.White)) == swapped: // the second player won
		score.Losses++
		winner, loser = loser, winner
	default:
		score.Wins++
	}

	if o.Termination != "normal" && o.Termination != "adjudication" {
		s.Failed[loser][o.Termination]++
	}
	if winner == score.First {
		return 2
	}
	return 0
}
