package tablebase

import (
	"flag"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules/board"
	"turncoat/rules/reference"
	"turncoat/rules/ruleset"
)

// A plain solver is a second implementation of the iteration, which shares nothing with the tables: it knows positions by
// their board, the side to move being White, reduces nothing by symmetry, plays by package reference, and finds the
// values by going over all positions again and again until nothing changes.
type plainSolver struct {
	set    ruleset.Set
	kinds  []board.Kind
	all    []placing
	ids    map[placing]int32 // where a position stands in all; those outside the class follow
	values []plainValue
	moves  [][][]int32 // by position, then by move, then by reclaim: the positions after, turned to White
}

// placing is a position: a letter for each square, White to move.
type placing [64]byte

type plainValue struct {
	known bool
	plies int // even: the side to move has lost; odd: it has won
}

func placingOf(p *board.Position) (s placing) {
	for square := range board.NoSquare {
		piece := p.PieceAt(square)
		if piece.Kind == board.NoKind {
			continue
		}
		if p.Turn == board.Black {
			piece.Colour = piece.Colour.Other()
			square ^= 56
		}
		s[square] = piece.Letter()
	}
	return s
}

func (s placing) position() board.Position {
	p := board.Position{EnPassant: board.NoSquare, Number: 1}
	for square, letter := range s {
		if letter != 0 {
			piece, _ := board.PieceOf(letter)
			p.Put(board.Square(square), piece)
		}
	}
	p.Rekey()
	return p
}

// place adds every position that has the kinds from one on, on squares from a least one on for like pieces.
func (s *plainSolver) place(p board.Position, next int, from board.Square) {
	if next == len(s.kinds) {
		if s.set.Family != ruleset.Pacifist && (p.Kingless(board.White) || p.Kingless(board.Black) || len(reference.Validate(s.set, p)) > 0) {
			return
		}
		s.all = append(s.all, placingOf(&p))
		return
	}
	if next == 0 || s.kinds[next] != s.kinds[next-1] {
		from = 0
	}
	for square := from; square < board.NoSquare; square++ {
		if p.Occupied().Has(square) || s.kinds[next] == board.Pawn && (square.Rank() == 0 || square.Rank() == 7) {
			continue
		}
		for _, colour := range []board.Colour{board.White, board.Black} {
			q := p
			q.Put(square, board.Piece{Kind: s.kinds[next], Colour: colour})
			s.place(q, next+1, square+1)
		}
	}
}

// solve works out the values. What lies outside the class, after a capture or a promotion, lower answers.
func (s *plainSolver) solve(lower func(p *board.Position) plainValue) {
	s.place(board.Position{EnPassant: board.NoSquare, Number: 1}, 0, 0)
	s.ids = make(map[placing]int32, len(s.all))
	for i, at := range s.all {
		s.ids[at] = int32(i)
	}
	s.values, s.moves = make([]plainValue, len(s.all)), make([][][]int32, len(s.all))
	for i, at := range s.all {
		byMove := map[board.Move]int{}
		p := at.position()
		for t := range reference.Turns(s.set, p) {
			move, ok := byMove[t.Move]
			if !ok {
				move = len(s.moves[i])
				byMove[t.Move] = move
				s.moves[i] = append(s.moves[i], nil)
			}
			after := placingOf(&t.After)
			id, ok := s.ids[after]
			if !ok {
				id = int32(len(s.values))
				s.ids[after] = id
				s.values = append(s.values, lower(&t.After))
			}
			s.moves[i][move] = append(s.moves[i][move], id)
		}
		if len(s.moves[i]) == 0 && reference.Outcome(s.set, p).Result == board.BlackWins {
			s.values[i] = plainValue{known: true}
		}
	}
	for plies := 1; s.settle(plies) || plies < 100; plies++ {
	}
}

// settle finds the positions that are decided in so many plies and reports whether there is one.
func (s *plainSolver) settle(plies int) bool {
	var new []int
	for i := range s.all {
		if s.values[i].known || len(s.moves[i]) == 0 {
			continue
		}
		wins, loses := false, true
		for _, choices := range s.moves[i] {
			all, some := true, false // the enemy has lost whatever it chooses; it can choose to have won
			for _, after := range choices {
				v := s.values[after]
				v.known = v.known && v.plies < plies
				all = all && v.known && v.plies%2 == 0
				some = some || v.known && v.plies%2 == 1
			}
			wins, loses = wins || all, loses && some
		}
		if wins || loses {
			new = append(new, i)
		}
	}
	for _, i := range new {
		s.values[i] = plainValue{true, plies}
	}
	return len(new) > 0
}

var everyClass = flag.Bool("every", false, "solve a class of three pieces of every rule set on rules/reference, not of three, which takes minutes")

// All values of a class are those of the plain solver. In short mode only the kings are placed, which is a game of its
// own in the Pacifist family.
func TestAgainstReference(t *testing.T) {
	classes := map[string]string{"pacifist1": "KKN", "pacifist2": "KKB", "pacifist-number": "KKN", "pacifist-value": "KKB",
		"pacifist-average": "KKR", "conversion": "KKQ", "chess": "KKP"}
	for _, name := range ruleset.BuiltinNames() {
		tested := []string{"KK"}
		if *everyClass || !testing.Short() && (name == "pacifist2" || name == "pacifist-average" || name == "conversion") {
			tested = append(tested, classes[name])
		}
		for _, word := range tested {
			t.Run(name+"/"+word, func(t *testing.T) {
				t.Parallel()
				againstReference(t, name, class(t, word))
			})
		}
	}
}

func againstReference(t *testing.T, name string, c Class) {
	tables := opened(t, name, "")
	s := &plainSolver{set: rulestest.Builtin(t, name), kinds: []board.Kind{board.King, board.King}}
	for kind := range board.King {
		for range c.Count(kind) {
			s.kinds = append(s.kinds, kind)
		}
	}
	s.solve(func(p *board.Position) plainValue {
		v, err := tables.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		return plainValue{v != Drawn, v.Plies()}
	})
	wrong := 0
	for i, at := range s.all {
		p := at.position()
		want := Drawn
		if v := s.values[i]; v.known {
			want = In(v.plies)
		}
		got, err := tables.Probe(&p)
		if err != nil || got != want {
			if wrong++; wrong < 10 {
				t.Errorf("%s: got %v, %v, want %v", p.FEN(s.set), got, err, want)
			}
		}
	}
	t.Logf("%d positions, %d wrong", len(s.all), wrong)
}
