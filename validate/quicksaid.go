package validate

import (
	"bytes"

	"turncoat/rules/board"
)

var (
	convCommand    = []byte("%conv")
	reclaimCommand = []byte("%reclaim")
)

// conversions holds "[%conv e7,g7;f8]" against the last move.
func (q *quick) conversions(text []byte) bool {
	if !q.moved || len(text) < 2 || text[0] != ' ' {
		return false
	}
	if text[1] == '-' {
		return q.turn.Converted == 0 && len(text) > 2 && text[2] == ']'
	}
	waves := q.replay.Waves()
	if !q.follows {
		q.waves = q.game.fast.AppendWaves(q.waves[:0], &q.before, q.turn.Move)
		waves = q.waves
	}
	var wave board.Bits
	for text = text[1:]; len(text) > 2; text = text[3:] {
		s, ok := square(text)
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

// reclaim holds "[%reclaim d4,e5]" against the last move.
func (q *quick) reclaim(text []byte) bool {
	got, ok := reclaimed(text)
	return ok && q.moved && got == q.turn.Reclaimed
}

// reclaimed reads " d4,e5]" and " -]".
func reclaimed(text []byte) (got board.Bits, ok bool) {
	if len(text) < 3 || text[0] != ' ' {
		return 0, false
	}
	if text[1] == '-' && text[2] == ']' {
		return 0, true
	}
	for i := 1; i+2 < len(text); i += 3 {
		s, ok := square(text[i:])
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

// chosen looks ahead to the comment behind a move after which pieces have been taken back: where it says that other pieces
// have, and they can be, the position is put right. A choice that stands elsewhere, or cannot be made, is told
// when the comment is read.
func (q *quick) chosen() bool {
	text := q.text[q.at:]
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\n' || text[0] == '\r') {
		text = text[1:]
	}
	if len(text) == 0 || text[0] != '{' {
		return true
	}
	length := bytes.IndexByte(text, '}')
	if length < 0 {
		return false
	}
	text = text[:length]
	at := bytes.Index(text, reclaimBracket)
	if at < 0 {
		return true
	}
	wanted, ok := reclaimed(text[at+len(reclaimBracket):])
	if !ok || wanted == q.turn.Reclaimed {
		return ok
	}
	if q.turn, ok = q.game.fast.Choose(&q.before, q.turn.Move, wanted); !ok {
		return false
	}
	var after board.Position
	q.game.fast.Apply(&q.before, q.turn, &after)
	q.stand(&after)
	return true
}

var reclaimBracket = []byte("[%reclaim")
