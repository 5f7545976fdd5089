// Package tablebase looks up positions with few pieces in tables: who wins, and in how many plies
// with best play. Package build makes the tables and verifies them; package embedded contains those
// of up to three pieces.
//
//	tables, err := embedded.Open(set, dir) // dir may be ""
//	defer tables.Close()
//	v, err := tables.Probe(&p)             // v.Wins(), v.Loses(), v.Plies(): for the side to move
//	turns, err := tables.Turns(&p)         // every turn with the value after it, best first
//
// # What is in a table
//
// A class is a set of pieces with two kings, whoever owns them, such as KKRB. Its table contains
// every placement of the pieces and every way to own them, from the view of the side to move. These
// are all boards that the rules allow (PAC-17, CON-12), without castling rights, each once for all
// its images under those symmetries of the board, and the exchange of colours, that the rule set
// has. Where rooks may gain castling rights (AND-9), it contains the positions with such rights,
// too. In the Pacifist family every placement is allowed: a side may own no king or both.
//
// A position is lost if its mover owns no king and has no legal turn, or is mated (PAC-12, CON-11).
// It is drawn if its mover owns a king and has no legal turn, or if neither side can force a win: a
// cycle is a draw. The distance is counted in plies (turns of either side) to the end of the game;
// the winner wins as soon as it can, the loser loses as late as it can. Tables ignore the draw
// after fifty moves (PAC-16).
//
// If the enemy can choose what to reclaim (PAC-8), a move has the worst of the values that the
// enemy can choose. A class with a pawn leads into the classes of the pieces that it can promote
// to; if there are captures, classes lead into smaller ones.
//
// A position with a pawn that can be captured en passant has no number; its value is computed from
// those of the positions after its turns.
//
// # Files
//
//   - tables.go, turns.go, line.go: probing;
//   - class.go, symmetry.go, rights.go, index.go, value.go: classes, how their positions are numbered,
//     values;
//   - format.go, open.go, table.go, cache.go: the format of files, and reading it;
//   - census.go, sample.go: counting, and drawing positions.
package tablebase
