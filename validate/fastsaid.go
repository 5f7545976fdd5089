package validate

import (
	"bytes"

	"turncoat/pgn/token"
	"turncoat/rules/board"
)

// commands checks what a comment commands against the last move (NOT-4).
func (q *fastPath) commands(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '[')
		if i < 0 {
			return true
		}
		text = text[i+1:]
		switch {
		case bytes.HasPrefix(text, convCommand):
			if !q.conversions(text[len(convCommand):]) {
				return false
			}
		case bytes.HasPrefix(text, reclaimCommand):
			if !q.reclaim(text[len(reclaimCommand):]) {
				return false
			}
		case oddCommand(text):
			return false
		}
	}
}

// oddCommand reports whether what follows a bracket may be one of the two commands spelt otherwise.
func oddCommand(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 1 && text[0] == '%' && bytes.IndexByte([]byte(" \t\r\ncCrR"), text[1]) >= 0 &&
		!bytes.HasPrefix(text, []byte("%clk")) && !bytes.HasPrefix(text, []byte("%cal")) && !bytes.HasPrefix(text, []byte("%csl"))
}

var (
	convCommand    = []byte("%conv")
	reclaimCommand = []byte("%reclaim")
)

// conversions checks "[%conv e7,g7;f8]" against the last move.
func (q *fastPath) conversions(text []byte) bool {
	if !q.line.moved || len(text) < 2 || text[0] != ' ' {
		return false
	}
	if text[1] == '-' {
		return q.line.turn.Converted == 0 && len(text) > 2 && text[2] == ']'
	}
	waves := q.replay.Waves()
	if !q.follows {
		q.waves = q.variant.fast.AppendWaves(q.waves[:0], &q.line.before, q.line.turn.Move)
		waves = q.waves
	}
	var wave board.Bitboard
	for text = text[1:]; len(text) > 2; text = text[3:] {
		s, ok := token.Square(text)
		if !ok || wave.Has(s) {
			return false
		}
		wave |= s.Bit()
		switch text[2] {
		case ',':
			continue
		case ';', ']':
			if len(waves) == 0 || waves[0] != wave {
				return false
			}
			if waves, wave = waves[1:], 0; text[2] == ']' {
				return len(waves) == 0
			}
			continue
		}
		return false
	}
	return false
}

// reclaim checks "[%reclaim d4,e5]" against the last move. Where other pieces are taken back than the full
// reclaim takes, and they can be, it puts the position right.
func (q *fastPath) reclaim(text []byte) bool {
	wanted, ok := reclaimed(text)
	if !ok || !q.line.moved {
		return false
	}
	if wanted == q.line.turn.Reclaimed {
		q.line.chosen = true
		return true
	}
	if q.line.chosen || !q.line.pending || q.line.turn.Reclaimed == 0 {
		return false
	}
	if q.line.turn, ok = q.variant.fast.Choose(&q.line.before, q.line.turn.Move, wanted); !ok {
		return false
	}
	var after board.Position
	q.variant.fast.Apply(&q.line.before, q.line.turn, &after)
	q.stand(&after)
	q.line.chosen = true
	return true
}

// reclaimed reads " d4,e5]" and " -]".
func reclaimed(text []byte) (got board.Bitboard, ok bool) {
	if len(text) < 3 || text[0] != ' ' {
		return 0, false
	}
	if text[1] == '-' && text[2] == ']' {
		return 0, true
	}
	for i := 1; i+2 < len(text); i += 3 {
		s, ok := token.Square(text[i:])
		if !ok || got.Has(s) {
			return 0, false
		}
		got |= s.Bit()
		switch text[i+2] {
		case ',':
			continue
		case ']':
			return got, true
		}
		return 0, false
	}
	return 0, false
}
