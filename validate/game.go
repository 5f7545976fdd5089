package validate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/story"
	"turncoat/internal/token"
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

func (o Rules) replay() pgn.Options {
	return pgn.Options{Rules: o.Override, Letters: o.Letters, Dir: o.Dir}
}

// Judge checks a record that [pgn.Next] or [pgn.ParseText] has read from the text. Lines count from
// the beginning of the text.
//
// Judge gives the verdict that a person wants: on top of the problems of [pgn.Replay] it checks
// tags and draw claims, suggests moves, tries other rule sets, and places every finding in the
// text. To work with the moves and positions of a game, use [pgn.Replay]; to check whole files,
// [Run].
func Judge(text []byte, g *pgn.Record, o Rules) Verdict {
	u := newJudge(o)
	u.lines.Reset(text, 0)
	return u.judge(g)
}

// judge gives the verdict on a record.
func (u *judge) judge(g *pgn.Record) Verdict {
	game, problems := u.replayer.Replay(g, u.rules.replay())
	tags, problems := readTags(g, problems)
	r := Verdict{Kind: KindGame, Plies: game.Plies, Result: game.Result.String(),
		title: title{tags.value(token.TagWhite), tags.value(token.TagBlack), tags.value(token.TagEvent)}}
	if game.Rules != nil {
		r.Rules = u.setName(game.Rules)
	}
	for _, t := range game.Main.Turns {
		r.Converted += t.Played.Converted.Count() + t.Played.Reclaimed.Count()
	}
	if g.Dialect == token.Standard {
		problems = tags.judge(g.At, game, problems)
	}
	problems = drawClaims(g, &tags, game, problems)
	problems = u.rules.SecondOpinion.second(g, game, problems)
	if len(problems) > 0 {
		r.nothing = g.Empty()
		u.report(&r, g, game, problems)
	}

	r.settle()
	return r
}

// report adds to a verdict the findings that problems amount to.
func (u *judge) report(r *Verdict, g *pgn.Record, game *pgn.PlayedGame, problems []pgn.Problem) {
	problems = otherRules(g, game, u.rules, problems)
	for i := range problems {
		help(game.Rules, &problems[i])
	}
	unchecked(game, problems)
	if junk, ok := asJunk(g, game, problems); ok {
		problems, r.junk = junk, true
	}
	slices.SortStableFunc(problems, inOrder)
	for i := range problems {
		f := newFinding(&u.lines, game, &problems[i])
		if f.Variation != "" && u.rules.Variations {
			f.Severity = f.Code.Severity()
		}
		r.Findings = append(r.Findings, f)
	}
}

// inOrder compares problems by their places in the text. A note about other rules sorts after the
// errors that it may explain.
func inOrder(a, b pgn.Problem) int {
	return cmp.Or(cmp.Compare(afterErrors(&a), afterErrors(&b)), cmp.Compare(a.At, b.At))
}

func afterErrors(p *pgn.Problem) int {
	if p.Code == pgn.OtherRules && !p.RootCause {
		return 1
	}
	return 0
}

// unchecked adds to the error that ended the game how many plies were not checked because of it.
func unchecked(record *pgn.PlayedGame, problems []pgn.Problem) {
	played := len(record.Main.Turns)
	left := record.Plies - played - 1
	if record.Complete || left <= 0 {
		return
	}
	for i := range problems {
		p := &problems[i]
		switch p.Code {
		case pgn.IllegalMove, pgn.AmbiguousMove, pgn.MoveAfterEnd, pgn.UnknownPiece, pgn.Syntax:
			if p.Variation == "" && p.Ply == played+1 && (p.Code != pgn.Syntax || p.Rule != "") {
				p.Message += "; the rest (" + plural.Count(left, "ply") + ") was not checked"
				return
			}
		}
	}
}

// asJunk returns one problem for a text that holds more unreadable words than anything else.
func asJunk(g *pgn.Record, record *pgn.PlayedGame, problems []pgn.Problem) ([]pgn.Problem, bool) {
	words := len(g.Faults)
	for _, m := range g.Main.Moves {
		if m.Unreadable {
			words++
		}
	}

	if words < 3 || words <= 2*(len(record.Main.Turns)+len(g.Tags)) {
		return nil, false
	}
	for _, p := range problems {
		if p.Code == pgn.Syntax {
			p.Message, p.Before = fmt.Sprintf("not a game record: %s cannot be read", plural.Count(words, "word")), nil
			return []pgn.Problem{p}, true
		}
	}

	return nil, false
}

// newFinding returns a problem as a finding, with its place in the text. record may be nil: then
// the finding has neither rules nor a position.
func newFinding(lines *token.Lines, record *pgn.PlayedGame, p *pgn.Problem) Finding {
	f := Finding{Code: p.Code, Severity: p.Severity(), Ply: p.Ply, Move: strings.Clone(p.Move), Rule: p.Rule,
		Message: p.Text(), Expected: p.Expected, Got: p.Got, Variation: p.Variation}
	f.Line, f.Column = lines.Place(p.At)
	f.excerpt, f.caret, f.width = excerpt(lines, p.At, p.End)
	if record != nil && record.Rules != nil {
		f.set = record.Rules.Set()
		f.Message = story.Cite(f.set.Family, f.Message, p.Move)
	}

	if p.Before != nil && record != nil && record.Rules != nil {
		f.position, f.turn = *p.Before, p.Turn
		f.FEN = record.Rules.FEN(p.Before)
		if p.Turn != nil {
			f.pieces = p.Turn.Move.From.Bit()
		} else if f.Severity == "error" {
			f.pieces = rules.PiecesMeant(p.Before, cmp.Or(p.Meant, p.Move))
		}
	} else if p.Code == pgn.ResultMismatch && p.Rule != "" {
		f.position = record.End()
	}

	f.asked = f.Move
	if p.Meant != "" && plain(p.Move) != p.Meant { // the second section of an export says another one
		f.asked = strings.Clone(p.Meant)
	}
	return f
}

// excerptWidth is how much of a line a report shows, in bytes.
const excerptWidth = 100

// excerpt returns the piece of the line around a place, where the place is in it, and how many
// characters of it the finding is about, at least one.
func excerpt(lines *token.Lines, at, end int) (piece string, caret, width int) {
	line, in := lines.Line(at)
	in = min(in, len(line))
	end = min(max(in+end-at, in), len(line))
	from, to := 0, len(line)
	if to-from > excerptWidth {
		from = max(0, in-excerptWidth/2)
		to = min(len(line), from+excerptWidth)
		for from > 0 && from < in && line[from]&0xc0 == 0x80 { // not in the middle of a character
			from++
		}
		for to < len(line) && to > in && line[to]&0xc0 == 0x80 {
			to--
		}
	}

	end = min(end, to)
	caret, width = token.Width(line[from:in]), max(1, token.Width(line[in:end]))
	before, after := "", ""
	if from > 0 {
		before, caret = "…", caret+1
	}
	if to < len(line) {
		after = "…"
	}
	return before + shown(line[from:to]) + after, caret, width
}

// shown returns a line of a record as it can be shown in one line of a screen, each character in
// its column: tabs as spaces, what is hidden or would command a terminal as question marks.
func shown(line []byte) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r >= ' ' && r < 0x7f:
			return r
		case printable.Line(string(r)) != string(r):
			return '?'
		}

		return r
	}, strings.TrimPrefix(token.Decode(line, !utf8.Valid(line)), "\ufeff"))
}
