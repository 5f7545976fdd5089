package pages

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/story"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
	"turncoat/specs"
)

var scenarioPage = template.Must(template.ParseFS(assets, "assets/scenarios.html"))

// shown is a scenario as its page shows it.
type shown struct {
	ID, Name, Why string
	Cite          []string
	Boards        []template.HTML
	Link          string // to the board, empty if the position is not valid
	Source        string // the scenario in YAML
}

// addScenarios adds a page for each file of the specification, and one that lists them.
func (s *Site) addScenarios() error {
	names, err := fs.Glob(s.source, "specs/*.yaml")
	if err != nil {
		return err
	}
	var list bytes.Buffer
	list.WriteString("# The specification in diagrams\n\nEvery rule at work: scenarios that the " +
		"program checks itself against. [Their format](README.md).\n\n")
	for _, name := range names {
		text, err := fs.ReadFile(s.source, name)
		if err != nil {
			return err
		}
		s.known[name] = true
		title, err := s.addSuite(name, text)
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "- [%s](%s)\n", title, path.Base(name))
	}

	s.write("specs/index.md", list.Bytes())
	return nil
}

// addSuite adds the page of one file, and returns its title.
func (s *Site) addSuite(name string, text []byte) (string, error) {
	suite, faults := specs.Read(context.Background(), text, name)
	if len(faults) > 0 {
		return "", faults[0]
	}
	s.Files[name] = text
	s.Downloads[name] = true
	title, about := heading(text)
	p := Page{Path: pagePath(name), Title: title, Description: shortened(cmp.Or(about, title), 160)}
	s.index = append(s.index, entry{title, title, p.Path})

	sheet := diagram.NewSheet(diagram.Screen)
	lines := strings.SplitAfter(string(text), "\n")
	var all []shown
	for i := range suite.Scenarios {
		scenario := &suite.Scenarios[i]
		end := len(lines)
		if i+1 < len(suite.Scenarios) {
			end = suite.Scenarios[i+1].Line - 1
		}
		one := shown{
			ID: fmt.Sprint("scenario-", scenario.Index), Name: scenario.Name, Why: scenario.Why,
			Cite: scenario.Cite, Source: strings.Join(lines[scenario.Line-1:end], ""),
		}
		one.draw(sheet, scenario)
		all = append(all, one)
		p.Sections = append(p.Sections, Section{one.ID, one.Name})
		s.index = append(s.index, entry{scenario.Name, title, p.Path + "#" + one.ID})
	}

	var body bytes.Buffer
	err := scenarioPage.Execute(&body, map[string]any{
		"Title": title, "About": about, "File": path.Base(name), "Scenarios": all,
		"Definitions": template.HTML(sheet.Definitions()),
	})
	if err != nil {
		return "", err
	}
	return title, s.add(p, template.HTML(body.String()))
}

// heading returns the first sentence of the comment at the top of a scenario file, and the rest.
func heading(text []byte) (title, about string) {
	var words []string
	for line := range strings.Lines(string(text)) {
		comment, ok := strings.CutPrefix(line, "#")
		if !ok {
			break
		}
		if !strings.HasPrefix(comment, " yaml-language-server:") {
			words = append(words, strings.Fields(comment)...)
		}
	}

	title, about, _ = strings.Cut(strings.Join(words, " "), ". ")
	return strings.TrimSuffix(title, "."), about
}

// draw draws the position of a scenario and what its last move makes of it, and links the board.
func (one *shown) draw(sheet *diagram.Sheet, s *specs.Scenario) {
	variant := rules.New(s.Set)
	p, err := variant.ParseFEN(s.FEN.Value)
	if err != nil {
		return
	}
	start := variant.FEN(&p)
	one.Link = "../" + boardAddress(s.Set, start, nil)
	picture := func(p *board.Position, title string, marks []diagram.Mark) {
		svg := sheet.AppendBoard(nil, p, title, diagram.Options{Marks: marks})
		one.Boards = append(one.Boards, template.HTML(svg))
	}
	picture(&p, "Before the moves: "+start, nil)

	var moves []string
	var marks []diagram.Mark
	for _, move := range s.Play {
		turn, err := variant.Parse(&p, move.Value)
		if err != nil {
			return
		}
		moves = append(moves, variant.InputSAN(&p, turn))
		marks = story.NumberedMarks(&p, turn)
		p = turn.After
	}

	if len(moves) > 0 {
		one.Link = "../" + boardAddress(s.Set, start, moves)
		picture(&p, "After "+strings.Join(moves, " ")+": "+variant.FEN(&p), marks)
	}
}

// boardAddress returns the address of a position on the board, from the top of the site.
func boardAddress(set ruleset.Set, fen string, moves []string) string {
	address := "#rules=" + rulesParameter(set) + "&fen=" + parameter(fen)
	if len(moves) > 0 {
		address += "&moves=" + parameter(strings.Join(moves, " "))
	}
	return address
}

// rulesParameter returns a rule set as the address of the board has it.
func rulesParameter(set ruleset.Set) string {
	if builtin, ok := ruleset.IsBuiltin(set); ok {
		return builtin.Name
	}
	return url.PathEscape(string(ruleset.AppendYAML(nil, set)))
}

// parameter returns a FEN or moves as the address of the board has them.
func parameter(text string) string {
	return url.PathEscape(strings.ReplaceAll(text, " ", "_"))
}
