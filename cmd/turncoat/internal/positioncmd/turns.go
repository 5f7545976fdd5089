// Package positioncmd has the commands about one position.
package positioncmd

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/story"
	"turncoat/internal/tablebase"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

type turnsOptions struct {
	rules   string
	tables  string
	reclaim string
}

// Turns returns the command that lists legal turns.
func Turns(s *command.Session) *cli.Command {
	o := turnsOptions{reclaim: "all"}
	return &cli.Command{
		Name:      "turns",
		Usage:     "list the legal turns of a position",
		ArgsUsage: "FEN [MOVE…]",
		Flags: []cli.Flag{
			command.RulesFlag(&o.rules),
			s.JSONFlag(),
			command.TablesFlag(&o.tables),
			command.ChoiceFlag(&o.reclaim, "reclaim", "reclaim `CHOICES` to list", "all", "full"),
		},
		Action: command.Action(s, &o, runTurns),
	}
}

func runTurns(s *command.Session, o *turnsOptions) error {
	variant, p, err := s.GameAfter(o.rules, s.Args())
	if err != nil {
		return err
	}
	tables, err := s.TablesFor(o.tables, variant, &p)
	if err != nil {
		return err
	}
	defer command.CloseTables(tables)
	list := turnList{s: s, variant: variant, p: &p, tables: tables}
	if s.AsJSON && o.tables == "" {
		list.tables = nil
	}
	list.head()
	if err := list.all(o.reclaim == "full"); err != nil {
		return err
	}
	return list.foot()
}

// A turnList prints the turns of a position move by move, so that only those of one move are in
// memory.
type turnList struct {
	s       *command.Session
	variant *rules.Variant
	p       *board.Position
	n       int

	tables *tablebase.Tables // nil if none are used
}

// all prints the turns, sorted by UCI move, then by reclaimed squares.
func (l *turnList) all(full bool) error {
	moves := l.variant.Moves(l.p)
	slices.SortFunc(moves, func(a, b board.Move) int { return cmp.Compare(a.UCI(l.p), b.UCI(l.p)) })
	for _, m := range moves {
		turns := []board.Played{}
		if full {
			turns = append(turns, l.variant.Play(l.p, m))
		} else {
			for t := range l.variant.TurnsOf(l.p, m) {
				if err := l.s.Context.Err(); err != nil {
					return command.Interrupted(plural.Count(l.n, "turn") + " printed")
				}
				turns = append(turns, t)
				if len(turns) > l.variant.MaxChoices() {
					return command.Limited("%w: %s has more than %d reclaim choices; --reclaim full lists one turn a move",
						rules.ErrLimit, m.UCI(l.p), l.variant.MaxChoices())
				}
			}
		}

		slices.SortFunc(turns, func(a, b board.Played) int {
			return slices.Compare(a.Reclaimed.Names(), b.Reclaimed.Names())
		})
		for _, t := range turns {
			if err := l.s.Context.Err(); err != nil {
				return command.Interrupted(plural.Count(l.n, "turn") + " printed")
			}
			l.print(t)
		}
	}

	return nil
}

func (l *turnList) head() {
	if l.s.AsJSON {
		return
	}
	l.s.Printf("%s to move, %s\n", l.p.Turn.Title(), story.RulesName(l.variant))
}

func (l *turnList) print(t board.Played) {
	l.n++
	if l.s.AsJSON {
		l.s.JSON(l.turnJSON(t))
		return
	}

	if l.n == 1 {
		head := fmt.Sprintf("%-10s %-6s", "move", "uci")
		if l.variant.Set().Family.Converts() {
			head += fmt.Sprintf("  %-20s", "converts")
		}
		if l.reclaims() {
			head += "  taken back"
		}
		if l.s.ValueIn(l.tables, &t.After) != "" {
			head = fmt.Sprintf("%-*s  leads to", l.width(), head)
		}
		l.s.Printf("%s\n", strings.TrimRight(head, " "))
	}

	line := fmt.Sprintf("%-10s %-6s  %-20s", l.variant.SAN(l.p, t), t.Move.UCI(l.p),
		board.JoinWaves(t.Waves))
	if l.reclaims() {
		line += "  " + strings.Join(t.Reclaimed.Names(), ",")
	}
	if value := l.s.ValueIn(l.tables, &t.After); value != "" {
		line = fmt.Sprintf("%-*s  %s", l.width(), strings.TrimRight(line, " "), value)
	}
	l.s.Printf("%s\n", strings.TrimRight(line, " "))
}

// width is the number of columns before the value of a turn.
func (l *turnList) width() int {
	switch {
	case l.reclaims():
		return 17 + 22 + 12
	case !l.variant.Set().Family.Converts():
		return 17
	}

	return 17 + 22
}

func (l *turnList) turnJSON(t board.Played) any {
	turn := protocol.TurnOf(l.variant, l.p, t)
	v, ok := l.s.Probed(l.tables, &t.After)
	if !ok {
		return turn
	}
	return struct {
		protocol.Turn
		Value string `json:"value"`
		Plies int    `json:"plies"`
	}{turn, v.Name(), v.Plies()}
}

func (l *turnList) reclaims() bool {
	return l.variant.Set().Reclaim != ruleset.NoReclaim
}

func (l *turnList) foot() error {
	if l.s.AsJSON {
		outcome := l.variant.Outcome(l.p)
		return l.s.JSON(struct {
			Turns   int    `json:"turns"`
			Outcome string `json:"outcome"`
			Reason  string `json:"reason,omitempty"`
		}{l.n, outcome.Result.String(), outcome.Reason})
	}

	l.s.Printf("%s\n", plural.Count(l.n, "turn"))
	if l.n == 0 {
		l.s.Printf("%s\n", story.Outcome(l.variant, l.p))
	}
	return nil
}

type perftOptions struct {
	rules  string
	divide bool
	jobs   int
}

// Perft returns the command that counts sequences of turns.
func Perft(s *command.Session) *cli.Command {
	var o perftOptions
	return &cli.Command{
		Name:      "perft",
		Usage:     "count the sequences of turns from a position",
		ArgsUsage: "DEPTH [FEN [MOVE…]]",
		Flags: []cli.Flag{
			command.RulesFlag(&o.rules),
			&cli.BoolFlag{
				Name:        "divide",
				Usage:       "print the count of each first move",
				Destination: &o.divide,
			},
			command.JobsFlag(&o.jobs, 0, "count `N` first moves"),
			s.JSONFlag(),
		},
		Action: command.Action(s, &o, runPerft),
	}
}

func runPerft(s *command.Session, o *perftOptions) error {
	args := s.Args()
	depth, err := strconv.ParseUint(args[0], 10, 8)
	if err != nil {
		return s.UsageError("depth must be 0 to 255, not %q", args[0])
	}
	if len(args) == 1 {
		args = append(args, "start")
	}
	variant, p, err := s.GameAfter(o.rules, args[1:])
	if err != nil {
		return err
	}

	line, moveCount := s.Line, len(variant.Moves(&p))
	if o.divide && s.Terminal {
		line = nil // the counts are printed on the same screen
	}
	task := line.Task("first moves", moveCount)
	moves, counted := 0, uint64(0)
	report := func(m board.Move, nodes uint64) {
		moves++
		counted += nodes
		task.Set(moves, fmt.Sprintf("%d turn sequences", counted))
		if o.divide {
			printCount(s, m.UCI(&p), nodes)
		}
	}
	total, err := variant.Perft(s.Context, &p, int(depth), command.Jobs(o.jobs), report)
	task.End()
	if errors.Is(err, rules.ErrLimit) {
		return command.Limited("%w", err)
	}
	if err != nil {
		return command.Interrupted(
			fmt.Sprintf("%d of %d first moves were counted to the end, %d turn sequences in all",
				moves, moveCount, total),
		)
	}

	if o.divide && moves > 0 && !s.AsJSON {
		s.Printf("\n")
	}
	return s.Result(struct {
		Depth uint64 `json:"depth"`
		Nodes uint64 `json:"nodes"`
	}{depth, total}, "%d\n", total)
}

func printCount(s *command.Session, uci string, nodes uint64) {
	s.Result(struct {
		UCI   string `json:"uci"`
		Nodes uint64 `json:"nodes"`
	}{uci, nodes}, "%s: %d\n", uci, nodes)
	s.Out.Flush() // the next count may take long
}
