package validate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/xrash/smetrics"

	"turncoat/pgn"
	"turncoat/rules"
)

// suggest says with an illegal move which legal turns come nearest to it.
func suggest(variant *rules.Variant, p *pgn.Finding) {
	if p.Code != pgn.IllegalMove || p.Before == nil || variant == nil {
		return
	}
	if p.Reason != "" { // the message says already what was meant
		return
	}
	const most = 4
	near := nearest(variant, p, most+1)
	among := ""
	if len(near) > most {
		near, among = near[:most], ", among others,"
	}
	switch n := len(near) - 1; {
	case n == 0:
		p.Message += "; did you mean " + near[0] + "?"
	case n > 0:
		p.Message += "; did you mean" + among + " " + strings.Join(near[:n],
			", ") + " or " + near[n] + "?"
	}
}

// nearest lists the legal turns that read most like the move, at most n of them: all one change
// away, or if there are none, those two changes away that have the piece or the target in common.
func nearest(variant *rules.Variant, p *pgn.Finding, n int) []string {
	type candidate struct {
		san  string
		away int
	}
	wanted := plain(cmp.Or(p.Meant, p.Move))
	if wanted == "" {
		return nil
	}
	var list []candidate
	for _, m := range variant.Moves(p.Before) {
		t := variant.Play(p.Before, m)
		san := variant.SAN(p.Before, t)
		// A piece, an origin, a file or rank of the target is one change.
		if away := smetrics.WagnerFischer(wanted, plain(san), 1, 1, 1); away <= 2 {
			list = append(list, candidate{san, away})
		}
	}

	slices.SortStableFunc(list, func(a, b candidate) int {
		return cmp.Or(a.away-b.away, strings.Compare(a.san, b.san))
	})
	names := make([]string, 0, n)
	for _, c := range list {
		if len(names) == n || c.away > list[0].away {
			break
		}
		if near := plain(c.san); c.away < 2 || near[0] == wanted[0] || strings.HasSuffix(near,
			wanted[max(0, len(wanted)-2):]) {
			names = append(names, c.san)
		}
	}

	return names
}

// plain takes capture and check signs and conversions off a move.
func plain(move string) string {
	move, _, _ = strings.Cut(move, "/")
	return strings.NewReplacer("x", "", ":", "", "+", "", "#", "", "-", "", "0", "O").Replace(move)
}
