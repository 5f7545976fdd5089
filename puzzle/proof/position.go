package proof

import (
	"fmt"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// ParsePosition reads a position as [At] writes it. The position must be valid under the rules,
// with the castling rights and the en passant square that its FEN implies (PAC-15, PAC-17, CON-12).
func ParsePosition(text string, variant *rules.Variant) (board.Position, error) {
	fields := strings.Fields(text)
	if len(fields) != 4 {
		return board.Position{}, fmt.Errorf("%w: %q is not board, side, rights and en passant square", ErrSyntax, text)
	}
	p, err := board.ParseFEN(fields[0]+" "+fields[1], variant.Set())
	if err != nil {
		return p, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	if err := parseRights(&p, fields[2]); err != nil {
		return p, err
	}
	if fields[3] != "-" {
		s, ok := board.ParseSquare(fields[3])
		if !ok {
			return p, fmt.Errorf("%w: %q is no square", ErrSyntax, fields[3])
		}
		p.EnPassant = s
	}

	p.Rekey()
	if written := At(&p); written != text {
		return p, fmt.Errorf("%w: %q is written %q", ErrSyntax, text, written)
	}
	read, err := variant.ParseFEN(variant.FEN(&p))
	if err != nil {
		return p, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	if same(read) != same(p) {
		return p, fmt.Errorf("%w: %w: the position with the rights and en passant square of %q does not arise; what its FEN says is %q",
			ErrSyntax, board.ErrInvalid, text, At(&read))
	}

	return p, nil
}

// parseRights reads castling rights, each written as the squares of its king and its rook. That a
// king came to its home square is written as that square, twice (AND-9).
func parseRights(p *board.Position, text string) error {
	if text == "-" {
		return nil
	}
	if len(text)%4 != 0 {
		return fmt.Errorf("%w: %q is not a list of kings' and rooks' squares", ErrSyntax, text)
	}
	for rest := text; rest != ""; rest = rest[4:] {
		king, ok1 := board.ParseSquare(rest[:2])
		rook, ok2 := board.ParseSquare(rest[2:4])
		const kingsFile = 4
		isRight := ok1 && ok2 && king.Rank() == rook.Rank() && (king.Rank() == 0 || king.Rank() == 7) &&
			(king != rook || king.File() == kingsFile)
		if !isRight {
			return fmt.Errorf("%w: %q is not a castling right", ErrSyntax, rest[:4])
		}
		side, wing := board.White, board.QueenSide
		if king.Rank() == 7 {
			side = board.Black
		}
		if rook > king {
			wing = board.KingSide
		}
		p.Rights[board.RightIndex(side, wing)] = board.Right{King: king, Rook: rook}
	}

	return nil
}
