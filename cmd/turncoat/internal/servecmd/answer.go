package servecmd

import (
	"context"
	"errors"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/protocol"
	"turncoat/protocol/analysis"
	"turncoat/protocol/reading"
)

func runAnswer(s *command.Session) error {
	override, err := protocol.ParseOverrides(s.StringSlice("set"))
	if err != nil {
		return s.UsageError("%w", err)
	}
	tables, err := s.TablesShelf()
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
