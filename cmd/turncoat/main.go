// Command turncoat plays, explains, counts and checks games of chess in which pieces change sides.
// Run it without arguments for its commands.
//
// This file lists the commands and handles signals and the exit status. Each command is in a
// package under internal, next to its flags; cmd/internal/command has what all commands need.
package main

import (
	"os"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/corpuscmd"
	"turncoat/cmd/turncoat/internal/enginecmd"
	"turncoat/cmd/turncoat/internal/matchcmd"
	"turncoat/cmd/turncoat/internal/positioncmd"
	"turncoat/cmd/turncoat/internal/puzzlecmd"
	"turncoat/cmd/turncoat/internal/recordcmd"
	"turncoat/cmd/turncoat/internal/rulescmd"
	"turncoat/cmd/turncoat/internal/servecmd"
	"turncoat/cmd/turncoat/internal/tablebasecmd"
	"turncoat/cmd/turncoat/internal/workercmd"
	"turncoat/internal/files"
)

func main() {
	if len(os.Args) > 1 && (os.Args[1] == "corpus" || os.Args[1] == "match") {
		adoptOrphans() // programs under test may start others
	}
	ctx := command.Interruptible(exit)
	exit(command.Run(ctx, commandLine, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

var commandLine = command.Turncoat(commands)

// commands returns the commands in the order of the help.
func commands(s *command.Session) []*cli.Command {
	return append([]*cli.Command{
		command.Group("rules", "list the rule sets, or show one, or a rule",
			rulescmd.List(s),
			rulescmd.Show(s),
			rulescmd.Settings(s),
			recordcmd.InferRules(s),
		),
		positioncmd.Turns(s),
		positioncmd.Play(s),
		positioncmd.Explain(s),
		positioncmd.Perft(s),
		positioncmd.Diagram(s),
		recordcmd.Validate(s),
		command.Group("scenario", "write scenarios: positions, moves and what must hold after them",
			recordcmd.NewScenario(s),
		),
		command.Group("pgn", "rewrite game records", recordcmd.ConvertPGN(s), recordcmd.FixPGN(s)),
		command.Group("puzzle", "solve, find, verify and publish puzzles",
			puzzlecmd.Solve(s),
			puzzlecmd.SolveFile(s),
			puzzlecmd.Prove(s),
			puzzlecmd.Census(s),
			puzzlecmd.New(s),
			puzzlecmd.Mine(s),
			puzzlecmd.Verify(s),
			puzzlecmd.Grade(s),
			puzzlecmd.Export(s),
		),
		command.Group("tablebase",
			"positions with few pieces, solved: build, probe and search tables",
			tablebasecmd.Build(s), tablebasecmd.Verify(s), tablebasecmd.Probe(s),
			tablebasecmd.Stats(s), tablebasecmd.Longest(s), tablebasecmd.Mine(s)),
		enginecmd.Analyse(s),
		enginecmd.UCI(s),
		command.Group("corpus",
			"make golden corpora, measure them, check other implementations against them",
			corpuscmd.Check(s), corpuscmd.Fuzz(s), corpuscmd.Score(s), corpuscmd.Generate(s),
			corpuscmd.Diff(s), corpuscmd.Export(s)),
		matchcmd.Match(s),
		servecmd.Board(s),
		servecmd.Answer(s),
		workercmd.Worker(s),
		command.Group("cluster", "show the jobs and workers of a shared queue", workercmd.Status(s)),
	}, command.Common(s)...)
}

// exit ends the program without leaving half-written files or processes behind, whatever is still
// running.
func exit(status int) {
	files.DiscardAll()
	endOrphans()
	os.Exit(status)
}
