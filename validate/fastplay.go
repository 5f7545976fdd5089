package validate

import (
	"bytes"

	"turncoat/pgn/token"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// move plays one move in plain standard notation.
func (q *fastPath) move(word []byte) bool {
	sign := byte(0)
	n := len(word)
	if n < 2 {
		return false
	}
	if word[n-1] == '+' || word[n-1] == '#' {
		sign, word = word[n-1], word[:n-1]
	}
	slashes := []byte(nil)
	conversion := q.variant.family == ruleset.Conversion
	if conversion {
		if i := bytes.IndexByte(word, '/'); i >= 0 {
			word, slashes = word[:i], word[i+1:]
		}
	}
	q.line.before = *q.now
	if len(word) < 2 || !q.play(word) || conversion && !q.slashed(slashes) {
		return false
	}
	q.line.moved, q.line.pending, q.line.chosen, q.line.sign = true, true, false, sign
	return true
}

// settle looks at the sign of the last move and counts what it changed, once no comment can say any more which
// pieces are reclaimed.
func (q *fastPath) settle() bool {
	if !q.line.pending {
		return true
	}
	q.line.pending = false
	if q.depth == 0 {
		q.converted += q.line.turn.Converted.Count() + q.line.turn.Reclaimed.Count()
	}
	return q.signed(q.line.sign)
}

// play plays a move without its signs.
func (q *fastPath) play(word []byte) bool {
	if word[0] == 'O' {
		wing := board.KingSide
		if string(word) == "O-O-O" {
			wing = board.QueenSide
		} else if string(word) != "O-O" {
			return false
		}
		return q.playCastling(wing)
	}
	kind, promotion := capital(word[0]), board.NoKind
	if kind != board.NoKind {
		word = word[1:]
	} else if n := len(word); n > 3 && word[n-2] == '=' {
		if promotion = capital(word[n-1]); promotion == board.NoKind {
			return false
		}
		word = word[:n-2]
	}
	if kind == board.NoKind {
		kind = board.Pawn
	}
	n := len(word)
	if n < 2 {
		return false
	}
	to, ok := token.Square(word[n-2:])
	if !ok {
		return false
	}
	from, ok := origin(word[:n-2], kind)
	taken := q.line.before.Occupied().Has(to) || kind == board.Pawn && to == q.line.before.EnPassant
	if !ok || n > 2 && word[n-3] == 'x' && !taken {
		return false
	}
	return q.playTo(kind, from, to, promotion)
}

// capital returns the kind of piece, no pawn, that a capital letter stands for.
func capital(letter byte) board.Kind {
	if kind := board.KindOf(letter); kind != board.Pawn && letter < 'a' {
		return kind
	}
	return board.NoKind
}

// playTo plays a move from before to position. A replay goes along with the line.
func (q *fastPath) playTo(kind board.Kind, from board.Bitboard, to board.Square, promotion board.Kind) (ok bool) {
	q.follow()
	q.line.turn, ok = q.replay.PlayTo(kind, from, to, promotion)
	return ok
}

func (q *fastPath) playCastling(wing board.CastlingSide) (ok bool) {
	q.follow()
	q.line.turn, ok = q.replay.PlayCastling(wing)
	return ok
}

// follow has the replay stand where the line does.
func (q *fastPath) follow() {
	if !q.follows {
		q.replay.Start(q.variant.fast, q.now)
		q.now, q.follows = q.replay.Position(), true
	}
}

// origin reads what stands between the piece and its target: file, rank, and "x".
func origin(word []byte, kind board.Kind) (board.Bitboard, bool) {
	if n := len(word); n > 0 && word[n-1] == 'x' {
		word = word[:n-1]
	}
	switch len(word) {
	case 0:
		return ^board.Bitboard(0), true
	case 1:
		if f := word[0] - 'a'; f < 8 {
			return 0x0101010101010101 << f, true
		}
		if r := word[0] - '1'; r < 8 && kind != board.Pawn {
			return 0xff << (8 * r), true
		}
	case 2:
		if s, ok := token.Square(word); ok && kind != board.Pawn {
			return s.Bit(), true
		}
	}
	return 0, false
}

// slashed checks the conversions after slashes against those that happen in Conversion Chess (NOT-3).
func (q *fastPath) slashed(slashes []byte) bool {
	var got board.Bitboard
	for slashes != nil {
		kind := board.Pawn
		if len(slashes) > 0 && slashes[0] >= 'A' && slashes[0] <= 'Z' {
			if kind = capital(slashes[0]); kind == board.NoKind {
				return false
			}
			slashes = slashes[1:]
		}
		s, ok := token.Square(slashes)
		if !ok || got.Has(s) || q.now.KindAt(s) != kind {
			return false
		}
		got |= s.Bit()
		if slashes = slashes[2:]; len(slashes) == 0 {
			break
		}
		if slashes[0] != '/' {
			return false
		}
		slashes = slashes[1:] // there must be another after it
	}
	return got == q.line.turn.Converted
}

// signed checks the check sign against the position after the turn (NOT-2). That a plus is no mate
// is shown by the move that follows; only where the line ends must it be looked for.
func (q *fastPath) signed(sign byte) bool {
	given := false
	if q.variant.family == ruleset.Pacifist {
		given = q.now.Kingless(q.now.Turn)
	} else {
		given = q.variant.fast.InCheck(q.now, q.now.Turn)
	}
	switch sign {
	case 0:
		return !given
	case '+':
		return given
	}
	return given && !q.variant.fast.HasTurn(q.now)
}
