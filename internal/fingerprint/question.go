// Package fingerprint answers positions under many rule sets at once and compares the answers by
// fingerprints. Scoring a corpus, making one, and diagnosing a program need it.
package fingerprint

import (
	"fmt"

	"turncoat/internal/shrink"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Question is a position to be answered under any rule set of its family, with moves played first.
type Question = shrink.Position

// Name returns the question as one line, different for different questions.
func Name(q Question) string {
	text := q.FEN
	for _, m := range q.Moves {
		text += " " + m
	}
	return text
}

// Size orders questions by how much there is to look at: moves, then pieces.
func Size(q Question) int { return len(q.Moves)<<20 + Pieces(q.FEN)<<12 }

// Pieces counts the pieces of a FEN.
func Pieces(fen string) int {
	n := 0
	for i := 0; i < len(fen) && fen[i] != ' '; i++ {
		if fen[i] > '9' {
			n++
		}
	}
	return n
}

// Key is a fingerprint of an answer without the outcomes of its turns, which implementations need
// not give: two answers with equal keys say the same. Zero stands for no answer.
type Key uint64

const (
	// Refused is the key of every answer that the rules do not allow the position or its moves.
	Refused Key = 1
	// Overflow is the key of an answer with more turns than are compared.
	Overflow Key = 2
)

// ErrTooMany ends the listing of turns that are more than wanted.
var ErrTooMany = fmt.Errorf("%w: more turns than wanted", rules.ErrLimit)

// KeyTo returns the key of the variant's answer to a question and the number of turns in it. The
// error is ErrTooMany when there are more than limit of them.
func KeyTo(q Question, g *rules.Variant, limit int) (Key, int, error) {
	p, err := q.Position(g)
	if err != nil {
		return Refused, 0, nil
	}
	return KeyOf(g, &p, limit)
}

// KeyOf returns the key of the variant's answer to a position, as [KeyTo] does.
func KeyOf(g *rules.Variant, p *board.Position, limit int) (Key, int, error) {
	var (
		sum  Key
		n    int
		line [128]byte
	)
	for t := range g.Turns(p) {
		n++
		if n > limit {
			return 0, n, ErrTooMany
		}
		text := append(line[:0], t.Move.UCI(p)...)
		text = append(text, ' ')
		text = t.After.AppendBoard(text)
		text = append(text, ' ', "wb"[t.After.Turn])
		sum += Hash(text)
	}

	outcome := board.Ongoing
	if n == 0 {
		outcome = g.Outcome(p).Result
	}
	return sum + Hash(append(line[:0], outcome.String()...)), n, nil
}

// Hash is FNV-1a with a last mixing step, so that sums of hashes do not cancel out. The key of an
// answer is the sum of the hashes of its turns ("e2e4", a space, board and side to move) and of its
// outcome.
func Hash(text []byte) Key {
	h := uint64(0xcbf29ce484222325)
	for _, c := range text {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	h ^= h >> 32
	h *= 0x9e3779b97f4a7c15
	return Key(h ^ h>>29)
}
