package printable

import (
	"fmt"
	"strings"
)

// width is how many columns a line of text may take.
const width = 92

// Wrap breaks a text into lines, the first after a lead, the others indented as deep.
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
