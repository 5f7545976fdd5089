package generate

import (
	"slices"
	"strings"

	"turncoat/corpus/internal/bearing"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// refusals names the moves that one thing alone forbids: by the kind of the move and by that thing. A
// program that does not ask for it plays them.
func refusals(g *rules.Variant, p *board.Position) []string {
	r := &refuser{variant: g, set: g.Set(), p: p, seen: map[string]bool{}}
	for from := range p.Colours[p.Turn].All {
		for to := range board.NoSquare {
			if from == to {
				continue
			}
			if p.KindAt(from) == board.Pawn {
				r.pawn(from, to)
			} else {
				r.piece(from, to)
			}
		}
	}
	for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
		r.castling(wing)
	}
	return r.names
}

// A refuser names the refused moves of a position.
type refuser struct {
	variant *rules.Variant
	set     ruleset.Set
	p       *board.Position
	seen    map[string]bool
	names   []string
}

// refused notes a move that is refused for a reason, if it is refused for nothing else.
func (r *refuser) refused(what, why string, otherwise func() bool) {
	name := what + " refused " + why
	if !r.seen[name] && otherwise() {
		r.seen[name] = true
		r.names = append(r.names, name)
	}
}

// safe returns a function that reports whether a move would be legal if its piece could go there.
func (r *refuser) safe(m board.Move) func() bool {
	return func() bool {
		return !r.p.Kings.Has(m.To) && len(rules.NewReference(r.set).KingBreaches(r.p, m)) == 0
	}
}

// without returns a function that reports whether a move would be legal if a square were empty.
func (r *refuser) without(s board.Square, m board.Move) func() bool {
	return func() bool {
		less := *r.p
		less.Put(s, board.NoPiece)
		return !r.p.Kings.Has(s) && len(rules.NewReference(r.set).Breaches(&less, m)) == 0
	}
}

// owner says whose piece is on a square.
func (r *refuser) owner(s board.Square) string {
	if r.p.Colours[r.p.Turn].Has(s) {
		return "an own piece"
	}
	return "an enemy piece"
}

// piece names what forbids a piece that is no pawn to go to a square it could go to on an empty board.
func (r *refuser) piece(from, to board.Square) {
	kind := r.p.KindAt(from)
	between, reaches := way(kind, from, to)
	if !reaches {
		return
	}
	m, name := board.NewMove(from, to), kind.String()
	between &= r.p.Occupied()
	target := r.p.Occupied().Has(to)
	switch {
	case between == 0 && target && (r.p.Colours[r.p.Turn].Has(to) || r.set.Family == ruleset.Pacifist):
		r.refused(name, "onto "+r.owner(to), r.safe(m))
	case between.Count() == 1 && !target:
		r.refused(name, "over "+r.owner(between.First()), r.safe(m))
	case between == 0:
		r.kings(name, m)
	}
}

// way returns the squares between two, and whether a piece of a kind goes from one to the other on an empty board.
func way(kind board.Kind, from, to board.Square) (between board.Bitboard, reaches bool) {
	h, steps := line(from, to)
	straight := h.files == 0 || h.ranks == 0
	leap := abs(h.files*h.ranks) == 2 && abs(h.files) < 3 && abs(h.ranks) < 3
	onLine := abs(h.files) <= 1 && abs(h.ranks) <= 1
	switch kind {
	case board.Knight:
		return 0, leap
	case board.King:
		return 0, onLine && steps == 1
	case board.Bishop:
		reaches = onLine && !straight
	case board.Rook:
		reaches = onLine && straight
	case board.Queen:
		reaches = onLine
	}
	for i := 1; reaches && i < steps; i++ {
		between |= board.At(from.File()+i*h.files, from.Rank()+i*h.ranks).Bit()
	}
	return between, reaches
}

// pawn names what forbids a pawn to go to a square.
func (r *refuser) pawn(from, to board.Square) {
	ahead := 1 - 2*int(r.p.Turn)
	files, ranks := to.File()-from.File(), (to.Rank()-from.Rank())*ahead
	if abs(files) > 1 || ranks < -1 || ranks > 2 || files != 0 && ranks == 2 {
		return
	}
	name := "pawn"
	m := board.NewMove(from, to)
	if to.Rank() == r.p.Turn.Other().FirstRank() {
		m.Promotion = board.Queen
		name = "promotion"
	}
	target := r.p.Occupied().Has(to)
	switch {
	case files == 0 && ranks == 1 && target:
		r.refused(name, "onto "+r.owner(to), r.safe(m))
	case files == 0 && ranks == 1:
		r.kings(name, m)
	case files == 0 && ranks == 2:
		r.twoStep(m, board.At(from.File(), from.Rank()+ahead))
	case files != 0 && target && (r.set.Family == ruleset.Pacifist || ranks != 1 || r.p.Colours[r.p.Turn].Has(to)):
		r.refused(name, "as a capture "+[...]string{"backwards", "sideways", "ahead"}[ranks+1]+" of "+r.owner(to),
			r.safe(m))
	case files != 0 && ranks == 1 && to == r.p.EnPassant:
		r.kings("en passant", m)
	case files != 0 && ranks == 1:
		beside := board.At(to.File(), from.Rank())
		if r.p.PieceAt(beside) == (board.Piece{Kind: board.Pawn, Colour: r.p.Turn.Other()}) &&
			from.Rank() == [...]int{4, 3}[r.p.Turn] {
			r.refused("en passant", "because the pawn did not just pass", r.safe(m))
		}
	}
}

// twoStep names what forbids a pawn to go two squares ahead.
func (r *refuser) twoStep(m board.Move, passed board.Square) {
	name := r.p.Turn.Title() + "'s two-step"
	over, onto := r.p.Occupied().Has(passed), r.p.Occupied().Has(m.To)
	rank := m.From.Rank()
	if r.p.Turn == board.Black {
		rank = 7 - rank
	}
	switch {
	case m.Promotion < board.NoKind:
	case rank != 1:
		if !over && !onto {
			r.refused(name, "from rank "+string(rune('1'+rank)), r.safe(m))
		}
	case over && onto:
	case over:
		r.refused(name, "over "+r.owner(passed), r.without(passed, m))
	case onto:
		r.refused(name, "onto "+r.owner(m.To), r.without(m.To, m))
	default:
		if b := rules.NewReference(r.set).Breaches(r.p, m); len(b) == 1 && b[0].Rule == "PAC-3" {
			r.refused(name, "over a persuaded square", func() bool { return true })
			return
		}
		r.kings(name, m)
	}
}

// kings names what the mover's kings have against a move that is legal but for them.
func (r *refuser) kings(name string, m board.Move) {
	list := rules.NewReference(r.set).Breaches(r.p, m)
	if len(list) != 1 {
		return
	}
	yes := func() bool { return true }
	switch {
	case r.set.Family != ruleset.Pacifist && r.variant.InCheck(r.p):
		r.refused(name, "because the king stays in check", yes)
	case r.set.Family != ruleset.Pacifist:
		r.refused(name, "because the king comes into check", yes)
	case r.p.Kingless(r.p.Turn) && strings.Contains(list[0].Reason, "claims none"):
		r.refused(name, "because no king is claimed", yes)
	case r.p.Kingless(r.p.Turn):
		r.refused(name, "because the claimed king hangs", yes)
	case r.p.Kingless(r.p.Turn.Other()):
		r.refused(name, "because both kings hang", yes)
	default:
		r.refused(name, "because the king hangs", yes)
	}
	if r.p.KindAt(m.From) != board.King {
		return
	}
	landed := rules.NewReference(r.set).Cascade(r.p, m).Board
	switch by := bearing.Weigh(r.set, &landed, (landed.Kings & landed.Colours[r.p.Turn] &^ r.p.Kings).First(),
		r.p.Turn.Other()).By; len(by) {
	case 0:
		r.refused(name, "because of a conversion", yes)
	case 1:
		r.refused(name, "because of a "+by[0].Piece.Kind.String(), yes)
	}
}

// castling names what forbids a castling.
func (r *refuser) castling(wing board.CastlingSide) {
	name := castlingNames[wing]
	i := board.RightIndex(r.p.Turn, wing)
	right := r.p.Rights[i]
	home := board.At(4, r.p.Turn.FirstRank())
	if !right.Held() {
		corner := board.At(7*int(wing), home.Rank())
		right = board.Right{King: home, Rook: corner}
		if r.p.PieceAt(home) == (board.Piece{Kind: board.King, Colour: r.p.Turn}) &&
			r.p.PieceAt(corner) == (board.Piece{Kind: board.Rook, Colour: r.p.Turn}) {
			r.refused(name, "without a right", func() bool { return castlesWith(r.variant, *r.p, i, right) })
		}
		return
	}
	if r.p.Colours[r.p.Turn.Other()]&(right.King.Bit()|right.Rook.Bit()) != 0 {
		return // such a rook attacks the king, and a king has been converted by what attacks it
	}
	m := board.NewMove(right.King, right.Rook)
	// PAC-14 says it of the end, too
	list := slices.DeleteFunc(rules.NewReference(r.set).Breaches(r.p, m),
		func(b rules.Breach) bool { return b.Rule == "PAC-11" })
	if len(list) != 1 {
		return
	}
	switch list[0].Rule {
	case "PAC-13":
		between := castlingWay(wing, right) & r.p.Occupied() &^ (right.King.Bit() | right.Rook.Bit())
		if between.Count() == 1 && !r.p.Kings.Has(between.First()) {
			less := *r.p
			less.Put(between.First(), board.NoPiece)
			r.refused(name, "over "+r.owner(between.First()), func() bool {
				return castlesWith(r.variant, less, i,
					right)
			})
		}
	case "PAC-14", "CON-9":
		_, squares, _ := strings.Cut(list[0].Reason, ": ")
		s, one := board.ParseSquare(squares)
		end, _ := board.CastlingEnds(r.p.Turn, wing)
		switch {
		case !one:
		case s == right.King:
			r.refused(name, "out of danger", func() bool { return true })
		case s == end:
			r.refused(name, "into danger", func() bool { return true })
		case r.set.Family == ruleset.Conversion && bearing.Weigh(r.set, r.p, s, r.p.Turn.Other()).Count == 0:
			r.refused(name, "over a square where the king would be converted", func() bool { return true })
		default:
			r.refused(name, "over danger", func() bool { return true })
		}
	default:
		r.kings(name, m)
	}
}

// castlingWay returns the squares that king and rook of a right stand on, pass and end on when they castle.
func castlingWay(wing board.CastlingSide, right board.Right) (way board.Bitboard) {
	end, rookEnd := board.CastlingEnds(board.Colour(right.King.Rank()/7), wing)
	for s := min(right.King, right.Rook, end, rookEnd); s <= max(right.King, right.Rook, end, rookEnd); s++ {
		way |= s.Bit()
	}
	return way
}
