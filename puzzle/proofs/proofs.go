// Package proofs holds proofs of openings, as "turncoat puzzle prove" writes them: that 1.e3 wins in
// Benedict Chess, in a file for each of its rule sets. docs/benedict.md tells how they came about.
package proofs

import "embed"

// Files has the proofs, named OPENING-RULES.jsonl.gz.
//
//go:embed *.jsonl.gz
var Files embed.FS
