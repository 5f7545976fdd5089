package reading

import (
	"context"

	"turncoat/internal/answer/searching"
	"turncoat/pgn"
	"turncoat/protocol"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
	"turncoat/specs"
)

// scenario answers [AskScenario].
func scenario(ctx context.Context, q *protocol.Question) (any, error) {
	game, err := q.Game(ctx)
	if err != nil {
		return nil, err
	}
	text, err := specs.New(ctx, game.Variant(), game.Start(), q.Moves)
	if err != nil {
		return nil, err
	}
	return map[string]any{AskScenario: string(text)}, nil
}

// readScenarios reads YAML: scenarios, which it runs, or a rule set.
func readScenarios(ctx context.Context, text []byte, out *reading) error {
	out.Form = "yaml"
	suite, faults := specs.Read(ctx, text, "")
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(suite.Scenarios) == 0 {
		if set, err := ruleset.Parse(text, ""); err == nil {
			out.Records = append(out.Records, record{Index: 1, Kind: "rules", Name: set.Name,
				Rules: set.Name, OK: true, Findings: []pgn.Finding{}})
			return nil
		}
	}

	for i := range suite.Scenarios {
		if len(out.Records) == maxRecords {
			out.More = true
			break
		}

		r, err := runScenario(ctx, &suite.Scenarios[i])
		if err != nil {
			return err
		}
		out.Records = append(out.Records, r)
	}

	if len(faults) > 0 {
		r := record{Kind: "file", Findings: []pgn.Finding{}}
		for _, f := range faults[:min(len(faults), maxFindings)] {
			r.Findings = append(r.Findings, fault(f))
		}
		out.Records = append(out.Records, r)
	}

	return nil
}

func fault(f *specs.Fault) pgn.Finding {
	return pgn.Finding{Code: f.Code, Severity: pgn.Error, Line: f.Line, Column: f.Column,
		Message: f.Err.Error()}
}

// runScenario runs a scenario and returns its failures.
func runScenario(ctx context.Context, s *specs.Scenario) (record, error) {
	r := record{Index: s.Index, Kind: "scenario", Name: s.Name, Rules: requestRules(s.Set),
		Start: s.FEN.Value, Why: s.Why, Cite: s.Cite, Findings: []pgn.Finding{}}
	if r.Start == "start" {
		r.Start = board.StartFEN
	}
	for _, move := range s.Play {
		r.Play = append(r.Play, move.Value)
	}
	r.Plies = len(r.Play)
	for _, f := range s.Faults {
		r.Findings = append(r.Findings, fault(f))
	}
	if len(s.Faults) > 0 {
		return r, nil
	}
	result, err := specs.Run(ctx, s, specs.Options{Solve: forced})
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if err != nil {
		r.Findings = append(r.Findings, pgn.Finding{Code: "expectation", Severity: pgn.Error,
			Line: s.Line, Column: s.Column, Message: err.Error()})
		return r, nil
	}

	r.OK = result.OK()
	for i := range result.Failures {
		f := &result.Failures[i]
		r.Findings = append(r.Findings, pgn.Finding{Code: f.Code, Severity: pgn.Error, Ply: f.Ply,
			Move: f.Move, Line: f.Line, Column: f.Column,
			FEN: f.FEN, Rule: f.Rule, Message: f.Message, Expected: f.Expected, Got: f.Got})
	}

	return r, nil
}

// forced finds forced wins for scenarios that expect them.
func forced(ctx context.Context, variant *rules.Variant, p board.Position, n int) (int,
	[]board.Move,
	error) {
	options := searching.Limits(variant)
	options.Memory = 16 << 20
	return solve.Shortest(ctx, variant, &p, n, options)
}
