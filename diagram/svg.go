package diagram

import (
	"bytes"
	"fmt"
	"html"
	"io"

	"turncoat/rules/board"
)

// SVG writes the board as a picture: a border with the coordinates outside, marked squares in
// colour (conversions by their wave, with its number in the corner of the square), and an arrow
// from the first [From] mark to the first [To] mark. The background is transparent except in
// [Print]. The title is for readers who cannot see the picture; it may be empty. The error is that
// of writing.
func SVG(w io.Writer, p *board.Position, title string, o Options) error {
	return Animate(w, []Frame{{*p, o.Marks}}, title, o)
}

// Animate writes frames as one SVG that plays them in a loop and shows the last one longest. If
// reduced motion is preferred, or the viewer does not animate, only the last frame is visible. The
// marks are those of the frames, not of o. The error is that of writing, or reports that there is
// no frame.
func Animate(w io.Writer, frames []Frame, title string, o Options) error {
	if len(frames) == 0 {
		return fmt.Errorf("diagram: no board to draw")
	}
	d := o.draw(frames)
	var out bytes.Buffer
	width := Width
	if o.Size > 0 {
		width = o.Size
	}
	fmt.Fprintf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" width=\"%d\" height=\"%s\" "+
		"role=\"img\">\n", number(d.width), number(d.height), width,
		number(float64(width)*d.height/d.width))
	if title != "" {
		fmt.Fprintf(&out, "<title>%s</title>\n", html.EscapeString(title))
	}
	if d.frames > 1 {
		writePlay(&out, d.frames)
	}
	defined := map[string]bool{}
	out.WriteString("<defs>\n")
	for i := range d.parts {
		if y := d.parts[i].symbol; y != nil && !defined[y.id] {
			defined[y.id] = true
			y.define(&out)
		}
	}

	out.WriteString("</defs>\n")
	d.writeParts(&out)
	out.WriteString("</svg>\n")
	_, err := w.Write(out.Bytes())
	return err
}

// Piece writes a piece alone as SVG, on a square of 45 by 45 units. The error is that of writing.
func Piece(w io.Writer, piece board.Piece) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">", square,
		square)
	for _, p := range outlinesOf(piece, Screen) {
		p.write(&out)
	}
	out.WriteString("</svg>\n")
	_, err := w.Write(out.Bytes())
	return err
}

// How long frames are shown, in seconds.
const (
	frameTime = 1.4
	lastTime  = 4
)

// writePlay writes the style sheet that shows one frame after the other. Without it, or if reduced
// motion is preferred, the last frame is visible.
func writePlay(out *bytes.Buffer, frames int) {
	whole := frameTime*float64(frames-1) + lastTime
	out.WriteString("<style>\n.turncoat-frame{visibility:hidden}\n")
	fmt.Fprintf(out, ".turncoat-%d{visibility:visible}\n@media (prefers-reduced-motion:no-preference){\n", frames)
	for i := 1; i <= frames; i++ {
		from, to := frameTime*float64(i-1)/whole*100, frameTime*float64(i)/whole*100
		fmt.Fprintf(out, ".turncoat-%d{animation:turncoat-%d-of-%d %ss step-end infinite}\n@keyframes "+
			"turncoat-%d-of-%d{", i, i, frames, number(whole), i, frames)
		if i > 1 {
			fmt.Fprintf(out, "0%%{visibility:hidden}")
		}
		fmt.Fprintf(out, "%s%%{visibility:visible}", number(from))
		if i < frames {
			fmt.Fprintf(out, "%s%%{visibility:hidden}", number(to))
		}
		out.WriteString("}\n")
	}

	out.WriteString("}\n</style>\n")
}

// define writes a symbol to which others can refer by its id.
func (y *symbol) define(out *bytes.Buffer) {
	fmt.Fprintf(out, "<g id=\"%s\">", y.id)
	for i := range y.parts {
		y.parts[i].write(out)
	}
	out.WriteString("</g>\n")
}

// writeParts writes the parts, with consecutive parts of a frame in a group. The document defines
// their symbols.
func (d *drawing) writeParts(out *bytes.Buffer) {
	frame := 0
	for i := range d.parts {
		p := &d.parts[i]
		if p.frame != frame {
			if frame > 0 {
				out.WriteString("</g>\n")
			}
			frame = p.frame
			if frame > 0 {
				fmt.Fprintf(out, "<g class=\"turncoat-frame turncoat-%d\">\n", frame)
			}
		}

		if p.symbol == nil {
			p.write(out)
			out.WriteByte('\n')
			continue
		}

		fmt.Fprintf(out, "<use href=\"#%s\" x=\"%s\" y=\"%s\"/>\n", p.symbol.id, number(p.at.x),
			number(p.at.y))
	}

	if frame > 0 {
		out.WriteString("</g>\n")
	}
}

// write writes a path.
func (p *part) write(out *bytes.Buffer) {
	fill := "none"
	if p.fill.opacity > 0 {
		fill = p.fill.hex()
	}
	fmt.Fprintf(out, "<path fill=\"%s\"", fill)
	if p.fill.opacity > 0 && p.fill.opacity < 1 {
		fmt.Fprintf(out, " fill-opacity=\"%s\"", number(p.fill.opacity))
	}
	if p.stroke.opacity > 0 {
		fmt.Fprintf(out, " stroke=\"%s\" stroke-width=\"%s\"", p.stroke.hex(), number(p.width))
		if p.round {
			out.WriteString(" stroke-linecap=\"round\" stroke-linejoin=\"round\"")
		}
	}

	fmt.Fprintf(out, " d=\"%s\"/>", p.path)
}
