package tablebasecmd

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/build"
	"turncoat/internal/tablebase/embedded"
	"turncoat/rules/ruleset"
)

type verifyOptions struct {
	rules  string
	sample int
	seed   uint64
	jobs   int
}

// Verify returns the command that checks tables.
func Verify(s *command.Session) *cli.Command {
	var o verifyOptions
	return &cli.Command{
		Name:      "verify",
		Usage:     "check every value of tables against the rules",
		ArgsUsage: "DIR",
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name:        "rules",
				Usage:       "check only the tables of this rule `SET` (default: all)",
				Destination: &o.rules,
			},
			&cli.IntFlag{
				Name: "sample",
				Usage: "check `N` positions of each class against the second implementation of " +
					"the rules",
				Value: 1000, Destination: &o.sample, Action: command.Between(0, 16777216),
			},
			command.SeedFlag(&o.seed, "random `SEED` of the sample"),
			command.JobsFlag(&o.jobs, 0, "work on `N` slices"),
			s.JSONFlag(),
		},
		Action: command.Action(s, &o, tablebaseVerify),
	}
}

func tablebaseVerify(s *command.Session, o *verifyOptions) error {
	dir := s.Args()[0]
	options := build.VerifyOptions{Sample: o.sample, Seed: o.seed, Jobs: command.Jobs(o.jobs)}
	if _, err := os.Stat(dir); err != nil {
		return err
	}
	sets, err := setsToVerify(s, o.rules)
	if err != nil {
		return err
	}

	total := 0
	for _, set := range sets {
		n, err := verifyTables(s, set, dir, options)
		if err != nil {
			return err
		}
		total += n
	}

	switch {
	case total == 0:
		return command.Unusable("%s: no tables such as %s", dir, filepath.Join("pacifist1",
			"KKN"+tablebase.Extension))
	case !s.AsJSON && s.Status == command.StatusOK:
		s.Printf("%s: all right\n", plural.Count(total, "table"))
	}

	return nil
}

// setsToVerify returns the rule set that a call names, or all built-in ones.
func setsToVerify(s *command.Session, rules string) ([]ruleset.Set, error) {
	if rules != "" {
		variant, err := s.Variant(rules)
		if err != nil {
			return nil, err
		}
		return []ruleset.Set{variant.Set()}, nil
	}

	var sets []ruleset.Set
	for _, name := range ruleset.BuiltinNames() {
		set, err := ruleset.Builtin(name)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	return sets, nil
}

// verifyTables checks the tables of a rule set and returns their number.
func verifyTables(s *command.Session, set ruleset.Set, dir string,
	o build.VerifyOptions) (n int, err error) {
	name := tablebase.DirName(set)
	files, err := filepath.Glob(filepath.Join(dir, name, "*"+tablebase.Extension))
	if err != nil || len(files) == 0 {
		return 0, err
	}
	tables, err := embedded.Open(set, dir)
	if err != nil {
		return 0, err
	}
	defer tables.Close()
	for _, class := range tables.Classes() {
		table := tables.Table(class)
		if !slices.Contains(files, table.Name()) {
			continue // an embedded table
		}
		task := s.Line.Task("positions", int(table.Len()))
		o.Progress = func(class tablebase.Class, done uint64) { task.Set(int(done), name+" "+class.String()) }
		report, err := build.Verify(s.Context, tables, class, o)
		task.End()
		if s.Context.Err() != nil {
			return n, command.Interrupted(plural.Count(n, "table") + " verified")
		}
		n++
		verified(s, name, report, err)
	}

	return n, nil
}

func verified(s *command.Session, name string, v build.Verified, err error) {
	wrong := errors.Is(err, build.ErrWrong)
	switch {
	case wrong:
		s.Report(command.Found("%w", err))
	case err != nil:
		s.Report(command.Unusable("%w", err))
		return
	}

	verdict := "all right"
	if wrong {
		verdict = thousands(v.Wrong) + " wrong"
	}
	s.Result(struct {
		Rules   string `json:"rules"`
		Class   string `json:"class"`
		Numbers uint64 `json:"numbers"`
		Sampled int    `json:"sampled"`
		Wrong   uint64 `json:"wrong"`
	}{name, v.Class.String(), v.Numbers, v.Sampled, v.Wrong}, "%-16s %-6s %13s numbers, %d sampled: %s\n", name, v.Class, thousands(v.Numbers), v.Sampled, verdict)
}
