package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"strings"

	"turncoat/puzzle"
	"turncoat/rules/board"
)

// columns are those of a puzzle but for its number and its text.
type columns struct {
	id, rules, stipulation string
	length                 float64
	rating                 sql.NullInt64
	pieces                 int
	keyPiece               string
	strict                 bool
	fen, material          string
	position, idea         int64
}

// columnNames are their names.
const columnNames = "id, rules, stipulation, length, rating, pieces, key_piece, strict, fen, material, position, idea"

// fields are their places, and can be arguments as well.
func (c *columns) fields() []any {
	return []any{&c.id, &c.rules, &c.stipulation, &c.length, &c.rating, &c.pieces, &c.keyPiece, &c.strict, &c.fen,
		&c.material, &c.position, &c.idea}
}

// row holds what a store tells of a puzzle besides its text.
type row struct {
	columns
	themes []string
	words  puzzle.Words
}

// rowOf parses a puzzle. The error wraps puzzle.ErrSyntax.
func rowOf(line []byte) (*row, error) {
	p, err := puzzle.Parse(line)
	if err != nil {
		return nil, err
	}
	at, err := p.Position()
	if err != nil {
		return nil, err
	}
	f := &row{columns{
		id: p.ID, rules: p.Rules.Name, stipulation: p.Goal().String(), length: float64(p.In), fen: p.FEN,
		pieces: at.Occupied().Count(), strict: p.Strict(), material: materialOf(&at),
	}, p.Themes, p.Words}
	if p.Half {
		f.length += 0.5
	}
	if p.Grade != nil {
		f.rating = sql.NullInt64{Int64: int64(p.Grade.Rating), Valid: true}
	}
	if m, err := board.ParseUCI(&at, p.Keys[0]); err == nil {
		f.keyPiece = string(at.KindAt(m.From).Letter())
	}
	idea := p.ID
	if tree, err := p.Tree(); err == nil { // an unplayable solution has none
		idea = puzzle.Idea(p.Rules, &at, &tree.Keys[0])
	}
	f.position = hash(f.rules, puzzle.Canonical(p.Rules, &at))
	f.idea = hash(f.rules, f.stipulation, fmt.Sprint(f.length), idea)
	return f, nil
}

// hash returns 48 bits of the SHA-256 of the texts.
func hash(texts ...string) int64 {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 16)
}

// materialOf returns the letters of all pieces, whatever their colour: kings first, pawns last.
func materialOf(p *board.Position) (text string) {
	for kind := int(board.King); kind >= int(board.Pawn); kind-- {
		of := board.Kind(kind)
		text += strings.Repeat(string(of.Letter()), p.Pieces(of).Count())
	}

	return text
}
