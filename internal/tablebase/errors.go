package tablebase

import "errors"

// The classes of errors.
var (
	// ErrClass is the class of errors about names that are not classes of pieces.
	ErrClass = errors.New("not a class of pieces")
	// ErrRules is the class of errors about rule sets that have no tables because they are neither
	// built in nor of those of the Andernach family that package fast plays, and about classes that have none under a rule set.
	ErrRules = errors.New("no tables for these rules")
	// ErrFile is the class of errors about files that are not tables, or are damaged.
	ErrFile = errors.New("not a usable table")
	// ErrMissing is the class of errors about positions whose class has no table.
	ErrMissing = errors.New("no table")
	// ErrPosition is the class of errors about positions that no table contains: those with
	// castling rights that cannot be gained, and those that the rules do not allow.
	ErrPosition = errors.New("not a position of a table")
)
