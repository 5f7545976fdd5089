package pgn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"turncoat/internal/finding"
	"turncoat/internal/token"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// move plays one written move and reports what is wrong with it.
func (r *replayer) move(m *Move) (board.Played, bool) {
	p := r.before
	fail := func(problem Problem) (board.Played, bool) {
		if !r.shaky || problem.Code != finding.IllegalMove {
			r.report(problem)
		}
		return board.Played{}, false
	}
	if token.NullMove(m.Text) {
		return fail(Problem{Code: finding.IllegalMove, Rule: "NOT-5", Message: "a null move is no move of any game"})
	}
	w, err := rules.ParseMove(m.Text, r.letters)
	if err != nil {
		return fail(r.unread(m.Text, err))
	}
	var move board.Move
	if r.brief && !w.UCI {
		found := r.rules.Matching(p, w)
		if len(found) != 1 {
			return board.Played{}, false
		}
		move = found[0]
	} else {
		move, err = r.rules.Match(p, w)
	}
	if err != nil {
		return fail(r.explained(w, r.refused(err)))
	}
	if w.Foreign != 0 && !r.asked {
		r.foreign(w)
	}
	says := commands(m.Comments)
	for _, problem := range says.more {
		r.report(problem)
	}
	played := r.reclaimed(move, w, says.reclaim)
	r.converted(w, says.conv, played)
	if _, castles := move.Castles(p); w.Takes && !castles && r.g.Dialect != token.VChess &&
		played.After.Occupied().Count() == p.Occupied().Count() {
		r.say(finding.Contradiction, "NOT-1", "nothing is captured on %v", w.To)
	}
	if !w.UCI && r.g.Dialect != token.VChess {
		r.sign(w, played)
	}
	return played, true
}

// unread returns the problem of a move that cannot be parsed: an unknown piece if the text opens with a letter
// that names none.
func (r *replayer) unread(text string, err error) Problem {
	problem := Problem{Code: finding.Syntax, Rule: "NOT-5", Message: trim(err, board.ErrSyntax), Err: err}
	if text[0] >= 'A' && text[0] <= 'Z' {
		if _, err := rules.ParseMove(text[:1]+"e4", r.letters); err != nil {
			problem.Code = finding.UnknownPiece
		}
	}
	return problem
}

// refused returns the problem of a move that the rules do not allow.
func (r *replayer) refused(err error) Problem {
	var ambiguous *rules.AmbiguousError
	if errors.As(err, &ambiguous) {
		return Problem{Code: finding.AmbiguousMove, Rule: "NOT-1", Message: err.Error(), Err: err}
	}
	if outcome := r.rules.Outcome(r.before); outcome.Result != board.Ongoing {
		return Problem{Code: finding.MoveAfterEnd, Rule: r.rules.Set().Rule(ruleset.EndRule), Err: err,
			Message: fmt.Sprintf("the game is over before this move: %s, %s", outcome.Result, outcome.Reason)}
	}
	problem := Problem{Code: finding.IllegalMove, Message: err.Error(), Err: err}
	var illegal *rules.IllegalError
	if errors.As(err, &illegal) && len(illegal.Breaches) > 0 {
		problem.Rule = illegal.Breaches[0].Rule
	}
	return problem
}

// explained adds to the problem of an illegal move what the sides of the pieces say of it.
func (r *replayer) explained(w rules.ParsedMove, problem Problem) Problem {
	if problem.Code != finding.IllegalMove {
		return problem
	}
	path := r.path
	if r.g.Dialect == token.VChess {
		path = r.record.Main.Turns
	}
	note := r.record.game(path).Note(w)
	if before, _, said := strings.Cut(note, "there are no captures"); said {
		if r.noted { // once is enough
			note = strings.TrimSuffix(before, "; ")
		}
		r.noted = true
	}
	if note != "" {
		move, _, _ := strings.Cut(problem.Message, ":")
		problem.Message, problem.Reason = move+": "+note, problem.Message
	}
	return problem
}

// foreign notes each piece letter of another language once, unless the language was asked for.
func (r *replayer) foreign(w rules.ParsedMove) {
	if strings.IndexByte(r.record.Foreign, w.Foreign) >= 0 {
		return
	}
	r.record.Foreign += string(w.Foreign)
	kind := w.Kind
	if r.text[0] != w.Foreign { // the foreign letter names the new piece, or one behind the slash
		kind = w.Promotion
		for i := 0; kind == board.NoKind && i < len(w.Converted); i++ {
			kind = w.Converted[i].Kind
		}
	}
	r.say(finding.ForeignLetter, "NOT-5", "%c is read as %s", w.Foreign, kind)
}

// reclaimed plays a legal move with the reclaim that is written with it or in a command, or the full one.
func (r *replayer) reclaimed(move board.Move, w rules.ParsedMove, says command) board.Played {
	full := r.rules.Full(r.before, move)
	wanted, ok := rules.ParseSquares(says.value)
	if says.end > 0 && !ok {
		r.noSquares(says, "d4,e5")
	}
	if w.HasReclaim {
		wanted, ok, says = w.Reclaim, true, command{at: r.at, end: r.end}
	}
	if says.end == 0 || !ok {
		return full
	}
	played, err := r.rules.TryPlay(r.before, move, &wanted)
	if err == nil {
		return played
	}
	message := fmt.Sprintf("no choice of reclaims takes back just %s; the full reclaim takes back %s",
		wanted.Prose(), full.Reclaimed.Prose())
	if r.rules.Set().Reclaim == ruleset.NoReclaim {
		message = fmt.Sprintf("there is no reclaim in %s", r.rules.Set().Name)
	}
	r.report(Problem{Code: finding.ReclaimMismatch, Rule: "PAC-8", Err: err, Turn: &full, Message: message,
		Expected: full.Reclaimed.Names(), Got: wanted.Names(), At: says.at, End: says.end})
	return full
}

// noSquares reports a command that lists no squares.
func (r *replayer) noSquares(says command, example string) {
	r.report(Problem{Code: finding.Syntax, Rule: "NOT-4", At: says.at, End: says.end,
		Message: fmt.Sprintf("want squares such as %s, or -, not %q", example, says.value)})
}

// converted checks the conversions that a record writes against those that happen: after slashes
// (NOT-3), which Conversion Chess cannot leave out, and as a command in a comment (NOT-4).
func (r *replayer) converted(w rules.ParsedMove, says command, played board.Played) {
	mismatch := func(got board.Bitboard, at, end int, message string) {
		r.report(Problem{Code: finding.ConversionMismatch, Rule: r.rules.Set().Rule(ruleset.ConversionRule), Message: message,
			Turn: &played, Expected: played.Converted.Names(), Got: got.Names(), At: at, End: end})
	}
	waves, ok := parseWaves(says.value)
	var got board.Bitboard
	for _, wave := range waves {
		got |= wave
	}
	switch {
	case says.end == 0:
		ok = false
	case !ok:
		r.noSquares(says, "e7,g7;f8")
	case got != played.Converted:
		mismatch(got, says.at, says.end, differ(played.Converted, got))
	case !slices.Equal(waves, played.Waves):
		mismatch(got, says.at, says.end, fmt.Sprintf("the waves are %s, not %s", wavesText(played.Waves), wavesText(waves)))
	}
	must := r.rules.Set().Family.WritesConversions() && !w.UCI && !ok
	if len(w.Converted) == 0 && !must {
		return
	}
	got, wrong := board.Bitboard(0), ""
	for _, piece := range w.Converted {
		if got.Has(piece.Square) {
			wrong = fmt.Sprintf("%v is written twice", piece.Square)
		}
		got |= piece.Square.Bit()
		if kind := played.After.KindAt(piece.Square); kind != piece.Kind && played.Converted.Has(piece.Square) &&
			wrong == "" {
			wrong = fmt.Sprintf("the piece converted on %v is a %s, not a %s", piece.Square, kind, piece.Kind)
		}
	}
	if got != played.Converted {
		wrong = differ(played.Converted, got)
	}
	if wrong != "" {
		mismatch(got, r.at, r.end, wrong)
	}
}

// differ says how the squares written differ from those that convert.
func differ(want, got board.Bitboard) string {
	var parts []string
	add := func(set board.Bitboard, one, many string) {
		if set.Count() == 1 {
			many = one
		}
		if set != 0 {
			parts = append(parts, fmt.Sprintf(many, set.Prose()))
		}
	}
	add(want&^got, "%s changes sides; the record omits it", "%s change sides; the record omits them")
	add(got&^want, "the record claims %s, which does not change sides",
		"the record claims %s, which do not change sides")
	return strings.Join(parts, "; ")
}

// sign checks the check sign against the position after the turn (NOT-2). A second plus means
// double check to some and mate to others, and is accepted for both.
func (r *replayer) sign(w rules.ParsedMove, played board.Played) {
	want := ""
	if c := r.rules.Sign(&played.After); c != 0 {
		want = string(c)
	}
	if w.Sign == want || want == "#" && strings.Contains(r.text, "++") {
		return
	}
	means := map[string]string{"": "neither check nor mate", "+": "check", "#": "mate"}
	if r.rules.Set().Family.KingsConvert() {
		means = map[string]string{"": "the enemy still owns a king",
			"+": "the enemy has no king left and can claim one",
			"#": "the enemy has no king left and can claim none"}
	}
	wrong := fmt.Sprintf("the sign is %q and should be %q", w.Sign, want)
	switch {
	case w.Sign == "":
		wrong = fmt.Sprintf("%q is missing", want)
	case want == "":
		wrong = fmt.Sprintf("superfluous %q", w.Sign)
	}
	r.say(finding.CheckSign, "NOT-2", "%s: %s", wrong, means[want])
}
