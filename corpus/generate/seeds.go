package generate

import (
	_ "embed" // the positions
	"strings"

	"turncoat/corpus"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// A line for each position: the family of games, a tabulator, the FEN in any form.
//
//go:embed seeds.txt
var seedLines string

// ScenarioSeeds returns the positions of the scenarios that a rule set allows, as they were when the
// first corpora were made.
func ScenarioSeeds(set ruleset.Set) []corpus.Seed {
	g := rules.New(set)
	var seeds []corpus.Seed
	for line := range strings.Lines(seedLines) {
		family, fen, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || family != set.Family.String() {
			continue
		}
		if p, err := g.ParseFEN(fen); err == nil {
			seeds = append(seeds, corpus.Seed{FEN: g.FEN(&p)})
		}
	}
	return seeds
}
