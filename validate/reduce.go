package validate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/printable"
	"turncoat/internal/report"
	"turncoat/internal/shrink"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Reduced is the smallest position found in which a move breaks the same rule in the same way as in
// a record.
type Reduced struct {
	FEN   string
	Move  string
	Rules []string // identifiers of the rules that it breaks
	// Expect is what a scenario of the position expects, as one line of YAML. If Play is set, the
	// scenario plays the move first and the expectation is about the position after it.
	Expect  string
	Play    bool
	Comment string // what the record has instead; may be empty

	position board.Position
}

// Reduce removes from the position of a finding whatever the fault does not need. It reports false
// for a finding that is not about a move in a position.
func (f *Finding) Reduce(ctx context.Context) (Reduced, bool) {
	if f.position.Kings == 0 || f.Severity != "error" {
		return Reduced{}, false
	}
	v := rules.New(f.set)
	fault := f.fault(v)
	if fault == nil {
		return Reduced{}, false
	}
	want, ok := fault(&f.position)
	if !ok {
		return Reduced{}, false
	}
	shows := func(q shrink.Position) (Reduced, bool) {
		p, err := v.ParseFEN(q.FEN)
		if err != nil {
			return Reduced{}, false
		}
		r, ok := fault(&p)
		r.FEN, r.position = q.FEN, p
		return r, ok && slices.Equal(r.Rules, want.Rules)
	}
	start := shrink.Position{FEN: v.FEN(&f.position)}
	least := shrink.Least(ctx, start, func(q shrink.Position) []shrink.Position { return shrink.Smaller(v, q) },
		func(list []shrink.Position) int {
			return slices.IndexFunc(list, func(q shrink.Position) bool { _, ok := shows(q); return ok })
		})
	return shows(least)
}

// fault returns a function that looks for the fault of a finding in a position. It returns nil if
// the finding is not about a move.
func (f *Finding) fault(v *rules.Variant) func(p *board.Position) (Reduced, bool) {
	switch f.Code {
	case pgn.IllegalMove:
		way := ""
		return func(p *board.Position) (Reduced, bool) {
			_, err := v.Parse(p, f.asked)
			var illegal *rules.IllegalError
			if !errors.As(err, &illegal) {
				return Reduced{}, false
			}
			broken := illegal.Rules()
			if text := wayOf(illegal.Breaches[0].Reason); way == "" {
				way = text
			} else if text != way {
				return Reduced{}, false
			}

			return Reduced{Move: f.asked, Rules: broken, Expect: fmt.Sprintf("illegal: {%q: %s}", f.asked, broken[0])}, true
		}
	case pgn.MoveAfterEnd, pgn.ResultMismatch:
		end := v.Outcome(&f.position)
		return func(p *board.Position) (Reduced, bool) {
			o := v.Outcome(p)
			return Reduced{Move: f.asked, Rules: []string{f.Rule}, Expect: fmt.Sprintf("outcome: %q", o.Result)},
				o == end && o.Result != board.Ongoing
		}
	case pgn.ConversionMismatch:
		return f.conversionFault(v)
	case pgn.ReclaimMismatch:
		return f.reclaimFault(v)
	}

	return nil
}

// squares returns the set of some squares.
func squares(names []string) board.Bitboard {
	set, _ := rules.ParseSquares(strings.Join(names, ","))
	return set
}

// reclaimFault looks for a position in which the reclaim of the record is impossible too, while the
// full reclaim does the same to its pieces as in the game.
func (f *Finding) reclaimFault(v *rules.Variant) func(p *board.Position) (Reduced, bool) {
	got := squares(f.Got)
	expect := fmt.Sprintf("reclaim: {exclude: [[%s]]}", strings.Join(f.Got, ", "))
	if v.Set().Reclaim == ruleset.NoReclaim {
		expect = "reclaimed: []"
	}
	// taken returns the pieces on the reclaimed squares after the full reclaim.
	taken := func(p *board.Position) (pieces []board.Piece) {
		after := v.Full(p, f.turn.Move).After
		for s := range got.All {
			pieces = append(pieces, after.PieceAt(s))
		}
		return pieces
	}
	want := taken(&f.position)
	return func(p *board.Position) (Reduced, bool) {
		if !v.Legal(p, f.turn.Move) || !slices.Equal(taken(p), want) {
			return Reduced{}, false
		}
		_, err := v.TryPlay(p, f.turn.Move, &got)
		return Reduced{Move: f.turn.Move.UCI(p), Rules: []string{f.Rule}, Play: true, Expect: expect}, err != nil
	}
}

// conversionFault looks for one square that the record is wrong about: a piece on it changes sides
// and the record does not say so, or the other way round.
func (f *Finding) conversionFault(v *rules.Variant) func(p *board.Position) (Reduced, bool) {
	if f.turn == nil {
		return nil
	}
	want, got, missing := squares(f.Expected), squares(f.Got), false
	wrong := got &^ want & f.turn.After.Occupied()
	if wrong == 0 {
		wrong, missing = want&^got, true
	}
	if wrong == 0 { // the waves alone are wrong
		return nil
	}
	list := wrong.Squares()
	at := list[len(list)-1]
	piece := f.position.PieceAt(at)
	if piece.Kind == board.NoKind {
		return nil
	}
	return func(p *board.Position) (Reduced, bool) {
		if p.PieceAt(at) != piece || !v.Legal(p, f.turn.Move) {
			return Reduced{}, false
		}
		t := v.Full(p, f.turn.Move)
		waves := make([]string, len(t.Waves))
		for i, wave := range t.Waves {
			waves[i] = "[" + strings.Join(wave.Names(), ", ") + "]"
		}
		comment := fmt.Sprintf("the record claims %v", at)
		if missing {
			comment = fmt.Sprintf("the record omits %v", at)
		}
		return Reduced{Move: f.turn.Move.UCI(p), Rules: []string{f.Rule}, Play: true, Comment: comment,
			Expect: "waves: [" + strings.Join(waves, ", ") + "]"}, t.Converted.Has(at) == missing
	}
}

var places = regexp.MustCompile(`(?i)\b[a-h][1-8]\b(?:(?:,| and) [a-h][1-8]\b)*`)

// wayOf returns the reason why a move is illegal, without the squares that the reason names.
func wayOf(reason string) string {
	return strings.NewReplacer("@ are ", "@ is ", "@ have ", "@ has ").Replace(places.ReplaceAllString(reason, "@"))
}

// YAML writes the reduced fault as one of the scenarios of a file, optionally with the board as a
// comment.
func (r *Reduced) YAML(name, set string, drawn bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  - name: %q\n    rules: %s\n    cite: [%s]\n", printable.Line(name), set, strings.Join(r.Rules, ", "))
	if drawn {
		for line := range strings.Lines(diagram.Text(&r.position, diagram.Options{})) {
			b.WriteString("    # " + line)
		}
	}

	fmt.Fprintf(&b, "    fen: %s\n", r.FEN)
	if r.Play {
		fmt.Fprintf(&b, "    play: [%q]\n", r.Move)
	}
	fmt.Fprintf(&b, "    expect: {%s}", r.Expect)
	if r.Comment != "" {
		b.WriteString(" # " + r.Comment)
	}
	return b.String() + "\n"
}

// A reducer writes a scenario for the first fault of each game that has one.
type reducer struct {
	printer
	ctx   context.Context
	drawn bool
	begun bool
}

// NewReducer returns a reporter that writes, instead of findings, a file of scenarios: for each
// game with an error the smallest position and move that show it.
func NewReducer(ctx context.Context, w io.Writer, drawn bool) Reporter {
	return &reducer{printer: printer{w: w}, ctx: ctx, drawn: drawn}
}

func (r *reducer) Record(v *Verdict) error {
	for i := range v.Findings {
		f := &v.Findings[i]
		small, ok := f.Reduce(r.ctx)
		if !ok {
			continue
		}
		if !r.begun {
			r.begun = true
			r.write("scenarios:\n")
		}

		set := f.set.Name
		if rules, err := rules.Named(set); err != nil || rules.Set() != f.set {
			set = "{" + f.set.FromBase() + "}"
		}
		name := fmt.Sprintf("%s: %s", report.Place{File: v.File, Line: f.Line, Column: f.Column}, v.about(f))
		r.write(small.YAML(name, set, r.drawn))
		break
	}

	return r.err
}

func (r *reducer) Close(*Summary) error { return r.err }
