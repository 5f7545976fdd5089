package validate_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"turncoat/pgn"
	"turncoat/validate"
)

// The most that people want of the package: a report on files, or on what stands on standard input.
func ExampleRun() {
	games := strings.NewReader("[White \"Anna\"]\n[Black \"Bruno\"]\n[Result \"*\"]\n\n1. e4 e5 " +
		"2. Nf3 *\n")
	reporter := validate.NewReporter(os.Stdout, validate.JSON, validate.Style{Quiet: true})
	summary, err := validate.Run(context.Background(), []string{validate.Stdin},
		validate.Options{Stdin: games},
		reporter)
	fmt.Println(summary.Games, summary.Failed, err)
	// Output:
	// {"summary":{"files":1,"games":1,"scenarios":0,"ok":1,"failed":0,"findings":1}}
	// 1 0 <nil>
}

// One game, and what is wrong with it.
func ExampleJudge() {
	text := []byte("[Event \"?\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4 0-1\n")
	game, _ := pgn.Next(text, 0, true)
	verdict := validate.Judge(text, game, validate.Rules{})
	for _, f := range verdict.Findings {
		fmt.Printf("%d:%d %s: %s\n", f.Line, f.Column, f.Code, f.Message)
	}
	// Output:
	// 1:1 missing-tag: missing: Site, Date, Round, White, Black
	// 4:16 check-sign: "#" is missing: mate
	// 4:20 result-mismatch: White has been mated: 0-1; the movetext says 0-1 and the Result tag says 1-0
}

// The smallest position that shows a fault: what the fault does not need is taken away, and pieces
// go home.
func ExampleVerdict_Reduce() {
	text := []byte("[Variant \"chess\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nd5 *\n")
	game, _ := pgn.Next(text, 0, true)
	verdict := validate.Judge(text, game, validate.Rules{})
	for i, f := range verdict.Findings {
		if reduced, ok := verdict.Reduce(context.Background(), i); ok {
			fmt.Println(f.Code, reduced.FEN, reduced.Move)
		}
	}
	// Output:
	// illegal-move 4k1n1/8/8/8/8/8/8/4K3 b - - 0 1 Nd5
}
