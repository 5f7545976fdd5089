// Package endgame finds puzzles in tablebases and proves what tables say, so that no one has to
// believe them: the proofs are those of package puzzle/proof, checked by the other implementation
// of the rules without any table.
//
// [Puzzle] makes a puzzle of a position, [Puzzles] looks for them in whole classes, [Mine] finds
// zugzwangs and the like, and [Prove] writes a proof.
package endgame
