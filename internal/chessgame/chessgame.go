// Package chessgame converts orthodox games to and from github.com/notnil/chess, which other Go
// programs use. Squares have the same numbers there; a position converts by its FEN.
package chessgame

import (
	"fmt"

	"github.com/notnil/chess"

	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// To returns a game as one of github.com/notnil/chess. The error says what that package cannot
// take: a rule set other than chess, castling as in Chess960.
func To(game *rules.Game) (*chess.Game, error) {
	variant := game.Variant()
	if set := variant.Set(); set.Family != ruleset.Chess {
		return nil, fmt.Errorf("%w: %s is not orthodox chess", ruleset.ErrUnknown, set.Name)
	}
	p := game.Start()
	from, err := chess.FEN(variant.FEN(&p))
	if err != nil {
		return nil, err
	}
	out := chess.NewGame(from, chess.UseNotation(chess.UCINotation{}))
	for i, t := range game.Turns() {
		if err := out.MoveStr(t.UCI(&p)); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		p = t.After
	}

	return out, nil
}

// From plays a game of github.com/notnil/chess under any rule set that allows its moves. Where a
// move is illegal, the game has the moves before it.
func From(variant *rules.Variant, game *chess.Game) (*rules.Game, error) {
	start, err := variant.ParseFEN(game.Positions()[0].String())
	if err != nil {
		return nil, err
	}
	out := rules.NewGame(variant, &start)
	for i, move := range game.Moves() {
		if _, err := out.Play(move.String()); err != nil {
			return out, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}

	return out, nil
}
