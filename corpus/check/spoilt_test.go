package check

import (
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A shownTurn is a right turn of a case.
type shownTurn struct {
	c *corpus.Case
	p *board.Position
	rules.TurnJSON
}

func (t *shownTurn) from() board.Square { s, _ := board.ParseSquare(t.UCI[:2]); return s }
func (t *shownTurn) to() board.Square   { s, _ := board.ParseSquare(t.UCI[2:4]); return s }
func (t *shownTurn) by(kinds ...board.Kind) bool {
	return slices.Contains(kinds, t.p.KindAt(t.from())) && !t.castles()
}
func (t *shownTurn) castles() bool { return strings.HasPrefix(t.SAN, "O-O") }
func (t *shownTurn) long() bool    { return strings.HasPrefix(t.SAN, "O-O-O") }
func (t *shownTurn) files() int    { return t.to().File() - t.from().File() }
func (t *shownTurn) ranks() int    { return t.to().Rank() - t.from().Rank() }
func (t *shownTurn) white() bool   { return t.p.Turn == board.White }
func (t *shownTurn) promotes(to string) bool {
	return len(t.UCI) == 5 && strings.HasSuffix(t.UCI, to)
}

// converts reports whether a piece of a kind is among those of the waves from one on.
func (t *shownTurn) converts(from int, k board.Kind) bool {
	for _, wave := range t.Waves[min(from, len(t.Waves)):] {
		for _, name := range wave {
			if s, _ := board.ParseSquare(name); k == board.NoKind || t.p.KindAt(s) == k {
				return true
			}
		}
	}
	return false
}

// casesToSpoil returns the cases of a corpus in which somebody castles or promotes, and some others.
func casesToSpoil(t *testing.T, name string) []corpus.Case {
	t.Helper()
	cases, err := golden.Cases(corpus.Standard, name)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	return slices.DeleteFunc(cases, func(c corpus.Case) bool {
		if slices.ContainsFunc(c.Turns, func(t rules.TurnJSON) bool {
			return strings.HasPrefix(t.SAN, "O-O") ||
				len(t.UCI) == 5
		}) {
			return false
		}
		n++
		return n%3 != 0
	})
}

// spoil answers cases rightly but for what becomes of each turn: nothing stays of one that is nil.
func spoil(t *testing.T, cases []corpus.Case, edit func(s *shownTurn) *corpus.AnswerTurn) (results []Result, turns,
	wrong int) {
	t.Helper()
	for i := range cases {
		c := &cases[i]
		p, err := c.Position()
		if err != nil {
			t.Fatal(err)
		}
		r := Result{Case: c, Verdict: Right, answer: corpus.Answer{Outcome: c.Outcome}}
		for _, turn := range c.Turns {
			got := edit(&shownTurn{c, &p, turn})
			if right := (corpus.AnswerTurn{UCI: turn.UCI, FEN: corpus.BoardAndSide(turn.FEN)}); got == nil ||
				*got != right {
				turns++
				r.Verdict = Wrong
			}
			if got != nil {
				r.answer.Turns = append(r.answer.Turns, *got)
			}
		}
		if r.Verdict == Wrong {
			wrong++
		}
		r.answer.Settle()
		results = append(results, r)
	}
	return results, turns, wrong
}

func (t *shownTurn) rightly() *corpus.AnswerTurn {
	return &corpus.AnswerTurn{UCI: t.UCI, FEN: corpus.BoardAndSide(t.FEN)}
}

// Turns of one kind that are all missing are named by that kind, the narrowest that holds of all and of no
// others. What is said of conversions may have made a turn illegal, and is said to be wrong.
func TestMissingTurns(t *testing.T) {
	cases := map[string][]corpus.Case{}
	for _, test := range []struct {
		rules, want string
		missing     func(s *shownTurn) bool
	}{
		{"pacifist1", "castling missing", func(s *shownTurn) bool { return s.castles() }},
		{"pacifist1", "castling O-O missing", func(s *shownTurn) bool { return s.castles() && !s.long() }},
		{"pacifist1", "castling O-O-O missing", func(s *shownTurn) bool { return s.long() }},
		{"pacifist1", "White's castling missing", func(s *shownTurn) bool { return s.castles() && s.white() }},
		{"pacifist1", "Black's castling O-O missing", func(s *shownTurn) bool {
			return s.castles() && !s.long() &&
				!s.white()
		}},
		{"pacifist1", "moves of the rook missing", func(s *shownTurn) bool { return s.by(board.Rook) }},
		{"pacifist1", "Black's moves of the king missing", func(s *shownTurn) bool {
			return s.by(board.King) &&
				!s.white()
		}},
		{"pacifist1", "two-steps missing", func(s *shownTurn) bool { return s.by(board.Pawn) && s.ranks()%2 == 0 }},
		{"pacifist1", "White's two-steps missing", func(s *shownTurn) bool {
			return s.by(board.Pawn) &&
				s.ranks() == 2
		}},
		{"pacifist1", "single steps of pawns missing", func(s *shownTurn) bool {
			return s.by(board.Pawn) &&
				s.ranks()%2 != 0 && !s.promotes("")
		}},
		{"pacifist1", "promotions missing", func(s *shownTurn) bool { return s.promotes("") }},
		{"pacifist1", "promotions to a bishop missing", func(s *shownTurn) bool { return s.promotes("b") }},
		{"pacifist1", "promotions to anything but a queen missing", func(s *shownTurn) bool {
			return s.promotes("") &&
				!s.promotes("q")
		}},
		{"pacifist1", "promotions to a rook or a knight missing", func(s *shownTurn) bool {
			return s.promotes("r") ||
				s.promotes("n")
		}},
		{"pacifist1", "the king's step -1+1 missing", func(s *shownTurn) bool {
			return s.by(board.King) &&
				s.files() == -1 && s.ranks() == 1
		}},
		{"pacifist1", "the knight's step +2-1 missing", func(s *shownTurn) bool {
			return s.by(board.Knight) &&
				s.files() == 2 && s.ranks() == -1
		}},
		{"pacifist1", "diagonal moves of the queen missing", func(s *shownTurn) bool {
			return s.by(board.Queen) &&
				s.files() != 0 && s.ranks() != 0
		}},
		{"pacifist1", "straight moves of the king missing", func(s *shownTurn) bool {
			return s.by(board.King) &&
				s.files()*s.ranks() == 0
		}},
		{"pacifist1", "moves of the bishop over more than one square missing",
			func(s *shownTurn) bool { return s.by(board.Bishop) && abs(s.files()) > 1 }},
		{"pacifist1", "moves over more than 5 squares missing", func(s *shownTurn) bool {
			return !s.castles() && !s.by(board.Pawn, board.Knight) && max(abs(s.files()), abs(s.ranks())) > 5
		}},
		{"pacifist1", "conversions wrong", func(s *shownTurn) bool { return len(s.Waves) > 0 }},
		{"pacifist1", "conversions by Black wrong", func(s *shownTurn) bool { return len(s.Waves) > 0 && !s.white() }},
		{"pacifist1", "second waves wrong", func(s *shownTurn) bool { return len(s.Waves) > 1 }},
		{"pacifist1", "third waves wrong", func(s *shownTurn) bool { return len(s.Waves) > 2 }},
		{"pacifist1", "waves of more than one piece wrong", func(s *shownTurn) bool {
			return slices.ContainsFunc(s.Waves, func(w []string) bool { return len(w) > 1 })
		}},
		{"pacifist1", "conversions of the rook wrong", func(s *shownTurn) bool { return s.converts(0, board.Rook) }},
		{"pacifist1", "conversions by castling wrong", func(s *shownTurn) bool {
			return s.castles() &&
				len(s.Waves) > 0
		}},
		{"pacifist1", "conversions by promotion wrong", func(s *shownTurn) bool {
			return s.promotes("") &&
				len(s.Waves) > 0
		}},
		{"pacifist1", "turns of a mover without a king missing",
			func(s *shownTurn) bool { return s.p.Kingless(s.p.Turn) }},
		{"pacifist1", "turns of a mover with both kings missing",
			func(s *shownTurn) bool { return s.p.Kingless(s.p.Turn.Other()) }},
		{"pacifist1", "White's turns missing", func(s *shownTurn) bool { return s.white() }},
		{"pacifist1", "moves to the h-file missing", func(s *shownTurn) bool {
			return !s.castles() &&
				s.to().File() == 7
		}},
		{"pacifist1", "moves from rank 2 missing", func(s *shownTurn) bool {
			return !s.castles() &&
				s.from().Rank() == 1
		}},
		{"chess", "captures missing", func(s *shownTurn) bool {
			return s.p.KindAt(s.to()) != board.NoKind &&
				!s.castles()
		}},
		{"chess", "captures of the bishop missing",
			func(s *shownTurn) bool { return s.p.KindAt(s.to()) == board.Bishop }},
		{"chess", "captures by the king missing", func(s *shownTurn) bool {
			return s.by(board.King) &&
				s.p.KindAt(s.to()) != board.NoKind
		}},
		{"chess", "en passant missing", func(s *shownTurn) bool {
			return s.by(board.Pawn) && s.files() != 0 && s.p.KindAt(s.to()) == board.NoKind
		}},
		{"chess", "promotions by captures missing", func(s *shownTurn) bool {
			return s.promotes("") &&
				s.files() != 0
		}},
	} {
		if cases[test.rules] == nil {
			cases[test.rules] = casesToSpoil(t, test.rules)
		}
		results, turns, wrong := spoil(t, cases[test.rules], func(s *shownTurn) *corpus.AnswerTurn {
			if test.missing(s) {
				return nil
			}
			return s.rightly()
		})
		named(t, test.want, results, turns, wrong, false)
	}
}

// named holds what single bugs explain some results to one bug.
func named(t *testing.T, want string, results []Result, turns, wrong int, deep bool) {
	t.Helper()
	d := newDiagnoser(t.Context(), results[0].Case.Rules, results)
	f := cover(d.try(corpus.Misread(d.set), deep))
	if len(f.counts) == 0 {
		t.Errorf("%q is not found", want)
		return
	}
	if got := f.counts[0]; got.Name != want || f.left > 0 || len(f.counts) > 1 || got.Turns != turns ||
		got.Cases != wrong || got.See != d.wrong[0].result.Case.ID {
		t.Errorf("%q (%d turns in %d cases) is told as %+v, with %d cases left over", want, turns, wrong, f.counts,
			f.left)
	}
}

// Turns whose boards are wrong are named by what they convert or, where all of a move are, by that move.
func TestWrongBoards(t *testing.T) {
	cases := casesToSpoil(t, "pacifist1")
	for _, test := range []struct {
		want string
		at   func(s *shownTurn) bool
	}{
		{"conversions of the queen wrong", func(s *shownTurn) bool { return s.converts(0, board.Queen) }},
		{"second waves wrong", func(s *shownTurn) bool { return len(s.Waves) > 1 }},
		{"conversions by castling wrong", func(s *shownTurn) bool { return s.castles() && len(s.Waves) > 0 }},
		{"castling O-O wrong", func(s *shownTurn) bool { return s.castles() && !s.long() }},
		{"promotions to a knight wrong", func(s *shownTurn) bool { return s.promotes("n") }},
		{"moves of the rook wrong", func(s *shownTurn) bool { return s.by(board.Rook) }},
		{"two-steps wrong", func(s *shownTurn) bool { return s.by(board.Pawn) && s.ranks()%2 == 0 }},
	} {
		results, turns, wrong := spoil(t, cases, func(s *shownTurn) *corpus.AnswerTurn {
			got := s.rightly()
			if test.at(s) {
				if got.FEN = strings.Replace(got.FEN, "K", "k", 1); *got == *s.rightly() { // one king more or fewer
					got.FEN = strings.Replace(got.FEN, "k", "K", 1)
				}
			}
			return got
		})
		named(t, test.want, results, turns, wrong, false)
	}
	results, turns, wrong := spoil(t, cases, func(s *shownTurn) *corpus.AnswerTurn {
		got := s.rightly()
		got.FEN = got.FEN[:len(got.FEN)-1] + string("wb"[s.p.Turn])
		return got
	})
	named(t, string(unturned), results, turns, wrong, false)
}

// Turns that are right and written otherwise are named by how they are written.
func TestMovesWrittenOtherwise(t *testing.T) {
	cases := casesToSpoil(t, "pacifist1")
	for _, test := range []struct {
		want  claim
		write func(s *shownTurn) string
	}{
		{asZeros, func(s *shownTurn) string {
			if s.castles() {
				return map[bool]string{true: "0-0-0", false: "o-o"}[s.long()]
			}
			return s.UCI
		}},
		{kingsMove, func(s *shownTurn) string {
			if s.castles() {
				return s.UCI[:2] + map[bool]string{true: "c", false: "g"}[s.long()] + s.UCI[1:2]
			}
			return s.UCI
		}},
		{withSigns, func(s *shownTurn) string {
			if s.castles() {
				return s.UCI
			}
			return s.UCI[:2] + "-" + s.UCI[2:]
		}},
		{signed, func(s *shownTurn) string {
			if s.promotes("") {
				return s.UCI[:4] + "=" + strings.ToUpper(s.UCI[4:])
			}
			return s.UCI
		}},
		{capitals, func(s *shownTurn) string { return s.UCI[:4] + strings.ToUpper(s.UCI[4:]) }},
		{letterless, func(s *shownTurn) string { return s.UCI[:4] }},
	} {
		results, turns, wrong := spoil(t, cases, func(s *shownTurn) *corpus.AnswerTurn {
			got := s.rightly()
			got.UCI = test.write(s)
			return got
		})
		named(t, string(test.want), results, turns, wrong, false)
	}
}
