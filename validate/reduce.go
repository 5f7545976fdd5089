package validate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/diagram"
	"turncoat/internal/lazyregexp"
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

// Reduce removes from the position of a finding in a game, given by its index, whatever the fault
// does not need. It reports false for a finding that is not about a move in a position.
func (v *Verdict) Reduce(ctx context.Context, finding int) (Reduced, bool) {
	if finding < 0 || finding >= len(v.Findings) {
		return Reduced{}, false
	}
	f := &v.Findings[finding]
	if v.Kind != KindGame || f.Before == nil || !f.IsError() {
		return Reduced{}, false
	}
	variant := rules.New(v.set)
	fault := faultOf(f, variant)
	if fault == nil {
		return Reduced{}, false
	}
	want, ok := fault(f.Before)
	if !ok {
		return Reduced{}, false
	}
	shows := func(q shrink.Position) (Reduced, bool) {
		p, err := variant.ParseFEN(q.FEN)
		if err != nil {
			return Reduced{}, false
		}
		r, ok := fault(&p)
		r.FEN, r.position = q.FEN, p
		return r, ok && slices.Equal(r.Rules, want.Rules)
	}
	smaller := func(q shrink.Position) []shrink.Position { return shrink.Smaller(variant, q) }
	first := func(list []shrink.Position) int {
		return slices.IndexFunc(list, func(q shrink.Position) bool { _, ok := shows(q); return ok })
	}
	start := shrink.Position{FEN: variant.FEN(f.Before)}
	return shows(shrink.Least(ctx, start, smaller, first))
}

// A faultFinder looks for a fault in a position.
type faultFinder func(p *board.Position) (Reduced, bool)

// faultOf returns what looks for the fault of a finding, nil if the finding is not about a move.
func faultOf(f *pgn.Finding, variant *rules.Variant) faultFinder {
	move := asked(f)
	switch f.Code {
	case pgn.IllegalMove:
		way := ""
		return func(p *board.Position) (Reduced, bool) {
			_, err := variant.Parse(p, move)
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

			expect := fmt.Sprintf("illegal: {%q: %s}", move, broken[0])
			return Reduced{Move: move, Rules: broken, Expect: expect}, true
		}
	case pgn.MoveAfterEnd, pgn.ResultMismatch:
		end := variant.Outcome(f.Before)
		return func(p *board.Position) (Reduced, bool) {
			o := variant.Outcome(p)
			expect := fmt.Sprintf("outcome: %q", o.Result)
			over := o == end && o.Result != board.Ongoing
			return Reduced{Move: move, Rules: []string{f.Rule}, Expect: expect}, over
		}
	case pgn.ConversionMismatch:
		return conversionFault(f, variant)
	case pgn.ReclaimMismatch:
		return reclaimFault(f, variant)
	}

	return nil
}

// squares returns the set of the squares among some names.
func squares(names []string) board.Bitboard {
	var set board.Bitboard
	for _, name := range names {
		if s, ok := board.ParseSquare(name); ok {
			set |= s.Bit()
		}
	}
	return set
}

// reclaimFault looks for a position in which the reclaim of the record is impossible too, while the
// full reclaim does the same to its pieces as in the game.
func reclaimFault(f *pgn.Finding, variant *rules.Variant) faultFinder {
	got := squares(f.Got)
	expect := fmt.Sprintf("reclaim: {exclude: [[%s]]}", strings.Join(f.Got, ", "))
	if variant.Set().Reclaim == ruleset.NoReclaim {
		expect = "reclaimed: []"
	}
	// taken returns the pieces on the reclaimed squares after the full reclaim.
	taken := func(p *board.Position) (pieces []board.Piece) {
		after := variant.Play(p, f.Turn.Move).After
		for s := range got.All {
			pieces = append(pieces, after.PieceAt(s))
		}
		return pieces
	}
	want := taken(f.Before)
	return func(p *board.Position) (Reduced, bool) {
		if !variant.Legal(p, f.Turn.Move) || !slices.Equal(taken(p), want) {
			return Reduced{}, false
		}
		_, err := variant.TryPlay(p, f.Turn.Move, &got)
		return Reduced{Move: f.Turn.Move.UCI(p), Rules: []string{f.Rule}, Play: true,
			Expect: expect}, err != nil
	}
}

// conversionFault looks for one square that the record is wrong about: a piece on it changes sides
// and the record does not say so, or the other way round.
func conversionFault(f *pgn.Finding, variant *rules.Variant) faultFinder {
	if f.Turn == nil {
		return nil
	}
	want, got, missing := squares(f.Expected), squares(f.Got), false
	wrong := got &^ want & f.Turn.After.Occupied()
	if wrong == 0 {
		wrong, missing = want&^got, true
	}
	if wrong == 0 { // the waves alone are wrong
		return nil
	}
	list := wrong.Squares()
	at := list[len(list)-1]
	piece := f.Before.PieceAt(at)
	if piece.Kind == board.NoKind {
		return nil
	}
	return func(p *board.Position) (Reduced, bool) {
		if p.PieceAt(at) != piece || !variant.Legal(p, f.Turn.Move) {
			return Reduced{}, false
		}
		t := variant.Play(p, f.Turn.Move)
		waves := make([]string, len(t.Waves))
		for i, wave := range t.Waves {
			waves[i] = "[" + strings.Join(wave.Names(), ", ") + "]"
		}
		comment := fmt.Sprintf("the record claims %v", at)
		if missing {
			comment = fmt.Sprintf("the record omits %v", at)
		}
		return Reduced{Move: f.Turn.Move.UCI(p), Rules: []string{f.Rule}, Play: true,
			Comment: comment,
			Expect:  "waves: [" + strings.Join(waves, ", ") + "]"}, t.Converted.Has(at) == missing
	}
}

var places = lazyregexp.Compile(`(?i)\b[a-h][1-8]\b(?:(?:,| and) [a-h][1-8]\b)*`)

// wayOf returns the reason why a move is illegal, without the squares that the reason names.
func wayOf(reason string) string {
	return strings.NewReplacer("@ are ", "@ is ", "@ have ",
		"@ has ").Replace(places().ReplaceAllString(reason, "@"))
}

// YAML writes the reduced fault as one of the scenarios of a file, optionally with the board as a
// comment.
func (r *Reduced) YAML(name, set string, drawn bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  - name: %q\n    rules: %s\n    cite: [%s]\n", printable.Line(name), set,
		strings.Join(r.Rules, ", "))
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
		small, ok := v.Reduce(r.ctx, i)
		if !ok {
			continue
		}
		if !r.begun {
			r.begun = true
			r.write("scenarios:\n")
		}

		set := v.set.Name
		if builtin, ok := ruleset.IsBuiltin(v.set); !ok || builtin != v.set {
			set = "{" + v.set.FromBase() + "}"
		}
		shown := report.Finding{Finding: *f, File: v.File}
		name := shown.Place() + ": " + v.about(f)
		r.write(small.YAML(name, set, r.drawn))
		break
	}

	return r.err
}

func (r *reducer) Close(*Summary) error { return r.err }
