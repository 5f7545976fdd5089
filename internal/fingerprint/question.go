// Package fingerprint answers positions under many rule sets at once and compares the answers by
// fingerprints. It is used to score a corpus, to make one, and to diagnose a program.
package fingerprint

import (
	"fmt"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Question is a position, after some moves, to be answered under any rule set of its family.
type Question = rules.Setup

// Name returns the question as one line; different questions have different names.
func Name(q Question) string {
	text := q.FEN
	for _, m := range q.Moves {
		text += " " + m
	}
	return text
}

// Size measures questions by how much there is to look at: moves, then pieces.
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
// not give. Answers with equal keys are equal. Zero means no answer.
type Key uint64

const (
	// Refused is the key of every answer that the position or its moves are not allowed.
	Refused Key = 1
	// Overflow is the key of an answer with more turns than are compared.
	Overflow Key = 2
)

// ErrTooMany reports that there are more turns than wanted.
var ErrTooMany = fmt.Errorf("%w: more turns than wanted", rules.ErrLimit)

// KeyTo returns the key of the variant's answer to a question and the number of turns in it. The
// error is ErrTooMany if there are more than limit turns.
func KeyTo(q Question, variant *rules.Variant, limit int) (Key, int, error) {
	p, err := q.Position(variant)
	if err != nil {
		return Refused, 0, nil
	}
	return KeyOf(variant, &p, limit)
}

// KeyOf returns the key of the variant's answer to a position, as [KeyTo] does.
func KeyOf(variant *rules.Variant, p *board.Position, limit int) (Key, int, error) {
	var (
		sum  Key
		n    int
		line [128]byte
	)
	for t := range variant.Turns(p) {
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
		outcome = variant.Outcome(p).Result
	}
	return sum + Hash(append(line[:0], outcome.String()...)), n, nil
}

// Hash is FNV-1a with a final mixing step, so that sums of hashes do not cancel out. The key of an
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
