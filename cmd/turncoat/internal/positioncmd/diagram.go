package positioncmd

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/diagram"
	"turncoat/internal/story"
	"turncoat/rules"
	"turncoat/rules/board"
)

// pictureForms are how a diagram can be written, by the ending of a file's name.
var pictureForms = map[string]string{".svg": "svg", ".png": "png", ".txt": "text", "": "text"}

type picture struct {
	format  string
	title   string
	at      board.Position
	frames  []diagram.Frame // of a moving picture
	options diagram.Options
}

func runDiagram(s *command.Session) error {
	args := s.Args()
	file := s.String("output")
	d, err := newPicture(s, file)
	if err != nil {
		return err
	}
	d.options.Colour = s.Colour() && command.ToStdout(file)
	moves := command.WrittenMoves(args[1:])
	if s.Bool("animate") && (len(moves) == 0 || d.format != "svg") {
		return s.UsageError("--animate needs a MOVE, and -o FILE.svg or --format svg")
	}
	g, err := diagramGame(s, len(moves) > 0)
	if err != nil {
		return err
	}
	p, err := command.Position(g, args[0])
	if err != nil {
		return err
	}
	d.at, d.title = p, fmt.Sprintf("%s, %s to move", g.FEN(&p), p.Turn.Title())
	if n := len(moves) - 1; n >= 0 {
		game, err := s.Played(g, &p, moves[:n])
		if err != nil {
			return err
		}
		p = *game.Position()
		t, err := game.Play(moves[n])
		if err != nil {
			return s.LineError(n+1, moves[n], err)
		}
		d.title = fmt.Sprintf("%s after %s", g.FEN(&t.After), g.InputSAN(&p, t))
		d.options.Marks, d.at = story.NumberedMarks(&p, t), t.After
		if s.Bool("animate") {
			d.frames = story.Frames(g, &p, t)
		}
	}
	return s.Write("--output", file, d.write)
}

func newPicture(s *command.Session, file string) (*picture, error) {
	d := &picture{format: s.String("format"), options: diagram.Options{Flip: s.Bool("flip"), ShowTurn: true,
		Size: s.Int("size"), Style: s.Style(), Count: s.Bool("count")}}
	if d.format == "" {
		ending := filepath.Ext(file)
		if d.format = pictureForms[strings.ToLower(ending)]; d.format == "" {
			return nil, s.UsageError("-o %s: no diagram is written as %s; use .svg, .png or .txt, or --format", file,
				ending)
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

// diagramGame returns the rules of a diagram. A position alone is drawn under any, so that without
// --rules those serve that ask least of a position.
func diagramGame(s *command.Session, move bool) (*rules.Variant, error) {
	if s.String("rules") == "" && !move {
		return rules.Named("pacifist1")
	}
	return s.Game()
}
