// Command modulepath gives the module another path, the public one: in go.mod, in every import and
// wherever else the path is written. It runs at the top of a clone:
//
//	go run ./internal/modulepath github.com/you/turncoat
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("modulepath: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: go run ./internal/modulepath github.com/you/turncoat")
	}
	if err := rename(".", os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// rename gives the module in a folder another path.
func rename(root, path string) error {
	old, err := modulePath(root)
	if err != nil {
		return err
	}
	if _, err := goTool(root, "mod", "edit", "-module", path); err != nil {
		return err
	}

	replace, err := replacer(root, old, path)
	if err != nil {
		return err
	}
	return filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skipped(root, name)
		}
		return rewrite(name, replace)
	})
}

// modulePath returns the path of the module in a folder.
func modulePath(root string) (string, error) {
	out, err := goTool(root, "list", "-m")
	return strings.TrimSpace(string(out)), err
}

func goTool(root string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	var message bytes.Buffer
	cmd.Stderr = &message
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w: %s", args[0], err, bytes.TrimSpace(message.Bytes()))
	}
	return out, nil
}

// skipped returns fs.SkipDir for the folders at the top that git ignores or keeps for itself.
func skipped(root, folder string) error {
	for _, name := range []string{".git", "build", "dist"} {
		if folder == filepath.Join(root, name) {
			return fs.SkipDir
		}
	}
	return nil
}

// replacer returns a function that replaces the module's path in a text. A path is recognised by
// the folder of the module behind it, so that the name of the program stays.
func replacer(root, old, path string) (func([]byte) []byte, error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, entry := range entries {
		if entry.IsDir() {
			folders = append(folders, regexp.QuoteMeta(entry.Name()))
		}
	}

	places, err := regexp.Compile(`(^|[^\w./-])` + regexp.QuoteMeta(old) +
		`(/(?:` + strings.Join(folders, "|") + `)\b|/"|=PATH)`)
	if err != nil {
		return nil, err
	}
	return func(text []byte) []byte {
		text = places.ReplaceAll(text, []byte("${1}"+path+"${2}"))
		return bytes.ReplaceAll(text, []byte(repository(old)), []byte(repository(path)))
	}, nil
}

// repository returns the name that a module's repository has at its host, such as "you/turncoat".
// For a module without a host it is the one that the documentation has instead.
func repository(path string) string {
	_, name, hosted := strings.Cut(path, "/")
	if !hosted {
		return "OWNER/" + path
	}
	return name
}

// rewrite replaces the path in a file if it is source or documentation.
func rewrite(name string, replace func([]byte) []byte) error {
	extension := filepath.Ext(name)
	if extension != ".go" && extension != ".md" {
		return nil
	}
	before, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	after := replace(before)
	if bytes.Equal(before, after) {
		return nil
	}

	if extension == ".go" { // imports are sorted by their paths
		after, err = format.Source(after)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return os.WriteFile(name, after, 0o666)
}
