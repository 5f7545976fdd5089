package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"turncoat/protocol"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
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
  {"id":4,"ask":"win","rules":"pacifist1","fen":"…","in":2}        a forced win in at most two turns
Any request may carry "moves", which are played first. "rules" is a name or an object such as
{"base":"pacifist1","lines":"blocked"}. What cannot be answered comes back as an error with a code,
and the next line is read.
--set changes the rule sets that are asked about: a Turncoat that misreads the rules on purpose, to
see whether others notice. Settings that a family of games does not know leave it as it is.`,
		Flags:  []cli.Flag{&cli.StringSliceFlag{Name: "set", Usage: "change a setting in every rule set, as `KEY=VALUE`; may be repeated"}},
		Action: s.answer,
	}, `
$ echo '{"id":1,"ask":"perft","rules":"chess","fen":"start","depth":3}' | turncoat answer
{"id":1,"nodes":8902}
`)
}

func (s *session) answer(c *cli.Context) error {
	if _, err := arguments(c, 0, 0); err != nil {
		return err
	}
	override, err := protocol.ParseOverrides(c.StringSlice("set"))
	if err != nil {
		return badCall(c.Command.HelpName, err)
	}
	var w wins
	server := protocol.Server{Override: override, Win: w.answer}
	err = server.Serve(s.ctx, s.in, s.out)
	if errors.Is(err, context.Canceled) {
		return interrupted("the requests so far are answered")
	}
	return err
}

// The limits of one search for a forced win, for a request comes from who knows where.
const (
	winNodes  = 200_000_000
	winMemory = 64 << 20
)

// wins answers requests for forced wins. It keeps its solver as long as the rules stay the same.
type wins struct{ solver *solve.Solver }

func (w *wins) answer(ctx context.Context, g *rules.Game, p *board.Position, r *protocol.Request) (protocol.Reply, error) {
	if w.solver == nil || w.solver.Game().Set() != g.Set() {
		w.solver = solve.New(g, solve.Options{Nodes: winNodes, Memory: winMemory})
	}
	if *r.In > solve.MaxTurns {
		return protocol.Reply{}, fmt.Errorf("%w: \"in\" is %d: it is at most %d", rules.ErrLimit, *r.In, solve.MaxTurns)
	}
	result, err := w.solver.Solve(ctx, *p, solve.Win, *r.In)
	if err != nil {
		return protocol.Reply{}, err
	}
	won := result.Status == solve.Won
	switch result.Status {
	case solve.Won:
		reply := protocol.Reply{Win: &won, In: result.In, Keys: []string{}}
		for _, m := range result.Keys {
			reply.Keys = append(reply.Keys, m.UCI(p))
		}
		return reply, nil
	case solve.None:
		return protocol.Reply{Win: &won}, nil
	}
	return protocol.Reply{}, fmt.Errorf("%w: %d turns looked at", rules.ErrLimit, result.Nodes)
}
