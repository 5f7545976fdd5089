package protocol

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Turn is a turn in JSON.
type Turn struct {
	UCI       string     `json:"uci"`
	SAN       string     `json:"san"`
	Waves     [][]string `json:"waves"`     // the mover's conversions, squares by file, then rank
	Reclaimed []string   `json:"reclaimed"` // all squares taken back
	FEN       string     `json:"fen"`       // after the turn, six fields
	Outcome   string     `json:"outcome"`   // "*", "1-0", "0-1" or "1/2-1/2"
	Reason    string     `json:"reason,omitempty"`
}

// TurnSummary is a turn in solutions and reports: those keys of a [Turn] that are known there.
type TurnSummary struct {
	UCI       string     `json:"uci"`
	SAN       string     `json:"san,omitempty"`
	Waves     [][]string `json:"waves,omitempty"`
	Reclaimed []string   `json:"reclaimed,omitempty"`
	FEN       string     `json:"fen,omitempty"`
}

// TurnOf converts a turn of a position to JSON, with all keys.
func TurnOf(variant *rules.Variant, p *board.Position, t board.Played) Turn {
	outcome := variant.Outcome(&t.After)
	return Turn{
		UCI: t.Move.UCI(p), SAN: variant.SAN(p, t), Waves: Waves(t.Waves),
		Reclaimed: t.Reclaimed.Names(),
		FEN:       variant.FEN(&t.After), Outcome: outcome.Result.String(), Reason: outcome.Reason,
	}
}

// Waves converts waves of conversions to JSON. It never returns nil.
func Waves(waves []board.Bitboard) [][]string {
	out := make([][]string, 0, len(waves))
	for _, wave := range waves {
		out = append(out, wave.Names())
	}
	return out
}

// TurnsOf lists the turns of a position in JSON, with each choice of reclaims as a turn of its own,
// sorted by UCI move, then by reclaimed squares.
func TurnsOf(variant *rules.Variant, p *board.Position) []Turn {
	return turnsOf(context.Background(), variant, p, variant.Turns(p))
}

// turnsOf lists some turns. The list is incomplete if the context has ended.
func turnsOf(ctx context.Context, variant *rules.Variant, p *board.Position,
	turns iter.Seq[board.Played]) []Turn {
	list := []Turn{}
	for t := range turns {
		if ctx.Err() != nil {
			break
		}
		list = append(list, TurnOf(variant, p, t))
	}

	slices.SortStableFunc(list, func(a, b Turn) int {
		return cmp.Or(cmp.Compare(a.UCI, b.UCI), slices.Compare(a.Reclaimed, b.Reclaimed))
	})
	return list
}
