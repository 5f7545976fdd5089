package puzzlecmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/jsonline"
	"turncoat/internal/lines"
	"turncoat/internal/printable"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

type solveArgs struct {
	Rules    ruleset.Set `json:"rules"`
	Goal     string      `json:"goal"` // its name, of a stalemate or a series the stipulation: "ser-#4"
	Turns    int         `json:"turns"`
	Half     bool        `json:"half,omitempty"` // of a help-win: half a turn more
	Nodes    uint64      `json:"nodes,omitempty"`
	KeysOnly bool        `json:"keysOnly,omitempty"`
}

type solvedPosition struct {
	Answer json.RawMessage `json:"answer,omitempty"` // an AnswerJSON
	Text   string          `json:"text,omitempty"`   // the same for people
	Status string          `json:"status,omitempty"` // won, none or unknown
	Fault  string          `json:"fault,omitempty"`  // why there is no answer
}

// withoutBatch are the flags of puzzle solve that make no sense for many positions, or whose
// results would depend on the machine.
var withoutBatch = []string{
	"any-length",
	"all-lengths",
	"tries",
	"set-play",
	"prove",
	"refute",
	"time",
	"memory",
	"tables",
	"stats",
	"key",
	"final",
	"duplex",
	"solutions",
}

func solveBatch(s *command.Session, o *solveOptions) error {
	asked, asJSON, err := batchStipulation(s, o)
	if err != nil {
		return s.UsageError("%w", err)
	}
	variant, err := asked.variant(s, o.rules)
	if err != nil {
		return err
	}
	over, cancel := context.WithCancel(s.Context)
	cancel() // it is only asked whether the question makes sense
	probe := puzzleCall{variant: variant, p: variant.Start(), stipulation: asked, s: s, o: o}
	if _, err := probe.solve(over, solve.New(variant, solve.Options{Jobs: 1})); errors.Is(
		err,
		solve.ErrUnsupported,
	) {
		return s.UsageError("%w", err)
	}

	file := o.batch
	inputs, numbers, err := batchLines(s, file)
	if err != nil {
		return err
	}
	conn, end, err := o.queue.Connect(s)
	if err != nil {
		return err
	}
	defer end()
	command.CollectGarbageLater()
	b := &share.Batch[solvedPosition]{Kind: "puzzle solve", What: "positions", Inputs: inputs,
		Check: func(_ int, solved *solvedPosition) error { return solved.check() }, Unit: SolveUnit,
		Args: solveArgs{Rules: variant.Set(), Goal: asked.goal.String(), Turns: asked.n,
			Half:  asked.half,
			Nodes: o.nodes, KeysOnly: o.keysOnly},
		Journal: o.journal}
	return b.Do(
		s,
		command.Jobs(o.jobs),
		conn,
		func(unit int, solved *solvedPosition, failed error) error {
			at := fmt.Sprintf("%s:%d", file, numbers[unit])
			if failed != nil {
				s.Report(command.Found("%s: %w", at, failed))
				return nil
			}

			return solved.print(s, at, file, numbers[unit], asJSON)
		},
	)
}

// batchStipulation reads what is asked about each position, and whether the answers are wanted as
// JSON.
func batchStipulation(
	s *command.Session,
	o *solveOptions,
) (asked stipulation, asJSON bool, err error) {
	if err := s.Refuse("--batch and --%s cannot be combined", withoutBatch...); err != nil {
		return asked, false, err
	}
	format, err := s.Format(o.format)
	if err != nil {
		return asked, false, err
	}
	asJSON = format == "json"
	if !asJSON && format != "text" {
		return asked, false, fmt.Errorf("--batch and --format %s cannot be combined", format)
	}
	asked, err = o.goal.read(s)
	if err == nil {
		err = asked.check(solve.MaxTurns)
	}
	return asked, asJSON, err
}

func (solved *solvedPosition) print(
	s *command.Session,
	at, file string,
	line int,
	asJSON bool,
) error {
	switch solved.Status {
	case "none":
		s.Raise(command.StatusFound)
	case "unknown":
		s.Raise(command.StatusLimit)
	}

	switch {
	case solved.Fault != "":
		s.Report(command.Unusable("%s: %s", at, solved.Fault))
	case asJSON:
		place, err := jsonline.Encode(struct {
			File string `json:"file"`
			Line int    `json:"line"`
		}{file, line})
		if err != nil {
			return err
		}
		s.Printf(
			"%s,%s\n",
			bytes.TrimSuffix(place, []byte("}")),
			bytes.TrimPrefix(solved.Answer, []byte("{")),
		)
	default:
		s.Printf("%s: %s\n", at, solved.Text)
	}

	return s.Out.Fault()
}

// batchLines reads the lines of a file that hold something, with their numbers.
func batchLines(s *command.Session, name string) (positions [][]byte, numbers []int, err error) {
	in, err := s.Open(name)
	if err != nil {
		return nil, nil, command.Unusable("--batch: %s", command.InputError(err))
	}
	defer in.Close()
	for text := lines.NewReader(in, puzzle.MaxLine); ; {
		line, err := text.Next()
		var tooLong *lines.TooLongError
		switch {
		case errors.As(err, &tooLong):
			s.Report(command.Unusable("--batch: %s:%d: %w", name, text.Number(), err))
		case err == io.EOF && len(positions) == 0:
			return nil, nil, command.Unusable("--batch: %s: no positions", name)
		case err != nil:
			if err != io.EOF {
				s.Report(
					command.Unusable("--batch: %s", command.InputError(err)),
				) // what stands before it is solved
			}

			return positions, numbers, nil
		default:
			line = bytes.TrimSpace(line)
			if len(line) > 0 && line[0] != '#' {
				positions, numbers = append(
					positions,
					bytes.Clone(line),
				), append(
					numbers,
					text.Number(),
				)
			}
		}
	}
}

// SolveUnit solves one position of a batch.
var SolveUnit = share.Unit(
	func(ctx context.Context, args solveArgs, line []byte) (solved solvedPosition, err error) {
		goal, ok := puzzle.ParseGoal(args.Goal)
		if !ok {
			return solved, fmt.Errorf("unknown stipulation %q", args.Goal)
		}
		call := puzzleCall{
			variant: goal.Variant(rules.New(args.Rules)),
			stipulation: stipulation{goal: goal, n: args.Turns,
				half: args.Half},
			o: &solveOptions{},
		}
		call.p, err = batchPosition(call.variant, line)
		if err != nil {
			return solvedPosition{Fault: strings.ReplaceAll(err.Error(), "\n", "; ")}, nil
		}
		// One job and a table of its own for each position: so the turns that were looked at, and
		// with a limit of them the answer, depend on nothing else.
		solver := solve.New(call.variant, solve.Options{Jobs: 1, Nodes: args.Nodes})
		result, err := call.solve(ctx, solver)
		if err != nil {
			return solvedPosition{Fault: err.Error()}, nil
		}
		var tree *puzzle.Tree
		if result.Status == solve.Won && !goal.HasLines() && !args.KeysOnly {
			found, err := solver.Solution(ctx, result, solve.Wanted{RealOnly: true})
			if err == nil { // no limit came first
				tree = found
			}
		}

		answer, err := jsonline.Encode(call.answer(result, tree))
		return solvedPosition{
			Answer: answer,
			Text:   call.sentence(&result),
			Status: result.Status.String(),
		}, err
	},
)

// check checks that a result from another machine is one that [SolveUnit] returns.
func (solved *solvedPosition) check() error {
	var answer struct{}
	switch {
	case solved.Fault != "":
		return nil
	case !slices.Contains([]string{solve.Won.String(), solve.None.String(), solve.Unknown.String()}, solved.Status):
		return fmt.Errorf("invalid status %q", solved.Status)
	case solved.Text == "" || printable.Line(solved.Text) != solved.Text:
		return errors.New("unprintable text")
	case len(solved.Answer) <= len("{}") || solved.Answer[0] != '{' || bytes.ContainsAny(solved.Answer, "\r\n") ||
		json.Unmarshal(solved.Answer, &answer) != nil:
		return errors.New("no answer")
	}

	return nil
}

// batchPosition reads a line of a batch: a FEN, or EPD, or an object of JSON with "fen" and perhaps
// "moves", as puzzles and cases of a corpus are.
func batchPosition(variant *rules.Variant, line []byte) (board.Position, error) {
	if line[0] != '{' {
		return command.Position(variant, fenOfEPD(string(line)))
	}
	var record struct {
		FEN   string   `json:"fen"`
		Moves []string `json:"moves"`
	}
	if err := json.Unmarshal(line, &record); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			err = fmt.Errorf("%q cannot be %s", kind.Field, kind.Value)
		}
		return board.Position{}, err
	}

	if record.FEN == "" {
		return board.Position{}, errors.New(`the object has no "fen"`)
	}
	p, err := command.Position(variant, record.FEN)
	for i, move := range record.Moves {
		if err != nil {
			break
		}
		t, fault := variant.Parse(&p, move)
		if fault != nil {
			err = fmt.Errorf("move %d: %w", i+1, fault)
		}
		p = t.After
	}

	return p, err
}

// fenOfEPD returns the position of a line of EPD; other text is returned as it is.
func fenOfEPD(line string) string {
	head, _, operations := strings.Cut(line, ";")
	if !operations {
		return line
	}
	fields := strings.Fields(head)
	if len(fields) <= 4 {
		return strings.Join(fields, " ")
	}
	for _, number := range fields[4:min(6, len(fields))] {
		if _, err := strconv.Atoi(number); err != nil {
			return strings.Join(fields[:4], " ")
		}
	}

	return strings.Join(fields[:min(6, len(fields))], " ")
}
