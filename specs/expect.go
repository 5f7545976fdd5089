package specs

import (
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/internal/lazyregexp"
	"turncoat/internal/strict"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The keys of expectations, as in the JSON Schema.
var (
	expectKeys = []string{
		"board", "fen", "pieces", "castling", "waves", "reclaimed", "reclaim", "san", "check",
		"outcome", "reason",
		"turns", "illegal", "weights", "perft", "win", "invalid", "same-as", "differs",
	}
	turnsKeys   = []string{"include", "exclude", "all", "count"}
	reclaimKeys = []string{"choices", "include", "exclude", "all"}
	weightKeys  = []string{"white", "black"}
	winKeys     = []string{"in", "keys", "none"}

	outcomes = []string{"*", "1-0", "0-1", "1/2-1/2"}
	reasons  = []string{board.Claimless, board.Checkmate, board.KingConverted, board.Stalemate}
)

func (r *scenarioReader) expect(s *Scenario, n *yaml.Node) {
	e := &s.Expect
	keys := map[string]*yaml.Node{}
	ok := r.mapping(n, "expect", expectKeys, func(key string, k, v *yaml.Node) {
		keys[key] = k
		if !r.expectPosition(e, key, v) {
			r.expectTurns(e, key, v)
		}
	})
	switch {
	case !ok:
	case len(n.Content) == 0:
		r.Fault(n, "the scenario expects nothing")
	case len(r.faults) == 0 && r.variant != nil:
		r.possible(s, keys)
	}
}

// expectPosition reads an expectation about the position or the last turn. It reports whether the
// key is one of these.
func (r *scenarioReader) expectPosition(e *Expect, key string, n *yaml.Node) bool {
	switch key {
	case "board":
		e.Board = r.board(n)
	case "fen":
		e.FEN = r.fullFEN(n)
	case "castling":
		e.Castling = r.text(n, key)
		if e.Castling != nil && e.Castling.Value == noRights {
			e.Castling.Value = "-"
		}
	case "san":
		e.SAN = r.written(n, key)
	case "outcome":
		e.Outcome = r.word(n, key, outcomes)
	case "reason":
		e.Reason = r.word(n, key, reasons)
	case "invalid":
		e.Invalid = r.rule(n, key)
	case "check":
		e.Check = r.answer(n)
	case "pieces":
		r.pieces(e, n)
	case "waves":
		e.Waves = r.waves(n)
	case "reclaimed":
		if set, ok := r.squares(n, key); ok {
			e.Reclaimed = &set
		}
	case "weights":
		r.weights(e, n)
	default:
		return false
	}

	return true
}

// expectTurns reads an expectation about the turns that can follow, or about other rules.
func (r *scenarioReader) expectTurns(e *Expect, key string, n *yaml.Node) {
	switch key {
	case "turns":
		e.Turns = r.listing(n, key, turnsKeys, r.moves)
	case "illegal":
		r.illegal(e, n)
	case "reclaim":
		e.Reclaim = r.listing(n, key, reclaimKeys, r.choices)
	case "perft":
		r.perft(e, n)
	case "win":
		e.Win = r.win(n)
	case "same-as":
		e.SameAs = r.variations(n, key)
	case "differs":
		e.Differs = r.variations(n, key)
	}
}

// board reads the first field of a FEN.
func (r *scenarioReader) board(n *yaml.Node) *Text {
	t := r.text(n, "board")
	if t == nil || !r.placement(n, t.Value) {
		return nil
	}
	return t
}

func (r *scenarioReader) placement(n *yaml.Node, text string) bool {
	if strings.Contains(text, " ") {
		r.Fault(n, "a board is only the first field of a FEN; fen expects all six")
		return false
	}

	if _, err := board.ParseBoard(text); err != nil {
		r.joined(place(n), pgn.Syntax, err)
		return false
	}

	return true
}

func (r *scenarioReader) fullFEN(n *yaml.Node) *Text {
	t := r.text(n, "fen")
	if t == nil {
		return nil
	}
	fields := strings.Fields(t.Value)
	if len(fields) != 6 {
		r.Fault(n, "fen expects all six fields, not %d; board expects only the first", len(fields))
		return nil
	}

	if !r.placement(n, fields[0]) {
		return nil
	}
	t.Value = strings.Join(fields, " ")
	return t
}

func (r *scenarioReader) written(n *yaml.Node, what string) *Text {
	t := r.text(n, what)
	if t != nil {
		before := len(r.faults)
		r.move(*t, true)
		if len(r.faults) > before {
			return nil
		}
	}

	return t
}

func (r *scenarioReader) answer(n *yaml.Node) *Answer {
	if n.Kind == yaml.ScalarNode {
		switch n.Value {
		case "true", "yes":
			return &Answer{place(n), true}
		case "false", "no":
			return &Answer{place(n), false}
		}
	}

	r.Fault(n, "check must be true or false, not %s", strict.Describe(n))
	return nil
}

// noRights may be written instead of "-", which must be quoted in YAML.
const noRights = "none"

// emptySquare is written for an empty square in pieces.
const emptySquare = "empty"

func (r *scenarioReader) pieces(e *Expect, n *yaml.Node) {
	r.entries(n, "pieces", func(k, v *yaml.Node) {
		s, ok := r.square(k)
		if !ok {
			return
		}
		on := PieceOn{place(v), s, board.NoPiece}
		if v.Value != emptySquare {
			if len(v.Value) == 1 {
				on.Piece, _ = board.PieceOf(v.Value[0])
			}
			if v.Kind != yaml.ScalarNode || on.Piece.Kind == board.NoKind {
				r.Fault(v, "the piece on %v must be a letter of PNBRQK for White, pnbrqk for Black, or %q, not %s", s,
					emptySquare, strict.Describe(v))
				return
			}
		}

		e.Pieces = append(e.Pieces, on)
	})
}

func (r *scenarioReader) waves(n *yaml.Node) *Waves {
	w, fine := &Waves{Place: place(n)}, true
	var before board.Bitboard
	ok := r.List(n, "waves", "waves, each a list of squares", func(item *yaml.Node) {
		set, ok := r.squares(item, "a wave")
		switch {
		case !ok:
		case set.Set == 0:
			r.Fault(item, "a wave must not be empty")
			ok = false
		case set.Set&before != 0:
			r.Fault(item, "%s is in two waves, but a piece converts once a turn",
				(set.Set & before).Names()[0])
			ok = false
		}

		fine = fine && ok
		before |= set.Set
		w.Waves = append(w.Waves, set.Set)
	})
	if !ok || !fine {
		return nil
	}
	return w
}

var weightForm = lazyregexp.Compile(`^\d+(/[1-9]\d*)?$`)

func (r *scenarioReader) weights(e *Expect, n *yaml.Node) {
	r.entries(n, "weights", func(k, v *yaml.Node) {
		s, ok := r.square(k)
		if !ok {
			return
		}
		on := WeightsOn{Place: place(v), Square: s}
		ok = r.mapping(v, "the weights on "+s.String(), weightKeys, func(key string, _,
			w *yaml.Node) {
			if w.Kind != yaml.ScalarNode || !weightForm().MatchString(w.Value) {
				r.Fault(w, "a weight must be a whole number or a fraction such as 7/3, not %s",
					strict.Describe(w))
				return
			}

			side := board.White
			if key == "black" {
				side = board.Black
			}
			on.Weight[side] = lowest(w.Value)
		})
		if ok && len(v.Content) == 0 {
			r.Fault(v, "no weights are given for %v", s)
		}
		e.Weights = append(e.Weights, on)
	})
}

// lowest returns a whole number or a fraction in lowest terms.
func lowest(text string) string {
	numerator, denominator, isFraction := strings.Cut(text, "/")
	if !isFraction {
		denominator = "1"
	}
	sum, err1 := strconv.ParseInt(numerator, 10, 64)
	count, err2 := strconv.ParseInt(denominator, 10, 64)
	if err1 != nil || err2 != nil {
		return text // no real weight is that large
	}
	return rules.Weight{Sum: sum, Count: count, Weigh: ruleset.ByAverage}.String()
}
