package tablebasecmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/internal/plural"
	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/build"
	"turncoat/internal/work"
	"turncoat/rules/ruleset"
)

type buildOptions struct {
	rules  string
	pieces int
	dir    string
	memory command.Size
	jobs   int
	queue  share.Queue
}

// Build returns the command that solves classes of pieces.
func Build(s *command.Session) *cli.Command {
	o := buildOptions{memory: 1 * command.GB}
	return &cli.Command{
		Name:      "build",
		Usage:     "solve classes of pieces",
		ArgsUsage: "[CLASS…]",
		Flags: append([]cli.Flag{
			command.RulesFlag(&o.rules),
			&cli.IntFlag{
				Name:        "pieces",
				Usage:       "build all classes of up to `N` pieces",
				Destination: &o.pieces, Action: command.Between(2, 5),
			},
			&cli.StringFlag{
				Name:        "dir",
				Usage:       "write to `DIR` (default: the usual place of the user's data)",
				Destination: &o.dir,
			},
			command.SizeFlag(&o.memory, "memory",
				"`SIZE` of the table under construction, such as 512M"),
			command.JobsFlag(&o.jobs, 0, "work on `N` slices"),
			s.JSONFlag(),
		}, o.queue.Flags()...),
		Action: command.Action(s, &o, tablebaseBuild),
	}
}

func tablebaseBuild(s *command.Session, o *buildOptions) error {
	classes, err := parseClasses(s.Args())
	if err != nil {
		return err
	}
	if len(classes) == 0 && o.pieces < 2 {
		return s.UsageError("nothing to build: name classes such as KKRB, or use --pieces 3")
	}
	dir := o.dir
	if !s.IsSet("dir") {
		dir = command.UsualTables()
	}
	if dir == "" {
		return s.UsageError("--dir is missing")
	}
	variant, err := s.Variant(o.rules)
	if err != nil {
		return err
	}
	for n := 2; n <= o.pieces; n++ {
		classes = append(classes, buildable(variant.Set(), n)...)
	}
	options := build.Options{Memory: int64(o.memory), Jobs: command.Jobs(o.jobs)}
	conn, end, err := o.queue.Connect(s)
	if err != nil {
		return err
	}
	defer end()
	limit := options.Memory + programSize
	if conn != nil {
		limit += clientSize
		options.Client = PassClient(s, conn)
		defer func() {
			if s.Context.Err() == nil { // otherwise the build will be continued
				conn.Supply(s.Context, nil, false)
			}
		}()
	}

	// Garbage is collected before the program exceeds the allowed memory.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit))
	return buildTables(s, variant.Set(), dir, classes, options)
}

// buildable returns the classes of a number of pieces that can have tables under a rule set.
func buildable(set ruleset.Set, pieces int) []tablebase.Class {
	return slices.DeleteFunc(tablebase.Classes(pieces), func(c tablebase.Class) bool {
		leadsInto := tablebase.Closure(set.Family, c)
		return slices.ContainsFunc(leadsInto, func(d tablebase.Class) bool {
			return tablebase.CheckClass(set, d) != nil
		})
	})
}

// programSize is how much memory the program takes besides values and edges: itself, the tables of
// the rules, and the working memory of slices.
const programSize = 48 << 20

// clientSize is how much memory messages to and from the queue may take.
const clientSize = 256 << 20

func buildTables(s *command.Session, set ruleset.Set, dir string, classes []tablebase.Class,
	o build.Options) error {
	task := s.Line.Task("positions", int(build.Size(set, classes)))
	o.Progress = func(p build.Progress) { task.Set(int(p.Done), fmt.Sprintf("%s, pass %d", p.Class, p.Pass)) }
	made, found := 0, 0
	err := build.Tables(s.Context, set, dir, classes, o, func(b build.Built) {
		made++
		if b.Found {
			found++
		}
		s.Result(statsOf(b.Header, nil), "%s\n", statsLine(b.Header))
		s.Out.Flush() // the next table may take long
	})
	task.End()
	switch {
	case errors.Is(err, context.Canceled),
		err != nil && s.Context.Err() != nil: // the latter if the work was shared
		have := "have"
		if made == 1 {
			have = "has"
		}
		return command.Interrupted(fmt.Sprintf("%s %s been built; the same command continues from there",
			plural.Count(made, "table"), have))
	case errors.Is(err, build.ErrMemory):
		return command.Limited("%w; see --memory", err)
	case errors.Is(err, build.ErrTooLong):
		return command.Limited("%w", err)
	case err != nil:
		return command.Unusable("%w", err)
	case s.AsJSON:
		return nil
	}

	s.Printf("%s in %s", plural.Count(made, "table"), filepath.Join(dir, tablebase.DirName(set)))
	if found > 0 {
		s.Printf(", %d of them built before", found)
	}
	s.Printf("\n")
	return nil
}

// SliceUnit returns a function that does a slice of a pass.
func SliceUnit(slicer *build.Worker) cluster.Func {
	return func(ctx context.Context, u cluster.Unit) ([]byte, error) {
		var p build.Pass
		if err := json.Unmarshal(u.Args, &p); err != nil {
			return nil, err
		}
		found, err := slicer.Slice(ctx, &p, u.Number, u.Fetch)
		if errors.Is(err, build.ErrBusy) {
			err = fmt.Errorf("%w: %w", cluster.ErrLater, err)
		}
		return found, err
	}
}

// PassClient returns a function that makes a client for a pass, through which workers do its
// slices.
func PassClient(s *command.Session, conn *cluster.Conn) func(p *build.Pass) work.Client {
	return func(p *build.Pass) work.Client {
		return func(ctx context.Context, r *work.Results) error {
			args, err := json.Marshal(p)
			if err != nil {
				return err
			}
			a := cluster.Coordinator{Ephemeral: true}
			for _, part := range slices.Concat(p.Lower, p.Before) {
				a.Blobs = append(a.Blobs, cluster.Blob{Name: part.Sum, Open: part.Open})
			}
			return share.Client(s, conn, a, cluster.Work{Kind: "tablebase build",
				Title: fmt.Sprintf(
					"tablebase build %s, pass %d",
					p.Class,
					p.Number,
				), Args: args, Span: p.Span})(ctx, r)
		}
	}
}
