package recordcmd

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/infer"
	"turncoat/internal/printable"
	"turncoat/pgn"
	"turncoat/rules/ruleset"
)

type inference struct {
	*infer.Search
	places []func(p *pgn.Finding) infer.Place // of each record
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
				Usage:       "tolerate `N` mistakes in the records",
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
	found := infer.Report{Result: n.Result(), Place: n.where}
	if len(found.Remaining) > 0 {
		found.Undecided, err = infer.Decide(s.Context, &found.Remaining[0])
		if err != nil {
			return command.Interrupted("nothing was found")
		}
	}

	if s.AsJSON {
		err = s.JSON(found.JSON())
	} else {
		err = found.WriteText(s.Out)
	}

	switch {
	case err != nil:
		return err
	case len(found.Remaining) == 0:
		s.Raise(command.StatusFound)
		return nil
	}

	if _, err := yaml.Write(ruleset.AppendYAML(nil, found.Remaining[0].Set)); err != nil {
		return err
	}
	return yaml.Commit()
}

// note records the places of a game, because its text is no longer available when faults are found.
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
	n.places = append(n.places, func(p *pgn.Finding) infer.Place {
		at, ok := lines[p.At]
		if !ok {
			at = lines[g.At]
		}
		where := infer.Place{File: name, Game: index, Line: at[0], Column: at[1],
			Ply: p.Ply, Move: p.Move, Rule: p.Rule, Message: p.Message}
		where.Text = fmt.Sprintf("%s:%d:%d: game %d", name, at[0], at[1], index)
		if p.Ply > 0 {
			where.FEN = p.Before.String()
			where.Text += ", " + p.Before.MoveNumber() + p.Move
		}

		where.Text = printable.Line(where.Text + ": " + p.Message)
		return where
	})
}

func (n *inference) where(f *infer.Fault) infer.Place {
	if f.Record == 0 {
		return infer.Place{Message: "no record", Text: "no record"}
	}
	return n.places[f.Record-1](&f.Finding)
}
