package pages

import (
	"strings"
	"testing"
	"testing/fstest"
)

// Where a table has no head for its first column, that column is the head of the rows, with its
// alignment.
func TestRowHeads(t *testing.T) {
	const text = "# Turncoat\n\n| | won |\n| --: | --- |\n| queen | 39 |\n\n" +
		"| piece | won |\n| --- | --- |\n| rook | 42 |\n"
	site, err := New(fstest.MapFS{"README.md": {Data: []byte(text)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	page := string(site.Files["README.html"])
	for _, want := range []string{`<td align="right"></td>`, `<th>won</th>`,
		`<th scope="row" align="right">queen</th>`, `<td>39</td>`, `<td>rook</td>`} {
		if !strings.Contains(page, want) {
			t.Errorf("%s lacks %s", page, want)
		}
	}
}
