package generate

import (
	"maps"
	"slices"
	"strings"

	"turncoat/corpus/internal/bearing"
	"turncoat/corpus/internal/probe"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A feature is something that turns of ordinary play do and that no single setting stands for: a
// corpus wants each of them to happen, too.
type feature struct {
	name     string
	families []ruleset.Family
	rule     func(set ruleset.Set) string
	has      func(p *board.Position, t board.Played) bool
	// at reports it of a position, where no turn shows it; nil where has reports it.
	at func(g *rules.Variant, p *board.Position) bool
}

var anyFamily = []ruleset.Family{ruleset.Pacifist, ruleset.Conversion, ruleset.Chess}

// byFamily returns one rule of the Pacifist family and one of the others.
func byFamily(pacifist, others string) func(ruleset.Set) string {
	return func(set ruleset.Set) string { return set.RuleFor(pacifist, others) }
}

var features = []feature{
	{"castling", anyFamily, byFamily("PAC-13", "CON-9"), func(p *board.Position, t board.Played) bool {
		_, castles := t.Move.Castles(p)
		return castles && t.Move.From.File() == 4
	}, nil},
	{"castling from a shuffled start", anyFamily, byFamily("PAC-13", "CON-9"), func(p *board.Position,
		t board.Played) bool {
		wing, castles := t.Move.Castles(p)
		end, _ := board.CastlingEnds(p.Turn, wing)
		return castles && t.Move.From.File() != 4 && end != t.Move.To // which tells how castling is written
	}, nil},
	{"promotion", anyFamily, byFamily("PAC-2", "CON-1"), func(_ *board.Position, t board.Played) bool {
		return t.Move.Promotion < board.NoKind
	}, nil},
	{"two-step", anyFamily, byFamily("PAC-3", "CON-1"), func(p *board.Position, t board.Played) bool {
		return p.KindAt(t.Move.From) == board.Pawn && (t.Move.From.Rank()-t.Move.To.Rank())&3 == 2
	}, nil},
	{"en passant", anyFamily[1:], byFamily("", "CON-1"), func(p *board.Position, t board.Played) bool {
		return p.EnPassant != board.NoSquare && t.Move.To == p.EnPassant && p.KindAt(t.Move.From) == board.Pawn
	}, nil},
	{"a take", anyFamily[1:], byFamily("", "CON-1"), func(p *board.Position, t board.Played) bool {
		return p.Colours[p.Turn.Other()].Has(t.Move.To)
	}, nil},
	{"a pawn hindered", anyFamily, byFamily("PAC-1", "CON-1"), nil, func(g *rules.Variant,
		p *board.Position) bool {
		return hinderedPawns(g, p, 1)
	}},
	{"a two-step hindered", anyFamily, byFamily("PAC-3", "CON-1"), nil, func(g *rules.Variant,
		p *board.Position) bool {
		return hinderedPawns(g, p, 2)
	}},
	{"two waves", anyFamily[:1], byFamily("PAC-6", ""), func(_ *board.Position,
		t board.Played) bool {
		return len(t.Waves) == 2
	}, nil},
	{"three waves", anyFamily[:1], byFamily("PAC-6", ""), func(_ *board.Position,
		t board.Played) bool {
		return len(t.Waves) == 3
	}, nil},
	{"four waves or more", anyFamily[:1], byFamily("PAC-6", ""), func(_ *board.Position,
		t board.Played) bool {
		return len(t.Waves) > 3
	}, nil},
	{"a conversion", anyFamily[:2], byFamily("PAC-6", "CON-4"), func(_ *board.Position,
		t board.Played) bool {
		return t.Converted != 0
	}, nil},
	{"a king converted", anyFamily[:1], byFamily("PAC-9", ""), func(p *board.Position,
		t board.Played) bool {
		return t.Converted&p.Kings != 0
	}, nil},
	{"a reclaim", anyFamily[:1], byFamily("PAC-8", ""), func(_ *board.Position,
		t board.Played) bool {
		return t.Reclaimed != 0
	}, nil},
	{"a mover without a king", anyFamily[:1], func(set ruleset.Set) string {
		if set.KingSafety == ruleset.KingMoves {
			return "PAC-11"
		}
		return "PAC-10"
	}, nil, func(_ *rules.Variant, p *board.Position) bool { return p.Kingless(p.Turn) }},
	{"a mover with two kings", anyFamily[:1], byFamily("PAC-9", ""), nil, func(_ *rules.Variant,
		p *board.Position) bool {
		return p.Kingless(p.Turn.Other())
	}},
	{"a check", anyFamily[1:], byFamily("", "CON-7"), nil, func(g *rules.Variant,
		p *board.Position) bool {
		return g.InCheck(p)
	}},
	{"a decided game", anyFamily, byFamily("PAC-12", "CON-11"), nil, func(g *rules.Variant, p *board.Position) bool {
		o := g.Outcome(p).Result
		return o == board.WhiteWins || o == board.BlackWins
	}},
}

// ruleOfFeature returns the rule that a feature shows, empty where it shows none in particular.
func ruleOfFeature(name string, set ruleset.Set) string {
	for _, f := range features {
		if f.name == name {
			return f.rule(set)
		}
	}
	if strings.HasPrefix(name, "a right lost") {
		return set.RuleFor("PAC-15", "CON-10")
	}
	return ""
}

// traits names what a position and its turns, up to so many, show of ordinary play, in order: the
// features, how pieces move and bear, and rights that were lost on the way.
func traits(q probe.Question, g *rules.Variant, most int) []string {
	p, err := q.Position(g)
	if err != nil {
		return nil
	}
	family := g.Set().Family
	shown := map[string]bool{}
	show := func(names ...string) {
		for _, name := range names {
			shown[name] = true
		}
	}
	for _, f := range features {
		if f.at != nil && slices.Contains(f.families, family) && f.at(g, &p) {
			shown[f.name] = true
		}
	}
	n := 0
	for t := range g.Turns(&p) {
		if n++; n > most {
			break
		}
		for _, f := range features {
			if f.has != nil && !shown[f.name] && slices.Contains(f.families, family) && f.has(&p, t) {
				shown[f.name] = true
			}
		}
		show(motion(&p, &t))
		show(endangered(g.Set(), &p, &t)...)
		if family == ruleset.Pacifist {
			show(bearings(g.Set(), &p, &t)...)
			for i := range bearing.Readings {
				if r := &bearing.Readings[i]; !shown[r.Trait] && r.Tells(g.Set(), &p, &t) {
					shown[r.Trait] = true
				}
			}
		}
	}
	show(hindered(g, &p)...)
	if family != ruleset.Pacifist && g.InCheck(&p) {
		king := (p.Kings & p.Colours[p.Turn]).First()
		shown[bearer(g.Set(), &p, king, p.Turn.Other())] = true
	}
	show(lostRights(q, g)...)
	delete(shown, "")
	return slices.Sorted(maps.Keys(shown))
}
