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
func (v *Variant) TurnJSON(p *board.Position, t board.Played) TurnJSON {
	outcome := v.Outcome(&t.After)
	r := TurnJSON{
		UCI: t.Move.UCI(p), SAN: v.SAN(p, t), Waves: make([][]string, 0, len(t.Waves)), Reclaimed: t.Reclaimed.Names(),
		FEN: v.FEN(&t.After), Outcome: outcome.Result.String(), Reason: outcome.Reason,
	}
	for _, wave := range t.Waves {
		r.Waves = append(r.Waves, wave.Names())
	}
	return r
}

// TurnsJSON lists turns of a position as JSON shows them, sorted by UCI move, then reclaimed squares.
// With fullOnly set, only the full reclaim of each move is listed.
func (v *Variant) TurnsJSON(p *board.Position, fullOnly bool) []TurnJSON {
	turns := v.Turns(p)
	if fullOnly {
		turns = v.FullTurns(p)
	}
	records := []TurnJSON{}
	for t := range turns {
		records = append(records, v.TurnJSON(p, t))
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
