package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// The faults of the package on the stage, as they are printed.
const (
	turnedA  = "a.go:3: comparison turned: n < 3 -> n <= 3\n    key: a.go a: comparison turned: n < 3\n"
	greaterA = "a.go:3: number one greater: 3 -> 4\n    key: a.go a: number one greater: 3\n"
	leftOutB = "b.go:4: statement left out: print() -> nothing\n    key: b.go b: statement left out: print()\n"
	greaterC = "c.go:4: number one greater: 5 -> 6\n    key: c.go c: number one greater: 5\n"
	leftOutC = "c.go:5: statement left out: print(x) -> nothing\n    key: c.go c: statement left out: print(x)\n"
)

// entries parts what is printed into faults and counts, in an order of their own.
func entries(text string) []string {
	list := strings.SplitAfter(strings.ReplaceAll(text, "\n    ", "\v    "), "\n")
	for i := range list {
		list[i] = strings.ReplaceAll(list[i], "\v", "\n")
	}
	slices.Sort(list)
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// What is printed, and the status, by what the tests notice, what compiles and what is known. A fault that does not compile is not counted.
func TestCommand(t *testing.T) {
	for name, test := range map[string]struct {
		say    map[string]string
		args   []string
		known  string
		want   []string
		status int
	}{
		"all noticed":        {nil, []string{"."}, "", []string{"example/half: 5 of 5 faults noticed\n"}, 0},
		"all, by its number": {nil, []string{"-n", "0", "."}, "", []string{"example/half: 5 of 5 faults noticed\n"}, 0},
		"one":                {nil, []string{"-n", "1", "."}, "", []string{"example/half: 1 of 1 faults noticed\n"}, 0},
		"some":               {nil, []string{"-n", "2", "."}, "", []string{"example/half: 2 of 2 faults noticed\n"}, 0},
		"one not noticed":    {map[string]string{"unseen": "(n <= 3)"}, []string{"."}, "", []string{"not noticed: " + turnedA, "example/half: 4 of 5 faults noticed\n"}, 1},
		"one built in alone": {map[string]string{"unseen": "x := 6"}, []string{"."}, "", []string{"not noticed: " + greaterC, "example/half: 4 of 5 faults noticed\n"}, 1},
		"one built in later": {map[string]string{"unseen": "n < 4\n(n <= 3)"}, []string{"."}, "", []string{"not noticed: " + turnedA, "not noticed: " + greaterA, "example/half: 3 of 5 faults noticed\n"}, 1},
		"two packages":       {map[string]string{"unseen": "else {|print()"}, []string{".", "more"}, "", []string{"not noticed: " + leftOutB, "not noticed: " + leftOutB, "example/half: 4 of 5 faults noticed\n", "example/more: 4 of 5 faults noticed\n"}, 1},
		"known":              {map[string]string{"unseen": "(n <= 3)"}, []string{"."}, "# a reason\na.go a: comparison turned: n < 3\n\n", []string{"example/half: 4 of 4 faults noticed\n"}, 0},
		"one with a switch":  {map[string]string{"uncompiled": "else {|print()"}, []string{"."}, "", []string{"example/half: 5 of 5 faults noticed\n"}, 0},
		"none with a switch": {map[string]string{"uncompiled": `mutateSwitch == "1"`}, []string{"."}, "", []string{"example/half: 5 of 5 faults noticed\n"}, 0},
		"never":              {map[string]string{"uncompiled": "(n <= 3)\nx := 6\nn <= 3"}, []string{"."}, "", []string{"example/half: 3 of 3 faults noticed\n"}, 0},
		"show":               {nil, []string{"-show", "."}, "", []string{turnedA, greaterA, leftOutB, greaterC, leftOutC}, 0},
	} {
		s := newStage(t, test.say)
		if test.known != "" {
			if err := os.MkdirAll(filepath.Join(s.root, "internal", "mutate"), 0o700); err != nil {
				t.Fatal(err)
			}
			s.write(test.known, s.root, "internal", "mutate", "known.txt")
		}
		out, failed, status := s.run(test.args...)
		slices.Sort(test.want)
		if got := entries(out); !slices.Equal(got, test.want) || status != test.status || failed != "" {
			t.Errorf("%s: status %d, want %d\n%s%s\nwant\n%s", name, status, test.status, out, failed, strings.Join(test.want, ""))
		}
		if built := s.said("built"); (len(built) == 0) != (name == "show") {
			t.Errorf("%s: it built %q", name, built)
		}
	}
}

// What the toolchain and the tests are told. Faults that do not overlap are built in together, one that overlaps another later, one that cannot be
// switched alone.
func TestWhatIsRun(t *testing.T) {
	s := newStage(t, nil)
	if _, _, status := s.run("."); status != 0 {
		t.Errorf("status %d", status)
	}
	build := func(path string, files string) string { return "-c -vet=off -overlay -o " + path + " [" + files + "]" }
	want := []string{
		build("example/half", "mutate_switch.go"), build("example/half", "a.go b.go c.go mutate_switch.go"), build("example/half", "a.go mutate_switch.go"),
		build("example/half", "c.go mutate_switch.go"),
	}
	if got := s.said("built"); !slices.Equal(got, want) {
		t.Errorf("built %q, want %q", got, want)
	}
	want = slices.Repeat([]string{"-test.failfast -test.paniconexit0 -test.timeout 2m0s -test.short"}, 6)
	if got := s.said("ran"); !slices.Equal(got, want) {
		t.Errorf("run with %q, want %q", got, want)
	}
	if want, got := []string{"-json=ImportPath,Name,Dir,GoFiles .", "-json=ImportPath,Name,Dir,GoFiles example/half"}, s.said("listed"); !slices.Equal(got, want) {
		t.Errorf("listed %q, want %q", got, want)
	}

	s = newStage(t, map[string]string{"unseen": "else {|print("})
	if out, _, status := s.run("-short=false", "-timeout", "7s", "-tests", "one,two", "-n", "0", "-known", "none", "."); status != 1 || !strings.Contains(out, "example/half: 3 of 5") {
		t.Errorf("status %d: %s", status, out)
	}
	if got := s.said("built")[:2]; !slices.Equal(got, []string{build("example/one", "mutate_switch.go"), build("example/two", "mutate_switch.go")}) {
		t.Errorf("built %q", got)
	}
	// Twice as they are; of the faults that one notices the other is not asked.
	want = slices.Repeat([]string{"-test.failfast -test.paniconexit0 -test.timeout 7s"}, 2+3+2*2)
	if got := s.said("ran"); !slices.Equal(got, want) {
		t.Errorf("run with %q, want %q", got, want)
	}
}

// The same seed puts the faults in the same order, another seed in another; a sample is the first of them.
func TestSeeds(t *testing.T) {
	s := newStage(t, nil)
	show := func(args ...string) string {
		out, _, _ := s.run(append(args, "-show", ".")...)
		return out
	}
	orders := map[string]bool{}
	for _, seed := range []string{"1", "2", "3", "4"} {
		all := show("-seed", seed, "-n", "0")
		if orders[all] = true; all != show("-seed", seed) {
			t.Errorf("seed %s is not the same again", seed)
		}
		if some := show("-seed", seed, "-n", "2"); !strings.HasPrefix(all, some) || strings.Count(some, "key:") != 2 {
			t.Errorf("two of seed %s: %s", seed, some)
		}
	}
	if len(orders) < 2 || show() != show("-seed", "1") {
		t.Errorf("four seeds give %d orders", len(orders))
	}
}

// What cannot be begun is said, with status 2.
func TestCommandFails(t *testing.T) {
	const usage = `usage: go run ./internal/mutate [flags] package...
  -known file
    	file of faults that change nothing observable (default "internal/mutate/known.txt")
  -memory gigabytes
    	gigabytes that the tests of one fault may take, on Linux; those that take more have noticed it; 0 for no bound (default 8)
  -n int
    	faults to try in each package; 0 for all (default 30)
  -seed number
    	number that decides which faults are tried (default 1)
  -short
    	run the short tests only (default true)
  -show
    	list the faults and test nothing
  -tests packages
    	packages whose tests are run, separated by commas (default: the package's own)
  -timeout duration
    	time for the tests of one fault; a test that hangs has noticed it (default 2m0s)
`
	for name, test := range map[string]struct {
		say  map[string]string
		args []string
		want string
	}{
		"no package":      {nil, nil, usage},
		"fewer than none": {nil, []string{"-n", "-1", "."}, usage},
		"no time":         {nil, []string{"-timeout", "0", "."}, usage},
		"other package":   {nil, []string{"none"}, "no such package\nmutate: go list: exit status 1\n"},
		"other tests":     {nil, []string{"-tests", "none", "."}, "no such package\nmutate: go list: exit status 1\n"},
		"no known":        {nil, []string{"-known", ".", "."}, "mutate: read .: is a directory\n"},
		"broken tests":    {map[string]string{"broken": "yes"}, []string{"."}, "mutate: the tests of example/half fail as they are:\nthe tests fail in any case" + strings.Repeat(".", 4000-26) + "\n"},
		"does not build":  {map[string]string{"uncompiled": "package"}, []string{"."}, "mutate: the tests of example/half do not compile\n"},
	} {
		out, failed, status := newStage(t, test.say).run(test.args...)
		if status != 2 || out != "" || failed != test.want {
			t.Errorf("%s: status %d\n%s%s\nwant\n%s", name, status, out, failed, test.want)
		}
	}
}

// A fault is noticed where the tests take more memory than they may.
func TestCommandMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing bounds it here")
	}
	for memory, want := range map[string]string{"1": "5 of 5", "4": "4 of 5", "0": "4 of 5"} {
		s := newStage(t, map[string]string{"greedy": "yes", "unseen": "(n <= 3)"})
		if out, _, _ := s.run("-memory", memory, "."); !strings.HasSuffix(out, "example/half: "+want+" faults noticed\n") {
			t.Errorf("%s: %s", memory, out)
		}
	}
}

// An interruption ends the tests that run, and leaves nothing behind.
func TestCommandInterrupted(t *testing.T) {
	s := newStage(t, map[string]string{"hanging": "yes"})
	cmd := s.command(".")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for s.said("ran") == nil {
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the status says what of it
	if status := cmd.ProcessState.ExitCode(); status != 130 {
		t.Errorf("status %d", status)
	}
	if left, err := os.ReadDir(s.temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
