package pages

import (
	"strings"
	"testing"
	"testing/fstest"
)

// The names of rules, rule sets and files are kept in one line, in code and in text, but not in tags
// and listings; words of prose are not.
func TestNamesAreNotBroken(t *testing.T) {
	const text = "# Turncoat\n\nBy PAC-13 in `--castling-converted` and benedict-king, well-known " +
		"from [play.md](#PAC-14).\n\n```\nsee PAC-15\n```\n"
	site, err := New(fstest.MapFS{"README.md": {Data: []byte(text)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	page := string(site.Files["README.html"])
	for _, name := range []string{"PAC-13", "--castling-converted", "benedict-king", "play.md"} {
		if !strings.Contains(page, `class="one-line">`+name+"<") {
			t.Errorf("%s can be broken in %s", name, page)
		}
	}
	for _, other := range []string{`href="#PAC-14"`, "see PAC-15", "well-known from"} {
		if !strings.Contains(page, other) {
			t.Errorf("%s is not as it was in %s", other, page)
		}
	}
}

// The sections of a page are its table of contents, if there are several.
func TestContents(t *testing.T) {
	const text = "# Turncoat\n\n## One\n\n## Two\n\n## Three\n"
	site, err := New(fstest.MapFS{"README.md": {Data: []byte(text)},
		"docs/short.md": {Data: []byte("# Short\n\n## One\n")}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if page := string(site.Files["README.html"]); !strings.Contains(page, `<a href="#two">Two</a>`) {
		t.Errorf("no contents in %s", page)
	}
	if page := string(site.Files["docs/short.html"]); strings.Contains(page, "<summary>Contents") {
		t.Errorf("contents of a page of one section: %s", page)
	}
}

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
