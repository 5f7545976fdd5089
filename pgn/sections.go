package pgn

import (
	"cmp"
	"fmt"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// sections plays a record of vchess.club's export. The second section is authoritative, and the
// movetext is checked against it (NOT-5).
func (r *replayer) sections(p *board.Position) *board.Position {
	moves := r.g.Main.Moves
	r.record.Main.Comments = appendBare(r.record.Main.Comments, r.g.Main.Comments)
	cut := false
	for i := range r.g.Machine {
		turn := r.newTurn(p)
		if !r.machinePly(i+1, &turn.Before, &turn.Played) {
			cut = true
			break
		}

		if i < len(moves) {
			turn.NAGs, turn.Comments = moves[i].NAGs, appendBare(turn.Comments, moves[i].Comments)
		} else if i == len(moves) {
			r.say(SectionsDisagree, "NOT-5",
				"the movetext ends after %d plies, but the second section continues",
				len(moves))
		}

		r.record.Main.Turns = append(r.record.Main.Turns, turn)
		p = &turn.Played.After
	}

	r.record.Complete = !cut && len(r.g.Machine) >= len(moves)
	message := ""
	switch n := len(r.g.Machine); {
	case cut, slices.ContainsFunc(r.findings, func(f Finding) bool { return f.Code == Truncated }):
	case n < len(moves):
		message = fmt.Sprintf("the game is incomplete: the movetext has %d plies and the second "+
			"section %d", len(moves), n)
	case n == 0 && !r.g.Closed:
		message = "the game ends after its tags"
	}

	if message != "" {
		r.add(Finding{Code: Truncated, At: r.g.End, End: r.g.End, Message: message})
	}
	return p
}

// machinePly plays one line of the second section, and checks the movetext against it.
func (r *replayer) machinePly(ply int, p *board.Position, played *board.Played) (ok bool) {
	t, moves := &r.g.Machine[ply-1], r.g.Main.Moves
	r.begins(&Move{Text: t.Text, At: t.At, End: t.End}, ply, p)
	if ply <= len(moves) {
		r.text = moves[ply-1].Text
	}
	if t.Code != Syntax {
		ok = r.machineTurn(t, played)
		if ok && ply <= len(moves) {
			r.agree(moves[ply-1], t, played)
		}
	} else if t.Incomplete && ply == len(r.g.Machine) {
		r.say(Truncated, "", brokenOff)
	} else {
		r.say(Syntax, "", "%s", t.Reason)
	}

	return ok
}

// machineTurn plays one line of the second section.
func (r *replayer) machineTurn(t *VChessPly, played *board.Played) bool {
	p := r.before
	if t.Code == UnknownPiece {
		r.say(UnknownPiece, "NOT-5", "%s", t.Reason)
	}
	if t.Side != p.Turn {
		r.say(IllegalMove, "", "this line is a turn of %s, but %s is to move", t.Side, p.Turn)
		return false
	}

	if r.record.Start.Turn == board.White {
		r.numberShift += r.checkNumber(t.Number, (r.ply+1)/2+r.numberShift)
	}
	move, rest := t.Move()
	turn, err := r.variant.TryPlay(p, move, nil)
	if err != nil {
		r.refuseMachine(move, err)
		return false
	}

	*played = turn
	if t.Code == "" {
		r.machineChange(t, move, rest, played)
	}
	return true
}

// refuseMachine reports a line whose move is not legal.
func (r *replayer) refuseMachine(move board.Move, err error) {
	p := r.before
	finding := r.refused(err)
	switch kind := p.KindAt(move.From); kind {
	case board.NoKind:
	case board.Pawn:
		finding.Meant = move.To.String()
	default:
		finding.Meant = string(kind.Letter()) + move.To.String()
	}

	if w, err := rules.ParseMove(move.String(), r.letters); err == nil {
		finding = r.explained(w, finding)
	}
	r.report(finding)
}

const brokenOff = "the game ends in the middle of this line"

// machineChange checks the pieces that appear and vanish according to the line against those that
// really do.
func (r *replayer) machineChange(t *VChessPly, move board.Move, own int, played *board.Played) {
	want := played.Converted ^ played.Reclaimed
	appear, wrongAppear := changed(t.Appear, own, t.Side, &played.After)
	vanish, wrongVanish := changed(t.Vanish, own, t.Side.Other(), r.before)
	if t.Incomplete && r.ply == len(r.g.Machine) && appear == want && vanish&^want == 0 &&
		vanish != want {
		r.say(Truncated, "", brokenOff)
		return
	}

	got := appear
	if got == want {
		got = vanish
	}
	if got != want {
		turn := *played
		r.report(Finding{Code: ConversionMismatch, Turn: &turn,
			Rule:    r.variant.Set().Rule(ruleset.ConversionRule),
			Message: differ(want, got), Expected: want.Names(), Got: got.Names()})
		return
	}

	colour := cmp.Or(otherColour(t.Appear, own, t.Side, "appear"),
		otherColour(t.Vanish, own, t.Side.Other(), "vanish"))
	if colour != "" {
		r.say(PositionMismatch, r.variant.Set().Rule(ruleset.ConversionRule), "%s", colour)
		return
	}

	wrong := cmp.Or(wrongAppear, wrongVanish)
	if wrong == "" && own > 0 && (len(t.Appear) < own || t.Vanish[0].Square != t.From ||
		own == 1 && t.Mouse != move.To) {
		wrong = "the start and end squares of the line are not those of the piece that it moves"
	}

	if wrong != "" {
		r.say(PositionMismatch, "NOT-5", "%s", wrong)
	}
}

// otherColour says what is wrong with a list that names, after its first own entries, a piece that
// no conversion can put there, since only pieces of one colour appear, and of the other vanish.
func otherColour(list []Placed, own int, colour board.Colour, do string) string {
	for _, placed := range list[min(own, len(list)):] {
		if placed.Piece.Colour != colour {
			return fmt.Sprintf("the line lists the %v on %v; only %s pieces that change sides can "+
				"%s here",
				placed.Piece, placed.Square, colour, do)
		}
	}

	return ""
}

// changed returns the squares of the listed pieces that change sides, and what is wrong with the
// list in a position. The first own entries are of the piece that moves.
func changed(list []Placed, own int, colour board.Colour, p *board.Position) (set board.Bitboard,
	wrong string) {
	for i, placed := range list {
		if i >= own && placed.Piece.Colour != colour {
			continue // see otherColour
		}

		piece := p.PieceAt(placed.Square)
		if i >= own {
			set |= placed.Square.Bit()
			piece.Colour = colour
		}

		if piece != placed.Piece && wrong == "" {
			wrong = fmt.Sprintf("the line has a %v on %v, where a %v stands", placed.Piece,
				placed.Square,
				p.PieceAt(placed.Square))
		}
	}

	return set, wrong
}

// agree checks a move of the movetext against the turn of the second section. [vchessCastles]
// describes how the site writes castling.
func (r *replayer) agree(m *Move, t *VChessPly, played *board.Played) {
	r.begins(m, r.ply, r.before)
	if m.Number >= 0 && r.record.Start.Turn == board.White {
		r.checkNumber(m.Number, (r.ply+1)/2)
	}
	w, err := rules.ParseMove(m.Text, r.letters)
	if err != nil {
		// An unknown piece has already been reported for the line.
		if finding := r.unread(m.Text, err); t.Code != UnknownPiece ||
			finding.Code != UnknownPiece {
			r.report(finding)
		}
		return
	}

	if !r.vchessMeans(&w, t, played) && t.Code == "" {
		r.say(SectionsDisagree, "NOT-5", "the movetext has %s, but the second section has %s",
			m.Text,
			r.variant.SAN(r.before, *played))
	}
}

// vchessMeans reports whether a written move, in the site's notation, is the turn that was played.
// In Benedict Chess the site writes every castling as a king's move.
func (r *replayer) vchessMeans(w *rules.ParsedMove, t *VChessPly, played *board.Played) bool {
	p, move := r.before, played.Move
	wing, castles := move.Castles(p)
	switch {
	case w.UCI:
		return w.To == move.To && board.At(w.FromFile, w.FromRank) == move.From
	case w.Castling && !castles:
		wing = board.KingSide
		if t.Mouse.File() < t.From.File() {
			wing = board.QueenSide
		}
		return p.KindAt(move.From) == board.King && played.Converted.Count() == 1 &&
			w.CastlingSide == wing
	case w.Castling:
		return w.CastlingSide == wing
	case castles:
		end, _ := board.CastlingEnds(p.Turn, wing)
		asKingMove := played.Converted != 0 || r.family.ConvertsByAttack()
		return w.Kind == board.King && asKingMove && (w.To == end || w.To == t.Mouse ||
			w.To == move.To)
	}

	return w.Means(p, move)
}
