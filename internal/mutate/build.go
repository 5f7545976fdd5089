package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// switchName is the environment variable that says which of the faults that were built in is on.
const switchName = "TURNCOAT_FAULT"

// A builder builds tests with faults in them and runs them.
type builder struct {
	run   *run
	dir   string // of the package that gets the faults
	name  string // its name
	tests []tested
	temp  string // a directory of its own
}

// tested is a package whose tests are run.
type tested struct{ path, dir string }

// newBuilder lists the packages whose tests are run. The builder must be closed.
func newBuilder(ctx context.Context, r *run, p pkg) (*builder, error) {
	tests := []string{p.ImportPath}
	if r.tests != "" {
		tests = strings.Split(r.tests, ",")
	}
	listed, err := list(ctx, tests)
	if err != nil {
		return nil, err
	}
	b := &builder{run: r, dir: p.Dir, name: p.Name}
	for _, t := range listed {
		b.tests = append(b.tests, tested{t.ImportPath, t.Dir})
	}
	b.temp, err = os.MkdirTemp("", "mutate")
	return b, err
}

func (b *builder) close() { os.RemoveAll(b.temp) }

// try tells of each fault whether the tests notice it. Those that can be switched are built in
// together, as many at once as do not overlap; of the others, and where that does not compile, each
// is built in alone. Of faults that do not compile nothing is told.
func (b *builder) try(ctx context.Context, faults []*fault, tell func(f *fault, noticed bool)) error {
	var alone []*fault
	for len(faults) > 0 {
		var together, later []*fault
		for _, f := range faults {
			switch {
			case f.switched("0") == "":
				alone = append(alone, f)
			case slices.ContainsFunc(together, f.overlaps):
				later = append(later, f)
			default:
				together = append(together, f)
			}
		}
		rest, err := b.tryTogether(ctx, together, tell)
		if err != nil {
			return err
		}
		alone, faults = append(alone, rest...), later
	}
	for _, f := range alone {
		compiles, err := b.build(ctx, []change{{f.file, f.from, f.to, f.text}})
		if err == nil && compiles {
			var passed bool
			passed, _, err = b.passes(ctx, 0)
			if err == nil {
				tell(f, !passed)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tryTogether tries faults that do not overlap, and returns those that do not compile with a switch.
func (b *builder) tryTogether(ctx context.Context, faults []*fault, tell func(f *fault, noticed bool)) (rest []*fault, err error) {
	if len(faults) == 0 {
		return nil, nil
	}
	var changes []change
	for i, f := range faults {
		changes = append(changes, change{f.file, f.switchFrom, f.switchTo, f.switched(strconv.Itoa(i + 1))})
	}
	compiles, err := b.build(ctx, changes)
	if err != nil {
		return nil, err
	}
	if !compiles {
		if len(faults) == 1 {
			return faults, nil
		}
		for _, half := range [][]*fault{faults[:len(faults)/2], faults[len(faults)/2:]} {
			r, err := b.tryTogether(ctx, half, tell)
			if err != nil {
				return nil, err
			}
			rest = append(rest, r...)
		}
		return rest, nil
	}
	for i, f := range faults {
		passed, _, err := b.passes(ctx, i+1)
		if err != nil {
			return nil, err
		}
		tell(f, !passed)
	}
	return nil, nil
}

// A change is a text that stands in the place of the bytes [from, to) of a file.
type change struct {
	file     string
	from, to int
	text     string
}

// build builds the tests with changes laid over the files, and reports whether they compile.
func (b *builder) build(ctx context.Context, changes []change) (bool, error) {
	replace := map[string]string{}
	added := filepath.Join(b.temp, "switch.go")
	text := fmt.Sprintf("package %s\n\nimport \"os\"\n\nvar %s = os.Getenv(%q)\n", b.name, switchVariable, switchName)
	if err := os.WriteFile(added, []byte(text), 0o600); err != nil {
		return false, err
	}
	replace[filepath.Join(b.dir, "mutate_switch.go")] = added
	slices.SortFunc(changes, func(x, y change) int { return y.from - x.from }) // the last first, so that places stay
	for i, c := range changes {
		good, err := filepath.Abs(c.file)
		if err != nil {
			return false, err
		}
		from, again := replace[good]
		if !again {
			from = good
			replace[good] = filepath.Join(b.temp, fmt.Sprintf("faulty%d.go", i))
		}
		text, err := os.ReadFile(from)
		if err != nil {
			return false, err
		}
		text = bytes.Join([][]byte{text[:c.from], []byte(c.text), text[c.to:]}, nil)
		if err := os.WriteFile(replace[good], text, 0o600); err != nil {
			return false, err
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return false, err
	}
	file := filepath.Join(b.temp, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		return false, err
	}
	for i, t := range b.tests {
		os.Remove(b.binary(i))
		if exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", file, "-o", b.binary(i), t.path).Run() != nil {
			return false, ctx.Err()
		}
	}
	return true, nil
}

func (b *builder) binary(i int) string { return filepath.Join(b.temp, fmt.Sprintf("%d.test", i)) }

// passes runs the tests that were built, with the fault of a number switched on, until one fails.
func (b *builder) passes(ctx context.Context, number int) (passed bool, output string, err error) {
	args := []string{"-test.failfast", "-test.paniconexit0", "-test.timeout", b.run.timeout.String()}
	if b.run.short {
		args = append(args, "-test.short")
	}
	for i, t := range b.tests {
		var out bytes.Buffer
		cmd := exec.CommandContext(ctx, b.binary(i), args...)
		cmd.Dir = t.dir
		cmd.Env = append(os.Environ(), switchName+"="+strconv.Itoa(number), "PWD="+t.dir)
		cmd.Stdout, cmd.Stderr = &out, &out
		cmd.WaitDelay = 5 * time.Second
		switch err := cmd.Run(); {
		case ctx.Err() != nil:
			return false, "", ctx.Err()
		case errors.Is(err, os.ErrNotExist): // a package without tests
		case err != nil:
			text, _ := io.ReadAll(io.LimitReader(&out, 4000))
			return false, string(text), nil
		}
	}
	return true, "", nil
}
