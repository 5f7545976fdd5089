package recordcmd

import (
	"errors"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/pgn"
	"turncoat/specs"
)

func ScenarioCommand(s *command.Session) *cli.Command {
	start := command.Helped(&cli.Command{
		Name: "new", Usage: "print a scenario to start from", ArgsUsage: "FEN [MOVE…]",
		Description: `Prints a scenario file with one scenario: the position, the moves, and what the rules say now of the
last move and of the position after it. Read it, judge it by the text of the rules, give it a name
that is a sentence, cite the rules it shows and take out what it is not about. "turncoat validate"
checks it against the rules from then on. Nothing is ever written to a file.
An illegal move ends with status 1 and says which rule forbids it.`,
		Flags:  []cli.Flag{command.RulesFlag()},
		Action: func(c *cli.Context) error { return scenarioNew(s, c) },
	}, `
$ turncoat scenario new --rules pacifist1 'rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR' Nf5
rules: pacifist1
scenarios:
…
    expect:
      fen: rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b - - 0 1
      waves: [[e7, g7], [f8], [d8, g8], [f7, h7]]
…
`)
	return command.Helped(&cli.Command{
		Name: "scenario", Usage: "write scenarios: positions, moves and what must hold after them",
		Subcommands: []*cli.Command{start},
	}, `
$ turncoat scenario new --rules conversion start e4
rules: conversion
scenarios:
…
`)
}

func scenarioNew(s *command.Session, c *cli.Context) error {
	g, p, written, err := command.GameOf(c)
	if err != nil {
		return err
	}
	moves := command.WrittenMoves(written)
	text, err := specs.New(s.Context, g, p, moves)
	var move *specs.MoveError
	switch {
	case errors.As(err, &move):
		_, err = s.After(c, g, p, moves, new(pgn.History)) // which says whose a piece is, too
		return err
	case s.Context.Err() != nil:
		return command.Interrupted("nothing was printed")
	case err != nil:
		return err
	}
	s.Printf("%s", text)
	return nil
}
