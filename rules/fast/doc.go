// Package fast plays the seven built-in rule sets of conversion chess at full speed. Positions are
// [board.Position], moves [board.Move] (castling is king takes own rook), turns [board.Turn].
//
// A [Rules] value chooses the game; get it once with [For]:
//
//	r, ok := fast.For(set)                // not ok: the set has other settings than a built-in one
//	turns = r.AppendTurns(turns[:0], &p)  // every legal move with what it converts: the cheapest way to see all
//	r.Apply(&p, turns[0], &after)         // plays a turn whose conversions are known
//	moves = r.AppendMoves(moves[:0], &p)  // every legal move, once
//	turn := r.Play(&p, m, &after)         // plays one legal move, full reclaim included
//	r.Legal(&p, m)                        // is this one move legal? any move may be asked about
//	r.HasTurn(&p); r.Outcome(&p); r.InCheck(&p, side)
//	for c.Start(r, &p, m); c.Next(); { c.Turn() }  // every reclaim choice of a move, see [Choices]
//	r.AppendWaves(waves[:0], &p, m)       // the conversions of a move, wave by wave
//	r.PlayTo(&p, board.Knight, from, board.F5, board.NoKind, &after)  // plays what a record's "Nf5" means
//	r.Perft(&p, depth, resolve)
//	x.Start(r, &p); x.PlayTo(board.Knight, from, board.F5, board.NoKind)  // move after move of one record, see [Replay]
//
// Apply, Play and the like keep the Zobrist key. Nothing here checks that a position is valid; no position makes
// it panic. Nothing allocates once the caller's buffers are large enough. All of it may be used from many
// goroutines at once, a [Choices] or a [Replay] by one at a time.
//
// # How it is done
//
// There is one switch on the family for each node, and direct calls from there on:
//
//   - pacifist.go, turns.go, lift.go: the Pacifist family. Once for each position the weights of both sides
//     are counted for all squares at once (scale.go, planes.go), and the lines that matter are noted
//     (node.go); a move then changes a few of them, and most moves of most positions can be seen to
//     convert nothing without being tried. cascade.go tells the conversions of one move wave by wave,
//     and takes over from the first wave on. inventor.go and choices.go add PAC-7, PAC-8 and PAC-11.
//   - bearing.go, replay.go: the moves of one record in the Pacifist family, with who bears on what carried from
//     move to move.
//   - orthodox.go: orthodox chess and Chess960, legal moves only.
//   - conversion.go: Conversion Chess. A move is made and tested only when it can expose the king.
//   - count.go: the last ply of perft in vchess.club's forms, counted without resolving it.
//
// The package shares no code of movement or conversion with package reference, its judge.
package fast
