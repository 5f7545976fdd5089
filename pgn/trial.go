package pgn

import (
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Trial plays the main line of a record ply by ply, as [Replay] does, to see which rule sets it
// agrees with.
type Trial struct {
	Game    *Record        // must be there
	Letters *rules.Letters // nil is English
	// Brief leaves out why a move is not legal, which takes longer than to find that it is not.
	Brief bool
}

func (t Trial) replayer(v *rules.Variant, start *board.Position) *replayer {
	r := &replayer{g: t.Game, variant: v, family: v.Set().Family, letters: rules.English,
		lettersChosen: true, brief: t.Brief, record: &PlayedGame{Variant: v, Start: *start,
			Dialect: t.Game.Dialect, Complete: true}}
	if t.Letters != nil {
		r.letters = *t.Letters
	}
	return r
}

// Plies returns how many plies the record has.
func (t Trial) Plies() int {
	if t.Game.Dialect == VChess {
		return len(t.Game.Machine)
	}
	return len(t.Game.Main.Moves)
}

// Start returns the position that the record begins in. It must not be used if a finding is an
// error.
func (t Trial) Start(v *rules.Variant) (board.Position, []Finding) {
	r := t.replayer(v, new(board.Position))
	r.begin(Options{Variant: v}, new(known))
	return r.record.Start, r.findings
}

// Play plays a ply, counted from 1, and returns the position after it; ok is false if it cannot be
// played.
func (t Trial) Play(variant *rules.Variant, p *board.Position, ply int) (after board.Position,
	ok bool, findings []Finding) {
	if ply < 1 || ply > t.Plies() {
		return *p, false, nil
	}
	r := t.replayer(variant, p)
	var turn Turn
	if t.Game.Dialect == VChess {
		r.record.Start.Turn = board.Black // so that move numbers are not checked
		ok = r.machinePly(ply, p, &turn.Played)
	} else {
		m := t.Game.Main.Moves[ply-1]
		r.begins(m, ply, p)
		if m.Unreadable {
			r.report(Finding{Code: Syntax})
		} else {
			ok = r.move(m, &turn)
		}
	}

	if !ok {
		return *p, false, r.findings
	}
	return turn.Played.After, true, r.findings
}

// End returns what is wrong with the result of a record that ends in a position.
func (t Trial) End(v *rules.Variant, p *board.Position) []Finding {
	r := t.replayer(v, p)
	r.result(p)
	return r.findings
}
