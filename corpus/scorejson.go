package corpus

import "turncoat/rules/ruleset"

// ScoreJSON is a score in JSON, as `corpus score --json` prints it.
type ScoreJSON struct {
	Rules ruleset.Set `json:"rules"`
	Cases int         `json:"cases"`
	Told  int         `json:"told"` // misreadings that some case detects
	// misreadings that are not proved to play the same game
	Possible int `json:"possible"`
	// pairs of misreadings that are distinguished; the rules count as one
	Parted   int             `json:"parted"`
	Partable int             `json:"partable"`
	Percent  float64         `json:"percent"`
	Searched int             `json:"searched"` // positions searched for undetected misreadings
	Readings []ReadingCount  `json:"readings"`
	Alike    []AlikeReadings `json:"alike"`
}

// ReadingCount says how many cases detect a misreading.
type ReadingCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// AlikeReadings are misreadings that no case distinguishes.
type AlikeReadings struct {
	Alike
	FEN   string   `json:"fen,omitempty"` // a position that would distinguish them
	Moves []string `json:"moves,omitempty"`
}

// JSON returns the score in the form in which it is printed as JSON.
func (s *Score) JSON() ScoreJSON {
	out := ScoreJSON{Rules: s.Rules, Cases: len(s.Cases), Percent: s.Percent(),
		Searched: s.Searched, Alike: []AlikeReadings{}}
	out.Told, out.Possible = s.Told()
	out.Parted, out.Partable = s.Parted()
	for _, r := range s.Readings {
		out.Readings = append(out.Readings, ReadingCount{r.Name, r.Count})
	}
	for _, a := range s.Alike {
		line := AlikeReadings{Alike: a.Alike}
		if a.Position != nil {
			line.FEN, line.Moves = a.Position.FEN, a.Position.Moves
		}
		out.Alike = append(out.Alike, line)
	}

	return out
}
