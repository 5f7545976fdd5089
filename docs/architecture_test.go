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

	"turncoat/internal/filetest"
)

// Every public package stands in the list of ARCHITECTURE.md, once, and imports only what stands below it.
func TestImportsRunDownward(t *testing.T) {
	_, list, _ := strings.Cut(string(filetest.Read(t, "ARCHITECTURE.md")), "\n```\n")
	list, _, _ = strings.Cut(list, "\n```\n")
	place := map[string]int{}
	for i, m := range regexp.MustCompile(`(?m)^(\S+) `).FindAllStringSubmatch(list, -1) {
		if place[m[1]] != 0 {
			t.Errorf("%s stands there twice", m[1])
		}
		place[m[1]] = i + 1
	}
	found := map[string]bool{}
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		dir := path.Dir(name)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "internal" || len(name) > 1 &&
			entry.Name()[0] == '.'):
			return fs.SkipDir
		case path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		if place[dir] == 0 && !found[dir] {
			t.Errorf("%s is not in the list", dir)
		}
		found[dir] = true
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range file.Imports {
			other, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "turncoat/")
			if ours && place[other] != 0 && place[other] <= place[dir] {
				t.Errorf("%s imports %s, which does not stand below it", name, other)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range place {
		if !found[name] {
			t.Errorf("there is no package %s", name)
		}
	}
}
