package docs

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
)

// room returns the room of a package: the longest of its folders that is in the list, and the
// package itself if none is.
func room(listed map[string]int, pkg string) string {
	for dir := pkg; dir != "."; dir = path.Dir(dir) {
		if listed[dir] != 0 {
			return dir
		}
	}

	return pkg
}

// imports returns the packages of this module that each package imports, tests aside.
func imports(t *testing.T) map[string]map[string]string {
	t.Helper()
	found := map[string]map[string]string{}
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := len(name) > 1 && entry.Name()[0] == '.'
		if entry.IsDir() && (hidden || entry.Name() == "testdata" ||
			entry.Name() == "node_modules") {
			return fs.SkipDir
		}

		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}

		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir := path.Dir(name)
		if found[dir] == nil {
			found[dir] = map[string]string{}
		}
		for _, i := range file.Imports {
			other, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "turncoat/")
			if ours {
				found[dir][other] = name
			}
		}

		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Every room is in the list of ARCHITECTURE.md, once, and imports only what is below it there. So
// no two rooms need each other.
func TestImportsRunDownward(t *testing.T) {
	_, list, _ := strings.Cut(string(filetest.Read(t, "ARCHITECTURE.md")), "\n```\n")
	list, _, _ = strings.Cut(list, "\n```\n")
	place := map[string]int{}
	for i, line := range regexp.MustCompile(`(?m)^(\S+)  `).FindAllStringSubmatch(list, -1) {
		if place[line[1]] != 0 {
			t.Errorf("%s is in the list twice", line[1])
		}
		place[line[1]] = i + 1
	}

	seen := map[string]bool{}
	for pkg, imported := range imports(t) {
		from := room(place, pkg)
		seen[from] = true
		if place[from] == 0 {
			t.Errorf("%s is not in the list", from)
		}
		for other, file := range imported {
			to := room(place, other)
			if to != from && place[to] <= place[from] {
				t.Errorf("%s imports %s, but %s is not below %s in the list", file, other, to, from)
			}
		}
	}

	for name := range place {
		if !seen[name] {
			t.Errorf("there is no room %s", name)
		}
	}
}
