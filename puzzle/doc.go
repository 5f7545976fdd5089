// Package puzzle finds positions with a sound forced win, proves them, says what they are about
// and how hard they are, and publishes them.
//
// # Words
//
// A puzzle asks the side to move, the attacker, to win in n turns: PAC-12 for the Pacifist family,
// checkmate (CON-11) for the others. The key is the first turn of the solution. There is a dual
// where, at some place after the key, more than one continuation wins as fast as can be: another
// move, or the same move after another reclaim of the attacker's. The main line follows the enemy's longest
// resistance. A puzzle is strict when its key is the only one and there is no dual anywhere.
//
// # A mine
//
// Work is cut into numbered units (a game of self-play, a recorded game, a batch of composed
// positions), each of which depends on nothing but the arguments and its own number. Results are
// taken in the order of the units, whichever of them is finished first, so that the puzzles are the
// same with any number of jobs, and after any interruption.
package puzzle
