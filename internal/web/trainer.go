package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"turncoat/internal/puzzle/store"
	"turncoat/protocol"
)

// maxTrainer is the length in bytes of the longest question about puzzles that are kept in a store.
const maxTrainer = 64 << 10

// A trainer answers what the page asks of a store of puzzles: one JSON object, answered by one, or
// by a line for each attempt of a history. What it says to have kept is on the disk.
type trainer struct {
	store *store.Store
	now   func() time.Time
}

// A trainerQuestion is what can be asked.
type trainerQuestion struct {
	Ask    string `json:"ask"`    // overview, next, attempt or history
	Solver string `json:"solver"` // by name

	// Of next: which puzzles. What is left out does not matter.
	Rules  string  `json:"rules"`
	In     float64 `json:"in"`
	Theme  string  `json:"theme"`
	Level  int     `json:"level"`  // 1 to 5
	Random bool    `json:"random"` // any, also one that the solver has tried
	Seed   uint64  `json:"seed"`

	// Of attempt.
	Puzzle  string  `json:"puzzle"` // id
	Seconds float64 `json:"seconds"`
	Tries   int     `json:"tries"`
	Solved  bool    `json:"solved"`
}

// An overview is what there is to choose from.
type overview struct {
	Puzzles int            `json:"puzzles"`
	Rules   []string       `json:"rules"`
	Lengths []float64      `json:"lengths"`
	Themes  []string       `json:"themes"`
	Solvers []store.Solver `json:"solvers"` // the best first
}

func (t *trainer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, ok := question(w, r, maxTrainer)
	if !ok {
		return
	}
	ctx, cancel := answerTime(r, false)
	defer cancel()
	out := json.NewEncoder(w)
	if err := t.answer(ctx, text, out.Encode); err != nil {
		_ = out.Encode(map[string]any{"error": refusal(err)}) // a disconnected client gets no answer
	}
}

// refusal returns what is said of an error.
func refusal(err error) *protocol.Error {
	var e *protocol.Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, store.ErrUnknown):
		return &protocol.Error{Code: protocol.InvalidRequest, Message: err.Error()}
	case errors.Is(err, context.DeadlineExceeded):
		return &protocol.Error{Code: protocol.Limit, Message: "the store has not answered in time"}
	}

	return &protocol.Error{Code: protocol.Unsupported, Message: err.Error()}
}

func (t *trainer) answer(ctx context.Context, text []byte, say func(any) error) error {
	var q trainerQuestion
	if err := json.Unmarshal(text, &q); err != nil {
		return &protocol.Error{Code: protocol.Malformed, Message: "the question is no JSON object of the known form"}
	}
	q.Solver = strings.TrimSpace(q.Solver)
	switch q.Ask {
	case "overview":
		return t.overview(ctx, say)
	case "next":
		return t.next(ctx, q, say)
	case "attempt":
		return t.attempt(ctx, q, say)
	case "history":
		for a, err := range t.store.History(ctx, q.Solver) {
			if err != nil {
				return err
			}
			if err := say(a); err != nil {
				return err
			}
		}

		return nil
	}

	return &protocol.Error{Code: protocol.InvalidRequest,
		Message: "what is asked is none of overview, next, attempt and history"}
}

func (t *trainer) overview(ctx context.Context, say func(any) error) error {
	stats, err := t.store.Stats(ctx)
	if err != nil {
		return err
	}
	solvers, err := t.store.Solvers(ctx)
	if err != nil {
		return err
	}
	o := overview{Rules: []string{}, Lengths: []float64{}, Themes: []string{}, Solvers: append([]store.Solver{},
		solvers...)}
	for _, g := range stats.Groups {
		if g.Stipulation != trained {
			continue
		}
		o.Puzzles += g.Puzzles
		o.Rules = append(o.Rules, g.Rules)
		o.Lengths = append(o.Lengths, g.Length)
	}

	slices.Sort(o.Rules)
	slices.Sort(o.Lengths)
	o.Rules, o.Lengths = slices.Compact(o.Rules), slices.Compact(o.Lengths)
	for _, c := range stats.Themes {
		o.Themes = append(o.Themes, c.Theme)
	}
	slices.Sort(o.Themes)
	return say(o)
}

// trained is the stipulation of the puzzles that one can play against the best defence.
const trained = "win"

func (t *trainer) next(ctx context.Context, q trainerQuestion, say func(any) error) error {
	query := store.Query{Stipulation: trained, Length: store.Range{From: q.In, To: q.In}, Grade: levelGrades(q.Level),
		Random: q.Random, Seed: q.Seed, Limit: 1}
	if q.Rules != "" {
		query.Rules = []string{q.Rules}
	}
	if q.Theme != "" {
		query.Themes = []string{q.Theme}
	}
	found, err := store.Found{}, store.ErrUnknown
	if !q.Random {
		found, err = t.store.Next(ctx, q.Solver, query)
	}
	again := err != nil
	if errors.Is(err, store.ErrUnknown) { // all are tried: any of them once more
		query.Random = true
		for found, err = range t.store.Find(ctx, query) {
			break
		}
	}

	if errors.Is(err, store.ErrUnknown) || err == nil && found.ID == "" {
		return &protocol.Error{Code: protocol.InvalidRequest, Message: "the store has no such puzzle"}
	}
	if err != nil {
		return err
	}
	strength, err := t.store.Strength(ctx, found.ID)
	if err != nil {
		return err
	}
	return say(map[string]any{"puzzle": json.RawMessage(found.Line), "strength": strength, "again": again && !q.Random})
}

// levelGrades returns the grades of a level; all for 0.
func levelGrades(level int) store.Range {
	r := store.Range{From: float64(800 + 200*level), To: float64(999 + 200*level)}
	switch {
	case level <= 0:
		return store.Range{}
	case level == 1:
		r.From = 0
	case level >= 5:
		r.To = 0
	}

	return r
}

// maxSeconds is the longest time of one attempt that is believed, a day.
const maxSeconds = 24 * 60 * 60

func (t *trainer) attempt(ctx context.Context, q trainerQuestion, say func(any) error) error {
	if q.Solver == "" || len(q.Solver) > 100 || q.Tries < 1 || q.Tries > 1000 || !(q.Seconds >= 0) {
		return &protocol.Error{Code: protocol.InvalidRequest,
			Message: "an attempt has a solver of at most 100 bytes, tries from 1 to 1000, and seconds"}
	}

	kept, err := t.store.Record(ctx, store.Attempt{
		Solver: q.Solver, Puzzle: q.Puzzle, At: t.now(),
		Took: time.Duration(min(q.Seconds, maxSeconds) * float64(time.Second)), Tries: q.Tries, Solved: q.Solved,
	})
	if err != nil {
		return err
	}
	strength, err := t.store.Strength(ctx, q.Puzzle)
	if err != nil {
		return err
	}
	return say(map[string]any{"attempt": kept, "strength": strength})
}
