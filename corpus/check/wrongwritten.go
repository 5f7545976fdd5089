package check

import (
	"turncoat/rules/board"
)

// writtenWays lists the bugs in how moves are written, and in which board is written after them.
func writtenWays() []wrongWay {
	var list []wrongWay
	shown := func(name string, f func(j *wrongJudge, t *wrongTurn) board.Position) {
		list = append(list, wrongWay{name: "the board that is written after a turn is the one " + name, shown: f})
	}
	shown("before its conversions", func(_ *wrongJudge, t *wrongTurn) board.Position { return t.landed })
	shown("after its first wave", (*wrongJudge).afterFirstWave)
	shown("before its move", func(_ *wrongJudge, t *wrongTurn) board.Position { return t.before })
	turned := []struct {
		name string
		flip board.Square
	}{{"from Black's side of the board", 63}, {"with the ranks counted from the other end", 56},
		{"with the files counted from the other end", 7}}
	for _, w := range turned {
		for _, who := range whose {
			list = append(list, wrongWay{name: who.name + "moves are written " + w.name,
				spelt: func(p *board.Position, uci string) string {
					if !who.is(p.Turn) {
						return uci
					}
					from, _ := board.ParseSquare(uci[:2])
					to, _ := board.ParseSquare(uci[2:4])
					return (from ^ w.flip).String() + (to ^ w.flip).String() + uci[4:]
				}})
		}
	}
	list = append(list, wrongWay{name: "moves are written with their squares the wrong way round",
		spelt: func(_ *board.Position, uci string) string {
			return uci[2:4] + uci[:2] + uci[4:]
		}})
	return list
}
