package pgn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// VChessVariants has the names on vchess.club of the rule sets that are played there.
var VChessVariants = map[string]string{"pacifist1": "Pacifist1", "pacifist2": "Pacifist2"}

// AppendVChess appends a record in the form of vchess.club's export, which that site's uploader
// reads, and an empty line. The error is a [*RefusedError], and nothing is appended: the form holds
// games of pacifist1 and pacifist2 that White begins, without comments, annotations and variations.
func AppendVChess(text []byte, r *PlayedGame) ([]byte, error) {
	refuse := func(what, format string, a ...any) error {
		return &RefusedError{Form: "vchess", What: what, Reason: fmt.Sprintf(format, a...)}
	}
	variant, ok := VChessVariants[r.Rules.Set().Name]
	if _, same := ruleset.IsBuiltin(r.Rules.Set()); !ok || !same {
		return text, refuse("a game of "+r.Rules.Set().Name, "the site's games are pacifist1 and pacifist2")
	}
	if r.Start.Turn != board.White {
		return text, refuse("a game that Black begins", "its second section counts from White's first move")
	}
	if len(r.Main.Comments) > 0 {
		return text, refuse("a comment", "the form has no place for it")
	}
	for _, t := range r.Main.Turns {
		if len(t.Comments) > 0 || len(t.NAGs) > 0 {
			return text, refuse("a comment or an annotation", "the form has no place for it")
		}
		if len(t.Variations) > 0 {
			return text, refuse("a variation", "the form has no place for it")
		}
	}
	fen := VChessFEN(&r.Start)
	if back, err := r.Rules.ParseFEN(fen); err != nil || back != r.Start {
		return text, refuse("the starting position", "the site's FEN, %q, does not hold its rights and clock", fen)
	}
	tags, err := r.vchessTags(variant, fen)
	if err != nil {
		return text, err
	}
	text = append(text, tags...)
	text = append(text, '\n')
	for i, t := range r.Main.Turns {
		if i > 0 {
			text = append(text, ' ')
		}
		if i%2 == 0 {
			text = append(strconv.AppendInt(text, int64(i/2+1), 10), '.')
		}
		text = append(text, vchessMove(t)...)
	}
	text = append(text, "\n\n"...)
	for i, t := range r.Main.Turns {
		text = append(strconv.AppendInt(text, int64(i/2+1), 10), '.', "wb"[t.Before.Turn], ' ')
		text = appendMachine(text, t)
		text = append(text, '\n')
	}
	return append(text, '\n'), nil
}

// VChessFEN returns a position in vchess.club's form of FEN: board, side to move, plies from 0, and the files of the
// rooks that may castle, "z" for a right that is lost.
func VChessFEN(p *board.Position) string {
	flags := []byte("zzzz")
	for i, right := range p.Rights {
		if right.Held() {
			flags[i] = 'a' + byte(right.Rook.File())
		}
	}
	return fmt.Sprintf("%s %c %d %s", p.Board(), "wb"[p.Turn], 2*(max(1, int(p.Number))-1)+int(p.Turn), flags)
}

// vchessTags writes the tags in the site's order, those that it does not know last.
func (r *PlayedGame) vchessTags(variant, fen string) ([]byte, error) {
	known := []Tag{{Name: "Site", Value: r.Tag("Site")}, {Name: "Variant", Value: variant},
		{Name: "Date", Value: r.Tag("Date")}, {Name: "White", Value: r.Tag("White")},
		{Name: "Black", Value: r.Tag("Black")}, {Name: "Fen", Value: fen},
		{Name: "Result", Value: strings.TrimSuffix(r.Result.String(), "-1/2")},
		{Name: "Cadence", Value: r.Tag("Cadence")}, {Name: "Options", Value: r.Tag("Options")}}
	var list []Tag
	written := map[string]bool{"FEN": true, "SetUp": true}
	for _, t := range known {
		written[t.Name] = true
		if t.Name == "Date" {
			t.Value = strings.ReplaceAll(t.Value, ".", "-")
			if !dashedDate().MatchString(t.Value) {
				t.Value = r.Tag("Date")
			}
		}
		if t.Value != "" {
			list = append(list, t)
		}
	}
	for _, t := range r.CanonicalTags() {
		if !written[t.Name] && !unknownRoster(t) {
			list = append(list, t)
		}
	}
	var text []byte
	for _, t := range list {
		line := "[" + t.Name + ` "` + t.Value + "\"]\n"
		if err := writableTag("vchess", t); err != nil {
			return nil, err
		}
		if g, _ := Next([]byte(line), 0, true); g == nil || len(g.Tags) != 1 || g.Tags[0].Value != t.Value {
			return nil, &RefusedError{Form: "vchess", What: "the value of " + t.Name,
				Reason: "the site does not escape quotes and backslashes, and it could not be read back"}
		}
		text = append(text, line...)
	}
	return text, nil
}

// unknownRoster reports whether a tag is one of the seven that every PGN has, with the value that means unknown.
func unknownRoster(t Tag) bool {
	return slices.Contains(roster[:], Tag{Name: t.Name, Value: t.Value})
}

// mouse returns where the site's user lets the piece go: in castling the rook's square when it is within two files of
// the king, else two squares from the king.
func mouse(t *Turn) board.Square {
	m := t.Played.Move
	wing, castles := m.Castles(&t.Before)
	if !castles {
		return m.To
	}
	far := int(m.To) - int(m.From)
	switch {
	case far >= -2 && far <= 2:
		return m.To
	case wing == board.QueenSide:
		return m.From - 2
	}
	return m.From + 2
}

// vchessMove returns a move as the site's movetext does: never disambiguated, without signs; a king's
// move that converts exactly one piece as castling, a castling that converts something as a king's move.
func vchessMove(t *Turn) string {
	m, p := t.Played.Move, &t.Before
	kind := p.KindAt(m.From)
	_, castles := m.Castles(p)
	converted := t.Played.Converted.Count()
	end := mouse(t)
	switch {
	case castles && converted == 0, !castles && kind == board.King && converted == 1:
		if end.File() < m.From.File() {
			return "0-0-0"
		}
		return "0-0"
	case kind == board.Pawn && m.Promotion < board.NoKind:
		return end.String() + "=" + string(m.Promotion.Letter())
	case kind == board.Pawn:
		return end.String()
	}
	return string(kind.Letter()) + end.String()
}

// appendMachine appends a turn's line of the second section, from its squares on.
func appendMachine(text []byte, t *Turn) []byte {
	m, p, after := t.Played.Move, &t.Before, &t.Played.After
	from := []board.Square{m.From}
	to := []board.Square{m.To}
	if wing, castles := m.Castles(p); castles {
		king, rook := board.CastlingEnds(p.Turn, wing)
		from, to = []board.Square{m.From, m.To}, []board.Square{king, rook}
	}
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if s := board.At(file, rank); t.Played.Converted.Has(s) {
				from, to = append(from, s), append(to, s)
			}
		}
	}
	text = append(text, m.From.String()...)
	text = append(text, '.')
	text = append(text, mouse(t).String()...)
	text = append(text, ' ')
	text = appendPlaced(text, after, to)
	text = append(text, '/')
	return appendPlaced(text, p, from)
}

func appendPlaced(text []byte, p *board.Position, squares []board.Square) []byte {
	for i, s := range squares {
		if i > 0 {
			text = append(text, '.')
		}
		piece := p.PieceAt(s)
		text = append(text, "wb"[piece.Colour], piece.Kind.Letter()|0x20)
		text = append(text, s.String()...)
	}
	return text
}
