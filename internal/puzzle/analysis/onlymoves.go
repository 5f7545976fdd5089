package analysis

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"

	"turncoat/internal/tablebase"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

const (
	// maxKept bounds the positions in which the winning turns are listed for one study.
	maxKept = 20_000
	// maxWins is how many winning turns are examined. If more win, all but the first count as
	// alternatives without being examined.
	maxWins = 8
	// maxWaste is the greatest number of turns in which a waste of time leads back.
	maxWaste = 3
	// maxTries and maxSideLines bound the tries and side lines at one turn.
	maxTries     = 2
	maxSideLines = 3
)

// OnlyMoves returns the line of a won position in which the attacker has to find as many turns as
// possible that alone keep the win, with what branches off from it, and the other first turns that
// keep the win. If there are such turns, there is no line. The tables must hold the position.
func (a *Analyst) OnlyMoves(ctx context.Context, at *board.Position) (*puzzle.OnlyMoves, []board.Move,
	error) {
	k := keeper{Analyst: a, ctx: ctx, known: map[board.Position]*kept{}, left: maxKept}
	first := k.at(at)
	if k.err != nil || first.turn == nil || len(first.others) > 0 {
		return nil, first.others, k.err
	}

	line, p := []board.Played{}, *at
	out := &puzzle.OnlyMoves{}
	for place := first; place.alone(); {
		out.Asides = append(out.Asides, k.tries(&p, len(line))...)
		line = append(line, k.played(&p, place.turn))
		p = line[len(line)-1].After
		if place.reply == nil {
			break
		}
		out.Asides = append(out.Asides, k.sideLines(&p, len(line), place.reply)...)
		line = append(line, k.played(&p, place.reply))
		p = line[len(line)-1].After
		place = k.at(&p)
	}

	out.Line = puzzle.LineWords(a.variant, at, line)
	return out, nil, k.err
}

// CritiqueOnly returns the objections to a study that asks for a win in any number of turns: each
// first turn but the key that keeps the win.
func (a *Analyst) CritiqueOnly(at *board.Position, found *Analysis, others []board.Move,
	demands Demands) []Remark {
	c := critic{analyst: a, at: at, found: found}
	for _, m := range others {
		c.remark(true, "keys", "another key: 1.%s", a.variant.SAN(at, a.variant.Play(at, m)))
	}
	c.reached(demands)
	return c.remarks
}

// only checks the only moves of a study against the tables.
func (v *verifier) only(ctx context.Context) error {
	only, others, err := v.analyst.OnlyMoves(ctx, &v.at)
	switch {
	case err != nil:
		return err
	case only == nil:
		v.fault("%s keep the win as well as the key",
			strings.Join(puzzle.UCI(&v.at, others), " and "))
	case !reflect.DeepEqual(only, v.puzzle.Only):
		v.fault("the only moves that keep the win are %v, not %v", only, v.puzzle.Only)
	}

	return nil
}

// A keeper looks for turns that alone keep the win.
type keeper struct {
	*Analyst
	ctx   context.Context
	known map[board.Position]*kept
	left  int // positions that may still be looked at
	err   error
}

// A kept is what the tables say of a position in which the attacker is to move.
type kept struct {
	// the quickest win; nil where there is none, or it was not looked for
	turn   *tablebase.TurnValue
	others []board.Move // turns that keep the win as well and are no waste of time
	// the enemy's turn after which the most is left to find; nil if nothing is
	reply *tablebase.TurnValue
	worth int // how hard the turn is to find, and what can follow it
}

func (k *kept) alone() bool { return k.turn != nil && len(k.others) == 0 }

// turns lists the turns of a position, one for each move, the best for the mover first.
func (k *keeper) turns(p *board.Position) []tablebase.TurnValue {
	if k.err == nil {
		k.err = k.ctx.Err()
	}
	if k.err != nil {
		return nil
	}
	list, err := k.tables.Turns(p)
	k.err = err
	// The first turn of a move has the enemy's best choice.
	return slices.CompactFunc(list, func(a, b tablebase.TurnValue) bool { return a.Move == b.Move })
}

func (k *keeper) after(p *board.Position, t *tablebase.TurnValue) (after board.Position) {
	k.tables.Rules().Apply(p, t.Turn, &after)
	return after
}

// played plays a turn of the tables, so that its waves are known.
func (k *keeper) played(p *board.Position, t *tablebase.TurnValue) board.Played {
	played, err := k.variant.TryPlay(p, t.Move, &t.Reclaimed)
	if k.err == nil {
		k.err = err
	}
	return played
}

// at returns what the tables say of a position in which the attacker is to move.
func (k *keeper) at(p *board.Position) *kept {
	place := *p
	place.Clock, place.Number = 0, 0
	if known := k.known[place]; known != nil {
		return known
	}
	out := &kept{}
	k.known[place] = out
	k.left--
	if k.left < 0 {
		return out
	}
	turns := k.turns(p)
	wins := slices.IndexFunc(turns, func(t tablebase.TurnValue) bool { return !t.Value.Loses() })
	if wins < 0 {
		wins = len(turns)
	}
	if wins == 0 {
		return out
	}
	out.turn = &turns[0]
	if wins > 1 {
		k.addOthers(p, out, turns[:wins])
	}
	if len(out.others) == 0 {
		k.answer(p, out)
	}
	return out
}

// addOthers finds which of the winning turns are alternatives to the first. At the first turn of
// the study it finds all of them, elsewhere one.
func (k *keeper) addOthers(p *board.Position, out *kept, wins []tablebase.TurnValue) {
	root := len(k.known) == 1
	if len(wins) > maxWins && !root {
		out.others = []board.Move{wins[1].Move}
		return
	}

	joins := k.joins(p, out.turn)
	for i := 1; i < len(wins) && (root || len(out.others) == 0); i++ {
		longer := (wins[i].Value.Plies() - wins[0].Value.Plies()) / 2
		after := k.after(p, &wins[i])
		if !k.leadsInto(joins, &after, wins[0].Value, min(max(longer, 1), maxWaste)) {
			out.others = append(out.others, wins[i].Move)
		}
	}
}

// joins returns the positions that make another turn a waste of time, or another order of the same
// turns: the position itself, and those to which the enemy can lead the quickest win within two
// turns.
func (k *keeper) joins(p *board.Position, quickest *tablebase.TurnValue) map[uint64]bool {
	joins := map[uint64]bool{p.Key: true}
	after := k.after(p, quickest)
	for _, reply := range k.turns(&after) {
		next := k.after(&after, &reply)
		joins[next.Key] = true
		turns := k.turns(&next)
		if len(turns) == 0 {
			continue
		}
		second := k.after(&next, &turns[0])
		for _, reply := range k.turns(&second) {
			joins[k.after(&second, &reply).Key] = true
		}
	}

	return joins
}

// answer returns the enemy's turn after which the attacker has most only moves left to find. Of
// several it is the one that holds out longest.
func (k *keeper) answer(p *board.Position, out *kept) {
	after := k.after(p, out.turn)
	most := 0
	for _, reply := range k.turns(&after) {
		next := k.after(&after, &reply)
		place := k.at(&next)
		if place.alone() && place.worth > most {
			out.reply, most = &reply, place.worth
		}
	}

	out.worth = most + k.hardness(p, out.turn)
}

// hardness says how hard a turn is to find: 0 if every other turn leaves its side with less
// material, 2 if some other turn leaves it with more, otherwise 1.
func (k *keeper) hardness(p *board.Position, turn *tablebase.TurnValue) int {
	gains := func(t *tablebase.TurnValue) int {
		after := k.after(p, t)
		return material(&after, p.Turn) - material(&after, p.Turn.Other())
	}
	hard := 0
	for _, other := range k.turns(p) {
		switch {
		case other.Move == turn.Move:
		case gains(&other) > gains(turn):
			return 2
		case gains(&other) == gains(turn):
			hard = 1
		}
	}

	return hard
}

// material returns what the pieces of a side are worth by the usual count.
func material(p *board.Position, side board.Colour) int {
	sum := 0
	for _, s := range p.Colours[side].Squares() {
		sum += [...]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5,
			board.Queen: 9, board.King: 0}[p.KindAt(s)]
	}

	return sum
}

// leadsInto reports whether the enemy, to move, can lead the attacker's quickest win into one of
// some positions within so many turns.
func (k *keeper) leadsInto(joins map[uint64]bool, at *board.Position, best tablebase.Value,
	turns int) bool {
	for _, reply := range k.turns(at) {
		next := k.after(at, &reply)
		if joins[next.Key] {
			return true
		}
		tooShort := reply.Value.Plies() < best.Plies()-2 // to lead into a position two turns ahead
		if turns > 0 && !tooShort && k.allLeadInto(joins, &next, best, turns-1) {
			return true
		}
	}

	return false
}

// allLeadInto is leadsInto with the attacker to move: all of its quickest turns must lead there.
func (k *keeper) allLeadInto(joins map[uint64]bool, at *board.Position, best tablebase.Value,
	turns int) bool {
	list := k.turns(at)
	for i := range list {
		if list[i].Value != list[0].Value {
			break
		}
		after := k.after(at, &list[i])
		if !k.leadsInto(joins, &after, best, turns) {
			return false
		}
	}

	return len(list) > 0
}

// tries returns the turns of the attacker that only one answer refutes, in the order of how many
// answers fail, most first.
func (k *keeper) tries(p *board.Position, ply int) []puzzle.Aside {
	type try struct {
		turn, answer tablebase.TurnValue
		failing      int
	}
	var found []try
	for _, turn := range k.turns(p) {
		if turn.Value.Loses() {
			continue // it wins
		}
		after := k.after(p, &turn)
		answers := k.turns(&after)
		failing := 0
		for _, answer := range answers {
			if answer.Value.Wins() {
				failing++
			}
		}

		if failing > 0 && failing == len(answers)-1 {
			found = append(found, try{turn, answers[0], failing})
		}
	}

	slices.SortStableFunc(found, func(a, b try) int { return cmp.Compare(b.failing, a.failing) })
	var asides []puzzle.Aside
	for _, t := range found[:min(len(found), maxTries)] {
		asides = append(asides, k.aside(p, ply, &t.turn, &t.answer))
	}
	return asides
}

// sideLines returns the other answers of the enemy after which only one turn wins and more only
// moves follow, in the order of how many follow, most first.
func (k *keeper) sideLines(p *board.Position, ply int, main *tablebase.TurnValue) []puzzle.Aside {
	type defence struct {
		reply tablebase.TurnValue
		place *kept
	}
	var found []defence
	for _, reply := range k.turns(p) {
		after := k.after(p, &reply)
		place := k.at(&after)
		if reply.Move != main.Move && place.alone() && place.worth > 0 {
			found = append(found, defence{reply, place})
		}
	}

	slices.SortStableFunc(found, func(a, b defence) int {
		return cmp.Compare(b.place.worth, a.place.worth)
	})
	var asides []puzzle.Aside
	for _, d := range found[:min(len(found), maxSideLines)] {
		asides = append(asides, k.aside(p, ply, &d.reply, d.place.turn))
	}
	return asides
}

func (k *keeper) aside(p *board.Position, ply int, first, second *tablebase.TurnValue) puzzle.Aside {
	line := []board.Played{k.played(p, first)}
	line = append(line, k.played(&line[0].After, second))
	return puzzle.Aside{Ply: ply, Line: puzzle.LineWords(k.variant, p, line)}
}
