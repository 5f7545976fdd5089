// Package prompt plays a game between a person and the engine, line by line.
package prompt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"turncoat/diagram"
	"turncoat/engine"
	"turncoat/internal/engine/report"
	"turncoat/internal/lines"
	"turncoat/internal/printable"
	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Options tell who plays, and how a game is shown and saved.
type Options struct {
	Computer [2]bool // which sides the engine plays
	Limits   engine.Limits
	Prompts  bool                                                   // print whose turn it is before each input line
	Colour   bool                                                   // of boards
	Save     func(file string, write func(w io.Writer) error) error // writes a file
}

const help = `Type moves in notation: Nf3, e2e4, O-O. "~d4,e5" after a move says what the enemy takes back.
  hint        the engine's choice        eval         what the position is worth
  why MOVE    what a move would do       moves        every legal move
  board       the board again            takeback     back to your last turn
  save FILE   the game as PGN            draw         claim a draw, or offer one
  resign      give the game up           quit         end without a result`

// maxLine is the maximum length of an input line.
const maxLine = 1 << 12

// errLeft ends a game without a result.
var errLeft = errors.New("left")

type game struct {
	Options
	ctx     context.Context
	variant *rules.Variant
	engine  *engine.Engine
	in      *lines.Reader
	out     io.Writer
	record  *pgn.PlayedGame
}

// Play continues a game from the end of a record until it is over. The error is the context's or
// that of the input.
func Play(ctx context.Context, e *engine.Engine, record *pgn.PlayedGame, in io.Reader, out io.Writer, o Options) error {
	g := &game{Options: o, ctx: ctx, variant: e.Variant(), engine: e,
		in: lines.NewReader(in, maxLine), out: out, record: record}
	g.draw()
	if record.Result != board.Ongoing {
		g.say("%s: the game is over.", record.Result)
		return g.after()
	}

	for {
		p := record.End()
		if outcome := g.variant.Outcome(&p); outcome.Result != board.Ongoing {
			record.Result = outcome.Result
			g.say("%s", story.Outcome(g.variant, &p))
			return g.after()
		}

		if ctx.Err() != nil {
			return ctx.Err()
		}
		var err error
		if o.Computer[p.Turn&1] {
			if g.claimable(&p) {
				g.say("1/2-1/2: the engine claims a draw (PAC-16).")
				record.Result = board.Draw
				return g.after()
			}

			err = g.think(&p)
		} else {
			err = g.ask(&p)
		}

		switch {
		case errors.Is(err, errLeft):
			return nil
		case err != nil:
			return err
		case record.Result != board.Ongoing:
			return g.after()
		}
	}
}

func (g *game) say(format string, a ...any) { fmt.Fprintf(g.out, format+"\n", a...) }

func (g *game) draw() {
	p := g.record.End()
	var marks []diagram.Mark
	if n := len(g.record.Main.Turns); n > 0 {
		last := g.record.Main.Turns[n-1]
		marks = story.Marks(&last.Before, last.Played)
	}

	g.say("%s", diagram.Text(&p, diagram.Options{Marks: marks, Colour: g.Colour}))
}

// why explains what a move would do, or why it is illegal.
func (g *game) why(p *board.Position, move string) {
	t, err := g.record.Game().Play(move)
	var illegal *rules.IllegalError
	teller := story.New(g.out, g.variant, p, g.Colour)
	switch {
	case errors.As(err, &illegal):
		teller.Refusal(move, illegal)
	case err != nil:
		g.say("%s", printable.Line(err.Error()))
	default:
		teller.Turn(t)
	}
}

// line prompts for a line and reads it. It returns errLeft at the end of the input.
func (g *game) line(question string) (command, rest string, err error) {
	for {
		if g.Prompts {
			fmt.Fprintf(g.out, "%s> ", question)
		}
		if out, ok := g.out.(interface{ Flush() error }); ok {
			out.Flush() // the writer keeps a failure and reports it at the end
		}
		text, err := g.in.Next()
		var long *lines.TooLongError
		switch {
		case errors.As(err, &long):
			g.say("%v", err)
			continue
		case errors.Is(err, io.EOF):
			return "", "", errLeft
		case err != nil:
			return "", "", err
		}

		command, rest, _ = strings.Cut(strings.TrimSpace(string(text)), " ")
		if command != "" && !strings.HasPrefix(command, "#") {
			return command, strings.TrimSpace(rest), nil
		}
	}
}

// ask reads a line and executes it.
func (g *game) ask(p *board.Position) error {
	command, rest, err := g.line(p.Turn.Title())
	if err != nil {
		return err
	}
	switch command {
	case "help", "?":
		g.say("%s", help)
	case "quit", "exit":
		return errLeft
	case "board":
		g.draw()
	case "moves":
		var list []string
		for _, m := range g.variant.Moves(p) {
			t := g.variant.Play(p, m)
			list = append(list, g.variant.SAN(p, t))
		}
		g.say("%s", strings.Join(list, " "))
	case "hint", "eval":
		return g.consult(p, command == "hint")
	case "why":
		g.why(p, rest)
	case "takeback":
		g.takeBack(p.Turn)
	case "save":
		g.save(rest)
	case "resign":
		g.record.Result, g.record.Resigned = board.Win(p.Turn.Other()), true
		g.say("%s: %s resigns.", g.record.Result, p.Turn.Title())
	case "draw":
		return g.offer(p)
	default:
		t, err := g.record.Game().Play(strings.TrimSpace(command + " " + rest))
		if err != nil {
			g.say("%s", printable.Line(err.Error()))
			return nil
		}

		if g.Computer[p.Turn&1^1] && t.Reclaimed != 0 && !strings.Contains(command, "~") {
			return g.reclaimed(p, t.Move)
		}
		g.play(p, t)
	}

	return nil
}

// after executes the commands that are left when a game is over, such as save.
func (g *game) after() error {
	for {
		command, rest, err := g.line("over")
		switch {
		case errors.Is(err, errLeft) || command == "quit" || command == "exit":
			return nil
		case err != nil:
			return err
		case command == "save":
			g.save(rest)
		case command == "board":
			g.draw()
		default:
			g.say("The game is over: save FILE or quit.")
		}
	}
}

func (g *game) play(p *board.Position, t board.Played) {
	g.record.Main.Turns = append(g.record.Main.Turns, &pgn.Turn{Before: *p, Played: t})
	g.say("%s", story.Line(g.variant, p, t))
	g.draw()
}

// played returns the game in the engine's form.
func (g *game) played() engine.Game {
	played := engine.At(g.record.Start)
	for _, t := range g.record.Main.Turns {
		played.Play(t.Played.After)
	}
	return played
}

// think plays the engine's turn. If a person can take pieces back after it, the person chooses.
func (g *game) think(p *board.Position) error {
	r, err := g.engine.Search(g.ctx, g.played(), g.Limits)
	if err != nil {
		return err
	}
	t := r.Lines[0].Turns[0]
	if g.Computer[p.Turn&1^1] {
		return g.commit(p, t)
	}
	full := g.variant.Play(p, t.Move)
	for full.Reclaimed != 0 && g.choices(p, t.Move) {
		g.say("%s", story.Line(g.variant, p, full))
		g.say("%s may take back %v: all, or squares such as d4,e5, or -", p.Turn.Other().Title(), full.Reclaimed)
		text, _, err := g.line("reclaim")
		if err != nil {
			return err
		}
		if text == "quit" || text == "exit" {
			return errLeft
		}
		if text == "all" {
			break
		}
		typed := g.variant.SAN(p, full) + "~" + strings.TrimPrefix(text, "~")
		chosen, err := g.variant.Parse(p, typed)
		if err == nil {
			g.play(p, chosen)
			return nil
		}

		g.say("%s", printable.Line(err.Error()))
	}

	g.play(p, full)
	return nil
}

// choices reports whether a move leaves the enemy a choice of reclaims.
func (g *game) choices(p *board.Position, m board.Move) bool {
	n := 0
	for range g.variant.TurnsOf(p, m) {
		n++
		if n > 1 {
			return true
		}
	}

	return false
}

// reclaimed plays a person's move with the engine's choice of what it takes back.
func (g *game) reclaimed(p *board.Position, m board.Move) error {
	r, err := g.engine.Reclaim(g.ctx, g.played(), m, g.Limits)
	if err != nil {
		return err
	}
	return g.commit(p, r.Lines[0].Turns[0])
}

func (g *game) commit(p *board.Position, t board.Turn) error {
	played, err := g.variant.TryPlay(p, t.Move, &t.Reclaimed)
	if err == nil {
		g.play(p, played)
	}
	return err
}

// consult prints what the engine would play, or how it evaluates the position.
func (g *game) consult(p *board.Position, hint bool) error {
	r, err := g.engine.Search(g.ctx, g.played(), g.Limits)
	if err != nil {
		return err
	}
	best := r.Lines[0]
	if hint {
		g.say("%s", story.Line(g.variant, p, g.variant.Play(p, best.Turns[0].Move)))
	}
	g.say("%s", worth(best.Score, p.Turn))
	return nil
}

// worth describes a score for the side to move.
func worth(s engine.Score, side board.Colour) string {
	if _, known := s.Mate(); known {
		return fmt.Sprintf("%s: %s.", side.Title(), s)
	}
	return fmt.Sprintf("%s's winning chances are %.0f %%.", side.Title(), 100*report.Chances(s))
}

// takeBack goes back to the last turn of a side.
func (g *game) takeBack(side board.Colour) {
	turns := g.record.Main.Turns
	for n := len(turns) - 1; n >= 0; n-- {
		if turns[n].Before.Turn == side {
			g.record.Main.Turns = turns[:n]
			g.draw()
			return
		}
	}

	g.say("There is nothing to take back.")
}

// claimable reports whether a draw may be claimed (PAC-16): the position has come up three times,
// or fifty moves have passed.
func (g *game) claimable(p *board.Position) bool {
	key, times := p.Hash(), 1
	for _, t := range g.record.Main.Turns {
		if t.Before.Hash() == key {
			times++
		}
	}

	return times >= 3 || p.Clock >= 100
}

// offer claims a draw if that is allowed, and otherwise offers one: the engine accepts if it is no
// better.
func (g *game) offer(p *board.Position) error {
	if g.claimable(p) {
		g.record.Result = board.Draw
		g.say("1/2-1/2: %s claims a draw (PAC-16).", p.Turn.Title())
		return nil
	}

	if g.Computer[p.Turn&1^1] {
		agrees, err := g.agreesToDraw()
		if err != nil {
			return err
		}
		if !agrees {
			g.say("The engine declines: play on.")
			return nil
		}
	}

	g.record.Result = board.Draw
	g.say("1/2-1/2: the players agree.")
	return nil
}

// The engine agrees to a draw only late in a game and after a search of its own, whatever its other
// limits are.
const (
	earliestDraw = 30 // move number
	drawNodes    = 50_000
)

// agreesToDraw reports whether the engine, which is not to move, is no better.
func (g *game) agreesToDraw() (bool, error) {
	if end := g.record.End(); end.Number < earliestDraw {
		return false, nil
	}
	r, err := g.engine.Search(g.ctx, g.played(), engine.Limits{Nodes: drawNodes})
	if err != nil {
		return false, err
	}
	return r.Lines[0].Score >= 0, nil
}

func (g *game) save(file string) {
	if file == "" {
		g.say("save needs a file name: save FILE")
		return
	}

	g.record.Complete, g.record.Plies = true, len(g.record.Main.Turns)
	text, err := pgn.AppendPGN(nil, g.record, true)
	if err == nil {
		err = g.Save(file, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	}

	if err != nil {
		g.say("%s", printable.Line(err.Error()))
		return
	}

	g.say("saved %s", printable.Line(file))
}
