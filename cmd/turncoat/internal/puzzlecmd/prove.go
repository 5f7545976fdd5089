package puzzlecmd

import (
	"compress/gzip"
	"encoding/json"
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
	"turncoat/internal/puzzle/prooftree"
	"turncoat/internal/work"
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
				Usage:       "give up after searching `N` positions",
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
		return s.Ended(command.Unusable("nothing was written: %w", err), "nothing was written")
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

// A proving is the work on a claim, round by round.
type proving struct {
	*claim
	s       *command.Session
	o       *proveOptions
	args    proveArgs
	jobs    int
	conn    *cluster.Conn
	journal *work.Journal
	tree    *prooftree.Tree
	rounds  int
	printed []bool // which replies have been
}

// answer looks for a win after every reply, and prints the result of each. The error says how many
// replies are not known to lose.
func (c *claim) answer(s *command.Session, o *proveOptions, conn *cluster.Conn) (solve.Strategy, []board.Position,
	error) {
	memory, jobs := shareMemory(int64(o.memory), command.Jobs(o.jobs))
	command.LimitMemory(int64(jobs) * memory)
	p := &proving{claim: c, s: s, o: o, jobs: jobs, conn: conn,
		args: proveArgs{Rules: c.variant.Set(), Memory: memory},
		tree: prooftree.New(c.variant, &c.after, o.turns-1, o.nodes)}
	p.printed = make([]bool, len(p.tree.Replies()))
	var err error
	p.journal, err = share.OpenJournal(o.journal, map[string]any{"format": "turncoat-prove",
		"args": p.args, "claim": proof.At(&c.after), "turns": o.turns})
	if err != nil {
		return nil, nil, err
	}
	if p.journal != nil {
		defer p.journal.Close()
	}

	for {
		round := p.tree.Next()
		if err := p.print(len(round) == 0); err != nil {
			return nil, nil, err
		}
		if len(round) == 0 {
			return p.outcome()
		}
		if err := p.search(round); err != nil {
			return nil, nil, err
		}
	}
}

// search does the searches of a round.
func (p *proving) search(round []prooftree.Search) error {
	p.rounds++
	before := fmt.Sprintf("round %d, %d million positions, some %d million to go", p.rounds,
		p.tree.Nodes()/1e6, p.tree.Cost()/1e6+1)
	note := func(string) {}
	b := &share.Batch[proveResult]{
		Kind: "puzzle prove",
		What: "searches",
		Args: p.args,
		Check: func(unit int, r *proveResult) error {
			return r.check(p.s.Context, p.variant, &round[unit])
		},
		Unit:  ProveUnit(p.args.Memory, func(text string) { note(text) }),
		Whole: p.journal,
		Watched: func(show func(string)) {
			show(before)
			note = func(text string) { show(fmt.Sprintf("round %d: %s", p.rounds, text)) }
		},
	}
	for i := range round {
		input, err := json.Marshal(proveInput{proof.At(&round[i].At), round[i].Left, round[i].Budget})
		if err != nil {
			return err
		}
		b.Inputs = append(b.Inputs, input)
	}

	return b.Do(p.s, p.jobs, p.conn, func(unit int, r *proveResult, failed error) error {
		if failed != nil {
			return failed
		}
		found, err := r.read(p.variant, &round[unit].At)
		if err != nil {
			return err
		}
		p.tree.Learn(&round[unit], &found)
		return nil
	})
}

// outcome returns the strategy and the positions that it has to win, or why the claim is not proved.
func (p *proving) outcome() (solve.Strategy, []board.Position, error) {
	var roots []board.Position
	held, unsettled := 0, 0
	for _, reply := range p.tree.Replies() {
		switch reply.Status {
		case solve.Won:
			roots = append(roots, reply.At)
		case solve.None:
			held++
		default:
			unsettled++
		}
	}
	switch {
	case held > 0:
		return nil, nil, command.Found("nothing was written: %s of %d do not lose in %s",
			plural.Count(held, "reply"), len(p.replies), plural.Count(p.o.turns-1, "turn"))
	case unsettled > 0:
		return nil, nil, command.Limited("nothing was written: %s of %d are not settled",
			plural.Count(unsettled, "reply"), len(p.replies))
	}
	return p.tree.Strategy(), roots, nil
}

// print prints what is known after each reply that has been settled since the last call, in the end
// also after the others.
func (p *proving) print(end bool) error {
	for i, at := range p.tree.Replies() {
		if p.printed[i] || at.Status == solve.Unknown && !end {
			continue
		}
		p.printed[i] = true
		if err := p.printReply(&p.replies[i], at); err != nil {
			return err
		}
	}
	return nil
}

func (p *proving) printReply(reply *board.Played, at *prooftree.Position) error {
	if p.s.AsJSON {
		found := resultOf(&at.At, &solve.StrategyResult{Status: at.Status, First: at.First,
			Nodes: at.Nodes})
		return p.s.JSON(struct {
			Reply string `json:"reply"`
			proveResult
		}{reply.Move.UCI(&p.after), found})
	}
	text := "not settled"
	switch at.Status {
	case solve.Won:
		first := p.variant.Play(&at.At, at.First.Move)
		text = fmt.Sprintf("loses in %d to %s", at.First.In, p.variant.SAN(&at.At, first))
	case solve.None:
		text = fmt.Sprintf("does not lose in %d", p.o.turns-1)
	}
	p.s.Printf("%s: %s (%s)\n", p.variant.SAN(&p.after, *reply), text,
		plural.Count(int(at.Nodes), "position"))
	return p.s.Out.Fault()
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
