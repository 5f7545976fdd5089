package rules

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/internal/reference"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// AmbiguousError is the error for notation that names more than one legal move.
type AmbiguousError struct {
	Text  string
	Moves []string // the moves in full, as in "Nb1d2"
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%s can be any of %s", e.Text, strings.Join(e.Moves, ", "))
}

func (e *AmbiguousError) Unwrap() error { return ErrAmbiguous }

// Match plays the one legal move that a text means, with the full reclaim, and writes it into turn,
// whose memory it reuses. It reports false if there is no such move or more than one;
// [Variant.MatchError] then says why. Conversions, check signs and capture signs do not help to
// choose between moves.
func (v *Variant) Match(p *board.Position, w *ParsedMove, turn *board.Played) (ok bool) {
	if w.UCI || !v.fast {
		m, err := v.find(p, w)
		if err == nil {
			*turn = v.Play(p, m)
		}
		return err == nil
	}

	if w.Castling {
		turn.Turn, ok = v.fastRules.PlayCastling(p, w.CastlingSide, &turn.After)
	} else {
		turn.Turn, ok = v.fastRules.PlayTo(p, w.Kind, w.origins(), w.To, w.Promotion, &turn.After)
	}

	turn.Waves = turn.Waves[:0]
	if turn.Converted != 0 {
		turn.Waves = v.fastRules.AppendWaves(turn.Waves, p, turn.Move)
	}
	return ok
}

// MatchError says why [Variant.Match] finds no move, and is nil if it finds one: an
// [*AmbiguousError], or an [*IllegalError] with the rules that the intended move breaks.
func (v *Variant) MatchError(p *board.Position, w *ParsedMove) error {
	_, err := v.find(p, w)
	return err
}

// find finds the one legal move that a text means. The error is that of MatchError.
func (v *Variant) find(p *board.Position, w *ParsedMove) (board.Move, error) {
	if w.UCI {
		return v.matchUCI(p, w)
	}
	found := v.matching(p, w)
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return board.Move{}, v.illegal(p, w)
	}

	e := &AmbiguousError{Text: w.Text}
	for _, m := range found {
		name := m.UCI(p)
		if k := p.KindAt(m.From); k != board.Pawn {
			name = string(k.Letter()) + name
		}
		e.Moves = append(e.Moves, name)
	}

	return found[0], e
}

// matching lists the legal moves that a text in algebraic notation can mean.
func (v *Variant) matching(p *board.Position, w *ParsedMove) []board.Move {
	var candidates []board.Move
	if w.Castling {
		candidates = v.Moves(p)
	} else {
		candidates = v.movesTo(p, w.Kind, w.To)
	}

	candidates = slices.DeleteFunc(candidates, func(m board.Move) bool { return !w.Means(p, m) })
	// Where a pawn is captured en passant by its own side, the pawn itself may move to the same
	// square; "e3" is that move, and the capture is "dxe3".
	if w.Kind == board.Pawn && w.FromFile < 0 {
		straight := func(m board.Move) bool { return m.From.File() == w.To.File() }
		if i := slices.IndexFunc(candidates, straight); i >= 0 {
			return candidates[i : i+1]
		}
	}
	return candidates
}

// origins returns the squares on which the move may begin, by the file and the rank that it names.
func (w *ParsedMove) origins() board.Bitboard {
	set := ^board.Bitboard(0)
	if w.FromFile >= 0 {
		set &= 0x0101010101010101 << w.FromFile
	}
	if w.FromRank >= 0 {
		set &= 0xff << (8 * w.FromRank)
	}
	return set
}

func (v *Variant) matchUCI(p *board.Position, w *ParsedMove) (board.Move, error) {
	m := board.Move{From: board.At(w.FromFile, w.FromRank), To: w.To, Promotion: w.Promotion}
	text := m.From.String() + m.To.String()
	if m.Promotion < board.NoKind {
		text += string(m.Promotion.Letter() | 0x20)
	}
	m, err := board.ParseUCI(p, text)
	if err != nil {
		return m, err
	}
	if !v.Legal(p, m) {
		return m, &IllegalError{Move: w.Text, Position: *p, Set: v.set, Breaches: v.Breaches(p, m),
			Meant: m}
	}

	return m, nil
}

// Means reports whether the text, in algebraic notation, can mean the move.
func (w *ParsedMove) Means(p *board.Position, m board.Move) bool {
	wing, castles := m.Castles(p)
	if castles || w.Castling {
		return castles && w.Castling && wing == w.CastlingSide
	}
	return m.To == w.To && m.Promotion == w.Promotion && p.KindAt(m.From) == w.Kind &&
		w.from(m.From)
}

// illegal explains why the text means no legal move, by the rules that the likeliest piece would
// break. That is the piece that would break the fewest.
func (v *Variant) illegal(p *board.Position, w *ParsedMove) error {
	e := &IllegalError{Move: w.Text, Position: *p, Set: v.set}
	if w.Castling {
		right := p.Rights[board.RightIndex(p.Turn, w.CastlingSide)]
		if right.Held() {
			e.Meant = board.NewMove(right.King, right.Rook)
			e.Breaches = v.Breaches(p, e.Meant)
			return e
		}

		e.Breaches = []Breach{{Rule: v.set.Rule(ruleset.CastlingRule),
			Reason: fmt.Sprintf("%s has no right to castle on that side", p.Turn)}}
		return e
	}

	own := p.Pieces(w.Kind) & p.Colours[p.Turn]
	var others []Breach
	var other board.Move
	nearest := 0
	for from := range own.All {
		if !w.from(from) {
			continue
		}
		m := board.Move{From: from, To: w.To, Promotion: w.Promotion}
		// SAN does not castle so
		if _, castles := m.Castles(p); castles && p.Pieces(board.Rook).Has(m.To) {
			continue
		}
		breaches := v.Breaches(p, m)
		if v.immobile(breaches) {
			if far := distance(w.Kind, from, w.To); others == nil || far < nearest {
				others, other, nearest = breaches, m, far
			}
			continue
		}

		if e.Breaches == nil || len(breaches) < len(e.Breaches) {
			e.Breaches, e.Meant = breaches, m
		}
	}

	if e.Breaches == nil {
		e.Breaches, e.Meant = others, other
	}
	if e.Breaches == nil {
		e.Breaches = []Breach{{Rule: v.set.Rule(ruleset.MovementRule),
			Reason: fmt.Sprintf("no %s of %s can go to %v", w.Kind, p.Turn, w.To)}}
	}

	return e
}

// distance orders the pieces that cannot make a move by how likely they are to be meant: first
// those that could make it on an empty board, and the closer ones before the others.
func distance(k board.Kind, from, to board.Square) int {
	files, ranks := apart(from, to)
	far := 8*max(files, ranks) + files
	if !reference.Reaches(k, from, to) && (k != board.Pawn || files != 0) {
		far += 64
	}
	return far
}

// apart returns how many files and ranks lie between two squares.
func apart(a, b board.Square) (files, ranks int) {
	return max(a.File()-b.File(), b.File()-a.File()), max(a.Rank()-b.Rank(), b.Rank()-a.Rank())
}

// immobile reports whether a piece cannot even move as written, which makes another the likelier
// one.
func (v *Variant) immobile(breaches []Breach) bool {
	return slices.ContainsFunc(breaches, func(b Breach) bool {
		return b.Rule == v.set.Rule(ruleset.MovementRule)
	})
}

// Parse reads a move as people write it (NOT-5) and plays it: English or UCI, "~" before a reclaim
// that is not the full one. Conversions need not be written; those that are must be
// the ones that happen, or the error is an [*IllegalError] (NOT-3). Check signs are not checked.
func (v *Variant) Parse(p *board.Position, text string) (board.Played, error) {
	w, err := ParseMove(text, English)
	if err != nil {
		return board.Played{}, err
	}
	var t board.Played
	if !v.Match(p, &w, &t) {
		return board.Played{}, v.MatchError(p, &w)
	}
	if w.HasReclaim {
		t, err = v.TryPlay(p, t.Move, &w.Reclaim)
		if err != nil {
			return t, err
		}
	}
	if why := w.misconverts(&t); why != "" {
		return board.Played{}, &IllegalError{Move: w.Text, Position: *p, Set: v.set,
			Breaches: []Breach{{Rule: v.set.Rule(ruleset.ConversionRule), Reason: why}}}
	}

	return t, nil
}

// WrongBecomes says how what the moved piece is written to become differs from what it is after the
// turn. It is empty if it does not, or if nothing is written.
func (w *ParsedMove) WrongBecomes(t *board.Played) string {
	is := t.After.PieceAt(t.To)
	switch {
	case !w.HasBecomes:
	case !t.Converted.Has(t.To):
		return fmt.Sprintf("the piece on %v does not convert", t.To)
	case is.Colour != w.Becomes.Colour || w.Becomes.Kind != board.NoKind && w.Becomes.Kind != is.Kind:
		return fmt.Sprintf("the piece on %v is a %v now", t.To, is)
	}

	return ""
}

// misconverts says how the conversions that are written differ from those of the turn. It is empty
// if they do not, or if none are written.
func (w *ParsedMove) misconverts(t *board.Played) string {
	if why := w.WrongBecomes(t); why != "" {
		return why
	}
	if len(w.Converted) == 0 {
		return ""
	}
	var written board.Bitboard
	for _, c := range w.Converted {
		if k := t.After.KindAt(c.Square); t.Converted.Has(c.Square) && k != c.Kind {
			return fmt.Sprintf("the piece converted on %v is a %v, not a %v", c.Square, k, c.Kind)
		}
		if written.Has(c.Square) {
			return fmt.Sprintf("%v is written twice", c.Square)
		}
		written |= c.Square.Bit()
	}

	if written != t.Converted {
		converted := t.Converted.Prose()
		return fmt.Sprintf("it converts %s, and %s is written", converted, written.Prose())
	}

	return ""
}
