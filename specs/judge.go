package specs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"turncoat/rules/board"
)

// judge checks the final position and the last move against the expectations.
func (r *runner) judge() {
	e := &r.s.Expect
	fen := r.variant.FEN(&r.p)
	fields := strings.Fields(fen)
	if e.Board != nil && e.Board.Value != fields[0] {
		r.boardDiffers(e.Board.Place, "board", e.Board.Value, fields[0])
	}
	if e.FEN != nil && e.FEN.Value != fen {
		r.boardDiffers(e.FEN.Place, "fen", e.FEN.Value, fen)
	}
	if e.Castling != nil {
		r.castling(e.Castling, fields[2])
	}
	r.pieces(e)
	r.turn(e)
	r.outcome(e)
	r.weights(e)
	if e.Turns != nil {
		r.turns(e.Turns)
	}
	r.illegal(e)
	r.counts(e)
	if e.Win != nil {
		r.win(e.Win)
	}
}

// boardDiffers reports that the board, or the FEN, is not the expected one.
func (r *runner) boardDiffers(at Place, key, want, got string) {
	field, _, _ := strings.Cut(want, " ")
	expected, err := board.ParseBoard(field)
	if err != nil {
		panic(err) // it was checked when the scenario was read
	}
	b := &Boards{Expected: expected, Got: r.p}
	for s := range board.NoSquare {
		if b.Got.PieceAt(s) != b.Expected.PieceAt(s) {
			b.Differ |= s.Bit()
		}
	}

	message := fmt.Sprintf("the board differs in %s", strings.Join(b.Differ.Names(), ", "))
	if b.Differ == 0 {
		if key == "board" {
			return // the same board written differently, such as "11" for "2"
		}
		b, message = nil, fmt.Sprintf("the FEN is %s, not %s", got, want)
	}

	r.fail(Failure{Place: at, Key: key, Message: message, Expected: []string{want},
		Got: []string{got}, Boards: b, See: r.seeLast()})
}

// castling compares rights by their meaning: HAha may equal KQkq.
func (r *runner) castling(want *Text, got string) {
	meant, err := r.variant.ParseFEN(strings.Join([]string{r.p.Board(), string("wb"[r.p.Turn]),
		want.Value}, " "))
	if err == nil && meant.Rights == r.p.Rights {
		return
	}
	r.unequal(want.Place, "castling", want.Value, got)
}

// unequal reports that a value is not the expected one.
func (r *runner) unequal(at Place, key, want, got string) {
	r.wrong(at, key, fmt.Sprintf("%s is %s, not %s", key, got, want), want, got)
}

func (r *runner) wrong(at Place, key, message, want, got string) {
	r.fail(Failure{Place: at, Key: key, Message: message, Expected: []string{want},
		Got: []string{got}, See: r.seeLast()})
}

func (r *runner) pieces(e *Expect) {
	for _, on := range e.Pieces {
		if got := r.p.PieceAt(on.Square); got != on.Piece {
			r.wrong(on.Place, "pieces", fmt.Sprintf("%s stands on %v, not %s", got, on.Square,
				on.Piece), on.Piece.String(), got.String())
		}
	}
}

// turn checks the expectations about the last move.
func (r *runner) turn(e *Expect) {
	if e.Waves != nil && !slices.Equal(e.Waves.Waves, r.last.Waves) {
		want, got := waveNames(e.Waves.Waves), waveNames(r.last.Waves)
		r.fail(Failure{Place: e.Waves.Place, Key: "waves",
			Message:  fmt.Sprintf("the waves are %s, not %s", joinOrNothing(got), joinOrNothing(want)),
			Expected: want, Got: got, See: r.seeLast()})
	}

	if e.Reclaimed != nil && e.Reclaimed.Set != r.last.Reclaimed {
		want, got := e.Reclaimed.Set.Names(), r.last.Reclaimed.Names()
		r.fail(Failure{Place: e.Reclaimed.Place, Key: "reclaimed",
			Message:  fmt.Sprintf("the enemy takes back %s, not %s", joinOrNothing(got), joinOrNothing(want)),
			Expected: want, Got: got, See: r.seeLast()})
	}

	if e.Reclaim != nil {
		r.reclaim(e.Reclaim)
	}
	if e.SAN != nil {
		got := r.variant.SAN(&r.before, r.last)
		if strings.Contains(e.SAN.Value, "~") {
			got = r.variant.InputSAN(&r.before, r.last)
		}
		if got != e.SAN.Value {
			r.unequal(e.SAN.Place, "san", e.SAN.Value, got)
		}
	}
}

// manyChoices is where the listing of reclaims stops. A wild position has thousands.
const manyChoices = 1 << 16

func (r *runner) reclaim(want *Listing) {
	choices := map[string]bool{}
	for t := range r.variant.TurnsOf(&r.before, r.last.Move) {
		choices[t.Reclaimed.String()] = true
		if len(choices) >= manyChoices || r.ctx.Err() != nil {
			break
		}
	}

	got, expected := slices.Sorted(maps.Keys(choices)), []string{}
	wanted := append(slices.Clone(want.All), want.Include...)
	for _, s := range wanted {
		expected = append(expected, s.Value)
	}
	if want.Count != nil {
		expected = append(expected, fmt.Sprintf("%d choices", want.Count.Value))
	}
	wrong := func(at Place, format string, a ...any) {
		r.fail(Failure{Place: at, Key: "reclaim", Message: fmt.Sprintf(format, a...),
			Expected: expected, Got: got[:min(len(got), 100)],
			See: r.command("turns", &r.before, "")})
	}
	if want.Count != nil && want.Count.Value != uint64(len(choices)) {
		wrong(want.Count.Place, "the enemy has %d choices of reclaim, not %d", len(choices),
			want.Count.Value)
	}

	for _, s := range wanted {
		if !choices[s.Value] {
			wrong(s.Place, "the enemy cannot reclaim just %s", s.Value)
		}
	}

	for _, s := range want.Exclude {
		if choices[s.Value] {
			wrong(s.Place, "the enemy can reclaim %s", s.Value)
		}
	}

	if !want.HasAll {
		return
	}
	for _, s := range want.All {
		delete(choices, s.Value)
	}
	if rest := slices.Sorted(maps.Keys(choices)); len(rest) > 0 {
		wrong(want.Place, "the enemy can also reclaim %s", strings.Join(rest[:min(len(rest), 20)],
			"; "))
	}
}

func (r *runner) outcome(e *Expect) {
	o := r.variant.Outcome(&r.p)
	if e.Outcome != nil && e.Outcome.Value != o.Result.String() {
		r.unequal(e.Outcome.Place, "outcome", e.Outcome.Value,
			strings.TrimSpace(o.Result.String()+" "+o.Reason))
	}

	if e.Reason != nil && e.Reason.Value != o.Reason {
		r.unequal(e.Reason.Place, "reason", e.Reason.Value, cmp.Or(o.Reason, "none"))
	}
	if e.Check != nil {
		got, word := r.variant.InCheck(&r.p), "in check"
		if r.variant.Set().Family.KingsConvert() {
			got, word = r.p.Kingless(r.p.Turn), "kingless"
		}
		if got != e.Check.Value {
			is := map[bool]string{true: "is " + word, false: "is not " + word}
			r.wrong(e.Check.Place, "check", fmt.Sprintf("%v %s", r.p.Turn, is[got]),
				is[e.Check.Value], is[got])
		}
	}
}

func (r *runner) weights(e *Expect) {
	for _, on := range e.Weights {
		for _, side := range []board.Colour{board.White, board.Black} {
			want := on.Weight[side]
			if want == "" {
				continue
			}
			weight := r.variant.Weigh(&r.p, on.Square, side)
			got := weight.String()
			if got == want {
				continue
			}
			by := []string{}
			for _, b := range weight.By {
				by = append(by, b.Piece.Kind.String()+" "+b.Square.String())
			}
			r.wrong(on.Place, "weights",
				fmt.Sprintf("the weight of %v on %v is %s (%s), not %s", side, on.Square, got,
					joinOrNothing(by), want), want, got)
		}
	}
}

func (r *runner) counts(e *Expect) {
	for _, want := range e.Perft {
		got, err := r.variant.Perft(r.ctx, &r.p, want.Depth, max(r.o.Jobs, 1), nil)
		if err != nil {
			r.err = err
			return
		}

		if got != want.Nodes {
			r.fail(Failure{Place: want.Place, Key: "perft",
				Message:  fmt.Sprintf("perft %d is %d, not %d", want.Depth, got, want.Nodes),
				Expected: []string{fmt.Sprint(want.Nodes)}, Got: []string{fmt.Sprint(got)},
				See: r.command("perft", &r.p, fmt.Sprintf("--divide %d", want.Depth))})
		}
	}
}

func waveNames(waves []board.Bitboard) []string {
	list := []string{}
	for _, w := range waves {
		list = append(list, w.String())
	}
	return list
}

// joinOrNothing joins a list into one line, or returns "nothing" if it is empty.
func joinOrNothing(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	sep := ", "
	if slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, ",") }) {
		sep = "; "
	}
	return strings.Join(list, sep)
}
