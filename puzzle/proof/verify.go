package proof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"turncoat/rules/board"
	"turncoat/rules/reference"
	"turncoat/rules/ruleset"
)

// Report says what a proof that was found right proves.
type Report struct {
	Header
	Wins, Holds, Lines int // steps checked
}

// maxFaults is how many faults of one proof are reported.
const maxFaults = 50

// Verify reads a proof and checks every step and every claim of the header, with the slow rules
// alone. file names the text in errors and may be empty; jobs is how many steps are checked at
// once. The error joins one [*Error] for each fault, in the order of the lines; or it is the context's.
func Verify(ctx context.Context, in io.Reader, file string, jobs int) (Report, error) {
	h, steps, faults, err := read(in, file)
	report := Report{Header: h}
	if err != nil {
		return report, err
	}
	v := &verifier{file: file, header: h, set: h.Rules.Set, wins: map[board.Position]int{}, holds: map[board.Position]int{}}
	if v.root, err = v.position(); err != nil {
		return report, &Error{File: file, Line: 1, Err: err}
	}
	for i := range steps {
		switch s := &steps[i]; {
		case s.Win > 0:
			report.Wins++
			if n, ok := v.wins[same(s.at)]; !ok || s.Win < n {
				v.wins[same(s.at)] = s.Win
			}
		case s.Hold > 0:
			report.Holds++
			if len(s.Except) == 0 {
				v.holds[same(s.at)] = max(s.Hold, v.holds[same(s.at)])
			}
		default:
			report.Lines++
		}
	}
	wrong, err := v.checkAll(ctx, steps, jobs)
	if err != nil {
		return report, err
	}
	faults = append(faults, wrong...)
	if len(faults) == 0 {
		faults = v.claims(steps)
	}
	return report, join(faults)
}

// join puts faults into the order of their lines and leaves out what is too many.
func join(faults []error) error {
	slices.SortStableFunc(faults, func(a, b error) int {
		var x, y *Error
		errors.As(a, &x)
		errors.As(b, &y)
		return cmp.Compare(x.Line, y.Line)
	})
	return errors.Join(faults[:min(len(faults), maxFaults)]...)
}

// same strips a position of what does not make a difference to what can follow.
func same(p board.Position) board.Position {
	p.Key, p.Clock, p.Number = 0, 0, 0
	return p
}

type verifier struct {
	file   string
	header Header
	set    ruleset.Set
	root   board.Position
	wins   map[board.Position]int // fewest turns of which a step states a win
	holds  map[board.Position]int // most turns for which a step without exceptions states a hold
}

// position gives the position that the header speaks of.
func (v *verifier) position() (board.Position, error) {
	p, err := board.ParseFEN(v.header.FEN, v.set)
	if err != nil {
		return p, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	for _, b := range reference.Validate(v.set, p) {
		return p, fmt.Errorf("%w: %w: %s (%s)", ErrSyntax, board.ErrInvalid, b.Reason, b.Rule)
	}
	if v.header.At == "" {
		return p, nil
	}
	exact, err := parseAt(v.header.At, v.set)
	if err != nil {
		return p, err
	}
	if exact.Board() != p.Board() || exact.Turn != p.Turn {
		return p, fmt.Errorf("%w: the position %q is not that of the FEN", ErrSyntax, v.header.At)
	}
	return exact, nil
}

// turn plays a written turn.
func (v *verifier) turn(p board.Position, text string) (board.Played, error) {
	m, reclaimed, err := parseTurn(&p, text)
	if err != nil {
		return board.Played{}, err
	}
	return v.play(p, m, reclaimed)
}

func (v *verifier) play(p board.Position, m board.Move, reclaimed *board.Bits) (board.Played, error) {
	if reclaimed == nil && !slices.Contains(reference.Moves(v.set, p), m) {
		return board.Played{}, fmt.Errorf("%w: %s is not legal", ErrWrong, m.UCI(&p))
	}
	return v.playLegal(p, m, reclaimed)
}

// playLegal plays a move; with the full reclaim it must be known to be legal.
func (v *verifier) playLegal(p board.Position, m board.Move, reclaimed *board.Bits) (board.Played, error) {
	if reclaimed == nil {
		return reference.Full(v.set, p, m), nil
	}
	legal := false
	for t := range reference.TurnsOf(v.set, p, m) {
		legal = true
		if t.Reclaimed == *reclaimed {
			return t, nil
		}
	}
	if !legal {
		return board.Played{}, fmt.Errorf("%w: %s is not legal", ErrWrong, m.UCI(&p))
	}
	return board.Played{}, fmt.Errorf("%w: %s cannot be followed by the reclaim %s", ErrWrong, m.UCI(&p), Reclaim(*reclaimed))
}

func (v *verifier) checkAll(ctx context.Context, steps []step, jobs int) ([]error, error) {
	var (
		group  sync.WaitGroup
		lock   sync.Mutex
		faults []error
		next   atomic.Int64
	)
	for range max(1, min(jobs, len(steps))) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(steps) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if err := v.check(&steps[i]); err != nil {
					lock.Lock()
					faults = append(faults, err)
					lock.Unlock()
				}
			}
		})
	}
	group.Wait()
	return faults, ctx.Err()
}

func (v *verifier) check(s *step) error {
	var move string
	var err error
	switch {
	case s.Win > 0:
		move, err = v.win(s)
	case s.Hold > 0:
		move, err = v.hold(s)
	default:
		move, err = v.line(s)
	}
	if err != nil {
		return &Error{File: v.file, Line: s.line, At: s.At, Move: move, Err: err}
	}
	return nil
}

// reached tells whether a turn of the attacker's has reached the goal.
func (v *verifier) reached(t *board.Played, attacker board.Colour) bool {
	switch v.header.Stipulation {
	case Claim:
		return t.Converted&t.After.Kings != 0
	case Win:
		return reference.Outcome(v.set, t.After).Result == board.Win(attacker)
	}
	return false
}

// selfReached tells whether a turn of the enemy's has reached the goal of a self-win.
func (v *verifier) selfReached(t *board.Played, enemy board.Colour) bool {
	return v.header.Stipulation == SelfWin && reference.Outcome(v.set, t.After).Result == board.Win(enemy)
}

// win checks that each of the turns in play wins.
func (v *verifier) win(s *step) (string, error) {
	for _, text := range s.Play {
		m, reclaimed, err := parseTurn(&s.at, text)
		if err != nil {
			return text, err
		}
		if reclaimed != nil {
			return text, fmt.Errorf("%w: the reclaim is the enemy's choice", ErrSyntax)
		}
		legal := false
		for t := range reference.TurnsOf(v.set, s.at, m) {
			legal = true
			if err := v.wonAfter(&t, s.at.Turn, s.Win); err != nil {
				return Written(&s.at, m, &t.Reclaimed), err
			}
		}
		if !legal {
			return text, fmt.Errorf("%w: the move is not legal", ErrWrong)
		}
	}
	return "", nil
}

// wonAfter checks that a turn of the attacker's, with the reclaim that the enemy chose, leads to
// the goal in n turns, itself the first.
func (v *verifier) wonAfter(t *board.Played, attacker board.Colour, n int) error {
	if v.reached(t, attacker) {
		return nil
	}
	if o := reference.Outcome(v.set, t.After); o.Result != board.Ongoing {
		return fmt.Errorf("%w: the game ends with %s (%s)", ErrWrong, o.Result, o.Reason)
	}
	for _, reply := range reference.Moves(v.set, t.After) {
		if !v.met(t.After, reply, n-1) {
			return fmt.Errorf("%w: %s is not answered", ErrWrong, reply.UCI(&t.After))
		}
	}
	return nil
}

// met tells whether after a reply of the enemy's, and some reclaim of the attacker's, the goal is
// reached or a step states a win in at most n turns.
func (v *verifier) met(p board.Position, reply board.Move, n int) bool {
	stated := func(t *board.Played) bool {
		turns, ok := v.wins[same(t.After)]
		return ok && turns <= n || v.selfReached(t, p.Turn)
	}
	if t := reference.Full(v.set, p, reply); stated(&t) {
		return true
	}
	if v.set.Family != ruleset.Pacifist || v.set.Reclaim != ruleset.OptionalReclaim {
		return false
	}
	for t := range reference.TurnsOf(v.set, p, reply) {
		if stated(&t) {
			return true
		}
	}
	return false
}

// hold checks that no move but those excepted wins.
func (v *verifier) hold(s *step) (string, error) {
	except := map[board.Move]bool{}
	for _, text := range s.Except {
		m, _, err := parseTurn(&s.at, text)
		if err != nil {
			return text, err
		}
		except[m] = true
	}
	for _, m := range reference.Moves(v.set, s.at) {
		if except[m] {
			continue
		}
		uci := m.UCI(&s.at)
		answer, given := s.Answers[uci]
		reclaimed, reply, err := parseAnswer(answer)
		if err != nil {
			return uci, err
		}
		t, err := v.playLegal(s.at, m, reclaimed) // one of the legal moves
		if err != nil {
			return uci, err
		}
		if err := v.heldAfter(&t, s, given, reply); err != nil {
			return uci, err
		}
	}
	return "", nil
}

func (v *verifier) heldAfter(t *board.Played, s *step, given bool, reply string) error {
	if v.reached(t, s.at.Turn) {
		return fmt.Errorf("%w: the goal is reached", ErrWrong)
	}
	if !given || reply == "" {
		if s.Hold == 1 && v.header.Stipulation != SelfWin || reference.Outcome(v.set, t.After).Result != board.Ongoing {
			return nil
		}
		return fmt.Errorf("%w: there is no answer", ErrWrong)
	}
	m, _, err := parseTurn(&t.After, reply)
	if err != nil {
		return err
	}
	legal := false
	for r := range reference.TurnsOf(v.set, t.After, m) {
		legal = true
		if v.selfReached(&r, t.After.Turn) {
			return fmt.Errorf("%w: %s reaches the goal", ErrWrong, Written(&t.After, m, &r.Reclaimed))
		}
		if s.Hold > 1 && v.holds[same(r.After)] < s.Hold-1 {
			return fmt.Errorf("%w: no step shows a hold of %d after %s", ErrWrong, s.Hold-1, Written(&t.After, m, &r.Reclaimed))
		}
	}
	if !legal {
		return fmt.Errorf("%w: the answer %s is not legal", ErrWrong, reply)
	}
	return nil
}

// line checks a line of turns in which both sides work together.
func (v *verifier) line(s *step) (string, error) {
	if v.header.Stipulation != HelpWin {
		return "", fmt.Errorf("%w: a line proves a help-win only", ErrWrong)
	}
	if len(s.Line) > 2*v.header.In {
		return "", fmt.Errorf("%w: more than %d turns of each side", ErrWrong, v.header.In)
	}
	p := v.root
	for _, text := range s.Line {
		t, err := v.turn(p, text)
		if err != nil {
			return text, err
		}
		p = t.After
	}
	if o := reference.Outcome(v.set, p); o.Result != board.Win(v.root.Turn.Other()) {
		return s.Line[len(s.Line)-1], fmt.Errorf("%w: %s has not won", ErrWrong, v.root.Turn.Other())
	}
	return "", nil
}

// claims checks that the steps show what the header claims.
func (v *verifier) claims(steps []step) []error {
	var faults []error
	fault := func(format string, a ...any) {
		faults = append(faults, &Error{File: v.file, Line: 1, Err: fmt.Errorf("%w: %s", ErrWrong, fmt.Sprintf(format, a...))})
	}
	h, root := v.header, same(v.root)
	proved := map[string]bool{}
	others := false
	for _, s := range steps {
		switch {
		case len(s.Line) > 0:
			proved[s.Line[0]] = true
		case same(s.at) != root:
		case s.Win > 0 && s.Win <= h.In:
			for _, k := range s.Play {
				proved[k] = true
			}
		case s.Hold >= h.In:
			others = others || !slices.ContainsFunc(s.Except, func(k string) bool { return !slices.Contains(h.Keys, k) })
		}
	}
	if h.None {
		if v.holds[root] < h.In {
			fault("no step shows that there is none in %d", h.In)
		}
		return faults
	}
	for _, k := range h.Keys {
		if !proved[k] {
			fault("no step shows that %s does it in %d", k, h.In)
		}
	}
	if len(proved) == 0 {
		fault("no step shows a %s in %d", h.Stipulation, h.In)
	}
	if h.Shortest && h.In > 1 && v.holds[root] < h.In-1 {
		fault("no step shows that there is none in %d", h.In-1)
	}
	if h.Complete && !others {
		fault("no step shows that all other turns fail")
	}
	return faults
}
