package main

import (
	"os/exec"
	"strings"
	"testing"
)

// The command is built from what it needs: what makes the site and what keeps puzzles in a store is
// not among it, and the library of its command line, the other implementation of chess and the
// reader of YAML are.
func TestLinkedModules(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("the Go toolchain lists what is linked, and there is none")
	}
	list, err := exec.Command(tool, "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	links := func(module string) bool { return strings.Contains("\n"+string(list), "\n"+module) }
	foreign := []string{"github.com/evanw/esbuild", "github.com/yuin/goldmark", "modernc.org/"}
	for _, module := range foreign {
		if links(module) {
			t.Errorf("it links %s", module)
		}
	}

	needed := []string{"github.com/urfave/cli/v2", "github.com/notnil/chess", "gopkg.in/yaml.v3"}
	for _, module := range needed {
		if !links(module) {
			t.Errorf("it does not link %s", module)
		}
	}
}
