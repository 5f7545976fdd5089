package corpus

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Answer is what a game, or a program, says of a case: the turns and the outcome of the position,
// or that it refuses the position.
type Answer struct {
	Turns   []AnswerTurn // sorted, each once
	Outcome string       // of the position
	Refused string       // the error code of a refusal, empty otherwise
}

// AnswerTurn is as much of a turn as answers are compared by.
type AnswerTurn struct {
	UCI     string // castling as [board.Move.UCI] writes it
	FEN     string // the first two fields
	Outcome string // of the position after the turn; empty when it is not known
}

// Key is a fingerprint of an answer without the outcomes of its turns, which implementations need
// not give: two answers with equal keys say the same.
type Key uint64

// The codes with which an implementation says that its rules do not allow a position or a move.
const (
	codeIllegal = string(protocol.IllegalMove)
	codeInvalid = string(protocol.InvalidFEN)
	// refusedKey is the key of every refusal of that kind.
	refusedKey Key = 1
)

// errTooMany ends the listing of turns that are more than wanted.
var errTooMany = fmt.Errorf("%w: more turns than wanted", rules.ErrLimit)

// A probe is a case ready to be answered under any rule set of its family.
type probe struct {
	fen   string
	moves []string
}

func (c *Case) probe() probe { return probe{c.FEN, c.Moves} }

// position gives the position of the case under the rules of a game.
func (q probe) position(g *rules.Variant) (board.Position, error) {
	p, err := g.ParseFEN(q.fen)
	if err != nil {
		return p, err
	}
	for _, text := range q.moves {
		t, err := g.Parse(&p, text)
		if err != nil {
			return p, err
		}
		p = t.After
	}
	return p, nil
}

// key gives the key of the game's answer and the number of turns in it. The error is errTooMany
// when there are more than limit of them.
func (q probe) key(g *rules.Variant, limit int) (Key, int, error) {
	p, err := q.position(g)
	if err != nil {
		return refusedKey, 0, nil
	}
	return keyOf(g, &p, limit)
}

func keyOf(g *rules.Variant, p *board.Position, limit int) (Key, int, error) {
	var (
		sum  Key
		n    int
		line [128]byte
	)
	for t := range g.Turns(p) {
		if n++; n > limit {
			return 0, n, errTooMany
		}
		text := append(line[:0], t.Move.UCI(p)...)
		text = append(text, ' ')
		text = t.After.AppendBoard(text)
		text = append(text, ' ', "wb"[t.After.Turn])
		sum += hash(text)
	}
	outcome := board.Ongoing
	if n == 0 {
		outcome = g.Outcome(p).Result
	}
	return sum + hash(append(line[:0], outcome.String()...)), n, nil
}

// hash is FNV-1a with a last stirring, so that sums of hashes do not cancel out.
func hash(text []byte) Key {
	h := uint64(0xcbf29ce484222325)
	for _, c := range text {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	h ^= h >> 32
	h *= 0x9e3779b97f4a7c15
	return Key(h ^ h>>29)
}

// Key gives the key of the answer.
func (a *Answer) Key() Key {
	switch a.Refused {
	case "":
	case codeIllegal, codeInvalid:
		return refusedKey
	default:
		return hash([]byte("refused " + a.Refused))
	}
	sum := hash([]byte(a.Outcome))
	for i, t := range a.Turns {
		if i > 0 && t.UCI == a.Turns[i-1].UCI && t.FEN == a.Turns[i-1].FEN {
			continue // the same turn with another outcome
		}
		sum += hash([]byte(t.UCI + " " + t.FEN))
	}
	return sum
}

// AnswerOf gives the answer of a game to a case, with the outcomes of its turns.
func AnswerOf(g *rules.Variant, c *Case) Answer {
	p, err := c.probe().position(g)
	if err != nil {
		return Answer{Refused: refusal(err)}
	}
	var a Answer
	for t := range g.Turns(&p) {
		a.Turns = append(a.Turns, AnswerTurn{
			UCI: t.Move.UCI(&p), FEN: twoFields(g.FEN(&t.After)), Outcome: g.Outcome(&t.After).Result.String(),
		})
	}
	a.Outcome = g.Outcome(&p).Result.String()
	a.settle()
	return a
}

func refusal(err error) string {
	if errors.Is(err, board.ErrInvalid) || errors.Is(err, board.ErrSyntax) {
		return codeInvalid
	}
	return codeIllegal
}

// answer gives what the case says.
func (c *Case) answer() Answer {
	a := Answer{Outcome: c.Outcome}
	for _, t := range c.Turns {
		a.Turns = append(a.Turns, AnswerTurn{t.UCI, twoFields(t.FEN), t.Outcome})
	}
	a.settle()
	return a
}

// settle sorts the turns and takes out doubles.
func (a *Answer) settle() {
	slices.SortFunc(a.Turns, compareTurns)
	a.Turns = slices.Compact(a.Turns)
}

func compareTurns(a, b AnswerTurn) int {
	return cmp.Or(strings.Compare(a.UCI, b.UCI), strings.Compare(a.FEN, b.FEN), strings.Compare(a.Outcome, b.Outcome))
}

// twoFields gives the board and the side to move of a FEN, the digits of the board as FEN wants them.
func twoFields(fen string) string {
	placement, rest, _ := strings.Cut(strings.TrimSpace(fen), " ")
	turn, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	return squeeze(placement) + " " + turn
}

// squeeze joins digits that stand side by side, as in "1111".
func squeeze(placement string) string {
	doubled := false
	for i := 1; i < len(placement); i++ {
		doubled = doubled || isDigit(placement[i]) && isDigit(placement[i-1])
	}
	if !doubled {
		return placement
	}
	var out []byte
	empty := 0
	flush := func() {
		if empty > 0 {
			out = fmt.Append(out, empty)
			empty = 0
		}
	}
	for i := range len(placement) {
		if isDigit(placement[i]) {
			empty += int(placement[i] - '0')
			continue
		}
		flush()
		out = append(out, placement[i])
	}
	flush()
	return string(out)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// spelled gives a UCI move in the one spelling of castling that cases use.
func spelled(p *board.Position, uci string) string {
	uci = strings.ToLower(strings.TrimSpace(uci))
	if len(uci) != 4 && len(uci) != 5 {
		return uci
	}
	m, err := board.ParseUCI(p, uci)
	if err != nil {
		return uci
	}
	return m.UCI(p)
}

// A Difference is what an answer lacks and what it has too much.
type Difference struct {
	Missing []AnswerTurn // in the case, not in the answer
	Extra   []AnswerTurn // in the answer, not in the case
	// Outcomes are turns of the answer that say another outcome than the case does; Want holds it.
	Outcomes []WrongOutcome
	// Got is the outcome of the position where it is not the one of the case.
	Got string
	// Refused is the error code of an answer that refuses the position.
	Refused string
}

// WrongOutcome is a turn whose outcome is not that of the case.
type WrongOutcome struct {
	Turn AnswerTurn
	Want string
}

// None tells whether the answers say the same.
func (d *Difference) None() bool {
	return len(d.Missing)+len(d.Extra)+len(d.Outcomes) == 0 && d.Got == "" && d.Refused == ""
}

// compare holds an answer against the one wanted. Outcomes that the answer leaves out are not missed.
func compare(want, got *Answer) Difference {
	if got.Refused != "" || want.Refused != "" {
		if got.Key() == want.Key() {
			return Difference{}
		}
		return Difference{Refused: got.Refused, Missing: want.Turns, Got: got.Outcome}
	}
	var d Difference
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
			for ; j < len(got.Turns) && got.Turns[j].UCI == w.UCI && got.Turns[j].FEN == w.FEN; j++ {
				if o := got.Turns[j].Outcome; o != "" && w.Outcome != "" && o != w.Outcome {
					d.Outcomes = append(d.Outcomes, WrongOutcome{got.Turns[j], w.Outcome})
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
