package pgn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"turncoat/pgn/finding"
	"turncoat/pgn/token"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// move plays one written move and reports what is wrong with it.
func (r *replayer) move(m *Move, ply int, p *board.Position) (board.Played, bool) {
	fail := func(problem Problem) (board.Played, bool) {
		if !r.shaky || problem.Code != finding.IllegalMove {
			r.problem(r.at(m, ply, p, problem))
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
		return fail(r.explained(w, r.refused(p, err)))
	}
	if w.Foreign != 0 && !r.asked {
		r.foreign(m, ply, p, w)
	}
	says := commands(m.Comments)
	for _, problem := range says.more {
		r.problemAt(m, ply, p, problem)
	}
	if w.HasReclaim {
		says.reclaim, says.hasReclaim, says.reclaimAt, says.reclaimEnd = w.Reclaim, true, m.At, m.End
	}
	played := r.reclaimed(m, ply, p, move, says)
	r.converted(m, ply, p, w, says, played)
	if _, castles := move.Castles(p); w.Takes && !castles && r.g.Dialect != token.VChess && !captures(p, &played) {
		r.problem(r.at(m, ply, p, Problem{Code: finding.Contradiction, Rule: "NOT-1",
			Message: fmt.Sprintf("nothing is captured on %v", w.To)}))
	}
	if !w.UCI && r.g.Dialect != token.VChess {
		r.sign(m, ply, p, w, played)
	}
	return played, true
}

// captures reports whether a turn takes a piece off the board.
func captures(p *board.Position, t *board.Played) bool {
	return t.After.Occupied().Count() < p.Occupied().Count()
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
func (r *replayer) refused(p *board.Position, err error) Problem {
	var ambiguous *rules.AmbiguousError
	if errors.As(err, &ambiguous) {
		return Problem{Code: finding.AmbiguousMove, Rule: "NOT-1", Message: err.Error(), Err: err}
	}
	if outcome := r.rules.Outcome(p); outcome.Result != board.Ongoing {
		return Problem{Code: finding.MoveAfterEnd, Rule: r.rules.Set().RuleFor("PAC-12", "CON-11"), Err: err,
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
	if note := r.record.game(path).Note(w); note != "" {
		if r.noted { // once is enough
			note = strings.TrimSuffix(strings.TrimSuffix(note, "there are no captures in "+r.rules.Set().Name), "; ")
		}
		r.noted = r.noted || strings.Contains(note, "there are no captures")
		if note != "" {
			move, _, _ := strings.Cut(problem.Message, ":")
			problem.Message, problem.Reason = move+": "+note, problem.Message
		}
	}
	return problem
}

// foreign notes each piece letter of another language once, unless the language was asked for.
func (r *replayer) foreign(m *Move, ply int, p *board.Position, w rules.ParsedMove) {
	if strings.IndexByte(r.record.Foreign, w.Foreign) >= 0 {
		return
	}
	r.record.Foreign += string(w.Foreign)
	kind := w.Kind
	if m.Text[0] != w.Foreign { // the letter stands for a promotion, or after a slash
		kind = w.Promotion
		for i := 0; kind == board.NoKind && i < len(w.Converted); i++ {
			kind = w.Converted[i].Kind
		}
	}
	r.problem(r.at(m, ply, p, Problem{Code: finding.ForeignLetter, Rule: "NOT-5", Message: fmt.Sprintf("%c is read as %s",
		w.Foreign, kind)}))
}

// reclaimed plays a legal move with the reclaim of its [%reclaim] command, or the full one.
func (r *replayer) reclaimed(m *Move, ply int, p *board.Position, move board.Move, says said) board.Played {
	if says.badReclaim != "" {
		r.problemAt(m, ply, p, Problem{Code: finding.Syntax, Rule: "NOT-4", Message: says.badReclaim, At: says.reclaimAt,
			End: says.reclaimEnd})
	}
	if !says.hasReclaim {
		return r.rules.Full(p, move)
	}
	played, err := r.rules.TryPlay(p, move, &says.reclaim)
	if err == nil {
		return played
	}
	played = r.rules.Full(p, move)
	problem := Problem{Code: finding.ReclaimMismatch, Rule: "PAC-8", Err: err, Turn: &played, Expected: played.Reclaimed.Names(),
		Got: says.reclaim.Names(), At: says.reclaimAt, End: says.reclaimEnd}
	problem.Message = fmt.Sprintf("no choice of reclaims takes back just %s; the full reclaim takes back %s",
		squares(says.reclaim), squares(played.Reclaimed))
	if r.rules.Set().Reclaim == ruleset.NoReclaim || r.rules.Set().Family != ruleset.Pacifist {
		problem.Message = fmt.Sprintf("there is no reclaim in %s", r.rules.Set().Name)
	}
	r.problemAt(m, ply, p, problem)
	return played
}

// problemAt lists a problem of a move that has a place of its own already.
func (r *replayer) problemAt(m *Move, ply int, p *board.Position, problem Problem) {
	at, end := problem.At, problem.End
	problem = r.at(m, ply, p, problem)
	problem.At, problem.End = at, end
	r.problem(problem)
}

func squares(b board.Bitboard) string {
	if b == 0 {
		return "nothing"
	}
	return strings.Join(b.Names(), ", ")
}

// converted checks the conversions that a record writes against those that happen: after slashes
// (NOT-3), which Conversion Chess cannot leave out, and as a command in a comment (NOT-4).
func (r *replayer) converted(m *Move, ply int, p *board.Position, w rules.ParsedMove, says said, played board.Played) {
	rule := r.rules.Set().ConversionRule()
	mismatch := func(got board.Bitboard, at, end int, message string) {
		r.problemAt(m, ply, p, Problem{Code: finding.ConversionMismatch, Rule: rule, Message: message, Turn: &played,
			Expected: played.Converted.Names(), Got: got.Names(), At: at, End: end})
	}
	if says.badConv != "" {
		r.problemAt(m, ply, p, Problem{Code: finding.Syntax, Rule: "NOT-4", Message: says.badConv, At: says.convAt,
			End: says.convEnd})
	}
	if says.hasConv {
		var got board.Bitboard
		for _, wave := range says.conv {
			got |= wave
		}
		switch {
		case got != played.Converted:
			mismatch(got, says.convAt, says.convEnd, differ(played.Converted, got))
		case !slices.Equal(says.conv, played.Waves):
			mismatch(got, says.convAt, says.convEnd, fmt.Sprintf("the waves are %s, not %s", wavesText(played.Waves),
				wavesText(says.conv)))
		}
	}
	must := r.rules.Set().Family == ruleset.Conversion && !w.UCI && !says.hasConv
	if len(w.Converted) == 0 && !must {
		return
	}
	var got board.Bitboard
	wrong := ""
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
		mismatch(got, m.At, m.End, wrong)
	}
}

// differ says how the squares written differ from those that convert.
func differ(want, got board.Bitboard) string {
	missing, extra := want&^got, got&^want
	switch {
	case extra == 0:
		return unwritten(missing)
	case missing == 0:
		return unfounded(extra)
	}
	return unwritten(missing) + "; " + unfounded(extra)
}

func unwritten(b board.Bitboard) string {
	if b.Count() > 1 {
		return squares(b) + " change sides; the record omits them"
	}
	return squares(b) + " changes sides; the record omits it"
}

func unfounded(b board.Bitboard) string {
	if b.Count() > 1 {
		return "the record claims " + squares(b) + ", which do not change sides"
	}
	return "the record claims " + squares(b) + ", which does not change sides"
}

// sign checks the check sign against the position after the turn (NOT-2). A second plus means
// double check to some and mate to others, and is accepted for both.
func (r *replayer) sign(m *Move, ply int, p *board.Position, w rules.ParsedMove, played board.Played) {
	want := ""
	if c := r.rules.Sign(&played.After); c != 0 {
		want = string(c)
	}
	if w.Sign == want || want == "#" && strings.Contains(m.Text, "++") {
		return
	}
	means := map[string]string{"": "neither check nor mate", "+": "check", "#": "mate"}
	if r.rules.Set().Family == ruleset.Pacifist {
		means = map[string]string{"": "the enemy still owns a king",
			"+": "the enemy has no king left and can claim one",
			"#": "the enemy has no king left and can claim none"}
	}
	message := fmt.Sprintf("the sign is %q and should be %q: %s", w.Sign, want, means[want])
	switch {
	case w.Sign == "":
		message = fmt.Sprintf("%q is missing: %s", want, means[want])
	case want == "":
		message = fmt.Sprintf("superfluous %q: %s", w.Sign, means[want])
	}
	r.problem(r.at(m, ply, p, Problem{Code: finding.CheckSign, Rule: "NOT-2", Message: message}))
}
