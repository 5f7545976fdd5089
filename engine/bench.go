package engine

import (
	"context"

	"turncoat/rules"
)

// suite holds the positions of [Bench], by rule set.
var suite = []struct{ rules, fen string }{
	{"pacifist1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	{"pacifist1", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1"},
	{"pacifist2", "qrbnkb1n/1pppp1rp/p7/5Pp1/5PPP/3N3Q/PPPPP3/BR1BK1RN b - - 0 1"},
	{"pacifist-number", "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN b - - 0 1"},
	{"pacifist-value", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
	{"pacifist-average", "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"},
	{"conversion", "rn1qkb1r/ppp1pppp/5n2/3p4/3P2b1/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 1"},
	{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
}

// benchDepth is how deeply each position is searched, in plies.
const benchDepth = 7

// Bench searches a fixed suite of positions, calls each after every one, and returns the total
// number of positions searched: a signature that changes only when the search does.
func Bench(ctx context.Context, each func(name string, r Result)) (signature uint64, err error) {
	for _, one := range suite {
		variant, err := rules.Named(one.rules)
		if err != nil {
			return 0, err
		}
		p, err := variant.ParseFEN(one.fen)
		if err != nil {
			return 0, err
		}
		r, err := New(variant, Options{}).Search(ctx, At(p), Limits{Depth: benchDepth})
		if err != nil {
			return 0, err
		}
		each(one.rules, r)
		signature += r.Nodes
	}

	return signature, nil
}
