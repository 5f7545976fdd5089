package positioncmd

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/diagram"
	"turncoat/internal/story"
	"turncoat/rules"
	"turncoat/rules/board"
)

// pictureForms are the formats of diagrams, by the extension of the file.
var pictureForms = map[string]string{".svg": "svg", ".png": "png", ".txt": "text", "": "text"}

type picture struct {
	format  string
	title   string
	at      board.Position
	frames  []diagram.Frame // of an animation
	options diagram.Options
}

type diagramOptions struct {
	rules   string
	output  string
	format  string
	flip    bool
	size    int
	style   string
	count   bool
	animate bool
}

// Diagram returns the command that draws a position.
func Diagram(s *command.Session) *cli.Command {
	var o diagramOptions
	return &cli.Command{
		Name:      "diagram",
		Usage:     "draw a position, or what a move changes in it",
		ArgsUsage: "FEN [MOVE…]",
		Flags: []cli.Flag{
			command.RulesFlag(&o.rules),
			command.OutputFlag(&o.output),
			command.ChoiceFlag(&o.format, "format", "`FORMAT`, by default that of the file's name",
				"text", "svg", "png"),
			&cli.BoolFlag{
				Name:        "flip",
				Usage:       "show the board from Black's side",
				Destination: &o.flip,
			},
			&cli.IntFlag{
				Name:        "size",
				Usage:       "the width of a picture in `PIXELS` (default: 404; 808 for PNG)",
				Destination: &o.size,
			},
			command.StyleFlag(&o.style),
			&cli.BoolFlag{
				Name:        "count",
				Usage:       "show the number of pieces of each side below a picture",
				Destination: &o.count,
			},
			&cli.BoolFlag{
				Name: "animate",
				Usage: "animate the move wave by wave in an SVG, except for readers who " +
					"prefer reduced motion",
				Destination: &o.animate,
			},
			s.ColourFlag(),
		},
		Action: command.Action(s, &o, runDiagram),
	}
}

func runDiagram(s *command.Session, o *diagramOptions) error {
	args := s.Args()
	d, err := newPicture(s, o)
	if err != nil {
		return err
	}
	d.options.Colour = s.Colour() && command.ToStdout(o.output)
	moves := command.WrittenMoves(args[1:])
	if o.animate && (len(moves) == 0 || d.format != "svg") {
		return s.UsageError("--animate needs a MOVE, and -o FILE.svg or --format svg")
	}
	variant, err := diagramGame(s, o, len(moves) > 0)
	if err != nil {
		return err
	}
	p, err := command.Position(variant, args[0])
	if err != nil {
		return err
	}
	d.at, d.title = p, fmt.Sprintf("%s, %s to move", variant.FEN(&p), p.Turn.Title())
	if n := len(moves) - 1; n >= 0 {
		game, err := s.Played(variant, &p, moves[:n])
		if err != nil {
			return err
		}
		p = *game.Position()
		t, err := game.Play(moves[n])
		if err != nil {
			return s.LineError(n+1, moves[n], err)
		}
		d.title = fmt.Sprintf("%s after %s", variant.FEN(&t.After), variant.InputSAN(&p, t))
		d.options.Marks, d.at = story.NumberedMarks(&p, t), t.After
		if o.animate {
			d.frames = story.Frames(variant, &p, t)
		}
	}

	return s.Write("--output", o.output, d.write)
}

func newPicture(s *command.Session, o *diagramOptions) (*picture, error) {
	d := &picture{format: o.format, options: diagram.Options{Flip: o.flip, ShowTurn: true,
		Size: o.size, Style: command.Style(o.style), Count: o.count}}
	if d.format == "" {
		ending := filepath.Ext(o.output)
		d.format = pictureForms[strings.ToLower(ending)]
		if d.format == "" {
			return nil, s.UsageError(
				"-o %s: %s is not a format of diagrams; use .svg, .png or .txt, or --format",
				o.output,
				ending,
			)
		}
	}

	if s.IsSet("size") && (d.options.Size < 40 || d.options.Size > diagram.MaxSize) {
		return nil, s.UsageError("--size must be 40 to %d pixels, not %d", diagram.MaxSize,
			d.options.Size)
	}

	return d, nil
}

func (d *picture) write(w io.Writer) error {
	switch {
	case d.frames != nil:
		return diagram.Animate(w, d.frames, d.title, d.options)
	case d.format == "svg":
		return diagram.SVG(w, &d.at, d.title, d.options)
	case d.format == "png":
		return diagram.PNG(w, &d.at, d.options)
	}

	_, err := io.WriteString(w, diagram.Text(&d.at, d.options))
	return err
}

// diagramGame returns the rules for a diagram. A position without a move can be drawn under any
// rules, so without --rules those are used that allow the most positions.
func diagramGame(s *command.Session, o *diagramOptions, move bool) (*rules.Variant, error) {
	if o.rules == "" && !move {
		return rules.Named("pacifist1")
	}
	return s.Variant(o.rules)
}
