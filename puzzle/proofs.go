package puzzle

import "embed"

// Proofs has the kept proofs of openings, as "turncoat puzzle prove" writes them: that 1.e3 wins in
// Benedict Chess, as proofs/1e3-RULES.jsonl.gz for each of its rule sets. docs/benedict.md tells how
// they came about.
//
//go:embed proofs/*.jsonl.gz
var Proofs embed.FS
