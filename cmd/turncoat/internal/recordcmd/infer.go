package recordcmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/infer"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/rules/ruleset"
)

type inference struct {
	*infer.Search
	places []func(p *pgn.Problem) place // of each record
}

// A place is where in the records a rule set and a record part.
type place struct {
	File    string `json:"file"`
	Game    int    `json:"game"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Ply     int    `json:"ply,omitempty"`
	Move    string `json:"move,omitempty"`
	FEN     string `json:"fen,omitempty"`
	Rule    string `json:"rule,omitempty"`
	Message string `json:"message"`
	said    string // all of it, for people
}

type inferRulesOptions struct {
	as      string
	errors  int
	letters string
}

// InferRules returns the command that finds the rule sets under which games were played.
func InferRules(s *command.Session) *cli.Command {
	var o inferRulesOptions
	return &cli.Command{
		Name:      "infer",
		Usage:     "find the rule sets under which games were played",
		ArgsUsage: "GAMES…",
		Flags: []cli.Flag{
			s.JSONFlag(),
			&cli.StringFlag{
				Name:        "as",
				Usage:       "write the most plausible rule set to `FILE`, as YAML",
				Destination: &o.as,
			},
			&cli.IntFlag{
				Name:        "errors",
				Usage:       "tolerate `N` mistakes of the records",
				Destination: &o.errors, Action: command.Between(0, 100),
			},
			command.LettersFlag(&o.letters),
		},
		Action: command.Action(s, &o, runInfer),
	}
}

func runInfer(s *command.Session, o *inferRulesOptions) error {
	yaml, err := s.Optional("--as", o.as)
	if err != nil {
		return err
	}
	defer yaml.Discard()
	n := inference{Search: infer.New(o.errors, letters(o.letters))}
	err = eachGame(s, s.Args(), func(name string, item *pgn.Item) error {
		n.note(name, item)
		s.Draw(fmt.Sprintf("%s: game %d", printable.Line(name), item.Index))
		if err := n.Add(s.Context, item.Game); err != nil {
			return command.Interrupted("nothing was found")
		}
		return nil
	})
	s.Draw("")
	if err != nil || len(n.places) == 0 {
		return err
	}
	result := n.Result()
	var undecided []infer.Undecided
	if len(result.Remaining) > 0 {
		undecided, err = infer.Decide(s.Context, &result.Remaining[0])
		if err != nil {
			return command.Interrupted("nothing was found")
		}
	}
	if s.AsJSON {
		err = s.JSON(n.json(&result, undecided))
	} else {
		n.print(s, &result, undecided)
	}
	switch {
	case err != nil:
		return err
	case len(result.Remaining) == 0:
		s.Raise(command.StatusFound)
		return nil
	}
	if _, err := yaml.Write(ruleset.AppendYAML(nil, result.Remaining[0].Set)); err != nil {
		return err
	}
	return yaml.Commit()
}

// note keeps where a record is: the lines of its text are gone when its faults are known.
func (n *inference) note(name string, item *pgn.Item) {
	g, index := item.Game, item.Index
	lines := map[int][2]int{}
	keep := func(at int) {
		line, column := item.Place(at)
		lines[at] = [2]int{line, column}
	}
	keep(g.At)
	for _, m := range append(slices.Clone(g.Main.Moves), g.After...) {
		keep(m.At)
		for _, c := range m.Comments {
			keep(c.At)
		}
	}
	for i := range g.Machine {
		keep(g.Machine[i].At)
	}
	n.places = append(n.places, func(p *pgn.Problem) place {
		at, ok := lines[p.At]
		if !ok {
			at = lines[g.At]
		}
		where := place{File: name, Game: index, Line: at[0], Column: at[1],
			Ply: p.Ply, Move: p.Move, Rule: p.Rule, Message: p.Message}
		where.said = fmt.Sprintf("%s:%d:%d: game %d", name, at[0], at[1], index)
		if p.Before != nil {
			where.FEN = p.Before.String()
			where.said += ", " + p.Before.MoveNumber() + p.Move
		}
		where.said = printable.Line(where.said + ": " + p.Message)
		return where
	})
}

func (n *inference) where(f *infer.Fault) place {
	if f.Record == 0 {
		return place{Message: "no record", said: "no record"}
	}
	return n.places[f.Record-1](&f.Problem)
}

func (n *inference) wheres(list []infer.Fault) []place {
	places := []place{}
	for i := range list {
		places = append(places, n.where(&list[i]))
	}
	return places
}

// Limits of what is printed for people.
const (
	maxGroups = 10
	maxPlaces = 5
)

func (n *inference) print(s *command.Session, r *infer.Result, undecided []infer.Undecided) {
	sets := 0
	for _, one := range r.Remaining {
		sets += one.Sets
	}
	s.Printf("%s, %s: ", plural.Count(r.Records, "game"), plural.Count(r.Plies, "ply"))
	if sets == 0 {
		s.Printf("no rule set agrees with them; see --errors\n")
	} else {
		s.Printf("%s of rules left in %s\n\nmost plausible first:\n", plural.Count(sets, "combination"),
			plural.Count(len(r.Remaining), "group"))
	}
	for i, one := range r.Remaining {
		if i == maxGroups {
			s.Printf("  and %s; --json lists all\n", plural.Count(len(r.Remaining)-i, "more group"))
			break
		}
		s.Printf("  %s\n", one.Set)
		for _, name := range one.Builtin {
			if name != one.Set.Name {
				s.Printf("  %s\n", name)
			}
		}
		if one.Sets > len(one.Builtin) {
			s.Printf("%s", story.Wrap("      or with ", openText(one.Open))+"\n")
		}
		n.list(s, "      mistake: ", one.Errors)
		n.list(s, "      no sign: ", one.Doubts)
	}
	if len(r.Fallen) > 0 {
		s.Printf("\nnot played:\n")
	}
	for _, f := range r.Fallen {
		s.Printf("%s\n", story.Wrap(fmt.Sprintf("  %-17s ", f.Name), n.where(&f.Why).said))
	}
	if len(r.Excluded) > 0 {
		s.Printf("\nsettings that the games rule out:\n")
	}
	for _, e := range r.Excluded {
		s.Printf(
			"%s\n",
			story.Wrap(fmt.Sprintf("  %s: %s  ", e.Setting, e.Value), n.where(&e.Why).said),
		)
	}
	if len(undecided) > 0 {
		s.Printf("\nwhat the games leave undecided, and a position that would decide it:\n")
	}
	for _, t := range undecided {
		setting, _ := ruleset.FindSetting(t.Setting)
		means := ""
		for _, choice := range setting.Choices {
			if choice.Name == t.Value {
				means = choice.Means
			}
		}
		s.Printf("%s\n", story.Wrap(fmt.Sprintf("  %s: %s  ", t.Setting, t.Value), means))
		switch {
		case t.Plies == 0:
			s.Printf("      not met in %d plies of random play\n", infer.DecidePlies)
		case t.Move == "":
			s.Printf(
				"      after %s of random play: %s\n      %s\n",
				plural.Count(t.Plies, "ply"),
				t.FEN,
				t.Differs,
			)
		default:
			s.Printf(
				"      after %s of random play: %s\n      %s: %s\n",
				plural.Count(t.Plies, "ply"),
				t.FEN,
				t.Move,
				t.Differs,
			)
		}
	}
}

func (n *inference) list(s *command.Session, title string, list []infer.Fault) {
	for i := range list {
		if i == maxPlaces {
			s.Printf("%sand %d more\n", title, len(list)-i)
			break
		}
		s.Printf("%s%s\n", title, n.where(&list[i]).said)
	}
}

func openText(list []infer.Open) string {
	var parts []string
	for _, open := range list {
		parts = append(parts, open.Setting+": "+strings.Join(open.Values[1:], " or "))
	}
	return strings.Join(parts, ", ")
}

type (
	remainingJSON struct {
		Rules   ruleset.Set         `json:"rules"`
		Builtin []string            `json:"builtin"`
		Open    map[string][]string `json:"open"`
		Sets    int                 `json:"sets"`
		Errors  []place             `json:"errors"`
		Doubts  []place             `json:"doubts"`
	}
	fallenJSON struct {
		Rules string `json:"rules"`
		place
	}
	excludedJSON struct {
		Family  string `json:"family"`
		Setting string `json:"setting"`
		Value   string `json:"value"`
		place
	}
	inferJSON struct {
		Games     int               `json:"games"`
		Plies     int               `json:"plies"`
		Remaining []remainingJSON   `json:"remaining"`
		Fallen    []fallenJSON      `json:"fallen"`
		Excluded  []excludedJSON    `json:"excluded"`
		Undecided []infer.Undecided `json:"undecided"`
	}
)

func (n *inference) json(r *infer.Result, undecided []infer.Undecided) inferJSON {
	out := inferJSON{
		Games:     r.Records,
		Plies:     r.Plies,
		Remaining: []remainingJSON{},
		Fallen:    []fallenJSON{},
		Excluded:  []excludedJSON{},
		Undecided: append([]infer.Undecided{}, undecided...),
	}
	for i := range r.Remaining {
		one := &r.Remaining[i]
		open := map[string][]string{}
		for _, o := range one.Open {
			open[o.Setting] = o.Values
		}
		out.Remaining = append(
			out.Remaining,
			remainingJSON{one.Set, append([]string{}, one.Builtin...), open, one.Sets,
				n.wheres(one.Errors), n.wheres(one.Doubts)},
		)
	}
	for _, f := range r.Fallen {
		out.Fallen = append(out.Fallen, fallenJSON{f.Name, n.where(&f.Why)})
	}
	for _, e := range r.Excluded {
		out.Excluded = append(
			out.Excluded,
			excludedJSON{e.Family.String(), e.Setting, e.Value, n.where(&e.Why)},
		)
	}
	return out
}
