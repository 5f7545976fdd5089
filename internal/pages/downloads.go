package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// downloads are the files that others build on, in the order of their page.
var downloads = []struct {
	title, about string
	patterns     []string
}{
	{"JSON Schemas", "docs/INTERFACE.md", []string{
		"rules/ruleset/*.schema.json", "specs/*.schema.json", "puzzle/*.schema.json",
		"puzzle/proof/*.schema.json", "pgn/*.schema.json", "validate/*.schema.json",
		"corpus/schema/*.json",
	}},
	{"Golden corpora and perft counts", "corpus/golden/README.md", []string{
		"corpus/golden/manifest.json", "corpus/golden/*.jsonl", "corpus/golden/*.jsonl.gz",
		"corpus/golden/*.epd", "corpus/invalid.jsonl",
	}},
	{"Readers of the test vectors", "examples/vectors/README.md", []string{
		"examples/vectors/vectors.*",
	}},
	{"Proofs of openings", "docs/benedict.md", []string{"puzzle/proofs/*.jsonl.gz"}},
}

// addDownloads writes the page that links the files for other programs, which brings them along.
func (s *Site) addDownloads() error {
	var out bytes.Buffer
	out.WriteString("# Downloads\n\nSchemas, corpora, test vectors and proofs, at addresses that " +
		"stay.\n")
	for _, group := range downloads {
		fmt.Fprintf(&out, "\n## %s\n\n[About them](%s)\n\n", group.title, group.about)
		for _, pattern := range group.patterns {
			names, err := fs.Glob(s.source, pattern)
			if err != nil {
				return err
			}
			for _, name := range names {
				if err := s.listFile(&out, name); err != nil {
					return err
				}
			}
		}
	}

	s.write("downloads.md", out.Bytes())
	return nil
}

// listFile writes the item of a file: its name, its title if it is a schema, and its size.
func (s *Site) listFile(out *bytes.Buffer, name string) error {
	text, err := fs.ReadFile(s.source, name)
	if err != nil {
		return err
	}
	about := ""
	if strings.HasSuffix(name, ".schema.json") || path.Dir(name) == "corpus/schema" {
		var schema struct{ Title string }
		if err := json.Unmarshal(text, &schema); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		about = ": " + schema.Title
	}
	fmt.Fprintf(out, "- [%s](%s)%s, %d kB\n", name, name, about, (len(text)+999)/1000)
	return nil
}
