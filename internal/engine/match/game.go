package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"turncoat/internal/process"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// An Opening is the position that a game begins with, and turns that are played from it.
type Opening struct {
	Start board.Position
	Turns []board.Played
}

// A Turn is a turn of a game with the arbiter's notes.
type Turn struct {
	Before board.Position
	Played board.Played
	Left   time.Duration // on the player's clock after the turn; negative if there is no clock
	// Spent is the time that the player took; negative if no time was limited, so that the records
	// of such games are the same every time.
	Spent time.Duration
	Nodes uint64 // positions that the player says it has searched; 0 if it does not say
	Eval  *eval
	Book  bool // the turn belongs to the opening
}

// A Game is a game that has been played.
type Game struct {
	Number  int // in the schedule, from 1
	White   *Player
	Black   *Player
	Variant *rules.Variant
	Start   board.Position
	Turns   []Turn
	Result  board.Result
	// Termination is the PGN tag: normal, adjudication, time forfeit, rules infraction or
	// abandoned.
	Termination string
	Reason      string // in words: "Anna is late", "threefold repetition"
	Failure     *Failure
}

// line returns a hash of the positions of the game.
func (g *Game) line() uint64 {
	line := lineFrom(&g.Start)
	for i := range g.Turns {
		line = lineTo(line, &g.Turns[i].Played.After)
	}
	return line
}

// lineFrom returns the hash of a game that begins in a position.
func lineFrom(start *board.Position) uint64 { return lineTo(0, start) }

// lineTo returns the hash of a game that goes on to a position.
func lineTo(line uint64, p *board.Position) uint64 {
	const prime = 0x9e3779b97f4a7c15
	return (line ^ p.Hash()) * prime
}

// Rulings tell the arbiter when to end a game that the rules have not ended.
type Rulings struct {
	MaxMoves    int // a draw after this many moves of both sides; 0: never
	DrawAfter   int // moves played before a draw by score
	DrawMoves   int // moves in a row with both scores inside DrawScore; 0: never
	DrawScore   int // centipawns
	ResignMoves int // moves in a row with the player's own score below -ResignScore; 0: never
	ResignScore int // centipawns
	// Probe returns the result of a position from tables, if one holds it.
	Probe func(*rules.Variant, *board.Position) (board.Result, bool)
}

// play plays one game to its end.
func play(ctx context.Context, g *Game, o Opening, players [2]*session, r *Rulings) error {
	a := &arbiter{game: g, rulings: r, players: players,
		history: rules.NewGame(g.Variant, &o.Start), start: g.Variant.FEN(&o.Start)}
	g.Start = o.Start
	for side := range a.clocks {
		a.clocks[side] = newClock(players[side].player.Limits)
	}
	for _, t := range o.Turns {
		a.play(t, Turn{Left: -1, Spent: -1, Book: true})
	}
	for side, s := range players {
		if err := s.begin(ctx, g.Variant, &o.Start); err != nil {
			return a.lost(side, err)
		}
	}

	for !a.finished() {
		if err := a.turn(ctx); err != nil {
			return err
		}
	}

	return nil
}

// An arbiter conducts one game.
type arbiter struct {
	game          *Game
	rulings       *Rulings
	players       [2]*session
	clocks        [2]*clock
	start         string
	history       *rules.Game
	uciMoves      []string // the turns in UCI, for the programs
	kingTakesRook []string // the same, with castling as king takes rook
	lostStreak    [2]int   // consecutive turns in which a player's own score said it was lost
	drawnStreak   int      // consecutive turns in which the players' scores said the game was drawn
}

// play adds a turn to the game.
func (a *arbiter) play(t board.Played, noted Turn) {
	before := a.history.Position()
	noted.Before, noted.Played = *before, t
	reclaim := ""
	if a.game.Variant.Set().Reclaim == ruleset.OptionalReclaim &&
		t.Reclaimed != a.game.Variant.Play(before, t.Move).Reclaimed {
		reclaim = "~" + t.Reclaimed.String()
	}

	a.uciMoves = append(a.uciMoves, t.Move.UCI(before)+reclaim)
	a.kingTakesRook = append(a.kingTakesRook, t.Move.String()+reclaim)
	a.game.Turns = append(a.game.Turns, noted)
	a.history.Add(t)
}

func (a *arbiter) end(result board.Result, termination, reason string) bool {
	a.game.Result, a.game.Termination, a.game.Reason = result, termination, reason
	return true
}

// finished ends the game if the rules or a ruling do, and reports whether it is over.
func (a *arbiter) finished() bool {
	g, p, r := a.game, a.history.Position(), a.rulings
	if g.Result != board.Ongoing {
		return true
	}
	if outcome := g.Variant.Outcome(p); outcome.Result != board.Ongoing {
		return a.end(outcome.Result, "normal", outcome.Reason)
	}
	played := len(g.Turns)
	switch {
	case a.history.Repetitions() >= 3:
		return a.end(board.Draw, "normal", "threefold repetition")
	case p.Clock >= 100:
		return a.end(board.Draw, "normal", "fifty moves")
	case r.MaxMoves > 0 && played >= 2*r.MaxMoves:
		return a.end(board.Draw, "adjudication", fmt.Sprintf("%d moves", r.MaxMoves))
	case r.DrawMoves > 0 && a.drawnStreak >= 2*r.DrawMoves && played >= 2*r.DrawAfter:
		return a.end(board.Draw, "adjudication", "draw by the players' scores")
	}

	for side := range a.lostStreak {
		if r.ResignMoves > 0 && a.lostStreak[side] >= r.ResignMoves {
			return a.end(board.Win(board.Colour(1-side)), "adjudication",
				a.players[side].player.Name+" is lost by its own score")
		}
	}

	if r.Probe != nil {
		if result, ok := r.Probe(g.Variant, p); ok {
			return a.end(result, "adjudication", "tablebase")
		}
	}

	return false
}

// turn asks the player to move for a move and, if there is a choice, the other player for a
// reclaim.
func (a *arbiter) turn(ctx context.Context) error {
	side := int(a.history.Position().Turn)
	c, err := a.ask(ctx, side, "")
	if err != nil {
		return a.lost(side, err)
	}
	variant := a.game.Variant
	move, _, _ := strings.Cut(c.move, "~") // the reclaim is the enemy's
	t, err := a.legal(move)
	if err != nil {
		return a.lost(side, illegal(c.move, err))
	}
	if a.reclaims(t.Move) {
		answer, err := a.ask(ctx, 1-side, move)
		if err != nil {
			return a.lost(1-side, err)
		}
		t, err = variant.Parse(a.history.Position(), answer.move)
		if err != nil {
			return a.lost(1-side, illegal(answer.move, err))
		}
	}

	noted := Turn{Left: -1, Eval: c.eval, Nodes: c.nodes, Spent: -1}
	own := a.clocks[side]
	if own.Time > 0 {
		noted.Left = own.left
	}
	if own.Time > 0 || own.PerMove > 0 {
		noted.Spent = c.spent
	}
	a.play(t, noted)
	a.judge(side, c.eval)
	return nil
}

// legal plays a move that a program has answered in UCI. Other notation is not accepted.
func (a *arbiter) legal(text string) (board.Played, error) {
	m, err := board.ParseUCI(a.history.Position(), text)
	if err != nil {
		return board.Played{}, err
	}
	return a.game.Variant.TryPlay(a.history.Position(), m, nil)
}

// reclaims reports whether there is more than one way to reclaim after a move (PAC-8).
func (a *arbiter) reclaims(m board.Move) bool {
	if a.game.Variant.Set().Reclaim != ruleset.OptionalReclaim {
		return false
	}
	n := 0
	for range a.game.Variant.TurnsOf(a.history.Position(), m) {
		n++
		if n > 1 {
			return true
		}
	}

	return false
}

// ask asks a player for a move or a reclaim, on its clock.
func (a *arbiter) ask(ctx context.Context, side int, reclaim string) (choice, error) {
	at := &situation{
		variant: a.game.Variant,
		start:   a.start,
		moves:   a.uciMoves,
		side:    side,
		clocks:  a.clocks,
		reclaim: reclaim,
	}
	s := a.players[side]
	if s.player.Protocol == UCI && chess960(a.game.Variant.Set(), &a.game.Start) {
		at.moves = a.kingTakesRook
	}
	c, err := s.choose(ctx, at)
	if err == nil && !a.clocks[side].spend(c.spent, s.margin) {
		err = &Failure{Code: "late", Reason: fmt.Sprintf("exceeded its time by %v",
			(c.spent - a.clocks[side].allowed(0)).Round(time.Millisecond))}
	}

	return c, err
}

// chess960 reports whether castling in a game of orthodox chess must be written as king takes rook.
func chess960(set ruleset.Set, start *board.Position) bool {
	if set.Family != ruleset.Chess {
		return false
	}
	for _, right := range start.Rights {
		if right.Held() && (right.King.File() != 4 || right.Rook.File() != 0 &&
			right.Rook.File() != 7) {
			return true
		}
	}

	return false
}

func illegal(move string, err error) *Failure {
	f := &Failure{
		Code:   "illegal",
		Reason: "played the illegal move " + process.Quote([]byte(move)) + ": " + err.Error(),
	}
	var why *rules.IllegalError
	if errors.As(err, &why) && len(why.Breaches) > 0 {
		f.Rule = why.Breaches[0].Rule
	}
	return f
}

// lost ends the game because of a player's failure. It returns any other error.
func (a *arbiter) lost(side int, err error) error {
	var f *Failure
	if !errors.As(err, &f) {
		return err
	}
	if f.fatal() {
		a.players[side].kill()
	}
	termination := map[string]string{"late": "time forfeit", "illegal": "rules infraction"}[f.Code]
	if termination == "" {
		termination = "abandoned"
	}
	a.game.Failure = f
	a.end(board.Win(board.Colour(1-side)), termination, a.players[side].player.Name+" "+f.Reason)
	return nil
}

// judge updates the counts of turns that the players' own scores call lost or drawn.
func (a *arbiter) judge(side int, e *eval) {
	lost := e != nil && (e.mate < 0 || e.mate == 0 && e.centipawns <= -a.rulings.ResignScore)
	drawn := e != nil && e.mate == 0 && max(e.centipawns, -e.centipawns) <= a.rulings.DrawScore
	a.lostStreak[side]++
	if !lost {
		a.lostStreak[side] = 0
	}
	a.drawnStreak++
	if !drawn {
		a.drawnStreak = 0
	}
}
