package rules

import (
	"turncoat/rules/board"
)

// SAN returns a turn in standard algebraic notation (NOT-1 to NOT-3): with the file, rank or both
// if two moves would otherwise read alike, conversions after slashes in Conversion Chess, and the
// check sign last. It does not include a reclaim: see [Variant.InputSAN].
func (v *Variant) SAN(p *board.Position, t board.Played) string {
	text := v.appendMove(nil, p, t.Move)
	if v.set.Family.WritesConversions() {
		for _, s := range t.Converted.Squares() {
			text = append(text, '/')
			if k := t.After.KindAt(s); k != board.Pawn {
				text = append(text, k.Letter())
			}
			text = append(text, s.String()...)
		}
	}

	if sign := v.Sign(&t.After); sign != 0 {
		text = append(text, sign)
	}
	return string(text)
}

// InputSAN returns a turn as a person types it: SAN, with the reclaim after "~" if it is not the
// full one.
func (v *Variant) InputSAN(p *board.Position, t board.Played) string {
	text := v.SAN(p, t)
	if t.Reclaimed == v.Play(p, t.Move).Reclaimed {
		return text
	}
	return text + "~" + t.Reclaimed.String()
}

// Sign returns the check sign of a position that a turn has led to (NOT-2): '+', '#' or 0.
func (v *Variant) Sign(after *board.Position) byte {
	if v.set.Family.KingsConvert() {
		if !after.Kingless(after.Turn) {
			return 0
		}
	} else if !v.InCheck(after) {
		return 0
	}

	if v.Outcome(after).Result == board.Ongoing {
		return '+'
	}
	return '#'
}

func (v *Variant) appendMove(text []byte, p *board.Position, m board.Move) []byte {
	if wing, ok := m.Castles(p); ok {
		if wing == board.QueenSide {
			return append(text, "O-O-O"...)
		}
		return append(text, "O-O"...)
	}

	kind := p.KindAt(m.From)
	takes := p.Occupied().Has(m.To)
	if kind == board.Pawn {
		if m.From.File() != m.To.File() {
			text = append(text, 'a'+byte(m.From.File()))
			takes = true // en passant too
		}
	} else {
		text = append(text, kind.Letter())
		text = v.appendOrigin(text, p, m, kind)
	}

	if takes {
		text = append(text, 'x')
	}
	text = append(text, m.To.String()...)
	if m.Promotion < board.NoKind {
		text = append(text, '=', m.Promotion.Letter())
	}
	return text
}

// appendOrigin appends the file, the rank or both of the moving piece where another legal move of
// its kind reads alike.
func (v *Variant) appendOrigin(text []byte, p *board.Position, m board.Move, k board.Kind) []byte {
	if (p.Pieces(k) & p.Colours[p.Turn]).Count() < 2 {
		return text
	}
	alike, sameFile, sameRank := false, false, false
	for _, other := range v.movesTo(p, k, m.To) {
		if other.From == m.From {
			continue
		}
		alike = true
		sameFile = sameFile || other.From.File() == m.From.File()
		sameRank = sameRank || other.From.Rank() == m.From.Rank()
	}

	name := m.From.String()
	switch {
	case !alike:
		return text
	case !sameFile:
		return append(text, name[0])
	case !sameRank:
		return append(text, name[1])
	}

	return append(text, name...)
}
