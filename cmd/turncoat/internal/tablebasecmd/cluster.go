package tablebasecmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"turncoat/cluster"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/tablebase"
)

// SliceUnit returns what works out a slice of a pass.
func SliceUnit(slicer *tablebase.Slicer) cluster.Func {
	return func(ctx context.Context, u cluster.Unit) ([]byte, error) {
		var p tablebase.Pass
		if err := json.Unmarshal(u.Args, &p); err != nil {
			return nil, err
		}
		found, err := slicer.Slice(ctx, &p, u.Number, u.Fetch)
		if errors.Is(err, tablebase.ErrBusy) || errors.Is(err, tablebase.ErrOver) {
			err = fmt.Errorf("%w: %w", cluster.ErrLater, err)
		}
		return found, err
	}
}

// sharePasses returns what shares out the passes of a build.
func SharePasses(conn *cluster.Conn) func(ctx context.Context, t *tablebase.Task) error {
	return func(ctx context.Context, t *tablebase.Task) error {
		args, err := json.Marshal(t.Pass)
		if err != nil {
			return err
		}
		asker := cluster.Asker{
			Have: t.Has, Sync: t.Sync, Passing: true,
			Keep: func(slice int, found []byte) error {
				err := t.Keep(slice, found)
				if errors.Is(err, tablebase.ErrFound) {
					err = fmt.Errorf("%w: %w", cluster.ErrBadResult, err)
				}
				return err
			},
			Failed: func(slice int, reason string) error {
				return fmt.Errorf("%s, pass %d, slice %d: %s", t.Class, t.Number, slice, reason)
			},
		}
		for _, list := range [][]tablebase.Part{t.Lower, t.Before} {
			for _, part := range list {
				asker.Blobs = append(asker.Blobs, cluster.Blob{Name: part.Sum, Open: func() (io.ReadCloser,
					error) {
					return part.Open()
				}})
			}
		}
		return asker.Run(ctx, conn, cluster.Work{Kind: "tablebase build",
			Title:   fmt.Sprintf("tablebase build %s, pass %d", t.Class, t.Number),
			Version: share.BuildVersion(), Args: args, Units: t.Slices, Span: t.Span()})
	}
}
