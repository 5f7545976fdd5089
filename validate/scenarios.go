package validate

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/internal/lines"
	"turncoat/internal/strict"
	"turncoat/pgn"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
	"turncoat/specs"
)

// yamlRecords judges a YAML file of scenarios or of a rule set. Findings about the file as a whole
// form a record of their own. YAML of any other kind has no records.
func yamlRecords(ctx context.Context, text []byte, places *lines.Places, o Rules) []Verdict {
	keys, err := topKeys(ctx, text)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil || keys["scenarios"] || keys["rules"]:
		suite, faults := specs.ReadIn(ctx, text, "", o.Dir)
		if err != nil && len(faults) == 0 {
			f := placed(places, pgn.Syntax, specs.Place{Line: 1, Column: 1}, err.Error())
			return []Verdict{{Kind: KindFile, Findings: []pgn.Finding{f}}}
		}

		suite.Scenarios = slices.DeleteFunc(suite.Scenarios, func(s specs.Scenario) bool {
			return explained(s.Faults, faults)
		})
		records := scenarios(ctx, places, &suite, o.Set)
		if len(faults) > 0 {
			records = append(records, fileRecord(places, faults))
		}
		return records
	case isRuleSet(keys):
		return []Verdict{ruleSet(text, places)}
	}

	return nil
}

// explained reports whether a scenario has no faults but those that are reported for its file, such
// as rules that cannot be read.
func explained(faults, ofFile []*specs.Fault) bool {
	for _, fault := range faults {
		same := func(f *specs.Fault) bool { return f.Place == fault.Place }
		if !slices.ContainsFunc(ofFile, same) {
			return false
		}
	}

	return len(faults) > 0
}

// isRuleSet reports whether a file with some keys is meant as a rule set, though it may lack its
// base.
func isRuleSet(keys map[string]bool) bool {
	for key := range keys {
		_, isSetting := ruleset.FindSetting(key)
		if isSetting || key == "base" || key == "family" {
			return true
		}
	}

	return false
}

// topKeys returns the keys of the mapping that a YAML file is.
func topKeys(ctx context.Context, text []byte) (map[string]bool, error) {
	var root yaml.Node
	err := strict.Reader{Context: ctx}.NewDecoder(text).Decode(&root)
	if err != nil && !errors.Is(err, io.EOF) {
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

func fileRecord(places *lines.Places, faults []*specs.Fault) Verdict {
	r := Verdict{Kind: KindFile, places: places}
	for _, f := range faults {
		r.Findings = append(r.Findings, placed(places, f.Code, f.Place, faultText(f.Err)))
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

// placed returns a finding about a place of a YAML file.
func placed(places *lines.Places, code pgn.Code, at specs.Place, message string) pgn.Finding {
	f := pgn.NewFinding(code, 0, 0, "%s", message)
	f.Line, f.Column = at.Line, at.Column
	if f.Line == 0 {
		return f
	}
	if n := places.Count(); f.Line > n { // YAML has other line ends too
		f.Line, f.Column = n, 1
	}
	f.Column = max(f.Column, 1)
	f.At = places.Start(f.Line) + f.Column - 1
	f.End = f.At
	return f
}

func scenarios(ctx context.Context, places *lines.Places, suite *specs.Suite,
	set []ruleset.Override) []Verdict {
	var records []Verdict
	for i := range suite.Scenarios {
		s := &suite.Scenarios[i]
		v := Verdict{Kind: KindScenario, Index: s.Index, Name: s.Name, set: ruleset.ApplyAll(s.Set,
			set),
			places: places}
		v.Rules = v.set.String()
		for _, f := range s.Faults {
			v.Findings = append(v.Findings, placed(places, f.Code, f.Place, faultText(f.Err)))
		}
		if len(s.Faults) == 0 {
			result, err := specs.Run(ctx, s, specs.Options{Set: set, Solve: forced})
			if ctx.Err() != nil {
				return records // this one was not finished
			}
			v.failures(s, &result, err)
		}

		v.settle()
		records = append(records, v)
	}

	return records
}

// failures adds the expectations of a scenario that do not hold, and what kept it from being run.
func (v *Verdict) failures(s *specs.Scenario, result *specs.Result, err error) {
	v.lessons = map[int]lesson{}
	if err != nil {
		v.Findings = append(v.Findings, placed(v.places, pgn.Expectation, s.Place, err.Error()))
	}
	for i := range result.Failures {
		failed := &result.Failures[i]
		f := placed(v.places, failed.Code, failed.Place, failed.Message)
		f.Ply, f.Move, f.Rule = failed.Ply, failed.Move, failed.Rule
		f.Expected, f.Got = failed.Expected, failed.Got
		p, err := rules.New(result.Set).ParseFEN(failed.FEN)
		if err == nil {
			f.FEN, f.Before = p.FEN(result.Set), &p
		}
		v.lessons[len(v.Findings)] = lesson{result.Lesson(s, i), failed.Boards != nil, failed.See}
		v.Findings = append(v.Findings, f)
	}
}

// The limits of one search for a forced win: bytes for the table, and turns to examine. If a search
// exceeds them, the answer is unknown and the scenario fails.
const (
	solverMemory = 16 << 20
	solverNodes  = 200_000_000
)

// forced finds forced wins for scenarios that expect them.
func forced(ctx context.Context, variant *rules.Variant, p board.Position, n int) (int,
	[]board.Move, error) {
	return solve.Shortest(ctx, variant, &p, n, solve.Options{Jobs: 1, Memory: solverMemory,
		Nodes: solverNodes})
}

// ruleSet judges a rule-set file.
func ruleSet(text []byte, places *lines.Places) Verdict {
	set, err := ruleset.Parse(text, "")
	v := Verdict{Kind: KindRules, Name: set.Name, Rules: set.String(), places: places}
	faults := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		faults = joined.Unwrap()
	}
	for _, fault := range faults {
		if fault == nil {
			continue
		}
		code, place := pgn.Syntax, specs.Place{}
		if errors.Is(fault, ruleset.ErrUnknown) {
			code = pgn.UnknownRules
		}
		var at *ruleset.Error
		if errors.As(fault, &at) {
			fault, place.Line, place.Column = at.Err, at.Line, at.Column
		}
		v.Findings = append(v.Findings, placed(places, code, place, faultText(fault)))
	}

	v.settle()
	return v
}
