package corpus

import (
	_ "embed" // the page
	"html/template"
	"io"
	"strings"
	"sync"
)

//go:embed score.gohtml
var scorePage string

// Parsed when a page is first written, not at the start of every command.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("score").Parse(scorePage))
})

// WriteScoreHTML writes the matrix of misreadings against cases as one page that needs no other file.
func WriteScoreHTML(w io.Writer, scores []*Score) error {
	type rowPage struct {
		Name, Means, Rules string
		Count              int
		Cells              []bool
	}
	type onePage struct {
		Name, Summary string
		Cases         []Case
		Single, Pairs []rowPage
		Alike         []string
	}
	var data []onePage
	for _, s := range scores {
		one := onePage{
			Name:    s.Rules.String(),
			Summary: strings.TrimPrefix(s.Summary(), s.Rules.String()+": "),
			Cases:   s.Cases,
		}
		for _, r := range s.Readings {
			row := rowPage{r.Name, r.Means(), strings.Join(r.Rules(), ", "), r.Count, r.Tells}
			if r.Single {
				one.Single = append(one.Single, row)
			} else {
				one.Pairs = append(one.Pairs, row)
			}
		}
		for _, a := range s.Alike {
			one.Alike = append(one.Alike, s.sentence(a))
		}
		data = append(data, one)
	}
	return page().Execute(w, data)
}
