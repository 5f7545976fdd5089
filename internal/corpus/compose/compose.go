// Package compose makes positions for corpora, and for searching programs for differences.
package compose

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"turncoat/corpus"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Composer makes positions that are likely to show misread rules: small random ones with many of
// the pieces and squares that the rules are about, positions from games, and variations of other
// positions.
type Composer struct {
	Variant *rules.Variant
	Seeds   []corpus.Seed // positions given from outside
}

// extras are the kinds of pieces that Scatter puts on the board, with their frequencies.
var extras = []board.Kind{
	board.Pawn, board.Pawn, board.Pawn, board.Pawn, board.Knight, board.Knight, board.Bishop, board.Bishop,
	board.Rook, board.Rook, board.Queen, board.Queen,
}

// Scatter puts two kings and a few pieces on the board, rather near each other.
func (c *Composer) Scatter(r *rand.Rand) (corpus.Seed, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	colours := []board.Colour{board.White, board.Black}
	if c.Variant.Set().Family.KingsConvert() {
		switch r.IntN(8) {
		case 0, 1: // the mover is kingless
			colours = []board.Colour{p.Turn.Other(), p.Turn.Other()}
		case 2:
			colours = []board.Colour{p.Turn, p.Turn}
		}
	}

	centre := board.Square(r.IntN(64))
	for _, colour := range colours {
		c.drop(r, &p, centre, board.Piece{Kind: board.King, Colour: colour})
	}
	own := r.IntN(6) // how many of six pieces are the mover's
	for range 1 + r.IntN(9) {
		colour := p.Turn.Other()
		if r.IntN(6) < own {
			colour = p.Turn
		}
		c.drop(r, &p, centre, board.Piece{Kind: extras[r.IntN(len(extras))], Colour: colour})
	}

	return c.finish(&p, "-")
}

// placed returns a composed question with its position.
func (c *Composer) placed(q corpus.Seed, ok bool) (corpus.Seed, board.Position, bool) {
	if !ok {
		return q, board.Position{}, false
	}
	p, err := q.Position(c.Variant)
	return q, p, err == nil
}

// drop puts a piece on an empty square that its kind may be on, often near a centre.
func (c *Composer) drop(r *rand.Rand, p *board.Position, centre board.Square, piece board.Piece) {
	for range 20 {
		s := board.Square(r.IntN(64))
		if r.IntN(3) > 0 {
			file, rank := centre.File()+r.IntN(7)-3, centre.Rank()+r.IntN(7)-3
			if file < 0 || file > 7 || rank < 0 || rank > 7 {
				continue
			}
			s = board.At(file, rank)
		}

		if piece.Kind == board.Pawn {
			if r.IntN(3) == 0 { // about to promote, or with the two-step before it
				s = board.At(s.File(), 1+5*r.IntN(2))
			}
			if s.Rank() == 0 || s.Rank() == 7 {
				continue
			}
		}

		if !p.Occupied().Has(s) {
			p.Put(s, piece)
			return
		}
	}
}

// Castling puts a king and one or two rooks where they can castle, and pieces round them.
func (c *Composer) Castling(r *rand.Rand) (corpus.Seed, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	rights := c.castle(r, &p, p.Turn)
	if r.IntN(4) == 0 {
		rights += c.castle(r, &p, p.Turn.Other())
	} else {
		c.drop(r, &p, board.At(4, 4), board.Piece{Kind: board.King, Colour: p.Turn.Other()})
	}

	if c.Variant.Set().Family.HasCoSquares() && r.IntN(2) == 0 {
		c.cross(r, &p)
	}
	centre := board.At(2+r.IntN(5), 1+5*int(p.Turn))
	for range r.IntN(7) {
		c.drop(r, &p, centre, board.Piece{Kind: extras[r.IntN(len(extras))],
			Colour: board.Colour(r.IntN(2))})
	}

	return c.finish(&p, rights)
}

// cross gives both sides a pair with one piece on a file or rank of a castling rook, so that a
// co-square may fall on the rook (CON-3).
func (c *Composer) cross(r *rand.Rand, p *board.Position) {
	rooks := p.Rooks.Squares()
	rook := rooks[r.IntN(len(rooks))]
	for _, side := range []board.Colour{board.White, board.Black} {
		kind := []board.Kind{board.Knight, board.Bishop, board.Rook, board.Queen}[r.IntN(4)]
		s := board.At(rook.File(), r.IntN(8))
		if r.IntN(2) == 0 {
			s = board.At(r.IntN(8), rook.Rank())
		}
		if !p.Occupied().Has(s) {
			p.Put(s, board.Piece{Kind: kind, Colour: side})
		}
		c.drop(r, p, board.At(4, 4), board.Piece{Kind: kind, Colour: side})
	}
}

// castle puts king and rooks of a side on its first rank and returns its rights as a FEN writes
// them.
func (c *Composer) castle(r *rand.Rand, p *board.Position, side board.Colour) string {
	rank := side.FirstRank()
	king, rooks := 4, []int{0, 7}
	if r.IntN(3) == 0 {
		king = 1 + r.IntN(6)
		rooks = []int{r.IntN(king), king + 1 + r.IntN(7-king)}
	}

	p.Put(board.At(king, rank), board.Piece{Kind: board.King, Colour: side})
	letters := "QK"
	if side == board.Black {
		letters = "qk"
	}
	rights := ""
	wings := 1 + r.IntN(3)
	for wing, file := range rooks {
		if wings>>wing&1 == 1 {
			p.Put(board.At(file, rank), board.Piece{Kind: board.Rook, Colour: side})
			rights = letters[wing:wing+1] + rights
		}
	}

	return rights
}

// turns lists a turn for each move, with the full reclaim, sorted, so that the corpora do not
// depend on the order in which package rules lists them.
func (c *Composer) turns(p *board.Position) []board.Played {
	var all []board.Played
	for _, m := range c.Variant.Moves(p) {
		all = append(all, c.Variant.Play(p, m))
	}
	slices.SortFunc(all, func(a, b board.Played) int { return compareMoves(a.Move, b.Move) })
	return all
}

func compareMoves(a, b board.Move) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To),
		cmp.Compare(a.Promotion, b.Promotion))
}

// pass gives the move to the other side. It reports false if the rules do not allow that position.
func (c *Composer) pass(p *board.Position, q *corpus.Seed) bool {
	p.Turn = p.Turn.Other()
	q.FEN = c.Variant.FEN(p)
	passed, err := c.Variant.ParseFEN(q.FEN)
	*p = passed
	return err == nil
}

// step plays a random turn, most often one that changes the colour of a piece named by a right.
func (c *Composer) step(r *rand.Rand, p *board.Position, q *corpus.Seed) bool {
	named := p.Rights.Squares()
	if named == 0 { // as below, but without playing every turn
		moves := c.Variant.Moves(p)
		if len(moves) == 0 {
			return false
		}
		slices.SortFunc(moves, compareMoves)
		m := moves[r.IntN(len(moves))]
		q.Moves = append(slices.Clip(q.Moves), m.UCI(p))
		*p = c.Variant.Play(p, m).After
		return true
	}

	all := c.turns(p)
	touching := slices.DeleteFunc(slices.Clone(all),
		func(t board.Played) bool { return (t.Converted|t.Reclaimed)&named == 0 })
	if len(touching) > 0 && r.IntN(4) > 0 {
		all = touching
	}
	_, ok := playAny(r, p, q, all)
	return ok
}

// Game plays a game from a starting position, standard or shuffled, and returns positions from it,
// the last of them from its end.
func (c *Composer) Game(r *rand.Rand) []corpus.Seed {
	const apart = 6 // turns
	p := c.Variant.Start()
	if r.IntN(2) == 0 {
		var err error
		p, err = c.Variant.ParseFEN(Shuffled(r))
		if err != nil {
			return nil
		}
	}

	var list []corpus.Seed
	take := func() {
		q := p
		q.Clock, q.Number = 0, 1
		list = append(list, corpus.Seed{FEN: c.Variant.FEN(&q)})
	}
	for n := 4 + r.IntN(60); n > 0 && c.step(r, &p, &corpus.Seed{}); n-- {
		if n%apart == 1 && n > 1 {
			take()
		}
	}

	take()
	return list
}

// Walk takes the last position of a game.
func (c *Composer) Walk(r *rand.Rand) (corpus.Seed, bool) {
	list := c.Game(r)
	if len(list) == 0 {
		return corpus.Seed{}, false
	}
	return list[len(list)-1], true
}

// Mutate changes a few pieces of a position.
func (c *Composer) Mutate(r *rand.Rand, q corpus.Seed) (corpus.Seed, bool) {
	p, err := c.Variant.ParseFEN(q.FEN)
	if err != nil {
		return q, false
	}
	named := p.Rights.Squares()
	for range 1 + r.IntN(3) {
		occupied := p.Occupied().Squares()
		s := occupied[r.IntN(len(occupied))]
		piece := p.PieceAt(s)
		switch r.IntN(5) {
		case 0: // another piece comes
			c.drop(r, &p, s, board.Piece{Kind: extras[r.IntN(len(extras))],
				Colour: board.Colour(r.IntN(2))})
		case 1: // one goes
			if piece.Kind != board.King && !named.Has(s) {
				p.Put(s, board.NoPiece)
			}
		case 2: // one moves
			if !named.Has(s) {
				p.Put(s, board.NoPiece)
				c.drop(r, &p, s, piece)
			}
		case 3: // one changes sides
			if !named.Has(s) && (piece.Kind != board.King ||
				c.Variant.Set().Family.KingsConvert()) {
				piece.Colour = piece.Colour.Other()
				p.Put(s, piece)
			}
		case 4: // one becomes another
			if piece.Kind != board.King && !named.Has(s) {
				p.Put(s, board.NoPiece)
				c.drop(r, &p, s, board.Piece{Kind: extras[r.IntN(len(extras))],
					Colour: piece.Colour})
			}
		}
	}

	if r.IntN(8) == 0 && len(q.Moves) == 0 {
		p.Turn = p.Turn.Other()
	}
	p.EnPassant = board.NoSquare
	p.Clock, p.Number = 0, 1
	fen := c.Variant.FEN(&p)
	return corpus.Seed{FEN: fen, Moves: q.Moves}, c.Sound(fen)
}

// finish returns a position as a question. It reports false if the rules do not allow it.
func (c *Composer) finish(p *board.Position, rights string) (corpus.Seed, bool) {
	p.EnPassant, p.Number = board.NoSquare, 1
	fen := p.Board() + " " + "wb"[p.Turn:p.Turn+1] + " " + cmp.Or(rights, "-") + " - 0 1"
	parsed, err := c.Variant.ParseFEN(fen)
	if err != nil {
		return corpus.Seed{}, false
	}
	return corpus.Seed{FEN: c.Variant.FEN(&parsed)}, true
}

// Sound reports whether the text is a FEN as this rule set writes it.
func (c *Composer) Sound(fen string) bool {
	p, err := c.Variant.ParseFEN(fen)
	return err == nil && c.Variant.FEN(&p) == fen
}

// Shuffled returns a Chess960 starting position.
func Shuffled(r *rand.Rand) string {
	var rank [8]byte
	rank[2*r.IntN(4)] = 'b'
	rank[2*r.IntN(4)+1] = 'b'
	place := func(nth int, piece byte) {
		for i := range rank {
			if rank[i] != 0 {
				continue
			}
			if nth == 0 {
				rank[i] = piece
				return
			}

			nth--
		}
	}
	place(r.IntN(6), 'q')
	place(r.IntN(5), 'n')
	place(r.IntN(4), 'n')
	for _, piece := range []byte("rkr") {
		place(0, piece)
	}
	black := string(rank[:])
	white := make([]byte, 8)
	for i, c := range rank {
		white[i] = c - 'a' + 'A'
	}
	return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + string(white) + " w KQkq - 0 1"
}
