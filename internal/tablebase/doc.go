// Package tablebase answers from tables of positions with few pieces: who wins, and in how many
// plies with best play. Package build makes the tables and verifies them; package embedded has
// those of up to three pieces.
//
//	tables, err := embedded.Open(set, dir) // dir may be ""
//	defer tables.Close()
//	v, err := tables.Probe(&p)             // v.Wins(), v.Loses(), v.Plies(): for the side to move
//	turns, err := tables.Turns(&p)         // every turn with the value after it, best first
//
// # What is in a table
//
// A class is a set of pieces with two kings, whoever owns them: KKRB. Its table holds every
// placement of the pieces, with every way to own them, seen by the side to move: every board that
// the rules allow (PAC-17, CON-12) without castling rights, once for all its images under the
// symmetries of the board and the exchange of the colours. In the Pacifist family that is every
// placement: a side may own no king or both.
//
// A position is lost if its mover owns no king and has no legal turn, or is mated (PAC-12, CON-11).
// It is drawn if its mover owns a king and has no legal turn, or if neither side can force a win: a
// cycle is a draw. The distance is counted in plies (turns of either side) to the end of the game;
// the winner wins as soon as it can, the loser loses as late as it can. The draw after fifty moves
// is not known to tables (PAC-16).
//
// Where the rules give the enemy the choice of a reclaim (PAC-8), a move is worth the least of what
// the enemy can choose. A pawn's class leads into the classes of what it promotes to; where there
// are captures, classes lead into smaller ones.
//
// A position with a pawn that can be taken en passant has no number; its value is worked out from
// the positions after its turns.
//
// # Files
//
//   - tables.go, turns.go, line.go: probing;
//   - class.go, symmetry.go, index.go, value.go: classes, how their positions are numbered, values;
//   - format.go, open.go, table.go, cache.go: the format of files, and reading it;
//   - census.go, sample.go: counting, and drawing positions.
package tablebase
