package ruleset

import (
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// quoted writes a word so that every YAML reader takes it for text.
func quoted(word string) string {
	out, err := yaml.Marshal(word)
	if err != nil {
		return strconv.Quote(word)
	}
	return strings.TrimSuffix(string(out), "\n")
}
