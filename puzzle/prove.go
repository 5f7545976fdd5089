// Package puzzle finds, proves and publishes problems of conversion chess.
package puzzle

import (
	"context"
	"io"
	"slices"

	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// Prove writes the proof of what a search has found, in the format of package proof. With complete
// it shows also that no other first move does it and that there is no shorter way. n is the number
// of turns that was asked for. A result that is not settled cannot be proved: the error is [solve.ErrLimit].
func Prove(ctx context.Context, out io.Writer, s *solve.Solver, p board.Position, goal solve.Goal, result solve.Result, n int, complete bool) error {
	if result.Status == solve.Unknown {
		return solve.ErrLimit
	}
	h := proof.Header{
		Rules: proof.Rules{Set: s.Game().Set()}, FEN: s.Game().FEN(&p), Stipulation: proof.Stipulation(goal.String()),
		In: result.In,
	}
	if read, err := s.Game().ParseFEN(h.FEN); err != nil || read.Rights != p.Rights || read.EnPassant != p.EnPassant {
		h.At = proof.At(&p)
	}
	switch {
	case result.Status == solve.None:
		h.In, h.None = n, true
	case goal != solve.HelpWin:
		h.Shortest, h.Complete = complete, complete
		h.Keys = texts(&p, result.Keys)
	}
	w, err := proof.NewWriter(out, h)
	if err != nil {
		return err
	}
	if goal == solve.HelpWin {
		for _, line := range result.Lines {
			if err := w.Step(proof.Step{Line: lineTexts(s, p, line)}); err != nil {
				return err
			}
		}
		return nil
	}
	return s.Prove(ctx, p, goal, result, n, complete, func(t solve.Statement) error { return w.Step(step(t)) })
}

func step(t solve.Statement) proof.Step {
	s := proof.Step{At: proof.At(&t.At), Win: t.Win, Play: texts(&t.At, t.Play), Hold: t.Hold, Except: texts(&t.At, t.Except)}
	for _, a := range t.Answers {
		if s.Answers == nil {
			s.Answers = map[string]string{}
		}
		answer := ""
		if !a.Full {
			answer = proof.Reclaim(a.Turn.Reclaimed)
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

func texts(p *board.Position, moves []board.Move) []string {
	var list []string
	for _, m := range moves {
		list = append(list, m.UCI(p))
	}
	slices.Sort(list)
	return list
}

func lineTexts(s *solve.Solver, p board.Position, line []board.Played) []string {
	var list []string
	for _, t := range line {
		var reclaimed *board.Bits
		if t.Reclaimed != s.Game().Full(&p, t.Move).Reclaimed {
			reclaimed = &t.Reclaimed
		}
		list = append(list, proof.Written(&p, t.Move, reclaimed))
		p = t.After
	}
	return list
}
