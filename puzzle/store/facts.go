package store

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"turncoat/puzzle"
	"turncoat/rules/board"
)

// row holds the columns of a puzzle besides its text.
type row struct {
	id          string
	rules       string
	stipulation string
	length      float64
	rating      *int
	pieces      int
	keyPiece    string
	strict      bool
	fen         string
	material    string
	position    int64
	idea        int64
	themes      []string
	words       words
}

// words are the searchable texts of a puzzle.
type words struct {
	Title    string
	Authors  []string
	Comments []string
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
	f := &row{
		id: p.ID, rules: p.Rules.Name, stipulation: "win", length: float64(p.In), fen: p.FEN,
		pieces: at.Occupied().Count(), strict: p.Strict(), material: materialOf(&at), themes: p.Themes,
		words: words{p.Title, p.Authors, p.Comments},
	}
	if p.Stipulation != "" {
		f.stipulation = p.Stipulation
	}
	if p.Half {
		f.length += 0.5
	}
	if p.Grade != nil {
		rating := p.Grade.Rating
		f.rating = &rating
	}
	if m, err := board.ParseUCI(&at, p.Keys[0]); err == nil {
		f.keyPiece = string(at.KindAt(m.From).Letter())
	}
	idea := p.ID
	if tree, err := p.Tree(); err == nil { // an unplayable solution has none
		idea = puzzle.Idea(&at, &tree.Keys[0])
	}
	f.position = hash(f.rules, puzzle.Canonical(&at))
	f.idea = hash(f.rules, f.stipulation, fmt.Sprint(f.length), idea)
	return f, nil
}

// hash returns 48 bits of the SHA-256 of the texts.
func hash(texts ...string) int64 {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 16)
}

// materialOf returns the letters of all pieces, whatever their colour: kings first, pawns last.
func materialOf(p *board.Position) string {
	var kinds []board.Kind
	for s := range p.Occupied().All {
		kinds = append(kinds, p.KindAt(s))
	}
	const order = "KQRBNP"
	slices.SortFunc(kinds, func(a, b board.Kind) int {
		return strings.IndexByte(order, a.Letter()) - strings.IndexByte(order, b.Letter())
	})
	text := make([]byte, len(kinds))
	for i, k := range kinds {
		text[i] = k.Letter()
	}
	return string(text)
}
