package validate

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"turncoat/internal/lines"
	"turncoat/internal/plural"
	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Rules say which rules records are checked against, and how strictly.
type Rules struct {
	// Override replaces the rule set that a record's Variant tag names; nil follows the tag.
	Override *rules.Variant
	// Letters are the piece letters of the records; nil reads English and unambiguous letters.
	Letters *rules.Letters
	// Variations makes errors in variations count as errors of the game instead of warnings.
	Variations bool
	// SecondOpinion replays games with another implementation; nil for none.
	SecondOpinion SecondOpinion
	// Dir is the directory in which records and scenarios may name rule-set files ([rules.SetDir]);
	// empty for none.
	Dir string
	// Set is laid over the rules of every scenario whose family reads it.
	Set []ruleset.Override
}

// Judge checks a record that [pgn.Next] or [pgn.ParseText] has read from the text. Lines count from
// the beginning of the text.
//
// Judge gives the verdict that a person wants: on top of the findings of [pgn.Replay] it checks
// tags and draw claims, suggests moves, tries other rule sets, and places every finding in the
// text. To work with the moves and positions of a game, use [pgn.Replay]; to check whole files,
// [Run].
func Judge(text []byte, g *pgn.Record, o Rules) Verdict {
	u := judge{rules: o}
	return u.record(g, lines.NewPlaces(text))
}

// A judge judges blocks of records, one at a time. It reuses the memory of one record for the next.
type judge struct {
	rules    Rules
	reader   pgn.Reader
	replayer pgn.Replayer

	variant *rules.Variant // the last one
	name    string         // of its rule set
}

// block appends the verdicts on the records of a block, whose places are prepared for it.
func (u *judge) block(ctx context.Context, verdicts []Verdict, b *pgn.Block,
	places *lines.Places) []Verdict {
	places.Reset(b.Text, b.Lines)
	switch {
	case b.TooLong:
		return append(verdicts, tooLong(b.Text, places))
	case b.Form == pgn.FormScenarios:
		return append(verdicts, yamlRecords(ctx, b.Text, places, u.rules)...)
	}

	for g := range u.reader.Records(b) {
		v := u.record(g, places)
		n := len(verdicts)
		if n > 0 && v.junk && verdicts[n-1].junk { // one verdict for all junk
			continue
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

// tooLong is the verdict on a record that is too long to be read.
func tooLong(text []byte, places *lines.Places) Verdict {
	at := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	f := pgn.NewFinding(pgn.Syntax, at, at, "the record is longer than %d MiB and has been skipped",
		pgn.MaxRecord>>20)
	f.Line, f.Column = places.Place(at)
	return Verdict{Kind: KindGame, Result: "*", Findings: []pgn.Finding{f}, places: places}
}

// record gives the verdict on a game.
func (u *judge) record(g *pgn.Record, places *lines.Places) Verdict {
	options := pgn.Options{Variant: u.rules.Override, Letters: u.rules.Letters, Dir: u.rules.Dir}
	game, findings := u.replayer.Replay(g, options)
	tags, findings := readTags(g, findings)
	v := Verdict{Kind: KindGame, Plies: game.Plies, Result: game.Result.String(), places: places,
		title: title{tags.value(pgn.TagWhite), tags.value(pgn.TagBlack), tags.value(pgn.TagEvent)}}
	if game.Variant != nil {
		v.Rules, v.set = u.setName(game.Variant), game.Variant.Set()
	}
	for _, t := range game.Main.Turns {
		v.Converted += t.Played.Converted.Count() + t.Played.Reclaimed.Count()
	}
	if g.Dialect == pgn.Standard {
		findings = tags.judge(g.At, game, findings)
	}
	findings = drawClaims(g, &tags, game, findings)
	findings, v.reviewed = u.rules.SecondOpinion.review(g, game, findings)
	if len(findings) > 0 {
		v.nothing = g.Empty()
		u.conclude(&v, g, game, findings)
	}

	v.settle()
	return v
}

// setName returns the name of the rule set of a variant.
func (u *judge) setName(v *rules.Variant) string {
	if v != u.variant {
		u.variant, u.name = v, v.Set().String()
	}
	return u.name
}

// conclude gives a verdict its findings: with what they may mean, in order, and with their places.
func (u *judge) conclude(v *Verdict, g *pgn.Record, game *pgn.PlayedGame, findings []pgn.Finding) {
	findings = otherRules(g, game, u.rules, findings)
	for i := range findings {
		suggest(game.Variant, &findings[i])
	}
	unchecked(game, findings)
	if junk, ok := asJunk(g, game, findings); ok {
		findings, v.junk = junk, true
	}
	slices.SortStableFunc(findings, inOrder)

	for _, f := range findings {
		f.Line, f.Column = v.places.Place(f.At)
		f.Move = strings.Clone(f.Move) // otherwise it keeps the whole block in memory
		if game.Variant != nil {
			f.Message = story.Cite(v.set.Family, f.Message, f.Move)
		}
		if f.Variation != "" && u.rules.Variations {
			f.Severity = f.Code.Severity()
		}
		v.Findings = append(v.Findings, f)
	}
}

// inOrder compares findings by their places in the text. A note about other rules sorts after the
// errors that it may explain.
func inOrder(a, b pgn.Finding) int {
	return cmp.Or(cmp.Compare(afterErrors(&a), afterErrors(&b)), cmp.Compare(a.At, b.At))
}

func afterErrors(f *pgn.Finding) int {
	if f.Code == pgn.OtherRules && !f.RootCause {
		return 1
	}
	return 0
}

// unchecked adds to the error that ended the game how many plies were not checked because of it.
func unchecked(game *pgn.PlayedGame, findings []pgn.Finding) {
	played := len(game.Main.Turns)
	left := game.Plies - played - 1
	if game.Complete || left <= 0 {
		return
	}
	for i := range findings {
		f := &findings[i]
		switch f.Code {
		case pgn.IllegalMove, pgn.AmbiguousMove, pgn.MoveAfterEnd, pgn.UnknownPiece, pgn.Syntax:
			isMove := f.Code != pgn.Syntax || f.Rule != ""
			if isMove && f.Variation == "" && f.Ply == played+1 {
				f.Message += "; the rest (" + plural.Count(left, "ply") + ") was not checked"
				return
			}
		}
	}
}

// asJunk returns one finding for a text that holds more unreadable words than anything else.
func asJunk(g *pgn.Record, game *pgn.PlayedGame, findings []pgn.Finding) ([]pgn.Finding, bool) {
	words := len(g.Faults)
	for _, m := range g.Main.Moves {
		if m.Unreadable {
			words++
		}
	}

	if words < 3 || words <= 2*(len(game.Main.Turns)+len(g.Tags)) {
		return nil, false
	}
	for _, f := range findings {
		if f.Code == pgn.Syntax {
			f.Message = fmt.Sprintf("not a game record: %s cannot be read", plural.Count(words,
				"word"))
			f.Before, f.FEN = nil, ""
			return []pgn.Finding{f}, true
		}
	}

	return nil, false
}
