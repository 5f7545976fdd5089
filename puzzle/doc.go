// Package puzzle holds what a problem of conversion chess is: a position with a sound forced win,
// its solution and all that is claimed about it, as a line of JSON. docs/ARCHITECTURE.md names the
// packages around it.
//
// # Words
//
// A puzzle asks the side to move, the attacker, to win in n turns: PAC-12 for the Pacifist family,
// checkmate (CON-11) for the others. In a help-win both sides work together, and its solutions are
// lines. The key is the first turn of the solution. There is a dual where, at some place after the
// key, more than one continuation wins as fast as can be: another move, or the same move after
// another reclaim of the attacker's. The main line follows the enemy's longest resistance. A puzzle
// is strict when its key is the only one and there is no dual anywhere.
package puzzle
