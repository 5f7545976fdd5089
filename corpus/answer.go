package corpus

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"turncoat/internal/fingerprint"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Answer is the answer of a variant or a program to a case: the turns and the outcome of the
// position, or a refusal of the position.
type Answer struct {
	Turns    []AnswerTurn // sorted, each once
	Outcome  string       // of the position
	Refused  string       // the error code of a refusal, empty otherwise
	Repeated []AnswerTurn // turns that were given more than once
}

// AnswerTurn is the part of a turn that is compared.
type AnswerTurn struct {
	UCI     string // castling as [board.Move.UCI] writes it
	FEN     string // the first two fields
	Outcome string // of the position after the turn; empty when it is not known
	Rest    string // the other fields of the FEN; empty when they are not known
}

// fenFields splits a FEN into its first two fields and the others.
func fenFields(fen string) (placement, rest string) {
	placement = boardAndSide(fen)
	if more, ok := strings.CutPrefix(fen, placement+" "); ok && strings.Count(more, " ") == 3 &&
		!strings.Contains(more, "  ") {
		return placement, more
	}

	if fields := strings.Fields(fen); len(fields) == 6 {
		rest = strings.Join(fields[2:], " ")
	}
	return placement, rest
}

// NewAnswerTurn returns a turn with a FEN of two or six fields.
func NewAnswerTurn(uci, fen, outcome string) AnswerTurn {
	t := AnswerTurn{UCI: uci, Outcome: outcome}
	t.FEN, t.Rest = fenFields(fen)
	return t
}

// The codes with which an implementation says that its rules do not allow a position or a move.
const (
	codeIllegal = string(protocol.IllegalMove)
	codeInvalid = string(protocol.InvalidFEN)
)

// Key returns the fingerprint of the answer without the outcomes of its turns.
func (a *Answer) Key() uint64 { return uint64(a.key()) }

// key is Key as the other fingerprints are.
func (a *Answer) key() fingerprint.Key {
	switch a.Refused {
	case "":
	case codeIllegal, codeInvalid:
		return fingerprint.Refused
	default:
		return fingerprint.Hash([]byte("refused " + a.Refused))
	}

	sum := fingerprint.Hash([]byte(a.Outcome))
	for i, t := range a.Turns {
		if i > 0 && t.UCI == a.Turns[i-1].UCI && t.FEN == a.Turns[i-1].FEN {
			continue // the same turn with another outcome
		}
		sum += fingerprint.Hash([]byte(t.UCI + " " + t.FEN))
	}

	return sum
}

// AnswerOf returns the answer of a variant to a case, with the outcomes of its turns.
func AnswerOf(variant *rules.Variant, c *Case) Answer {
	p, err := c.Seed().Position(variant)
	if err != nil {
		return Answer{Refused: refusal(err)}
	}
	var a Answer
	for t := range variant.Turns(&p) {
		a.Turns = append(a.Turns, NewAnswerTurn(t.Move.UCI(&p), variant.FEN(&t.After),
			variant.Outcome(&t.After).Result.String()))
	}

	a.Outcome = variant.Outcome(&p).Result.String()
	a.Settle()
	return a
}

func refusal(err error) string {
	if errors.Is(err, board.ErrInvalid) || errors.Is(err, board.ErrSyntax) {
		return codeInvalid
	}
	return codeIllegal
}

// Answer returns what the case says.
func (c *Case) Answer() Answer {
	a := Answer{Outcome: c.Outcome}
	for _, t := range c.Turns {
		a.Turns = append(a.Turns, NewAnswerTurn(t.UCI, t.FEN, t.Outcome))
	}
	a.Settle()
	return a
}

// Settle sorts the turns and moves duplicates to Repeated.
func (a *Answer) Settle() {
	slices.SortFunc(a.Turns, compareTurns)
	a.Turns = slices.CompactFunc(a.Turns, func(t, u AnswerTurn) bool {
		same := t.UCI == u.UCI && t.FEN == u.FEN && t.Outcome == u.Outcome && t.Rest == u.Rest
		if same && !slices.Contains(a.Repeated, t) {
			a.Repeated = append(a.Repeated, t)
		}
		return same
	})
}

func compareTurns(a, b AnswerTurn) int {
	return cmp.Or(strings.Compare(a.UCI, b.UCI), strings.Compare(a.FEN, b.FEN),
		strings.Compare(a.Outcome, b.Outcome))
}

// boardAndSide returns the board and the side to move of a FEN, the digits of the board as FEN
// wants them.
func boardAndSide(fen string) string {
	placement, rest, _ := strings.Cut(strings.TrimSpace(fen), " ")
	turn, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	return squeeze(placement) + " " + turn
}

// squeeze adds up adjacent digits, as in "1111". Text that is not a board is returned unchanged.
func squeeze(placement string) string {
	for i := 1; i < len(placement); i++ {
		if isDigit(placement[i]) && isDigit(placement[i-1]) {
			if p, err := board.ParseBoard(placement); err == nil {
				return p.Board()
			}
			break
		}
	}

	return placement
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// Difference lists where an answer differs from a case.
type Difference struct {
	Missing []AnswerTurn // in the case, not in the answer
	Extra   []AnswerTurn // in the answer, not in the case
	// Outcomes are turns whose outcome differs from that in the case, which is in Want.
	Outcomes []WrongOutcome
	// Got is the outcome of the position if it differs from that in the case.
	Got string
	// Rests are turns whose FEN has the right board but differs in a later field, such as the
	// rights or the clock. Want has these fields as they are in the case.
	Rests []WrongOutcome
	// Repeated are turns that the answer has more than once.
	Repeated []AnswerTurn
	// Refused is the error code of an answer that refuses the position.
	Refused string
}

// WrongOutcome is a turn with an outcome, or later fields of a FEN, that differ from the case.
type WrongOutcome struct {
	Turn AnswerTurn
	Want string
}

// None reports whether there is no difference.
func (d *Difference) None() bool {
	return len(d.Missing)+len(d.Extra)+len(d.Outcomes)+len(d.Rests)+len(d.Repeated) == 0 &&
		d.Got == "" && d.Refused == ""
}

// Compare compares an answer with the one wanted. Outcomes that the answer leaves out do not count
// as different.
func Compare(want, got *Answer) Difference {
	if got.Refused != "" || want.Refused != "" {
		if got.Key() == want.Key() {
			return Difference{}
		}
		return Difference{Refused: got.Refused, Missing: want.Turns, Extra: got.Turns,
			Got: got.Outcome}
	}

	d := Difference{Repeated: got.Repeated}
	if got.Outcome != want.Outcome {
		d.Got = got.Outcome
	}
	i, j := 0, 0
	for i < len(want.Turns) || j < len(got.Turns) {
		switch order := sideBySide(want.Turns, got.Turns, i, j); {
		case order < 0:
			d.Missing = append(d.Missing, want.Turns[i])
			i++
		case order > 0:
			d.Extra = append(d.Extra, got.Turns[j])
			j++
		default:
			w := want.Turns[i]
			for ; j < len(got.Turns) && got.Turns[j].UCI == w.UCI &&
				got.Turns[j].FEN == w.FEN; j++ {
				if o := got.Turns[j].Outcome; o != "" && w.Outcome != "" && o != w.Outcome {
					d.Outcomes = append(d.Outcomes, WrongOutcome{got.Turns[j], w.Outcome})
				}
				if r := got.Turns[j].Rest; r != "" && w.Rest != "" && r != w.Rest {
					d.Rests = append(d.Rests, WrongOutcome{got.Turns[j], w.Rest})
				}
			}

			i++
		}
	}

	return d
}

// sideBySide compares the next turns of two sorted lists by move and board.
func sideBySide(a, b []AnswerTurn, i, j int) int {
	switch {
	case i == len(a):
		return 1
	case j == len(b):
		return -1
	}

	return cmp.Or(strings.Compare(a[i].UCI, b[j].UCI), strings.Compare(a[i].FEN, b[j].FEN))
}
