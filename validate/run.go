package validate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"time"

	"turncoat/internal/lines"
	"turncoat/pgn"
	"turncoat/rules"
)

// Options configure [Run].
type Options struct {
	Rules
	// Jobs is how many records are judged at a time; 0 is one for each processor.
	Jobs int
	// Stdin is what the path "-" reads; nil is empty.
	Stdin io.Reader
	// As is the form of standard input and of files whose names do not show it; FormNone is PGN.
	As pgn.Form
	// MaxWindow is how much memory decompressing a zstd file may take; 0 is 128 MiB.
	MaxWindow int64
	// Unusable is called with each input that cannot be read or holds no record, between records.
	Unusable func(error)
	// PassedOver is called with each file of a directory that holds no records, by its name or by
	// what is in it, and may be empty. It may be nil.
	PassedOver func(path string, empty bool)
	// Progress is called a few times a second during the work. It may be nil.
	Progress func(Progress)
}

// Progress says how far the work has come.
type Progress struct {
	Summary    Summary
	Elapsed    time.Duration
	File       string
	Read, Size int64 // of the file, as it lies on the disk; Size is 0 when it is not known
	// FileElapsed is the time since the reading of the file began.
	FileElapsed time.Duration
}

// ErrNoRecord is the class of errors about named files that hold no record.
var ErrNoRecord = errors.New("no record in it")

// Run judges every record that the paths name and passes the verdicts to the reporter, in order. An
// input that cannot be read is passed to Unusable, and the work goes on. The error is the context's
// or the reporter's; the summary counts what was reported before it.
func Run(ctx context.Context, paths []string, o Options, reporter Reporter) (Summary, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	r := &run{
		options: o, reporter: reporter, begun: time.Now(),
		work: make(chan *job, o.Jobs), ordered: make(chan *job, 2*o.Jobs+2), free: make(chan *job,
			3*o.Jobs+4),
	}
	for range cap(r.free) { // as many blocks are held in memory, and no more
		r.free <- &job{}
	}
	// An interruption does not end a read from standard input or a pipe. A feeder that waits for
	// one is left behind.
	var group sync.WaitGroup
	group.Go(func() { r.feed(ctx, paths) })
	for range o.Jobs {
		group.Go(func() { r.judge(ctx) })
	}
	err := r.emit(ctx)
	if err != nil {
		cancel()
		go func() { // the feeder may wait for input; it ends by itself
			for range r.ordered {
			}
		}()
		_ = reporter.Close(&r.summary) // what was finished is kept
		return r.summary, err
	}

	group.Wait()
	return r.summary, reporter.Close(&r.summary)
}

type run struct {
	options  Options
	reporter Reporter
	summary  Summary
	begun    time.Time
	shown    time.Time // when progress was last shown

	work    chan *job // for whoever is free
	ordered chan *job // the same, in the order of the files
	free    chan *job
}

// A job is a block of a file, or what ended a file or a path.
type job struct {
	file   *file
	block  pgn.Block
	buffer []byte       // of the block; kept for the next
	places lines.Places // in the block

	done    chan struct{} // closed when it can be reported
	records []Verdict
	report  func(stopped func() error) error // record by record, while stopped gives no error
}

// A file is one input.
type file struct {
	name   string
	named  bool        // in the call
	source *pgn.Source // nil for standard input
	begun  time.Time
	count  int // records so far
	bytes  int // so far, decompressed
}

// take returns a job that is not in use, nil when the work is to end.
func (r *run) take(ctx context.Context) *job {
	select {
	case j := <-r.free:
		*j = job{buffer: j.buffer, places: j.places, records: j.records[:0],
			done: make(chan struct{})}
		return j
	case <-ctx.Done():
		return nil
	}
}

func (r *run) feed(ctx context.Context, paths []string) {
	defer close(r.ordered)
	defer close(r.work)
	for _, path := range paths {
		count := 0
		var passed []string
		skipped, err := walk(ctx, path, func(name string) error {
			count++
			return r.feedFile(ctx, name, name == path)
		}, func(name string) { passed = append(passed, name) })
		if ctx.Err() != nil {
			return
		}
		if err == nil && count == 0 {
			err = fmt.Errorf("%s: %w", path, ErrNoRecord)
		}
		r.queue(ctx, func(func() error) error {
			r.summary.skip(skipped)
			for _, path := range passed {
				r.passOver(path, isEmpty(path))
			}
			if err != nil {
				return r.unreadable(&file{name: path}, 0, err)
			}
			return nil
		})
	}
}

// queue arranges for report to be called in its turn. The error is the context's.
func (r *run) queue(ctx context.Context, report func(stopped func() error) error) error {
	j := r.take(ctx)
	if j == nil {
		return ctx.Err()
	}
	j.report = report
	close(j.done)
	r.ordered <- j
	return nil
}

// feedFile cuts a file into jobs. Its error is the context's only.
func (r *run) feedFile(ctx context.Context, name string, named bool) error {
	f := &file{name: name, named: named, begun: time.Now()}
	form := pgn.FormOf(name)
	if form == pgn.FormNone {
		form = r.options.As
	}
	reader := r.options.Stdin
	if reader == nil {
		reader = strings.NewReader("")
	}
	var err error
	if name != Stdin {
		f.source, err = pgn.Open(name)
		if err == nil {
			reader = f.source
			f.source.MaxWindow = r.options.MaxWindow
		}
	}

	if err != nil {
		return r.queue(ctx, func(func() error) error { return r.unreadable(f, 0, err) })
	}
	blocks := pgn.NewBlocks(reader, form)
	err = r.feedBlocks(ctx, f, blocks)
	return r.queue(ctx, func(func() error) error { return r.endFile(f, blocks.Lines(), err) })
}

// feedBlocks feeds the blocks of a file. The error is the reader's.
func (r *run) feedBlocks(ctx context.Context, f *file, blocks *pgn.Blocks) error {
	for {
		j := r.take(ctx)
		if j == nil {
			return ctx.Err()
		}
		var err error
		j.block, err = blocks.Next(j.buffer)
		if err != nil {
			r.free <- j
			err = blocks.Err()
			if errors.Is(err, pgn.ErrTooLong) {
				err = fmt.Errorf("%s: %w", f.name, err)
			}
			return err
		}

		j.file = f
		j.report = func(stopped func() error) error { return r.records(j, stopped) }
		if !j.block.TooLong {
			j.buffer = j.block.Text
		}
		r.ordered <- j
		r.work <- j
	}
}

// judge judges blocks until there are no more.
func (r *run) judge(ctx context.Context) {
	u := judge{rules: r.options.Rules}
	for j := range r.work {
		u.rules.Dir = rules.SetDir(j.file.name)
		j.records = u.block(ctx, j.records, &j.block, &j.places)
		close(j.done)
	}
}
