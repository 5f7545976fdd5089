package check

import (
	"fmt"
	"strings"

	"turncoat/corpus/internal/bearing"
	"turncoat/rules/board"
	"turncoat/rules/reference"
	"turncoat/rules/ruleset"
)

// A kind is a kind of turn, so that turns of one kind can be said to be missing, wrong or too many.
// It is the text that names it: "castling", "the knight's leap +1+2".
type kind string

// step returns how a piece goes from one square to another: one step of a line, or a leap.
func step(from, to board.Square) string {
	return stepNames[to.File()-from.File()+7][to.Rank()-from.Rank()+7]
}

// stepNames holds the steps by files and ranks, both from -7.
var stepNames = func() (names [15][15]string) {
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
	return names
}()

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
		kinds = append(kinds, "captures", kind("captures by the "+name), kind("captures of the "+p.PieceAt(m.To).Kind.String()))
	}
	switch {
	case piece.Kind != board.Pawn:
		kinds = append(kinds, kind(fmt.Sprintf("the %s's step %s", name, step(m.From, m.To))))
		if far := max(abs(m.To.File()-m.From.File()), abs(m.To.Rank()-m.From.Rank())); piece.Kind != board.Knight && far > 1 {
			kinds = append(kinds, kind(fmt.Sprintf("moves of the %s over more than one square", name)))
		}
	case m.Promotion < board.NoKind:
		kinds = append(kinds, "promotions", kind(sides[p.Turn]+"'s promotions"))
		if m.Promotion != board.Queen {
			kinds = append(kinds, "promotions to anything but a queen")
		}
		kinds = append(kinds, kind("promotions to a "+m.Promotion.String()))
	case m.To == p.EnPassant && m.From.File() != m.To.File():
		kinds = append(kinds, "en passant", kind("en passant "+step(m.From, m.To)), kind(sides[p.Turn]+"'s captures en passant"))
	case m.From.File() != m.To.File():
		kinds = append(kinds, kind("the pawn's capture "+step(m.From, m.To)))
	case abs(m.To.Rank()-m.From.Rank()) == 2:
		kinds = append(kinds, "two-steps", kind(sides[p.Turn]+"'s two-steps"))
	default:
		kinds = append(kinds, "single steps of pawns", kind(sides[p.Turn]+"'s single steps of pawns"))
	}
	return kinds
}

func castlingKinds(p *board.Position, m board.Move, wing board.Wing) []kind {
	name := [...]string{"O-O-O", "O-O"}[wing]
	kinds := []kind{"castling", kind("castling " + name), kind(sides[p.Turn] + "'s castling"), kind(sides[p.Turn] + "'s castling " + name)}
	if m.From.File() != 4 || m.To.File() != 0 && m.To.File() != 7 {
		kinds = append(kinds, "castling from shuffled starts")
	}
	end, rook := board.CastlingEnds(p.Turn, wing)
	if m.From == end || m.To == rook {
		kinds = append(kinds, "castling in which king or rook stays")
	}
	for _, danger := range []struct {
		s    board.Square
		what kind
	}{{end, "castling to an attacked square"}, {m.To, "castling with an attacked rook"}, {board.At(1, end.Rank()), "castling past an attacked b-file"}} {
		if (danger.s.File() != 1 || wing == board.AWing) && bearing.Weigh(ruleset.First(ruleset.Pacifist), p, danger.s, p.Turn.Other()).Count > 0 {
			kinds = append(kinds, danger.what)
		}
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
	c := reference.Begin(set, *p, m)
	var kinds []kind
	seen := map[kind]bool{}
	add := func(k kind) {
		if !seen[k] {
			seen[k] = true
			kinds = append(kinds, k)
		}
	}
	for n := 1; ; n++ {
		wave := c.Next()
		if wave == 0 {
			return kinds
		}
		add("conversions")
		add(kind("conversions by " + sides[p.Turn]))
		if _, castles := m.Castles(p); castles {
			add("conversions by castling")
		}
		if m.Promotion < board.NoKind {
			add("conversions by promotion")
		}
		if n >= 2 && n <= 4 {
			add([...]kind{2: "second waves", 3: "third waves", 4: "fourth waves"}[n])
		}
		if wave.Count() > 1 {
			add("waves of more than one piece")
		}
		for s := range wave.All {
			add(kind("conversions of the " + c.Board.KindAt(s).String()))
		}
		c.Convert(wave)
	}
}

// extraKinds says what is wrong with a move that the rules do not have, the widest kind first.
func extraKinds(set ruleset.Set, p *board.Position, m board.Move) []kind {
	piece, target := p.PieceAt(m.From), p.PieceAt(m.To)
	if wing, castles := m.Castles(p); castles {
		return extraCastling(set, p, m, wing)
	}
	name := piece.Kind.String()
	switch {
	case piece.Kind == board.NoKind:
		return []kind{"moves from empty squares"}
	case piece.Colour != p.Turn:
		return []kind{"moves of the enemy's pieces"}
	case target.Kind != board.NoKind && piece.Kind == board.Pawn && m.From.File() == m.To.File():
		return []kind{"moves onto other pieces", "steps of the pawn onto other pieces"}
	case target.Kind != board.NoKind && target.Colour == p.Turn:
		return []kind{"moves onto own pieces", kind("moves of the " + name + " onto own pieces")}
	case target.Kind != board.NoKind && set.Family == ruleset.Pacifist:
		return []kind{"captures", kind("captures by the " + name), "moves onto other pieces"}
	}
	var kinds []kind
	for _, b := range reference.Breaches(set, *p, m) {
		switch {
		case strings.HasSuffix(b.Reason, "in the way"), strings.HasSuffix(b.Reason, "not empty"):
			kinds = append(kinds, kind("moves of the "+name+" over other pieces"))
		case b.Rule == "PAC-2", strings.Contains(b.Reason, "promotes"):
			kinds = append(kinds, promotionKind(m))
		case strings.Contains(b.Reason, "second rank"):
			kinds = append(kinds, "two-steps from other ranks", kind(sides[p.Turn]+"'s two-steps from other ranks"))
		case b.Rule == "PAC-3":
			kinds = append(kinds, "two-steps over persuaded squares")
		case b.Rule == "PAC-10", b.Rule == "PAC-11", b.Rule == "CON-7", b.Rule == "CON-8":
			kinds = append(kinds, safetyKinds(set, p, piece.Kind)...)
		case piece.Kind == board.Pawn:
			kinds = append(kinds, kind("the pawn's step "+step(m.From, m.To)))
		default:
			kinds = append(kinds, kind(fmt.Sprintf("the %s's step %s", name, step(m.From, m.To))))
		}
	}
	return kinds
}

func promotionKind(m board.Move) kind {
	if m.Promotion == board.NoKind {
		return "pawns on the last rank that do not promote"
	}
	return kind("promotions to a " + m.Promotion.String())
}

func safetyKinds(set ruleset.Set, p *board.Position, mover board.Kind) []kind {
	switch {
	case set.Family != ruleset.Pacifist:
		return []kind{"moves that leave the king in check"}
	case p.Kingless(p.Turn):
		return []kind{"moves without a king that claim none"}
	case mover == board.King:
		return []kind{"moves that leave the king over-persuaded", "king moves into persuasion"}
	}
	return []kind{"moves that leave the king over-persuaded", "moves of other pieces that leave the king over-persuaded"}
}

func extraCastling(set ruleset.Set, p *board.Position, m board.Move, wing board.Wing) []kind {
	name := [...]string{"O-O-O", "O-O"}[wing]
	for _, b := range reference.Breaches(set, *p, m) {
		switch b.Rule {
		case "PAC-15", "CON-10":
			return []kind{"castling without a right", kind("castling " + name + " without a right"), kind(sides[p.Turn] + "'s castling without a right")}
		case "PAC-13":
			return []kind{"castling over other pieces", kind("castling " + name + " over other pieces")}
		case "PAC-14", "CON-9":
			return []kind{"castling from or over attacked squares"}
		}
	}
	return []kind{"castling that leaves the king over-persuaded"}
}

func abs(n int) int { return max(n, -n) }
