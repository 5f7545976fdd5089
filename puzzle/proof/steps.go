package proof

import (
	"fmt"
	"iter"
	"strings"

	"turncoat/internal/reference"
	"turncoat/rules/board"
)

// reached reports whether a turn of the attacker has reached the goal.
func (v *verifier) reached(t *board.Played) bool {
	return v.claimed(t) || v.header.Stipulation == Win && v.lost(t)
}

// claimed reports whether a turn of the attacker has reached the goal of a claim.
func (v *verifier) claimed(t *board.Played) bool {
	return v.header.Stipulation == Claim && t.Converted&t.After.Kings != 0
}

// selfReached reports whether a turn of the enemy has reached the goal of a self-win.
func (v *verifier) selfReached(t *board.Played) bool {
	return v.header.Stipulation == SelfWin && v.lost(t)
}

// lost reports whether the side to move after a turn has lost. Most sides have not, which
// [reference.Lost] sees without playing a turn.
func (v *verifier) lost(t *board.Played) bool { return reference.Lost(v.header.Rules, t.After) }

// win checks that each of the turns in play wins.
func (v *verifier) win(s *step) (string, error) {
	for _, text := range s.Play {
		if strings.Contains(text, "~") {
			return text, fmt.Errorf("%w: the reclaim is the enemy's choice", ErrSyntax)
		}
		m, err := parseMove(&s.at, text)
		if err != nil {
			return text, err
		}
		legal := false
		for t := range v.turnsOf(&s.at, m) {
			legal = true
			if err := v.wonAfter(&t, s.Win); err != nil {
				return written(&s.at, m, t.Reclaimed), err
			}
		}

		if !legal {
			return text, fmt.Errorf("%w: the move is not legal", ErrWrong)
		}
	}

	return "", nil
}

// wonAfter checks that a turn of the attacker, with the reclaim that the enemy chose, leads to the
// goal in n turns, counting the turn itself.
func (v *verifier) wonAfter(t *board.Played, n int) error {
	if v.claimed(t) {
		return nil
	}
	replies := v.variant.Moves(&t.After)
	if len(replies) == 0 {
		o := v.variant.Outcome(&t.After)
		if v.header.Stipulation == Win && o.Result != board.Draw {
			return nil
		}
		return fmt.Errorf("%w: the game ends with %s (%s)", ErrWrong, o.Result, o.Reason)
	}

	for _, reply := range replies {
		if !v.replyLoses(t.After, reply, n-1) {
			return fmt.Errorf("%w: %s is not answered", ErrWrong, reply.UCI(&t.After))
		}
	}

	return nil
}

// replyLoses reports whether, after a reply of the enemy and some reclaim by the attacker, the goal
// is reached or a step states a win in at most n turns.
func (v *verifier) replyLoses(p board.Position, reply board.Move, n int) bool {
	stated := func(t *board.Played) bool {
		turns, ok := v.wins[same(t.After)]
		return ok && turns <= n || v.selfReached(t) || n > 0 && v.implied && v.winsAtOnce(t.After)
	}
	if t := v.variant.Play(&p, reply); stated(&t) {
		return true
	}
	if !v.reclaims {
		return false
	}
	for t := range v.turnsOf(&p, reply) {
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
		m, err := parseMove(&s.at, text)
		if err != nil {
			return text, err
		}
		except[m] = true
	}

	unused := len(s.Answers)
	for t := range v.full(s.at) {
		if except[t.Move] {
			continue
		}
		m := t.Move
		var answer string
		var given bool
		if len(s.Answers) > 0 { // rare: a hold of 1 needs no answers
			answer, given = s.Answers[m.UCI(&s.at)]
			if given {
				unused--
			}
		}

		reclaimed, reply, err := parseAnswer(answer)
		if err != nil {
			return m.UCI(&s.at), err
		}
		if reclaimed != nil {
			t, err = v.playLegal(s.at, m, reclaimed)
			if err != nil {
				return m.UCI(&s.at), err
			}
		}

		if err := v.heldAfter(&t, s, given, reply); err != nil {
			return m.UCI(&s.at), err
		}
	}

	if unused > 0 {
		return "", fmt.Errorf("%w: %d of the answers are to no legal move, or to one in except", ErrSyntax,
			unused)
	}

	return "", nil
}

// full yields the turn of each legal move with the full reclaim.
func (v *verifier) full(p board.Position) iter.Seq[board.Played] {
	if !v.reclaims {
		return v.variant.Turns(&p) // one of each move
	}
	return func(yield func(board.Played) bool) {
		for _, m := range v.variant.Moves(&p) {
			if !yield(v.variant.Play(&p, m)) {
				return
			}
		}
	}
}

// heldAfter checks that a turn of the attacker does not win. One legal answer suffices to show that
// the game continues (PAC-12, CON-11), so the other moves are not generated.
func (v *verifier) heldAfter(t *board.Played, s *step, given bool, reply string) error {
	if v.claimed(t) {
		return errReached
	}
	if !given || reply == "" {
		if v.reached(t) {
			return errReached
		}
		if s.Hold == 1 && v.header.Stipulation != SelfWin || v.variant.Outcome(&t.After).Result != board.Ongoing {
			return nil
		}
		return fmt.Errorf("%w: there is no answer", ErrWrong)
	}

	m, err := parseMove(&t.After, reply)
	if err != nil {
		return err
	}
	legal := false
	for r := range v.turnsOf(&t.After, m) {
		legal = true
		if v.selfReached(&r) {
			return fmt.Errorf("%w: %s reaches the goal", ErrWrong, written(&t.After, m, r.Reclaimed))
		}
		if s.Hold > 1 && v.holds[same(r.After)] < s.Hold-1 {
			return fmt.Errorf("%w: no step shows a hold of %d after %s", ErrWrong, s.Hold-1,
				written(&t.After, m, r.Reclaimed))
		}
	}

	switch {
	case legal:
		return nil
	case v.reached(t):
		return errReached
	}

	return fmt.Errorf("%w: the answer %s is not legal", ErrWrong, reply)
}

var errReached = fmt.Errorf("%w: the goal is reached", ErrWrong)

// line checks a line of turns in which both sides work together.
func (v *verifier) line(s *step) (string, error) {
	if v.header.Stipulation != HelpWin {
		return "", fmt.Errorf("%w: a line proves a help-win only", ErrWrong)
	}
	plies, winner := 2*v.header.In, v.root.Turn.Other()
	if v.header.Half {
		plies, winner = plies+1, v.root.Turn
	}
	if len(s.Line) > plies {
		return "", fmt.Errorf("%w: more than %d turns of both sides", ErrWrong, plies)
	}
	p := v.root
	for _, text := range s.Line {
		t, err := v.turn(p, text)
		if err != nil {
			return text, err
		}
		p = t.After
	}

	if o := v.variant.Outcome(&p); o.Result != board.Win(winner) {
		return s.Line[len(s.Line)-1], fmt.Errorf("%w: %s has not won", ErrWrong, winner)
	}
	if len(s.Line) < plies {
		return "", fmt.Errorf("%w: fewer than %d turns of both sides", ErrWrong, plies)
	}
	return "", nil
}
