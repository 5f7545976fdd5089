package specs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// [New] lists up to listed turns or reclaims one by one. It counts more than that, and leaves out
// more than countable.
const (
	listed    = 12
	countable = 10_000
)

// New writes a scenario file with one scenario: the position, the moves, and what the rules say
// about them. It proves nothing, because the answers come from the rules themselves; it is a draft
// for a person to check. If a move is illegal, ambiguous or not a move, the error is a [MoveError].
func New(ctx context.Context, variant *rules.Variant, p board.Position, moves []string) ([]byte,
	error) {
	start := p
	var before board.Position
	var last board.Played
	typed := []string{}
	for i, text := range moves {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t, err := variant.Parse(&p, text)
		if err != nil {
			return nil, &MoveError{Number: i + 1, Text: text, Err: err}
		}
		typed = append(typed, variant.InputSAN(&p, t))
		before, last, p = p, t, t.After
	}

	w := &writer{ctx: ctx, variant: variant}
	w.line(0, "rules: %s", ruleName(variant.Set()))
	w.line(0, "scenarios:")
	w.line(1, "# What the rules say now. Read it, judge it by docs/RULES.md, give it a name that is a sentence and the")
	w.line(1, "# rules that it shows (cite), and take out what it is not about.")
	w.line(1, "- name: %s", scalar(title(typed)))
	w.line(2, "fen: %s", scalar(variant.FEN(&start)))
	if len(typed) > 0 {
		w.line(2, "play: %s", list(typed))
	}
	w.line(2, "expect:")
	w.line(3, "fen: %s", scalar(variant.FEN(&p)))
	if len(typed) > 0 {
		w.last(&before, last)
	}
	w.position(&p)
	return w.text, ctx.Err()
}

// MoveError is a move that cannot be played.
type MoveError struct {
	Number int // from 1
	Text   string
	Err    error // of package rules
}

func (e *MoveError) Error() string { return fmt.Sprintf("move %d: %v", e.Number, e.Err) }

func (e *MoveError) Unwrap() error { return e.Err }

type writer struct {
	ctx     context.Context
	variant *rules.Variant
	text    []byte
}

func (w *writer) line(depth int, format string, a ...any) {
	w.text = append(w.text, strings.Repeat("  ", depth)...)
	w.text = fmt.Appendf(w.text, format+"\n", a...)
}

// last writes the expectations about the last move.
func (w *writer) last(before *board.Position, t board.Played) {
	if w.variant.Set().Family.Converts() {
		waves := []string{}
		for _, wave := range t.Waves {
			waves = append(waves, list(wave.Names()))
		}
		w.line(3, "waves: [%s]", strings.Join(waves, ", "))
	}

	if w.variant.Set().Reclaim != ruleset.NoReclaim {
		w.line(3, "reclaimed: %s", list(t.Reclaimed.Names()))
		w.reclaim(before, t)
	}

	w.line(3, "san: %s", scalar(w.variant.InputSAN(before, t)))
}

// reclaim writes the enemy's choices after the last move.
func (w *writer) reclaim(before *board.Position, t board.Played) {
	choices := map[board.Bitboard]bool{}
	for other := range w.variant.TurnsOf(before, t.Move) {
		choices[other.Reclaimed] = true
		if len(choices) > countable || w.ctx.Err() != nil {
			return
		}
	}

	if len(choices) > listed {
		w.line(3, "reclaim: {choices: %d}", len(choices))
		return
	}

	all := []string{}
	for c := range choices {
		all = append(all, list(c.Names()))
	}
	slices.Sort(all)
	w.line(3, "reclaim: {all: [%s]}", strings.Join(all, ", "))
}

// position writes the expectations about the final position.
func (w *writer) position(p *board.Position) {
	if w.variant.Set().Family.KingsConvert() {
		w.line(3, "check: %t", p.Kingless(p.Turn))
	} else {
		w.line(3, "check: %t", w.variant.InCheck(p))
	}

	outcome := w.variant.Outcome(p)
	w.line(3, "outcome: %s", scalar(outcome.Result.String()))
	if outcome.Reason != "" {
		w.line(3, "reason: %s", outcome.Reason)
	}
	turns := []string{}
	for t := range w.variant.Turns(p) {
		turns = append(turns, w.variant.InputSAN(p, t))
		if len(turns) > countable || w.ctx.Err() != nil {
			return
		}
	}

	if len(turns) > listed {
		w.line(3, "turns: {count: %d}", len(turns))
		return
	}

	slices.Sort(turns)
	w.line(3, "turns: {all: %s}", list(turns))
}

// title names a scenario after its moves.
func title(moves []string) string {
	const many = 8
	switch n := len(moves); {
	case n == 0:
		return "the turns of a position"
	case n > many:
		return fmt.Sprintf("after %s and %d more", strings.Join(moves[:many], " "), n-many)
	}

	return "after " + strings.Join(moves, " ")
}

// ruleName returns a rule set as scenario files have it.
func ruleName(set ruleset.Set) string {
	if b, ok := ruleset.IsBuiltin(set); ok {
		return b.Name
	}
	return "{" + set.FromBase() + "}"
}

func list(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = scalar(w)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// scalar quotes text if a YAML reader might not read it as text, even inside brackets.
func scalar(text string) string {
	if text == "" || strings.ContainsAny(text, ",[]{}:#&*!|>'\"%@`\\\n") ||
		strings.ContainsAny(text[:1], "-?~ ") || strings.HasSuffix(text, " ") {
		return fmt.Sprintf("%q", text)
	}

	return text
}
