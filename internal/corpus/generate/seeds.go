package generate

import (
	_ "embed" // the positions
	"strings"

	"turncoat/corpus"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A line for each position: the family of games, a tabulator, the FEN in any form; moves may follow,
// in UCI, after another tabulator.
//
//go:embed seeds.txt
var seedLines string

// ScenarioSeeds returns the positions of the scenarios that a rule set allows, as they were when
// the first corpora were made.
func ScenarioSeeds(set ruleset.Set) []corpus.Seed {
	variant := rules.New(set)
	var seeds []corpus.Seed
	for line := range strings.Lines(seedLines) {
		family, rest, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || family != set.Family.String() {
			continue
		}
		fen, moves, _ := strings.Cut(rest, "\t")
		if p, err := variant.ParseFEN(fen); err == nil {
			seeds = append(seeds, corpus.Seed{FEN: variant.FEN(&p), Moves: strings.Fields(moves)})
		}
	}

	return seeds
}

// GameSeeds returns the positions of a game as far as its moves are legal under a variant,
// regardless of its Variant tag.
func GameSeeds(variant *rules.Variant, game *pgn.Record) []corpus.Seed {
	record, _ := pgn.Replay(game, pgn.Options{Variant: variant})
	if record == nil {
		return nil
	}
	positions := []board.Position{}
	for _, turn := range record.Main.Turns {
		positions = append(positions, turn.Before)
	}
	var seeds []corpus.Seed
	for _, p := range append(positions, record.End()) {
		p.Clock, p.Number = 0, 1
		seeds = append(seeds, corpus.Seed{FEN: variant.FEN(&p)})
	}

	return seeds
}
