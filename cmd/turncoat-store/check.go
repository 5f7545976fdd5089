package main

import (
	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/store"
)

// checkCommand returns the command that looks for damage in a store.
func checkCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "check the whole file: the database, its tables, every puzzle",
		ArgsUsage: "STORE.db",
		Action:    func(*cli.Context) error { return check(s, s.Args()[0]) },
	}
}

func check(s *command.Session, path string) error {
	st, err := open(s, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer st.Close()

	faults := 0
	checked, err := st.Check(s.Context, func(fault string) {
		faults++
		s.Report(command.Found("%s: %s", path, fault))
	})
	if err != nil {
		return failed(path, err)
	}
	if faults == 0 {
		s.Printf("%s: all right\n", plural.Count(checked, "puzzle"))
	}
	return nil
}
