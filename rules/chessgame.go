//go:build !turncoat_web

package rules

import (
	"fmt"

	"github.com/notnil/chess"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// ToChess returns an orthodox game of github.com/notnil/chess: the turns from a position on. The
// error says what that package cannot take: a rule set other than chess, castling as in Chess960,
// an illegal move.
func (v *Variant) ToChess(start board.Position, turns []board.Played) (*chess.Game, error) {
	if v.set.Family != ruleset.Chess {
		return nil, fmt.Errorf("%w: %s is not orthodox chess", ruleset.ErrUnknown, v.set.Name)
	}
	from, err := chess.FEN(v.FEN(&start))
	if err != nil {
		return nil, err
	}
	game := chess.NewGame(from, chess.UseNotation(chess.UCINotation{}))
	p := start
	for i, t := range turns {
		if err := game.MoveStr(t.UCI(&p)); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		p = t.After
	}
	return game, nil
}

// FromChess plays an orthodox game of github.com/notnil/chess under this rule set, which may be any
// that allows its moves, and returns the position it starts from and its turns.
func (v *Variant) FromChess(game *chess.Game) (board.Position, []board.Played, error) {
	start, err := v.ParseFEN(game.Positions()[0].String())
	if err != nil {
		return start, nil, err
	}
	moves := game.Moves()
	turns := make([]board.Played, 0, len(moves))
	p := start
	for i, move := range moves {
		t, err := v.Parse(&p, move.String())
		if err != nil {
			return start, turns, fmt.Errorf("ply %d: %w", i+1, err)
		}
		turns = append(turns, t)
		p = t.After
	}
	return start, turns, nil
}
