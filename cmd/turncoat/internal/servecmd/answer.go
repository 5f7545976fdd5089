package servecmd

import (
	"context"
	"errors"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/protocol"
	"turncoat/protocol/analysis"
	"turncoat/protocol/reading"
)

// AnswerCommand returns the command for the protocol on standard input and output.
func AnswerCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "answer", Usage: "answer questions about the rules, one JSON object a line",
		Flags:  []cli.Flag{command.TablesFlag(), &cli.StringSliceFlag{Name: "set", Usage: "change a setting in every rule set, as `KEY=VALUE`; may be repeated"}},
		Action: func(c *cli.Context) error { return runAnswer(s, c) },
	}
}

func runAnswer(s *command.Session, c *cli.Context) error {
	override, err := protocol.ParseOverrides(c.StringSlice("set"))
	if err != nil {
		return command.UsageError(c, "%w", err)
	}
	tables, err := command.TablesShelf(c)
	if err != nil {
		return err
	}
	defer tables.Close()
	server := reading.Server(analysis.Options{Proofs: true, Probe: tables.Prober})
	server.Override = override
	tables.Add(server)
	err = server.Serve(s.Context, s.In, s.Out)
	if errors.Is(err, context.Canceled) {
		return command.Interrupted("the requests so far are answered")
	}
	return err
}
