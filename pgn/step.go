package pgn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// move plays one written move and reports what is wrong with it.
func (r *replayer) move(m *Move, turn *Turn) bool {
	p, played := r.before, &turn.Played
	var w rules.ParsedMove
	err := w.Parse(m.Text, &r.letters)
	if err != nil {
		r.fail(r.unread(m.Text, err))
		return false
	}

	if !r.variant.Match(p, &w, played) {
		if !r.brief {
			err := r.variant.MatchError(p, &w)
			r.fail(r.explained(w, r.refused(err)))
		}

		return false
	}

	if w.Foreign != 0 && !r.lettersChosen {
		r.foreign(&w)
	}
	written := commands(m.Comments)
	for _, finding := range written.contradictions {
		r.report(finding)
	}
	if w.HasReclaim || written.reclaim.end > 0 {
		r.reclaimed(&w, written.reclaim, played)
	}
	r.converted(&w, &written.conv, played)
	if r.g.Dialect != VChess {
		r.captured(&w, played)
		r.sign(&w, played)
	}

	turn.NAGs, turn.Comments = m.NAGs, written.appendBare(turn.Comments, m.Comments)
	return true
}

// fail reports a move that cannot be played. After an unreadable word nothing is said of an illegal
// move, because the word may have been a move as well.
func (r *replayer) fail(finding Finding) {
	if !r.afterUnreadable || finding.Code != IllegalMove {
		r.report(finding)
	}
}

// unread returns the finding of a move that cannot be parsed. If the text begins with a letter that
// names no piece, that is an unknown piece.
func (r *replayer) unread(text string, err error) Finding {
	if isNullMove(text) {
		return Finding{Code: IllegalMove, Rule: "NOT-5", Message: "null moves are never legal"}
	}
	finding := Finding{Code: Syntax, Rule: "NOT-5", Message: trim(err, board.ErrSyntax), Err: err}
	if text[0] >= 'A' && text[0] <= 'Z' {
		if _, err := rules.ParseMove(text[:1]+"e4", r.letters); err != nil {
			finding.Code = UnknownPiece
		}
	}

	return finding
}

// refused returns the finding of a move that the rules forbid.
func (r *replayer) refused(err error) Finding {
	var ambiguous *rules.AmbiguousError
	if errors.As(err, &ambiguous) {
		return Finding{Code: AmbiguousMove, Rule: "NOT-1", Message: err.Error(), Err: err}
	}
	if outcome := r.variant.Outcome(r.before); outcome.Result != board.Ongoing {
		return Finding{Code: MoveAfterEnd, Rule: r.variant.OutcomeRule(outcome), Err: err,
			Message: fmt.Sprintf("the game is over before this move: %s, %s", outcome.Result,
				outcome.Reason)}
	}

	finding := Finding{Code: IllegalMove, Message: err.Error(), Err: err}
	var illegal *rules.IllegalError
	if errors.As(err, &illegal) && len(illegal.Breaches) > 0 {
		finding.Rule = illegal.Breaches[0].Rule
	}
	return finding
}

// explained extends the finding of an illegal move by what the sides of the pieces tell about it.
func (r *replayer) explained(w rules.ParsedMove, finding Finding) Finding {
	if finding.Code != IllegalMove {
		return finding
	}
	path := r.path
	if r.g.Dialect == VChess {
		path = r.record.Main.Turns
	}
	note := r.record.game(path).Note(w)
	if before, _, found := strings.Cut(note, "there are no captures"); found {
		if r.saidNoCaptures { // say it once for each record
			note = strings.TrimSuffix(before, "; ")
		}
		r.saidNoCaptures = true
	}

	if note != "" {
		move, _, _ := strings.Cut(finding.Message, ":")
		finding.Message, finding.Reason = move+": "+note, finding.Message
	}

	return finding
}

// foreign reports each piece letter of another language once, unless the caller chose the language.
func (r *replayer) foreign(w *rules.ParsedMove) {
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

	r.say(ForeignLetter, "NOT-5", "%c is read as %s", w.Foreign, kind)
}

// reclaimed plays the turn with the reclaim that is written with the move or in a command, if it is
// not the full reclaim.
func (r *replayer) reclaimed(w *rules.ParsedMove, cmd command, played *board.Played) {
	wanted, ok := rules.ParseSquares(cmd.value)
	if cmd.end > 0 && !ok {
		r.noSquares(&cmd, "d4,e5")
	}
	if w.HasReclaim {
		wanted, ok, cmd = w.Reclaim, true, command{at: r.at, end: r.end}
	}
	if !ok || wanted == played.Reclaimed {
		return
	}
	chosen, err := r.variant.TryPlay(r.before, played.Move, &wanted)
	if err == nil {
		*played = chosen
		return
	}

	message := fmt.Sprintf("no choice of reclaims takes back just %s; the full reclaim takes back "+
		"%s",
		wanted.Prose(), played.Reclaimed.Prose())
	if r.variant.Set().Reclaim == ruleset.NoReclaim {
		message = fmt.Sprintf("there is no reclaim in %s", r.variant.Set().Name)
	}
	full := *played
	r.report(Finding{Code: ReclaimMismatch, Rule: "PAC-8", Err: err, Turn: &full, Message: message,
		Expected: full.Reclaimed.Names(), Got: wanted.Names(), At: cmd.at, End: cmd.end})
}

// noSquares reports a command that lists no squares.
func (r *replayer) noSquares(cmd *command, example string) {
	r.report(Finding{Code: Syntax, Rule: "NOT-4", At: cmd.at, End: cmd.end,
		Message: fmt.Sprintf("expected squares such as %s, or -, not %q", example, cmd.value)})
}

// converted checks the conversions in a record against those that happen. They are written after
// slashes (NOT-3), as Conversion Chess requires, as what the moved piece becomes, or as a command in
// a comment (NOT-4).
func (r *replayer) converted(w *rules.ParsedMove, cmd *command, played *board.Played) {
	commanded := cmd.end > 0 && r.commanded(cmd, played)
	must := r.family.WritesConversions() && !w.UCI && !commanded
	if len(w.Converted) > 0 || must {
		r.slashed(w, played)
	}
	if wrong := w.WrongBecomes(played); wrong != "" {
		got := played.Converted &^ played.To.Bit()
		if w.Becomes.Colour == played.After.Turn {
			got |= played.To.Bit()
		}
		r.misconverted(played, got, r.at, r.end, wrong)
	}
}

// commanded checks the conversions of a command and reports whether it could be read.
func (r *replayer) commanded(cmd *command, played *board.Played) bool {
	waves, ok := parseWaves(cmd.value)
	if !ok {
		r.noSquares(cmd, "e7,g7;f8")
		return false
	}

	var got board.Bitboard
	for _, wave := range waves {
		got |= wave
	}
	if got != played.Converted {
		r.misconverted(played, got, cmd.at, cmd.end, differ(played.Converted, got))
	} else if !slices.Equal(waves, played.Waves) {
		r.misconverted(played, got, cmd.at, cmd.end,
			fmt.Sprintf("the waves are %s, not %s", wavesText(played.Waves), wavesText(waves)))
	}

	return true
}

// slashed checks the conversions after slashes.
func (r *replayer) slashed(w *rules.ParsedMove, played *board.Played) {
	var got board.Bitboard
	wrong := ""
	for _, piece := range w.Converted {
		if got.Has(piece.Square) {
			wrong = fmt.Sprintf("%v is written twice", piece.Square)
		}
		got |= piece.Square.Bit()
		kind := played.After.KindAt(piece.Square)
		if kind != piece.Kind && played.Converted.Has(piece.Square) && wrong == "" {
			wrong = fmt.Sprintf("the piece converted on %v is a %s, not a %s", piece.Square, kind,
				piece.Kind)
		}
	}

	if got != played.Converted {
		wrong = differ(played.Converted, got)
	}
	if wrong != "" {
		r.misconverted(played, got, r.at, r.end, wrong)
	}
}

// misconverted reports wrong conversions written at a place.
func (r *replayer) misconverted(played *board.Played, got board.Bitboard, at, end int,
	message string) {
	turn := *played
	rule := r.variant.Set().Rule(ruleset.ConversionRule)
	r.report(Finding{Code: ConversionMismatch, Rule: rule, Message: message, Turn: &turn,
		Expected: turn.Converted.Names(), Got: got.Names(), At: at, End: end})
}

// differ describes how the squares in the record differ from those that convert.
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
	add(want&^got, "%s changes sides; the record omits it",
		"%s change sides; the record omits them")
	add(got&^want, "the record claims %s, which does not change sides",
		"the record claims %s, which do not change sides")
	return strings.Join(parts, "; ")
}

// captured checks a capture sign.
func (r *replayer) captured(w *rules.ParsedMove, played *board.Played) {
	if !w.Takes || played.After.Occupied().Count() != r.before.Occupied().Count() {
		return
	}
	if _, castles := played.Castles(r.before); !castles {
		r.say(Contradiction, "NOT-1", "nothing is captured on %v", w.To)
	}
}

// sign checks the check sign against the position after the turn (NOT-2). A second plus means
// double check to some writers and mate to others, and is accepted for both.
func (r *replayer) sign(w *rules.ParsedMove, played *board.Played) {
	if w.UCI {
		return
	}
	want := ""
	switch r.variant.Sign(&played.After) {
	case '+':
		want = "+"
	case '#':
		want = "#"
	}

	if w.Sign == want {
		return
	}
	twice := strings.Contains(r.text, "++") || strings.Contains(r.text, "‡")
	if want == "#" && twice {
		return
	}

	wrong := fmt.Sprintf("the sign is %q and should be %q", w.Sign, want)
	switch {
	case w.Sign == "":
		wrong = fmt.Sprintf("%q is missing", want)
	case want == "":
		wrong = fmt.Sprintf("superfluous %q", w.Sign)
	}

	means := signMeans[r.family.KingsConvert()][want]
	if want == "#" && r.family.KingsConvert() && !r.family.HasClaims() {
		means = "the enemy has no king left"
	}
	r.say(CheckSign, "NOT-2", "%s: %s", wrong, means)
}

// signMeans explains the check signs, by whether kings convert in the family.
var signMeans = map[bool]map[string]string{
	false: {"": "neither check nor mate", "+": "check", "#": "mate"},
	true: {"": "the enemy still owns a king", "+": "the enemy has no king left and can claim one",
		"#": "the enemy has no king left and can claim none"},
}
