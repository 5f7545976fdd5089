package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
)

// What README.md shows is what the commands print: each block marked console holds commands after
// "$ " and, line by line, their output; a line "…" stands for output that is left out.
func TestREADMEExamples(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	text := filetest.Read(t, "../../README.md")
	bin := installed(t)
	blocks := strings.Split(string(text), "```console\n")[1:]
	if len(blocks) == 0 {
		t.Fatal("README.md shows no examples")
	}
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```")
		for _, example := range strings.Split("\n"+block, "\n$ ")[1:] {
			command, want, _ := strings.Cut(example, "\n")
			cmd := exec.Command(
				"sh",
				"-c",
				strings.ReplaceAll(command, "go run ./cmd/turncoat", "turncoat"),
			)
			cmd.Dir = "../.."
			cmd.Env = append(
				os.Environ(),
				"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
				"NO_COLOR=1",
			)
			// a picture: held against the one that is there
			if args, file, ok := strings.Cut(command, " -o "); ok {
				cmd.Args[2] = args + " -o " + filepath.Join(bin, "picture.svg")
				defer func() {
					same(t, filepath.Join(bin, "picture.svg"), filepath.Join("../..", file))
				}()
			}

			out, _ := cmd.CombinedOutput() // some examples end with a status of their own
			if !matches(strings.TrimRight(string(out), "\n"), strings.TrimRight(want, "\n")) {
				t.Errorf("$ %s\nprints\n%s\nREADME.md says\n%s", command, out, want)
			}
		}
	}
}

// matches reports whether the output is what is wanted, "…" lines standing for any lines.
func matches(out, want string) bool {
	parts := strings.Split("\n"+want+"\n", "\n…\n")
	rest := "\n" + out + "\n"
	for i, part := range parts {
		part = "\n" + strings.Trim(part, "\n") + "\n"
		at := strings.Index(rest, part)
		switch {
		case part == "\n\n":
			continue
		case at < 0, i == 0 && at != 0, i == len(parts)-1 && !strings.HasSuffix(rest, part):
			return false
		}

		rest = rest[at+len(part)-1:]
	}

	return true
}

func same(t *testing.T, made, shown string) {
	t.Helper()
	a, err := os.ReadFile(made)
	if err != nil {
		t.Error(err)
	}
	if b, err := os.ReadFile(shown); err != nil || string(a) != string(b) {
		t.Errorf("%s is not what the command draws: %v", shown, err)
	}
}
