package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/internal/plural"
	"turncoat/rules/board"
)

// Kind is a kind of turn, or of position, in which the answers of a program differ: what a report
// opens with. It says what differs; what may be the reason is for the [Diagnosis].
type Kind struct {
	Name  string `json:"name"`            // "castling missing", "conversions: only the first wave"
	Parts string `json:"parts,omitempty"` // how it divides: "O-O 5, O-O-O 4"
	Turns int    `json:"turns"`           // 0 for what concerns positions
	Cases int    `json:"cases"`
	See   string `json:"see"` // the id of the smallest case
}

// String returns the kind as a line of a report.
func (k Kind) String() string {
	text := plural.Count(k.Cases, "case") + ": " + k.Name
	if k.Parts != "" {
		text += " (" + k.Parts + ")"
	}
	return text
}

// A kindCount counts one kind.
type kindCount struct {
	Kind
	parts map[string]int
	last  string // the case counted last
}

// summarise lists the kinds in which answers differ from the rules, those of the faults found
// first, then by how many cases show them.
func summarise(t *trial, faults []Fault) []Kind {
	counts := map[string]*kindCount{}
	for _, c := range t.cases {
		for _, it := range c.items {
			name, part := it.kind(t, faults)
			k := counts[name]
			if k == nil {
				k = &kindCount{Kind: Kind{Name: name, See: c.sample.result.Case.ID}, parts: map[string]int{}}
				counts[name] = k
			}
			if it.uci != "" {
				k.Turns++
			}
			if part != "" {
				k.parts[part]++
			}
			if k.last != c.sample.result.Case.ID {
				k.Cases++
				k.last = c.sample.result.Case.ID
			}
		}
	}
	list := make([]*kindCount, 0, len(counts))
	for _, k := range counts {
		k.Parts = divided(k.parts)
		list = append(list, k)
	}
	first := func(k *kindCount) int {
		i := slices.IndexFunc(faults, func(f Fault) bool { return f.Name == k.Name })
		if i < 0 {
			return len(faults)
		}
		return i
	}
	slices.SortFunc(list, func(a, b *kindCount) int {
		return cmp.Or(cmp.Compare(first(a), first(b)), cmp.Compare(b.Cases, a.Cases), strings.Compare(a.Name, b.Name))
	})
	out := make([]Kind, len(list))
	for i, k := range list {
		out[i] = k.Kind
	}
	return out
}

// divided returns counts as "O-O 5, O-O-O 4", the greatest first; nothing if there is only one.
func divided(parts map[string]int) string {
	if len(parts) < 2 {
		return ""
	}
	names := slices.SortedFunc(maps.Keys(parts), func(a, b string) int {
		return cmp.Or(cmp.Compare(parts[b], parts[a]), strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, parts[name])
	}
	return plural.Some(names, 6)
}

// kind names what an item shows, and the part of that kind.
func (it *item) kind(t *trial, faults []Fault) (name, part string) {
	for _, f := range faults {
		if f.whole || slices.Contains(it.claims, claim(f.Name)) {
			return f.Name, it.part
		}
	}
	switch it.status {
	case "missing":
		for _, k := range it.claims {
			if t.refuted[k] == 0 && !isWay(k) && strings.HasSuffix(string(k), " missing") {
				return string(k), it.part
			}
		}
		return "turns missing", it.part
	case "board":
		return it.detail, it.part
	case "extra", "outcome", "refused", "written":
		if len(it.claims) > 0 {
			return string(it.claims[0]), it.part
		}
	}
	return "positions that the rules refuse", ""
}

// partOf names the part of its kind that a move belongs to: the wing of a castling, otherwise the
// piece that moves.
func partOf(p *board.Position, m board.Move) string {
	if wing, castles := m.Castles(p); castles {
		return [...]string{"O-O-O", "O-O"}[wing]
	}
	return p.KindAt(m.From).String()
}

// boardDetail says how the board after a turn differs from the one that an answer gives.
func boardDetail(want *board.Played, got []corpus.AnswerTurn) string {
	if len(got) != 1 {
		return "turns with another number of reclaims"
	}
	placement, side, _ := strings.Cut(got[0].FEN, " ")
	if side != string("wb"[want.After.Turn]) {
		return "the side to move after a turn is wrong"
	}
	theirs, err := board.ParseBoard(placement)
	if err != nil {
		return "boards that cannot be read"
	}
	var other board.Bitboard // squares with a piece of the other colour than the rules have there
	for s := range board.NoSquare {
		ours, there := want.After.PieceAt(s), theirs.PieceAt(s)
		switch {
		case ours == there:
		case ours.Kind != there.Kind:
			return "boards on which other pieces stand"
		default:
			other |= s.Bit()
		}
	}
	kept, more := other&want.Converted&^want.Reclaimed, other&^want.Converted
	switch {
	case len(want.Waves) > 1 && kept == other && kept == want.Converted&^want.Waves[0]:
		return "conversions: only the first wave"
	case more == 0:
		return "conversions that do not happen"
	case kept == 0:
		return "conversions that should not happen"
	}
	return "conversions of other pieces"
}
