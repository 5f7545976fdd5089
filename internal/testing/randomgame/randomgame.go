// Package randomgame makes random games for tests and benchmarks: legal under their rule set, with
// whatever a record can hold around the moves. The same seed makes the same game.
package randomgame

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Options say what a game is like.
type Options struct {
	Plies int // of the main line at most
	// so many turns in a hundred are one of those that leave the mover the most pieces, kings first
	Greedy   int
	Shuffled bool // the pieces of the first ranks stand in a random order, as in Chess960
	// Annotated puts comments, annotations, variations and odd tags in.
	Annotated bool
	// PartialReclaims lets the enemy take back less than it could, where there is a choice.
	PartialReclaims bool
}

// New makes a game.
func New(r *rand.Rand, variant *rules.Variant, o Options) *pgn.PlayedGame {
	m := maker{r, variant, o}
	record := &pgn.PlayedGame{Variant: variant, Start: variant.Start(), Tags: m.tags(),
		Complete: true}
	if o.Shuffled {
		record.Start = m.shuffled()
	}
	record.Main = m.line(record.Start, o.Plies, 0)
	end := record.End()
	record.Plies = len(record.Main.Turns)
	record.Result = variant.Outcome(&end).Result
	if record.Result == board.Ongoing {
		record.Result = board.Result(r.IntN(4))
	}
	return record
}

type maker struct {
	r       *rand.Rand
	variant *rules.Variant
	o       Options
}

func (m *maker) chance(percent int) bool { return m.r.IntN(100) < percent }

func pick[T any](m *maker, list []T) T { return list[m.r.IntN(len(list))] }

func (m *maker) tags() []pgn.Tag {
	tags := []pgn.Tag{
		{Name: "Event", Value: pick(m, []string{"Grand Prix", "Open 1993", "Friendly"})},
		{Name: "Site", Value: "Torino ITA"},
		{Name: "Date", Value: fmt.Sprintf("19%02d.%02d.%02d", 70+m.r.IntN(30), 1+m.r.IntN(12),
			1+m.r.IntN(28))},
		{Name: "Round", Value: fmt.Sprint(1 + m.r.IntN(9))},
		{Name: "White", Value: pick(m,
			[]string{"Pugnali, Piero", "Castelli, Alessandro", "De Giglio, Michele"})},
		{Name: "Black", Value: pick(m, []string{"Smith, Larry", "Betza, Ralph", "Parton, Vernon"})},
	}
	if m.o.Annotated {
		values := []string{"", "a \"quoted\" word", `back\slash`, "Ærøskøbing", "[Event \"?\"]",
			"棋", "{}", "x]"}
		for _, name := range []string{"Annotator", "ECO", "WhiteElo", "Opening", "Remark_1"} {
			if m.chance(30) {
				tags = append(tags, pgn.Tag{Name: name, Value: pick(m, values)})
			}
		}
	}

	return tags
}

// shuffled returns a start with the first ranks in a random order, the king between the rooks.
func (m *maker) shuffled() board.Position {
	for {
		var ranks [2]string
		for i := range ranks {
			letters := []byte("RNBQKBNR")
			m.r.Shuffle(len(letters),
				func(a, b int) { letters[a], letters[b] = letters[b], letters[a] })
			ranks[i] = string(letters)
		}

		if !castles(ranks[0]) || !castles(ranks[1]) {
			continue
		}
		fen := fmt.Sprintf("%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1",
			strings.ToLower(ranks[1]), ranks[0])
		if p, err := m.variant.ParseFEN(fen); err == nil {
			return p
		}
	}
}

func castles(rank string) bool {
	king := strings.IndexByte(rank, 'K')
	return strings.IndexByte(rank, 'R') < king && strings.LastIndexByte(rank, 'R') > king
}

func (m *maker) line(p board.Position, plies, depth int) pgn.Variation {
	var v pgn.Variation
	if m.o.Annotated && m.chance(10) {
		v.Comments = m.comments()
	}
	for range plies {
		played, ok := m.turn(&p)
		if !ok {
			break
		}
		t := &pgn.Turn{Before: p, Played: played}
		if m.o.Annotated {
			m.annotate(t, depth)
		}
		v.Turns = append(v.Turns, t)
		p = played.After
	}

	return v
}

func (m *maker) turn(p *board.Position) (board.Played, bool) {
	moves := m.variant.Moves(p)
	if len(moves) == 0 {
		return board.Played{}, false
	}
	move := pick(m, moves)
	if m.o.Greedy > 0 && m.chance(m.o.Greedy) {
		move = m.greedy(p)
	}
	full := m.variant.Play(p, move)
	if m.o.PartialReclaims && full.Reclaimed != 0 {
		for t := range m.variant.TurnsOf(p, move) {
			full = t
			if m.chance(20) {
				break
			}
		}
	}

	return full, true
}

// greedy picks a move of those after which the mover has the most.
func (m *maker) greedy(p *board.Position) board.Move {
	var best []board.Move
	most := 0
	for _, move := range m.variant.Moves(p) {
		t := m.variant.Play(p, move)
		own, enemy := t.After.Colours[p.Turn], t.After.Colours[p.Turn.Other()]
		has := 1000 + own.Count() - enemy.Count() +
			10*((own&t.After.Kings).Count()-(enemy&t.After.Kings).Count())
		if has > most {
			most, best = has, best[:0]
		}
		if has == most {
			best = append(best, t.Move)
		}
	}

	return pick(m, best)
}

func (m *maker) annotate(t *pgn.Turn, depth int) {
	if m.chance(10) {
		t.NAGs = append(t.NAGs, 1+m.r.IntN(139))
	}
	if m.chance(15) {
		t.Comments = m.comments()
	}
	for depth < 3 && m.chance(6) {
		v := m.line(t.Before, 1+m.r.IntN(4), depth+1)
		t.Variations = append(t.Variations, &v)
	}
}

var remarks = []string{
	"the only move", "[%clk 0:05:00]", "a } brace", "{ opens", "; not a comment", "% not an escape",
	"see [Event \"?\"] above", "1. e4 e5 *", "1-0", "(a variation)",
	"Früher hieß es Läufer", "♞", "$1", "!?", "draw by agreement",
	"a long remark that goes on and on, so that it cannot stand in one line of eighty columns whatever comes before " +
		"it in that line",
}

func (m *maker) comments() []string {
	list := []string{pick(m, remarks)}
	for m.chance(30) {
		list = append(list, pick(m, remarks)+" "+pick(m, remarks))
	}
	return list
}
