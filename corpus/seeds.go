package corpus

import (
	_ "embed" // the positions
	"strings"

	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// A line for each position: the family of games, a tabulator, the FEN in any form.
//
//go:embed seeds.txt
var seedLines string

// ScenarioSeeds gives the positions of the scenarios that a rule set allows, as they were when the
// first corpora were made.
func ScenarioSeeds(set ruleset.Set) []Seed {
	g := rules.New(set)
	var seeds []Seed
	for line := range strings.Lines(seedLines) {
		family, fen, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || family != set.Family.String() {
			continue
		}
		if p, err := g.ParseFEN(fen); err == nil {
			seeds = append(seeds, Seed{FEN: g.FEN(&p)})
		}
	}
	return seeds
}
