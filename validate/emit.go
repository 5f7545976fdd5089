package validate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"turncoat/pgn"
)

// emit reports what has been judged, in order.
func (r *run) emit(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case j, ok := <-r.ordered:
			if !ok {
				return ctx.Err()
			}
			select {
			case <-j.done:
			case <-ctx.Done():
				return r.interrupted(ctx, j)
			}

			if err := j.report(ctx.Err); err != nil {
				return err
			}
			r.free <- j
		}
	}
}

// grace is how long an interrupted run waits for the next job in order. Its judge stops at once,
// but may already have finished some scenarios of a long file, which are worth reporting.
const grace = 300 * time.Millisecond

// interrupted reports what was finished of the next job. It returns the context's error.
func (r *run) interrupted(ctx context.Context, j *job) error {
	select {
	case <-j.done:
		if err := j.report(func() error { return nil }); err != nil {
			return err
		}
	case <-time.After(grace):
	}

	return ctx.Err()
}

// records reports a block record by record until stopped returns an error.
func (r *run) records(j *job, stopped func() error) error {
	f := j.file
	if f.named && f.count == 0 && j.block.Last && len(j.records) == 1 && j.records[0].nothing {
		// The file is no record at all; listing what is wrong with every word of it would not help.
		j.records = j.records[:0]
	}

	for i := range j.records {
		record := &j.records[i]
		f.count++
		record.File, record.Index = f.name, f.count
		r.summary.add(record)
		if err := r.reporter.Record(record); err != nil {
			return err
		}
		if err := stopped(); err != nil {
			return err
		}
	}

	f.bytes += len(j.block.Text)
	r.summary.Bytes += int64(len(j.block.Text))
	r.progress(f)
	return nil
}

// endFile reports that a file ended after some lines: with an error, or with nil at its proper end.
func (r *run) endFile(f *file, lines int, err error) error {
	if f.source != nil {
		f.source.Close()
	}
	if f.count == 0 && !f.named && err == nil { // prose, or YAML of another kind
		skipped := kinds{}
		skipped.add(f.name)
		r.summary.skip(skipped)
		r.passOver(f.name, f.bytes == 0)
		return r.reporter.EndFile(f.name)
	}

	if err == nil && f.count == 0 {
		name := f.name
		if name == Stdin {
			name = "standard input"
		}
		err = fmt.Errorf("%s: %w", name, ErrNoRecord)
	}

	r.summary.Files++
	if err != nil {
		return r.unreadable(f, lines, err)
	}
	return r.reporter.EndFile(f.name)
}

func (r *run) passOver(path string, empty bool) {
	if r.options.PassedOver != nil {
		r.options.PassedOver(path, empty)
	}
}

// isEmpty reports whether there is nothing in a file.
func isEmpty(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() == 0
}

// unreadable reports that a file cannot be opened, has no record, or cannot be read beyond some
// lines: a compressed file that breaks off, a disk that fails.
func (r *run) unreadable(f *file, lines int, err error) error {
	r.unusable(err)
	code, reason := pgn.Syntax, strings.TrimPrefix(err.Error(), f.name+": ")
	if errors.Is(err, io.ErrUnexpectedEOF) {
		code = pgn.Truncated
	}
	var damage *pgn.DamageError
	if errors.As(err, &damage) {
		reason = damage.Reason
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		reason = path.Err.Error()
	}

	finding := pgn.NewFinding(code, 0, 0, "the file cannot be read: %s", reason)
	switch {
	case errors.Is(err, ErrNoRecord):
		finding.Message = ErrNoRecord.Error()
	case f.count > 0:
		finding.Message = "the file cannot be read to its end: " + reason
		finding.Line, finding.Column = lines+1, 1
	}
	record := &Verdict{File: f.name, Index: f.count + 1, Kind: KindFile,
		Findings: []pgn.Finding{finding}}
	r.summary.add(record)
	if err := r.reporter.Record(record); err != nil {
		return err
	}
	return r.reporter.EndFile(f.name)
}

func (r *run) unusable(err error) {
	if r.options.Unusable != nil {
		r.options.Unusable(err)
	}
}

// pace is how often progress is shown.
const pace = 200 * time.Millisecond

func (r *run) progress(f *file) {
	if r.options.Progress == nil || time.Since(r.shown) < pace {
		return
	}
	r.shown = time.Now()
	p := Progress{Summary: r.summary, Elapsed: time.Since(r.begun), File: f.name,
		FileElapsed: time.Since(f.begun)}
	if f.source != nil {
		p.Read, p.Size = f.source.Consumed(), f.source.Size()
	}
	r.options.Progress(p)
}
