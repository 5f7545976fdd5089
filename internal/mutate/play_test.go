package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// playVariable is the environment variable that makes the test program play another: the command itself, the Go toolchain, or the tests that the
// toolchain has built.
const playVariable = "TURNCOAT_MUTATE_PLAY"

func TestMain(m *testing.M) {
	if os.Getenv(playVariable) != "" {
		go func(parent int) { // nobody plays on alone
			for parent != 1 && os.Getppid() == parent {
				time.Sleep(100 * time.Millisecond)
			}
			os.Exit(0)
		}(os.Getppid())
	}
	switch os.Getenv(playVariable) {
	case "command":
		flag.CommandLine = flag.NewFlagSet("mutate", flag.ExitOnError) // without the flags of tests
		main()
		os.Exit(0)
	case "go":
		playGo(os.Args[1:])
	case "tests":
		playTests()
	}
	os.Exit(m.Run())
}

// A stage is a directory with a module of one package, and a program "go" in the path that plays the toolchain.
type stage struct {
	*testing.T
	root string // of the module
	path string // of the programs
	temp string
}

// half is the package on the stage. Five faults can be put into it: two into a.go, which overlap, one into b.go, and two into c.go, of which
// the number cannot be switched.
var half = map[string]string{
	"a.go": "package half\n\nfunc a(n int) bool { return n < 3 }\n",
	"b.go": "package half\n\nfunc b() {\n\tprint()\n}\n",
	"c.go": "package half\n\nfunc c() {\n\tx := 5\n\tprint(x)\n}\n",
}

// newStage sets the stage. What the toolchain and the tests shall do is said in files: "unseen" has texts, one a line and with | for the end of a
// line, of faults that the tests do not notice; "uncompiled" has texts that do not compile; if there is "broken" the tests fail in any case, if there is "hanging" they do not end, and
// if there is "greedy" they ask for 2 GB where they do not notice.
func newStage(t *testing.T, say map[string]string) *stage {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the toolchain is played by a shell script")
	}
	s := &stage{t, t.TempDir(), t.TempDir(), t.TempDir()}
	for name, text := range half {
		s.write(text, s.root, name)
	}
	for name, text := range say {
		s.write(text, s.path, name)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go", "tests"} {
		script := fmt.Sprintf("#!/bin/sh\n%s=%s exec '%s' \"$@\"\n", playVariable, name, self)
		if err := os.WriteFile(filepath.Join(s.path, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func (s *stage) write(text string, path ...string) {
	s.Helper()
	if err := os.WriteFile(filepath.Join(path...), []byte(text), 0o600); err != nil {
		s.Fatal(err)
	}
}

// command returns the command on the stage.
func (s *stage) command(args ...string) *exec.Cmd {
	s.Helper()
	self, err := os.Executable()
	if err != nil {
		s.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = s.root
	cmd.Env = append(os.Environ(), playVariable+"=command", "PATH="+s.path+string(os.PathListSeparator)+os.Getenv("PATH"), "TMPDIR="+s.temp)
	return cmd
}

// run runs the command, and returns what it prints and its exit status. Nothing may be left of what it has made.
func (s *stage) run(args ...string) (out, failed string, status int) {
	s.Helper()
	cmd := s.command(args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run() // the status says what of it
	if left, err := os.ReadDir(s.temp); err != nil || len(left) > 0 {
		s.Errorf("left behind: %v, %v", left, err)
	}
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

// said returns the lines of a file that the players have written.
func (s *stage) said(name string) []string {
	text, err := os.ReadFile(filepath.Join(s.path, name))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// asked returns the lines of a file that says what the players shall do.
func asked(name string) []string {
	path, err := exec.LookPath("go")
	if err != nil {
		panic(err)
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// note writes a line down for the test.
func note(name, line string) {
	path, err := exec.LookPath("go")
	if err != nil {
		panic(err)
	}
	file, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	fmt.Fprintln(file, line)
}

// playGo plays "go list", which knows the packages half and other of this directory and beside it, and "go test -c".
func playGo(args []string) {
	here, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	switch args[0] {
	case "list":
		note("listed", strings.Join(args[1:], " "))
		for _, pattern := range args[2:] {
			if pattern == "none" {
				fmt.Fprintln(os.Stderr, "no such package")
				os.Exit(1)
			}
			files, err := filepath.Glob("*.go")
			if err != nil {
				panic(err)
			}
			path := map[string]string{".": "example/half", "example/half": "example/half"}[pattern]
			if path == "" {
				path = "example/" + pattern
			}
			_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"ImportPath": path, "Name": "half", "Dir": here, "GoFiles": files})
		}
	case "test": // -c -vet=off -overlay FILE -o FILE PACKAGE
		overlay, target := args[4], args[6]
		text, err := os.ReadFile(overlay)
		if err != nil {
			panic(err)
		}
		var laid struct{ Replace map[string]string }
		if err := json.Unmarshal(text, &laid); err != nil {
			panic(err)
		}
		var whole strings.Builder // what is built
		var names []string
		for _, name := range []string{"a.go", "b.go", "c.go", "mutate_switch.go"} {
			path := filepath.Join(here, name)
			if faulty := laid.Replace[path]; faulty != "" {
				path = faulty
				names = append(names, name)
			}
			part, err := os.ReadFile(path)
			if err == nil {
				whole.Write(part)
			}
		}
		note("built", strings.Join(append(args[1:4:4], args[5], args[7], fmt.Sprint(names)), " "))
		for _, no := range asked("uncompiled") {
			if strings.Contains(strings.ReplaceAll(whole.String(), "\n", "|"), no) {
				os.Exit(1)
			}
		}
		if err := os.WriteFile(target+".text", []byte(whole.String()), 0o600); err != nil {
			panic(err)
		}
		player, err := exec.LookPath("tests")
		if err != nil {
			panic(err)
		}
		if err := os.Symlink(player, target); err != nil {
			panic(err)
		}
		note("targets", target)
	}
	os.Exit(0)
}

// playTests plays tests with faults built in: they notice all but those that are asked not to be. A fault is what follows its number in what was
// built, or, built in alone, what is there at all.
func playTests() {
	number := os.Getenv(switchName)
	note("ran", strings.Join(os.Args[1:], " "))
	if len(asked("hanging")) > 0 {
		time.Sleep(time.Hour)
	}
	targets := asked("targets")
	text, err := os.ReadFile(targets[len(targets)-1] + ".text")
	if err != nil {
		panic(err)
	}
	here, err := os.Getwd()
	if err != nil || here != os.Getenv("PWD") {
		fmt.Println("the tests are run in", here, "and hear that it is", os.Getenv("PWD"))
		os.Exit(1)
	}
	fault := string(text)
	if number != "0" {
		_, fault, _ = strings.Cut(fault, fmt.Sprintf(`%s == %q`, switchVariable, number))
		fault = fault[:min(len(fault), 30)]
	}
	if number == "0" && fault == half["a.go"]+half["b.go"]+half["c.go"]+fmt.Sprintf("package half\n\nimport \"os\"\n\nvar %s = os.Getenv(%q)\n", switchVariable, switchName) {
		if len(asked("broken")) > 0 {
			fmt.Println("the tests fail in any case" + strings.Repeat(".", 5000))
			os.Exit(1)
		}
		os.Exit(0)
	}
	for _, unseen := range asked("unseen") {
		if strings.Contains(strings.ReplaceAll(fault, "\n", "|"), unseen) {
			if len(asked("greedy")) > 0 {
				runtime.KeepAlive(make([]byte, 2<<30)) // which is not written to, and takes nothing
			}
			os.Exit(0)
		}
	}
	os.Exit(1)
}
