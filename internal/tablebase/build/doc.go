// Package build makes the tables of package tablebase, and verifies them.
//
//		err := build.Tables(ctx, set, dir, classes, build.Options{Jobs: 2}, nil)
//
//	  - build.go: from classes to files;
//	  - solution.go, pass.go, expand.go, enpassant.go: how a class is solved, forward over the fast
//	    rules;
//	  - room.go: the memory for values;
//	  - found.go: what a part of the work has found, as bytes;
//	  - share.go, worker.go, spotcheck.go: work done by other machines;
//	  - verify.go: values checked against the rules.
package build

import "errors"

// The classes of errors.
var (
	// ErrTooLong is the class of errors about games that are longer than a table can record.
	ErrTooLong = errors.New("too long for a table")
	// ErrMemory is the class of errors about classes that cannot be solved in the allowed memory.
	ErrMemory = errors.New("too little memory")
)
