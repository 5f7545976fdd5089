// Package parting finds the step of a turn at which another implementation leaves the rules.
//
// [Find] goes through a turn in the order of the rules: reading the position, playing the moves
// that lead to the position in question, the legality of the move, the board right after it, each
// wave of conversions, the reclaim, the safety of kings, the side to move, the outcome, and the
// spelling of the answer. The first step that differs is the [Parting]. A [Learner] finds what all
// differing turns have in common.
package parting

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/internal/plural"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Step is a part of a turn.
type Step string

// The steps, in the order in which a turn goes through them.
const (
	Answer     Step = "answer" // the program gave none, or one turn twice
	Position   Step = "position"
	Reached    Step = "position after the moves"
	Movement   Step = "move"
	Rights     Step = "castling right"
	Castling   Step = "castling"
	Landing    Step = "board after the move"
	Conversion Step = "conversion"
	Reclaim    Step = "reclaim"
	KingSafety Step = "king safety"
	SideToMove Step = "side to move"
	Outcome    Step = "outcome"
	Clock      Step = "clock" // or move number, or en passant square
	Spelling   Step = "spelling"
)

// The faults: what a program does otherwise.
const (
	Missing   = "missing"   // a legal turn
	Extra     = "extra"     // an illegal one
	Kept      = "kept"      // a piece that converts
	Converted = "converted" // a piece that does not
	Accepted  = "accepted"  // input that the rules refuse
	Other     = "other"     // anything else
)

// A Parting is where a program leaves the rules in one turn, or in a position.
type Parting struct {
	Step   Step   `json:"step"`
	Fault  string `json:"fault"`
	Class  string `json:"class,omitempty"`  // of the move: "rook", "castling", "two-step"
	Move   string `json:"move,omitempty"`   // in UCI; empty for what concerns the position
	After  string `json:"after,omitempty"`  // for Reached: the first of the moves that goes wrong
	Wave   int    `json:"wave,omitempty"`   // of the conversion, from 1
	Square string `json:"square,omitempty"` // the first that differs
	Rule   string `json:"rule,omitempty"`
	// Reason is what the rules say, Program what the program says or how it must have counted.
	Reason  string `json:"reason"`
	Program string `json:"program"`
}

// Key returns the kind of the parting. Partings with equal keys are assumed to have the same cause.
func (p *Parting) Key() string {
	switch {
	case p.Fault == Missing && p.Step != Reclaim: // a missing turn does not show its reason
		return Missing + " " + p.Class
	case p.Step == Reached: // whatever moved
		return fmt.Sprint(p.Step, " ", p.Rule)
	case p.Step == Conversion:
		wave := "1"
		if p.Wave != 1 {
			wave = "later"
		}
		return fmt.Sprint(p.Step, " ", p.Fault, " ", p.Class, " ", wave)
	}

	return fmt.Sprint(p.Step, " ", p.Fault, " ", p.Class, " ", p.Rule)
}

// String returns the kind of the parting as a heading of a report.
func (p *Parting) String() string {
	var text string
	switch {
	case p.Step == Answer && p.Class != "":
		return "questions without a usable answer"
	case p.Step == Answer:
		return "turns answered twice"
	case p.Fault == Accepted:
		return "accepted: " + invalid[p.Class]
	case p.Step == Position && invalid[p.Class] != "":
		return "refused with another code: " + invalid[p.Class]
	case p.Fault == Missing && p.Step == Conversion:
		return classes[p.Class] + " missing that conversions make legal"
	case p.Fault == Missing && p.Step == Reclaim:
		text = "reclaims missing"
	case p.Fault == Missing:
		text = classes[p.Class] + " missing"
	case p.Fault == Extra && p.Step == Reclaim:
		text = "reclaims that the rules do not have"
	case p.Fault == Extra && p.Step != Spelling:
		text = classes[p.Class] + " that the rules do not allow"
	case p.Step == Conversion && p.Fault == Kept:
		text = "pieces that should change sides do not"
	case p.Step == Conversion:
		text = "pieces change sides that should not"
	default:
		text = string(p.Step) + " differs"
	}

	if p.Step == Conversion {
		if p.Wave == 1 {
			text += " in the first wave"
		} else if p.Wave > 1 {
			text += " in a later wave"
		}

		if p.Class != "" {
			text += " of " + classes[p.Class]
		}
	}

	return text
}

// classes names the classes of moves in the plural.
var classes = map[string]string{
	"": "turns", "pawn": "pawn moves", "knight": "knight moves", "bishop": "bishop moves", "rook": "rook moves",
	"queen": "queen moves", "king": "king moves", "castling": "castlings",
	"promotion": "promotions",
	"two-step":  "two-steps", "en passant": "en passant captures", "capture": "captures",
}

// class returns the class of a move.
func class(p *board.Position, m board.Move) string {
	kind := p.KindAt(m.From)
	_, castles := m.Castles(p)
	switch {
	case castles, kind == board.King && abs(m.To.File()-m.From.File()) > 1:
		return "castling"
	case kind == board.NoKind:
		return ""
	case kind == board.Pawn && m.Promotion < board.NoKind:
		return "promotion"
	case kind == board.Pawn && abs(m.To.Rank()-m.From.Rank()) == 2:
		return "two-step"
	case kind == board.Pawn && m.To == p.EnPassant:
		return "en passant"
	case p.Occupied().Has(m.To):
		return "capture"
	}

	return kind.String()
}

func abs(n int) int { return max(n, -n) }

// A finder compares an answer with the rules, turn by turn.
type finder struct {
	variant *rules.Variant
	p       board.Position
	want    *corpus.Answer
	got     *corpus.Answer
}

// Find lists where an answer leaves the rules, those with the widest effects first; empty if it
// does not. Want is the answer of the rules.
func Find(v *rules.Variant, q corpus.Seed, want, got *corpus.Answer) []Parting {
	d := corpus.Compare(want, got)
	if d.None() && want.Refused == got.Refused {
		return nil
	}
	p, err := q.Position(v)
	if err != nil {
		return lenient(v, q, err, got)
	}
	if got.Refused != "" {
		return []Parting{refusal(v, q, got)}
	}
	if len(q.Moves) > 0 {
		if other, ok := reached(v, q, got); ok {
			return []Parting{other}
		}
	}

	f := finder{v, p, want, got}
	if len(got.Turns) == 0 && d.Got != "" && want.Outcome == board.Ongoing.String() {
		return []Parting{f.endsGame()}
	}
	list := f.turns(&d)
	for _, t := range d.Repeated {
		list = append(list, Parting{Step: Answer, Fault: Other, Move: t.UCI,
			Reason: "each turn is answered once", Program: t.UCI + " to " + t.FEN +
				" is answered twice"})
	}

	if len(list) == 0 {
		list = f.outcomes(&d)
	}
	slices.SortStableFunc(list, func(a, b Parting) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(len(a.Move), len(b.Move)))
	})
	return list
}

// rank orders partings by how much follows from them. A wrong board, for example, may make turns
// illegal or end the game.
func (p *Parting) rank() int {
	order := []Step{Answer, Position, Reached, Landing, SideToMove, Conversion, Reclaim, Rights, Castling,
		Movement, KingSafety, Outcome, Clock, Spelling}
	return slices.Index(order, p.Step)
}

// refusal is the parting of a program that refuses a valid position or a legal move.
func refusal(v *rules.Variant, q corpus.Seed, got *corpus.Answer) Parting {
	out := Parting{Step: Position, Fault: Other, Rule: v.Set().Rule(ruleset.PositionRule),
		Reason: "the position is valid", Program: "it is refused with the code " + got.Refused}
	if len(q.Moves) > 0 {
		out.Reason = "the moves " + strings.Join(q.Moves, " ") + " are legal"
		out.Class = lastClass(v, q)
	}

	return out
}

// lastClass returns the class of the last move that is played first.
func lastClass(v *rules.Variant, q corpus.Seed) string {
	n := len(q.Moves) - 1
	before, err := corpus.Seed{FEN: q.FEN, Moves: q.Moves[:n]}.Position(v)
	if err != nil {
		return ""
	}
	t, err := v.Parse(&before, q.Moves[n])
	if err != nil {
		return ""
	}
	return class(&before, t.Move)
}

// turns compares the turns, move by move.
func (f *finder) turns(d *corpus.Difference) []Parting {
	missing, extra := slices.Clone(d.Missing), slices.Clone(d.Extra)
	var list []Parting
	for i := 0; i < len(missing); i++ {
		j := slices.IndexFunc(extra, func(e corpus.AnswerTurn) bool {
			return e.UCI != missing[i].UCI && e.FEN == missing[i].FEN &&
				spelledLike(&f.p, missing[i].UCI, e.UCI)
		})
		if j < 0 {
			continue
		}
		list = append(list, misspelled(&f.p, missing[i].UCI, extra[j].UCI))
		missing, extra = slices.Delete(missing, i, i+1), slices.Delete(extra, j, j+1)
		i--
	}

	var moves []string
	for _, t := range slices.Concat(missing, extra) {
		moves = append(moves, t.UCI)
	}
	slices.Sort(moves)
	for _, uci := range slices.Compact(moves) {
		list = append(list, f.move(uci))
	}
	return list
}

// boards returns the boards to which a move leads in an answer.
func boards(a *corpus.Answer, uci string) []string {
	var list []string
	for _, t := range a.Turns {
		if t.UCI == uci {
			list = append(list, t.FEN)
		}
	}

	return list
}

// move finds the parting of one move whose turns differ.
func (f *finder) move(uci string) Parting {
	ours, theirs := boards(f.want, uci), boards(f.got, uci)
	out := Parting{Fault: Other, Move: uci}
	m, err := board.ParseUCI(&f.p, uci)
	if err != nil {
		out.Step, out.Fault = Spelling, Extra
		out.Reason, out.Program = "this is no move in UCI", "it lists the move "+uci
		return out
	}

	out.Class = class(&f.p, m)
	switch {
	case len(theirs) == 0:
		f.missing(&out, m)
	case len(ours) == 0:
		f.extra(&out, m, theirs)
	default:
		f.boards(&out, m, f.variant.Full(&f.p, m), ours, theirs)
	}

	return out
}

// missing finds the parting of a legal move that the program lacks.
func (f *finder) missing(out *Parting, m board.Move) {
	out.Step, out.Fault, out.Program = Movement, Missing, "it has no such move"
	e := f.variant.Explain(&f.p, f.variant.Full(&f.p, m))
	out.Reason, out.Rule = allowed(f.variant, &f.p, m, &e)
	switch {
	case out.Class == "castling":
		out.Step = Castling
	case f.p.Kingless(f.p.Turn): // the move is legal only because it converts a king
		f.rescued(out, &e, e.Turn.Converted&f.p.Kings, "it does not know the move")
	case f.endangered(&e):
		f.safe(out, &e)
	}
}

// rescued explains a move that is legal only because of its conversions: which of the given pieces
// changes sides first, and why. The argument otherwise names another possible reason for the
// program to leave the move out.
func (f *finder) rescued(out *Parting, e *rules.Explanation, pieces board.Bitboard,
	otherwise string) {
	for n, wave := range e.Waves {
		for _, story := range wave.Squares {
			if !pieces.Has(story.Square) {
				continue
			}
			inner := *out
			f.kept(&inner, n+1, &story)
			out.Step, out.Wave, out.Square = Conversion, inner.Wave, inner.Square
			out.Reason += ": " + inner.Reason
			out.Program += ": either " + otherwise + ", or it must count less for " +
				f.p.Turn.Title() + " there, or more for " + f.p.Turn.Other().Title()
			return
		}
	}
}

// safe explains why a king of the mover is safe after a legal move: the enemy pieces that bear on
// it do not outweigh its supporters, or they change sides.
func (f *finder) safe(out *Parting, e *rules.Explanation) {
	set, side := f.variant.Set(), f.p.Turn
	out.Step = KingSafety
	out.Rule = set.Rule(ruleset.KingSafetyRule)
	if !set.Family.HasWeights() {
		return
	}
	after := e.Turn.After
	for _, p := range []*board.Position{&e.Moved, &after} {
		for s := range (p.Kings & p.Colours[side]).All {
			persuade, support := f.variant.Weigh(p, s, side.Other()), f.variant.Weigh(p, s, side)
			if persuade.Outweighs(support, set) {
				continue
			}
			if p == &after {
				var gone board.Bitboard
				for _, b := range f.variant.Weigh(&e.Moved, s, side.Other()).By {
					gone |= b.Square.Bit() & e.Turn.Converted
				}
				if gone != 0 {
					f.rescued(out, e, gone, "it asks for a safe king before the conversions")
					return
				}

				out.Reason += "; after its conversions"
			} else {
				out.Reason += ";"
			}

			out.Reason += " " + weights(s, side.Other(), persuade, support)
			return
		}
	}
}

// endangered reports whether a program might think that a turn leaves a king of the mover in
// danger.
func (f *finder) endangered(e *rules.Explanation) bool {
	side := f.p.Turn
	after := e.Turn.After
	for _, p := range []*board.Position{&e.Moved, &after} {
		for s := range (p.Kings & p.Colours[side]).All {
			if f.variant.Weigh(p, s, side.Other()).Count > 0 {
				return true
			}
		}
	}

	return f.variant.InCheck(&f.p)
}

// castlingMeant returns the castling that a king may have meant by a move of several squares along
// its first rank, though it has no right to it. Other moves are returned unchanged.
func castlingMeant(p *board.Position, m board.Move) board.Move {
	own := p.Colours[p.Turn]
	files := m.To.File() - m.From.File()
	if !(p.Kings & own).Has(m.From) || m.From.Rank() != p.Turn.FirstRank() ||
		m.To.Rank() != m.From.Rank() ||
		abs(files) < 2 || m.To.File() != 2 && m.To.File() != 6 || p.Occupied().Has(m.To) {
		return m
	}

	corner := board.At(7, m.From.Rank())
	if files < 0 {
		corner = board.At(0, m.From.Rank())
	}
	if p.PieceAt(corner) == (board.Piece{Kind: board.Rook, Colour: p.Turn}) {
		m.To = corner
	}
	return m
}

// extra finds the parting of a move that the rules do not allow.
func (f *finder) extra(out *Parting, m board.Move, theirs []string) {
	out.Step, out.Fault, out.Program = Movement, Extra, "it plays "+out.Move
	m = castlingMeant(&f.p, m)
	out.Class = class(&f.p, m)
	list := f.variant.Breaches(&f.p, m)
	if len(list) == 0 {
		out.Reason = "it is not legal"
		return
	}

	out.Reason, out.Rule = "it is not legal: "+list[0].Reason, list[0].Rule
	if evidence := f.evidence(m, out.Rule); evidence != "" {
		out.Reason += "; " + evidence
	}
	set := f.variant.Set()
	switch out.Rule {
	case set.Rule(ruleset.CastlingWayRule), set.Rule(ruleset.CastlingSafetyRule):
		out.Step = Castling
	case set.Rule(ruleset.CastlingRightsRule):
		out.Step = Rights
	case set.Rule(ruleset.KingSafetyRule):
		out.Step = KingSafety
		if out.Class != "castling" && out.Class != "king" {
			out.Class = ""
		}
		// Who converts otherwise thinks other kings safe.
		turn := board.Played{Turn: board.Turn{Move: m}}
		e := f.variant.Explain(&f.p, turn)
		end := e.Moved
		if n := len(e.Waves); n > 0 {
			end = e.Waves[n-1].After
		}
		if found, ok := closest(&end, theirs); ok && f.variant.Set().Reclaim == ruleset.NoReclaim {
			inner := *out
			if f.conversions(&inner, &e, &end, &found) {
				inner.Reason += "; and so " + out.Move + " is illegal (" + out.Rule + ")"
				*out = inner
			}
		}
	}
}

// endsGame is the parting where a game goes on that has ended for the program.
func (f *finder) endsGame() Parting {
	reason := "the game goes on, with " + plural.Count(len(f.want.Turns), "legal turn")
	rule := f.endRule(f.got.Outcome, &f.p)
	if rule == f.variant.Set().Rule(ruleset.ClockRule) {
		reason += fmt.Sprintf("; a half-move clock of %d ends no game by itself", f.p.Clock)
	}
	return Parting{Step: Outcome, Fault: Other, Rule: rule, Reason: reason,
		Program: "it lists no turn and says " + f.got.Outcome}
}

// endRule returns the rule that a wrong outcome breaks: that of the clock where a program may take
// a claim for the end of the game.
func (f *finder) endRule(outcome string, p *board.Position) string {
	const claimed = 100 // half-moves
	if outcome == board.Draw.String() && p.Clock >= claimed {
		return f.variant.Set().Rule(ruleset.ClockRule)
	}
	return f.variant.Set().Rule(ruleset.EndRule)
}

// outcomes finds the parting where the turns are right and an outcome is not, or what follows the
// board in a FEN.
func (f *finder) outcomes(d *corpus.Difference) []Parting {
	var list []Parting
	if d.Got != "" {
		list = append(list, Parting{Step: Outcome, Fault: Other, Rule: f.endRule(d.Got, &f.p),
			Reason:  "the outcome is " + f.ended(&f.p),
			Program: "it says " + d.Got})
	}

	for _, o := range d.Outcomes {
		reason, rule := o.Want, f.variant.Set().Rule(ruleset.EndRule)
		if after, ok := f.after(&o.Turn); ok {
			rule = f.endRule(o.Turn.Outcome, &after)
			if f.variant.Outcome(&after).Result.String() == o.Want {
				reason = f.ended(&after)
			}
		}

		list = append(list, Parting{Step: Outcome, Fault: Other, Move: o.Turn.UCI, Rule: rule,
			Reason: "the outcome after " + o.Turn.UCI + " is " + reason, Program: "it says " +
				o.Turn.Outcome})
	}

	for _, r := range d.Rests {
		out := Parting{Step: Rights, Fault: Other, Move: r.Turn.UCI,
			Rule: f.variant.Set().Rule(ruleset.CastlingRightsRule), Reason: "the FEN ends in " +
				r.Want, Program: "it ends in " + r.Turn.Rest}
		rights, _, _ := strings.Cut(r.Want, " ")
		if theirs, _, _ := strings.Cut(r.Turn.Rest, " "); theirs == rights {
			out.Step, out.Rule = Clock, f.variant.Set().Rule(ruleset.ClockRule)
		}
		list = append(list, out)
	}

	return list
}

// after returns the position after a turn of an answer, where the rules have that turn.
func (f *finder) after(turn *corpus.AnswerTurn) (board.Position, bool) {
	for t := range f.variant.Turns(&f.p) {
		if t.Move.UCI(&f.p) != turn.UCI {
			continue
		}
		ours := corpus.NewAnswerTurn(turn.UCI, f.variant.FEN(&t.After), "")
		if ours.FEN == turn.FEN {
			return t.After, true
		}
	}

	return board.Position{}, false
}

// ended says the outcome of a position with its reason, and how a king that is in check could be
// captured or converted.
func (f *finder) ended(p *board.Position) string {
	end := f.variant.Outcome(p)
	text := end.Result.String()
	if end.Reason != "" {
		text += ", " + end.Reason
	}
	if threat := f.threat(p, p.Turn); end.Result != board.Ongoing && threat != "" {
		text += "; " + threat
	}
	return text
}
