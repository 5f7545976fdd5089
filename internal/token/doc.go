// Package token cuts a stream of game records into blocks of whole records ([Blocks]) and reads the
// tags, moves, comments and results of each ([Tokenizer]).
//
// It is the layer below package pgn, for programs that read millions of games. It may change with
// the program.
package token
