// Package match plays games between programs, with the rules of this project as the arbiter.
//
// A player is a program that speaks the protocol of docs/INTERFACE.md (the question "best") or UCI.
// The arbiter keeps the clocks, plays every turn by the rules, and decides the game: a program that
// is late, silent, gone or plays an illegal move loses, and the reason is kept with the game.
package match
