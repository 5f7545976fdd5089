package check

import (
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// outcomeWays lists the bugs in how games end (PAC-12).
func outcomeWays() []wrongWay {
	var list []wrongWay
	outcome := func(name string, f func(j *wrongJudge, p *board.Position, turns bool) board.Result) {
		list = append(list, wrongWay{name: name, outcome: f})
	}
	lost := func(p *board.Position) board.Result { return board.Win(p.Turn.Other()) }
	either := func(is func(p *board.Position) bool, result func(p *board.Position) board.Result) func(*wrongJudge,
		*board.Position, bool) board.Result {
		return func(j *wrongJudge, p *board.Position, turns bool) board.Result {
			if is(p) {
				return result(p)
			}
			return j.ending(p, turns)
		}
	}
	won := func(p *board.Position) board.Result { return board.Win(p.Turn) }
	draw := func(*board.Position) board.Result { return board.Draw }
	kingless := func(p *board.Position) bool { return p.Kingless(p.Turn) }
	enemyKingless := func(p *board.Position) bool { return p.Kingless(p.Turn.Other()) }
	outcome("outcome: a side to move without a king has lost, even if it can claim one", either(kingless, lost))
	outcome("outcome: a side to move has won once the enemy is without a king", either(enemyKingless, won))
	outcome("outcome: whoever is without a king has lost, even if it can claim one",
		func(j *wrongJudge, p *board.Position, turns bool) board.Result {
			switch {
			case kingless(p):
				return lost(p)
			case enemyKingless(p):
				return won(p)
			}
			return j.ending(p, turns)
		})
	outcome("outcome: two kings alone are a draw",
		either(func(p *board.Position) bool { return p.Occupied() == p.Kings }, draw))
	outcome("outcome: a king alone on each side, or one with a minor piece, is a draw",
		either(func(p *board.Position) bool {
			rest := p.Occupied() &^ p.Kings
			if rest.Count() > 1 {
				return false
			}
			for s := range rest.All {
				if k := p.KindAt(s); k != board.Bishop && k != board.Knight {
					return false
				}
			}
			return true
		}, draw))
	outcome("outcome: fifty moves are a draw", either(func(p *board.Position) bool { return p.Clock >= 100 }, draw))
	outcome("outcome: the game goes on where there are movements but no legal turn",
		func(j *wrongJudge, p *board.Position, turns bool) board.Result {
			loose := j.set
			loose.KingSafety, loose.Kingless = ruleset.NoKingSafety, ruleset.FreeToMove
			return j.ending(p, turns || len(rules.NewReference(loose).Moves(p)) > 0)
		})
	noTurn := func(name string, f func(j *wrongJudge, p *board.Position) board.Result) {
		outcome(name, func(j *wrongJudge, p *board.Position, turns bool) board.Result {
			if turns {
				return board.Ongoing
			}
			return f(j, p)
		})
	}
	noTurn("outcome: whoever has no turn, kings or not, draws",
		func(_ *wrongJudge, p *board.Position) board.Result { return board.Draw })
	noTurn("outcome: a side without a turn has lost if its king is over-persuaded",
		func(j *wrongJudge, p *board.Position) board.Result {
			if kingless(p) || !j.someSafe(p, p.Turn) {
				return lost(p)
			}
			return board.Draw
		})
	noTurn("outcome: a side without a turn has lost if its king is attacked",
		func(_ *wrongJudge, p *board.Position) board.Result {
			if kingless(p) || anyAttacked(p, p.Kings&p.Colours[p.Turn], p.Turn) {
				return lost(p)
			}
			return board.Draw
		})
	noTurn("outcome: the wrong side has won", func(j *wrongJudge, p *board.Position) board.Result {
		if kingless(p) {
			return won(p)
		}
		return j.ending(p, false)
	})
	for side, name := range sides {
		noTurn("outcome: "+name+" is said to have won, whoever has",
			func(j *wrongJudge, p *board.Position) board.Result {
				if kingless(p) {
					return board.Win(board.Colour(side))
				}
				return j.ending(p, false)
			})
	}
	outcome("outcome: it is asked whether the side that has moved has a turn", func(j *wrongJudge, p *board.Position,
		_ bool) board.Result {
		other := *p
		other.Turn = p.Turn.Other()
		return j.ending(&other, j.anyTurn(&other))
	})
	outcome("outcome: it is asked whether the side that has moved has a turn, but whether the side to move has a king", func(j *wrongJudge, p *board.Position, _ bool) board.Result {
		other := *p
		other.Turn = p.Turn.Other()
		return j.ending(p, j.anyTurn(&other))
	})
	noTurn("outcome: a side without a turn has won if it has a king",
		func(j *wrongJudge, p *board.Position) board.Result {
			if !kingless(p) {
				return won(p)
			}
			return lost(p)
		})
	noTurn("outcome: lost and drawn are mixed up", func(_ *wrongJudge, p *board.Position) board.Result {
		if kingless(p) {
			return board.Draw
		}
		return lost(p)
	})
	noTurn("outcome: the game goes on for a side that has a king but no turn",
		func(j *wrongJudge, p *board.Position) board.Result {
			if !kingless(p) {
				return board.Ongoing
			}
			return lost(p)
		})
	noTurn("outcome: the game goes on for a side that has neither a king nor a turn",
		func(j *wrongJudge, p *board.Position) board.Result {
			if kingless(p) {
				return board.Ongoing
			}
			return j.ending(p, false)
		})
	outcome("outcome: the game always goes on", func(*wrongJudge, *board.Position,
		bool) board.Result {
		return board.Ongoing
	})
	return list
}
