package validate

import (
	"bytes"
	"context"
	"fmt"

	"turncoat/pgn"
)

// A judge judges blocks of records, one block at a time.
type judge struct {
	rules Rules
	quick *quick
}

func newJudge(rules Rules) *judge { return &judge{rules: rules, quick: newQuick(rules)} }

// block judges the records of a job's text.
func (u *judge) block(ctx context.Context, j *job) {
	switch {
	case j.tooLong:
		j.records = append(j.records, tooLong(j.text))
	case j.form == pgn.FormText && !opensWithTag(j.text):
		for _, g := range pgn.ParseText(j.text) {
			j.records = append(j.records, Judge(j.text, g, u.rules))
		}
	case j.form == pgn.FormJSON:
		for _, g := range pgn.ParseJSON(j.text) {
			j.records = append(j.records, Judge(j.text, g, u.rules))
		}
	case j.form == pgn.FormScenarios:
		j.records = append(j.records, yamlRecords(ctx, j.text, u.rules.Set)...)
	default:
		u.games(j)
	}
}

// games judges PGN.
func (u *judge) games(j *job) {
	for at := 0; at < len(j.text); {
		j.records = append(j.records, Verdict{})
		r := &j.records[len(j.records)-1]
		end, ok := u.quick.read(j.text, at, r)
		if !ok {
			var g *pgn.Game
			if g, end = pgn.Next(j.text, at, j.last); g != nil {
				*r = Judge(j.text, g, u.rules)
			} else {
				j.records = j.records[:len(j.records)-1]
			}
		}
		at = end
	}
}

func opensWithTag(text []byte) bool {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	return len(text) > 1 && text[0] == '[' && text[1] != '%'
}

// tooLong is the verdict on a record that is too long to be read.
func tooLong(text []byte) Verdict {
	at := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	f := Finding{Code: pgn.CodeSyntax, Severity: "error", Message: fmt.Sprintf("the record is longer than %d MiB and has been skipped", pgn.MaxRecord>>20)}
	f.Line, f.Column = pgn.Place(text, at)
	f.excerpt, f.caret, f.width = excerpt(text, at, at)
	return Verdict{Kind: KindGame, Result: "*", Findings: []Finding{f}}
}
