package validate

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"turncoat/pgn"
	"turncoat/rules/ruleset"
)

// A judge judges blocks of records, one block at a time.
type judge struct {
	rules Rules
	quick *quick
}

func newJudge(rules Rules) *judge { return &judge{rules: rules, quick: newQuick(rules)} }

// block judges the records of a job's text.
func (u *judge) block(j *job) {
	switch {
	case j.tooLong:
		j.records = append(j.records, tooLong(j.text))
	case j.form == pgn.FormText && !opensWithTag(j.text):
		for _, g := range pgn.ParseText(j.text) {
			j.records = append(j.records, Game(j.text, g, u.rules))
		}
	case j.form == pgn.FormScenarios:
		j.records = append(j.records, yamlRecords(j.text)...)
	default:
		u.games(j)
	}
}

// games judges PGN.
func (u *judge) games(j *job) {
	for at := 0; at < len(j.text); {
		j.records = append(j.records, Record{})
		r := &j.records[len(j.records)-1]
		end, ok := u.quick.read(j.text, at, j.last, r)
		if !ok {
			var g *pgn.Game
			if g, end = pgn.Next(j.text, at, j.last); g != nil {
				*r = Game(j.text, g, u.rules)
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
func tooLong(text []byte) Record {
	at := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	f := Finding{Code: pgn.CodeSyntax, Severity: "error", Message: fmt.Sprintf("the record is longer than %d MiB and has been skipped", pgn.MaxRecord>>20)}
	f.Line, f.Column = pgn.Place(text, at)
	f.excerpt, f.caret, f.width = excerpt(text, at, at)
	return Record{Kind: KindGame, Result: "*", Findings: []Finding{f}}
}

// yamlRecords judges a YAML file: scenarios, or a rule set.
func yamlRecords(text []byte) []Record {
	return []Record{ruleSet(text)}
}

// ruleSet judges a rule-set file.
func ruleSet(text []byte) Record {
	set, err := ruleset.Parse(text, "")
	r := Record{Kind: KindRules, Name: set.Name, Rules: set.Name, text: text}
	faults := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		faults = joined.Unwrap()
	}
	for _, fault := range faults {
		if fault == nil {
			continue
		}
		f := Finding{Code: pgn.CodeSyntax, Severity: "error", Message: fault.Error()}
		var placed *ruleset.Error
		if errors.As(fault, &placed) {
			f.Message = placed.Err.Error()
			if f.Line, f.Column = placed.Line, placed.Column; f.Line > 0 {
				at := offset(text, f.Line, f.Column)
				f.excerpt, f.caret, f.width = excerpt(text, at, at)
			}
		}
		if errors.Is(fault, ruleset.ErrUnknown) {
			f.Code = pgn.CodeRules
		}
		f.Message = strings.TrimPrefix(f.Message, ruleset.ErrSyntax.Error()+": ")
		r.Findings = append(r.Findings, f)
	}
	r.judge()
	return r
}

// offset gives the place of a line and column, as YAML counts them.
func offset(text []byte, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	return min(at+column-1, len(text))
}
