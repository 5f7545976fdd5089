package check

import (
	"errors"
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Moves that the rules do not have are named by what is wrong with them.
func TestMovesTooMany(t *testing.T) {
	cases := map[string][]corpus.Case{}
	empty := func(p *board.Position, s board.Square) bool { return p.KindAt(s) == board.NoKind }
	ahead := func(p *board.Position, s board.Square, n int) board.Square {
		return offset(s, 0, n*[...]int{1, -1}[p.Turn])
	}
	// each lists what is added for a piece of the side to move that stands on a square.
	for _, test := range []struct {
		rules, want string
		kind        board.Kind
		more        func(p *board.Position, s board.Square) []board.Square
	}{
		{"pacifist1", "two-steps from other ranks allowed", board.Pawn, func(p *board.Position,
			s board.Square) []board.Square {
			one, two := ahead(p, s, 1), ahead(p, s, 2)
			if s.Rank() == [...]int{1, 6}[p.Turn] || two == board.NoSquare || !empty(p, one) || !empty(p, two) ||
				two.Rank()%7 == 0 {
				return nil
			}
			return []board.Square{two}
		}},
		{"pacifist1", "single steps of pawns onto other pieces allowed", board.Pawn, func(p *board.Position,
			s board.Square) []board.Square {
			if one := ahead(p, s, 1); one != board.NoSquare && !empty(p, one) && one.Rank()%7 != 0 {
				return []board.Square{one}
			}
			return nil
		}},
		{"pacifist1", "the pawn's step +0-1 allowed", board.Pawn, func(p *board.Position,
			s board.Square) []board.Square {
			if back := offset(s, 0, -1); p.Turn == board.White && back.Rank() > 0 && empty(p, back) {
				return []board.Square{back}
			}
			return nil
		}},
		{"pacifist1", "captures by the rook allowed", board.Rook, func(p *board.Position,
			s board.Square) []board.Square {
			return firstMet(p, s, rookLines, p.Turn.Other())
		}},
		{"pacifist1", "moves of the bishop onto own pieces allowed", board.Bishop, func(p *board.Position,
			s board.Square) []board.Square {
			return firstMet(p, s, bishopLines, p.Turn)
		}},
		{"pacifist1", "the knight's step +1+1 allowed", board.Knight, func(p *board.Position,
			s board.Square) []board.Square {
			if to := offset(s, 1, 1); to != board.NoSquare && empty(p, to) {
				return []board.Square{to}
			}
			return nil
		}},
		{"pacifist1", "moves of the rook over other pieces allowed", board.Rook, func(p *board.Position,
			s board.Square) (list []board.Square) {
			for _, line := range rookLines {
				met := false
				for at := offset(s, line[0], line[1]); at != board.NoSquare; at = offset(at, line[0], line[1]) {
					if met && empty(p, at) {
						list = append(list, at)
					}
					met = met || !empty(p, at)
				}
			}
			return list
		}},
	} {
		if cases[test.rules] == nil {
			cases[test.rules] = casesToSpoil(t, test.rules)
		}
		results, _, _ := spoil(t, cases[test.rules], func(s *shownTurn) *corpus.AnswerTurn { return s.rightly() })
		turns, wrong := 0, 0
		for i := range results {
			r := &results[i]
			p, err := r.Case.Position()
			if err != nil {
				t.Fatal(err)
			}
			for s := range p.Colours[p.Turn].All {
				if p.KindAt(s) != test.kind {
					continue
				}
				for _, to := range test.more(&p, s) {
					turns++
					r.answer.Turns = append(r.answer.Turns, corpus.AnswerTurn{UCI: s.String() + to.String(),
						FEN: "8/8/8/8/8/8/8/8 w"})
					r.Verdict = Wrong
				}
			}
			if r.Verdict == Wrong {
				wrong++
			}
			r.answer.Settle()
		}
		named(t, test.want, results, turns, wrong, false)
	}
}

var (
	rookLines   = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopLines = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
)

// firstMet returns the squares of the first pieces on some lines that are of a side.
func firstMet(p *board.Position, s board.Square, lines [][2]int, side board.Colour) (list []board.Square) {
	for _, line := range lines {
		at := offset(s, line[0], line[1])
		for at != board.NoSquare && p.KindAt(at) == board.NoKind {
			at = offset(at, line[0], line[1])
		}
		if at != board.NoSquare && p.PieceAt(at).Colour == side {
			list = append(list, at)
		}
	}
	return list
}

// Moves that break one rule, and are allowed, are named by that rule.
func TestRulesNotKept(t *testing.T) {
	for _, test := range []struct {
		rules, rule, want string
		of                func(p *board.Position, m board.Move) bool // nil for all
	}{
		{"pacifist1", "PAC-3", "two-steps over persuaded squares allowed", func(p *board.Position, m board.Move) bool {
			return m.From.Rank() == [...]int{1, 6}[p.Turn] && p.KindAt((m.From+m.To)/2) == board.NoKind &&
				p.KindAt(m.To) == board.NoKind
		}},
		{"pacifist1", "PAC-10", "moves that leave the king over-persuaded allowed", func(p *board.Position,
			_ board.Move) bool {
			return !p.Kingless(p.Turn)
		}},
		{"pacifist1", "PAC-10", "king moves into persuasion allowed", func(p *board.Position,
			m board.Move) bool {
			return p.KindAt(m.From) == board.King
		}},
		{"pacifist1", "PAC-10", "moves of other pieces that leave the king over-persuaded allowed",
			func(p *board.Position, m board.Move) bool {
				return p.KindAt(m.From) != board.King && !p.Kingless(p.Turn)
			}},
		{"pacifist1", "PAC-10", "moves without a king that claim none allowed", func(p *board.Position,
			_ board.Move) bool {
			return p.Kingless(p.Turn)
		}},
		{"pacifist1", "PAC-13", "castling over other pieces allowed", nil},
		{"pacifist1", "PAC-14", "castling out of attack allowed", func(p *board.Position,
			m board.Move) bool {
			return attacked(p, m.From, p.Turn.Other())
		}},
		{"chess", "CON-8", "moves that leave the king in check allowed", nil},
	} {
		cases := casesToSpoil(t, test.rules)
		g := rules.New(cases[0].Rules)
		results, _, _ := spoil(t, cases, func(s *shownTurn) *corpus.AnswerTurn { return s.rightly() })
		turns, wrong := 0, 0
		for i := range results {
			r := &results[i]
			p, err := r.Case.Position()
			if err != nil {
				t.Fatal(err)
			}
			for from := range p.Colours[p.Turn].All {
				for to := range board.NoSquare {
					m := board.NewMove(from, to)
					var illegal *rules.IllegalError
					if _, err := g.TryPlay(&p, m, nil); from == to || !errors.As(err, &illegal) || test.of != nil &&
						!test.of(&p, m) {
						continue
					}
					if !slices.ContainsFunc(illegal.Breaches,
						func(b rules.Breach) bool { return b.Rule != test.rule }) {
						turns++
						r.answer.Turns = append(r.answer.Turns, corpus.AnswerTurn{UCI: m.UCI(&p),
							FEN: "8/8/8/8/8/8/8/8 w"})
						r.Verdict = Wrong
					}
				}
			}
			if r.Verdict == Wrong {
				wrong++
			}
			r.answer.Settle()
		}
		named(t, test.want, results, turns, wrong, false)
	}
}
