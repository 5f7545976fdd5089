package report

import (
	"bytes"
	"cmp"
	htmltemplate "html/template"
	"io"
	"slices"

	"turncoat/diagram"
	"turncoat/internal/printable"
	"turncoat/pgn"
)

// Limits of a page: what is shown in full, in bytes, and how many of the findings of items with
// errors, and as many of the others, are shown or listed.
const (
	maxInFull = 500_000
	maxListed = 10_000
)

// A pageStream writes a page that begins with the summary and what has errors, for which it keeps
// the items up to its end. What finds no room in full is listed, and what is beyond the list is
// counted.
type pageStream struct {
	w           io.Writer
	head        Head
	failed      bool
	bad, others pagePart
	unlisted    int // findings
}

// A pagePart is the items with errors, or those without.
type pagePart struct {
	items    []pageItem
	findings int
}

type pageItem struct {
	*Item
	group string
}

func (s *pageStream) Item(group string, item *Item) error {
	part := &s.others
	if item.Status == Failed {
		s.failed = true
		part = &s.bad
	}

	n := len(item.Findings)
	switch {
	case n == 0:
	case part.findings+n > maxListed:
		s.unlisted += n
	default:
		part.items = append(part.items, pageItem{item, group})
		part.findings += n
	}

	return nil
}

// pageContent is what the template "page" shows.
type pageContent struct {
	Head
	Groups   []pageGroup
	List     []Finding // those that are not in the groups
	Unlisted int
}

type pageGroup struct {
	Name     string
	Good     bool // has no errors
	Articles []pageArticle
}

type pageArticle struct {
	*Item
	Spots []htmltemplate.HTML
}

func (s *pageStream) Close(summary string) error {
	template, err := newPage()
	if err != nil {
		return err
	}
	page := pageMaker{template: template, room: maxInFull}
	page.content.Head, page.content.Unlisted = s.head, s.unlisted
	page.content.Headline, page.content.OK = summary, !s.failed

	for _, item := range slices.Concat(s.bad.items, s.others.items) {
		if err := page.add(item); err != nil {
			return err
		}
	}

	slices.SortStableFunc(page.content.List, errorsFirst)
	return template.ExecuteTemplate(s.w, "page", page.content)
}

// A pageMaker fills a page.
type pageMaker struct {
	template *htmltemplate.Template
	room     int // bytes left for what is shown in full
	content  pageContent
}

// add adds an item: to the groups what there is room for, the rest to the list.
func (m *pageMaker) add(item pageItem) error {
	article := pageArticle{Item: item.Item}
	for _, spot := range spotsOf(item.Findings) {
		text, err := m.inFull(spot)
		switch {
		case err != nil:
			return err
		case text == "":
			m.content.List = append(m.content.List, spot.findings()...)
		default:
			article.Spots = append(article.Spots, text)
		}
	}

	if len(article.Spots) == 0 {
		return nil
	}

	groups := m.content.Groups
	last, good := len(groups)-1, item.Status != Failed
	if last < 0 || groups[last].Name != item.group || groups[last].Good != good {
		groups = append(groups, pageGroup{Name: item.group, Good: good})
		last++
	}

	groups[last].Articles = append(groups[last].Articles, article)
	m.content.Groups = groups
	return nil
}

// inFull returns the HTML of a spot. It is empty if there is no room left, and then for all later
// spots, too.
func (m *pageMaker) inFull(s *spot) (htmltemplate.HTML, error) {
	if m.room <= 0 {
		return "", nil
	}
	var text bytes.Buffer
	err := m.template.ExecuteTemplate(&text, "spot", s)
	m.room -= text.Len()
	if err != nil || m.room <= 0 {
		return "", err
	}
	return htmltemplate.HTML(text.String()), nil // the template has escaped it
}

// A spot is what was found about one position or, where there is none, at one place of a file.
type spot struct {
	Heads   []spotHead // errors first
	Boards  []Board
	Details []Detail
}

// A spotHead is a finding with the lines of files that no finding before it has shown.
type spotHead struct {
	Finding
	Excerpts []Excerpt
}

// spotsOf returns the spots of an item, those with errors first.
func spotsOf(findings []Finding) []*spot {
	var spots []*spot
	for _, f := range slices.SortedStableFunc(slices.Values(findings), errorsFirst) {
		i := slices.IndexFunc(spots, func(s *spot) bool { return s.isOf(&f) })
		if i < 0 {
			i = len(spots)
			spots = append(spots, &spot{})
		}

		spots[i].add(f)
	}

	return spots
}

func (s *spot) findings() (list []Finding) {
	for _, head := range s.Heads {
		list = append(list, head.Finding)
	}
	return list
}

func errorsFirst(a, b Finding) int { return cmp.Compare(a.gravity(), b.gravity()) }

// gravity is 0 for errors, and greater for what is less grave.
func (f *Finding) gravity() int {
	return slices.Index([]string{pgn.Error, pgn.Warning, pgn.Note}, f.Label())
}

// isOf reports whether a finding is about the position or the place of the spot.
func (s *spot) isOf(f *Finding) bool {
	first := &s.Heads[0]
	for _, d := range f.Details {
		if d.Board != nil && len(s.Boards) > 0 {
			return s.Boards[0].Position == d.Board.Position
		}
	}

	return first.Line > 0 && first.File == f.File && first.Line == f.Line &&
		first.Column == f.Column
}

// add adds a finding with what explains it and is not there yet; of what is not an error only the
// excerpt and the board.
func (s *spot) add(f Finding) {
	head := spotHead{Finding: f}
	for _, d := range f.Details {
		switch {
		case d.Excerpt != nil:
			if !s.shows(d.Excerpt) {
				head.Excerpts = append(head.Excerpts, *d.Excerpt)
			}
		case d.Board != nil:
			s.addBoard(d.Board)
		case f.IsError() && d != (Detail{}) && !slices.Contains(s.Details, d):
			s.Details = append(s.Details, d)
		}
	}

	s.Heads = append(s.Heads, head)
}

func (s *spot) shows(e *Excerpt) bool {
	return slices.ContainsFunc(s.Heads, func(h spotHead) bool {
		return slices.Contains(h.Excerpts, *e)
	})
}

// addBoard adds a board, or its marks to the board of the same position.
func (s *spot) addBoard(b *Board) {
	for i := range s.Boards {
		if old := &s.Boards[i]; old.Position == b.Position {
			old.Marks = append(slices.Clip(old.Marks), b.Marks...)
			return
		}
	}

	s.Boards = append(s.Boards, *b)
}

// newPage returns the templates of a page whose boards share the drawings of their pieces.
func newPage() (*htmltemplate.Template, error) {
	t, err := htmlTemplate().Clone()
	if err != nil {
		return nil, err
	}
	sheet, drawn := diagram.NewSheet(diagram.Screen), false
	board := func(b Board) htmltemplate.HTML {
		drawn = true
		options := diagram.Options{Marks: b.Marks}
		svg := sheet.AppendBoard(nil, &b.Position, printable.Line(b.Title), options)
		return htmltemplate.HTML(svg) //nolint:gosec // package diagram escapes the title
	}
	definitions := func() htmltemplate.HTML {
		if !drawn {
			return ""
		}
		return htmltemplate.HTML(sheet.Definitions()) //nolint:gosec // made by package diagram
	}
	return t.Funcs(htmltemplate.FuncMap{"svg": board, "definitions": definitions}), nil
}
