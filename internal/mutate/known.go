package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// known are the keys of faults that nobody can observe, each with its line in the file.
type known map[string][]int

// readKnown reads a file of faults that are left out: each the line that was printed after
// "key:", empty lines and lines that begin with # passed over. No file is no faults.
func readKnown(path string) (known, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	k, n := known{}, 0
	for line := range strings.Lines(string(text)) {
		n++
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			k[line] = append(k[line], n)
		}
	}
	return k, err
}

// A misfit is a key that fits no fault of the file that it names, or stands there again.
type misfit struct {
	line int
	text string
}

// misfits returns the keys that do not fit the files as they are, in the order of their lines.
func (k known) misfits() []misfit {
	var list []misfit
	files := map[string]map[string]string{} // of each file the keys of its faults, and what is wrong with words that fit several
	for key, lines := range k {
		file, _, _ := strings.Cut(key, " ")
		if files[file] == nil {
			files[file] = keysIn(file)
		}
		wrong, ok := files[file][key]
		if !ok {
			wrong = "no fault has this key any more"
		}
		if wrong != "" {
			list = append(list, misfit{lines[0], wrong + ": " + key})
		}
		for _, again := range lines[1:] {
			list = append(list, misfit{again, fmt.Sprintf("stands in line %d too: %s", lines[0], key)})
		}
	}
	slices.SortFunc(list, func(m, n misfit) int { return m.line - n.line })
	return list
}

// keysIn returns the keys of the faults of a file, with nothing, and the words that several of them
// have in common, with what is wrong with these as a key. A file that cannot be read has none.
func keysIn(file string) map[string]string {
	keys := map[string]string{}
	text, err := os.ReadFile(file)
	if err != nil {
		return keys
	}
	faults, _ := faultsIn(file, text)
	for _, f := range faults {
		if f.of > 1 {
			keys[f.words()] = fmt.Sprintf("needs (1 of %d) or another number behind it", f.of)
		}
		keys[f.key()] = ""
	}
	return keys
}
