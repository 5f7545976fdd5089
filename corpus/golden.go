package corpus

import (
	"embed"
	"fmt"
	"slices"

	"turncoat/rules/ruleset"
)

//go:embed golden/*.jsonl golden/*.epd golden/manifest.json
var golden embed.FS

// Golden gives the committed cases of a size, of the rule sets named, or of all of them when none
// is. The error says that there is no such rule set.
func Golden(size Size, names ...string) ([]Case, error) {
	if len(names) == 0 {
		names = ruleset.BuiltinNames()
	}
	var all []Case
	for _, name := range names {
		if !slices.Contains(ruleset.BuiltinNames(), name) {
			_, err := ruleset.Builtin(name)
			return nil, err
		}
		file := fmt.Sprintf("golden/%s-%s.jsonl", name, size)
		f, err := golden.Open(file)
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

// GoldenManifest gives the manifest of the committed corpora.
func GoldenManifest() (*Manifest, error) {
	text, err := golden.ReadFile("golden/manifest.json")
	if err != nil {
		return nil, err
	}
	return ParseManifest(text)
}
