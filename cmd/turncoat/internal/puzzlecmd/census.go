package puzzlecmd

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/internal/jsonline"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

type censusOptions struct {
	rules   string
	winIn   int
	nodes   uint64
	output  string
	svg     string
	jobs    int
	journal string
	queue   share.Queue
}

type censusArgs struct {
	Rules ruleset.Set `json:"rules"`
	Turns int         `json:"turns"`
	Nodes uint64      `json:"nodes"` // for each start
}

// A censusStart is the result for one start of Chess960.
type censusStart struct {
	Number int      `json:"number"`
	Rank   string   `json:"rank"`           // White's first rank
	Wins   []string `json:"wins,omitempty"` // first turns that win, in UCI
	Open   []string `json:"open,omitempty"` // those of which it is not known
	Nodes  uint64   `json:"positions"`
}

// Census returns the command that asks which of the 960 starts are won within some turns.
func Census(s *command.Session) *cli.Command {
	o := censusOptions{winIn: 12, nodes: 1_000_000}
	return &cli.Command{
		Name:  "census",
		Usage: "ask of each of the 960 starts by which first turns White forces a win",
		Flags: append([]cli.Flag{
			command.RulesFlag(&o.rules),
			&cli.IntFlag{
				Name:        "win-in",
				Usage:       "look for wins in at most `N` turns",
				Value:       o.winIn,
				Destination: &o.winIn,
				Action:      command.Between(1, solve.MaxTurns),
			},
			&cli.Uint64Flag{
				Name:        "nodes",
				Usage:       "search `N` positions for each start, the most promising first turns first",
				Value:       o.nodes,
				Destination: &o.nodes,
			},
			command.OutputFlag(&o.output),
			&cli.StringFlag{
				Name:        "svg",
				Usage:       "write a picture of the 960 starts to `FILE`",
				Destination: &o.svg,
			},
			command.JobsFlag(&o.jobs, 0, "look at `N` starts"),
			s.JSONFlag(),
			share.JournalFlag(&o.journal),
		}, o.queue.Flags()...),
		Action: command.Action(s, &o, puzzleCensus),
	}
}

func puzzleCensus(s *command.Session, o *censusOptions) error {
	if o.nodes == 0 {
		return s.UsageError("--nodes must be at least 1: without a limit the first hard start would have no end")
	}
	variant, err := s.Variant(o.rules)
	if err != nil {
		return err
	}
	if variant.Set().Reclaim == ruleset.OptionalReclaim {
		return command.Unusable("%s: the enemy chooses what it takes back (PAC-8), which census cannot follow",
			variant.Set())
	}
	if err := share.CheckJournal(o.journal, "--output", o.output); err != nil {
		return err
	}
	if err := share.CheckJournal(o.journal, "--svg", o.svg); err != nil {
		return err
	}
	if o.svg != "" && (o.svg == o.output || command.SameFile(o.svg, o.output)) {
		return command.Unusable("--svg: %s: cannot be the file of --output, too", o.svg)
	}
	out, err := s.Create("--output", o.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	picture, err := s.Optional("--svg", o.svg)
	if err != nil {
		return err
	}
	defer picture.Discard()
	conn, end, err := o.queue.Connect(s)
	if err != nil {
		return err
	}
	defer end()
	var starts []censusStart
	b := &share.Batch[censusStart]{
		Kind:    "puzzle census",
		What:    "starts",
		Args:    censusArgs{Rules: variant.Set(), Turns: o.winIn, Nodes: o.nodes},
		Unit:    CensusUnit,
		Journal: o.journal,
	}
	for number := range rules.Starts960 {
		b.Inputs = append(b.Inputs, []byte(strconv.Itoa(number)))
	}
	err = b.Do(s, command.Jobs(o.jobs), conn, func(_ int, start *censusStart, failed error) error {
		if failed != nil {
			return failed
		}
		starts = append(starts, *start)
		return start.write(out, s.AsJSON)
	})
	if err != nil {
		return err
	}
	if err := writeCensusPicture(picture, starts); err != nil {
		return err
	}
	if summary := censusSummary(starts); s.AsJSON || command.ToStdout(o.output) {
		s.Say(summary)
	} else {
		s.Printf("%s\n", summary)
	}
	if err := picture.Commit(); err != nil {
		return err
	}
	return out.Commit()
}

// CensusUnit looks at one start.
var CensusUnit cluster.Func = share.Unit(
	func(ctx context.Context, args censusArgs, input []byte) (start censusStart, err error) {
		start.Number, err = strconv.Atoi(string(input))
		if err != nil {
			return start, err
		}
		variant := rules.New(args.Rules)
		p, err := variant.Start960(start.Number)
		if err != nil {
			return start, err
		}
		start.Rank = strings.Fields(variant.FEN(&p))[0]
		start.Rank = start.Rank[strings.LastIndex(start.Rank, "/")+1:]
		solver := solve.New(variant, solve.Options{Jobs: 1, Nodes: args.Nodes,
			Memory: censusMemory(args.Nodes)})
		list, nodes, err := solver.FirstTurns(ctx, &p, args.Turns)
		start.Nodes = nodes
		for _, first := range list {
			switch move := first.Move.UCI(&p); first.Status {
			case solve.Won:
				start.Wins = append(start.Wins, move)
			case solve.Unknown:
				start.Open = append(start.Open, move)
			}
		}

		return start, err
	},
)

// censusMemory returns the size of the table for one start, which has room for some entries for
// each position that is searched.
func censusMemory(nodes uint64) int64 { return int64(min(max(nodes, 1<<14), 1<<20)) * 64 }

// write writes a start as a line of JSON or for people.
func (c *censusStart) write(out command.Output, asJSON bool) error {
	if asJSON {
		return jsonline.Write(out, c)
	}
	list := func(moves []string) string {
		if len(moves) == 0 {
			return "-"
		}
		return strings.Join(moves, " ")
	}
	_, err := fmt.Fprintf(out, "%3d %s  wins: %s  open: %s\n", c.Number, c.Rank, list(c.Wins),
		list(c.Open))
	return err
}

// censusSummary counts the starts that are won, not won, and open.
func censusSummary(starts []censusStart) string {
	won, lost := 0, 0
	for _, start := range starts {
		switch {
		case len(start.Wins) > 0:
			won++
		case len(start.Open) == 0:
			lost++
		}
	}

	return fmt.Sprintf("%d of %d starts are won; in %d no first turn wins in time; %d are open",
		won, len(starts), lost, len(starts)-won-lost)
}

// The picture has a square for each start, in rows of 40.
const (
	censusRow  = 40
	censusCell = 16 // pixels
)

// writeCensusPicture draws a square for each start: green where some first turn wins, the more of
// them the darker; grey where that is open; red where none wins in time. The title of a square says
// which start it is.
func writeCensusPicture(out command.Output, starts []censusStart) error {
	var text strings.Builder
	rows := (len(starts) + censusRow - 1) / censusRow
	fmt.Fprintf(&text,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d">`+
			"\n", censusRow*censusCell, rows*censusCell)
	text.WriteString(`<rect width="100%" height="100%" fill="#fff"/>` + "\n")
	for i := range starts {
		start := &starts[i]
		fmt.Fprintf(&text, `<rect x="%d" y="%d" width="%[3]d" height="%[3]d" fill="%s">`,
			i%censusRow*censusCell, i/censusRow*censusCell, censusCell-1, start.colour())
		fmt.Fprintf(&text, "<title>%d %s: %d win, %d open</title></rect>\n", start.Number, start.Rank,
			len(start.Wins), len(start.Open))
	}
	text.WriteString("</svg>\n")
	_, err := out.Write([]byte(text.String()))
	return err
}

// colour returns the colour of a start in the picture.
func (c *censusStart) colour() string {
	won := []string{"#9fd8a4", "#5fb56a", "#2f8f45", "#136b2c"}
	switch n := len(c.Wins); {
	case n > 0:
		return won[min(n, len(won))-1]
	case len(c.Open) > 0:
		return "#d8d4cc"
	}

	return "#b5493a"
}
