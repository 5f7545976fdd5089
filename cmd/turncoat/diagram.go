package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/diagram"
	"turncoat/rules"
	"turncoat/rules/board"
)

func diagramCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "diagram", Usage: "draw a position, or what a move changes in it", ArgsUsage: "FEN [MOVE…]",
		Description: `Draws a board: as text on the screen, in colour on a terminal, or with -o as a picture, by the
ending of the file's name (.svg, .png; anything else is text). With MOVEs the position after them is
drawn, the last marked and each piece that changed colour numbered by its wave. A reclaim that is
not the full one follows the move after "~". Without a move any rules will do, and --rules may be
left out.`,
		Flags: []cli.Flag{rulesFlag(),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output (-)"},
			&cli.StringFlag{Name: "format", Usage: "the `FORMAT`: text, svg or png; by default that of the file's name"},
			&cli.BoolFlag{Name: "flip", Usage: "show the board as Black sees it", DisableDefaultText: true},
			colourFlag()},
		Action: s.diagram,
	}, `
$ turncoat diagram --rules pacifist1 'rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR' Nf5
8   r  k  q  N3 .  R2 B3 .
7   p  p  p  p  P1 P4 B1 P4
6   P  .  .  .  .  .  .  .
5   .  n  .  .  . (N) p  .
4   .  .  .  .  .  .  .  .
3   .  .  .  . ( ) .  .  .
2   .  P  P  P  P  P  P  P
1   R  N  K  .  B  B  Q  R
    a  b  c  d  e  f  g  h
`)
}

// pictureForms are how a diagram can be written, by the ending of a file's name.
var pictureForms = map[string]string{".svg": "svg", ".png": "png"}

func (s *session) diagram(c *cli.Context) error {
	args, err := arguments(c, 1, -1)
	if err != nil {
		return err
	}
	file, format := c.String("output"), c.String("format")
	if format == "" {
		if format = pictureForms[strings.ToLower(filepath.Ext(file))]; format == "" {
			format = "text"
		}
	}
	if format != "text" && format != "svg" && format != "png" {
		return badCall(c.Command.HelpName, fmt.Errorf("--format cannot be %q: it is text, svg or png", format))
	}
	colour, err := s.colour(c)
	if err != nil {
		return err
	}
	moves := writtenMoves(args[1:])
	g, err := s.diagramGame(c, len(moves) > 0)
	if err != nil {
		return err
	}
	p, err := position(g, args[0])
	if err != nil {
		return err
	}
	options := diagram.Options{Flip: c.Bool("flip"), ShowTurn: true, Colour: colour && toStdout(file)}
	title := fmt.Sprintf("%s, %s to move", g.FEN(&p), side(p.Turn))
	if n := len(moves) - 1; n >= 0 {
		if p, err = s.after(c, g, p, moves[:n]); err != nil {
			return err
		}
		t, err := g.Parse(&p, moves[n])
		if err != nil {
			return lineError(c, n+1, moves[n], err)
		}
		title = fmt.Sprintf("%s after %s", g.FEN(&t.After), g.Typed(&p, t))
		options.Marks, p = numberedMarks(&p, t), t.After
	}
	return s.write("--output", file, func(w io.Writer) error { return draw(w, format, &p, title, options) })
}

// diagramGame gives the rules of a diagram. A position alone is drawn under any, so that without
// --rules those serve that ask least of a position.
func (s *session) diagramGame(c *cli.Context, move bool) (*rules.Variant, error) {
	if c.String("rules") == "" && !move {
		return rules.Named("pacifist1")
	}
	return game(c)
}

func draw(w io.Writer, format string, p *board.Position, title string, o diagram.Options) error {
	switch format {
	case "svg":
		return diagram.SVG(w, p, title, o)
	case "png":
		return diagram.PNG(w, p, 2, o)
	}
	_, err := io.WriteString(w, diagram.Text(p, o))
	return err
}

// numberedMarks marks what a turn has changed, each conversion with the number of its wave where
// there are several.
func numberedMarks(p *board.Position, t board.Played) []diagram.Mark {
	if len(t.Waves) < 2 {
		return turnMarks(p, t)
	}
	marks := moveMarks(p, t.Move)
	for i, wave := range t.Waves {
		marks = append(marks, diagram.Marks(wave, diagram.Converted, i+1)...)
	}
	return append(marks, diagram.Marks(t.Reclaimed, diagram.Reclaimed, 0)...)
}
