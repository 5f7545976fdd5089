package tablebasecmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"turncoat/cluster"
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/work"
	"turncoat/tablebase"
)

// SliceUnit returns what does a slice of a pass.
func SliceUnit(slicer *tablebase.Slicer) cluster.Func {
	return func(ctx context.Context, u cluster.Unit) ([]byte, error) {
		var p tablebase.Pass
		if err := json.Unmarshal(u.Args, &p); err != nil {
			return nil, err
		}
		found, err := slicer.Slice(ctx, &p, u.Number, u.Fetch)
		if errors.Is(err, tablebase.ErrBusy) {
			err = fmt.Errorf("%w: %w", cluster.ErrLater, err)
		}
		return found, err
	}
}

// PassClient returns a client that has the slices of a pass done by workers.
func PassClient(s *command.Session, conn *cluster.Conn) func(p *tablebase.Pass) work.Client {
	return func(p *tablebase.Pass) work.Client {
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
				Title: fmt.Sprintf("tablebase build %s, pass %d", p.Class, p.Number), Args: args, Span: p.Span})(ctx, r)
		}
	}
}
