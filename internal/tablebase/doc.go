// Package tablebase solves positions with few pieces once and for all: who wins, and in how many plies with best play.
// It makes tables, holds them in files that can be read at random, and answers from them.
//
//	t, err := tablebase.Open(set, dir) // dir may be "": the tables of up to three pieces come with the program
//	defer t.Close()
//	v, err := t.Probe(&p)              // the value to the side to move: v.Wins(), v.Loses(), v.Plies()
//	turns, err := t.Turns(&p)          // every turn with the value of the position after it, best first
//
//	err = tablebase.Build(ctx, set, dir, classes, tablebase.Options{Jobs: 2}, nil)
//
// # What is in a table
//
// A class is two kings and what stands beside them, whoever owns them: KKRB. Its table holds every placement of
// the pieces, with every way to own them, seen by the side to move: every board that the rules allow (PAC-17,
// CON-12) without castling rights, once for all its images under the symmetries of the board and the exchange of
// the colours. In the Pacifist family that is every placement: a side may own no king or both. A position is
// lost whose mover owns no king and has no legal turn, or is mated (PAC-12, CON-11), and drawn where an owner of
// a king has none, or where neither side can force a win: a cycle is a draw. The distance is counted in plies
// (turns of either side) to the end of the game; the winner is in a hurry, the loser is not. Fifty moves are not
// counted (PAC-16).
//
// Where the rules give the enemy the choice of a reclaim (PAC-8), a move is worth the least of what the enemy
// can choose. A pawn's class leads into the classes of what it promotes to; where there are captures, classes
// lead into smaller ones.
//
// A position with a pawn that can be taken en passant has no number; it is worked out from the positions after
// its turns.
//
// # How it is done
//
//   - class.go, symmetry.go, index.go: classes, and how their positions are numbered;
//   - solution.go, pass.go, expand.go, enpassant.go: the iteration, forward over rules/internal/fast;
//   - build.go, format.go, write.go: from classes to files;
//   - table.go, cache.go, tables.go, turns.go: reading and probing;
//   - census.go: counting.
package tablebase
