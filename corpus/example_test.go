package corpus_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"turncoat/corpus"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// An implementation in Go is checked against the committed corpora; this one forgets
// underpromotions.
func Example() {
	cases, err := corpus.Golden(corpus.Smoke, "chess")
	if err != nil {
		panic(err)
	}
	for _, c := range cases {
		want, got := c.Answer(), c.Answer()
		got.Turns = nil
		for _, t := range want.Turns {
			if len(t.UCI) == 4 || strings.HasSuffix(t.UCI, "q") {
				got.Turns = append(got.Turns, t)
			}
		}

		if d := corpus.Compare(&want, &got); !d.None() {
			fmt.Println(c.ID, "lacks", d.Missing[0].UCI)
			break
		}
	}
	// Output: chess-2a56e008 lacks c7c8b
}

func ExampleParseMisreading() {
	set, err := ruleset.Builtin("pacifist1")
	if err != nil {
		panic(err)
	}
	m, err := corpus.ParseMisreading(set, "threshold=equals+rounds=first")
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Name, m.Rules())
	// Output: threshold=equals+rounds=first [PAC-5 PAC-6]
}

// A file of cases is read, and every case is checked against the rules.
func ExampleRead() {
	file, err := os.Open("../examples/two-kings.jsonl")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	cases, err := corpus.Read(file, file.Name())
	if err != nil {
		panic(err)
	}

	for _, c := range cases {
		err := corpus.Verify(&c)
		fmt.Println(c.ID, len(c.Turns), "turns:", err)
	}
	// Output: pacifist1-4d060f1a 3 turns: <nil>
}

// A case of one's own: two kings next to each other, where moving onto the same file or diagonal
// claims the other one.
func ExampleNewCase() {
	variant, err := rules.Named("pacifist1")
	if err != nil {
		panic(err)
	}
	c, err := corpus.NewCase(variant, corpus.Seed{FEN: "8/8/8/8/8/k7/8/K7 w - - 0 1"}, "PAC-5")
	if err != nil {
		panic(err)
	}
	for _, t := range c.Turns {
		fmt.Println(t.SAN, t.Outcome)
	}
	// Unordered output:
	// Ka2# 1-0
	// Kb1 *
	// Kb2# 1-0
}

// The score says of each misreading how many cases tell it from the rules. A position of two kings
// tells whether kings persuade; it cannot tell what lines are blocked by.
func ExampleMeasure() {
	cases, err := corpus.Read(strings.NewReader(twoKings), "two-kings.jsonl")
	if err != nil {
		panic(err)
	}
	scores, err := corpus.Measure(context.Background(), cases, nil)
	if err != nil {
		panic(err)
	}
	for _, r := range scores[0].Readings {
		if r.Name == "king-bears=no" || r.Name == "lines=blocked" {
			fmt.Println(r.Name, r.Count)
		}
	}
	// Unordered output:
	// king-bears=no 1
	// lines=blocked 0
}

// What became of the cases in a new version of a corpus.
func ExampleDiff() {
	before, err := corpus.Read(strings.NewReader(twoKings), "before.jsonl")
	if err != nil {
		panic(err)
	}
	d := corpus.Diff(before, nil)
	fmt.Println(d.Dropped, d.Added, d.None())
	// Output: [pacifist1-4d060f1a] [] false
}

const twoKings = `{"id":"pacifist1-4d060f1a","rules":"pacifist1",` +
	`"fen":"8/8/8/8/8/k7/8/K7 w - - 0 1","moves":[],"turns":[` +
	`{"uci":"a1a2","san":"Ka2#","waves":[["a3"]],"reclaimed":[],` +
	`"fen":"8/8/8/8/8/K7/K7/8 b - - 0 1","outcome":"1-0","reason":"claimless"},` +
	`{"uci":"a1b1","san":"Kb1","waves":[],"reclaimed":[],` +
	`"fen":"8/8/8/8/8/k7/8/1K6 b - - 1 1","outcome":"*"},` +
	`{"uci":"a1b2","san":"Kb2#","waves":[["a3"]],"reclaimed":[],` +
	`"fen":"8/8/8/8/8/K7/1K6/8 b - - 0 1","outcome":"1-0","reason":"claimless"}],` +
	`"outcome":"*","cite":["PAC-5"],"tells":["king-bears=no","king-converts=no"]}` + "\n"
