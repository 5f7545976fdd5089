package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"turncoat/internal/files"
	"turncoat/internal/tablebase"
	"turncoat/internal/work"
	"turncoat/rules/ruleset"
)

// Options control how tables are made. The zero value is one job and DefaultMemory. The tables do
// not depend on the options.
type Options struct {
	Jobs int // slices of a pass done at the same time
	// Memory is how many bytes values and edges may take; 0 means DefaultMemory. Values that do not
	// fit are kept in a file in the directory; edges that do not fit are computed again.
	Memory int64
	// Progress, when set, is called often.
	Progress func(Progress)
	// Client, when set, is called before each pass in which at least ShareFrom positions are
	// undecided. It returns a client through which a [Worker] elsewhere does the slices of the
	// pass.
	Client    func(p *Pass) work.Client
	ShareFrom uint64 // 0 means DefaultShareFrom
}

// DefaultMemory is how many bytes a build takes by default.
const DefaultMemory = 1 << 30

// Progress is how far a build has got.
type Progress struct {
	Class       tablebase.Class // the class being solved
	Pass        int
	Done, Total uint64 // numbers of positions; Done is an estimate
}

// Built is a table that [Tables] has made or found.
type Built struct {
	tablebase.Header
	Path  string
	Found bool // it existed before
}

// JournalExtension ends the name of the journal next to a table that is being made.
const JournalExtension = ".unfinished"

// Tables makes the tables of some classes, and of all that they lead into, in the directory
// DIR/RULES, one file for each class, and calls done after each. Existing files are used as they
// are: an interrupted build continues with the slice at which it stopped. A file gets its name only
// when it is complete. Directories that the build has made and left empty are removed.
func Tables(ctx context.Context, set ruleset.Set, dir string, classes []tablebase.Class, o Options,
	done func(Built)) error {
	tables, err := tablebase.New(set)
	if err != nil {
		return err
	}
	defer tables.Close()

	for _, c := range tablebase.Closure(set.Family, classes...) {
		if err := tablebase.CheckClass(set, c); err != nil {
			return err
		}
	}

	place := filepath.Join(dir, tables.Set().Name)
	removeEmpty, err := files.MakeDirs(place)
	if err != nil {
		return err
	}
	defer removeEmpty()

	if o.Memory <= 0 {
		o.Memory = DefaultMemory
	}
	b := builder{
		tables:  tables,
		options: o,
		place:   place,
		classes: tablebase.Closure(set.Family, classes...),
		total:   Size(set, classes),
	}
	for _, c := range b.classes {
		made, err := b.class(ctx, c)
		if err != nil {
			return err
		}
		b.done += made.Index().Size
		if done != nil {
			done(made)
		}
	}

	return nil
}

// Size returns how many values the tables have that [Tables] makes for some classes.
func Size(set ruleset.Set, classes []tablebase.Class) (n uint64) {
	for _, c := range tablebase.Closure(set.Family, classes...) {
		n += tablebase.NewIndex(c, set).Size
	}
	return n
}

type builder struct {
	tables      *tablebase.Tables
	options     Options
	place       string
	classes     []tablebase.Class
	done, total uint64
}

// class makes the table of a class, unless it exists, and adds it to the tables.
func (b *builder) class(ctx context.Context, c tablebase.Class) (Built, error) {
	path := filepath.Join(b.place, c.String()+tablebase.Extension)
	err := b.tables.AddFile(path)
	if err == nil {
		return Built{b.tables.Table(c).Header, path, true}, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return Built{}, fmt.Errorf("%w; remove it to build it again", err)
	}

	h, err := b.make(ctx, c, path)
	if err == nil {
		err = b.tables.AddFile(path)
	}
	if err != nil {
		return Built{}, err
	}
	return Built{*h, path, false}, nil
}

// make solves a class and writes its table.
func (b *builder) make(ctx context.Context, c tablebase.Class, path string) (h *tablebase.Header,
	err error) {
	r := room{dir: b.place, left: b.options.Memory}
	defer func() { err = errors.Join(err, r.close()) }()
	s, err := b.solution(c, &r)
	if err != nil {
		return nil, err
	}
	if err := b.solve(ctx, s, journalOf(path)); err != nil {
		return nil, err
	}

	out, err := files.Create(path)
	if err != nil {
		return nil, err
	}
	defer out.Discard()
	h, err = tablebase.Write(out, b.tables.Set(), s.index, s.values[:s.index.Size])
	if err == nil {
		err = out.Commit()
	}
	if err != nil {
		return nil, err
	}

	err = os.Remove(journalOf(path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return h, nil
}

// journalOf returns the path of the journal next to a table.
func journalOf(path string) string {
	return strings.TrimSuffix(path, tablebase.Extension) + JournalExtension
}

// solution returns an empty solution of a class. The tables of all classes that it leads into must
// exist.
func (b *builder) solution(c tablebase.Class, r *room) (*solution, error) {
	family := b.tables.Set().Family
	index := tablebase.NewIndex(c, b.tables.Set())
	values, err := r.values(index.Size + extraValues)
	if err != nil {
		return nil, err
	}
	lower := map[tablebase.Class]*solved{}
	for _, d := range c.LeadsInto(family) {
		lower[d], err = readSolved(b.tables.Table(d), r)
		if err != nil {
			return nil, err
		}
	}

	return newSolution(b.tables.Rules(), family, index, lower, values, r.left), nil
}

// readSolved reads the values of a table.
func readSolved(t *tablebase.Table, r *room) (*solved, error) {
	values, err := r.values(t.Len())
	if err == nil {
		err = t.Read(values)
	}
	if err != nil {
		return nil, err
	}
	return &solved{t.Index(), values, max(t.Longest, t.LongestLoss)}, nil
}

// solve solves a class, with a journal.
func (b *builder) solve(ctx context.Context, s *solution, path string) (err error) {
	endSharing, err := b.share(s)
	if err != nil {
		return err
	}
	defer endSharing()

	hash := tablebase.SettingsHash(b.tables.Set())
	header := fmt.Sprintf("turncoat tablebase 2 %s %x %s %d %d", b.tables.Set().Name, hash[:], s.index.Class,
		s.index.Size, sliceSize)
	journal, err := work.Open(path, []byte(header))
	if errors.Is(err, work.ErrJournal) {
		return fmt.Errorf("%w: %w", tablebase.ErrFile, err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()

	err = s.run(ctx, b.options.Jobs, journal, b.progress(s))
	if errors.Is(err, work.ErrJournal) || errors.Is(err, tablebase.ErrFile) {
		return fmt.Errorf("%s: %w: %w", path, tablebase.ErrFile, err)
	}
	return err
}

// name returns a name that distinguishes the build from others.
func (b *builder) name() string {
	sum := sha256.Sum256(fmt.Append(nil, b.tables.Set(), b.classes))
	return hex.EncodeToString(sum[:8])
}

// share lets other machines do the passes of a solution if the options want that. It returns a
// function to call when the class is solved.
func (b *builder) share(s *solution) (end func(), err error) {
	if b.options.Client == nil {
		return func() {}, nil
	}
	shared := &sharedPasses{clientOf: b.options.Client, from: b.options.ShareFrom, pass: Pass{
		Build:  b.name(),
		Rules:  b.tables.Set(),
		Class:  s.index.Class.String(),
		Slices: len(s.slices),
	}}
	if shared.from == 0 {
		shared.from = DefaultShareFrom
	}

	if s.undecided >= shared.from {
		for _, d := range s.index.Class.LeadsInto(b.tables.Set().Family) {
			t := b.tables.Table(d)
			file, err := t.Content()
			if err != nil {
				return nil, err
			}
			sum := sha256.Sum256(file)
			part := Part{Class: d.String(), Sum: hex.EncodeToString(sum[:]), path: t.Name()}
			shared.pass.Lower = append(shared.pass.Lower, part)
		}
	}

	shared.dir, err = os.MkdirTemp("", "turncoat-passes-")
	if err != nil {
		return nil, err
	}
	s.shared = shared
	return func() { os.RemoveAll(shared.dir) }, nil
}

// progress returns a function that reports how far a solution has got, nil if the caller does not
// want that. The first passes take most of the time; their weights were measured.
func (b *builder) progress(s *solution) func(pass, done int) {
	if b.options.Progress == nil {
		return nil
	}
	return func(pass, done int) {
		within := float64(done) / float64(len(s.slices))
		part := 0.0
		switch pass {
		case 0:
			part = 0.1 * within
		case 1:
			part = 0.1 + 0.4*within
		case 2:
			part = 0.5 + 0.3*within
		default:
			part = 1 - 0.2*math.Pow(0.85, float64(pass-3)+within)
		}

		solved := uint64(part * float64(s.index.Size))
		b.options.Progress(Progress{s.index.Class, pass, b.done + solved, b.total})
	}
}
