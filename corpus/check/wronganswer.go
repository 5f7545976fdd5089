package check

import (
	"fmt"
	"slices"

	"turncoat/corpus"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// outcome returns the result of a position in which there is a turn, or is none (PAC-12).
func (j *wrongJudge) outcome(p *board.Position, turns bool) board.Result {
	if j.way.outcome != nil {
		return j.way.outcome(j, p, turns)
	}
	return j.ending(p, turns)
}

func (j *wrongJudge) ending(p *board.Position, turns bool) board.Result {
	switch {
	case turns:
		return board.Ongoing
	case p.Kingless(p.Turn), j.set.Stalemate == ruleset.StalemateLoses:
		return board.Win(p.Turn.Other())
	}
	return board.Draw
}

// mostTimes is how many times as many turns as the program under test a program may list, some of them twice,
// before it is clear that its answer is another.
const mostTimes = 4

// answer returns what the program answers to a case; with outcomes those after each turn as well. It reports
// whether the rules allow the position.
func (j *wrongJudge) answer(g *rules.Variant, s *sample, outcomes bool) (corpus.Answer, bool) {
	q := question(s.result.Case)
	p, err := g.ParseFEN(q.FEN)
	if err != nil {
		return corpus.Answer{}, false
	}
	if j.way.read != nil {
		j.way.read(&p)
	}
	j.kept = slices.DeleteFunc(slices.Clone(orders[fenOrder].list),
		func(s board.Square) bool { return !p.Occupied().Has(s) })
	played := *j
	if j.set.Reclaim == ruleset.OptionalReclaim { // a move alone means the full reclaim
		played.set.Reclaim = ruleset.FullReclaim
	}
next:
	for _, text := range q.Moves {
		for _, t := range played.turns(&p) {
			if j.write(&p, t.move) == text {
				played.kept = keptAfter(played.kept, &p, t.move)
				if p = t.after; j.way.replay != nil {
					p = j.way.replay(j, &t)
				}
				continue next
			}
		}
		return corpus.Answer{Refused: string(protocol.IllegalMove)}, true
	}
	j.kept = played.kept
	spell := func(uci string) string { return uci }
	if j.way.written != nil || j.way.spelt != nil {
		if right, err := s.result.Case.Position(); err == nil {
			spell = func(uci string) string { return spelled(&right, uci) } // as every answer is read
		}
	}
	var a corpus.Answer
	for t := range j.each(&p) {
		if len(a.Turns) > mostTimes*s.limit && s.limit > 0 {
			break
		}
		shown := t.after
		if j.way.shown != nil {
			shown = j.way.shown(j, &t)
		}
		uci := j.write(&p, t.move)
		if j.way.spelt != nil {
			uci = j.way.spelt(&p, uci)
		}
		turn := corpus.AnswerTurn{UCI: spell(uci), FEN: fmt.Sprintf("%s %c", shown.Board(), "wb"[t.after.Turn])}
		if outcomes {
			turn.Outcome = j.outcome(&t.after, j.anyTurn(&t.after)).String()
		}
		a.Turns = append(a.Turns, turn)
	}
	a.Outcome = j.outcome(&p, len(a.Turns) > 0).String()
	a.Settle()
	return a, true
}

// write returns a move as the program writes it.
func (j *wrongJudge) write(p *board.Position, m board.Move) string {
	if j.way.written != nil {
		if text := j.way.written(p, m); text != "" {
			return text
		}
	}
	return m.UCI(p)
}

// gives reports whether the program would give the answer of a sample.
func (j *wrongJudge) gives(g *rules.Variant, s *sample, outcomes bool) bool {
	want, ok := j.answer(g, s, outcomes)
	if !ok {
		return true // that says nothing
	}
	d := corpus.Compare(&want, &s.result.answer)
	return d.None()
}
