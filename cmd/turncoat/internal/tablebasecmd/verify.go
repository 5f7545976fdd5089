package tablebasecmd

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/rules/ruleset"
	"turncoat/tablebase"
)

func tablebaseVerifyCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "check every value of tables against the rules", ArgsUsage: "DIR",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "rules", Usage: "check the tables of this rule `SET` alone", DefaultText: "all"},
			command.Number("sample", "check `N` positions of each class against the second implementation of the rules", 1000, 0, 1<<24),
			&cli.Uint64Flag{Name: "seed", Usage: "random `SEED` of the sample", Value: 1},
			command.JobsFlag("work on `N` slices at a time"), command.JSONFlag()},
		Action: func(c *cli.Context) error { return tablebaseVerify(s, c) },
	}
}

func tablebaseVerify(s *command.Session, c *cli.Context) error {
	dir := c.Args().First()
	o := tablebase.VerifyOptions{Sample: c.Int("sample"), Seed: c.Uint64("seed")}
	var err error
	if o.Jobs, err = command.Jobs(c); err != nil {
		return err
	}
	if _, err := os.Stat(dir); err != nil {
		return command.Unusable("%w", err)
	}
	names := ruleset.BuiltinNames()
	if c.IsSet("rules") {
		g, err := command.Game(c)
		if err != nil {
			return err
		}
		names = []string{tablebase.Place(g.Set())}
	}
	total := 0
	for _, name := range names {
		n, err := verifyTables(s, c, name, dir, o)
		if total += n; err != nil {
			return err
		}
	}
	switch {
	case total == 0:
		return command.Unusable("%s: no tables such as %s", dir, filepath.Join("pacifist1",
			"KKN"+tablebase.Extension))
	case !c.Bool("json") && s.Status == command.StatusOK:
		s.Printf("%s: all right\n", plural.Count(total, "table"))
	}
	return nil
}

// verifyTables checks the tables of a rule set and returns how many there are.
func verifyTables(s *command.Session, c *cli.Context, name, dir string, o tablebase.VerifyOptions) (n int, err error) {
	files, err := filepath.Glob(filepath.Join(dir, name, "*"+tablebase.Extension))
	if err != nil || len(files) == 0 {
		return 0, err
	}
	set, err := ruleset.Builtin(name)
	if err != nil {
		return 0, err
	}
	tables, err := tablebase.Open(set, dir)
	if err != nil {
		return 0, command.Unusable("%w", err)
	}
	defer tables.Close()
	for _, class := range tables.Classes() {
		table := tables.Table(class)
		if !slices.Contains(files, table.Name()) {
			continue // it comes with the program
		}
		task := s.Line.Task("positions", int(table.Numbers()))
		o.Progress = func(class tablebase.Class, done uint64) { task.Set(int(done), name+" "+class.String()) }
		report, err := tables.Verify(s.Context, class, o)
		task.End()
		if s.Context.Err() != nil {
			return n, command.Interrupted(plural.Count(n, "table") + " verified")
		}
		n++
		verified(s, c, name, report, err)
	}
	return n, nil
}

// verified prints what a verification has found.
func verified(s *command.Session, c *cli.Context, name string, v tablebase.Verified, err error) {
	wrong := errors.Is(err, tablebase.ErrWrong)
	switch {
	case wrong:
		s.Report(command.Found("%w", err))
	case err != nil:
		s.Report(command.Unusable("%w", err))
		return
	}
	if c.Bool("json") {
		s.JSON(struct {
			Rules   string `json:"rules"`
			Class   string `json:"class"`
			Numbers uint64 `json:"numbers"`
			Sampled int    `json:"sampled"`
			Wrong   uint64 `json:"wrong"`
		}{name, v.Class.String(), v.Numbers, v.Sampled, v.Wrong})
		return
	}
	verdict := "all right"
	if wrong {
		verdict = thousands(v.Wrong) + " wrong"
	}
	s.Printf("%-16s %-6s %13s numbers, %d sampled: %s\n", name, v.Class, thousands(v.Numbers), v.Sampled, verdict)
}
