package tablebasecmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/plural"
	"turncoat/rules/ruleset"
	"turncoat/tablebase"
)

func tablebaseBuildCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "build", Usage: "solve classes of pieces", ArgsUsage: "[CLASS…]",
		Flags: append([]cli.Flag{command.RulesFlag(),
			command.Number("pieces", "build all classes of up to `N` pieces", 0, 2, tablebase.MaxPieces),
			&cli.StringFlag{Name: "dir", Usage: "write to `DIR`", DefaultText: "the usual place of the user's data"},
			command.MemoryFlag("`SIZE` of the table under construction, such as 512M", "1G"),
			command.JobsFlag("work on `N` slices at a time"),
			command.JSONFlag()}, share.ClusterFlags()...),
		Action: func(c *cli.Context) error { return tablebaseBuild(s, c) },
	}
}

func tablebaseBuild(s *command.Session, c *cli.Context) error {
	classes, err := parseClasses(c.Args().Slice())
	if err != nil {
		return err
	}
	if n := c.Int("pieces"); c.IsSet("pieces") {
		for i := 2; i <= n; i++ {
			classes = append(classes, tablebase.Classes(i)...)
		}
	}
	if len(classes) == 0 {
		return command.UsageError(c, "nothing to build: name classes such as KKRB, or use --pieces 3")
	}
	dir := c.String("dir")
	if !c.IsSet("dir") {
		dir = command.UsualTables()
	}
	if dir == "" {
		return command.UsageError(c, "--dir is missing")
	}
	g, err := command.Game(c)
	if err != nil {
		return err
	}
	var o tablebase.Options
	if o.Memory, err = command.Memory(c); err != nil {
		return err
	}
	if o.Jobs, err = command.Jobs(c); err != nil {
		return err
	}
	conn, end, err := share.ConnectIf(s, c)
	if err != nil {
		return err
	}
	defer end()
	limit := o.Memory + programSize
	if conn != nil {
		limit += clientSize
		o.Client = PassClient(s, conn)
		defer func() {
			if s.Context.Err() == nil { // otherwise it is to be gone on with
				conn.Supply(s.Context, nil, false)
			}
		}()
	}
	// What a build lets go of is collected before the program grows beyond what is allowed.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit))
	return buildTables(s, c, g.Set(), dir, classes, o)
}

// programSize is how much memory the program takes beside its values and edges: itself, the tables of the rules,
// and what slices are worked out in.
const programSize = 48 << 20

// clientSize is how much memory messages to and from the queue may take.
const clientSize = 256 << 20

// buildTables builds tables and prints a line for each.
func buildTables(s *command.Session, c *cli.Context, set ruleset.Set, dir string, classes []tablebase.Class,
	o tablebase.Options) error {
	task := s.Line.Task("positions", int(tablebase.Size(set, classes)))
	o.Progress = func(p tablebase.Progress) { task.Set(int(p.Done), fmt.Sprintf("%s, pass %d", p.Class, p.Pass)) }
	made, found := 0, 0
	err := tablebase.Build(s.Context, set, dir, classes, o, func(b tablebase.Built) {
		if made++; b.Found {
			found++
		}
		if c.Bool("json") {
			s.JSON(statsOf(b.Header, nil))
		} else {
			s.Printf("%s\n", statsLine(b.Header))
		}
		s.Out.Flush() // the next may take long
	})
	task.End()
	switch {
	case errors.Is(err, context.Canceled), err != nil && s.Context.Err() != nil: // the latter while it was shared out
		return command.Interrupted(fmt.Sprintf("%s been built; the same call goes on from there", plural.Count(made, "table")+
			has(made)))
	case errors.Is(err, tablebase.ErrMemory):
		return command.Limited("%w; see --memory", err)
	case errors.Is(err, tablebase.ErrTooLong):
		return command.Limited("%w", err)
	case err != nil:
		return command.Unusable("%w", err)
	case c.Bool("json"):
		return nil
	}
	s.Printf("%s in %s", plural.Count(made, "table"), filepath.Join(dir, tablebase.Place(set)))
	if found > 0 {
		s.Printf(", %d of them there before", found)
	}
	s.Printf("\n")
	return nil
}

func has(n int) string {
	if n == 1 {
		return " has"
	}
	return " have"
}
