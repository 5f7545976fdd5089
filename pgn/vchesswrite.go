package pgn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// VChessVariants maps the rule sets that are played on vchess.club to their names there.
var VChessVariants = map[string]string{
	"pacifist1": "Pacifist1",
	"pacifist2": "Pacifist2",
	"benedict":  "Benedict",
}

// AppendVChess appends a record in the form of vchess.club's export, which that site's uploader
// reads, and an empty line. The form holds games of [VChessVariants] that White begins, without
// comments, annotations and variations. For any other game the error is a [*RefusedError], and
// nothing is appended.
func AppendVChess(text []byte, r *PlayedGame) ([]byte, error) {
	if err := r.playable("vchess"); err != nil {
		return text, err
	}
	set, fen := r.Variant.Set(), VChessFEN(&r.Start)
	_, builtin := ruleset.IsBuiltin(set)
	reread, err := r.Variant.ParseFEN(fen)
	what, reason := "", "the form has no place for it"
	switch {
	case VChessVariants[set.Name] == "" || !builtin:
		what, reason = "a game of "+set.Name, "the site does not play it"
	case r.Start.Turn != board.White:
		what, reason = "a game that Black begins",
			"its second section counts from White's first move"
	case len(r.Main.Comments) > 0:
		what = "a comment"
	case err != nil || reread != r.Start:
		what, reason = "the starting position",
			"the site's FEN, "+strconv.Quote(fen)+", does not hold its rights and clock"
	}

	for _, t := range r.Main.Turns {
		if len(t.Comments)+len(t.NAGs)+len(t.Variations) > 0 && what == "" {
			what = "a comment, an annotation or a variation"
		}
	}

	if what != "" {
		return text, &RefusedError{Form: "vchess", What: what, Reason: reason}
	}
	tags, err := r.vchessTags(fen)
	if err != nil {
		return text, err
	}
	text = append(text, tags...)
	text = append(text, '\n')
	var lines []byte
	for i, t := range r.Main.Turns {
		if i > 0 {
			text = append(text, ' ')
		}
		if i%2 == 0 {
			text = append(strconv.AppendInt(text, int64(i/2+1), 10), '.')
		}
		begin := len(text)
		var word int
		text, word = appendVChessTurn(text, set.Family, i, t)
		lines = append(append(lines, text[begin+word:]...), '\n')
		text = text[:begin+word]
	}

	text = append(text, "\n\n"...)
	return append(append(text, lines...), '\n'), nil
}

// appendVChessTurn appends the two texts that an export has of a turn, ply plies after White's
// first: its word in the movetext, of word bytes, and its line of the second section. In the
// movetext the site never disambiguates and writes no check signs.
func appendVChessTurn(text []byte, family ruleset.Family, ply int, turn *Turn) (all []byte,
	word int) {
	before, after, t := &turn.Before, &turn.Played.After, turn.Played.Turn
	begin, kind, end := len(text), before.KindAt(t.From), mouse(before, t.Move)
	wing, castles := t.Castles(before)
	if vchessCastles(family, kind, castles, t.Converted.Count()) {
		text = append(text, "0-0"...)
		if end.File() < t.From.File() {
			text = append(text, "-0"...)
		}
	} else {
		if kind != board.Pawn {
			text = append(text, kind.Letter())
		}
		text = append(text, end.String()...)
		if kind == board.Pawn && t.Promotion < board.NoKind {
			text = append(text, '=', t.Promotion.Letter())
		}
	}

	word = len(text) - begin
	text = append(strconv.AppendInt(text, int64(ply/2+1), 10), '.', "wb"[before.Turn], ' ')
	text = append(append(append(text, t.From.String()...), '.'), end.String()...)
	to, from := [2]board.Square{t.To}, [2]board.Square{t.From, t.To}
	own := 1
	if castles {
		own = 2
		to[0], to[1] = board.CastlingEnds(before.Turn, wing)
	}

	text = appendPlaced(append(text, ' '), after, to[:own], t.Converted)
	return appendPlaced(append(text, '/'), before, from[:own], t.Converted), word
}

// vchessCastles reports whether the site's movetext writes a turn as castling. The site takes a
// king's move that puts two pieces on the board for castling. In Pacifist a converted piece counts
// as one of them; in Benedict Chess the site looks at the king alone.
func vchessCastles(family ruleset.Family, kind board.Kind, castles bool, converted int) bool {
	switch {
	case family.ConvertsByAttack():
		return false
	case castles:
		return converted == 0
	}
	return kind == board.King && converted == 1
}

// appendPlaced appends the pieces on some squares, then those of a set from the eighth rank down.
func appendPlaced(text []byte, p *board.Position, list []board.Square, set board.Bitboard) []byte {
	one := func(s board.Square) {
		piece := p.PieceAt(s)
		text = append(text, "wb"[piece.Colour], piece.Kind.Letter()|0x20)
		text = append(append(text, s.String()...), '.')
	}
	for _, s := range list {
		one(s)
	}
	for rank := 7; rank >= 0; rank-- {
		for left := set & (0xff << (8 * rank)); left != 0; left &= left - 1 {
			one(left.First())
		}
	}

	return text[:len(text)-1]
}

// VChessFEN returns a position in vchess.club's form of FEN: board, side to move, plies from 0, and
// the files of the rooks that may castle, with "z" for a lost right.
func VChessFEN(p *board.Position) string {
	flags := []byte("zzzz")
	for i, right := range p.Rights {
		if right.Held() {
			flags[i] = 'a' + byte(right.Rook.File())
		}
	}

	return fmt.Sprintf("%s %c %d %s", p.Board(), "wb"[p.Turn], 2*(max(1,
		int(p.Number))-1)+int(p.Turn), flags)
}

// vchessTags writes the tags that the site knows in its order, then the others.
func (r *PlayedGame) vchessTags(fen string) ([]byte, error) {
	known := strings.Fields("Site Variant Date White Black Fen Result Cadence Options")
	var list []Tag
	for _, name := range known {
		value := r.Tag(name)
		switch name {
		case "Variant":
			value = VChessVariants[r.Variant.Set().Name]
		case "Date":
			if dashed := strings.ReplaceAll(value, ".", "-"); dashedDate().MatchString(dashed) {
				value = dashed
			}
		case "Fen":
			value = fen
		case "Result":
			value = strings.TrimSuffix(r.Result.String(), "-1/2")
		}

		if value != "" {
			list = append(list, Tag{Name: name, Value: value})
		}
	}

	known = append(known, "FEN", "SetUp")
	for _, t := range r.CanonicalTags() {
		// skip tags without a value
		if !slices.Contains(known, t.Name) && !slices.Contains(roster[:], t) {
			list = append(list, t)
		}
	}

	var text []byte
	for _, t := range list {
		line := "[" + t.Name + ` "` + t.Value + "\"]\n"
		if err := writableTag("vchess", t); err != nil {
			return nil, err
		}
		if g, _ := Next([]byte(line), 0, true); g == nil || len(g.Tags) != 1 ||
			g.Tags[0].Value != t.Value {
			return nil, &RefusedError{Form: "vchess", What: "the value of " + t.Name,
				Reason: "the site does not escape quotes and backslashes, and it could not be " +
					"read back"}
		}

		text = append(text, line...)
	}

	return text, nil
}

// mouse returns the square on which the site's user drops the piece. In castling it is the rook's
// square if the rook is within two files of the king, otherwise the square two files from the king.
func mouse(p *board.Position, m board.Move) board.Square {
	wing, castles := m.Castles(p)
	distance := int(m.To) - int(m.From)
	switch {
	case !castles || distance >= -2 && distance <= 2:
		return m.To
	case wing == board.QueenSide:
		return m.From - 2
	}

	return m.From + 2
}
