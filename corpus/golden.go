package corpus

import (
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"turncoat/rules/ruleset"
)

// goldenFiles holds the committed corpora: for every built-in rule set a smoke, a standard and a
// full corpus, and a suite of perft counts.
//
//go:embed golden/*.jsonl golden/*.jsonl.gz golden/*.epd golden/manifest.json
var goldenFiles embed.FS

// Golden returns the committed cases of a size, of the rule sets named, or of all of them when none
// is. The error says that there is no such rule set, or no such size.
func Golden(size Size, names ...string) ([]Case, error) {
	if len(names) == 0 {
		names = ruleset.BuiltinNames()
	}
	var all []Case
	for _, name := range names {
		if _, err := ruleset.Builtin(name); err != nil {
			return nil, err
		}
		file := fmt.Sprintf("%s-%s.jsonl", name, size)
		f, err := OpenGolden(file)
		if err != nil {
			return nil, err
		}
		cases, err := Read(f, file)
		f.Close()
		if err != nil {
			return nil, err
		}
		all = append(all, cases...)
	}

	return all, nil
}

// GoldenOf returns the committed cases of a rule set. A set that is not built in gets the positions
// of the nearest built-in set, answered by its own rules.
func GoldenOf(set ruleset.Set, size Size) ([]Case, error) {
	builtin, ok := ruleset.IsBuiltin(set)
	if ok {
		return Golden(size, builtin.Name)
	}
	near, err := Golden(size, set.Base().Name)
	if err != nil {
		return nil, err
	}

	var all []Case
	for _, c := range near {
		answered, err := AnswerByReference(set, c.Seed())
		if err != nil {
			continue // moves that are not legal here
		}
		answered.Cite = c.Cite
		all = append(all, answered)
	}

	return all, nil
}

// GoldenFileName returns the name of the committed corpus of a rule set and a size. The smoke
// corpora are plain text, the others compressed.
func GoldenFileName(set ruleset.Set, size Size) string {
	name := fmt.Sprintf("%s-%s.jsonl", set.Name, size)
	if size != Smoke {
		name += ".gz"
	}
	return name
}

// OpenGolden opens a committed file by its name without ".gz". Files that are stored compressed are
// decompressed as they are read.
func OpenGolden(name string) (io.ReadCloser, error) {
	f, err := goldenFiles.Open("golden/" + name)
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	packed, zerr := goldenFiles.Open("golden/" + name + ".gz")
	if zerr != nil {
		return nil, err
	}
	return gzip.NewReader(packed) // what is embedded needs no closing
}

// AskedOrUnknown removes from a list of ids those of committed cases that are not asked this time,
// so that one list can serve all sizes and rule sets. Ids of no known case stay, to be reported.
func AskedOrUnknown(ids []string, asked []Case) []string {
	if len(ids) == 0 {
		return nil
	}
	all, err := Golden(Full)
	if err != nil {
		return ids
	}
	notAsked := map[string]bool{}
	for i := range all {
		notAsked[all[i].ID] = true
	}
	for i := range asked {
		delete(notAsked, asked[i].ID)
	}
	return slices.DeleteFunc(ids, func(id string) bool { return notAsked[id] })
}
