// Package pages makes web pages of the project's documentation, for the static site of the board.
//
// [Files] begins with the README and the files of docs/ and follows their links through the
// repository. Markdown becomes pages; whatever else is linked is copied to the same path.
// markdown.go renders a page, unbroken.go keeps names in one line, scenarios.go shows the
// specification as diagrams, conformance.go says which program passes which rules, downloads.go
// lists the files for other programs, and app.go makes what an app needs: manifest and icons.
package pages

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
)

// Site is a site in the making.
type Site struct {
	// Files has what a web host serves, by path.
	Files map[string][]byte
	// Downloads are the paths in Files that are for other programs: no page needs them.
	Downloads map[string]bool

	source  fs.FS
	address *url.URL // nil if unknown
	todo    []document
	known   map[string]bool // the sources that are or will be pages, by path
	pages   []Page
	index   []entry
}

// A document is a source of a page that has not been rendered yet.
type document struct {
	source string
	text   []byte
}

// Page is what the head of a page says about it, and its sections.
type Page struct {
	Path        string
	Title       string
	Description string
	Sections    []Section
}

// Section is a part of a page that its table of contents leads to.
type Section struct{ ID, Title string }

// entry is one thing that the search finds.
type entry struct {
	Text string `json:"text"`
	Page string `json:"page"`
	Link string `json:"link"`
}

//go:embed assets
var assets embed.FS

var layout = template.Must(template.ParseFS(assets, "assets/page.html"))

// Policy is what a page may load, as the content of a meta element: nothing from elsewhere.
const Policy = "default-src 'self'; base-uri 'none'; form-action 'none'"

// New returns the pages of the documentation in a clone of the repository. The address is where the
// site will be served, nil if that is not known: then pages have no canonical address, and there is
// no sitemap.
func New(clone fs.FS, address *url.URL) (*Site, error) {
	s := &Site{
		Files: map[string][]byte{}, Downloads: map[string]bool{},
		source: clone, address: address, known: map[string]bool{},
	}
	for _, name := range []string{"pages.css", "pages.js"} {
		text, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return nil, err
		}
		s.Files[name] = text
	}
	if err := s.begin(); err != nil {
		return nil, err
	}
	for len(s.todo) > 0 {
		next := s.todo[0]
		s.todo = s.todo[1:]
		if err := s.render(next); err != nil {
			return nil, err
		}
	}

	return s, s.finish()
}

// begin notes the documents from which all others are found.
func (s *Site) begin() error {
	names, err := fs.Glob(s.source, "docs/*.md")
	if err != nil {
		return err
	}
	for _, name := range append([]string{"README.md"}, names...) {
		if err := s.need(name); err != nil {
			return err
		}
	}
	if err := s.addScenarios(); err != nil {
		return err
	}
	if err := s.addConformance(); err != nil {
		return err
	}
	return s.addDownloads()
}

// need notes that a Markdown file of the clone is to be a page.
func (s *Site) need(name string) error {
	if s.known[name] {
		return nil
	}
	text, err := fs.ReadFile(s.source, name)
	if err != nil {
		return err
	}
	s.write(name, text)
	return nil
}

// write notes a Markdown text as if it were in the clone under that name.
func (s *Site) write(name string, text []byte) {
	s.known[name] = true
	s.todo = append(s.todo, document{name, text})
}

// copy copies a file of the clone to the site.
func (s *Site) copy(name string) error {
	text, err := fs.ReadFile(s.source, name)
	s.Files[name] = text
	return err
}

// pagePath returns the path of the page that is made of a source.
func pagePath(source string) string {
	return strings.TrimSuffix(source, path.Ext(source)) + ".html"
}

// add adds a page with a body in HTML.
func (s *Site) add(p Page, body template.HTML) error {
	var out bytes.Buffer
	err := layout.Execute(&out, map[string]any{
		"Page":   p,
		"Body":   template.HTML(unbroken(string(body))),
		"Root":   strings.Repeat("../", strings.Count(p.Path, "/")),
		"Policy": template.HTMLAttr(`content="` + Policy + `"`), "Address": s.addressOf(p.Path),
		"Preview": s.addressOf(preview),
	})
	if err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	s.Files[p.Path] = out.Bytes()
	s.pages = append(s.pages, p)
	return nil
}

// addressOf returns the canonical address of a file, empty if it is not known.
func (s *Site) addressOf(name string) string {
	if s.address == nil {
		return ""
	}
	return s.address.ResolveReference(&url.URL{Path: name}).String()
}

// finish adds what there is once for all pages.
func (s *Site) finish() error {
	if err := s.addMissing(); err != nil {
		return err
	}
	if err := s.addApp(); err != nil {
		return err
	}
	slices.SortStableFunc(s.index, func(a, b entry) int { return strings.Compare(a.Link, b.Link) })
	text, err := json.Marshal(s.index)
	if err != nil {
		return err
	}
	s.Files["search.json"] = text
	if s.address != nil {
		s.Files["sitemap.xml"] = s.sitemap()
	}
	return nil
}

// addMissing adds the page for addresses that lead nowhere. A host sends it under any path, so its
// links begin at the root of the host if that is known.
func (s *Site) addMissing() error {
	const name = "404.html"
	p := Page{Path: name, Title: "Page not found", Description: "There is no page at this address."}
	body := `<h1>Page not found</h1>
<p>There is no page at this address. The <a href="README.html">documentation</a> lists what there
is; the <a href="./">board</a> is at the top.</p>`
	if err := s.add(p, template.HTML(body)); err != nil {
		return err
	}
	s.pages = s.pages[:len(s.pages)-1] // not for the sitemap
	if s.address == nil {
		return nil
	}

	root := s.address.EscapedPath()
	text := string(s.Files[name])
	for _, attribute := range []string{` href="`, ` src="`} {
		text = strings.ReplaceAll(text, attribute, attribute+root)
		scheme := s.address.Scheme + ":"
		text = strings.ReplaceAll(text, attribute+root+scheme, attribute+scheme)
	}
	text = strings.ReplaceAll(text, root+"#", "#")
	s.Files[name] = []byte(strings.ReplaceAll(text, root+"./", root))
	return nil
}

// sitemap lists the addresses of the board and of all pages.
func (s *Site) sitemap() []byte {
	addresses := map[string]bool{s.address.String(): true}
	for _, p := range s.pages {
		addresses[s.addressOf(p.Path)] = true
	}
	var out bytes.Buffer
	out.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
`)
	for _, address := range slices.Sorted(maps.Keys(addresses)) {
		fmt.Fprintf(&out, "<url><loc>%s</loc></url>\n", template.HTMLEscapeString(address))
	}

	out.WriteString("</urlset>\n")
	return out.Bytes()
}

// BoardHead returns what the head of the board's page has on the site beside its title and
// description.
func (s *Site) BoardHead() string {
	head := "\n  <link rel=\"manifest\" href=\"" + manifest + "\">"
	if s.address != nil {
		head += fmt.Sprintf("\n  <link rel=\"canonical\" href=\"%s\">"+
			"\n  <meta property=\"og:image\" content=\"%s\">",
			template.HTMLEscapeString(s.address.String()),
			template.HTMLEscapeString(s.addressOf(preview)))
	}
	return head
}
