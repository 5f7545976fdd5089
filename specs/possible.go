package specs

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// possible reports expectations that cannot be met whatever the rules are. Otherwise a mistake in
// the scenario would look like a disagreement about the rules.
func (r *scenarioReader) possible(s *Scenario, keys map[string]*yaml.Node) {
	e, set := &s.Expect, r.variant.Set()
	if e.Invalid != nil {
		r.onlyInvalid(s, keys)
		return
	}

	for _, key := range []string{"waves", "reclaimed", "reclaim", "san"} {
		if k := keys[key]; k != nil && len(s.Play) == 0 {
			r.Fault(k, "%s is about the last move, but no move is played", key)
		}
	}

	others := slices.DeleteFunc([]*yaml.Node{keys["same-as"], keys["differs"]},
		func(n *yaml.Node) bool { return n == nil })
	if len(others) > 0 && len(others) == len(keys) {
		r.Fault(others[0], "same-as and differs need another expectation to compare")
	}
	r.possibleInFamily(e, keys, set)
	r.possibleBoards(e)
	r.possibleOutcome(e)
	r.possibleTurns(e)
	if e.Reclaim != nil {
		r.possibleReclaim(e.Reclaim)
	}
	for _, a := range e.SameAs {
		for _, b := range e.Differs {
			if x, y := a.Set, b.Set; x == y || x.Family == y.Family && a.Name == b.Name {
				r.badAt(b.Place, "%s is in both same-as and differs", b.Name)
			}
		}
	}
}

// onlyInvalid reports expectations besides "invalid": a position that is not valid has no answers.
func (r *scenarioReader) onlyInvalid(s *Scenario, keys map[string]*yaml.Node) {
	if len(keys) > 1 {
		r.Fault(keys["invalid"], "invalid cannot be combined with other expectations")
	}
	if len(s.Play) > 0 {
		r.badAt(s.Play[0].Place, "invalid cannot be combined with moves")
	}
	set := r.variant.Set()
	good := []string{set.Rule(ruleset.PositionRule)}
	if set.Family.HasClaims() {
		good = append([]string{"PAC-9"}, good...)
	}
	if rule := s.Expect.Invalid.Value; rule != good[0] && rule != good[len(good)-1] {
		r.badAt(s.Expect.Invalid.Place, "%s is not the rule about valid positions in %s; use %s",
			rule, set.Name, strings.Join(good, " or "))
	}
}

func (r *scenarioReader) possibleInFamily(e *Expect, keys map[string]*yaml.Node, set ruleset.Set) {
	if !set.Family.HasWeights() && keys["weights"] != nil {
		r.Fault(keys["weights"], "there are no weights in the %s family", set.Family)
	}
	if set.Reclaim == ruleset.NoReclaim {
		if keys["reclaim"] != nil {
			r.Fault(keys["reclaim"], "there is no reclaim in %s", set.Name)
		}
		if e.Reclaimed != nil && e.Reclaimed.Set != 0 {
			r.Fault(keys["reclaimed"], "there is no reclaim in %s", set.Name)
		}
	}

	if e.Waves != nil {
		switch n := len(e.Waves.Waves); {
		case !set.Family.Converts() && n > 0:
			r.Fault(keys["waves"], "nothing converts in %s", set.Name)
		case !set.Family.HasWeights() && set.Chain == ruleset.Refused && n > 1:
			r.Fault(keys["waves"], "a conversion causes no further conversion in %s: there is one wave at most", set.Name)
		}
	}

	for _, w := range e.Weights {
		for _, text := range w.Weight {
			if set.Weigh != ruleset.ByAverage && strings.Contains(text, "/") {
				r.badAt(w.Place, "the weight %s is a fraction, but %s does not weigh by average",
					text, set.Name)
			}
		}
	}
}

// possibleBoards checks board, fen, castling and pieces against each other.
func (r *scenarioReader) possibleBoards(e *Expect) {
	var field string
	if e.FEN != nil {
		fields := strings.Fields(e.FEN.Value)
		field = fields[0]
		if e.Board != nil && e.Board.Value != field {
			r.badAt(e.FEN.Place, "board and fen expect different boards")
		}
		if e.Castling != nil && e.Castling.Value != fields[2] {
			r.badAt(e.Castling.Place, "castling and fen expect different rights")
		}
	}

	if e.Board != nil {
		field = e.Board.Value
	}
	if field == "" {
		return
	}
	p, err := board.ParseBoard(field)
	if err != nil {
		return // the fault has been reported
	}
	for _, on := range e.Pieces {
		if piece := p.PieceAt(on.Square); piece != on.Piece {
			r.badAt(on.Place, "pieces expects %s on %v, but the board has %s", on.Piece, on.Square, piece)
		}
	}
}

func (r *scenarioReader) possibleOutcome(e *Expect) {
	if e.Outcome == nil {
		return
	}
	over := e.Outcome.Value != "*"
	turns := e.Turns != nil && (len(e.Turns.Include)+len(e.Turns.All) > 0 || e.Turns.Count != nil &&
		e.Turns.Count.Value > 0)
	none := e.Turns != nil && (e.Turns.HasAll && len(e.Turns.All) == 0 || e.Turns.Count != nil &&
		e.Turns.Count.Value == 0)
	switch {
	case !over && e.Reason != nil:
		r.badAt(e.Reason.Place, "reason needs an outcome that ends the game")
	case over && turns:
		r.badAt(e.Turns.Place, "a game that has ended %s has no turns", e.Outcome.Value)
	case !over && none:
		r.badAt(e.Turns.Place, "a position without turns must have an outcome")
	case over && e.Win != nil:
		r.badAt(e.Win.Place, "win cannot be combined with the outcome %s", e.Outcome.Value)
	}

	for _, p := range e.Perft {
		if over && p.Nodes > 0 {
			r.badAt(p.Place, "a game that has ended %s has no turns", e.Outcome.Value)
		}
	}
}

// possibleTurns checks the parts of turns, illegal and perft against each other.
func (r *scenarioReader) possibleTurns(e *Expect) {
	t := e.Turns
	if t == nil {
		return
	}
	r.possibleItems(t, "")
	all, include := names(t.All), names(t.Include)
	for _, m := range e.Illegal {
		if all[bare(m.Move)] || include[bare(m.Move)] {
			r.badAt(m.Place, "%s is expected to be legal and illegal", m.Move)
		}
	}

	r.possibleCount(t, "count")
	for _, p := range e.Perft {
		switch {
		case p.Depth != 1:
		case t.Count != nil && t.Count.Value != p.Nodes:
			r.badAt(p.Place, "perft 1 is the number of turns, but count expects %d", t.Count.Value)
		case t.HasAll && uint64(len(t.All)) != p.Nodes:
			r.badAt(p.Place, "perft 1 is the number of turns, but all lists %d", len(t.All))
		}
	}
}

// possibleItems checks the lists of a listing against each other.
func (r *scenarioReader) possibleItems(l *Listing, called string) {
	all, include := names(l.All), names(l.Include)
	for _, m := range l.Exclude {
		if all[bare(m.Value)] || include[bare(m.Value)] {
			r.badAt(m.Place, "%s%s is expected and excluded", called, m.Value)
		}
	}

	for _, m := range l.Include {
		if l.HasAll && !all[bare(m.Value)] {
			r.badAt(m.Place, "%s%s is not among all", called, m.Value)
		}
	}
}

// possibleCount checks the count of a listing against its lists.
func (r *scenarioReader) possibleCount(l *Listing, key string) {
	if l.Count == nil {
		return
	}
	switch n := l.Count.Value; {
	case l.HasAll && n != uint64(len(l.All)):
		r.badAt(l.Count.Place, "%s is %d, but all lists %d", key, n, len(l.All))
	case n < uint64(len(l.Include)):
		r.badAt(l.Count.Place, "%s is %d, but include lists %d", key, n, len(l.Include))
	}
}

func (r *scenarioReader) possibleReclaim(c *Listing) {
	r.possibleItems(c, "the choice ")
	for _, s := range c.Exclude {
		if s.Value == "-" {
			r.badAt(s.Place, "taking nothing back is always a choice")
		}
	}

	if c.HasAll && r.variant.Set().Reclaim == ruleset.OptionalReclaim && !names(c.All)["-"] {
		r.badAt(c.Place, "taking nothing back is always a choice")
	}
	r.possibleCount(c, "choices")
}

// bare returns a move without the parts that do not distinguish moves.
func bare(text string) string {
	head, reclaim, has := strings.Cut(text, "~")
	head, _, _ = strings.Cut(head, "/")
	head = strings.TrimRight(head, "+#!?")
	if has {
		return head + "~" + reclaim
	}
	return head
}

func names(moves []Text) map[string]bool {
	set := map[string]bool{}
	for _, m := range moves {
		set[bare(m.Value)] = true
	}
	return set
}
