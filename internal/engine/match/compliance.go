package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"turncoat/rules"
	"turncoat/rules/board"
)

// A Check is one thing that a program must be able to do to play matches.
type Check struct {
	What string
	Err  error // nil if it can
}

// Compliance tests whether a program can do what the arbiter needs, under one rule set, and returns
// every check in order. The error is the context's.
func Compliance(ctx context.Context, p *Player, variant *rules.Variant, margin,
	patience time.Duration) ([]Check, error) {
	c := &compliance{s: &session{player: p, margin: margin, patience: patience}, variant: variant}
	defer c.s.close()
	start := variant.Start()
	middle := start
	var moves []string
	for range 4 {
		m := slices.MinFunc(
			variant.Moves(&middle),
			func(a, b board.Move) int { return strings.Compare(a.String(), b.String()) },
		)
		t := variant.Play(&middle, m)
		moves = append(moves, m.UCI(&middle))
		middle = t.After
	}

	steps := []struct {
		what string
		do   func(context.Context) error
	}{
		{"starts, and gets ready for a game", c.begin},
		{"plays a legal move from the start position", c.move(&start, nil)},
		{"plays a legal move after others", c.move(&start, moves)},
		{"plays on from another position", c.move(&middle, nil)},
		{"gets ready for a second game", c.begin},
		{"answers within 200 ms for a move", c.within(&middle,
			Limits{PerMove: 200 * time.Millisecond})},
		{
			"answers within a clock of a second",
			c.within(&middle, Limits{Time: time.Second, Increment: 10 * time.Millisecond}),
		},
		{"answers with a limit of nodes", c.within(&middle, Limits{Nodes: 1000})},
		{"plays the same move when it is asked again with nodes", c.same(&middle)},
		{"answers an unreadable request with an error, and the next one", c.survives(&start)},
		{"ends when its input ends", c.ends},
	}
	var checks []Check
	for _, step := range steps {
		err := step.do(ctx)
		if ctx.Err() != nil {
			return checks, ctx.Err()
		}
		checks = append(checks, Check{step.what, err})
		if c.s.process == nil && err != nil {
			if err := c.begin(ctx); err != nil {
				break // the program does not start any more
			}
		}
	}

	return checks, nil
}

type compliance struct {
	s       *session
	variant *rules.Variant
}

func (c *compliance) begin(ctx context.Context) error {
	start := c.variant.Start()
	return c.s.begin(ctx, c.variant, &start)
}

// ask asks for a move within limits and returns it if it is legal.
func (c *compliance) ask(ctx context.Context, from *board.Position, moves []string,
	l Limits) (string, error) {
	at := *from
	for _, text := range moves {
		t, err := c.variant.Parse(&at, text)
		if err != nil {
			return "", err
		}
		at = t.After
	}

	own := *c.s.player
	own.Limits = l
	restore := c.s.player
	c.s.player = &own
	defer func() { c.s.player = restore }()
	clocks := [2]*clock{newClock(l), newClock(l)}
	answer, err := c.s.choose(
		ctx,
		&situation{variant: c.variant, start: c.variant.FEN(from), moves: moves, side: int(at.Turn),
			clocks: clocks},
	)
	if err != nil {
		return "", err
	}
	if !clocks[at.Turn].spend(answer.spent, c.s.margin) {
		return "", fmt.Errorf("took %v", answer.spent.Round(time.Millisecond))
	}
	m, err := board.ParseUCI(&at, answer.move)
	if err == nil {
		_, err = c.variant.TryPlay(&at, m, nil)
	}
	return answer.move, err
}

func (c *compliance) move(from *board.Position, moves []string) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := c.ask(ctx, from, moves, c.s.player.Limits)
		return err
	}
}

func (c *compliance) within(from *board.Position, l Limits) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := c.ask(ctx, from, nil, l)
		return err
	}
}

func (c *compliance) same(from *board.Position) func(context.Context) error {
	return func(ctx context.Context) error {
		var moves [2]string
		for i := range moves {
			if err := c.begin(ctx); err != nil {
				return err
			}
			var err error
			moves[i], err = c.ask(ctx, from, nil, Limits{Nodes: 2000})
			if err != nil {
				return err
			}
		}

		if moves[0] != moves[1] {
			return fmt.Errorf("%s, then %s", moves[0], moves[1])
		}
		return nil
	}
}

func (c *compliance) survives(from *board.Position) func(context.Context) error {
	return func(ctx context.Context) error {
		if c.s.process == nil {
			return errors.New("is not running")
		}
		if c.s.player.Protocol == UCI { // UCI has no errors: programs ignore unknown commands
			c.s.say("turncoat nonsense")
		} else {
			c.s.process.Send([]byte(`{"id":"x","ask":"best","rules":"no such rules","fen":"8/8 w"}` + "\n"))
			line, err := c.s.line(ctx, c.s.deadline(0))
			if err != nil {
				return err
			}
			var answer struct {
				ID    string
				Error *struct{ Code string }
			}
			if err := json.Unmarshal(line, &answer); err != nil || answer.ID != "x" ||
				answer.Error == nil || answer.Error.Code == "" {
				return fmt.Errorf("not an error with its id and a code: %.80q", line)
			}
		}

		return c.move(from, nil)(ctx)
	}
}

func (c *compliance) ends(context.Context) error {
	p := c.s.process
	if p == nil {
		return errors.New("is not running")
	}
	if c.s.player.Protocol == UCI {
		c.s.say("quit")
	}
	c.s.process = nil
	p.CloseInput()
	how, byItself := p.Ended()
	if !byItself {
		return errors.New("had to be killed")
	}
	if how != "exit status 0" {
		return errors.New(how)
	}
	return nil
}
