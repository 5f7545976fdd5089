package rules

import (
	"cmp"
	"slices"

	"turncoat/rules/board"
)

// TurnJSON is a turn as JSON shows it.
type TurnJSON struct {
	UCI       string     `json:"uci"`
	SAN       string     `json:"san"`
	Waves     [][]string `json:"waves"`     // the mover's conversions, squares by file, then rank
	Reclaimed []string   `json:"reclaimed"` // all squares taken back
	FEN       string     `json:"fen"`       // after the turn, six fields
	Outcome   string     `json:"outcome"`   // "*", "1-0", "0-1" or "1/2-1/2"
	Reason    string     `json:"reason,omitempty"`
}

// TurnJSON returns a turn of a position as JSON shows it.
func (g *Variant) TurnJSON(p *board.Position, t board.Played) TurnJSON {
	outcome := g.Outcome(&t.After)
	r := TurnJSON{
		UCI: t.Move.UCI(p), SAN: g.SAN(p, t), Waves: make([][]string, 0, len(t.Waves)), Reclaimed: t.Reclaimed.Names(),
		FEN: g.FEN(&t.After), Outcome: outcome.Result.String(), Reason: outcome.Reason,
	}
	for _, wave := range t.Waves {
		r.Waves = append(r.Waves, wave.Names())
	}
	return r
}

// TurnsJSON lists turns of a position as JSON shows them, sorted by UCI move, then reclaimed squares.
// With fullOnly set, only the full reclaim of each move is listed.
func (g *Variant) TurnsJSON(p *board.Position, fullOnly bool) []TurnJSON {
	turns := g.Turns(p)
	if fullOnly {
		turns = g.FullTurns(p)
	}
	records := []TurnJSON{}
	for t := range turns {
		records = append(records, g.TurnJSON(p, t))
	}
	SortTurns(records)
	return records
}

// SortTurns sorts turns by UCI move, then by reclaimed squares.
func SortTurns(records []TurnJSON) {
	slices.SortFunc(records, func(a, b TurnJSON) int {
		return cmp.Or(cmp.Compare(a.UCI, b.UCI), slices.Compare(a.Reclaimed, b.Reclaimed))
	})
}
