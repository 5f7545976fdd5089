package specs

import (
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The keys of what a scenario expects; the JSON Schema has the same.
var (
	expectKeys = []string{
		"board", "fen", "pieces", "castling", "waves", "reclaimed", "reclaim", "san", "check", "outcome", "reason",
		"turns", "illegal", "weights", "perft", "win", "invalid", "same-as", "differs",
	}
	turnsKeys   = []string{"include", "exclude", "all", "count"}
	reclaimKeys = []string{"choices", "include", "exclude", "all"}
	weightKeys  = []string{"white", "black"}
	winKeys     = []string{"in", "keys", "none"}

	outcomes = []string{"*", "1-0", "0-1", "1/2-1/2"}
	reasons  = []string{board.Claimless, board.Checkmate, board.Stalemate}
)

func (r *scenarioReader) expect(s *Scenario, n *yaml.Node) {
	e := &s.Expect
	keys := map[string]*yaml.Node{}
	ok := r.mapping(n, "expect", expectKeys, func(key string, k, v *yaml.Node) {
		keys[key] = k
		switch key {
		case "board":
			e.Board = r.board(v)
		case "fen":
			e.FEN = r.fullFEN(v)
		case "castling":
			if e.Castling = r.text(v, key); e.Castling != nil && e.Castling.Value == noRights {
				e.Castling.Value = "-"
			}
		case "san":
			e.SAN = r.written(v, key)
		case "outcome":
			e.Outcome = r.word(v, key, outcomes)
		case "reason":
			e.Reason = r.word(v, key, reasons)
		case "invalid":
			e.Invalid = r.rule(v, key)
		case "check":
			e.Check = r.answer(v)
		case "pieces":
			r.pieces(e, v)
		case "waves":
			e.Waves = r.waves(v)
		case "reclaimed":
			if set, ok := r.squares(v, key); ok {
				e.Reclaimed = &set
			}
		case "weights":
			r.weights(e, v)
		case "turns":
			e.Turns = r.turns(v)
		case "illegal":
			r.illegal(e, v)
		case "reclaim":
			e.Reclaim = r.reclaim(v)
		case "perft":
			r.perft(e, v)
		case "win":
			e.Win = r.win(v)
		case "same-as":
			e.SameAs = r.variations(v, key)
		case "differs":
			e.Differs = r.variations(v, key)
		}
	})
	switch {
	case !ok:
	case len(n.Content) == 0:
		r.bad(n, "the scenario expects nothing")
	case len(r.faults) == 0 && r.game != nil:
		r.possible(s, keys)
	}
}

var boardForm = regexp.MustCompile(`^[1-8pnbrqkPNBRQK]+(/[1-8pnbrqkPNBRQK]+){7}$`)

// board reads the first field of a FEN.
func (r *scenarioReader) board(n *yaml.Node) *Text {
	t := r.text(n, "board")
	if t == nil {
		return nil
	}
	if !r.placement(n, t.Value) {
		return nil
	}
	return t
}

func (r *scenarioReader) placement(n *yaml.Node, text string) bool {
	if strings.Contains(text, " ") {
		r.bad(n, "a board is the first field of a FEN alone; fen expects all six")
		return false
	}
	if !boardForm.MatchString(text) {
		r.bad(n, "%q is no board: eight ranks of pieces and numbers between slashes", text)
		return false
	}
	for i, rank := range strings.Split(text, "/") {
		files := 0
		for _, c := range rank {
			if c >= '1' && c <= '8' {
				files += int(c - '0')
			} else {
				files++
			}
		}
		if files != 8 {
			r.bad(n, "rank %d of the board has %d squares instead of 8", 8-i, files)
			return false
		}
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
		r.bad(n, "fen expects all six fields, not %d; board expects the first alone", len(fields))
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
		if r.move(*t, true); len(r.faults) > before {
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
	r.bad(n, "check is true or false, not %s", kindOf(n))
	return nil
}

// noRights is another way to write "-", which YAML wants in quotes.
const noRights = "none"

// emptySquare is what pieces expects on a square where nothing stands.
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
				on.Piece, ok = board.PieceOf(v.Value[0])
			}
			if v.Kind != yaml.ScalarNode || on.Piece.Kind == board.NoKind {
				r.bad(v, "what stands on %v is a letter of PNBRQK for White, pnbrqk for Black, or %q, not %s", s, emptySquare, kindOf(v))
				return
			}
		}
		e.Pieces = append(e.Pieces, on)
	})
}

func (r *scenarioReader) waves(n *yaml.Node) *Waves {
	w, fine := &Waves{Place: place(n)}, true
	var before board.Bits
	ok := r.list(n, "waves", "waves, each a list of squares", func(item *yaml.Node) {
		set, ok := r.squares(item, "a wave")
		switch {
		case !ok:
		case set.Set == 0:
			r.bad(item, "a wave that converts nothing is none")
			ok = false
		case set.Set&before != 0:
			r.bad(item, "%s stands in two waves, and a piece converts once a turn", (set.Set & before).Names()[0])
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

var weightForm = regexp.MustCompile(`^\d+(/[1-9]\d*)?$`)

func (r *scenarioReader) weights(e *Expect, n *yaml.Node) {
	r.entries(n, "weights", func(k, v *yaml.Node) {
		s, ok := r.square(k)
		if !ok {
			return
		}
		on := WeightsOn{Place: place(v), Square: s}
		ok = r.mapping(v, "the weights on "+s.String(), weightKeys, func(key string, _, w *yaml.Node) {
			if w.Kind != yaml.ScalarNode || !weightForm.MatchString(w.Value) {
				r.bad(w, "a weight is a whole number, or a fraction such as 7/3, not %s", kindOf(w))
				return
			}
			side := board.White
			if key == "black" {
				side = board.Black
			}
			on.Weight[side] = lowest(w.Value)
		})
		if ok && len(v.Content) == 0 {
			r.bad(v, "the weights on %v say nothing", s)
		}
		e.Weights = append(e.Weights, on)
	})
}

// lowest writes a fraction in lowest terms.
func lowest(text string) string {
	over, under, ok := strings.Cut(text, "/")
	a, err1 := strconv.ParseUint(over, 10, 63)
	b, err2 := strconv.ParseUint(under, 10, 63)
	if !ok && err1 == nil {
		return strconv.FormatUint(a, 10)
	}
	if err1 != nil || err2 != nil {
		return text
	}
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	if b/x == 1 {
		return strconv.FormatUint(a/x, 10)
	}
	return strconv.FormatUint(a/x, 10) + "/" + strconv.FormatUint(b/x, 10)
}

// moves reads a list of moves, each once.
func (r *scenarioReader) moves(n *yaml.Node, what string) []Text {
	moves, seen := []Text{}, map[string]bool{}
	r.list(n, what, "moves", func(item *yaml.Node) {
		t := r.written(item, "a move of "+what)
		if t == nil {
			return
		}
		if seen[t.Value] {
			r.bad(item, "%s stands twice in %s", t.Value, what)
		}
		seen[t.Value] = true
		moves = append(moves, *t)
	})
	return moves
}

func (r *scenarioReader) turns(n *yaml.Node) *Turns {
	t := &Turns{Place: place(n)}
	ok := r.mapping(n, "turns", turnsKeys, func(key string, k, v *yaml.Node) {
		switch key {
		case "include":
			t.Include = r.moves(v, key)
		case "exclude":
			t.Exclude = r.moves(v, key)
		case "all":
			t.All, t.HasAll = r.moves(v, key), true
		case "count":
			t.Count = r.number(v, key, 0)
		}
	})
	if ok && len(n.Content) == 0 {
		r.bad(n, "turns expects nothing")
	}
	return t
}

func (r *scenarioReader) illegal(e *Expect, n *yaml.Node) {
	r.entries(n, "illegal", func(k, v *yaml.Node) {
		t := r.text(k, "a move of illegal")
		if t == nil {
			return
		}
		r.move(*t, false)
		if rule := r.rule(v, "illegal"); rule != nil {
			e.Illegal = append(e.Illegal, Illegal{place(k), t.Value, rule.Value})
		}
	})
}

func (r *scenarioReader) reclaim(n *yaml.Node) *Reclaim {
	c := &Reclaim{Place: place(n)}
	ok := r.mapping(n, "reclaim", reclaimKeys, func(key string, _, v *yaml.Node) {
		switch key {
		case "choices":
			c.Choices = r.number(v, key, 1)
		case "include":
			c.Include = r.choices(v, key)
		case "exclude":
			c.Exclude = r.choices(v, key)
		case "all":
			c.All, c.HasAll = r.choices(v, key), true
		}
	})
	if ok && len(n.Content) == 0 {
		r.bad(n, "reclaim expects nothing")
	}
	return c
}

func (r *scenarioReader) choices(n *yaml.Node, what string) []Squares {
	list, seen := []Squares{}, map[board.Bits]bool{}
	r.list(n, what, "choices, each a list of squares", func(item *yaml.Node) {
		set, ok := r.squares(item, "a choice")
		if !ok {
			return
		}
		if seen[set.Set] {
			r.bad(item, "the choice %s stands twice in %s", choice(set.Set), what)
		}
		seen[set.Set] = true
		list = append(list, set)
	})
	return list
}

// choice writes a reclaim as in typed moves.
func choice(b board.Bits) string {
	if b == 0 {
		return "-"
	}
	return strings.Join(b.Names(), ",")
}

// maxPerft bounds the depth of counts: deeper ones take longer than anyone waits.
const maxPerft = 12

func (r *scenarioReader) perft(e *Expect, n *yaml.Node) {
	r.entries(n, "perft", func(k, v *yaml.Node) {
		depth, nodes := r.number(k, "the depth of perft", 1), r.number(v, "perft", 0)
		if depth == nil || nodes == nil {
			return
		}
		if depth.Value > maxPerft {
			r.bad(k, "the depth of perft is at most %d", maxPerft)
			return
		}
		e.Perft = append(e.Perft, Perft{place(v), int(depth.Value), nodes.Value})
	})
}

// maxWin bounds the length of wins, in turns.
const maxWin = 50

func (r *scenarioReader) win(n *yaml.Node) *Win {
	w := &Win{Place: place(n)}
	length := func(v *yaml.Node, what string) int {
		t := r.number(v, what, 1)
		if t != nil && t.Value > maxWin {
			r.bad(v, "%s is at most %d", what, maxWin)
		}
		if t == nil || t.Value > maxWin {
			return 1 // the fault is noted
		}
		return int(t.Value)
	}
	ok := r.mapping(n, "win", winKeys, func(key string, _, v *yaml.Node) {
		switch key {
		case "in":
			w.In = length(v, "win in")
		case "none":
			w.None = length(v, "none")
		case "keys":
			if w.Keys = r.moves(v, key); len(w.Keys) == 0 && v.Kind == yaml.SequenceNode {
				r.bad(v, "a win has at least one key")
			}
		}
	})
	switch {
	case !ok:
	case w.In > 0 && w.None > 0:
		r.bad(n, "in and none exclude each other")
	case w.In == 0 && w.None == 0:
		r.bad(n, "win wants in: the number of turns, or none: the number in which there is no win")
	case w.None > 0 && w.Keys != nil:
		r.bad(n, "where there is no win there are no keys")
	}
	return w
}

// variations reads other rule sets: names, misreadings such as lines=blocked, or sets in full.
func (r *scenarioReader) variations(n *yaml.Node, what string) []Variation {
	if n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
		n = &yaml.Node{Kind: yaml.SequenceNode, Line: n.Line, Column: n.Column, Content: []*yaml.Node{n}}
	}
	var all []Variation
	seen := map[ruleset.Set]bool{}
	r.list(n, what, "rule sets", func(item *yaml.Node) {
		v, ok := r.variation(item, what)
		if !ok || r.game == nil {
			return
		}
		nameless := v.Set
		nameless.Name = ""
		own := r.game.Set()
		own.Name = ""
		switch {
		case nameless == own:
			r.bad(item, "%s: %s plays as the scenario's own rules do", what, v.Name)
		case seen[nameless]:
			r.bad(item, "%s stands twice in %s", v.Name, what)
		}
		seen[nameless] = true
		all = append(all, v)
	})
	if len(all) == 0 && len(r.faults) == 0 {
		r.bad(n, "%s names no rule set", what)
	}
	return all
}

func (r *scenarioReader) variation(n *yaml.Node, what string) (Variation, bool) {
	v := Variation{Place: place(n), Name: n.Value}
	if n.Kind != yaml.ScalarNode || !strings.Contains(n.Value, "=") {
		set := r.ruleset(n)
		if set == nil {
			return v, false
		}
		v.Set, v.Name = *set, set.Name
		return v, true
	}
	overrides, err := ruleset.ParseOverrides(n.Value)
	if err != nil {
		r.fault(v.Place, CodeRules, err)
		return v, false
	}
	if r.game == nil {
		return v, false
	}
	for _, o := range overrides {
		if family := r.game.Set().Family; !o.ReadBy(family) {
			r.bad(n, "%s: the %s family does not read %q", what, family, o.Key)
			return v, false
		}
	}
	v.Overrides, v.Set = overrides, ruleset.ApplyAll(r.game.Set(), overrides)
	return v, true
}
