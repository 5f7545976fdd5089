package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A run tries faults in packages, one after the other.
type run struct {
	seed    uint64
	most    int
	timeout time.Duration
	short   bool
	show    bool
	tests   string
	known   map[string]bool

	unnoticed int
}

// readKnown reads a file of faults that are left out: each the line that was printed after
// "key:", empty lines and lines that begin with # passed over. No file is no faults.
func readKnown(path string) (map[string]bool, error) {
	known := map[string]bool{}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			known[line] = true
		}
	}
	return known, err
}

// packages tries the faults of every package that the patterns name, as the go command reads them.
func (r *run) packages(ctx context.Context, w io.Writer, patterns []string) error {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-json=ImportPath,Dir,GoFiles"}, patterns...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Dir string
			GoFiles         []string
		}
		if err := d.Decode(&p); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		faults, err := r.faultsOf(p.Dir, p.GoFiles)
		if err != nil {
			return err
		}
		random := fnv.New64a()
		random.Write([]byte(p.ImportPath))
		rand.New(rand.NewPCG(r.seed, random.Sum64())).Shuffle(len(faults), func(i, k int) { faults[i], faults[k] = faults[k], faults[i] })
		if err := r.try(ctx, w, p.ImportPath, faults); err != nil {
			return err
		}
	}
}

// faultsOf returns the faults of a package, without those that are known to change nothing.
func (r *run) faultsOf(dir string, files []string) ([]fault, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var faults []fault
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
		for _, f := range found {
			if !r.known[f.key()] {
				faults = append(faults, f)
			}
		}
	}
	return faults, nil
}

// try puts in the faults of one package until as many as wanted have been tried, and prints those
// that went unnoticed and a count.
func (r *run) try(ctx context.Context, w io.Writer, pkg string, faults []fault) error {
	tests := []string{pkg}
	if r.tests != "" {
		tests = strings.Split(r.tests, ",")
	}
	if !r.show {
		if out, err := r.goTest(ctx, tests); err != nil {
			return fmt.Errorf("the tests of %s fail as they are:\n%s", pkg, out)
		}
	}
	tried, unnoticed := 0, 0
	for i := range faults {
		if tried == r.most && r.most > 0 {
			break
		}
		f := &faults[i]
		if r.show {
			tried++
			fmt.Fprintf(w, "%s\n    key: %s\n", f, f.key())
			continue
		}
		noticed, compiles, err := r.tryOne(ctx, f, pkg, tests)
		if err != nil {
			return err
		}
		if !compiles {
			continue
		}
		tried++
		if !noticed {
			unnoticed++
			fmt.Fprintf(w, "not noticed: %s\n    key: %s\n", f, f.key())
		}
	}
	r.unnoticed += unnoticed
	if !r.show {
		fmt.Fprintf(w, "%s: %d of %d faults noticed\n", pkg, tried-unnoticed, tried)
	}
	return nil
}

// tryOne reports whether the tests notice a fault, and whether the package compiles with it.
func (r *run) tryOne(ctx context.Context, f *fault, pkg string, tests []string) (noticed, compiles bool, err error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return false, false, err
	}
	defer os.RemoveAll(dir)
	text, err := os.ReadFile(f.file)
	if err != nil {
		return false, false, err
	}
	faulty := filepath.Join(dir, "faulty.go")
	if err := os.WriteFile(faulty, bytes.Join([][]byte{text[:f.from], []byte(f.text), text[f.to:]}, nil), 0o600); err != nil {
		return false, false, err
	}
	good, err := filepath.Abs(f.file)
	if err != nil {
		return false, false, err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{good: faulty}})
	if err != nil {
		return false, false, err
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return false, false, err
	}
	if exec.CommandContext(ctx, "go", "build", "-overlay", list, "-o", os.DevNull, pkg).Run() != nil {
		return false, false, ctx.Err()
	}
	_, failed := r.goTest(ctx, tests, "-overlay", list)
	return failed != nil, true, ctx.Err()
}

// goTest runs the tests of packages, the first failing test ending the run.
func (r *run) goTest(ctx context.Context, packages []string, flags ...string) (output string, err error) {
	args := append([]string{"test", "-failfast", "-vet=off", "-timeout", r.timeout.String()}, flags...)
	if r.short {
		args = append(args, "-short")
	}
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", append(args, packages...)...)
	cmd.Stdout = &out
	cmd.Stderr = &out
	cmd.WaitDelay = 5 * time.Second
	err = cmd.Run()
	last := bufio.NewScanner(&out)
	var text strings.Builder
	for lines := 0; last.Scan() && lines < 40; lines++ {
		fmt.Fprintln(&text, last.Text())
	}
	return text.String(), err
}
