package solution

import (
	"slices"

	"turncoat/puzzle/proof"
	"turncoat/rules/board"
)

// A Statement is one step of a proof: at a position, with the attacker to move, either the goal is
// reached in at most Win turns by each of Play, or it is not reached in Hold turns except by the moves in Except.
type Statement struct {
	At   board.Position
	Win  int
	Play []board.Move

	Hold    int
	Except  []board.Move
	Answers []Answer
}

// An Answer says how the enemy prevents the goal after one move.
type Answer struct {
	Turn  board.Played // the attacker's, with the reclaim that the enemy chooses
	Full  bool         // the reclaim is the full one
	Reply board.Move
	Ends  bool // there is no reply: the game is over, or no turn is left
}

// Step returns the statement as a proof writes it.
func (t *Statement) Step() proof.Step {
	s := proof.Step{At: proof.At(&t.At), Win: t.Win, Play: UCI(&t.At, t.Play), Hold: t.Hold,
		Except: UCI(&t.At, t.Except)}
	for _, a := range t.Answers {
		if s.Answers == nil {
			s.Answers = map[string]string{}
		}
		answer := ""
		if !a.Full {
			answer = ReclaimText(a.Turn.Reclaimed)
		}
		if !a.Ends {
			if answer != "" {
				answer += " "
			}
			answer += a.Reply.UCI(&a.Turn.After)
		}
		s.Answers[a.Turn.Move.UCI(&t.At)] = answer
	}
	return s
}

// UCI writes moves, sorted as text.
func UCI(p *board.Position, moves []board.Move) []string {
	var list []string
	for _, m := range moves {
		list = append(list, m.UCI(p))
	}
	slices.Sort(list)
	return list
}

// Statements returns a proof that the first key reaches the goal in In turns, made of the turns of
// the tree alone.
func (s *Tree) Statements() []Statement {
	e := expander{made: map[board.Position]int{}}
	if len(s.Keys) > 0 {
		e.expand(&s.Position, &s.Keys[0])
	}
	return e.list
}

type expander struct {
	list []Statement
	made map[board.Position]int // by position, the turns for which a win is stated
}

func (e *expander) expand(p *board.Position, t *Play) {
	at := *p
	at.Clock, at.Number = 0, 0
	if n, ok := e.made[at]; ok && n <= t.In {
		return
	}
	e.made[at] = t.In
	e.list = append(e.list, Statement{At: *p, Win: t.In, Play: []board.Move{t.Turn.Move}})
	for i := range t.Defences {
		if next := t.Defences[i].Continuations; len(next) > 0 {
			e.expand(&next[0].After.After, &next[0])
		}
	}
}
