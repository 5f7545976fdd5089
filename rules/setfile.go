package rules

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"turncoat/rules/ruleset"
)

// NamesFile reports whether the rules that a text names are a rule-set file, with a name that ends
// in .yaml or .yml.
func NamesFile(word string) bool {
	switch strings.ToLower(path.Ext(strings.TrimSpace(word))) {
	case ".yaml", ".yml":
		return true
	}

	return false
}

// SetDir returns the directory in which a text may name rule-set files, which is that of its own
// file. It is empty for standard input, "-", and for a text without a file.
func SetDir(file string) string {
	if file == "" || file == "-" {
		return ""
	}
	return filepath.Dir(file)
}

// SetIn reads the rule-set file that a text names: a regular file in a directory or below it, given by its path from there with slashes. Since a text may come from anywhere, it
// cannot reach other files by "..", an absolute path or a link. If the directory is empty, it can
// reach none. The error wraps [ruleset.ErrUnknown].
func SetIn(dir, name string) (ruleset.Set, error) {
	name = strings.TrimSpace(name)
	set, err := readSet(dir, name)
	if err != nil {
		text := strings.ReplaceAll(err.Error(), "\n", "; ")
		if !strings.HasPrefix(text, name+":") { // the faults in a file begin with its name
			text = fmt.Sprintf("rule-set file %q: %s", name, text)
		}
		err = fmt.Errorf("%w: %s", ruleset.ErrUnknown, text)
	}

	return set, err
}
