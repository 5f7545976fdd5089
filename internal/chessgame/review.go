// Package chessgame replays orthodox games with github.com/notnil/chess, for a second opinion.
// Squares have the same numbers there; a position converts by its FEN.
package chessgame

import (
	"fmt"
	"slices"
	"strings"

	"github.com/notnil/chess"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Review replays a line of play with github.com/notnil/chess. It returns the first ply, 0 for the
// start, behind which that package sees something otherwise, and what: the position, the legal
// moves, check, mate or stalemate. The reason is empty where it sees nothing otherwise. The error
// says that it cannot read the game.
func Review(game *rules.Game) (ply int, reason string, err error) {
	variant, ours := game.Variant(), game.Start()
	theirs, err := position(variant, &ours)
	if err != nil {
		return 0, "", err
	}
	reason = differ(variant, &ours, theirs)
	for i, turn := range game.Turns() {
		if reason != "" {
			return i, reason, nil
		}
		move := find(theirs, turn.UCI(&ours))
		if move == nil {
			return i, turn.UCI(&ours) + " is not legal there", nil
		}
		theirs, ours = theirs.Update(move), turn.After
		if check := move.HasTag(chess.Check); check != variant.InCheck(&ours) {
			return i + 1, fmt.Sprintf("check after %s: %t there, %t here", move, check, !check), nil
		}
		reason = differ(variant, &ours, theirs)
	}

	return len(game.Turns()), reason, nil
}

// position returns a position as github.com/notnil/chess has it. The error says why it cannot.
func position(variant *rules.Variant, p *board.Position) (*chess.Position, error) {
	if set := variant.Set(); set.Family != ruleset.Chess {
		return nil, fmt.Errorf("%w: %s is not orthodox chess", ruleset.ErrUnknown, set.Name)
	}
	for _, right := range p.Rights {
		usual := right.King.File() == 4 && (right.Rook.File() == 0 || right.Rook.File() == 7)
		if right.Held() && !usual {
			return nil, fmt.Errorf("%w: castling is that of Chess960", ruleset.ErrUnknown)
		}
	}

	from, err := chess.FEN(variant.FEN(p))
	if err != nil {
		return nil, err
	}
	return chess.NewGame(from).Position(), nil
}

// find returns the legal move of a position that UCI writes so, nil if there is none.
func find(p *chess.Position, uci string) *chess.Move {
	for _, m := range p.ValidMoves() {
		if m.String() == uci {
			return m
		}
	}

	return nil
}

// differ says what github.com/notnil/chess sees otherwise in a position; empty for nothing.
func differ(variant *rules.Variant, ours *board.Position, theirs *chess.Position) string {
	read, err := variant.ParseFEN(theirs.String())
	if err != nil || read != *ours {
		return fmt.Sprintf("the position is %s there, %s here", theirs, variant.FEN(ours))
	}
	here, there := legalMoves(variant, ours, theirs)
	if only := missing(here, there); only != "" {
		return "only legal here: " + only
	}
	if only := missing(there, here); only != "" {
		return "only legal there: " + only
	}
	status := map[chess.Method]string{chess.Checkmate: board.Checkmate,
		chess.Stalemate: board.Stalemate}[theirs.Status()]
	if outcome := variant.Outcome(ours); outcome.Reason != status {
		return fmt.Sprintf("the game ends by %q there, by %q here", status, outcome.Reason)
	}
	return ""
}

// legalMoves lists the legal moves on both sides, as UCI writes them.
func legalMoves(v *rules.Variant, p *board.Position, q *chess.Position) (here, there []string) {
	for _, m := range v.Moves(p) {
		here = append(here, m.UCI(p))
	}
	for _, m := range q.ValidMoves() {
		there = append(there, m.String())
	}
	return here, there
}

// missing lists what of some moves is not among others.
func missing(moves, others []string) string {
	var only []string
	for _, m := range moves {
		if !slices.Contains(others, m) {
			only = append(only, m)
		}
	}

	return strings.Join(only, ", ")
}
