package validate

import (
	"strings"

	"turncoat/internal/token"
	"turncoat/pgn"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// line plays a line of play. It returns the sign of its last move.
func (q *fastPath) line(l *pgn.Line, main bool) (sign byte, ok bool) {
	for _, c := range l.Comments {
		if !q.commands(c.Text, false) {
			return 0, false
		}
	}
	for _, m := range l.Moves {
		wrongSide := m.Dots >= 2 && q.now.Turn == board.White || m.Dots == 1 && q.now.Turn == board.Black
		if m.Unreadable || m.Number >= 0 && (m.Number != int(q.now.Number) || wrongSide) {
			return 0, false
		}
		q.chosen = false
		if len(m.Comments)+len(m.Variations) > 0 {
			q.before = *q.now
		}
		if sign, ok = q.move(m.Text); !ok {
			return 0, false
		}
		for _, c := range m.Comments {
			if !q.commands(c.Text, true) {
				return 0, false
			}
		}
		if !q.signed(sign) {
			return 0, false
		}
		if main {
			q.plies++
			q.converted += q.turn.Converted.Count() + q.turn.Reclaimed.Count()
		}
		if len(m.Variations) > 0 {
			before, after := q.before, *q.now
			for _, v := range m.Variations {
				q.stand(&before)
				// that a plus is no mate is shown by the move that follows, but at the end of a line
				if last, ok := q.line(v, false); !ok || last == '+' && !q.variant.fast.HasTurn(q.now) {
					return 0, false
				}
			}
			q.stand(&after)
		}
	}
	return sign, true
}

// move plays one move in plain standard notation, and returns its sign.
func (q *fastPath) move(word string) (sign byte, ok bool) {
	n := len(word)
	if n < 2 {
		return 0, false
	}
	if word[n-1] == '+' || word[n-1] == '#' {
		sign, word = word[n-1], word[:n-1]
	}
	slashes, slashed := "", false
	if q.variant.family == ruleset.Conversion {
		word, slashes, slashed = strings.Cut(word, "/")
	}
	if len(word) < 2 || !q.play(word) {
		return 0, false
	}
	return sign, q.variant.family != ruleset.Conversion || q.slashed(slashes, slashed)
}

// play plays a move without its signs.
func (q *fastPath) play(word string) bool {
	if word[0] == 'O' {
		wing := board.KingSide
		if word == "O-O-O" {
			wing = board.QueenSide
		} else if word != "O-O" {
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
	taken := q.now.Occupied().Has(to) || kind == board.Pawn && to == q.now.EnPassant
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
	q.turn, ok = q.replay.PlayTo(kind, from, to, promotion)
	return ok
}

func (q *fastPath) playCastling(wing board.CastlingSide) (ok bool) {
	q.follow()
	q.turn, ok = q.replay.PlayCastling(wing)
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
func origin(word string, kind board.Kind) (board.Bitboard, bool) {
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
func (q *fastPath) slashed(slashes string, some bool) bool {
	var got board.Bitboard
	for some {
		var word string
		word, slashes, some = strings.Cut(slashes, "/")
		kind := board.Pawn
		if len(word) == 3 {
			if kind = capital(word[0]); kind == board.NoKind {
				return false
			}
			word = word[1:]
		}
		s, ok := token.Square(word)
		if !ok || len(word) != 2 || got.Has(s) || q.now.KindAt(s) != kind {
			return false
		}
		got |= s.Bit()
	}
	return got == q.turn.Converted
}

// commands checks what a comment commands against the last move (NOT-4), if there is one.
func (q *fastPath) commands(text string, moved bool) bool {
	for {
		i := strings.IndexByte(text, '[')
		if i < 0 {
			return true
		}
		text = text[i+1:]
		ok := true
		if conv, is := strings.CutPrefix(text, "%conv "); is {
			ok = moved && q.conversions(conv)
		} else if reclaim, is := strings.CutPrefix(text, "%reclaim "); is {
			ok = moved && q.reclaim(reclaim)
		} else {
			ok = !oddCommand(text)
		}
		if !ok {
			return false
		}
	}
}

// oddCommand reports whether what follows a bracket may be one of the two commands spelt otherwise.
func oddCommand(text string) bool {
	text = strings.TrimLeft(text, " ")
	return len(text) > 1 && text[0] == '%' && strings.IndexByte(" cCrR", text[1]) >= 0 &&
		!strings.HasPrefix(text, "%clk") && !strings.HasPrefix(text, "%cal") && !strings.HasPrefix(text, "%csl")
}

// squareList reads squares such as "d4,e5", and returns what is behind them, which is something.
func squareList(text string) (set board.Bitboard, rest string, ok bool) {
	for ; len(text) > 2; text = text[3:] {
		s, ok := token.Square(text)
		if !ok || set.Has(s) {
			return 0, "", false
		}
		if set |= s.Bit(); text[2] != ',' {
			return set, text[2:], true
		}
	}
	return 0, "", false
}

// conversions checks "e7,g7;f8]" against the last turn.
func (q *fastPath) conversions(text string) bool {
	if strings.HasPrefix(text, "-]") {
		return q.turn.Converted == 0
	}
	waves := q.replay.Waves()
	for i, wave := range waves {
		got, rest, ok := squareList(text)
		if !ok || got != wave || (rest[0] == ']') != (i == len(waves)-1) || rest[0] != ']' && rest[0] != ';' {
			return false
		}
		text = rest[1:]
	}
	return len(waves) > 0 && q.follows
}

// reclaim checks "d4,e5]" against the last turn. Where other pieces are taken back than the full reclaim takes, and
// they can be, it puts the position right.
func (q *fastPath) reclaim(text string) bool {
	wanted, rest, ok := squareList(text)
	if strings.HasPrefix(text, "-]") {
		wanted, rest, ok = 0, "]", true
	}
	if !ok || rest[0] != ']' {
		return false
	}
	if wanted == q.turn.Reclaimed {
		q.chosen = true
		return true
	}
	if q.chosen || q.turn.Reclaimed == 0 {
		return false
	}
	if q.turn, ok = q.variant.fast.Choose(&q.before, q.turn.Move, wanted); !ok {
		return false
	}
	var after board.Position
	q.variant.fast.Apply(&q.before, q.turn, &after)
	q.stand(&after)
	q.chosen = true
	return true
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
