package puzzle

import "embed"

// Proofs has the kept proofs of openings of Benedict Chess, as "turncoat puzzle prove" writes them:
// that 1.e3 wins, as proofs/1e3-RULES.jsonl.gz for each of its rule sets, and that other first turns
// of White's lose, as proofs/1f4-RULES.jsonl.gz. Who is to move in the position of the header wins.
// docs/benedict.md tells how they came about.
//
//go:embed proofs/*.jsonl.gz
var Proofs embed.FS
