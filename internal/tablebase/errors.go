package tablebase

import "errors"

// The classes of errors.
var (
	// ErrClass: a name that is no class of pieces.
	ErrClass = errors.New("not a class of pieces")
	// ErrRules: a rule set for which there are no tables, since it has other settings than those built in.
	ErrRules = errors.New("no tables for these rules")
	// ErrFile: a file that is no table, or a damaged one.
	ErrFile = errors.New("not a usable table")
	// ErrMissing: a position whose class there is no table of.
	ErrMissing = errors.New("no table")
	// ErrPosition: a position that no table can hold: with castling rights, or one that the rules do not allow.
	ErrPosition = errors.New("not a position of a table")
	// ErrTooLong: games that last longer than a table can hold.
	ErrTooLong = errors.New("too long for a table")
	// ErrMemory: a class that cannot be solved in the memory that was allowed.
	ErrMemory = errors.New("too little memory")
)
