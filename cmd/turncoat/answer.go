package main

import (
	"context"
	"errors"

	"github.com/urfave/cli/v2"

	"turncoat/protocol"
	"turncoat/protocol/analysis"
	"turncoat/protocol/reading"
)

func answerCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "answer", Usage: "answer questions about the rules, one JSON object a line",
		Description: `Reads one JSON object a line from standard input and writes one a line to standard output, in order,
until the end of input: Turncoat as an implementation of the rules that other programs ask.
  {"id":1,"ask":"turns","rules":"pacifist1","fen":"…"}             the legal turns; "reclaim":"full"
                                                                   for one turn a move
  {"id":2,"ask":"perft","rules":"conversion","fen":"…","depth":3}  the number of turn sequences
  {"id":3,"ask":"play","rules":"chess","fen":"…","moves":["e4"]}   the position after the moves
  {"id":4,"ask":"win","rules":"pacifist1","fen":"…","in":2}        the shortest forced win, and its keys
Any request may carry "moves", which are played first. "rules" is a name or an object such as
{"base":"pacifist1","lines":"blocked"}. What cannot be answered comes back as an error with a code,
and the next line is read.
--set changes the rule sets that are asked about: a Turncoat that misreads the rules on purpose, to
see whether others notice. Settings that a family of games does not know leave it as it is.`,
		Flags:  []cli.Flag{tablesFlag(), &cli.StringSliceFlag{Name: "set", Usage: "change a setting in every rule set, as `KEY=VALUE`; may be repeated"}},
		Action: s.answer,
	}, `
$ echo '{"id":1,"ask":"perft","rules":"chess","fen":"start","depth":3}' | turncoat answer
{"id":1,"nodes":8902}
`)
}

func (s *session) answer(c *cli.Context) error {
	override, err := protocol.ParseOverrides(c.StringSlice("set"))
	if err != nil {
		return badCall(c.Command.HelpName, err)
	}
	server := reading.Server(analysis.Options{Proofs: true})
	server.Override = override
	tables, err := tablesShelf(c)
	if err != nil {
		return err
	}
	defer tables.Close()
	tables.Add(server)
	err = server.Serve(s.ctx, s.in, s.out)
	if errors.Is(err, context.Canceled) {
		return interrupted("the requests so far are answered")
	}
	return err
}
