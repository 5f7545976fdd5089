// Package fast plays the built-in rule sets of conversion chess at full speed. Positions are
// [board.Position], moves [board.Move] (castling is king takes own rook), turns [board.Turn].
//
// A [Rules] value chooses the game; get it once with [For]. What most people want:
//
//	r, ok := fast.For(set)                // not ok: the set has other settings than a built-in one
//	turns = r.AppendTurns(turns[:0], &p)  // every legal move with what it converts
//	r.Apply(&p, turns[0], &after)         // plays one of them
//
// [Choices] lists every reclaim choice of a move, and a [WinSearch] answers what a search for
// forced wins asks. [Rules.PlayTo] plays what a record's "Nf5" means.
//
// Apply, Play and the like keep the Zobrist key. Nothing here checks that a position is valid; no
// position makes it panic. Nothing allocates once the caller's buffers are large enough. All of it
// may be used from many goroutines at once, a [Choices] or a [WinSearch] by one at a time.
//
// The package shares no code of movement or conversion with package reference. Differential tests
// in package rules compare the two on every legal turn.
//
// # Where things are
//
//   - The Pacifist family. pacifist.go: the board's moves. weigh.go: who bears on one square.
//     cascade.go: the conversions of one move from nothing, and the one loop over waves (waves).
//     inventor.go and choices.go add PAC-7, PAC-8 and PAC-11.
//   - All turns of a position. Once for each position the balance of both sides is worked out for
//     all squares at once (balance.go, on the bit-sliced numbers of planes.go; average.go), and the
//     rays that matter are noted (node.go). A move then changes a few of them (lift.go), and most
//     moves can be seen to convert nothing (turns.go).
//   - records.go: the moves that a record can mean.
//   - orthodox.go: orthodox chess and Chess960, with pin and check info. conversion.go: Conversion
//     Chess. benedict.go: Benedict Chess. andernach.go: Andernach Chess and its kin.
//   - forcing.go: how little choice a turn of chess leaves the other side, by which a search orders
//     replies.
//   - count.go: the last ply of perft in vchess.club's forms, counted without resolving it.
//   - tables.go, lines.go: steps, lines, what bishops and rooks reach, filled when first needed.
//
// # The win search
//
// Nearly all the time of a search for forced wins goes into one question at the last ply: is there
// a turn after which the enemy owns no king and can claim none back (PAC-12)? Of some 40 turns
// hardly one comes near. The search asks in steps, cheapest first, and every step only drops what
// is proved not to win:
//
//	position
//	   │  StartLeaf: the balance for all squares, and of the rays only those that can
//	   │  speak for the mover (leaf.go)
//	   ▼
//	win-in-one filter: which enemy pieces may be in a first wave at all (the candidates),
//	   │  and from which of those the kings are reachable (winfilter.go, winspread.go)
//	   ▼
//	movers × squares that touch a reachable candidate, or two candidates
//	   │  lift and drop: the exact balance after the move without its discounts (lift.go)
//	   ▼
//	first wave of this very move, spread once more with what is known of it (canFall)
//	   │  waves: the move is made and its conversions are worked out
//	   ▼
//	enemy kingless?  ──►  final: the same filter from the other side, for any king it
//	                      could claim; the claims that worked last are tried first
//
// Why each step is safe:
//
//   - Rays left out (leafRays). Kept are the rays of enemy sliders to their own pieces, which the
//     mover may close, and those of the mover's sliders to enemy pieces, which it may open. What
//     the others do speaks against conversions; without them the first wave is at least the true
//     one. The move is then judged exactly (convertedBy).
//   - Candidates (markCandidates, markLines). A piece converts in the first wave only if the
//     balance on it is above zero, or becomes so by the moved piece bearing on it (a balance of 0),
//     by a ray closed or opened in the mover's favour, or both. That is all a move can change on a
//     square, so what is not a candidate is in no first wave.
//   - Reachable (reaches, spread). By number, each converted piece gives the mover at most one and
//     takes at most one from the enemy on every square it bears on: two, or one if it is a pawn,
//     for that bears the other way once it has changed sides. A like slider in line with it may
//     come to bear, or to bear no longer, through it: one more for each; with more than two of them
//     spread counts as many as it can. The moved piece counts one where it bears, and one less
//     where it bore before and bears no longer; while the move is not known, one everywhere. A ray
//     in the mover's favour counts one; a piece with more than two such rays always falls. So what
//     spread does not reach, no cascade reaches (TestWinFilterBounds); it may reach more.
//   - Moves left out (goodFor). A move that touches no reachable candidate, and no two candidates,
//     makes a first wave whose pieces lie within the standing ones and one unreachable candidate;
//     that set was spread and reaches no king.
//   - By value there is no such bound (bound is false); there every candidate counts as reachable.
//   - A king that is converted is outweighed by its new side, so a turn that claims one is legal
//     (PAC-10, PAC-11).
package fast
