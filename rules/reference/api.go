// Package reference tells the rules slowly and completely: every rule and every setting of the
// Turncoat rules text, one function a rule, on a plain 8×8 array. It is what a newcomer reads
// beside the rules text, what misreadings are played with, and the judge of package fast.
package reference

import (
	"iter"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Turns yields every legal turn of a position: move by move, and for each move every reclaim
// choice, each distinct board once. The choices can be many: they are made lazily.
func Turns(set ruleset.Set, p board.Position) iter.Seq[board.Played] { return nil }

// TurnsOf yields the legal turns of one move; none if the move is not legal.
func TurnsOf(set ruleset.Set, p board.Position, m board.Move) iter.Seq[board.Played] { return nil }

// Moves lists the moves that have a legal turn.
func Moves(set ruleset.Set, p board.Position) []board.Move { return nil }

// Full gives the turn of a legal move with the full reclaim where the rule set has a reclaim.
// Of an illegal move it gives what would have happened.
func Full(set ruleset.Set, p board.Position, m board.Move) board.Played { return board.Played{} }

// Outcome says whether the game is over in the position, and why.
func Outcome(set ruleset.Set, p board.Position) board.Outcome { return board.Outcome{} }

// Breach is a rule that a move breaks.
type Breach struct {
	Rule   string // identifier, as in "PAC-10"
	Reason string // one plain sentence without the full stop: "no king of White would be safe"
}

// Breaches lists every rule that the move breaks; none if it is legal.
func Breaches(set ruleset.Set, p board.Position, m board.Move) []Breach { return nil }

// Validate gives the faults of a position that only the rules of movement show: in the conversion
// and chess families that the side not to move is in check (CON-12).
func Validate(set ruleset.Set, p board.Position) []Breach { return nil }

// Perft counts sequences of turns; each reclaim choice is a turn of its own.
func Perft(set ruleset.Set, p board.Position, depth int) uint64 { return 0 }

// Weight is the weight of a side on a square (PAC-4).
type Weight struct {
	Sum, Count int64
	By         []Bearer // in order of square by file, then rank
}

// Bearer is one piece that bears on a square.
type Bearer struct {
	Square  board.Square
	Piece   board.Piece
	Through []board.Square // the friends it bears through, nearest to the piece first
}

// Text gives the weight as the rule set counts it: the number, the sum, or for an average the
// fraction in lowest terms ("7/3", "2", "0").
func (w Weight) Text(set ruleset.Set) string { return "" }

// Weigh gives the weight of a side on a square; the pieces on the squares left out do not count (PAC-7).
func Weigh(set ruleset.Set, p board.Position, s board.Square, by board.Colour, without board.Bits) Weight {
	return Weight{}
}

// InCheck tells whether a side's king is in check (CON-7; in chess orthodox check). In the
// Pacifist family it tells whether the side owns no king that is not over-persuaded.
func InCheck(set ruleset.Set, p board.Position, c board.Colour) bool { return false }

// Cascade is the conversions of one turn, wave by wave: the one source of truth for a conversion.
// Playing loops over it, explaining records it.
type Cascade struct {
	Set    ruleset.Set
	Before board.Position // before the move
	Move   board.Move
	Board  board.Position // as it stands now; at first right after the move
	// Discounted holds the moved pieces that do not count for the mover in this wave (PAC-7).
	Discounted board.Bits
}

// Begin makes the move and nothing else.
func Begin(set ruleset.Set, p board.Position, m board.Move) *Cascade { return nil }

// Next gives the pieces that convert in the next wave, empty when the cascade is done. It changes nothing but Discounted.
func (c *Cascade) Next() board.Bits { return 0 }

// Convert converts the wave.
func (c *Cascade) Convert(wave board.Bits) {}

// CoSquare is one co-square of the next wave and the pair that makes it (CON-3).
type CoSquare struct{ Square, Moved, Partner board.Square }

// CoSquares lists the co-squares of the next wave in Conversion Chess, whatever stands on them.
func (c *Cascade) CoSquares() []CoSquare { return nil }

// Over tells whether a square with w persuading and support supporting is over-persuaded (PAC-5).
func (w Weight) Over(support Weight, set ruleset.Set) bool { return false }
