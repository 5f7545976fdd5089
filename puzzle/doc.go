// Package puzzle represents problems of conversion chess: a position with a stipulation, such as a
// forced win, its solution, and claims about it. A puzzle is stored as a line of JSON.
//
// [Read] and [Parse] read puzzles and [Write] writes them. [Puzzle.Tree] plays the solution of a
// puzzle and returns it as a [Tree]; package puzzle/solve makes trees of positions, and a [Walker]
// goes through them. [Collection] has the puzzles that come with the program.
//
// # Words
//
// A puzzle asks the side to move, the attacker, to reach a [Goal] in n turns. To win means PAC-12
// for the Pacifist family and checkmate (CON-11) for the others. The key is the first turn of the
// solution. In a help-win both sides work together, and each solution is a line.
//
// There is a dual if, at some place after the key, more than one continuation wins as fast as
// possible: another move, or the same move after another reclaim of the attacker's. The main line
// follows the enemy's longest resistance. A puzzle is strict if it has only one key and no dual
// anywhere.
//
// # Files
//
// puzzle.go has the type, read.go its format, phases.go and study.go what a puzzle can have beside
// its solution, twin.go and change.go twins. goal.go lists the stipulations. tree.go is the
// solution in memory, solution.go and setplay.go its compact form, walk.go its visitor, and
// steps.go makes a proof of it. symmetry.go and idea.go find puzzles that are the same.
package puzzle
