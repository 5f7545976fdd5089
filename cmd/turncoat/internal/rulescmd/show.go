package rulescmd

import (
	"path"
	"slices"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/rules"
	"turncoat/specs"
)

// shownScenario is a scenario that cites a rule, as "rules show --json" prints it.
type shownScenario struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Name string `json:"name"`
}

// showRule prints a rule: its sentence, its text in full, and the scenarios that show it.
func showRule(s *command.Session, r rules.Rule, asJSON bool) error {
	suites, err := specs.All()
	if err != nil {
		return err
	}
	scenarios := []shownScenario{}
	for _, suite := range suites {
		for _, scenario := range suite.Scenarios {
			if slices.Contains(scenario.Cite, r.ID) {
				scenarios = append(scenarios, shownScenario{path.Join("specs", path.Base(suite.File)), scenario.Line,
					scenario.Name})
			}
		}
	}
	if asJSON {
		return s.JSON(struct {
			Rule      string          `json:"rule"`
			Heading   string          `json:"heading"`
			Sentence  string          `json:"sentence"`
			Text      string          `json:"text"` // Markdown
			Scenarios []shownScenario `json:"scenarios"`
		}{r.ID, r.Heading, r.Sentence, r.Text, scenarios})
	}
	s.Printf("%s\n\nIn full (docs/RULES.md, %s):\n%s\n", command.Wrap(r.ID+"  ", r.Sentence), r.Heading,
		command.Wrap("  ", plainText(r.Text)))
	s.Printf("\nScenarios that show it:\n")
	for _, sc := range scenarios {
		s.Printf("  %s:%d\n      %s\n", sc.File, sc.Line, sc.Name)
	}
	return nil
}

// plainText takes the marks of emphasis and code out of Markdown.
func plainText(text string) string { return strings.NewReplacer("`", "", "*", "").Replace(text) }
