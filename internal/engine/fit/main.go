// Command fit fits the weights of the engine's evaluation to games that the engine plays against
// itself from random openings, so that they predict the results and the search (Texel's method). It
// prints one JSON object in the form of engine/weights.json, with the command that made it and the
// mean squared error before and after.
//
//	go run ./internal/engine/fit -rules pacifist1 -games 6000 -rounds 2 -nodes 300
//
// The same flags give the same weights. With -weights the first round is played with the weights in
// a file, as this command prints them; "-" is standard input.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"

	"turncoat/engine"
	"turncoat/rules"
)

func main() {
	log.SetFlags(0)
	var o engine.FitOptions
	name := flag.String("rules", "", "the rule set: a name or a YAML file")
	weights := flag.String("weights", "", "the file of the weights of the first round")
	flag.IntVar(&o.Games, "games", 1000, "games in a round")
	flag.IntVar(&o.Rounds, "rounds", 1, "rounds, each played with the weights fitted so far")
	flag.Uint64Var(&o.Nodes, "nodes", 400, "positions to search for each turn")
	flag.Uint64Var(&o.Seed, "seed", 1, "random seed")
	flag.IntVar(&o.Jobs, "jobs", runtime.NumCPU(), "games at a time")
	flag.Parse()

	if err := fit(*name, *weights, o); err != nil {
		log.Fatal(err)
	}
}

// fit prints the weights fitted to a rule set.
func fit(name, weights string, o engine.FitOptions) error {
	variant, err := rules.Load(name)
	if err != nil {
		return err
	}
	if weights != "" {
		o.From, err = read(weights)
		if err != nil {
			return err
		}
	}

	all := o.Games * o.Rounds
	o.Progress = func(done int) { fmt.Fprintf(os.Stderr, "\r%d of %d games", done, all) }
	fitted, err := engine.Fit(context.Background(), variant, o)
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr)
	return json.NewEncoder(os.Stdout).Encode(fitted)
}

// read reads weights from a file; "-" is standard input.
func read(name string) (*engine.Fitted, error) {
	if name == "-" {
		return engine.ReadFitted(os.Stdin)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return engine.ReadFitted(file)
}
