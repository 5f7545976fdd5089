package pgn

import (
	"errors"
	"fmt"
	"strings"

	"turncoat/internal/finding"
	"turncoat/internal/plural"
	"turncoat/internal/token"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Options say how records are played.
type Options struct {
	// Rules overrides the record's Variant; nil follows it.
	Rules *rules.Variant
	// Letters are the piece letters; nil reads English, and of other languages what cannot be mistaken.
	Letters *rules.Letters
	// Dir is where the Variant of a record may name a rule-set file ([rules.SetDir]); empty for none.
	Dir string
}

// Replay plays a record under its rules, checks everything it says about its moves and their conversions, and
// lists the problems in the order of the plies. The played game has the moves up to the first illegal one.
//
// Use Replay for moves and positions, or to write a game again. For a verdict on a record, with places in the file,
// suggestions, and checks of tags and draw claims, use [turncoat/validate.Judge], which calls Replay.
func Replay(g *Game, o Options) (*PlayedGame, []Problem) {
	letters := rules.English
	if o.Letters != nil {
		letters = *o.Letters
	}
	record, problems := replay(g, o, letters)
	if o.Letters != nil || record.Foreign == "" || record.Complete {
		return record, problems
	}
	// Single letters can be misread, such as Italian's R for the king: a language in which all can be played settles it.
	for _, l := range rules.Languages()[1:] {
		if other, more := replay(g, o, l); other.Complete {
			return other, more
		}
	}
	return record, problems
}

type replayer struct {
	g        *Game
	rules    *rules.Variant
	letters  rules.Letters
	record   *PlayedGame
	problems []Problem
	path     []*Turn      // the turns that lead to the position
	inside   string       // the move that the present variation replaces, as "12...Qd7"; empty in the main line
	noted    bool         // a problem has said that there are no captures
	unlisted int          // problems beyond MaxProblems
	beyond   finding.Code // of the gravest of those

	shaky    bool // an unreadable word has been passed over: it may have been a move
	renumber int  // the record's move number less the position's
	asked    bool // the caller chose the letters
	brief    bool // nobody reads why a move is not legal

	// Of the move that is being played:
	ply     int
	before  *board.Position
	text    string
	at, end int
}

func replay(g *Game, o Options, letters rules.Letters) (*PlayedGame, []Problem) {
	r := &replayer{g: g, letters: letters, asked: o.Letters != nil, record: &PlayedGame{Tags: g.Tags,
		Dialect: g.Dialect, Plies: len(g.Main.Moves)}}
	if g.Dialect == token.VChess {
		r.record.Plies = max(len(g.Machine), len(g.Main.Moves))
	}
	for _, f := range g.Faults {
		r.problems = append(r.problems, Problem{Code: finding.Code(f.Code), At: f.At, End: f.End, Message: f.Reason})
	}
	if r.begin(o) {
		p := r.record.Start
		if g.Dialect == token.VChess {
			p = r.sections(p)
		} else {
			p = r.line(&g.Main, &r.record.Main, p, 1)
			r.record.Complete = len(r.record.Main.Turns) == len(g.Main.Moves) && len(g.After) == 0
		}
		r.after(p)
		r.result(p)
	}
	return r.record, r.counted()
}

// begin settles the rule set and the starting position.
func (r *replayer) begin(o Options) bool {
	override := o.Rules
	game, err := r.g.variant(o.Dir)
	value, named := r.g.Tag("Variant")
	switch {
	case override != nil:
		same := strings.EqualFold(strings.TrimSpace(value), override.Set().Name)
		if named && !same && (err != nil || game.Set() != override.Set()) {
			r.tagged("Variant", Problem{Code: finding.RulesOverridden, Rule: "NOT-6",
				Message: fmt.Sprintf("the record says %q; it is played under %s", value, override.Set())})
		}
		game = override
	case err != nil:
		message := trim(err, ruleset.ErrUnknown)
		r.tagged("Variant", Problem{Code: finding.UnknownRules, Rule: "NOT-6", Message: message, Err: err})
		return false
	}
	r.rules, r.record.Rules = game, game
	fen, ok := r.g.Tag("FEN")
	if !ok {
		r.record.Start = game.Start()
		if setup, _ := r.g.Tag("SetUp"); setup == "1" {
			r.tagged("SetUp", Problem{Code: finding.MissingTag,
				Message: "SetUp says that the game has a position of its own, and there is no FEN"})
		}
		return true
	}
	p, err := game.ParseFEN(fen)
	if err != nil {
		problem := Problem{Code: finding.BadFEN, Message: strings.ReplaceAll(err.Error(), "\n", "; "), Err: err}
		if errors.Is(err, board.ErrInvalid) {
			problem.Rule = r.rules.Set().Rule(ruleset.PositionRule)
		}
		r.tagged("FEN", problem)
		return false
	}
	r.record.Start = p
	return true
}

// tagged lists a problem of the value of a tag.
func (r *replayer) tagged(name string, p Problem) {
	p.At, p.End = r.g.TagPlace(name)
	r.problem(p)
}

// MaxProblems is how many problems of one record are listed. One more counts those that are not.
const MaxProblems = 1000

// problem lists a problem, or counts it where there are too many.
func (r *replayer) problem(p Problem) {
	if len(r.problems) < MaxProblems {
		r.problems = append(r.problems, p)
		return
	}
	if r.unlisted++; r.beyond == "" || p.Code.Severity() == "error" && r.beyond.Severity() != "error" {
		r.beyond = p.Code
	}
}

// counted returns the problems, and one more for those that are not listed, with the code of the gravest.
func (r *replayer) counted() []Problem {
	if r.unlisted > 0 {
		r.problems = append(r.problems, Problem{Code: r.beyond, At: r.g.End, End: r.g.End,
			Message: plural.Count(r.unlisted, "more finding") + " in this record"})
	}
	return r.problems
}

// trim returns the text of an error without that of its class.
func trim(err, class error) string {
	return strings.TrimPrefix(err.Error(), class.Error()+": ")
}

// line plays a line of the movetext and returns the position at its end.
func (r *replayer) line(line *Line, into *Variation, p board.Position, ply int) board.Position {
	into.Comments = bare(line.Comments)
	if says := commands(line.Comments); says.conv.end+says.reclaim.end > 0 {
		r.problem(Problem{Code: finding.Contradiction, Rule: "NOT-4", At: max(says.conv.at, says.reclaim.at),
			End: max(says.conv.end, says.reclaim.end), Message: "no move for this command to follow", Variation: r.inside})
	}
	begin := len(r.path)
	defer func() { r.path = r.path[:begin] }()
	for i, m := range line.Moves {
		r.begins(m, ply, &p)
		if m.Unreadable {
			r.keep(into, m)
			r.say(finding.Syntax, "", "%q is not valid PGN here", m.Text)
			r.shaky = true
			continue
		}
		r.number(m)
		played, ok := r.move(m)
		if !ok {
			r.keep(into, line.Moves[i:]...)
			return p
		}
		turn := &Turn{Before: p, Played: played, NAGs: m.NAGs, Comments: bare(m.Comments)}
		into.Turns = append(into.Turns, turn)
		for _, v := range m.Variations {
			r.variation(v, turn, ply)
		}
		r.path = append(r.path, turn)
		p = played.After
		ply++
	}
	return p
}

func (r *replayer) variation(v *Line, turn *Turn, ply int) {
	shaky, renumber, inside := r.shaky, r.renumber, r.inside
	r.inside = turn.Before.MoveNumber() + r.rules.SAN(&turn.Before, turn.Played)
	into := &Variation{}
	r.line(v, into, turn.Before, ply)
	turn.Variations = append(turn.Variations, into)
	r.shaky, r.renumber, r.inside = shaky, renumber, inside
}

// keep keeps what of a variation cannot be played as a comment, so that it is written again.
func (r *replayer) keep(into *Variation, moves ...*Move) {
	comments := &into.Comments
	if n := len(into.Turns); n > 0 {
		comments = &into.Turns[n-1].Comments
	}
	if text := wordsOf(moves); r.inside != "" {
		*comments = append(*comments, "not played: "+text)
	}
}

// wordsOf returns moves as they were written, with their comments and variations.
func wordsOf(moves []*Move) string {
	var words []string
	for _, m := range moves {
		words = append(append(words, m.Text), bare(m.Comments)...)
		for _, v := range m.Variations {
			words = append(words, "("+wordsOf(v.Moves)+")")
		}
	}
	return strings.Join(words, " ")
}

// begins says which move is played next.
func (r *replayer) begins(m *Move, ply int, p *board.Position) {
	r.ply, r.before, r.text, r.at, r.end = ply, p, m.Text, m.At, m.End
}

// report lists a problem of the move, at the move unless it has a place of its own.
func (r *replayer) report(p Problem) {
	before := *r.before
	p.Ply, p.Move, p.Before, p.Variation = r.ply, r.text, &before, r.inside
	if p.End == 0 {
		p.At, p.End = r.at, r.end
	}
	r.problem(p)
}

// say lists a problem of the move that is no more than words.
func (r *replayer) say(code finding.Code, rule, format string, args ...any) {
	r.report(Problem{Code: code, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

// number checks a move number against the position.
func (r *replayer) number(m *Move) {
	turn, want := r.before.Turn, int(r.before.Number)+r.renumber
	wrongSide := m.Dots >= 2 && turn == board.White || m.Dots == 1 && turn == board.Black
	if m.Number < 0 || m.Number == want && !wrongSide {
		return
	}
	r.at, r.end = m.NumberAt, m.At
	if m.Number == want {
		r.say(finding.MoveNumber, "", "the dots are those of %s's move; %s is to move", turn.Other().Title(), turn.Title())
	}
	r.renumber += r.numbered(m.Number, want)
	r.at, r.end = m.At, m.End
}

// numbered checks a move number and returns how far it is off. The numbers expected after it are shifted, so that each
// break is one finding.
func (r *replayer) numbered(got, want int) int {
	if got != want {
		r.say(finding.MoveNumber, "", "move number %d where %d was expected", got, want)
	}
	return got - want
}

// after reports moves that follow a result.
func (r *replayer) after(p board.Position) {
	if len(r.g.After) == 0 {
		return
	}
	r.begins(r.g.After[0], r.record.Plies+1, &p)
	r.say(finding.MoveAfterEnd, "", "a move follows the result")
}
