package corpuscmd

import (
	"io"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/corpus/generate"
	"turncoat/internal/plural"
	"turncoat/rules/ruleset"
)

// ScoreJSON is what `corpus score --json` prints for each rule set.
type ScoreJSON struct {
	Rules    ruleset.Set     `json:"rules"`
	Cases    int             `json:"cases"`
	Told     int             `json:"told"`     // misreadings that some case tells from the rules
	Possible int             `json:"possible"` // misreadings that are not proved to play the same game
	Parted   int             `json:"parted"`   // pairs of misreadings, the rules among them, told apart
	Partable int             `json:"partable"`
	Percent  float64         `json:"percent"`
	Searched int             `json:"searched"` // positions looked at for what is not told
	Readings []ReadingCount  `json:"readings"`
	Alike    []AlikeReadings `json:"alike"`
}

// ReadingCount says how many cases tell a misreading.
type ReadingCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// AlikeReadings are misreadings that no case tells apart.
type AlikeReadings struct {
	corpus.Alike
	FEN   string   `json:"fen,omitempty"` // a position that would tell
	Moves []string `json:"moves,omitempty"`
}

func corpusScore(s *command.Session) error {
	cases, err := loadCases(s, s.Args().Slice())
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
			err = s.JSON(scoreJSON(score))
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

func scoreJSON(score *corpus.Score) ScoreJSON {
	out := ScoreJSON{Rules: score.Rules, Cases: len(score.Cases), Percent: score.Percent(), Searched: score.Searched,
		Alike: []AlikeReadings{}}
	out.Told, out.Possible = score.Told()
	out.Parted, out.Partable = score.Parted()
	for _, r := range score.Readings {
		out.Readings = append(out.Readings, ReadingCount{r.Name, r.Count})
	}
	for _, a := range score.Alike {
		line := AlikeReadings{Alike: a.Alike}
		if a.Position != nil {
			line.FEN, line.Moves = a.Position.FEN, a.Position.Moves
		}
		out.Alike = append(out.Alike, line)
	}
	return out
}
