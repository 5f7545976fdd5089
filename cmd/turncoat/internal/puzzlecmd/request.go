package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A view says how much of a solution is shown, and in which form.
type view struct {
	Format        string `json:"format"` // text, json, pgn or popeye
	KeysOnly      bool   `json:"keysOnly,omitempty"`
	Tries         int    `json:"tries,omitempty"` // the greatest number of refutations
	SetPlay       bool   `json:"setPlay,omitempty"`
	AllVariations bool   `json:"allVariations,omitempty"`
}

func (v *view) flags(s *command.Session) []cli.Flag {
	v.Format = "text"
	return []cli.Flag{
		&cli.BoolFlag{
			Name:        "keys-only",
			Usage:       "find the keys and leave out the rest of the solution",
			Destination: &v.KeysOnly,
		},
		&cli.IntFlag{
			Name:        "tries",
			Usage:       "show first turns that fail to at most `N` defences, too",
			Destination: &v.Tries,
		},
		&cli.BoolFlag{
			Name:        "set-play",
			Usage:       "show what would follow if the enemy were to move",
			Destination: &v.SetPlay,
		},
		&cli.BoolFlag{
			Name:        "all-variations",
			Usage:       "show defences that do not parry the threat, too",
			Destination: &v.AllVariations,
		},
		command.ChoiceFlag(&v.Format, "format", "`FORM` of the solution", "text", "json", "pgn",
			"popeye"),
		s.JSONFlag(),
	}
}

// searchLimits are the flags that limit a search.
type searchLimits struct {
	time   time.Duration
	nodes  uint64
	memory command.Size
	jobs   int
}

// flags returns the flags. For their help, each says what one limit applies to, such as " a
// position", and jobs says what is done side by side.
func (l *searchLimits) flags(each, jobs string) []cli.Flag {
	return []cli.Flag{
		&cli.DurationFlag{
			Name:        "time",
			Usage:       "give up" + each + " after `DURATION`, such as 60s",
			Destination: &l.time,
		},
		&cli.Uint64Flag{
			Name:        "nodes",
			Usage:       "give up" + each + " after searching `N` turns",
			Destination: &l.nodes,
		},
		command.SizeFlag(&l.memory, "memory",
			"`SIZE` of the transposition tables at most, such as 512M; by default 64M for each job"),
		command.JobsFlag(&l.jobs, 0, jobs),
	}
}

// memoryShares is the number of parts into which memory is divided if an answer may depend on how
// much each job has. Then no more jobs than that run side by side.
const memoryShares = 8

// shareMemory returns the memory of each job, which does not depend on the number of jobs, and how
// many of them may run.
func shareMemory(memory int64, jobs int) (each int64, most int) {
	return memory / memoryShares, min(jobs, memoryShares)
}

// forEachJob returns the memory of each job, 0 for the default, and the number of jobs. Under a
// limit of nodes the answer may depend on the memory of a job. So that it is the same with any
// number of jobs, --memory is then always divided by memoryShares.
func (l *searchLimits) forEachJob() (memory int64, jobs int) {
	jobs = command.Jobs(l.jobs)
	switch {
	case l.memory == 0:
		return 0, jobs
	case l.nodes > 0:
		return shareMemory(int64(l.memory), jobs)
	}
	return int64(l.memory) / int64(jobs), jobs
}

// context returns a context that ends after the time that a search may take.
func (l *searchLimits) context(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.time <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, l.time)
}

// A request is a position, what is asked about it, and how the answer is shown.
type request struct {
	stipulation
	view
	variant    *rules.Variant
	position   board.Position
	allLengths bool
	key        string // the pattern of the first turns that are asked about; "" for all
	prove      bool
	refute     bool
	duplex     bool                // both sides are to begin, one after the other
	other      bool                // of a duplex: it is the other side that begins
	form       solution.PopeyeForm // what the options of a problem leave out
	postKey    bool                // the key has been made: the other side is to move
	perEnd     int                 // solutions that end in one position, at most; 0 is all
	noShort    bool                // so are the defences that reach the goal too soon

	file string // where a problem begins
	line int
	twin string
}

// check checks that each flag makes sense with the stipulation and with the other flags. Its errors
// name the flags.
func (r *request) check() error {
	if err := r.stipulation.check(solve.MaxTurns); err != nil {
		return err
	}
	if r.Tries < 0 {
		return fmt.Errorf("--tries must be at least 0, not %d", r.Tries)
	}

	goal, format := "--goal "+r.symbol(), "--format "+r.Format
	if r.flag == "win-in" {
		goal = "--win-in " + r.length(r.n)
	}
	record := r.Format == "pgn" || r.Format == "popeye"
	hasLines, pgn := r.goal.HasLines(), r.Format == "pgn"
	for _, conflict := range []struct {
		is            bool
		first, second string
		instead       string
	}{
		{r.KeysOnly && r.Tries > 0, "--keys-only", "--tries", "leave one out"},
		{r.KeysOnly && r.SetPlay, "--keys-only", "--set-play", "leave one out"},
		{r.KeysOnly && r.AllVariations, "--keys-only", "--all-variations", "leave one out"},
		{r.KeysOnly && record, "--keys-only", format, "use --format text or json"},
		{hasLines && r.Tries > 0, "--tries", goal, "nobody is forced there; leave out --tries"},
		{hasLines && r.AllVariations, "--all-variations", goal,
			"all solutions are shown anyhow; leave out --all-variations"},
		{r.allLengths && r.prove, "--all-lengths", "--prove",
			"leave out --all-lengths: a proof is of one length"},
		{r.allLengths && r.isExact(), "--all-lengths", goal, "leave one out"},
		{r.allLengths && pgn, "--all-lengths", format, "use --format text, json or popeye"},
		{pgn && r.goal&puzzle.Series != 0, format, goal,
			"PGN cannot hold a series; use --format text, json or popeye"},
		{pgn && hasLines && r.SetPlay, "--set-play", format, "use --format text, json or popeye"},
		{r.isExact() && r.prove, goal, "--prove", "leave out exact-: a proof is of the fewest turns"},
		{r.postKey && pgn, "PostKeyPlay", format, "use --format text, json or popeye"},
		{r.refute && r.key != "", "--refute", "--key",
			"leave out --key: all first turns are to be refuted"},
		{r.duplex && r.prove, "--duplex", "--prove",
			"leave out --duplex and prove each half by itself, with the position of each"},
	} {
		if conflict.is {
			return fmt.Errorf("%s and %s cannot be combined: %s", conflict.first, conflict.second,
				conflict.instead)
		}
	}

	if r.refute && !r.prove {
		return errors.New("--refute needs --prove FILE: it says what the proof shows")
	}
	_, err := analysis.ParseShape(r.key, "")
	return err
}

// options returns the options of a search within limits.
func (r *request) options(l *searchLimits, progress func(solve.Progress)) solve.Options {
	options := solve.Options{
		Jobs: command.Jobs(l.jobs), Nodes: l.nodes, Memory: int64(l.memory),
		AllLengths: r.allLengths,
		PerEnd:     r.perEnd,
		Progress:   progress,
	}
	if r.key != "" {
		shape, err := analysis.ParseShape(r.key, "")
		if err == nil {
			options.First = shape.Key.Matches
		}
	}
	return options
}

// wanted returns the parts of the solution that the view shows.
func (r *request) wanted() solve.Wanted {
	return solve.Wanted{
		Refutations: r.Tries, SetPlay: r.SetPlay, RealOnly: !r.AllVariations,
		Whole: r.Format == "popeye",
	}
}

// An answer is what a search has found, with its request.
type answer struct {
	*request
	result solve.Result
	// of all first turns, if none of those that were asked about reaches the goal
	others     *solve.Result
	tree       *puzzle.Tree     // nil if it is not wanted, or there is none
	longer     []*puzzle.Tree   // those of the keys that need more turns
	obliged    []board.Move     // with which the side to move of a reflex-win must win
	set        [][]board.Played // the set play of a help-win or a series
	unfinished bool             // a limit came before the solution was complete
	prover     *solve.Solver    // knows of all first turns that the answer is about
}

// solve searches for the answer. At a limit it returns what is known. The error is about a question
// that makes no sense under the rules.
func (r *request) solve(ctx context.Context, solver *solve.Solver, options solve.Options) (*answer, error) {
	a := &answer{request: r, prover: solver}
	if r.postKey {
		return a, a.solveAfterKey(ctx, solver)
	}
	var err error
	a.result, err = solver.SolveHalf(ctx, &r.position, r.goal, r.n, r.half)
	if errors.Is(err, solve.ErrUnsupported) {
		return nil, err
	}

	isNone, isWon := a.result.Status == solve.None, a.result.Status == solve.Won
	if isNone {
		a.obliged = solver.Obliged(&r.position, r.goal)
	}
	if isNone && r.key != "" {
		a.searchOthers(ctx, options)
	}
	switch {
	case r.goal.HasLines():
		if (isWon || isNone) && r.SetPlay {
			a.findSetLines(ctx, options)
		}
	case r.KeysOnly:
	case isWon, isNone && (r.Tries > 0 || r.SetPlay):
		a.makeTrees(ctx, solver)
	}
	return a, nil
}

// makeTrees makes the solution. Where keys of all lengths are looked for, set play and tries are
// those of the greatest length: set play comes before all keys, tries before the last.
func (a *answer) makeTrees(ctx context.Context, solver *solve.Solver) {
	parts := lengths(&a.result)
	parts = slices.DeleteFunc(parts, func(part solve.Result) bool { return part.Status == solve.Unknown })
	hasShort := a.allLengths && a.result.Status == solve.Won && a.result.In < a.n
	for i, part := range parts {
		wanted := a.wanted()
		wanted.SetPlay = wanted.SetPlay && i == 0 && !hasShort
		if i < len(parts)-1 || hasShort || len(a.obliged) > 0 {
			wanted.Refutations = 0
		}
		tree, err := solver.Solution(ctx, part, wanted)
		if err != nil {
			a.unfinished = true
			return
		}
		if a.noShort {
			solution.LeaveOutShort(tree)
		}
		if i == 0 {
			a.tree = tree
		} else {
			a.longer = append(a.longer, tree)
		}
	}

	if hasShort && (a.SetPlay || a.Tries > 0) {
		a.addPhases(ctx, solver)
	}
}

// addPhases adds the set play and the tries of the number of turns that was asked for to a solution
// with a shorter key. No key of any length is a try, since every defence against it fails in time.
func (a *answer) addPhases(ctx context.Context, solver *solve.Solver) {
	asked := solve.Result{Position: a.position, Goal: a.goal, Asked: a.n, Status: solve.None}
	phases, err := solver.Solution(ctx, asked, a.wanted())
	if err != nil {
		a.unfinished = true
		return
	}

	if a.noShort {
		solution.LeaveOutShort(phases)
	}
	last := a.trees()[len(a.longer)]
	last.Tries, last.NoTries = phases.Tries, phases.NoTries
	a.tree.Set, a.tree.NoSet = phases.Set, phases.NoSet
}

// solveAfterKey searches for the answer where the key has been made.
func (a *answer) solveAfterKey(ctx context.Context, solver *solve.Solver) error {
	var err error
	a.result, a.tree, err = solver.AfterKey(ctx, &a.position, a.goal, a.n, a.wanted())
	if errors.Is(err, solve.ErrUnsupported) {
		return err
	}

	switch {
	case a.tree == nil:
	case a.KeysOnly:
		a.tree = nil
	case a.noShort:
		solution.LeaveOutShort(a.tree)
	}
	return nil
}

// searchOthers searches all first turns if none of those with the requested key reaches the goal,
// so that the answer can name one that does.
func (a *answer) searchOthers(ctx context.Context, options solve.Options) {
	options.First = nil
	a.prover.Close()
	a.prover = solve.New(a.variant, options)
	result, err := a.prover.SolveHalf(ctx, &a.position, a.goal, a.n, a.half)
	if err != nil {
		result.Status = solve.Unknown
	}
	a.others = &result
}

// findSetLines looks for the set play of a help-win or a series: the lines without the first turn.
func (a *answer) findSetLines(ctx context.Context, options solve.Options) {
	in := a.n
	if a.result.Status == solve.Won && !a.allLengths {
		in = a.result.In
	}
	options.First = nil
	a.prover.Close()
	solver := solve.New(a.variant, options)
	defer solver.Close()
	found, err := solver.SetLines(ctx, &a.position, a.goal, a.goal.Plies(in, a.half))
	a.set = allLines(&found)
	a.unfinished = err != nil || found.Status == solve.Unknown
}

// verdict returns the exit status that the answer comes to, with a message if a limit came first.
func (a *answer) verdict() (status int, message string) {
	unfinished := a.unfinished
	for _, length := range lengths(&a.result) {
		unfinished = unfinished || length.Status == solve.Unknown
	}

	switch {
	case a.result.Status == solve.Unknown && a.isExact():
		return command.StatusLimit, fmt.Sprintf("limit reached while searching for %s", a.stipulation)
	case a.result.Status == solve.Unknown:
		return command.StatusLimit, fmt.Sprintf("limit reached while searching for %s in %s",
			a.goal, a.length(a.result.Excluded+1))
	case unfinished:
		return command.StatusLimit, "limit reached before the solution was complete"
	case a.result.Status == solve.None:
		return command.StatusFound, ""
	}
	return command.StatusOK, ""
}

// lengths returns the results of all lengths, the shortest first.
func lengths(shortest *solve.Result) []solve.Result {
	return slices.Insert(slices.Clone(shortest.Longer), 0, *shortest)
}

// allLines returns the lines of all lengths, the shortest first.
func allLines(shortest *solve.Result) (lines [][]board.Played) {
	for _, result := range lengths(shortest) {
		lines = append(lines, result.Lines...)
	}
	return lines
}
