package puzzle

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

var (
	// ErrSyntax is the class of errors about text that is not a puzzle.
	ErrSyntax = errors.New("not a puzzle")
	// ErrUnsound is the class of errors about puzzles that are not what they say.
	ErrUnsound = errors.New("unsound puzzle")
)

// Puzzle is a position with a forced win and all that is claimed about it.
type Puzzle struct {
	ID    string      `json:"id"` // made from the rules, the length and the position; see [Identify]
	Rules proof.Rules `json:"rules"`
	FEN   string      `json:"fen"`
	In    int         `json:"in"` // turns of the attacker; there is no shorter win

	Keys     []string `json:"keys"` // every first move that wins in In turns, as UCI text; the solution begins with the first
	Line     []string `json:"line"` // the main line in SAN, a reclaim other than the full one after "~"
	Solution Solution `json:"solution"`
	Claims   Claims   `json:"claims"`

	Themes []string `json:"themes"` // sorted; see [Themes]
	Grade  *Grade   `json:"grade,omitempty"`
	Source Source   `json:"source"`
}

// Claims are the facts by which soundness is judged.
type Claims struct {
	FirstTurns int  `json:"firstTurns"` // legal moves of the attacker
	Defences   int  `json:"defences"`   // turns of the enemy's after the key, each reclaim counted
	Choice     bool `json:"choice"`     // the enemy has a choice that matters; see [Solution.HasChoice]
	Duals      int  `json:"duals"`      // places after the key where more than one move wins as fast
	LineDuals  int  `json:"lineDuals"`  // those of them in the main line
	// Mistake: before the enemy's last turn (see [Source]) the game was not won: the enemy had a turn
	// after which there is no win in so many turns. It says nothing of a position without a past.
	Mistake bool `json:"mistake,omitempty"`
}

// Source says where a position comes from.
type Source struct {
	From string `json:"from"` // "self-play", "record", "composed" or "given"
	Seed uint64 `json:"seed,omitempty"`
	Unit int    `json:"unit"`           // of the mine, from 0
	Ply  int    `json:"ply,omitempty"`  // of the game, from 1
	Game string `json:"game,omitempty"` // FILE:NUMBER of a recorded game
	// Improved is how many changes have been made to the position that was found.
	Improved int `json:"improved,omitempty"`
	// Before is the position before the enemy's last turn, and Last that turn, where the position
	// stands as it arose in a game.
	Before string `json:"before,omitempty"`
	Last   string `json:"last,omitempty"`
}

// Strict tells whether the key is the only one and there is no dual anywhere.
func (p *Puzzle) Strict() bool { return len(p.Keys) == 1 && p.Claims.Duals == 0 }

// Game gives the game that the puzzle is played by.
func (p *Puzzle) Game() *rules.Variant { return rules.New(p.Rules.Set) }

// Position reads the puzzle's position.
func (p *Puzzle) Position() (board.Position, error) {
	at, err := p.Game().ParseFEN(p.FEN)
	if err != nil {
		return at, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	return at, nil
}

// Identify gives the identifier of a puzzle: rules, length and eight hexadecimal digits of its
// canonical position, so that a puzzle found again, in another colour or mirrored, has the same.
func Identify(game *rules.Variant, p *board.Position, in int) string {
	sum := sha256.Sum256([]byte(Canonical(p)))
	return fmt.Sprintf("%s-%d-%s", game.Set().Name, in, hex.EncodeToString(sum[:4]))
}
