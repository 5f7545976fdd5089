// Package rulescmd has the commands about rules and rule sets.
package rulescmd

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/printable"
	"turncoat/rules"
	"turncoat/rules/ruleset"
	"turncoat/specs"
)

// List returns the command that lists the rule sets.
func List(s *command.Session) *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the rule sets",
		Flags: []cli.Flag{
			s.JSONFlag(),
		},
		Action: func(*cli.Context) error { return rulesList(s) },
	}
}

func rulesList(s *command.Session) error {
	for _, name := range ruleset.BuiltinNames() {
		set, err := ruleset.Builtin(name)
		if err != nil {
			return err
		}
		summary := ruleset.Summary(name)
		s.Result(struct {
			Name    string `json:"name"`
			Family  string `json:"family"`
			Summary string `json:"summary"`
		}{name, set.Family.String(), summary}, "%-18s %s\n", name, summary)
	}

	return nil
}

// Show returns the command that shows a rule set or a rule.
func Show(s *command.Session) *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show a rule set as YAML, or a rule in full",
		ArgsUsage: "NAME",
		Flags: []cli.Flag{
			s.JSONFlag(),
		},
		Action: func(*cli.Context) error { return rulesShow(s) },
	}
}

func rulesShow(s *command.Session) error {
	name := s.Args()[0]
	if rule, ok := rules.FindRule(name); ok {
		return showRule(s, rule)
	}
	if like := rulesLike(name); len(like) > 0 {
		return command.Unusable("unknown rule %s: want %s to %s", strings.ToUpper(name), like[0].ID,
			like[len(like)-1].ID)
	}

	variant, err := rules.Load(name)
	if err != nil {
		return err
	}
	return s.Result(
		json.RawMessage(ruleset.AppendJSON(nil, variant.Set())),
		"%s",
		printable.Block(string(ruleset.AppendYAML(nil, variant.Set()))),
	) // a quoted name may contain control characters
}

// rulesLike lists the rules whose identifiers have the letters of a name that ends in a number.
func rulesLike(name string) []rules.Rule {
	letters := strings.TrimRight(name, "-0123456789")
	if letters == name {
		return nil
	}

	return slices.DeleteFunc(rules.RuleList(), func(r rules.Rule) bool {
		prefix, _, _ := strings.Cut(r.ID, "-")
		return !strings.EqualFold(prefix, letters)
	})
}

type shownScenario struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Name string `json:"name"`
}

func showRule(s *command.Session, r rules.Rule) error {
	suites, err := specs.All()
	if err != nil {
		return err
	}
	scenarios := []shownScenario{}
	for _, suite := range suites {
		for _, scenario := range suite.Scenarios {
			if slices.Contains(scenario.Cite, r.ID) {
				scenarios = append(
					scenarios,
					shownScenario{path.Join("specs", path.Base(suite.File)), scenario.Line,
						scenario.Name},
				)
			}
		}
	}

	if s.AsJSON {
		return s.JSON(struct {
			Rule      string          `json:"rule"`
			Heading   string          `json:"heading"`
			Sentence  string          `json:"sentence"`
			Text      string          `json:"text"` // Markdown
			Scenarios []shownScenario `json:"scenarios"`
		}{r.ID, r.Heading, r.Sentence, r.Text, scenarios})
	}

	s.Printf(
		"%s\n\nIn full (docs/RULES.md, %s):\n%s\n",
		printable.Wrap(r.ID+"  ", r.Sentence),
		r.Heading,
		printable.Wrap("  ", plainText(r.Text)),
	)
	s.Printf("\nScenarios that show it:\n")
	for _, sc := range scenarios {
		s.Printf("  %s:%d\n      %s\n", sc.File, sc.Line, sc.Name)
	}
	return nil
}

// plainText removes the Markdown for emphasis and code.
func plainText(text string) string { return strings.NewReplacer("`", "", "*", "").Replace(text) }
