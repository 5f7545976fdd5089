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
	EnPassant  Step = "en passant square"
	Clock      Step = "clock" // or move number
	Spelling   Step = "spelling"
)

// The faults: what a program does otherwise.
const (
	Missing   = "missing"   // a legal turn
	Extra     = "extra"     // an illegal one
	Kept      = "kept"      // a piece that converts
	Converted = "converted" // a piece that does not
	Accepted  = "accepted"  // input that the rules refuse
	Refused   = "refused"   // a legal move among those played first
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
		return fmt.Sprint(p.Step, " ", p.Fault, " ", p.Rule)
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
	case p.Fault == Refused:
		return "legal " + classes[p.Class] + " refused among those played first"
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
	case kind == board.Pawn && m.To == p.EnPassant && m.From.File() != m.To.File():
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
func Find(variant *rules.Variant, q corpus.Seed, want, got *corpus.Answer) []Parting {
	d := corpus.Compare(want, got)
	if d.None() && want.Refused == got.Refused {
		return nil
	}
	p, err := q.Position(variant)
	if err != nil {
		return lenient(variant, q, err, got)
	}
	if got.Refused != "" {
		return []Parting{refusal(variant, q, got)}
	}
	if other, ok := reached(variant, q, got); ok {
		return []Parting{other}
	}

	f := finder{variant, p, want, got}
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
		Movement, KingSafety, Outcome, EnPassant, Clock, Spelling}
	return slices.Index(order, p.Step)
}

// refusal is the parting of a program that refuses a valid position or a legal move.
func refusal(variant *rules.Variant, q corpus.Seed, got *corpus.Answer) Parting {
	out := Parting{Step: Position, Fault: Other, Rule: variant.Set().Rule(ruleset.PositionRule),
		Reason: "the position is valid", Program: "it is refused with the code " + got.Refused}
	if len(q.Moves) > 0 {
		refusedMove(&out, variant, q)
	}
	return out
}

// refusedMove says of the last of the moves that are played first why it is legal. A program does
// not say which of them it refuses; where only the last is new, it must be that one.
func refusedMove(out *Parting, variant *rules.Variant, q corpus.Seed) {
	last := len(q.Moves) - 1
	text := q.Moves[last]
	before, err := corpus.Seed{FEN: q.FEN, Moves: q.Moves[:last]}.Position(variant)
	if err != nil {
		return
	}
	t, err := variant.Parse(&before, text)
	if err != nil {
		return
	}

	out.Step, out.Fault, out.After, out.Class = Reached, Refused, text, class(&before, t.Move)
	e := variant.Explain(&before, t)
	out.Reason, out.Rule = allowed(variant, &before, t.Move, &e)
	if strings.Contains(text, "~") {
		out.Rule = "PAC-8"
		out.Reason = "the move is legal, and the enemy may take back what is written after it"
	}
	if last > 0 {
		out.Reason = "the moves before " + text + " are legal, too; " + out.Reason
	}
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
