package puzzlecmd

import (
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

type proveOptions struct {
	rules   string
	winIn   int
	nodes   uint64
	memory  command.Size
	output  string
	jobs    int
	journal string
	queue   share.Queue
}

// Prove returns the command that proves that a turn wins.
func Prove(s *command.Session) *cli.Command {
	o := proveOptions{winIn: 20, memory: command.GB}
	return &cli.Command{
		Name:      "prove",
		Usage:     "prove that a turn wins, whatever the enemy replies, and write the whole strategy",
		ArgsUsage: "FEN [MOVE…]",
		Flags: append([]cli.Flag{
			command.RulesFlag(&o.rules),
			&cli.IntFlag{
				Name:        "win-in",
				Usage:       "the turn is the first of at most `N`",
				Value:       o.winIn,
				Destination: &o.winIn,
				Action:      command.Between(2, solve.MaxTurns),
			},
			command.OutputFlagFor(&o.output, "write the proof to `FILE`, compressed if it ends in .gz"),
			&cli.Uint64Flag{
				Name:        "nodes",
				Usage:       "give a reply up after searching `N` positions",
				Destination: &o.nodes,
			},
			command.SizeFlag(&o.memory, "memory", "`SIZE` of the transposition table of each job"),
			command.JobsFlag(&o.jobs, 0, "answer `N` replies"),
			s.JSONFlag(),
			share.JournalFlag(&o.journal),
		}, o.queue.Flags()...),
		Action: command.Action(s, &o, puzzleProve),
	}
}

// A claim is a turn that is to be proved to win.
type claim struct {
	variant *rules.Variant
	before  board.Position
	move    board.Move
	after   board.Position
	replies []board.Played
}

// readClaim reads the claim of a call: the last of its moves wins.
func readClaim(s *command.Session, o *proveOptions) (*claim, error) {
	variant, err := s.Variant(o.rules)
	if err != nil {
		return nil, err
	}
	game, err := s.GamePlayed(variant, s.Args())
	if err != nil {
		return nil, err
	}
	turns := game.Turns()
	if len(turns) == 0 {
		return nil, s.UsageError("missing argument: want the MOVE that is claimed to win")
	}
	if variant.Set().Reclaim == ruleset.OptionalReclaim {
		return nil, command.Unusable("%s: the enemy chooses what it takes back (PAC-8), which prove cannot follow",
			variant.Set())
	}
	c := &claim{variant: variant, move: turns[len(turns)-1].Move, after: *game.Position()}
	game.Undo()
	c.before = *game.Position()
	for t := range variant.Turns(&c.after) {
		c.replies = append(c.replies, t)
	}
	if len(c.replies) == 0 {
		return nil, command.Found("the game is over after the last move")
	}
	return c, nil
}

func puzzleProve(s *command.Session, o *proveOptions) error {
	if err := share.CheckJournal(o.journal, "--output", o.output); err != nil {
		return err
	}
	c, err := readClaim(s, o)
	if err != nil {
		return err
	}
	out, err := s.Optional("--output", o.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	conn, end, err := o.queue.Connect(s)
	if err != nil {
		return err
	}
	defer end()
	strategy, roots, err := c.answer(s, o, conn)
	if err != nil {
		return err
	}

	whole := strategy
	strategy, err = strategy.Shrink(s.Context, c.variant, roots)
	if err != nil {
		return command.Interrupted("nothing was written")
	}
	s.Say(fmt.Sprintf("%s, %d before it was made smaller",
		plural.Count(len(strategy), "position"), len(whole)))
	// A worker or a journal may have lied, or the search may be wrong: nothing that has not been
	// verified by the rules alone is given out as a proof.
	if _, err := verifyStrategy(s.Context, strategy, c.variant, &c.before, c.move); err != nil {
		return s.Ended(command.Unusable("nothing was written: %w", err), "nothing was written")
	}
	if err := c.write(out, o.output, strategy); err != nil {
		return err
	}
	return out.Commit()
}

// answer has every reply answered, and prints what becomes of each. The error tells which replies
// are not known to lose.
func (c *claim) answer(s *command.Session, o *proveOptions, conn *cluster.Conn) (solve.Strategy, []board.Position,
	error) {
	strategy := solve.Strategy{}
	var roots []board.Position
	held, unsettled := 0, 0
	note := func(string) {}
	b := &share.Batch[provedReply]{
		Kind: "puzzle prove",
		What: "replies",
		Args: proveArgs{Rules: c.variant.Set(), Turns: o.winIn - 1, Nodes: o.nodes, Memory: int64(o.memory)},
		Check: func(unit int, r *provedReply) error {
			return r.check(s.Context, c.variant, &c.replies[unit].After)
		},
		Unit:    ProveUnit(int64(o.memory), func(text string) { note(text) }),
		Journal: o.journal,
		Watched: func(show func(string)) { note = show },
	}
	for _, t := range c.replies {
		b.Inputs = append(b.Inputs, []byte(proof.At(&t.After)))
	}

	err := b.Do(s, command.Jobs(o.jobs), conn, func(unit int, r *provedReply, failed error) error {
		if failed != nil {
			return failed
		}
		found, err := r.strategy(c.variant)
		if err != nil {
			return err
		}
		switch r.Status {
		case solve.Won.String():
			strategy.Merge(found)
			roots = append(roots, puzzle.Bare(&c.replies[unit].After))
		case solve.None.String():
			held++
		default:
			unsettled++
		}
		return c.print(s, unit, o, r)
	})
	switch {
	case err != nil:
		return nil, nil, err
	case held > 0:
		return nil, nil, command.Found("nothing was written: %s of %d do not lose in %s",
			plural.Count(held, "reply"), len(c.replies), plural.Count(o.winIn-1, "turn"))
	case unsettled > 0:
		return nil, nil, command.Limited("nothing was written: %s of %d are not settled",
			plural.Count(unsettled, "reply"), len(c.replies))
	}
	return strategy, roots, nil
}

// print prints what is known after a reply.
func (c *claim) print(s *command.Session, unit int, o *proveOptions, r *provedReply) error {
	reply := &c.replies[unit]
	if s.AsJSON {
		return s.JSON(struct {
			Reply string `json:"reply"`
			provedReply
		}{reply.Move.UCI(&c.after), r.summary()})
	}
	text := "not settled"
	switch r.Status {
	case solve.Won.String():
		text = fmt.Sprintf("loses in %d to %s", r.In, r.firstSAN(c.variant, &reply.After))
	case solve.None.String():
		text = fmt.Sprintf("does not lose in %d", o.winIn-1)
	}
	s.Printf("%s: %s (%s)\n", c.variant.SAN(&c.after, *reply), text, plural.Count(int(r.Nodes), "position"))
	return s.Out.Fault()
}

// write writes the proof of the claim, compressed where the name of the file says so.
func (c *claim) write(out io.Writer, name string, strategy solve.Strategy) error {
	if !strings.HasSuffix(name, ".gz") {
		return strategy.WriteProof(out, c.variant, &c.before, c.move)
	}
	packed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := strategy.WriteProof(packed, c.variant, &c.before, c.move); err != nil {
		return err
	}
	return packed.Close()
}
