package servecmd

import (
	"context"
	"errors"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/protocol"
	"turncoat/protocol/analysis"
	"turncoat/protocol/reading"
)

func AnswerCommand(s *command.Session) *cli.Command {
	return command.Helped(&cli.Command{
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
		Flags:  []cli.Flag{command.TablesFlag(), &cli.StringSliceFlag{Name: "set", Usage: "change a setting in every rule set, as `KEY=VALUE`; may be repeated"}},
		Action: func(c *cli.Context) error { return runAnswer(s, c) },
	}, `
$ echo '{"id":1,"ask":"perft","rules":"chess","fen":"start","depth":3}' | turncoat answer
{"id":1,"nodes":8902}
`)
}

func runAnswer(s *command.Session, c *cli.Context) error {
	override, err := protocol.ParseOverrides(c.StringSlice("set"))
	if err != nil {
		return command.BadCall(c.Command.HelpName, err)
	}
	server := reading.Server(analysis.Options{Proofs: true})
	server.Override = override
	tables, err := command.TablesShelf(c)
	if err != nil {
		return err
	}
	defer tables.Close()
	tables.Add(server)
	err = server.Serve(s.Context, s.In, s.Out)
	if errors.Is(err, context.Canceled) {
		return command.Interrupted("the requests so far are answered")
	}
	return err
}
