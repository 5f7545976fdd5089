package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"turncoat/internal/status"
)

// A run tries faults in packages, one after the other.
type run struct {
	seed    uint64
	most    int
	timeout time.Duration
	short   bool
	show    bool
	tests   string
	known   known
	line    *status.Line

	unnoticed int
}

// A pkg is what the go command says of a package.
type pkg struct {
	ImportPath, Name, Dir string
	GoFiles               []string
}

// list returns the packages that patterns name, as the go command reads them.
func list(ctx context.Context, patterns []string) ([]pkg, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-json=ImportPath,Name,Dir,GoFiles"}, patterns...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); err == io.EOF {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// packages tries the faults of every package that the patterns name.
func (r *run) packages(ctx context.Context, w io.Writer, patterns []string) error {
	packages, err := list(ctx, patterns)
	if err != nil {
		return err
	}
	for _, p := range packages {
		faults, err := r.faultsOf(p.Dir, p.GoFiles)
		if err != nil {
			return err
		}
		random := fnv.New64a()
		random.Write([]byte(p.ImportPath))
		rand.New(rand.NewPCG(r.seed, random.Sum64())).Shuffle(len(faults), func(i, k int) { faults[i], faults[k] = faults[k], faults[i] })
		if err := r.try(ctx, w, p, faults); err != nil {
			return err
		}
	}
	return nil
}

// faultsOf returns the faults of a package, without those that are known to change nothing.
func (r *run) faultsOf(dir string, files []string) ([]*fault, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var faults []*fault
	for _, name := range files {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if short, err := filepath.Rel(here, path); err == nil {
			path = short
		}
		found, err := faultsIn(path, text)
		if err != nil {
			return nil, err
		}
		for i := range found {
			if f := &found[i]; r.known[f.key()] == nil {
				faults = append(faults, f)
			}
		}
	}
	return faults, nil
}

// try puts in the faults of one package until as many as wanted have been tried, and prints those
// that went unnoticed and a count.
func (r *run) try(ctx context.Context, w io.Writer, p pkg, faults []*fault) error {
	wanted := len(faults)
	if r.most > 0 {
		wanted = min(wanted, r.most)
	}
	if r.show {
		for _, f := range faults[:wanted] {
			fmt.Fprintf(w, "%s\n    key: %s\n", f, f.key())
		}
		return nil
	}
	b, err := newBuilder(ctx, r, p)
	if err != nil {
		return err
	}
	defer b.close()
	if compiles, err := b.build(ctx, nil); err != nil {
		return err
	} else if !compiles {
		return fmt.Errorf("the tests of %s do not compile", p.ImportPath)
	}
	if passed, out, err := b.passes(ctx, 0); err != nil {
		return err
	} else if !passed {
		return fmt.Errorf("the tests of %s fail as they are:\n%s", p.ImportPath, out)
	}
	task := r.line.Task("faults of "+p.ImportPath, wanted)
	defer task.End()
	tried, unnoticed := 0, 0
	for tried < wanted && len(faults) > 0 {
		some := faults[:min(len(faults), wanted-tried)]
		faults = faults[len(some):]
		err := b.try(ctx, some, func(f *fault, noticed bool) {
			tried++
			task.Add(1)
			if !noticed {
				unnoticed++
				r.line.Clear()
				fmt.Fprintf(w, "not noticed: %s\n    key: %s\n", f, f.key())
			}
		})
		if err != nil {
			return err
		}
	}
	r.unnoticed += unnoticed
	task.End()
	fmt.Fprintf(w, "%s: %d of %d faults noticed\n", p.ImportPath, tried-unnoticed, tried)
	return nil
}
