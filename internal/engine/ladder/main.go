// Command ladder measures the levels of the engine: each plays against the one below it, and the
// lowest against a greedy player, who takes the turn that wins most pieces at once. It prints the
// share of the points that each level wins, with its standard error.
//
//	go run ./internal/engine/ladder -rules pacifist1 -games 40 -seed 11
//
// Each game begins with six random plies; each opening is played with both colours. The same seed
// plays the same games.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"runtime"

	"turncoat/engine"
	"turncoat/rules"
)

func main() {
	log.SetFlags(0)
	name := flag.String("rules", "", "the rule set: a name or a YAML file")
	games := flag.Int("games", 60, "games of each level")
	from := flag.Int("from", 1, "the first level")
	seed := flag.Uint64("seed", 1, "random seed")
	jobs := flag.Int("jobs", runtime.NumCPU(), "games at a time")
	flag.Parse()

	variant, err := rules.Load(*name)
	if err != nil {
		log.Fatal(err)
	}
	o := options{games: *games, from: *from, to: engine.Levels, seed: *seed, jobs: *jobs}
	err = measure(context.Background(), variant, o, func(s step) {
		fmt.Printf("level %d  %3.0f ± %2.0f %%\n", s.level, 100*s.share(), 100*s.deviation())
	})
	if err != nil {
		log.Fatal(err)
	}
}
