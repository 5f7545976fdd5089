package specs

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"turncoat/internal/plural"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// turnKey distinguishes the turns of one position.
type turnKey struct {
	move      board.Move
	reclaimed board.Bitboard
}

// manyTurns is where the listing of turns stops. A wild position under the inventor's forms has
// more turns than anyone writes down.
const manyTurns = 1 << 20

func (r *runner) turns(want *Listing) {
	if want.Count != nil || want.HasAll {
		r.exactTurns(want)
	}
	for _, t := range want.Include {
		played, w, err := r.read(&r.p, t.Value)
		if err != nil {
			f := Failure{Place: t.Place, Key: "turns", Move: t.Value, Expected: []string{t.Value +
				" is legal"}, Got: []string{err.Error()},
				See: r.command("explain", &r.p, t.Value)}
			f.refused(err)
			f.Code = pgn.Expectation
			r.fail(f)
			continue
		}

		r.checkWritten(t, w, played)
	}

	for _, t := range want.Exclude {
		f := Failure{Place: t.Place, Key: "turns", Move: t.Value, Expected: []string{t.Value +
			" is not legal"}}
		played, _, err := r.read(&r.p, t.Value)
		switch {
		case err == nil:
			got := r.variant.InputSAN(&r.p, played)
			f.Message, f.Got, f.See = got+" is legal", []string{got}, r.command("explain", &r.p,
				t.Value)
		case errors.Is(err, rules.ErrIllegal):
			continue
		default:
			f.Got = []string{err.Error()}
			f.refused(err)
		}

		r.fail(f)
	}
}

// checkWritten checks what a listed move says besides the move itself.
func (r *runner) checkWritten(t Text, w rules.ParsedMove, played board.Played) {
	if wrong := r.written(w, played); wrong != nil {
		wrong.Place, wrong.Key, wrong.Move, wrong.See = t.Place, "turns", t.Value,
			r.command("explain", &r.p, t.Value)
		r.fail(*wrong)
	}
}

// exactTurns checks count and all.
func (r *runner) exactTurns(want *Listing) {
	legal := map[turnKey]string{}
	for t := range r.variant.Turns(&r.p) {
		legal[turnKey{t.Move, t.Reclaimed}] = r.variant.InputSAN(&r.p, t)
		if r.ctx.Err() != nil {
			return
		}
		if len(legal) >= manyTurns {
			break
		}
	}

	got := slices.AppendSeq([]string{}, maps.Values(legal)) // never nil
	slices.Sort(got)
	wrong := func(at Place, message string, expected ...string) {
		r.fail(Failure{Place: at, Key: "turns", Message: message, Expected: expected,
			Got: got[:min(len(got), 300)], See: r.command("turns", &r.p, "")})
	}
	if n := want.Count; n != nil && n.Value != uint64(len(legal)) {
		wrong(n.Place, fmt.Sprintf("%d turns are legal, not %d: %s", len(legal), n.Value,
			brief(got)), fmt.Sprintf("%d turns", n.Value))
	}

	if !want.HasAll {
		return
	}
	var missing, expected []string
	for _, t := range want.All {
		expected = append(expected, t.Value)
		played, w, err := r.read(&r.p, t.Value)
		if err != nil {
			missing = append(missing, err.Error())
			continue
		}

		r.checkWritten(t, w, played)
		delete(legal, turnKey{played.Move, played.Reclaimed})
	}

	if len(missing) > 0 {
		wrong(want.Place, strings.Join(missing, "; "), expected...)
	}
	if len(legal) > 0 {
		wrong(want.Place, "also legal: "+brief(slices.Sorted(maps.Values(legal))), expected...)
	}
}

// brief lists the first few.
func brief(list []string) string {
	const few = 12
	return cmp.Or(plural.Some(list, few), "none")
}

func (r *runner) illegal(e *Expect) {
	for _, want := range e.Illegal {
		f := Failure{Place: want.Place, Key: "illegal", Rule: want.Rule, Move: want.Move,
			Expected: []string{fmt.Sprintf("%s breaks %s", want.Move, want.Rule)},
			See:      r.command("explain", &r.p, want.Move)}
		played, _, err := r.read(&r.p, want.Move)
		var illegal *rules.IllegalError
		switch {
		case err == nil:
			f.Message = r.variant.InputSAN(&r.p, played) + " is legal"
		case !errors.As(err, &illegal):
			f.Message = err.Error()
		case slices.Contains(illegal.Rules(), want.Rule):
			continue
		default:
			f.Message = fmt.Sprintf("%s does not break %s: %v", want.Move, want.Rule, err)
		}

		f.Got = []string{f.Message}
		r.fail(f)
	}
}

func (r *runner) win(want *Win) {
	f := Failure{Place: want.Place, Key: "win", See: r.command("puzzle solve", &r.p,
		fmt.Sprintf("--win-in %d", max(want.In, want.None)))}
	if want.None > 0 {
		f.Expected = []string{fmt.Sprintf("no forced win in %d", want.None)}
	} else {
		f.Expected = []string{fmt.Sprintf("a forced win in %d", want.In)}
		for _, k := range want.Keys {
			f.Expected = append(f.Expected, k.Value)
		}
	}

	if r.o.Solve == nil {
		f.Message, f.Got = "no solver for forced wins is available", []string{"nothing"}
		r.fail(f)
		return
	}

	in, keys, err := r.o.Solve(r.ctx, r.variant, r.p, max(want.In, want.None))
	switch {
	case err != nil && r.ctx.Err() != nil:
		r.err = r.ctx.Err()
		return
	case err != nil:
		f.Message, f.Got = err.Error(), []string{"unknown"}
		r.fail(f)
		return
	}

	f.Got = []string{"no forced win"}
	if in > 0 {
		f.Got = []string{fmt.Sprintf("a forced win in %d", in)}
		for _, m := range keys {
			f.Got = append(f.Got, r.variant.SAN(&r.p, r.variant.Play(&r.p, m)))
		}
	}

	if in != want.In || in > 0 && want.Keys != nil && !r.sameKeys(want.Keys, keys) {
		f.Message = fmt.Sprintf("there is %s, not %s", strings.Join(f.Got, " "),
			strings.Join(f.Expected, " "))
		r.fail(f)
	}
}

func (r *runner) sameKeys(want []Text, got []board.Move) bool {
	left := map[board.Move]bool{}
	for _, m := range got {
		left[m] = true
	}
	for _, t := range want {
		played, w, err := r.read(&r.p, t.Value)
		if err != nil || !left[played.Move] {
			return false
		}
		r.checkWritten(t, w, played)
		delete(left, played.Move)
	}

	return len(left) == 0
}
