package specs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Options control how scenarios are run. The zero value runs them unchanged.
type Options struct {
	// Set overrides settings in the rules of every scenario whose family has them.
	Set []ruleset.Override
	// Solve finds forced wins. Without it every scenario that expects one fails.
	Solve Solver
	// Jobs is how many goroutines a count may use; 1 if it is not positive.
	Jobs int
}

// Solver finds the shortest forced win of the side to move, in at most n of its turns, and all its
// first moves; in is 0 if there is none. It returns an error if a limit ends the search.
type Solver func(ctx context.Context, variant *rules.Variant, p board.Position, n int) (in int,
	keys []board.Move, err error)

// Result is the result of running a scenario.
type Result struct {
	Set      ruleset.Set // the rules it was run under, including overrides
	Failures []Failure   // in the order of the text; empty if all expectations hold
	// Last describes the last move that was played, nil if there was none.
	Last *Last
}

// Last is the last move of a scenario as the rules play it.
type Last struct {
	Move   string // in input notation
	Before board.Position
	Story  rules.Explanation
}

// OK reports whether all expectations hold.
func (r *Result) OK() bool { return len(r.Failures) == 0 }

// Failure is one expectation that does not hold, or a move that cannot be played.
type Failure struct {
	Place
	Code          pgn.Code
	Key           string // the key of the expectation, such as "waves", "play" or "fen"
	Rule          string // the rule concerned; empty if the scenario cites none
	Ply           int    // of the moves, from 1; 0 if the failure is about the final position
	Move          string // the move that the failure is about, as written; may be empty
	FEN           string // of the position in question: before Move if there is one
	Message       string // one line with what was expected and what was found
	Expected, Got []string
	Boards        *Boards // if boards were compared
	See           string  // a command that shows more
}

// Boards are the expected and the actual board, and where they differ.
type Boards struct {
	Expected, Got board.Position // the expected one has only pieces
	Differ        board.Bitboard
}

// Run runs a scenario under its rules. The error is the context's, or the first fault of a scenario
// that has faults.
func Run(ctx context.Context, s *Scenario, o Options) (Result, error) {
	if len(s.Faults) > 0 {
		return Result{}, s.Faults[0]
	}
	set := ruleset.ApplyAll(s.Set, o.Set)
	result, err := answer(ctx, s, set, o)
	if err != nil {
		return result, err
	}
	for _, v := range s.Expect.SameAs {
		other := ruleset.ApplyAll(v.Set, o.Set)
		if other == set {
			continue
		}
		got, err := answer(ctx, s, other, o)
		if err != nil {
			return result, err
		}
		if !got.OK() {
			f := got.Failures[0]
			f.Place, f.Key = v.Place, "same-as"
			f.Message = fmt.Sprintf("not the same under %s: %s", v.Name, f.Message)
			result.Failures = append(result.Failures, f)
		}
	}

	if len(o.Set) == 0 { // differences are only expected under unchanged rules
		for _, v := range s.Expect.Differs {
			got, err := answer(ctx, s, v.Set, o)
			if err != nil {
				return result, err
			}
			if got.OK() {
				result.Failures = append(result.Failures, Failure{
					Place: v.Place, Code: pgn.Expectation, Key: "differs", Rule: s.rule(),
					FEN:      s.FEN.Value,
					Message:  fmt.Sprintf("the answer is the same under %s", v.Name),
					Expected: []string{"another answer under " + v.Name}, Got: []string{"the same"},
				})
			}
		}
	}

	slices.SortStableFunc(result.Failures, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return result, nil
}

// rule returns the rule that the scenario is about, empty if it cites none.
func (s *Scenario) rule() string {
	if len(s.Cite) == 0 {
		return ""
	}
	return s.Cite[0]
}

// A runner runs one scenario under one rule set.
type runner struct {
	ctx     context.Context
	s       *Scenario
	o       Options
	variant *rules.Variant
	p       board.Position // the current position
	before  board.Position // before the last move
	last    board.Played
	result  Result
	err     error // of the context
}

func answer(ctx context.Context, s *Scenario, set ruleset.Set, o Options) (Result, error) {
	r := &runner{ctx: ctx, s: s, o: o, variant: rules.New(set), result: Result{Set: set}}
	p, err := r.variant.ParseFEN(s.FEN.Value)
	switch {
	case s.Expect.Invalid != nil:
		r.invalid(err)
		return r.result, nil
	case err != nil:
		r.fail(Failure{Place: s.FEN.Place, Code: pgn.BadFEN, Key: "fen", FEN: s.FEN.Value,
			Message: err.Error(), Got: []string{err.Error()}})
		return r.result, nil
	}

	r.p = p
	if r.play() {
		r.judge()
	}
	if r.err == nil {
		r.err = ctx.Err()
	}
	return r.result, r.err
}

func (r *runner) fail(f Failure) {
	if f.Code == "" {
		f.Code = pgn.Expectation
	}
	if f.Rule == "" {
		f.Rule = r.s.rule()
	}
	if f.FEN == "" {
		f.FEN = r.variant.FEN(&r.p)
	}
	r.result.Failures = append(r.result.Failures, f)
}

func (r *runner) invalid(err error) {
	f := Failure{Place: r.s.Expect.Invalid.Place, Key: "invalid", Rule: r.s.Expect.Invalid.Value,
		FEN: r.s.FEN.Value, Expected: []string{"a position that is not valid"}}
	switch {
	case err == nil:
		f.Message, f.Got = "the position is valid", []string{"a valid position"}
	case errors.Is(err, board.ErrSyntax):
		f.Code, f.Key, f.Message, f.Got = pgn.BadFEN, "fen", err.Error(), []string{err.Error()}
	default:
		return
	}

	r.fail(f)
}

// play plays the moves, and returns false if one cannot be played.
func (r *runner) play() bool {
	for i, t := range r.s.Play {
		r.err = r.ctx.Err()
		if r.err != nil {
			return false
		}
		if !r.step(i+1, t) {
			return false
		}
	}

	if len(r.s.Play) > 0 {
		r.result.Last = &Last{Move: r.variant.InputSAN(&r.before, r.last), Before: r.before,
			Story: r.variant.Explain(&r.before, r.last)}
	}

	return true
}

func (r *runner) step(ply int, t Text) bool {
	failure := Failure{Place: t.Place, Key: "play", Ply: ply, Move: t.Value,
		FEN: r.variant.FEN(&r.p)}
	played, w, err := r.read(&r.p, t.Value)
	if err != nil {
		failure.refused(err)
		failure.Expected, failure.Got = []string{"a legal move"}, []string{err.Error()}
		failure.See = r.command("explain", &r.p, t.Value)
		r.fail(failure)
		return false
	}

	if wrong := r.written(w, played); wrong != nil {
		wrong.Place, wrong.Key, wrong.Ply, wrong.Move, wrong.FEN = t.Place, "play", ply, t.Value,
			failure.FEN
		wrong.See = r.command("explain", &r.p, r.variant.InputSAN(&r.p, played))
		r.fail(*wrong)
	}

	r.before, r.last, r.p = r.p, played, played.After
	return true
}

// refused sets the reason why a move cannot be played.
func (f *Failure) refused(err error) {
	f.Message = err.Error()
	var illegal *rules.IllegalError
	switch {
	case errors.As(err, &illegal):
		f.Code = pgn.IllegalMove
		if ids := illegal.Rules(); len(ids) > 0 {
			f.Rule = ids[0]
		}
	case errors.Is(err, rules.ErrAmbiguous):
		f.Code = pgn.AmbiguousMove
	default:
		f.Code = pgn.Syntax
	}
}

// read reads a written move and plays it from a position.
func (r *runner) read(p *board.Position, text string) (board.Played, rules.ParsedMove, error) {
	w, err := rules.ParseMove(text, rules.English)
	if err != nil {
		return board.Played{}, w, err
	}
	var played board.Played
	if !r.variant.Match(p, &w, &played) {
		return board.Played{}, w, r.variant.MatchError(p, &w)
	}
	if w.HasReclaim {
		played, err = r.variant.TryPlay(p, played.Move, &w.Reclaim)
	}
	return played, w, err
}

// written checks the written conversions and check sign against the actual ones (NOT-4).
func (r *runner) written(w rules.ParsedMove, t board.Played) *Failure {
	if len(w.Converted) > 0 {
		var squares board.Bitboard
		good := true
		for _, c := range w.Converted {
			good = good && !squares.Has(c.Square) && t.After.KindAt(c.Square) == c.Kind
			squares |= c.Square.Bit()
		}

		if !good || squares != t.Converted {
			return &Failure{Code: pgn.ConversionMismatch,
				Rule: r.variant.Set().Rule(ruleset.ConversionRule),
				Message: fmt.Sprintf("%s converts %s, but the scenario says %s", r.variant.SAN(&r.p, t),
					joinOrNothing(t.Converted.Names()), joinOrNothing(squares.Names())),
				// as in reports on game records: by the rules, then as written
				Expected: t.Converted.Names(), Got: squares.Names()}
		}
	}

	if sign := r.sign(&t.After); w.Sign != "" && w.Sign != sign {
		return &Failure{
			Message: fmt.Sprintf("%s is written with %s, but its sign is %s", w.Text, w.Sign,
				cmp.Or(sign, "none")),
			Expected: []string{w.Sign}, Got: []string{cmp.Or(sign, "none")}}
	}

	return nil
}

func (r *runner) sign(after *board.Position) string {
	if c := r.variant.Sign(after); c != 0 {
		return string(c)
	}
	return ""
}
