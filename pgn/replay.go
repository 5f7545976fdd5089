package pgn

import (
	"errors"
	"fmt"
	"strings"

	"turncoat/internal/plural"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Options control how records are played.
type Options struct {
	// Rules overrides the record's Variant; nil follows it.
	Variant *rules.Variant
	// Letters are the piece letters. If it is nil, English letters are read, and those letters of
	// other languages that are unambiguous.
	Letters *rules.Letters
	// Dir is the directory in which the Variant of a record may name a rule-set file
	// ([rules.SetDir]); empty for none.
	Dir string
}

// Replay plays a record under its rules, checks everything it says about its moves and their
// conversions, and lists the findings in the order of the plies. The played game has the moves up
// to the first illegal one.
//
// Use Replay for moves and positions, or to write a game again. For a verdict on a record, with
// places in the file, suggestions, and checks of tags and draw claims, use
// [turncoat/validate.Judge], which calls Replay.
func Replay(g *Record, o Options) (*PlayedGame, []Finding) { return new(Replayer).Replay(g, o) }

// A Replayer replays records one after the other and reuses its memory. The zero value is ready,
// for one goroutine at a time.
type Replayer struct {
	known known
	play  replayer
}

// Replay does what the function [Replay] does. What it returns is valid until it is called again.
func (x *Replayer) Replay(g *Record, o Options) (*PlayedGame, []Finding) {
	letters := rules.English
	if o.Letters != nil {
		letters = *o.Letters
	}
	record, findings := x.replay(g, o, letters)
	if o.Letters != nil || record.Foreign == "" || record.Complete {
		return record, findings
	}
	// A letter can mean different pieces, as R is the king in Italian. A language in which every
	// move can be played settles it.
	for _, l := range rules.Languages()[1:] {
		if other, more := new(Replayer).replay(g, o, l); other.Complete {
			return other, more
		}
	}

	return record, findings
}

func (x *Replayer) replay(g *Record, o Options, letters rules.Letters) (*PlayedGame, []Finding) {
	r := &x.play
	r.reset(g)
	r.letters, r.lettersChosen = letters, o.Letters != nil
	r.findings = append(r.findings, g.Faults...)
	if r.begin(o, &x.known) {
		end := &r.record.Start
		if g.Dialect == VChess {
			end = r.sections(end)
		} else {
			end = r.line(&g.Main, &r.record.Main, end, 1)
			r.record.Complete = len(r.record.Main.Turns) == len(g.Main.Moves) && len(g.After) == 0
		}

		r.after(end)
		r.result(end)
	}

	return r.record, r.counted()
}

type replayer struct {
	g              *Record
	variant        *rules.Variant
	family         ruleset.Family // of the rules
	letters        rules.Letters
	record         *PlayedGame
	findings       []Finding
	pool           []*Turn // the memory of turns
	used           int     // how many of them are in use
	path           []*Turn // the turns that lead to the position
	inside         *Turn   // the turn that the present variation replaces; nil in the main line
	saidNoCaptures bool    // a message has said that there are no captures
	unlisted       int     // findings beyond MaxFindings
	gravest        Finding // of them

	afterUnreadable bool // an unreadable word has been skipped, which may have been a move
	numberShift     int  // the record's move number minus the position's
	lettersChosen   bool // the caller chose the letters
	brief           bool // leave out why a move is not legal

	// Of the move that is being played:
	ply     int
	before  *board.Position
	text    string
	at, end int
}

// reset prepares for the next record and keeps the memory of the last.
func (r *replayer) reset(g *Record) {
	if r.record == nil {
		r.record = new(PlayedGame)
	}
	plies := len(g.Main.Moves)
	if g.Dialect == VChess {
		plies = max(len(g.Machine), plies)
	}
	*r.record = PlayedGame{Tags: g.Tags, Dialect: g.Dialect, Plies: plies,
		Main: Variation{Comments: r.record.Main.Comments[:0], Turns: r.record.Main.Turns[:0]}}
	*r = replayer{g: g, record: r.record, findings: r.findings[:0], pool: r.pool, path: r.path[:0]}
}

// newTurn returns an unused turn that begins at a position.
func (r *replayer) newTurn(before *board.Position) *Turn {
	if r.used == len(r.pool) {
		r.pool = append(r.pool, new(Turn))
	}
	t := r.pool[r.used]
	r.used++
	t.Before, t.NAGs, t.Comments, t.Variations = *before, nil, t.Comments[:0], nil
	return t
}

// begin chooses the rule set and the starting position.
func (r *replayer) begin(o Options, known *known) bool {
	if !r.chooseRules(o, known) {
		return false
	}
	r.record.Variant, r.family = r.variant, r.variant.Set().Family
	fen, ok := r.g.Tag("FEN")
	if !ok {
		if setup, _ := r.g.Tag("SetUp"); setup == "1" {
			r.tagged("SetUp", Finding{Code: Contradiction,
				Message: "SetUp announces a starting position, but there is no FEN tag"})
		}

		r.record.Start, _ = known.start(r.variant, board.StartFEN)
		return true
	}

	p, err := known.start(r.variant, fen)
	if err != nil {
		finding := Finding{Code: BadFEN, Message: strings.ReplaceAll(err.Error(), "\n", "; "),
			Err: err}
		if errors.Is(err, board.ErrInvalid) {
			finding.Rule = r.variant.Set().Rule(ruleset.PositionRule)
		}
		r.tagged("FEN", finding)
		return false
	}

	r.record.Start = p
	return true
}

// chooseRules chooses the rule set: the caller's, or the one that the Variant tag names.
func (r *replayer) chooseRules(o Options, known *known) bool {
	value, named := r.g.Tag("Variant")
	if o.Variant != nil {
		r.variant = o.Variant
		if named && !strings.EqualFold(strings.TrimSpace(value), o.Variant.Set().Name) {
			r.overridden(value, o, known)
		}
		return true
	}

	variant, err := known.variant(value, o.Dir)
	if err != nil {
		message := trim(err, ruleset.ErrUnknown)
		r.tagged("Variant", Finding{Code: UnknownRules, Rule: "NOT-6", Message: message, Err: err})
		return false
	}

	r.variant = variant
	return true
}

// overridden reports that a record is played under other rules than its Variant tag names.
func (r *replayer) overridden(value string, o Options, known *known) {
	set := o.Variant.Set()
	if variant, err := known.variant(value, o.Dir); err == nil && variant.Set() == set {
		return
	}
	r.tagged("Variant", Finding{Code: RulesOverridden, Rule: "NOT-6",
		Message: fmt.Sprintf("the record says %q; it is played under %s", value, set)})
}

// tagged reports a finding with the value of a tag.
func (r *replayer) tagged(name string, p Finding) {
	p.At, p.End = r.g.TagPlace(name)
	r.add(p)
}

// MaxFindings is how many findings are listed for one record. One more tells how many were left
// out.
const MaxFindings = 1000

// add adds a finding to the list, or counts it if the list is full. An error in a variation is a
// warning, because the game can be played.
func (r *replayer) add(f Finding) {
	if f.Severity == "" {
		f.Severity = f.Code.Severity()
	}
	if f.IsError() && f.Variation != "" {
		f.Severity = Warning
	}
	if len(r.findings) < MaxFindings {
		r.findings = append(r.findings, f)
		return
	}

	r.unlisted++
	if r.unlisted == 1 || f.IsError() && !r.gravest.IsError() {
		r.gravest = f
	}
}

// counted returns the findings, and if some are not listed, one more that counts them and has the
// code of the gravest.
func (r *replayer) counted() []Finding {
	if r.unlisted > 0 {
		more := plural.Count(r.unlisted, "more finding") + " in this record"
		r.findings = append(r.findings, Finding{Code: r.gravest.Code, Severity: r.gravest.Severity,
			At: r.g.End, End: r.g.End, Message: more})
	}

	return r.findings
}

// trim returns the text of an error without the prefix of its class.
func trim(err, class error) string {
	return strings.TrimPrefix(err.Error(), class.Error()+": ")
}

// line plays a line of the movetext and returns the position at its end.
func (r *replayer) line(line *Line, into *Variation, p *board.Position, ply int) *board.Position {
	r.strayCommands(line.Comments)
	into.Comments = appendBare(into.Comments, line.Comments)
	begin := len(r.path)
	for i, m := range line.Moves {
		if m.Unreadable {
			r.begins(m, ply, p)
			r.keepUnplayed(into, m)
			r.say(Syntax, "", "%q is not valid PGN here", m.Text)
			r.afterUnreadable = true
			continue
		}

		turn := r.newTurn(p)
		r.begins(m, ply, &turn.Before)
		r.number(m)
		if !r.move(m, turn) {
			r.keepUnplayed(into, line.Moves[i:]...)
			break
		}

		into.Turns = append(into.Turns, turn)
		for _, v := range m.Variations {
			r.variation(v, turn, ply)
		}
		r.path = append(r.path, turn)
		p = &turn.Played.After
		ply++
	}

	r.path = r.path[:begin]
	return p
}

// strayCommands reports commands that follow no move.
func (r *replayer) strayCommands(comments []Comment) {
	written := commands(comments)
	if written.conv.end+written.reclaim.end == 0 {
		return
	}
	message := "no move for this command to follow"
	inside := r.variationName()
	if inside != "" {
		message = "in the variation after " + inside + ": " + message
	}
	r.add(Finding{Code: Contradiction, Rule: "NOT-4", At: max(written.conv.at, written.reclaim.at),
		End: max(written.conv.end, written.reclaim.end), Message: message, Variation: inside})
}

func (r *replayer) variation(v *Line, turn *Turn, ply int) {
	afterUnreadable, numberShift, inside := r.afterUnreadable, r.numberShift, r.inside
	r.inside = turn
	into := &Variation{}
	r.line(v, into, &turn.Before, ply)
	turn.Variations = append(turn.Variations, into)
	r.afterUnreadable, r.numberShift, r.inside = afterUnreadable, numberShift, inside
}

// variationName names the move that the present variation replaces, as "12...Qd7"; it is empty in
// the main line.
func (r *replayer) variationName() string {
	if r.inside == nil {
		return ""
	}
	return r.inside.Before.MoveNumber() + r.variant.SAN(&r.inside.Before, r.inside.Played)
}

// keepUnplayed turns the moves of a variation that cannot be played into a comment, so that they
// are not lost when the game is written again.
func (r *replayer) keepUnplayed(into *Variation, moves ...*Move) {
	if r.inside == nil {
		return
	}
	comments := &into.Comments
	if n := len(into.Turns); n > 0 {
		comments = &into.Turns[n-1].Comments
	}
	*comments = append(*comments, "not played: "+wordsOf(moves))
}

// wordsOf returns moves as written, with their comments and variations.
func wordsOf(moves []*Move) string {
	var words []string
	for _, m := range moves {
		words = appendBare(append(words, m.Text), m.Comments)
		for _, v := range m.Variations {
			words = append(words, "("+wordsOf(v.Moves)+")")
		}
	}

	return strings.Join(words, " ")
}

// begins sets the move that later findings are about.
func (r *replayer) begins(m *Move, ply int, p *board.Position) {
	r.ply, r.before, r.text, r.at, r.end = ply, p, m.Text, m.At, m.End
}

// report adds a finding about the move, placed at the move unless it has a place of its own.
func (r *replayer) report(f Finding) {
	before := *r.before
	f.Ply, f.Move, f.Before, f.Variation = r.ply, r.text, &before, r.variationName()
	if f.End == 0 {
		f.At, f.End = r.at, r.end
	}
	if f.Variation != "" {
		f.Message = "in the variation after " + f.Variation + ": " + f.Message
	}
	if !r.brief {
		f.FEN = r.variant.FEN(&before)
	}
	r.add(f)
}

// say reports a finding with the move that consists of a message only.
func (r *replayer) say(code Code, rule, format string, args ...any) {
	r.report(Finding{Code: code, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

// number checks a move number against the position.
func (r *replayer) number(m *Move) {
	turn, want := r.before.Turn, int(r.before.Number)+r.numberShift
	wrongSide := m.Dots >= 2 && turn == board.White || m.Dots == 1 && turn == board.Black
	if m.Number < 0 || m.Number == want && !wrongSide {
		return
	}
	r.at, r.end = m.NumberAt, m.At
	if m.Number == want {
		r.say(MoveNumber, "", "the dots announce a move of %s, but %s is to move",
			turn.Other().Title(), turn.Title())
	}
	r.numberShift += r.checkNumber(m.Number, want)
	r.at, r.end = m.At, m.End
}

// checkNumber checks a move number and returns how far off it is. The numbers expected later are
// shifted by that, so that each break is reported once.
func (r *replayer) checkNumber(got, want int) int {
	if got != want {
		r.say(MoveNumber, "", "move number %d where %d was expected", got, want)
	}
	return got - want
}

// after reports moves that follow a result.
func (r *replayer) after(p *board.Position) {
	if len(r.g.After) == 0 {
		return
	}
	r.begins(r.g.After[0], r.record.Plies+1, p)
	r.say(MoveAfterEnd, "", "a move follows the result")
}
