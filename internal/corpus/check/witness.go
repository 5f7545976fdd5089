package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/internal/corpus/parting"
	"turncoat/internal/fingerprint"
	"turncoat/internal/printable"
	"turncoat/internal/shrink"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Witness is the smallest position known in which a program leaves the rules at a step.
type Witness struct {
	parting.Parting
	corpus.Seed
	Cases int    // how many cases show this kind of parting
	See   string // the id of the smallest of these; empty where no case shows it
	// Whole is the answer of the program, Want that of the rules.
	Whole, Want corpus.Answer
}

// Command is the command that explains the turn, quoted for a shell.
func (w *Witness) Command(set string) string { return explainCall(set, w.Seed, w.Move) }

// explainCall returns a call of "turncoat explain".
func explainCall(set string, q corpus.Seed, uci string) string {
	if uci == "" {
		text := fmt.Sprintf("turncoat turns --rules %s '%s'", set, q.FEN)
		for _, m := range q.Moves {
			text += " " + quoted(m)
		}
		return text
	}

	text := fmt.Sprintf("turncoat explain --rules %s '%s'", set, q.FEN)
	for _, m := range append(slices.Clip(q.Moves), uci) {
		text += " " + quoted(m)
	}
	return text
}

// quoted puts a word between quotation marks unless it is plain.
func quoted(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyz0123456789-,"
	word = printable.Line(word)
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// mostWitnesses is how many kinds of parting a report shows.
const mostWitnesses = 5

// witnesses groups the wrong answers by the kind of their parting, the most frequent first, each
// with its smallest case. Only the first parting of a case counts, since the others mostly follow
// from it.
func (d *diagnoser) witnesses() []Witness {
	var list []Witness
	for _, s := range slices.Concat(d.wrong, d.repeating) {
		want := s.result.Case.Answer()
		found := parting.Find(d.variant, s.result.Case.Seed(), &want, &s.result.answer)
		if len(found) == 0 {
			continue
		}
		key := found[0].Key()
		i := slices.IndexFunc(list, func(w Witness) bool { return w.Key() == key })
		if i < 0 {
			i = len(list)
			list = append(list, Witness{Parting: found[0], Seed: s.result.Case.Seed(),
				See: s.result.Case.ID, Whole: s.result.answer, Want: want})
		}

		list[i].Cases++
	}

	slices.SortStableFunc(list, func(a, b Witness) int { return b.Cases - a.Cases })
	return list[:min(len(list), mostWitnesses)]
}

// shrink makes a witness smaller as long as the program leaves the rules in the same way.
func (d *diagnoser) shrink(session *Session, w *Witness) {
	p := &Prober{Variant: d.variant, Session: session}
	if smaller, ok := p.Shrink(d.ctx, w.Seed, w.Key(), 200); ok {
		smaller.Cases, smaller.See = w.Cases, w.See
		*w = smaller
	}
}

// A Prober asks a program about positions and finds where it leaves the rules.
type Prober struct {
	Variant *rules.Variant
	Session *Session
	Asked   int // questions so far
}

// Ask returns the partings of the answers to positions, each with the reply of the program. A reply
// that cannot be read is a parting of the step [parting.Answer]. The list of a position that was
// not asked is nil.
func (p *Prober) Ask(ctx context.Context, list []corpus.Seed) [][]Witness {
	questions := make([]Question, len(list))
	wants := make([]corpus.Answer, len(list))
	for i, q := range list {
		wants[i] = corpus.AnswerOf(p.Variant, &corpus.Case{FEN: q.FEN, Moves: q.Moves})
		questions[i] = NewQuestion(p.Variant, q, len(wants[i].Turns))
	}

	out := make([][]Witness, len(list))
	p.Session.Ask(ctx, questions, func(i int, r Reply) {
		out[i] = p.Compare(list[i], &wants[i], r)
	})
	p.Asked += len(list)
	return out
}

// Compare lists where a reply leaves the rules.
func (p *Prober) Compare(q corpus.Seed, want *corpus.Answer, r Reply) []Witness {
	list := []Witness{}
	if r.Failed != nil {
		failed := parting.Parting{Step: parting.Answer, Fault: parting.Other,
			Class: r.Failed.Code, Reason: "an answer of one line", Program: r.Failed.Message}
		return append(list, Witness{Seed: q, Want: *want, Parting: failed})
	}

	if want.Refused != "" { // other programs may be more lenient
		return list
	}
	for _, found := range parting.Find(p.Variant, q, want, &r.Answer) {
		list = append(list, Witness{Parting: found, Seed: q, Want: *want, Whole: r.Answer})
	}
	return list
}

// withKey returns the witness with a key.
func withKey(list []Witness, key string) (Witness, bool) {
	i := slices.IndexFunc(list, func(w Witness) bool { return w.Key() == key })
	if i < 0 {
		return Witness{}, false
	}
	return list[i], true
}

// Shrink makes a position smaller as long as the program leaves the rules in the same way, and then
// tries so many random positions at most. It is false if the program does not do so any more.
func (p *Prober) Shrink(ctx context.Context, q corpus.Seed, key string, most int) (Witness, bool) {
	var best Witness
	first := func(seeds []corpus.Seed) int {
		step := len(seeds)
		if strings.HasPrefix(key, string(parting.Answer)) {
			step = 1 // a failing program loses the other questions in flight
		}
		for at := 0; at < len(seeds); at += step {
			for i, found := range p.Ask(ctx, seeds[at:at+step]) {
				if w, ok := withKey(found, key); ok {
					best = w
					return at + i
				}
			}
		}

		return -1
	}
	if first([]corpus.Seed{q}) < 0 {
		return best, false
	}
	smaller := func(s corpus.Seed) []corpus.Seed { return shrink.Smaller(p.Variant, s) }
	shrink.Least(ctx, q, smaller, first)
	for seed := uint64(0); most > 0 && ctx.Err() == nil &&
		fingerprint.Pieces(best.FEN) > 4; most -= 16 {
		seed++
		if before := best.FEN; first(shrink.Jumbled(p.Variant, best.Seed, seed, 16)) >= 0 &&
			before != best.FEN {
			shrink.Least(ctx, best.Seed, smaller, first)
		}
	}

	if best.Fault == parting.Missing && (best.Step == parting.KingSafety ||
		best.Step == parting.Conversion) {
		p.avoidDanger(ctx, &best)
	}

	if best.Fault == parting.Missing && best.Step == parting.Castling && len(best.Moves) > 0 &&
		ctx.Err() == nil {
		// The position alone is answered correctly, so for the program it is the moves that end the
		// right.
		best.Step, best.Rule = parting.Rights, p.Variant.Set().Rule(ruleset.CastlingRightsRule)
		best.Reason = "it is legal: no move that was played ends the right"
	}

	return best, true
}

// avoidDanger replaces a witness by a position in which no king is in danger and the same move is
// missing or leads to a wrong board, if there is such a position.
func (p *Prober) avoidDanger(ctx context.Context, w *Witness) {
	for _, found := range p.Ask(ctx, withSafeKings(p.Variant, w)) {
		for i := range found {
			f := found[i]
			missing := f.Key() == w.Key() && f.Step == parting.Movement
			if missing || f.Move == w.Move && f.Step == parting.Landing {
				*w = f
				return
			}
		}
	}
}

// withSafeKings lists positions like that of a witness in which no king is in danger. If a move is
// missing there too, the reason is not the safety of the kings.
func withSafeKings(variant *rules.Variant, w *Witness) []corpus.Seed {
	p, err := variant.ParseFEN(w.FEN)
	if err != nil || len(w.Moves) > 0 {
		return nil
	}
	var list []corpus.Seed
	for own := range board.NoSquare {
		q := p
		for s := range p.Kings.All {
			q.Put(s, board.NoPiece)
		}
		enemy := own ^ 63
		if q.Occupied().Has(own) || q.Occupied().Has(enemy) || own.File()%7 != 0 &&
			own.Rank()%7 != 0 {
			continue
		}

		q.Put(own, board.Piece{Kind: board.King, Colour: p.Turn})
		q.Put(enemy, board.Piece{Kind: board.King, Colour: p.Turn.Other()})
		q.Rights = board.Rights{}
		if fen := variant.FEN(&q); fen != w.FEN {
			list = append(list, corpus.Seed{FEN: fen})
		}
	}

	return list
}

// unsteady describes how the program contradicts its answer to the smallest wrong case; empty if it
// does not.
func (d *diagnoser) unsteady(session *Session) string {
	s := slices.Concat(d.wrong, d.repeating)[0]
	q := NewQuestion(d.variant, s.result.Case.Seed(), len(s.result.Case.Turns))
	return Unsteady(d.ctx, session, q, &s.result.answer, s.result.Case.Answer())
}

// alike reports whether two answers are the same in everything that a verdict compares: turns,
// boards, castling rights, clocks and outcomes. Turns that one of them has twice count once.
func alike(a, b *corpus.Answer) bool {
	d := corpus.Compare(a, b)
	d.Repeated = nil
	return d.None()
}

// Unsteady asks a question again, in the same process and in a fresh one, and says how the answers
// differ from the one given; empty if they do not. Want is the answer of the rules.
func Unsteady(ctx context.Context, session *Session, q Question, given *corpus.Answer,
	want corpus.Answer) string {
	same := func(r Reply, a *corpus.Answer) bool { return r.Failed == nil && alike(&r.Answer, a) }
	var replies []Reply
	for range 2 {
		session.Fresh()
		for range 2 {
			r, ok := session.One(ctx, q)
			if !ok {
				return ""
			}
			replies = append(replies, r)
		}
	}

	fresh := replies[0].Failed == nil && same(replies[2], &replies[0].Answer) &&
		same(replies[1], &replies[0].Answer)
	switch {
	case !slices.ContainsFunc(replies, func(r Reply) bool { return !same(r, given) }):
		return ""
	case fresh && alike(&want, &replies[0].Answer):
		return "it answers rightly in a fresh process: something is carried over from earlier questions"
	case fresh || same(replies[2], &replies[0].Answer) && !same(replies[1], &replies[0].Answer):
		return "it answers otherwise in a fresh process: something is carried over from earlier questions"
	}

	return "it does not give the same answer to the same question: it is not deterministic"
}
