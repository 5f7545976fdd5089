// Package report finds the mistakes of a game with the engine.
package report

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"turncoat/engine"
	"turncoat/internal/lazyregexp"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A turn that lowers the winning chances by so much is a mistake, or a blunder.
const (
	mistake = 0.10
	blunder = 0.20
)

// The PGN annotations of mistakes (?) and blunders (??), and the last of the annotations that judge
// a move (?!).
const (
	nagMistake = 2
	nagBlunder = 4
	lastOfMove = 6
)

// A Mistake is a turn that lowered the chances of the side that made it.
type Mistake struct {
	Ply    int // from 1
	Turn   *pgn.Turn
	Grave  bool // a blunder
	Loss   float64
	Before engine.Line  // the best line before the turn
	Score  engine.Score // after the turn, for the side that made it
}

// Chances returns the winning chances of the side to move, from 0 to 1, for a score.
func Chances(s engine.Score) float64 {
	if turns, known := s.Mate(); known {
		if turns > 0 {
			return 1
		}
		return 0
	}

	return 1 / (1 + math.Exp(-float64(s)/250))
}

// Judge searches every position of a game's main line and notes the score in it ("[%eval 0.35]",
// from White's side) in place of an earlier one. It annotates mistakes with ? or ??, unless the
// move is already judged, and adds the better line as a variation. It calls progress before every
// search.
func Judge(ctx context.Context, e *engine.Engine, record *pgn.PlayedGame, l engine.Limits,
	progress func(ply, plies int)) ([]Mistake, error) {
	var mistakes []Mistake
	turns := record.Main.Turns
	game := engine.At(record.Start)
	var before engine.Line
	for i := range len(turns) + 1 {
		progress(i, len(turns))
		p := game.Position
		line, err := best(ctx, e, game, l)
		if err != nil {
			return mistakes, err
		}
		if i > 0 {
			last := turns[i-1]
			note(last, comment(p.Turn, line.Score))
			loss := Chances(before.Score) - (1 - Chances(line.Score))
			if loss >= mistake && len(before.Turns) > 0 && before.Turns[0].Move != last.Played.Move {
				one := Mistake{i, last, loss >= blunder, loss, before, -line.Score}
				mark(record.Variant, &one)
				mistakes = append(mistakes, one)
			}
		}

		if i < len(turns) {
			before = line
			game.Play(turns[i].Played.After)
		}
	}

	return mistakes, nil
}

// best returns the best line of a position, without turns if the game is over.
func best(ctx context.Context, e *engine.Engine, g engine.Game, l engine.Limits) (engine.Line, error) {
	r, err := e.Search(ctx, g, l)
	if err != nil {
		return engine.Line{}, err
	}
	if len(r.Lines) == 0 {
		var line engine.Line
		if e.Variant().Outcome(&g.Position).Result != board.Draw {
			line.Score = engine.Lost
		}
		return line, nil
	}

	return r.Lines[0], nil
}

// comment returns the score of a position as a PGN command.
func comment(toMove board.Colour, s engine.Score) string {
	if toMove == board.Black {
		s = -s
	}
	if turns, known := s.Mate(); known {
		return fmt.Sprintf("[%%eval #%d]", turns)
	}
	return fmt.Sprintf("[%%eval %.2f]", float64(s)/100)
}

var evaluation = lazyregexp.Compile(`\[%eval\s[^\]]*\]\s*`)

// note adds a score to the comments on a turn and removes earlier ones.
func note(t *pgn.Turn, score string) {
	var kept []string
	for _, c := range t.Comments {
		rest := strings.TrimSpace(evaluation().ReplaceAllString(c, ""))
		if rest != "" {
			kept = append(kept, rest)
		}
	}

	t.Comments = append(kept, score)
}

// mark annotates a mistake in its record.
func mark(variant *rules.Variant, m *Mistake) {
	nag := nagMistake
	if m.Grave {
		nag = nagBlunder
	}
	if !slices.ContainsFunc(m.Turn.NAGs, func(n int) bool { return 0 < n && n <= lastOfMove }) {
		m.Turn.NAGs = append(m.Turn.NAGs, nag)
	}
	better := m.Before.Turns[0].Move
	if slices.ContainsFunc(m.Turn.Variations, func(v *pgn.Variation) bool {
		return len(v.Turns) > 0 && v.Turns[0].Played.Move == better
	}) {
		return
	}

	variation := &pgn.Variation{}
	p := m.Turn.Before
	for _, t := range m.Before.Turns {
		played, err := variant.TryPlay(&p, t.Move, &t.Reclaimed)
		if err != nil {
			break
		}
		variation.Turns = append(variation.Turns, &pgn.Turn{Before: p, Played: played})
		p = played.After
	}

	m.Turn.Variations = append(m.Turn.Variations, variation)
}

// Sign returns ? or ??.
func (m *Mistake) Sign() string {
	if m.Grave {
		return "??"
	}
	return "?"
}
