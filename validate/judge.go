package validate

import (
	"bytes"
	"context"
	"fmt"

	"turncoat/internal/token"
	"turncoat/pgn"
	"turncoat/rules"
)

// A judge judges blocks of records, one at a time. It reuses the memory of one record for the next.
type judge struct {
	rules     Rules
	tokenizer token.Tokenizer
	lines     token.Lines // of the block
	game      pgn.Record  // the last one of PGN
	replayer  pgn.Replayer

	variant *rules.Variant // the last one
	name    string         // of its rule set
}

func newJudge(rules Rules) *judge { return &judge{rules: rules} }

// block appends the verdicts on the records of a block.
func (u *judge) block(ctx context.Context, records []Verdict, b *token.Block) []Verdict {
	u.lines.Reset(b.Text, b.Lines)
	switch {
	case b.TooLong:
		return append(records, u.tooLong(b.Text))
	case b.Form == token.FormScenarios:
		return append(records, yamlRecords(ctx, b.Text, &u.lines, u.rules)...)
	case b.Form == token.FormPGN:
		return u.games(records, b)
	}

	for g := range pgn.Games(b, &u.tokenizer) {
		records = append(records, u.judge(g))
	}
	return records
}

// games judges PGN.
func (u *judge) games(records []Verdict, b *token.Block) []Verdict {
	u.tokenizer.Share(b.Text)
	for at := 0; at < len(b.Text); {
		end, ok := u.tokenizer.Read((*token.Record)(&u.game), b.Text, at, b.Last)
		if !ok {
			break
		}
		at = end
		r := u.judge(&u.game)
		if n := len(records); !r.junk || n == 0 || !records[n-1].junk { // one for all junk
			records = append(records, r)
		}
	}

	return records
}

// setName returns the name of the rule set of a variant.
func (u *judge) setName(v *rules.Variant) string {
	if v != u.variant {
		u.variant, u.name = v, v.Set().String()
	}
	return u.name
}

// tooLong is the verdict on a record that is too long to be read.
func (u *judge) tooLong(text []byte) Verdict {
	at := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	f := Finding{Code: pgn.Syntax, Severity: "error",
		Message: fmt.Sprintf("the record is longer than %d MiB and has been skipped", token.MaxRecord>>20)}
	f.Line, f.Column = u.lines.Place(at)
	f.excerpt, f.caret, f.width = excerpt(&u.lines, at, at)
	return Verdict{Kind: KindGame, Result: "*", Findings: []Finding{f}}
}
