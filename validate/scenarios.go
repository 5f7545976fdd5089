package validate

import (
	"context"
	"errors"
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/internal/token"
	"turncoat/pgn"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
	"turncoat/specs"
)

// yamlRecords judges a YAML file of scenarios or of a rule set. Findings about the file as a whole
// form a record of their own. YAML of any other kind has no records.
func yamlRecords(ctx context.Context, text []byte, lines *token.Lines, o Rules) []Verdict {
	keys, err := topKeys(text)
	switch {
	case err != nil || keys["scenarios"] || keys["rules"]:
		suite, faults := specs.ReadIn(text, "", o.Dir)
		if err != nil && len(faults) == 0 {
			return []Verdict{{Kind: KindFile,
				Findings: []Finding{{Code: pgn.Syntax, Severity: "error", Line: 1, Column: 1,
					Message: err.Error()}}}}
		}

		records := scenarios(ctx, lines, &suite, o.Set)
		if len(faults) > 0 {
			records = append(records, fileRecord(lines, faults))
		}
		return records
	case keys["base"] || keys["family"]:
		return []Verdict{ruleSet(text, lines)}
	}

	return nil
}

// topKeys returns the keys of the mapping that a YAML file is.
func topKeys(text []byte) (map[string]bool, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return nil, err
	}
	keys := map[string]bool{}
	if len(root.Content) == 1 && root.Content[0].Kind == yaml.MappingNode {
		for i := 0; i < len(root.Content[0].Content); i += 2 {
			keys[root.Content[0].Content[i].Value] = true
		}
	}

	return keys, nil
}

func fileRecord(lines *token.Lines, faults []*specs.Fault) Verdict {
	r := Verdict{Kind: KindFile}
	for _, f := range faults {
		r.Findings = append(r.Findings, placed(lines, specFinding(f.Code, f.Place, faultText(f.Err))))
	}
	r.settle()
	return r
}

// faultText returns the reason of a fault without its class, which the code already gives.
func faultText(err error) string {
	text := err.Error()
	for _, class := range []error{board.ErrSyntax, board.ErrInvalid, ruleset.ErrSyntax} {
		text = strings.TrimPrefix(text, class.Error()+": ")
	}
	return text
}

func specFinding(code pgn.Code, at specs.Place, message string) Finding {
	return Finding{Code: code, Severity: "error", Line: at.Line, Column: at.Column, Message: message}
}

// placed adds the line that a finding is about.
func placed(lines *token.Lines, f Finding) Finding {
	if f.Line > 0 {
		if n := lines.Count(); f.Line > n { // YAML has other line ends too
			f.Line, f.Column = n, 1
		}
		f.Column = max(f.Column, 1)
		at := lines.Start(f.Line) + f.Column - 1
		f.excerpt, f.caret, f.width = excerpt(lines, at, at)
	}

	return f
}

func scenarios(ctx context.Context, lines *token.Lines, suite *specs.Suite,
	set []ruleset.Override) []Verdict {
	var records []Verdict
	for i := range suite.Scenarios {
		s := &suite.Scenarios[i]
		r := Verdict{Kind: KindScenario, Index: s.Index, Name: s.Name, Rules: ruleset.ApplyAll(s.Set, set).String()}
		if len(s.Faults) > 0 {
			for _, f := range s.Faults {
				r.Findings = append(r.Findings, placed(lines, specFinding(f.Code, f.Place, faultText(f.Err))))
			}
		} else {
			result, err := specs.Run(ctx, s, specs.Options{Set: set, Solve: forced})
			if ctx.Err() != nil {
				return records // this one was not finished
			}
			if err != nil {
				f := specFinding(pgn.Expectation, s.Place, err.Error())
				r.Findings = append(r.Findings, placed(lines, f))
			}

			for i := range result.Failures {
				r.Findings = append(r.Findings, placed(lines, failure(s, &result, i)))
			}
		}

		r.settle()
		records = append(records, r)
	}

	return records
}

// failure returns an expectation that does not hold as a finding.
func failure(s *specs.Scenario, result *specs.Result, i int) Finding {
	failed, set := &result.Failures[i], result.Set
	f := specFinding(failed.Code, failed.Place, failed.Message)
	f.Ply, f.Move, f.Rule, f.Expected, f.Got = failed.Ply, failed.Move, failed.Rule, failed.Expected, failed.Got
	f.see, f.lesson, f.boards = failed.See, result.Lesson(s, i), failed.Boards != nil
	if p, err := rules.New(set).ParseFEN(failed.FEN); err == nil {
		f.FEN, f.position, f.set = p.FEN(set), p, set
	}
	return f
}

// The limits of one search for a forced win: bytes for the table, and turns to examine. If a search
// exceeds them, the answer is unknown and the scenario fails.
const (
	solverMemory = 16 << 20
	solverNodes  = 200_000_000
)

// forced finds forced wins for scenarios that expect them.
func forced(ctx context.Context, g *rules.Variant, p board.Position, n int) (int, []board.Move, error) {
	return solve.Shortest(ctx, g, &p, n, solve.Options{Jobs: 1, Memory: solverMemory, Nodes: solverNodes})
}

// ruleSet judges a rule-set file.
func ruleSet(text []byte, lines *token.Lines) Verdict {
	set, err := ruleset.Parse(text, "")
	r := Verdict{Kind: KindRules, Name: set.Name, Rules: set.String()}
	faults := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		faults = joined.Unwrap()
	}
	for _, fault := range faults {
		if fault == nil {
			continue
		}
		f := Finding{Code: pgn.Syntax, Severity: "error", Message: fault.Error()}
		var at *ruleset.Error
		if errors.As(fault, &at) {
			f.Message, f.Line, f.Column = at.Err.Error(), at.Line, at.Column
		}
		if errors.Is(fault, ruleset.ErrUnknown) {
			f.Code = pgn.UnknownRules
		}
		f.Message = strings.TrimPrefix(f.Message, ruleset.ErrSyntax.Error()+": ")
		r.Findings = append(r.Findings, placed(lines, f))
	}

	r.settle()
	return r
}
