package infer

import (
	"fmt"
	"io"
	"strings"

	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/report"
	"turncoat/rules/ruleset"
)

// A Place is a place in the records where a record and a rule set disagree.
type Place struct {
	File    string `json:"file"`
	Game    int    `json:"game"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Ply     int    `json:"ply,omitempty"`
	Move    string `json:"move,omitempty"`
	FEN     string `json:"fen,omitempty"`
	Rule    string `json:"rule,omitempty"`
	Message string `json:"message"`
	// Text is all of it in one line, for people.
	Text string `json:"-"`
}

// A Report is a result to be printed.
type Report struct {
	Result
	Undecided []Undecided
	// Place returns where a fault is.
	Place func(*Fault) Place
}

// Limits of what is printed for people.
const (
	maxGroups = 10
	maxPlaces = 5
)

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	out := report.Report{Head: report.Head{Headline: r.headline()}}
	for _, g := range []report.Group{r.plausible(), r.fallen(), r.excluded(), r.undecided()} {
		if len(g.Lines) > 0 {
			out.Groups = append(out.Groups, g)
		}
	}

	return out.WriteText(w)
}

func (r *Report) headline() string {
	sets := 0
	for _, one := range r.Remaining {
		sets += one.Sets
	}
	text := fmt.Sprintf("%s, %s: ", plural.Count(r.Records, "game"), plural.Count(r.Plies, "ply"))
	if sets == 0 {
		return text + "no rule set agrees with them; see --errors"
	}
	return text + fmt.Sprintf("%s of rules left in %s", plural.Count(sets, "combination"),
		plural.Count(len(r.Remaining), "group"))
}

// plausible lists the groups of sets that remain.
func (r *Report) plausible() report.Group {
	g := report.Group{Name: "most plausible first"}
	for i, one := range r.Remaining {
		if i == maxGroups {
			more := plural.Count(len(r.Remaining)-i, "more group")
			g.Lines = append(g.Lines, "and "+more+"; --json lists all")
			break
		}

		g.Lines = append(g.Lines, one.Set.String())
		for _, name := range one.Builtin {
			if name != one.Set.Name {
				g.Lines = append(g.Lines, name)
			}
		}

		if one.Sets > len(one.Builtin) {
			g.Lines = append(g.Lines, printable.Wrap("    or with ", one.openText()))
		}
		g.Lines = r.appendPlaces(g.Lines, "    mistake: ", one.Errors)
		g.Lines = r.appendPlaces(g.Lines, "    no sign: ", one.Doubts)
	}

	return g
}

// openText lists the settings that are open, each with the values that the set does not have.
func (one *Remaining) openText() string {
	var parts []string
	for _, open := range one.Open {
		parts = append(parts, open.Setting+": "+strings.Join(open.Values[1:], " or "))
	}
	return strings.Join(parts, ", ")
}

func (r *Report) appendPlaces(lines []string, title string, list []Fault) []string {
	for i := range list {
		if i == maxPlaces {
			return append(lines, fmt.Sprintf("%sand %d more", title, len(list)-i))
		}
		lines = append(lines, title+r.Place(&list[i]).Text)
	}

	return lines
}

// fallen lists the built-in sets that do not agree with the records.
func (r *Report) fallen() report.Group {
	g := report.Group{Name: "not played"}
	for _, f := range r.Fallen {
		line := printable.Wrap(fmt.Sprintf("%-17s ", f.Name), r.Place(&f.Why).Text)
		g.Lines = append(g.Lines, line)
	}

	return g
}

// excluded lists the values that no remaining set has.
func (r *Report) excluded() report.Group {
	g := report.Group{Name: "settings that the games rule out"}
	for _, e := range r.Excluded {
		line := printable.Wrap(fmt.Sprintf("%s: %s  ", e.Setting, e.Value), r.Place(&e.Why).Text)
		g.Lines = append(g.Lines, line)
	}

	return g
}

// undecided lists the values that are open, each with a position that would decide it.
func (r *Report) undecided() report.Group {
	g := report.Group{Name: "what the games leave undecided, and a position that would decide it"}
	for i := range r.Undecided {
		u := &r.Undecided[i]
		lead := fmt.Sprintf("%s: %s  ", u.Setting, u.Value)
		g.Lines = append(g.Lines, printable.Wrap(lead, u.means()))
		if u.Plies == 0 {
			text := fmt.Sprintf("    not met in %d plies of random play", DecidePlies)
			g.Lines = append(g.Lines, text)
			continue
		}

		differs := u.Differs
		if u.Move != "" {
			differs = u.Move + ": " + differs
		}
		after := fmt.Sprintf("    after %s of random play: %s", plural.Count(u.Plies, "ply"), u.FEN)
		g.Lines = append(g.Lines, after, "    "+differs)
	}

	return g
}

// means says what the value means.
func (u *Undecided) means() string {
	setting, _ := ruleset.FindSetting(u.Setting)
	for _, choice := range setting.Choices {
		if choice.Name == u.Value {
			return choice.Means
		}
	}

	return ""
}

type (
	reportJSON struct {
		Games     int             `json:"games"`
		Plies     int             `json:"plies"`
		Remaining []remainingJSON `json:"remaining"`
		Fallen    []fallenJSON    `json:"fallen"`
		Excluded  []excludedJSON  `json:"excluded"`
		Undecided []Undecided     `json:"undecided"`
	}

	remainingJSON struct {
		Rules   ruleset.Set         `json:"rules"`
		Builtin []string            `json:"builtin"`
		Open    map[string][]string `json:"open"`
		Sets    int                 `json:"sets"`
		Errors  []Place             `json:"errors"`
		Doubts  []Place             `json:"doubts"`
	}

	fallenJSON struct {
		Rules string `json:"rules"`
		Place
	}

	excludedJSON struct {
		Family  string `json:"family"`
		Setting string `json:"setting"`
		Value   string `json:"value"`
		Place
	}
)

// JSON returns the report as it is printed for programs.
func (r *Report) JSON() any {
	out := reportJSON{Games: r.Records, Plies: r.Plies, Remaining: []remainingJSON{},
		Fallen: []fallenJSON{}, Excluded: []excludedJSON{}, Undecided: append([]Undecided{},
			r.Undecided...)}
	for _, one := range r.Remaining {
		remaining := remainingJSON{Rules: one.Set, Builtin: append([]string{}, one.Builtin...),
			Open: map[string][]string{}, Sets: one.Sets, Errors: r.places(one.Errors),
			Doubts: r.places(one.Doubts)}
		for _, open := range one.Open {
			remaining.Open[open.Setting] = open.Values
		}
		out.Remaining = append(out.Remaining, remaining)
	}

	for _, f := range r.Fallen {
		out.Fallen = append(out.Fallen, fallenJSON{f.Name, r.Place(&f.Why)})
	}
	for _, e := range r.Excluded {
		out.Excluded = append(out.Excluded, excludedJSON{e.Family.String(), e.Setting, e.Value,
			r.Place(&e.Why)})
	}

	return out
}

func (r *Report) places(list []Fault) []Place {
	places := []Place{}
	for i := range list {
		places = append(places, r.Place(&list[i]))
	}
	return places
}
