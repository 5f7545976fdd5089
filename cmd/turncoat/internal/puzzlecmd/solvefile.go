package puzzlecmd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/internal/printable"
	"turncoat/internal/puzzle/problemfile"
	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

type solveFileOptions struct {
	rules   string
	goal    goalFlags
	view    view
	limits  searchLimits
	journal string
	queue   share.Queue
}

// SolveFile returns the command that solves the problems or positions of a file.
func SolveFile(s *command.Session) *cli.Command {
	var o solveFileOptions
	return &cli.Command{
		Name:      "solve-file",
		Usage:     "solve the problems or positions of a file",
		ArgsUsage: "FILE",
		Flags: slices.Concat([]cli.Flag{command.RulesFlag(&o.rules)}, o.goal.flags(),
			o.view.flags(s), o.limits.flags(" on a problem", "solve `N` problems"),
			[]cli.Flag{share.JournalFlag(&o.journal)}, o.queue.Flags()),
		Action: command.Action(s, &o, solveFile),
	}
}

// A fileTask is one position of a file: a problem, the other half of a duplex, or a twin.
type fileTask struct {
	File  string `json:"file"`
	Line  int    `json:"line"`
	Twin  string `json:"twin,omitempty"`
	Other bool   `json:"other,omitempty"` // the other side begins

	Rules ruleset.Set `json:"rules"`
	FEN   string      `json:"fen"`
	Goal  string      `json:"goal"` // as problemists write it: "h#2.5"
	view
	AllLengths bool                `json:"allLengths,omitempty"`
	Form       solution.PopeyeForm `json:"form"`
	NoShort    bool                `json:"noShort,omitempty"`
	PostKey    bool                `json:"postKey,omitempty"`
	PerEnd     int                 `json:"perEnd,omitempty"`
}

// fileLimits are the limits of each search of a file.
type fileLimits struct {
	Time   time.Duration `json:"time,omitempty"`
	Nodes  uint64        `json:"nodes,omitempty"`
	Memory int64         `json:"memory,omitempty"`
}

// A fileAnswer is the answer to a fileTask, as it is printed.
type fileAnswer struct {
	Text    string `json:"text,omitempty"`
	Status  string `json:"status,omitempty"`  // won, none or unknown
	Message string `json:"message,omitempty"` // if a limit came first
	Fault   string `json:"fault,omitempty"`   // why there is no answer
}

// A listing is what is printed of a task before its answer: the name of the problem, or the letter
// of a twin.
type listing struct {
	place   string // for messages
	heading string
}

func solveFile(s *command.Session, o *solveFileOptions) error {
	format, err := s.Format(o.view.Format)
	if err != nil {
		return err
	}
	o.view.Format = format
	if shared := o.journal != "" || o.queue.Address != ""; shared && o.limits.time > 0 {
		return s.UsageError("--time cannot be combined with --journal or --cluster, whose answers must not " +
			"depend on the machine: use --nodes")
	}

	file := s.Args()[0]
	problems, err := readProblems(s, &o.goal, o.rules, file)
	if err != nil {
		return err
	}
	var tasks [][]byte
	var listings []listing
	found := false
	for p, asked := range problems {
		found = true
		err := o.addTasks(file, p, asked, func(task fileTask, l listing) error {
			input, err := json.Marshal(task)
			tasks, listings = append(tasks, input), append(listings, l)
			return err
		})
		if err != nil {
			s.Report(command.Unusable("%s: line %d: %w", file, p.Line, err))
		}
	}
	if !found && s.StatusSoFar() == command.StatusOK {
		return command.Unusable("%s: no problems", file)
	}
	return o.solve(s, tasks, listings)
}

// solve solves the tasks and prints their answers in their order.
func (o *solveFileOptions) solve(s *command.Session, tasks [][]byte, listings []listing) error {
	conn, end, err := o.queue.Connect(s)
	if err != nil {
		return err
	}
	defer end()
	command.CollectGarbageLater()
	memory, jobs := o.limits.forEachJob()
	command.LimitMemory(int64(jobs) * cmp.Or(memory, solve.DefaultMemory))
	note := func(string) {}
	b := &share.Batch[fileAnswer]{
		Kind: "puzzle solve-file", What: "problems", Inputs: tasks,
		Args:    fileLimits{o.limits.time, o.limits.nodes, memory},
		Unit:    SolveFileUnit(math.MaxInt64, func(text string) { note(text) }),
		Check:   func(_ int, a *fileAnswer) error { return a.check() },
		Journal: o.journal,
		Watched: func(show func(string)) { note = show },
	}
	return b.Do(s, jobs, conn, func(unit int, a *fileAnswer, failed error) error {
		l := &listings[unit]
		if failed != nil {
			s.Report(command.Found("%s: %w", l.place, failed))
			return nil
		}
		a.print(s, l)
		return s.Out.Fault()
	})
}

// print prints an answer, and raises the exit status of the call to that of the answer.
func (a *fileAnswer) print(s *command.Session, l *listing) {
	if a.Fault != "" {
		s.Report(command.Unusable("%s: %s", l.place, a.Fault))
		return
	}

	s.Printf("%s%s", l.heading, a.Text)
	switch a.Status {
	case solve.None.String():
		s.Raise(command.StatusFound)
	case solve.Unknown.String():
		s.Raise(command.StatusLimit)
	}
	if a.Message != "" {
		s.Report(command.Limited("%s: %s", l.place, a.Message))
	}
}

// addTasks adds the tasks of a problem: the problem itself, its twins, and of a duplex each with
// the other side to begin.
func (o *solveFileOptions) addTasks(file string, p *problemfile.Problem, asked stipulation,
	add func(fileTask, listing) error) error {
	base := o.task(file, p, asked)
	place := fmt.Sprintf("%s:%d", printable.Line(file), p.Line)
	plain := base.Format == "text" || base.Format == "popeye"
	label := func(suffix, heading string) listing {
		l := listing{place: place + suffix}
		switch {
		case base.Format == "text" && base.KeysOnly:
			l.heading = l.place + ": "
		case plain:
			l.heading = heading
		}
		return l
	}

	each := func(base fileTask, variant *rules.Variant, begins stipulation, suffix, heading string) error {
		at, err := variant.ParseFEN(base.FEN)
		if err != nil {
			return err
		}
		base.Goal, base.Rules = begins.symbol(), variant.Set()
		if err := add(base, label(suffix, heading)); err != nil || !p.Duplex {
			return err
		}

		other, err := puzzle.Duplex(variant, &at)
		if err != nil {
			return err
		}
		base.FEN, base.Other = variant.FEN(&other), true
		heading = fmt.Sprintf("\nduplex, %s begins\n", other.Turn.Title())
		return add(base, label(suffix+" duplex", heading))
	}

	title := ""
	if base.Format == "text" {
		title = problemTitle(place, p)
	}
	if !p.Zero {
		heading := title
		if len(p.Twins) > 0 {
			heading += "\na)\n\n"
		}
		base.FEN = p.Variant.FEN(&p.Position)
		if err := each(base, p.Variant, asked, "", heading); err != nil {
			return err
		}
		title = ""
	}

	letter := byte('b')
	if p.Zero {
		letter = 'a'
	}
	for i, change := range p.Twins {
		twin, twinAsked := base, asked
		variant, at, err := p.Apply(change)
		if err != nil {
			return err
		}
		if goal, in, half, ok := change.Asks(); ok {
			if goal.Plain() == puzzle.SelfWin {
				goal |= asked.goal & puzzle.Quodlibet
			}
			twinAsked = stipulation{flag: "goal", goal: goal, n: in, half: half}
		}
		twin.FEN, twin.Twin = variant.FEN(&at), change.String()
		name := fmt.Sprintf("%c)", letter+byte(i))
		heading := fmt.Sprintf("%s\n%s %s\n\n", title, name, change)
		if err := each(twin, variant, twinAsked, " "+name, heading); err != nil {
			return err
		}
		title = ""
	}
	return nil
}

// problemTitle names a problem by its place, authors and title.
func problemTitle(place string, p *problemfile.Problem) string {
	names := append(slices.Clone(p.Authors), p.Title)
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	if len(names) == 0 {
		return place + "\n"
	}
	return fmt.Sprintf("%s: %s\n", place, printable.Line(strings.Join(names, ", ")))
}

// task returns the task of a problem, without its position.
func (o *solveFileOptions) task(file string, p *problemfile.Problem, asked stipulation) fileTask {
	t := fileTask{
		File: file, Line: p.Line, view: o.view, NoShort: p.NoShort, PostKey: p.PostKey,
		PerEnd: p.PerEnd,
		Form:   solution.PopeyeForm{KeysOnly: !p.Variations && !p.PostKey, NoThreats: p.NoThreats},
	}
	if t.KeysOnly {
		return t
	}
	t.AllLengths = t.Format != "pgn" && !p.StopOnShort
	t.SetPlay = t.SetPlay || p.SetPlay
	// flags are for all problems of the file, those too where nothing is forced
	if asked.goal.HasLines() {
		t.Tries, t.AllVariations = 0, false
		return t
	}
	if t.Tries == 0 {
		t.Tries = p.Tries
	}
	setPlayAlone := t.Format == "popeye" && t.SetPlay && t.Form.KeysOnly // without threats
	t.AllVariations = t.AllVariations || p.NoThreats || setPlayAlone
	return t
}

// request returns the request of a task.
func (t *fileTask) request() (*request, error) {
	r := &request{
		view: t.view, allLengths: t.AllLengths, other: t.Other, form: t.Form, noShort: t.NoShort,
		postKey: t.PostKey, perEnd: t.PerEnd,
		file: t.File, line: t.Line, twin: t.Twin,
	}
	var ok bool
	r.stipulation, ok = parseStipulation(t.Goal)
	if !ok {
		return nil, fmt.Errorf("unknown goal %q", t.Goal)
	}
	if r.isExact() {
		r.allLengths = false // a twin may ask for an exact length where the problem does not
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	r.variant = r.goal.Variant(rules.New(t.Rules))
	var err error
	r.position, err = r.variant.ParseFEN(t.FEN)
	return r, err
}

// SolveFileUnit returns the function that solves one position of a file within some bytes of
// memory. Each position is solved by one job with a table of its own, so that even under a limit of
// nodes the answer does not depend on the other positions. The function calls note with its
// progress.
func SolveFileUnit(memory int64, note func(string)) cluster.Func {
	return share.Unit(func(ctx context.Context, within fileLimits, input []byte) (fileAnswer, error) {
		err := refuseMemory(cmp.Or(within.Memory, solve.DefaultMemory), memory)
		if err != nil {
			return fileAnswer{}, err
		}
		var task fileTask
		if err := json.Unmarshal(input, &task); err != nil {
			return fileAnswer{}, err
		}
		r, err := task.request()
		if err != nil {
			return fileAnswer{Fault: strings.ReplaceAll(err.Error(), "\n", "; ")}, nil
		}
		l := searchLimits{time: within.Time, nodes: within.Nodes,
			memory: command.Size(within.Memory), jobs: 1}
		ctx, cancel := l.context(ctx)
		defer cancel()
		options := r.options(&l, func(p solve.Progress) { note(progressText(p)) })
		solver := solve.New(r.variant, options)
		defer solver.Close()
		a, err := r.solve(ctx, solver, options)
		if err != nil {
			return fileAnswer{Fault: err.Error()}, nil
		}
		defer a.prover.Close()

		var text bytes.Buffer
		out := fileAnswer{Status: a.result.Status.String()}
		_, out.Message = a.verdict()
		err = a.write(&text)
		out.Text = text.String()
		return out, err
	})
}

// check checks that an answer from another machine is one that a terminal can show.
func (a *fileAnswer) check() error {
	states := []string{solve.Won.String(), solve.None.String(), solve.Unknown.String()}
	switch {
	case a.Fault != "":
		return nil // it is made printable where it is reported
	case !slices.Contains(states, a.Status):
		return fmt.Errorf("invalid status %q", a.Status)
	case a.Text == "":
		return errors.New("no answer")
	}
	for line := range strings.Lines(a.Text) {
		line = strings.TrimSuffix(line, "\n")
		if printable.Line(line) != line {
			return errors.New("unprintable text")
		}
	}
	return nil
}
