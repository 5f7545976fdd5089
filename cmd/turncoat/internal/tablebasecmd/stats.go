package tablebasecmd

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/tablebase"
	"turncoat/rules"
)

type statsOptions struct {
	rules     string
	tables    string
	histogram bool
	owners    bool
	markdown  bool
}

// Stats returns the command that counts what is won, lost and drawn.
func Stats(s *command.Session) *cli.Command {
	var o statsOptions
	return &cli.Command{
		Name:      "stats",
		Usage:     "count what is won, lost and drawn",
		ArgsUsage: "[CLASS…]",
		Flags: []cli.Flag{
			command.RulesFlag(&o.rules),
			command.TablesFlag(&o.tables),
			&cli.BoolFlag{
				Name:        "histogram",
				Usage:       "count wins and losses by their length",
				Destination: &o.histogram,
			},
			&cli.BoolFlag{
				Name:        "owners",
				Usage:       "count by who owns what",
				Destination: &o.owners,
			},
			&cli.BoolFlag{
				Name:        "markdown",
				Usage:       "print a table in Markdown",
				Destination: &o.markdown,
			},
			s.JSONFlag(),
		},
		Action: command.Action(s, &o, tablebaseStats),
	}
}

func tablebaseStats(s *command.Session, o *statsOptions) error {
	tables, err := tablesOf(s, o.rules, o.tables)
	if err != nil {
		return err
	}
	defer tables.Close()
	classes := tables.classes
	if len(classes) == 0 {
		classes = tables.Classes()
	}
	for i, class := range classes {
		t := tables.Table(class)
		if t == nil {
			s.Report(tables.missing(class))
			continue
		}

		census, err := t.Census(s.Context)
		switch {
		case s.Context.Err() != nil:
			return command.Interrupted(plural.Count(i, "class") + " counted")
		case err != nil:
			s.Report(command.Unusable("%w", err))
		case s.AsJSON:
			s.JSON(statsOf(t.Header, &census))
		case o.markdown:
			if err := markdownRow(s, tables.variant, t, &census, i == 0); err != nil {
				return err
			}
		default:
			s.Printf("%s  mutual zugzwangs %s\n", statsLine(t.Header), thousands(census.Zugzwangs))
			if o.histogram {
				histogram(s, &census)
			}
			if o.owners {
				if err := owners(s, t); err != nil {
					return err
				}
			}
		}
	}

	return nil
}

// markdownRow prints a table as a row in Markdown, with a heading before the first.
func markdownRow(
	s *command.Session,
	variant *rules.Variant,
	t *tablebase.Table,
	census *tablebase.Census,
	first bool,
) error {
	if first {
		s.Printf(
			"| class | positions | won | lost | drawn | longest | mutual zugzwangs | a longest win |\n" +
				"| --- | --: | --: | --: | --: | --: | --: | --- |\n",
		)
	}

	share := func(n uint64) string { return fmt.Sprintf("%.2f %%", 100*float64(n)/float64(t.Positions)) }
	longest, example := "–", "–"
	if t.Won > 0 {
		list, err := t.LongestWins(s.Context, 1)
		if err != nil {
			return err
		}
		longest, example = strconv.Itoa(t.Longest), "`"+strings.TrimSuffix(
			variant.FEN(&list[0].Position),
			" - - 0 1",
		)+"`"
	}

	s.Printf("| %s | %s | %s | %s | %s | %s | %s | %s |\n", t.Class, thousands(t.Positions),
		share(t.Won), share(t.Lost), thousands(t.Drawn), longest, thousands(census.Zugzwangs),
		example)
	return nil
}

type statsJSON struct {
	Rules     string   `json:"rules"`
	Class     string   `json:"class"`
	Positions uint64   `json:"positions"`
	Won       uint64   `json:"won"`
	Lost      uint64   `json:"lost"`
	Drawn     uint64   `json:"drawn"`
	Longest   int      `json:"longest"`
	Zugzwangs *uint64  `json:"zugzwangs,omitempty"`
	Wins      []uint64 `json:"wins,omitempty"`   // by plies, from 0
	Losses    []uint64 `json:"losses,omitempty"` // by plies, from 0
}

// statsOf returns the JSON of a table; census may be nil.
func statsOf(h tablebase.Header, census *tablebase.Census) statsJSON {
	j := statsJSON{
		Rules:     h.Rules,
		Class:     h.Class.String(),
		Positions: h.Positions,
		Won:       h.Won,
		Lost:      h.Lost,
		Drawn:     h.Drawn,
		Longest:   h.Longest,
	}
	if census != nil {
		j.Zugzwangs = &census.Zugzwangs
		j.Wins, j.Losses = census.Wins[:h.Longest+1], census.Losses[:h.LongestLoss+1]
	}

	return j
}

// statsLine returns the counts of a table in one line.
func statsLine(h tablebase.Header) string {
	line := fmt.Sprintf("%-6s %12s positions  won %8s  lost %8s  drawn %9s", h.Class,
		thousands(h.Positions), thousands(h.Won), thousands(h.Lost), thousands(h.Drawn))
	if h.Won == 0 {
		return line + "  no wins        "
	}
	return line + fmt.Sprintf("  longest %3d %s", h.Longest, plural.Noun(h.Longest, "ply"))
}

// owners prints the shares of wins by who owns what.
func owners(s *command.Session, t *tablebase.Table) error {
	shares, err := t.StatsByOwner(s.Context)
	if err != nil {
		return err
	}
	name := func(pieces string) string { return cmp.Or(pieces, "nothing") }
	for _, share := range shares {
		side := ""
		if !t.Index().Exchanges() {
			side = fmt.Sprintf("%-6s", share.Turn.Title())
		}
		of := func(n uint64) float64 { return 100 * float64(n) / float64(share.Positions()) }
		s.Printf(
			"  %s%-8s to move against %-8s %12s positions  won %6.2f %%  lost %6.2f %%  drawn %6.2f %%\n",
			side,
			name(share.Mover),
			name(share.Enemy),
			thousands(share.Positions()),
			of(share.Won),
			of(share.Lost),
			of(share.Drawn),
		)
	}

	return nil
}

// histogram prints wins and losses by their length.
func histogram(s *command.Session, census *tablebase.Census) {
	most := uint64(1)
	for plies := range census.Wins {
		most = max(most, census.Wins[plies], census.Losses[plies])
	}
	for plies := range census.Wins {
		n, what := census.Wins[plies], "win "
		if plies%2 == 0 {
			n, what = census.Losses[plies], "loss"
		}
		if n > 0 {
			bar := strings.Repeat("#", int((n*40+most-1)/most))
			s.Printf("  %s in %3d  %11s  %s\n", what, plies, thousands(n), bar)
		}
	}
}
