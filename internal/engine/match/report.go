package match

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"turncoat/internal/plural"
	"turncoat/internal/report"
)

// WriteText writes a standing as text.
func (s *Standing) WriteText(w io.Writer, test *SPRT) error {
	var out report.Report
	for i := range s.Pairings {
		if s.Pairings[i].Games() > 0 {
			out.Groups = append(out.Groups, s.group(&s.Pairings[i], test))
		}
	}

	if len(s.Players) > 2 {
		out.Notes = append(out.Notes, s.table())
	}
	for i, failed := range s.Failed {
		for _, how := range slices.Sorted(maps.Keys(failed)) {
			games := plural.Count(failed[how], "game")
			out.Notes = append(out.Notes, fmt.Sprintf("%s lost %s (%s)", s.Players[i], games, how))
		}
	}

	if s.Repeated > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%s repeat earlier ones move by move and do not "+
			"count: these players always play alike", plural.Count(s.Repeated, "game")))
	}

	if s.Games < s.Total && s.Verdict == "" {
		unfinished := fmt.Sprintf("%d of %d games were played; the others were not finished", s.Games,
			s.Total)
		out.Notes = append(out.Notes, unfinished)
	}

	return out.WriteText(w)
}

// group returns a pairing as a group of a report.
func (s *Standing) group(p *PairingScore, test *SPRT) report.Group {
	e := p.Estimate()
	g := report.Group{
		Name: s.Players[p.First] + " – " + s.Players[p.Second],
		Summary: fmt.Sprintf("%s, %s, %s; %g of %s", plural.Count(p.Wins, "win"),
			plural.Count(p.Losses, "loss"), plural.Count(p.Draws, "draw"), p.Points(),
			plural.Count(p.Games(), "point")),
		Lines: []string{
			fmt.Sprintf("Elo %s ± %s, normalized %s ± %s, likelihood of superiority %.1f %%",
				number(e.Elo), number(e.EloError), number(e.Normalized), number(e.NormalizedError),
				100*e.Superiority),
			fmt.Sprintf("pairs by points 0, ½, 1, 1½, 2: %v", p.Pairs),
		},
	}
	if test == nil {
		return g
	}

	verdict := "no verdict yet"
	if s.Verdict != "" {
		verdict = s.Verdict + " accepted"
	}
	lower, upper := test.Bounds()
	sprt := fmt.Sprintf("SPRT [%g, %g] in normalized Elo: log-likelihood ratio %.2f of (%.2f, %.2f): %s",
		test.Elo0, test.Elo1, test.Ratio(p.Score), lower, upper, verdict)
	g.Lines = append(g.Lines, sprt)
	return g
}

// JSON returns the standing as a value to encode as JSON.
func (s *Standing) JSON(test *SPRT) any {
	out := standingJSON{Games: s.Games, Repeated: s.Repeated, Total: s.Total, Verdict: s.Verdict,
		Pairings: []pairingJSON{}, Failed: map[string]map[string]int{}}
	for i := range s.Pairings {
		p := &s.Pairings[i]
		e := p.Estimate()
		one := pairingJSON{
			First:      s.Players[p.First],
			Second:     s.Players[p.Second],
			Wins:       p.Wins,
			Draws:      p.Draws,
			Losses:     p.Losses,
			Pairs:      p.Pairs,
			Elo:        finite(e.Elo),
			EloError:   finite(e.EloError),
			Normalized: finite(e.Normalized),
			Superior:   e.Superiority,
		}
		if test != nil {
			one.Ratio = finite(test.Ratio(p.Score))
		}
		out.Pairings = append(out.Pairings, one)
	}

	if len(s.Players) > 2 {
		for i, r := range s.Ratings() {
			out.Ratings = append(out.Ratings, ratingJSON{s.Players[i], r.Elo, r.Error})
		}
	}

	for i, failed := range s.Failed {
		if len(failed) > 0 {
			out.Failed[s.Players[i]] = failed
		}
	}

	return out
}

type (
	standingJSON struct {
		Games    int           `json:"games"`
		Repeated int           `json:"repeated,omitempty"`
		Total    int           `json:"total"`
		Verdict  string        `json:"verdict,omitempty"`
		Pairings []pairingJSON `json:"pairings"`
		Ratings  []ratingJSON  `json:"ratings,omitempty"` // of three players and more
		// by player, then by termination
		Failed map[string]map[string]int `json:"failed,omitempty"`
	}

	ratingJSON struct {
		Player string  `json:"player"`
		Elo    float64 `json:"elo"`
		Error  float64 `json:"eloError"`
	}

	pairingJSON struct {
		First      string   `json:"first"`
		Second     string   `json:"second"`
		Wins       int      `json:"wins"`
		Draws      int      `json:"draws"`
		Losses     int      `json:"losses"`
		Pairs      [5]int   `json:"pairs"`
		Elo        *float64 `json:"elo"` // null if it is infinite
		EloError   *float64 `json:"eloError"`
		Normalized *float64 `json:"normalizedElo"`
		Superior   float64  `json:"superiority"`
		Ratio      *float64 `json:"ratio,omitempty"`
	}
)

// finite returns a number for JSON, nil if it is infinite or not a number.
func finite(f float64) *float64 {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return nil
	}
	return &f
}

// table lists the players by their ratings.
func (s *Standing) table() string {
	totals := make([]Score, len(s.Players))
	for _, p := range s.Pairings {
		a, b := &totals[p.First], &totals[p.Second]
		a.Wins, a.Draws, a.Losses = a.Wins+p.Wins, a.Draws+p.Draws, a.Losses+p.Losses
		b.Wins, b.Draws, b.Losses = b.Wins+p.Losses, b.Draws+p.Draws, b.Losses+p.Wins
	}

	ratings := s.Ratings()

	order := make([]int, len(totals))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(ratings[b].Elo, ratings[a].Elo)
	})

	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, "player\tpoints\tgames\tElo (mean 0)")
	for _, i := range order {
		fmt.Fprintf(t, "%s\t%g\t%d\t%s ± %s\n", s.Players[i], totals[i].Points(), totals[i].Games(),
			number(ratings[i].Elo), number(ratings[i].Error))
	}

	t.Flush()
	return text.String()
}

// number writes a rating with one decimal.
func number(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "∞"
	case math.IsInf(f, -1):
		return "-∞"
	case math.IsNaN(f):
		return "?"
	}

	return strings.Replace(fmt.Sprintf("%.1f", f), "-0.0", "0.0", 1)
}
