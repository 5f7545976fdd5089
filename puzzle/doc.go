// Package puzzle holds what a problem of conversion chess is: a position with a sound forced win, its solution and
// all that is claimed about it, as a line of JSON. Around it stand, each in a folder of its own:
//
//   - solve: the search for forced wins, which makes solutions;
//   - solution: the solution as a tree, and every form in which it is written;
//   - proof: proofs, and their verifier that shares nothing with the search;
//   - analysis: how sound a win is and what it is about; makes puzzles and proves them again;
//   - grade: how hard puzzles are;
//   - mine: the search for puzzles;
//   - publish: the forms in which others read puzzles;
//   - collection: the first book.
//
// # Words
//
// A puzzle asks the side to move, the attacker, to win in n turns: PAC-12 for the Pacifist family, checkmate
// (CON-11) for the others. In a help-win both sides work together, and its solutions are lines. The key is the
// first turn of the solution. There is a dual where, at some place after the key, more than one continuation
// wins as fast as can be: another move, or the same move after another reclaim of the attacker's. The main line
// follows the enemy's longest resistance. A puzzle is strict when its key is the only one and there is no dual
// anywhere.
package puzzle
