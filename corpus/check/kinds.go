package check

import (
	"fmt"
	"slices"
	"sync"

	"turncoat/corpus/internal/bearing"
	"turncoat/internal/plural"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A kind is a kind of turn, so that turns of one kind can be said to be missing, wrong or too many.
// It is the text that names it: "castling", "the knight's leap +1+2".
type kind string

// step returns how a piece goes from one square to another: one step of a line, or a leap.
func step(from, to board.Square) string {
	return stepNames()[to.File()-from.File()+7][to.Rank()-from.Rank()+7]
}

// stepNames holds the steps by files and ranks, both from -7.
var stepNames = sync.OnceValue(func() *[15][15]string {
	var names [15][15]string
	for i := range names {
		for j := range names[i] {
			files, ranks := i-7, j-7
			if files == 0 || ranks == 0 || files == ranks || files == -ranks {
				n := max(files, -files, ranks, -ranks, 1)
				files, ranks = files/n, ranks/n
			}
			names[i][j] = fmt.Sprintf("%+d%+d", files, ranks)
		}
	}
	return &names
})

var sides = [...]string{"White", "Black"}

// moveKinds lists the kinds of a move by its movement alone, the widest first.
func moveKinds(p *board.Position, m board.Move) []kind {
	if wing, castles := m.Castles(p); castles {
		return castlingKinds(p, m, wing)
	}
	piece := p.PieceAt(m.From)
	if piece.Kind == board.NoKind {
		return nil
	}
	name := piece.Kind.String()
	kinds := []kind{kind("moves of the " + name), kind(sides[p.Turn] + "'s moves of the " + name)}
	if p.PieceAt(m.To).Kind != board.NoKind {
		kinds = append(kinds, "captures", kind("captures by the "+name),
			kind("captures of the "+p.PieceAt(m.To).Kind.String()))
	}
	switch {
	case piece.Kind != board.Pawn:
		kinds = append(kinds, kind(fmt.Sprintf("the %s's step %s", name, step(m.From, m.To))))
		if far := distance(m.From, m.To); piece.Kind != board.Knight && far > 1 {
			kinds = append(kinds, kind(fmt.Sprintf("moves of the %s over more than one square", name)))
			kinds = append(kinds, moveReach()[far]...)
		}
		if piece.Kind == board.King || piece.Kind == board.Queen {
			kinds = append(kinds, kind(slant(m.From, m.To)+" moves of the "+name))
		}
		if piece.Kind == board.King && nextToKing(p, m) {
			kinds = append(kinds, "king moves next to a king")
		}
	case m.Promotion < board.NoKind:
		kinds = append(kinds, "promotions", kind(sides[p.Turn]+"'s promotions"))
		if m.From.File() != m.To.File() {
			kinds = append(kinds, "promotions by captures")
		}
		if m.Promotion != board.Queen {
			kinds = append(kinds, "promotions to anything but a queen")
		}
		kinds = append(kinds, kind("promotions to a "+m.Promotion.String()))
		for _, two := range [][2]board.Kind{{board.Rook, board.Bishop}, {board.Rook, board.Knight},
			{board.Bishop, board.Knight}} {
			if slices.Contains(two[:], m.Promotion) {
				kinds = append(kinds, kind(fmt.Sprintf("promotions to a %s or a %s", two[0], two[1])))
			}
		}
	case m.To == p.EnPassant && m.From.File() != m.To.File():
		kinds = append(kinds, "en passant", kind("en passant "+step(m.From, m.To)),
			kind(sides[p.Turn]+"'s captures en passant"))
	case m.From.File() != m.To.File():
		kinds = append(kinds, kind("the pawn's capture "+step(m.From, m.To)))
	case abs(m.To.Rank()-m.From.Rank()) == 2:
		kinds = append(kinds, "two-steps", kind(sides[p.Turn]+"'s two-steps"))
		if attacked(p, (m.From+m.To)/2, p.Turn.Other()) {
			kinds = append(kinds, "two-steps over attacked squares")
		}
	default:
		kinds = append(kinds, "single steps of pawns", kind(sides[p.Turn]+"'s single steps of pawns"))
	}
	return kinds
}

func castlingKinds(p *board.Position, m board.Move, wing board.CastlingSide) []kind {
	name := [...]string{"O-O-O", "O-O"}[wing]
	kinds := []kind{"castling", kind("castling " + name), kind(sides[p.Turn] + "'s castling"),
		kind(sides[p.Turn] + "'s castling " + name)}
	if m.From.File() != 4 || m.To.File() != 0 && m.To.File() != 7 {
		kinds = append(kinds, "castling from shuffled starts")
	}
	if (p.Kings & p.Colours[p.Turn]).Count() > 1 {
		kinds = append(kinds, "castling with two kings")
	}
	end, rook := board.CastlingEnds(p.Turn, wing)
	if m.From == end || m.To == rook {
		kinds = append(kinds, "castling in which king or rook stays")
	}
	for _, danger := range []struct {
		s    board.Square
		what kind
	}{{end, "castling to an attacked square"}, {m.To, "castling with an attacked rook"}, {board.At(1, end.Rank()),
		"castling past an attacked b-file"}} {
		if (danger.s.File() != 1 || m.To.File() == 0) && attacked(p, danger.s, p.Turn.Other()) {
			kinds = append(kinds, danger.what)
		}
	}
	return kinds
}

// historyKinds lists the kinds of a castling by what its side has moved before, which does not end
// the right.
func historyKinds(path []stage, m board.Move) []kind {
	last := &path[len(path)-1].position
	if _, castles := m.Castles(last); !castles {
		return nil
	}
	var kinds []kind
	add := func(k kind, is bool) {
		if is && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	for _, s := range path[:len(path)-1] {
		if s.position.Turn != last.Turn {
			continue
		}
		moved := s.position.KindAt(s.move.From)
		add("castling after another move of its side", true)
		add("castling after another piece has left the first rank", moved != board.King &&
			s.move.From.Rank() == last.Turn.FirstRank())
		add("castling after another rook has moved", moved == board.Rook)
	}
	return kinds
}

// stateKinds lists the kinds of all turns of a position.
func stateKinds(p *board.Position) []kind {
	kinds := []kind{kind(sides[p.Turn] + "'s turns")}
	if p.Kingless(p.Turn) {
		kinds = append(kinds, "turns of a mover without a king")
	}
	if p.Kingless(p.Turn.Other()) {
		kinds = append(kinds, "turns of a mover with both kings")
	}
	return kinds
}

// waveKinds lists the kinds of a move, legal or not, by what it converts.
func waveKinds(set ruleset.Set, p *board.Position, m board.Move) []kind {
	c := rules.NewReference(set).Cascade(p, m)
	var kinds, squares []kind
	seen := map[kind]bool{}
	add := func(k kind) {
		if !seen[k] {
			seen[k] = true
			kinds = append(kinds, k)
		}
	}
	for n := 1; ; n++ {
		pairs := c.CoSquares()
		wave := c.Next()
		if wave == 0 {
			for _, k := range squares {
				add(k)
			}
			return kinds
		}
		for s := range wave.All {
			for _, k := range pairKinds(&c.Board, pairs, s) {
				add(k)
			}
		}
		add("conversions")
		add(kind("conversions by " + sides[p.Turn]))
		if _, castles := m.Castles(p); castles {
			add("conversions by castling")
		}
		if m.Promotion < board.NoKind {
			add("conversions by promotion")
		}
		if m.To != m.From && p.PieceAt(m.To).Kind != board.NoKind && p.PieceAt(m.To).Colour != p.Turn {
			add("conversions by captures")
		}
		if n >= 2 && n <= 4 {
			add([...]kind{2: "second waves", 3: "third waves", 4: "fourth waves"}[n])
		}
		if wave.Count() > 1 {
			add("waves of more than one piece")
		}
		for s := range wave.All {
			add(kind("conversions of the " + c.Board.KindAt(s).String()))
			squares = append(squares, squareKinds("conversions on", s)...)
		}
		c.Convert(wave)
	}
}

// distance returns how many squares a piece goes, as a king counts them.
func distance(from, to board.Square) int {
	return max(abs(to.File()-from.File()), abs(to.Rank()-from.Rank()))
}

// slant says of a step or a line whether it is diagonal or straight.
func slant(from, to board.Square) string {
	if from.File() != to.File() && from.Rank() != to.Rank() {
		return "diagonal"
	}
	return "straight"
}

// moveReach and bearReach list, by how far a piece goes or bears, the kinds that say it is farther
// than so many squares.
var moveReach, bearReach = reach("moves"), reach("bearing")

func reach(what string) func() [8][]kind {
	return sync.OnceValue(func() (list [8][]kind) {
		for far := range list {
			for n := 1; n < far; n++ {
				list[far] = append(list[far], kind(fmt.Sprintf("%s over more than %s", what,
					plural.Count(n, "square"))))
			}
		}
		return list
	})
}

// nextToKing reports whether a king goes to a square beside another king, whosever it is.
func nextToKing(p *board.Position, m board.Move) bool { return nextTo(p.Kings&^m.From.Bit(), m.To) }

// nextTo reports whether a square is beside one of the others.
func nextTo(squares board.Bitboard, at board.Square) bool {
	for s := range squares.All {
		if distance(s, at) == 1 {
			return true
		}
	}
	return false
}

// attacked reports whether a side attacks a square in the orthodox sense.
func attacked(p *board.Position, s board.Square, by board.Colour) bool {
	return bearing.Weigh(ruleset.First(ruleset.Pacifist), p, s, by).Count > 0
}

func abs(n int) int { return max(n, -n) }
