package ruleset

import (
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/internal/lazyregexp"
)

// plainWord matches words that mean the same with and without quotes, unless YAML resolves them to
// something else than a text, as it does with "yes".
var plainWord = lazyregexp.Compile(`^[A-Za-z][A-Za-z0-9_.-]*( [A-Za-z0-9_.-]+)*$`)

// quoted writes a word so that every YAML reader takes it for text. The library's writer would do
// that, too, and make the program for browsers larger by 38 kB.
func quoted(word string) string {
	if !plainWord().MatchString(word) {
		return strconv.Quote(word) // whose escapes are among those of YAML
	}
	var value any
	err := yaml.Unmarshal([]byte(word), &value)
	if _, isText := value.(string); err != nil || !isText || isOldBoolean(word) {
		return strconv.Quote(word)
	}
	return word
}

// isOldBoolean reports whether readers of YAML 1.1 take a word for true or false.
func isOldBoolean(word string) bool {
	switch strings.ToLower(word) {
	case "y", "n", "yes", "no", "on", "off":
		return true
	}

	return false
}
