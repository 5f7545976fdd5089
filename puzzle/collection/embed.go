// Package collection holds the first collection of puzzles: a file of JSON Lines for each rule set, named as it is,
// which puzzle.Read reads.
package collection

import "embed"

// Files holds the files of puzzles; package puzzle reads them.
//
//go:embed *.jsonl
var Files embed.FS
