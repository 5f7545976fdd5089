// Package token cuts a stream of game records into blocks of whole records ([Blocks]) and a record into its tags,
// moves, comments and results, which it hands to a [Visitor] ([Tokenizer]).
//
// It is the layer below package pgn, for programs that read millions of games. It may change with the program.
package token
