package puzzlecmd

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

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
	goal    goalFlags
	turns   int // of a win by a claimed turn
	time    time.Duration
	nodes   uint64
	memory  command.Size
	output  string
	jobs    int
	journal string
	queue   share.Queue
}

// Prove returns the command that proves a win of any length, either of the side to move or by a
// given first turn.
func Prove(s *command.Session) *cli.Command {
	o := proveOptions{memory: command.GB}
	return &cli.Command{
		Name:      "prove",
		Usage:     "prove a win of any length, of the side to move or by the last MOVE",
		ArgsUsage: "FEN [MOVE…]",
		Flags: slices.Concat([]cli.Flag{command.RulesFlag(&o.rules)}, o.goal.flags(), []cli.Flag{
			&cli.DurationFlag{
				Name:        "time",
				Usage:       "give up after `DURATION`, such as 60s (without a MOVE)",
				Destination: &o.time,
			},
			command.OutputFlagFor(&o.output,
				"write the proof to `FILE`, compressed if it ends in .gz"),
			&cli.Uint64Flag{
				Name:        "nodes",
				Usage:       "give up after searching `N` positions, with a MOVE those of each reply",
				Destination: &o.nodes,
			},
			command.SizeFlag(&o.memory, "memory", "`SIZE` of the transposition tables at most"),
			command.JobsFlag(&o.jobs, 0, "run `N` searches"),
			s.JSONFlag(),
			share.JournalFlag(&o.journal),
		}, o.queue.Flags()),
		Action: command.Action(s, &o, puzzleProve),
	}
}

// A claim is a first turn of which a call says that it wins, and which is to be proved to.
type claim struct {
	variant *rules.Variant
	before  board.Position
	move    board.Move
	after   board.Position
	replies []board.Played
}

func puzzleProve(s *command.Session, o *proveOptions) error {
	if err := share.CheckJournal(o.journal, "--output", o.output); err != nil {
		return err
	}
	variant, err := s.Variant(o.rules)
	if err != nil {
		return err
	}
	game, err := s.GamePlayed(variant, s.Args())
	if err != nil {
		return err
	}
	turns := game.Turns()
	if len(turns) == 0 {
		return proveWin(s, o, variant, *game.Position())
	}

	if err := o.claimedTurns(s); err != nil {
		return s.UsageError("%w", err)
	}
	c := &claim{variant: variant, move: turns[len(turns)-1].Move, after: *game.Position()}
	game.Undo()
	c.before = *game.Position()
	return c.prove(s, o)
}

// usualTurns is how many turns a win by a claimed turn may take if none are given.
const usualTurns = 20

// claimedTurns reads how many turns a win by a claimed turn may take.
func (o *proveOptions) claimedTurns(s *command.Session) error {
	asked, err := o.goal.read(s)
	switch {
	case err != nil:
		return err
	case asked.flag == "":
		asked = stipulation{flag: "win-in", goal: solve.Win, n: usualTurns}
	case asked.goal != solve.Win:
		return fmt.Errorf("--goal %s and a MOVE cannot be combined: a turn can be proved to win, and to do "+
			"nothing else; leave out the MOVE, or give --win-in N", asked.symbol())
	case asked.n < 2:
		return errors.New("--win-in must be at least 2 with a MOVE, which is the first of the turns")
	}
	if o.time > 0 {
		return errors.New("--time and a MOVE cannot be combined: use --nodes, which gives the same answer " +
			"on every machine")
	}
	o.turns = asked.n
	return asked.check(solve.MaxTurns)
}

// prove looks for a win after every reply to the claimed turn, and writes the proof.
func (c *claim) prove(s *command.Session, o *proveOptions) error {
	if c.variant.Set().Reclaim == ruleset.OptionalReclaim {
		return command.Unusable("%s: the enemy chooses what it takes back (PAC-8), which prove cannot follow",
			c.variant.Set())
	}
	for t := range c.variant.Turns(&c.after) {
		c.replies = append(c.replies, t)
	}
	if len(c.replies) == 0 {
		return command.Found("the game is over after the last move")
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

// answer looks for a win after every reply, and prints the result of each. The error names the
// replies that are not known to lose.
func (c *claim) answer(s *command.Session, o *proveOptions, conn *cluster.Conn) (solve.Strategy, []board.Position,
	error) {
	strategy := solve.Strategy{}
	var roots []board.Position
	held, unsettled := 0, 0
	note := func(string) {}
	memory, jobs := shareMemory(int64(o.memory), command.Jobs(o.jobs))
	command.LimitMemory(int64(jobs) * memory)
	b := &share.Batch[provedReply]{
		Kind: "puzzle prove",
		What: "replies",
		Args: proveArgs{Rules: c.variant.Set(), Turns: o.turns - 1, Nodes: o.nodes, Memory: memory},
		Check: func(unit int, r *provedReply) error {
			return r.check(s.Context, c.variant, &c.replies[unit].After)
		},
		Unit:    ProveUnit(memory, func(text string) { note(text) }),
		Journal: o.journal,
		Watched: func(show func(string)) { note = show },
	}
	for _, t := range c.replies {
		b.Inputs = append(b.Inputs, []byte(proof.At(&t.After)))
	}

	err := b.Do(s, jobs, conn, func(unit int, r *provedReply, failed error) error {
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
			plural.Count(held, "reply"), len(c.replies), plural.Count(o.turns-1, "turn"))
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
		text = fmt.Sprintf("does not lose in %d", o.turns-1)
	}
	s.Printf("%s: %s (%s)\n", c.variant.SAN(&c.after, *reply), text,
		plural.Count(int(r.Nodes), "position"))
	return s.Out.Fault()
}

// write writes the proof of the claim, compressed where the name of the file says so.
func (c *claim) write(out io.Writer, name string, strategy solve.Strategy) error {
	return writePacked(out, name, func(out io.Writer) error {
		return strategy.WriteProof(out, c.variant, &c.before, c.move)
	})
}

// writePacked writes something, compressed if the name of the file ends in .gz.
func writePacked(out io.Writer, name string, write func(io.Writer) error) error {
	if !strings.HasSuffix(name, ".gz") {
		return write(out)
	}
	packed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := write(packed); err != nil {
		return err
	}
	return packed.Close()
}
