package printable

import (
	"fmt"
	"strings"
)

// width is the maximum number of columns in a line of text.
const width = 92

// Wrap breaks a text into lines. The first follows a lead, and the others are indented to the same
// column.
func Wrap(lead, text string) string {
	indent := fmt.Sprintf("\n%*s", len(lead), "")
	out, column := lead, len(lead)
	for i, word := range strings.Fields(text) {
		if i > 0 && column+1+len(word) > width {
			out, column = out+indent, len(lead)
		} else if i > 0 {
			out, column = out+" ", column+1
		}

		out, column = out+word, column+len(word)
	}

	return out
}
