package pages

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// markdown reads what the documentation is written in. Cells are aligned by attributes, since the
// policy of the pages allows no styles in elements.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(
		extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
)

// svgSize finds the size of a picture, for which a page leaves room before it is there.
var svgSize = regexp.MustCompile(`^<svg [^>]*width="(\d+)" height="(\d+)"`)

// ruleID is the identifier of a rule, with which its text begins: "PAC-7".
var ruleID = regexp.MustCompile(`^[A-Z]{3}-\d+$`)

// render makes a page of a Markdown text.
func (s *Site) render(d document) error {
	tree := markdown.Parser().Parse(text.NewReader(d.text))
	if err := s.resolve(tree, d.source); err != nil {
		return fmt.Errorf("%s: %w", d.source, err)
	}
	p := Page{Path: pagePath(d.source)}
	for node := tree.FirstChild(); node != nil; node = node.NextSibling() {
		heading, isHeading := node.(*ast.Heading)
		switch {
		case isHeading && heading.Level == 1 && p.Title == "":
			p.Title = plain(node, d.text)
		case isHeading && heading.Level == 2:
			id, _ := heading.AttributeString("id")
			p.Sections = append(p.Sections, Section{fmt.Sprintf("%s", id), plain(node, d.text)})
		case node.Kind() == ast.KindParagraph && p.Description == "":
			p.Description = shortened(plain(node, d.text), 160)
		}
	}

	if p.Description == "" {
		p.Description = p.Title
	}
	s.note(tree, d.text, p)

	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, d.text, tree); err != nil {
		return fmt.Errorf("%s: %w", d.source, err)
	}
	// Whoever has no mouse scrolls a wide listing or table by the keyboard.
	readable := strings.ReplaceAll(body.String(), "<pre>", `<pre tabindex="0">`)
	readable = table.ReplaceAllStringFunc(readable, wide)
	return s.add(p, template.HTML(readable))
}

var (
	table     = regexp.MustCompile(`(?s)<table>.*?</table>`)
	emptyHead = regexp.MustCompile(`^<table>\s*<thead>\s*<tr>\s*<th[^>]*></th>`)
	emptyCell = regexp.MustCompile(`<th([^>]*)></th>`)
	firstCell = regexp.MustCompile(`(?s)(<tr>\s*)<td([^>]*)>(.*?)</td>`)
)

// wide returns a table that can be wider than the page. Where the head says nothing about the first
// column, that column has the heads of the rows.
func wide(table string) string {
	if emptyHead.MatchString(table) {
		table = firstCell.ReplaceAllString(table, `$1<th scope="row"$2>$3</th>`)
	}
	table = emptyCell.ReplaceAllString(table, `<td$1></td>`)
	return `<div class="wide" tabindex="0">` + table + `</div>`
}

// resolve leads the links of a document to the pages and files of the site, which it adds.
func (s *Site) resolve(tree ast.Node, source string) error {
	var links []ast.Node
	err := ast.Walk(tree, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && (node.Kind() == ast.KindLink || node.Kind() == ast.KindImage) {
			links = append(links, node)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return err
	}

	for _, node := range links {
		destination := &[]byte{}
		switch link := node.(type) {
		case *ast.Link:
			destination = &link.Destination
		case *ast.Image:
			destination = &link.Destination
		}

		to, err := s.lead(source, string(*destination))
		if err != nil {
			return err
		}
		if to == "" {
			unwrap(node)
		}
		*destination = []byte(to)
		if size := svgSize.FindSubmatch(s.Files[path.Join(path.Dir(source), to)]); size != nil {
			node.SetAttributeString("width", size[1])
			node.SetAttributeString("height", size[2])
		}
	}

	return nil
}

// lead returns where a link of a document leads on the site, empty if to nothing there.
func (s *Site) lead(source, link string) (string, error) {
	address, err := url.Parse(link)
	if err != nil {
		return "", err
	}
	if address.Scheme != "" || address.Path == "" {
		return link, nil
	}

	name := path.Join(path.Dir(source), address.Path)
	if s.known[name] {
		address.Path = pagePath(address.Path)
		return address.String(), nil
	}
	info, err := fs.Stat(s.source, name)
	switch {
	case err != nil || info.IsDir():
		return "", nil // a place of the repository's host
	case path.Ext(name) == ".md":
		address.Path = pagePath(address.Path)
		return address.String(), s.need(name)
	}

	picture := slices.Contains([]string{".svg", ".png"}, path.Ext(name))
	s.Downloads[name] = s.Downloads[name] || !picture
	return link, s.copy(name)
}

// unwrap puts what is in a link in the link's place.
func unwrap(link ast.Node) {
	parent := link.Parent()
	for child := link.FirstChild(); child != nil; child = link.FirstChild() {
		parent.InsertBefore(parent, link, child)
	}
	parent.RemoveChild(parent, link)
}

// note gives every rule its anchor, and puts rules and headings into the index of the search.
func (s *Site) note(tree ast.Node, source []byte, p Page) {
	_ = ast.Walk(tree, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := node.(type) {
		case *ast.Heading:
			s.findable(node, source, p)
		case *ast.ListItem:
			first := node.FirstChild()
			if first == nil || first.FirstChild() == nil {
				break
			}
			id := plain(first.FirstChild(), source)
			if first.FirstChild().Kind() == ast.KindEmphasis && ruleID.MatchString(id) {
				node.SetAttributeString("id", []byte(id))
				s.index = append(s.index, entry{shortened(plain(first, source), 90), p.Title,
					p.Path + "#" + id})
			}
		}

		return ast.WalkContinue, nil
	})
}

func (s *Site) findable(heading *ast.Heading, source []byte, p Page) {
	e := entry{plain(heading, source), p.Title, p.Path}
	if heading.Level > 1 {
		id, _ := heading.AttributeString("id")
		e.Link += fmt.Sprintf("#%s", id)
	}
	s.index = append(s.index, e)
}

// plain returns the text of a node without its markup.
func plain(node ast.Node, source []byte) string {
	var out strings.Builder
	_ = ast.Walk(node, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if words, ok := node.(*ast.Text); ok && entering {
			out.Write(words.Value(source))
			if words.SoftLineBreak() || words.HardLineBreak() {
				out.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}

// shortened cuts a text after a word, to a number of bytes at most.
func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := strings.LastIndexByte(text[:most-len("…")], ' ')
	return strings.TrimRight(text[:max(end, 0)], ",;: ") + "…"
}
