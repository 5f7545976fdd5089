package pgn

import (
	"turncoat/rules"
	"turncoat/rules/board"
)

// PlayedGame is a game that has been replayed under its rules. The writers take it.
type PlayedGame struct {
	Variant *rules.Variant
	Tags    []Tag
	Start   board.Position
	Main    Variation
	// Result is the record's, Ongoing if it has none.
	Result board.Result
	// Resigned says that the result is a resignation written in the movetext.
	Resigned bool
	Dialect  Dialect
	// Plies counts the plies of the main line as they were read, played or not.
	Plies int
	// Complete says that every move of the main line could be played.
	Complete bool
	// Foreign lists the piece letters in the record that are not English.
	Foreign string
}

// Variation is a line of play.
type Variation struct {
	Comments []string // before the first turn
	Turns    []*Turn
}

// Turn is a turn that has been played.
type Turn struct {
	Before     board.Position
	Played     board.Played
	NAGs       []int
	Comments   []string // without the commands that say what converts and what is reclaimed
	Variations []*Variation
}

// End returns the position at the end of the main line.
func (r *PlayedGame) End() board.Position {
	if n := len(r.Main.Turns); n > 0 {
		return r.Main.Turns[n-1].Played.After
	}
	return r.Start
}

// Game returns the main line as a game that can be played on.
func (r *PlayedGame) Game() *rules.Game { return r.game(r.Main.Turns) }

func (r *PlayedGame) game(turns []*Turn) *rules.Game {
	g := rules.NewGame(r.Variant, &r.Start)
	for _, t := range turns {
		g.Add(t.Played)
	}
	return g
}

// Tag returns the value of a tag of the record, empty if it is not there.
func (r *PlayedGame) Tag(name string) string {
	g := Record{Tags: r.Tags}
	value, _ := g.Tag(name)
	return value
}
