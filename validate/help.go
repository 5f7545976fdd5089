package validate

import (
	"sort"
	"strings"

	"turncoat/pgn"
	"turncoat/rules"
)

// help says with an illegal move which legal turns come nearest to it.
func help(g *rules.Game, p *pgn.Problem) {
	if p.Code != pgn.CodeIllegal || p.Before == nil || g == nil {
		return
	}
	near := nearest(g, p, 3)
	switch len(near) {
	case 0:
	case 1:
		p.Message += "; " + near[0] + " exists"
	default:
		p.Message += "; " + strings.Join(near[:len(near)-1], ", ") + " and " + near[len(near)-1] + " exist"
	}
}

// nearest lists the legal turns that read most like the move, at most n of them: all one change away,
// or if there are none, those two changes away that have the piece or the target in common.
func nearest(g *rules.Game, p *pgn.Problem, n int) []string {
	type candidate struct {
		san  string
		away int
	}
	wanted := plain(p.Move)
	if p.Meant != "" {
		wanted = plain(p.Meant)
	}
	if wanted == "" {
		return nil
	}
	var list []candidate
	for t := range g.FullTurns(p.Before) {
		san := g.SAN(p.Before, t)
		if away := distance(wanted, plain(san)); away <= 2 {
			list = append(list, candidate{san, away})
		}
	}
	sort.SliceStable(list, func(i, j int) bool {
		if list[i].away != list[j].away {
			return list[i].away < list[j].away
		}
		return list[i].san < list[j].san
	})
	names := make([]string, 0, n)
	for _, c := range list {
		if len(names) == n || c.away > list[0].away {
			break
		}
		if near := plain(c.san); c.away < 2 || near[0] == wanted[0] || strings.HasSuffix(near, wanted[max(0, len(wanted)-2):]) {
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

// distance counts how much must be changed in one move to have the other: a piece, an origin or a file or rank of the target
// is one change; moves of different length differ by what is left out.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
