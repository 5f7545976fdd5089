package validate

import (
	"bytes"
	"context"
	"fmt"

	"turncoat/pgn"
)

// A judge judges blocks of records, one block at a time.
type judge struct {
	rules     Rules
	tokenizer pgn.Tokenizer
	lines     pgn.Lines // of the block
	fast      *fastPath
}

func newJudge(rules Rules) *judge {
	u := &judge{rules: rules}
	u.fast = newFastPath(rules, &u.tokenizer, &u.lines)
	return u
}

// block judges the records of a job's text.
func (u *judge) block(ctx context.Context, j *job) {
	u.lines.Reset(j.text)
	switch {
	case j.tooLong:
		j.records = append(j.records, u.tooLong(j.text))
	case j.form == pgn.FormText && !pgn.OpensWithTag(j.text):
		for _, g := range pgn.ParseText(j.text) {
			j.records = append(j.records, judgeGame(j.text, &u.lines, g, u.rules))
		}
	case j.form == pgn.FormJSON:
		for _, g := range pgn.ParseJSON(j.text) {
			j.records = append(j.records, judgeGame(j.text, &u.lines, g, u.rules))
		}
	case j.form == pgn.FormScenarios:
		j.records = append(j.records, yamlRecords(ctx, j.text, &u.lines, u.rules.Set)...)
	default:
		u.games(j)
	}
}

// games judges PGN.
func (u *judge) games(j *job) {
	u.lines.Reset(j.text)
	for at := 0; at < len(j.text); {
		j.records = append(j.records, Verdict{})
		r := &j.records[len(j.records)-1]
		end, ok := u.fast.read(j.text, at, j.last, r)
		if !ok {
			var g *pgn.Game
			if g, end = u.tokenizer.Game(j.text, at, j.last); g != nil {
				*r = judgeGame(j.text, &u.lines, g, u.rules)
			} else {
				j.records = j.records[:len(j.records)-1]
			}
		}
		at = end
	}
}

// tooLong is the verdict on a record that is too long to be read.
func (u *judge) tooLong(text []byte) Verdict {
	at := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	f := Finding{Code: pgn.CodeSyntax, Severity: "error",
		Message: fmt.Sprintf("the record is longer than %d MiB and has been skipped", pgn.MaxRecord>>20)}
	f.Line, f.Column = u.lines.Place(at)
	f.excerpt, f.caret, f.width = excerpt(&u.lines, at, at)
	return Verdict{Kind: KindGame, Result: "*", Findings: []Finding{f}}
}
