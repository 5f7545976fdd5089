package build

import (
	"flag"
	"slices"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A plain solver is a second implementation of the iteration, which shares nothing with the tables:
// it plays by package reference, and finds the values by going over all positions again and again
// until nothing changes. If it uses symmetry, it knows positions by their board, the side to move
// being White, and of positions that are one another's mirror images it plays one; sampleImages
// checks others, so that symmetry of the rules is not taken on trust. Otherwise it plays every
// position with either side to move and with all castling rights that kings and rooks on e1, a1 and
// so on may have.
type plainSolver struct {
	set    ruleset.Set
	uses   bool // symmetry
	kinds  []board.Kind
	all    []placing
	ids    map[placing]int32 // where a position stands in all; those outside the class follow
	played []int32           // by position of all: which of its images is played
	values []plainValue      // of positions that are played, and of those outside the class
	// by position that is played, then by move, then by reclaim: the positions after, turned to
	// White
	moves [][][]int32
}

// placing is a position: a letter for each square, the side to move and the rights.
type placing struct {
	squares [64]byte
	turn    board.Colour
	rights  board.Rights
}

type plainValue struct {
	known bool
	plies int // even: the side to move has lost; odd: it has won
}

// placingOf returns a position as it is or, with symmetry, with the colours exchanged if Black is
// to move.
func (s *plainSolver) placingOf(p *board.Position) (at placing) {
	exchanges := s.uses && p.Turn == board.Black
	if !s.uses {
		at.turn, at.rights = p.Turn, p.Rights
	}
	for square := range board.NoSquare {
		piece := p.PieceAt(square)
		if piece.Kind == board.NoKind {
			continue
		}
		if exchanges {
			piece.Colour = piece.Colour.Other()
			square ^= 56
		}

		at.squares[square] = piece.Letter()
	}

	return at
}

func (s placing) position() board.Position {
	p := board.Position{Turn: s.turn, Rights: s.rights, EnPassant: board.NoSquare, Number: 1}
	for square, letter := range s.squares {
		if letter != 0 {
			piece, _ := board.PieceOf(letter)
			p.Put(board.Square(square), piece)
		}
	}

	p.Rekey()
	return p
}

// place adds every position that has the kinds from one on, on squares from a least one on for like
// pieces.
func (s *plainSolver) place(p board.Position, next int, from board.Square) {
	if next == len(s.kinds) {
		s.add(p)
		if !s.uses {
			p.Turn = board.Black
			s.add(p)
		}
		return
	}

	if next == 0 || s.kinds[next] != s.kinds[next-1] {
		from = 0
	}
	for square := from; square < board.NoSquare; square++ {
		if p.Occupied().Has(square) || s.kinds[next] == board.Pawn &&
			(square.Rank() == 0 || square.Rank() == 7) {
			continue
		}
		for _, colour := range []board.Colour{board.White, board.Black} {
			q := p
			q.Put(square, board.Piece{Kind: s.kinds[next], Colour: colour})
			s.place(q, next+1, square+1)
		}
	}
}

// add adds a position if it is valid and, without symmetry, the same with castling rights.
func (s *plainSolver) add(p board.Position) {
	if s.set.Family != ruleset.Pacifist && (p.Kingless(board.White) || p.Kingless(board.Black)) {
		return
	}
	withRights := []board.Position{p}
	if !s.uses {
		withRights = s.allRights(p)
	}
	for _, q := range withRights {
		if s.set.Family == ruleset.Pacifist || len(rules.NewReference(s.set).Validate(&q)) == 0 {
			s.all = append(s.all, s.placingOf(&q))
		}
	}
}

// allRights returns a position with every right that a side may have with a rook that has gained
// it: none, one if a king and a rook are at home, and none because the king has come home.
func (s *plainSolver) allRights(p board.Position) []board.Position {
	list := []board.Position{p}
	for _, fen := range []string{"E", "Q", "K", "e", "q", "k", "Ee", "Eq", "Ek", "Qe", "Ke"} {
		q, err := board.ParseFEN(p.Board()+" "+string("wb"[p.Turn])+" "+fen+" - 0 1", s.set)
		isOther := func(right board.Right) bool {
			isBlack := right.King > 7
			cannotBeGained := isBlack && s.set.ConvertsSide == ruleset.ConvertsBlack
			return right.Held() && (!fromHome[right] || cannotBeGained)
		}
		if err == nil && !slices.ContainsFunc(q.Rights[:], isOther) {
			list = append(list, q)
		}
	}
	return list
}

// fromHome has the rights of kings on e1 and e8 with rooks in the corners.
var fromHome = map[board.Right]bool{
	{King: 4, Rook: 0}:   true,
	{King: 4, Rook: 7}:   true,
	{King: 60, Rook: 56}: true,
	{King: 60, Rook: 63}: true,
}

// image returns a position as it looks with files turned round (bit 0 of how), ranks turned round
// (bit 1), files and ranks exchanged (bit 2).
func (s placing) image(how int) placing {
	to := placing{turn: s.turn, rights: s.rights}
	for square, letter := range s.squares {
		if letter == 0 {
			continue
		}
		if how&4 != 0 {
			square = square%8*8 + square/8
		}
		to.squares[square^how&1*7^how>>1&1*56] = letter
	}

	return to
}

// gather places all positions and chooses of their images the first that is met. Pawns leave only
// the files to turn round.
func (s *plainSolver) gather() {
	s.place(board.Position{EnPassant: board.NoSquare, Number: 1}, 0, 0)
	s.ids = make(map[placing]int32, len(s.all))
	for i, at := range s.all {
		s.ids[at] = int32(i)
	}
	images := 8
	if slices.Contains(s.kinds, board.Pawn) {
		images = 2
	}
	if !s.uses {
		images = 1
	}
	s.played = make([]int32, len(s.all))
	for i := range s.played {
		s.played[i] = -1
	}
	for i, at := range s.all {
		if s.played[i] >= 0 {
			continue
		}
		for how := range images {
			s.played[s.ids[at.image(how)]] = int32(i)
		}
	}

	s.values, s.moves = make([]plainValue, len(s.all)), make([][][]int32, len(s.all))
}

// play returns the positions after each move of a position, and whether it is lost where it stands.
// What lies outside the class, after a capture or a promotion, lower answers.
func (s *plainSolver) play(at placing, lower func(p *board.Position) plainValue) (moves [][]int32, lost bool) {
	byMove := map[board.Move]int{}
	p := at.position()
	for t := range rules.NewReference(s.set).Turns(&p) {
		move, ok := byMove[t.Move]
		if !ok {
			move = len(moves)
			byMove[t.Move] = move
			moves = append(moves, nil)
		}

		after := s.placingOf(&t.After)
		id, ok := s.ids[after]
		if !ok {
			id = int32(len(s.values))
			s.ids[after] = id
			s.values = append(s.values, lower(&t.After))
		}

		if int(id) < len(s.all) {
			id = s.played[id]
		}
		moves[move] = append(moves[move], id)
	}

	result := rules.NewReference(s.set).Outcome(&p).Result
	return moves, len(moves) == 0 && result == board.Win(p.Turn.Other())
}

// solve works out the values.
func (s *plainSolver) solve(lower func(p *board.Position) plainValue) {
	s.gather()
	for i, at := range s.all {
		if s.played[i] == int32(i) {
			s.moves[i], s.values[i].known = s.play(at, lower)
		}
	}

	for plies := 1; s.settle(plies) || plies < 100; plies++ {
	}
}

// settle finds the positions that are decided in so many plies and reports whether there is one.
func (s *plainSolver) settle(plies int) bool {
	var new []int
	for i := range s.all {
		if !s.values[i].known && s.decided(s.moves[i], plies) {
			new = append(new, i)
		}
	}

	for _, i := range new {
		s.values[i] = plainValue{true, plies}
	}
	return len(new) > 0
}

// decided reports whether the side to move wins or loses in so many plies.
func (s *plainSolver) decided(moves [][]int32, plies int) bool {
	wins, loses := false, len(moves) > 0
	for _, choices := range moves {
		// the enemy has lost whatever it chooses; it can choose to have won
		all, some := true, false
		for _, after := range choices {
			v := s.values[after]
			v.known = v.known && v.plies < plies
			all = all && v.known && v.plies%2 == 0
			some = some || v.known && v.plies%2 == 1
		}

		wins, loses = wins || all, loses && some
	}

	return wins || loses
}

// sampleImages plays every sixteenth of the positions that were not played and says of which the
// value does not follow from their own turns.
func (s *plainSolver) sampleImages(t *testing.T, lower func(p *board.Position) plainValue) {
	t.Helper()
	seen := 0
	for i, at := range s.all {
		if s.played[i] == int32(i) {
			continue
		}
		seen++
		if seen%16 != 0 {
			continue
		}
		v := s.values[s.played[i]]
		moves, lost := s.play(at, lower)
		if len(moves) == 0 || lost {
			if v != (plainValue{known: lost}) {
				t.Errorf("%s has no turns, lost: %v; its image has %v", s.fen(i), lost, v)
			}
			continue
		}

		if v.known && (!s.decided(moves, v.plies) || s.decided(moves, v.plies-1)) || !v.known &&
			s.decided(moves, 1000) {
			t.Errorf("%s is not worth %v, as its image is", s.fen(i), v)
		}
	}

	if seen < len(s.all)/3 {
		t.Errorf("%d of %d positions are images of others", seen, len(s.all))
	}
}

func (s *plainSolver) fen(i int) string {
	p := s.all[i].position()
	return p.FEN(s.set)
}

var everyClass = flag.Bool("every", false,
	"solve a class of three pieces of every rule set on internal/reference, not of three, which takes minutes")

// withoutSymmetry lists the rule sets that are solved without symmetry: those in which the sides
// differ, or in which a lone rook may gain a castling right.
var withoutSymmetry = []string{"tibet", "traitor", "anti-andernach", "super-andernach"}

// All values of a class are those of the plain solver. In short mode only the kings are placed,
// which is a game of its own in the Pacifist family.
func TestAgainstReference(t *testing.T) {
	classes := map[string][]string{"pacifist1": {"KKN"}, "pacifist2": {"KKB"},
		"pacifist-number": {"KKN"}, "pacifist-value": {"KKB"}, "pacifist-average": {"KKR"},
		"conversion": {"KKQ"}, "chess": {"KKP"}, "tibet": {"KKQ"}, "traitor": {"KKR", "KKP", "KKQ"},
		"anti-andernach": {"KKR", "KKP"}, "super-andernach": {"KKR", "KKP"}}
	for _, name := range ruleset.BuiltinNames() {
		tested := []string{"KK"}
		if *everyClass || !longtest.Short() && (name == "pacifist2" || name == "pacifist-average" ||
			name == "conversion") {
			tested = append(tested, classes[name]...)
		}

		for _, word := range tested {
			t.Run(name+"/"+word, func(t *testing.T) {
				t.Parallel()
				againstReference(t, name, class(t, word))
			})
		}
	}
}

func againstReference(t *testing.T, name string, c tablebase.Class) {
	tables := opened(t, name, "")
	s := &plainSolver{
		set:   rulestest.Builtin(t, name),
		uses:  !slices.Contains(withoutSymmetry, name),
		kinds: []board.Kind{board.King, board.King},
	}
	for kind := range board.King {
		for range c.Count(kind) {
			s.kinds = append(s.kinds, kind)
		}
	}

	lower := func(p *board.Position) plainValue {
		v, err := tables.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		return plainValue{v != tablebase.Drawn, v.Plies()}
	}
	s.solve(lower)
	if s.uses {
		s.sampleImages(t, lower)
	}
	wrong := 0
	for i, at := range s.all {
		p := at.position()
		want := tablebase.Drawn
		if v := s.values[s.played[i]]; v.known {
			want = tablebase.DecidedIn(v.plies)
		}
		got, err := tables.Probe(&p)
		if err != nil || got != want {
			wrong++
			if wrong < 10 {
				t.Errorf("%s: got %v, %v, want %v", p.FEN(s.set), got, err, want)
			}
		}
	}

	t.Logf("%d positions, %d wrong", len(s.all), wrong)
}
