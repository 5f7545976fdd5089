package corpuscmd

import (
	"io"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/corpus/generate"
	"turncoat/internal/plural"
)

func corpusScore(s *command.Session) error {
	cases, err := loadCases(s, s.Args())
	if err != nil || len(cases) == 0 { // why there are none is said already
		return err
	}
	page := command.Output(command.Printed{Writer: io.Discard})
	if file := s.String("html"); file != "" {
		if page, err = s.Create("--html", file); err != nil {
			return err
		}
		defer page.Discard()
	}
	scores, err := measure(s, cases, s.Int("search"))
	s.Draw("")
	stopped := err != nil && s.Context.Err() != nil
	if err != nil && !stopped {
		return err
	}
	for _, score := range scores {
		if score.Percent() < 100 {
			s.Raise(command.StatusFound)
		}
		if s.Bool("json") {
			err = s.JSON(score.JSON())
		} else {
			err = score.WriteText(s.Out, s.Bool("matrix"))
		}
		if err != nil {
			return err
		}
	}
	switch {
	case stopped && len(scores) == 0:
		return command.Interrupted("no rule set was finished")
	case stopped:
		return command.Interrupted("the scores of " + plural.Count(len(scores), "rule set") + " have been printed")
	}
	if err := corpus.WriteScoreHTML(page, scores); err != nil {
		return err
	}
	return page.Commit()
}

// measure measures the cases, and looks at so many positions for what they do not tell. When it is
// interrupted it returns the scores that were finished.
func measure(s *command.Session, cases []corpus.Case, search int) ([]*corpus.Score, error) {
	task := s.Line.Task("cases answered under every misreading", len(cases))
	scores, err := corpus.Measure(s.Context, cases, func() { task.Add(1) })
	task.End()
	if err != nil || search == 0 {
		return scores, err
	}
	for i, score := range scores {
		if err := generate.SearchUntold(s.Context, score, search, 1, drawMaking(s)); err != nil {
			return scores[:i], err
		}
	}
	return scores, nil
}
