//go:build !turncoat_web

package tablebase

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
	"turncoat/internal/work"
	"turncoat/rules/ruleset"
)

// Options are the means of [Build]. The zero value is one job and DefaultMemory.
type Options struct {
	Jobs int // slices of a pass at once
	// Memory is how many bytes values and edges may take; 0 means DefaultMemory. Values for which that is too little
	// lie in a file in the directory, edges are worked out again.
	Memory int64
	// Progress, when set, is called often.
	Progress func(Progress)
	// Client, when set, is called before each pass in which at least ShareFrom positions are undecided, and returns
	// what has its slices done elsewhere, by a [Slicer].
	Client    func(p *Pass) work.Client
	ShareFrom uint64 // 0 means DefaultShareFrom
}

// DefaultMemory is how many bytes a build takes when nothing is said.
const DefaultMemory = 1 << 30

// Progress is where a build stands.
type Progress struct {
	Class       Class // that is being solved
	Pass        int
	Done, Total uint64 // numbers of positions, as far as the work on them can be weighed beforehand
}

// Built is a table that [Build] has made, or found.
type Built struct {
	Header
	Path  string
	Found bool // it was there already
}

// Build makes the tables of classes, and of all that they lead into, in the directory DIR/RULES, one file a
// class. Files that are there are taken as they are, so that a build that was cut short, or killed, goes on with
// the class at which it stopped, and with the slice in it; a file is written whole under another name first.
// After each class it calls done. The tables are the same whatever the options. Directories that it has made and
// left empty it removes.
func Build(ctx context.Context, set ruleset.Set, dir string, classes []Class, o Options, done func(Built)) error {
	there, err := none(set)
	if err != nil {
		return err
	}
	defer func() { there.Close() }()
	place := filepath.Join(dir, there.set.Name)
	remove, err := files.MakeDirs(place)
	if err != nil {
		return err
	}
	defer remove() // where nothing has come of it
	if o.Memory <= 0 {
		o.Memory = DefaultMemory
	}
	b := builder{Tables: there, options: o, place: place, classes: Closure(set.Family, classes...)}
	for _, c := range b.classes {
		b.total += newIndexing(c, set.Family).size
	}
	for _, c := range b.classes {
		made, err := b.class(ctx, c)
		if err != nil {
			return err
		}
		b.done += made.x.size
		if done != nil {
			done(made)
		}
	}
	return nil
}

type builder struct {
	*Tables
	options     Options
	place       string
	classes     []Class
	done, total uint64
}

// class makes the table of a class, unless it is there.
func (b *builder) class(ctx context.Context, c Class) (Built, error) {
	path := filepath.Join(b.place, c.String()+Extension)
	switch err := b.add(path, c.String()); {
	case err == nil:
		return Built{b.byClass[c].Header, path, true}, nil
	case !errors.Is(err, fs.ErrNotExist):
		return Built{}, fmt.Errorf("%w; remove it to have it built anew", err)
	}
	h, err := b.make(ctx, c, path)
	if err == nil {
		err = b.add(path, c.String())
	}
	if err != nil {
		return Built{}, err
	}
	return Built{*h, path, false}, nil
}

// make solves a class and writes its table.
func (b *builder) make(ctx context.Context, c Class, path string) (h *Header, err error) {
	r := room{dir: b.place, left: b.options.Memory}
	defer func() { err = errors.Join(err, r.close()) }()
	s, err := b.solution(c, &r)
	if err != nil {
		return nil, err
	}
	end, err := b.sharing(s)
	if err != nil {
		return nil, err
	}
	defer end()
	unfinished := strings.TrimSuffix(path, Extension) + Unfinished
	journal, err := b.journal(unfinished, s)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	if err := s.run(ctx, b.options.Jobs, journal, b.progress(s)); errors.Is(err, work.ErrJournal) ||
		errors.Is(err, ErrFile) {
		return nil, fmt.Errorf("%s: %w: %w", unfinished, ErrFile, err)
	} else if err != nil {
		return nil, err
	}
	out, err := files.Create(path)
	if err != nil {
		return nil, err
	}
	defer out.Discard()
	if h, err = write(out, b.set, s.x, s.values[:s.x.size]); err != nil {
		return nil, err
	}
	if err := out.Commit(); err != nil {
		return nil, err
	}
	if err := os.Remove(unfinished); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return h, nil
}

// Unfinished is the extension of the journal beside a table that is being made.
const Unfinished = ".unfinished"

// journal opens the journal of a class.
func (b *builder) journal(path string, s *solution) (*work.Journal, error) {
	hash := settingsHash(b.set)
	header := fmt.Sprintf("turncoat tablebase 2 %s %x %s %d %d", b.set.Name, hash[:], s.x.class, s.x.size, sliceSize)
	j, err := work.Open(path, []byte(header))
	if errors.Is(err, work.ErrJournal) {
		err = fmt.Errorf("%w: %w", ErrFile, err)
	}
	return j, err
}

// solution returns the solution of a class, of which all that it leads into is there, before it is begun.
func (b *builder) solution(c Class, r *room) (*solution, error) {
	family := b.set.Family
	values, err := r.values(newIndexing(c, family).size + extraValues)
	if err != nil {
		return nil, err
	}
	lower := map[Class]*solved{}
	for _, d := range c.leadsInto(family) {
		if lower[d], err = solvedBy(b.byClass[d], r); err != nil {
			return nil, err
		}
	}
	return newSolution(b.rules, family, c, lower, values, r.left), nil
}

// solvedBy returns the class of a table, known whole.
func solvedBy(t *Table, r *room) (*solved, error) {
	known, err := r.values(t.x.size)
	if err == nil {
		err = t.read(known)
	}
	if err != nil {
		return nil, err
	}
	return &solved{t.x, known, max(t.Longest, t.LongestLoss)}, nil
}

// name returns what tells a build from others: what it is to make.
func (b *builder) name() string {
	sum := sha256.Sum256(fmt.Append(nil, b.set.Name, b.classes))
	return hex.EncodeToString(sum[:8])
}

// sharing has the passes of a solution done elsewhere, if that is wanted, and returns what to call when it is
// solved.
func (b *builder) sharing(s *solution) (end func(), err error) {
	if b.options.Client == nil {
		return func() {}, nil
	}
	from := b.options.ShareFrom
	if from == 0 {
		from = DefaultShareFrom
	}
	h := &sharing{clientOf: b.options.Client, from: from, pass: Pass{Build: b.name(), Rules: b.set.Name,
		Class: s.x.class.String(), Slices: len(s.slices)}}
	if s.undecided >= h.from {
		for _, d := range s.x.class.leadsInto(b.set.Family) {
			t := b.byClass[d]
			file, err := t.copied(0, int64(len(t.file)))
			if err != nil {
				return nil, fmt.Errorf("%s: %w: %w", t.name, ErrFile, err)
			}
			sum := sha256.Sum256(file)
			h.pass.Lower = append(h.pass.Lower, Part{d.String(), hex.EncodeToString(sum[:]), t.name})
		}
	}
	if h.dir, err = os.MkdirTemp("", "turncoat-passes-"); err != nil {
		return nil, err
	}
	s.sharing = h
	return func() { os.RemoveAll(h.dir) }, nil
}

// progress returns what tells the caller how far a solution is. The first passes take nearly all of the time: the
// weights are what was measured.
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
		b.options.Progress(Progress{s.x.class, pass, b.done + uint64(part*float64(s.x.size)), b.total})
	}
}

// Size returns how many numbers the tables have that [Build] makes for some classes.
func Size(set ruleset.Set, classes []Class) (n uint64) {
	for _, c := range Closure(set.Family, classes...) {
		n += newIndexing(c, set.Family).size
	}
	return n
}

// Place returns the name of the directory in which the tables of a rule set are: that of the built-in set.
func Place(set ruleset.Set) string {
	builtin, _ := ruleset.IsBuiltin(set)
	return builtin.Name
}
