// Package fast plays the seven built-in rule sets of conversion chess at full speed. Positions are
// [board.Position], moves [board.Move] (castling is king takes own rook), turns [board.Turn].
//
// A [Rules] value chooses the game; get it once with [For]:
//
//	r, ok := fast.For(set)                // not ok: the set has other settings than a built-in one
//	moves = r.AppendMoves(moves[:0], &p)  // every legal move, once
//	turn := r.Play(&p, m, &after)         // plays a legal move, full reclaim included, keeps the key
//	turns = r.AppendTurns(turns[:0], &p)  // every legal move with what it converts (cheapest way to see all)
//	r.Apply(&p, turn, &after)             // plays a turn whose conversions are known
//	r.Legal(&p, m)                        // is this one move legal?
//	r.AppendMovesTo(moves[:0], &p, board.Knight, board.F5)  // what "Nf5" can mean
//	r.AppendWaves(waves[:0], &p, m)       // the conversions of a move, wave by wave
//	r.Outcome(&p); r.InCheck(&p, side)
//	for c.Start(r, &p, m); c.Next(); { c.Turn() }  // every reclaim choice of a move, see [Choices]
//	r.Perft(&p, depth)
//
// Nothing here checks that a position is valid; no position makes it panic. Nothing allocates once the
// caller's buffers are large enough. All of it may be used from many goroutines at once, a
// [Choices] by one at a time.
//
// The package shares no code of movement or conversion with package reference, its judge.
package fast
