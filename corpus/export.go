package corpus

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/internal/fingerprint"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/strict"
	"turncoat/rules"
)

// Vector is a case in a form that suits unit tests in any language: a question, and the answer as a
// set of lines.
type Vector struct {
	ID    string   `json:"id" yaml:"id"`
	Rules string   `json:"rules" yaml:"rules"` // the name of the rule set
	FEN   string   `json:"fen" yaml:"fen"`
	Moves []string `json:"moves" yaml:"moves,flow"` // played from FEN first
	// each legal turn: the UCI move, the board after it, the side to move
	Turns   []string `json:"turns" yaml:"turns"`
	Outcome string   `json:"outcome" yaml:"outcome"`
	Why     []string `json:"why" yaml:"why"` // the rules that the case shows, each in a sentence
	Title   string   `json:"title" yaml:"title"`
	Version string   `json:"version" yaml:"version"` // of the rules: see [RulesVersion]
}

// Title returns a short name for the case, fit for a unit test: the first rule that it shows, the
// side to move, and the numbers of pieces and of legal turns. White is to move where the FEN does
// not say who is.
func (c *Case) Title() string {
	_, rest, _ := strings.Cut(c.FEN, " ")
	black := strings.HasPrefix(rest, "b") != (len(c.Moves)%2 == 1)
	side := "White"
	if black {
		side = "Black"
	}
	title := fmt.Sprintf("%s to move, %s, %s", side,
		plural.Count(fingerprint.Pieces(c.FEN), "piece"), plural.Count(len(c.Turns), "turn"))
	if len(c.Moves) > 0 {
		title += " after " + strings.Join(c.Moves, " ")
	}
	if len(c.Cite) > 0 {
		title = c.Cite[0] + ": " + title
	}
	return title
}

// Vector returns the test vector of a case.
func (c *Case) Vector() Vector {
	v := Vector{ID: c.ID, Rules: c.Rules.String(), FEN: c.FEN,
		Moves: append([]string{}, c.Moves...), Turns: []string{}, Outcome: c.Outcome,
		Why: []string{}, Title: c.Title(), Version: RulesVersion}
	for _, t := range c.Turns {
		v.Turns = append(v.Turns, t.UCI+" "+boardAndSide(t.FEN))
	}
	variant := rules.New(c.Rules)
	for _, id := range c.Cite {
		v.Why = append(v.Why, strings.TrimSpace(id+" "+variant.Statement(id)))
	}
	return v
}

// ExportForms lists the forms of [Export].
func ExportForms() []string { return []string{"json", "yaml", "epd"} }

// Export writes the test vectors of cases: as one JSON array with a vector a line, as one YAML
// list, or as EPD with the operations id, outcome, turns and c0 (why). EPD has no place for moves:
// a case with moves is written as the position after them, or left out if a FEN cannot show all
// that the moves have led to. The number of cases left out is returned.
func Export(w io.Writer, cases []Case, form string) (left int, err error) {
	out := bufio.NewWriter(w)
	switch form {
	case "json":
		err = exportJSON(out, cases)
	case "yaml":
		err = exportYAML(out, cases)
	case "epd":
		left, err = exportEPD(out, cases)
	default:
		return 0, fmt.Errorf("no form is called %q%s", form, strict.Suggest(form, ExportForms()))
	}

	if err == nil {
		err = out.Flush()
	}
	return left, err
}

func exportJSON(out *bufio.Writer, cases []Case) error {
	for i := range cases {
		out.WriteString([...]string{"[\n", ",\n"}[min(i, 1)])
		line, err := json.Marshal(cases[i].Vector())
		if err != nil {
			return err
		}
		out.Write(line)
	}

	if len(cases) == 0 {
		out.WriteString("[")
	}
	_, err := out.WriteString("\n]\n")
	return err
}

func exportYAML(out *bufio.Writer, cases []Case) error {
	if len(cases) == 0 {
		_, err := out.WriteString("[]\n")
		return err
	}

	for i := range cases {
		text, err := yaml.Marshal([]Vector{cases[i].Vector()})
		if err != nil {
			return err
		}
		out.Write(text)
	}

	return nil
}

func exportEPD(out *bufio.Writer, cases []Case) (left int, err error) {
	for i := range cases {
		c := &cases[i]
		variant := rules.New(c.Rules)
		p, err := c.Seed().Position(variant)
		if err != nil {
			return left, &Error{Case: c.ID, Err: fmt.Errorf("%w: %w", ErrContent, err)}
		}
		fen := variant.FEN(&p)
		if again, err := variant.ParseFEN(fen); err != nil || again.Key != p.Key {
			left++
			continue
		}

		fields, v := strings.Fields(fen), c.Vector()
		line := fmt.Sprintf("%s hmvc %s; fmvn %s; id %s; outcome %s; turns %s; c0 %s;",
			strings.Join(fields[:4], " "), fields[4], fields[5], epdText(v.ID), epdText(v.Outcome),
			epdText(strings.Join(v.Turns, ", ")), epdText(strings.Join(v.Why, " ")))
		out.WriteString(printable.Line(line) + "\n")
	}

	return left, nil
}

// epdText writes text in double quotes, with single ones for those inside.
func epdText(text string) string { return `"` + strings.ReplaceAll(text, `"`, "'") + `"` }
