package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"sync/atomic"

	"turncoat/cluster"
	"turncoat/tablebase"
)

// sharedTables are what this process has at hand of tables that are being made.
type sharedTables struct {
	slicer tablebase.Slicer
	here   atomic.Pointer[tablebase.Task] // what this process has asked for last
}

// kinds returns the kinds of work that a worker in this process knows.
func (s *session) kinds() map[string]cluster.Func {
	all := maps.Clone(kinds)
	all["puzzle verify"] = s.verifying.unit
	all["tablebase build"] = s.tables.unit
	return all
}

// unit works out a slice of a pass: in the memory of the build if it is this process's own, otherwise in the worker's.
func (s *sharedTables) unit(ctx context.Context, u cluster.Unit) (found []byte, err error) {
	var p tablebase.Pass
	if err := json.Unmarshal(u.Args, &p); err != nil {
		return nil, err
	}
	if t := s.here.Load(); t != nil && t.Build == p.Build {
		found, err = t.SliceOf(&p, u.Number)
	} else {
		found, err = s.slicer.Slice(ctx, &p, u.Number, u.Fetch)
	}
	if errors.Is(err, tablebase.ErrBusy) || errors.Is(err, tablebase.ErrOver) {
		err = fmt.Errorf("%w: %w", cluster.ErrLater, err)
	}
	return found, err
}

// ask returns what shares out the passes of a build.
func (s *sharedTables) ask(conn *cluster.Conn) func(ctx context.Context, t *tablebase.Task) error {
	return func(ctx context.Context, t *tablebase.Task) error {
		args, err := json.Marshal(t.Pass)
		if err != nil {
			return err
		}
		s.here.Store(t)
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
			Version: buildVersion(), Args: args, Units: t.Slices, Span: t.Span()})
	}
}
