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
)

// Write prints a standing for people.
func (s *Standing) Write(w io.Writer, test *SPRT) error {
	var text strings.Builder
	for i := range s.Pairings {
		p := &s.Pairings[i]
		if p.Games() == 0 {
			continue
		}
		e := p.Estimate()
		fmt.Fprintf(
			&text,
			"%s – %s: %d wins, %d losses, %d draws; %g of %d points\n",
			s.Players[p.First],
			s.Players[p.Second],
			p.Wins,
			p.Losses,
			p.Draws,
			p.Points(),
			p.Games(),
		)
		fmt.Fprintf(
			&text,
			"  Elo %s ± %s, normalized %s ± %s, likelihood of superiority %.1f %%\n",
			number(e.Elo),
			number(e.EloError),
			number(e.Normalized),
			number(e.NormalizedError),
			100*e.Superiority,
		)
		fmt.Fprintf(&text, "  pairs by points 0, ½, 1, 1½, 2: %v\n", p.Pairs)
		if test != nil {
			lower, upper := test.Bounds()
			fmt.Fprintf(
				&text,
				"  SPRT [%g, %g] in normalized Elo: log-likelihood ratio %.2f of (%.2f, %.2f): %s\n",
				test.Elo0,
				test.Elo1,
				test.Ratio(p.Score),
				lower,
				upper,
				map[string]string{"": "no verdict yet",
					"H0": "H0 accepted", "H1": "H1 accepted"}[s.Verdict],
			)
		}
	}
	if len(s.Players) > 2 {
		s.table(&text)
	}
	for i, failed := range s.Failed {
		for _, how := range slices.Sorted(maps.Keys(failed)) {
			fmt.Fprintf(&text, "%s lost %s (%s)\n", s.Players[i], plural.Count(failed[how], "game"), how)
		}
	}
	if s.Games < s.Total && s.Verdict == "" {
		fmt.Fprintf(&text, "%d of %d games count; the others were not finished\n", s.Games, s.Total)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// JSON returns the standing as it is printed for programs.
func (s *Standing) JSON(test *SPRT) any {
	type pair struct {
		First      string   `json:"first"`
		Second     string   `json:"second"`
		Wins       int      `json:"wins"`
		Draws      int      `json:"draws"`
		Losses     int      `json:"losses"`
		Pairs      [5]int   `json:"pairs"`
		Elo        *float64 `json:"elo"` // null where it is infinite
		EloError   *float64 `json:"eloError"`
		Normalized *float64 `json:"normalizedElo"`
		Superior   float64  `json:"superiority"`
		Ratio      *float64 `json:"ratio,omitempty"`
	}
	finite := func(f float64) *float64 {
		if math.IsInf(f, 0) || math.IsNaN(f) {
			return nil
		}
		return &f
	}
	all := struct {
		Games    int                       `json:"games"`
		Total    int                       `json:"total"`
		Verdict  string                    `json:"verdict,omitempty"`
		Pairings []pair                    `json:"pairings"`
		Failed   map[string]map[string]int `json:"failed,omitempty"` // by player, then by termination
	}{Games: s.Games, Total: s.Total, Verdict: s.Verdict, Pairings: []pair{}, Failed: map[string]map[string]int{}}
	for i := range s.Pairings {
		p := &s.Pairings[i]
		e := p.Estimate()
		one := pair{
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
		all.Pairings = append(all.Pairings, one)
	}
	for i, failed := range s.Failed {
		if len(failed) > 0 {
			all.Failed[s.Players[i]] = failed
		}
	}
	return all
}

// table prints the players by their points.
func (s *Standing) table(text *strings.Builder) {
	totals := make([]Score, len(s.Players))
	for _, p := range s.Pairings {
		a, b := &totals[p.First], &totals[p.Second]
		a.Wins, a.Draws, a.Losses = a.Wins+p.Wins, a.Draws+p.Draws, a.Losses+p.Losses
		b.Wins, b.Draws, b.Losses = b.Wins+p.Losses, b.Draws+p.Draws, b.Losses+p.Wins
		for i, n := range p.Pairs {
			a.Pairs[i] += n
			b.Pairs[4-i] += n
		}
	}
	order := make([]int, len(totals))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(totals[b].Points(), totals[a].Points()) })
	t := tabwriter.NewWriter(text, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, "player\tpoints\tgames\tElo against the others")
	for _, i := range order {
		e := totals[i].Estimate()
		fmt.Fprintf(
			t,
			"%s\t%g\t%d\t%s ± %s\n",
			s.Players[i],
			totals[i].Points(),
			totals[i].Games(),
			number(e.Elo),
			number(e.EloError),
		)
	}
	t.Flush()
}

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
