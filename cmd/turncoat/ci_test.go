package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"turncoat/internal/testing/filetest"
)

const (
	right = "turncoat answer"
	wrong = "turncoat answer --set lines=blocked"
)

// What docs/ci.md has a shell do passes in an empty repository, and again with what it left there.
func TestCIPage(t *testing.T) {
	_, script, _ := strings.Cut(string(filetest.Read(t, "../../docs/ci.md")), "```sh\n")
	script, _, _ = strings.Cut(script, "```")
	script = strings.NewReplacer("node mine.js", right, "--time 60s", "--count 1").Replace(script)
	bin, repository := installed(t), t.TempDir()
	for range 2 {
		if ran := inShell(t, bin, repository, script, "RUN=1"); ran.status != 0 ||
			!strings.Contains(ran.output, "cases right") {
			t.Errorf("status %d, %s", ran.status, ran.output)
		}
	}
}

// The action says of a program what it got wrong, and keeps it.
func TestActionProgram(t *testing.T) {
	bin, repository := installed(t), t.TempDir()
	inputs := map[string]string{"rules": "pacifist1"}
	for _, c := range []struct {
		program string
		status  int
	}{{wrong, 1}, {right, 0}} {
		inputs["program"] = c.program
		step := actionStep(t, "Check the program", inputs, repository)
		// the same in any time
		step.Run = strings.Replace(step.Run, `--time "$TIME"`, "--count 1", 1)
		if ran := inShell(t, bin, repository, step.Run, step.environment()...); ran.status != c.status {
			t.Errorf("%s: status %d, %s", c.program, ran.status, ran.output)
		}
		kept := filetest.Read(t, filepath.Join(repository, "failures.jsonl"))
		page := filetest.Read(t, filepath.Join(repository, "differences.html"))
		if c.status == 1 && (len(kept) == 0 || len(page) == 0) {
			t.Errorf("%s: what it got wrong is not kept", c.program)
		}
	}
}

// The action annotates records with their findings and writes them for code scanning.
func TestActionRecords(t *testing.T) {
	bin, repository := installed(t), t.TempDir()
	game := []byte("[Variant \"chess\"]\n\n1. e4 e5 2. Ke3 *\n")
	filetest.Write(t, filepath.Join(repository, "game.pgn"), game)
	step := actionStep(t, "Check the records", nil, repository)
	if ran := inShell(t, bin, repository, step.Run, step.environment()...); ran.status != 1 ||
		!strings.Contains(ran.output, "::error file=game.pgn,line=3") {
		t.Errorf("status %d, %s", ran.status, ran.output)
	}

	step = actionStep(t, "Write findings for code scanning", nil, repository)
	if ran := inShell(t, bin, repository, step.Run, step.environment()...); ran.status != 0 {
		t.Errorf("status %d, %s", ran.status, ran.output)
	}
	var log struct{ Runs []struct{ Results []any } }
	err := json.Unmarshal(filetest.Read(t, filepath.Join(repository, "records.sarif")), &log)
	if err != nil || len(log.Runs) != 1 || len(log.Runs[0].Results) == 0 {
		t.Errorf("%+v, %v", log, err)
	}
}

// The action takes the program from the archive of its release, if there is one.
func TestActionRelease(t *testing.T) {
	const gh = `#!/bin/sh
[ "$1 $2 $3 $4 $5" = 'release download v1.0.0 --repo you/turncoat' ] || exit 1
echo 'echo released' >turncoat && chmod +x turncoat
archive=$(echo "$7" | sed 's/\*/1.0.0/')
tar -czf "$archive" turncoat && rm turncoat
sha256sum "$archive" >checksums.txt
if [ -n "$TAMPERED" ]; then echo more >>"$archive"; fi
`
	bin, temp := t.TempDir(), t.TempDir()
	filetest.Write(t, filepath.Join(bin, "gh"), []byte(gh))
	if err := os.Chmod(filepath.Join(bin, "gh"), 0o700); err != nil {
		t.Fatal(err)
	}
	step := actionStep(t, "Get Turncoat from its release", nil, temp)
	for ref, want := range map[string]string{"v1.0.0": "true", "main": "false"} {
		output := filepath.Join(temp, "output of "+ref)
		step.Env["REF"] = ref
		ran := inShell(t, bin, temp, step.Run,
			append(step.environment(), "GITHUB_OUTPUT="+output)...)
		if ran.status != 0 {
			t.Fatalf("%s: status %d, %s", ref, ran.status, ran.output)
		}
		if text := string(filetest.Read(t, output)); text != "found="+want+"\n" {
			t.Errorf("%s: %s", ref, text)
		}
	}
	if ran := inShell(t, bin, temp, "./turncoat/turncoat", ""); ran.output != "released\n" {
		t.Errorf("the program of the release says %q", ran.output)
	}

	step.Env["REF"] = "v1.0.0"
	environment := append(step.environment(), "GITHUB_OUTPUT="+filepath.Join(temp, "none"),
		"TAMPERED=1")
	if ran := inShell(t, bin, t.TempDir(), step.Run, environment...); ran.status == 0 {
		t.Errorf("an archive with another checksum is used: %s", ran.output)
	}
}

// An actionRun is a step of the action with its expressions replaced by their values.
type actionRun struct {
	Name string
	Run  string
	Env  map[string]string
}

func (a *actionRun) environment() []string {
	var list []string
	for name, value := range a.Env {
		list = append(list, name+"="+value)
	}
	return list
}

// actionStep returns a step of action.yml as GitHub runs it with some inputs.
func actionStep(t *testing.T, name string, inputs map[string]string, temp string) actionRun {
	t.Helper()
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct{ Steps []actionRun }
	}
	if err := yaml.Unmarshal(filetest.Read(t, "../../action.yml"), &action); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{
		"github.action_repository": "you/turncoat", "github.action_ref": "v1.0.0",
		"github.run_number": "1", "runner.os": "Linux", "runner.arch": "X64", "runner.temp": temp,
	}
	for input, declared := range action.Inputs {
		values["inputs."+input] = declared.Default
	}
	for input, value := range inputs {
		values["inputs."+input] = value
	}

	expression := regexp.MustCompile(`\$\{\{ (\S+) \}\}`)
	for _, step := range action.Runs.Steps {
		if step.Name != name {
			continue
		}
		for key, text := range step.Env {
			step.Env[key] = expression.ReplaceAllStringFunc(text, func(found string) string {
				value, known := values[expression.FindStringSubmatch(found)[1]]
				if !known {
					t.Fatalf("%s: the test knows no value of %s", name, found)
				}
				return value
			})
		}
		return step
	}
	t.Fatalf("action.yml has no step %q", name)
	return actionRun{}
}

// A shellRun is what came of a script.
type shellRun struct {
	status int
	output string
}

// inShell runs a script as GitHub does, in a folder and with the programs of another.
func inShell(t *testing.T, bin, folder, script string, environment ...string) shellRun {
	t.Helper()
	shell, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("no bash")
	}
	cmd := exec.CommandContext(t.Context(), shell, "-e", "-o", "pipefail", "-c", script)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Env = append(cmd.Env, environment...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return shellRun{cmd.ProcessState.ExitCode(), string(out)}
}

// installed returns a folder in which this test program is the command turncoat.
func installed(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	self, err := filepath.Abs(os.Args[0])
	if err == nil {
		err = os.Symlink(self, filepath.Join(bin, "turncoat"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return bin
}
