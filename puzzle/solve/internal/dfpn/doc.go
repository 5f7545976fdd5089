// Package dfpn finds long forced wins by proof-number search (df-pn, Nagai 2002). It looks where
// the enemy has least choice and proves a win of any length, seldom the shortest, where the exact
// search of package solve slows down by a factor of 12 to 20 a turn. Every win it finds is proved:
// package solve writes the proof down for package proof, which shares nothing with it.
//
//	s := dfpn.New(game, dfpn.Options{Jobs: 2})
//	a, err := s.Find(ctx, &p, solution.Win, 60, 0)   // a.Status: Won in a.Turns or fewer, None, Unknown
//	b, err := s.FindIn(ctx, &p, solution.Win, 7, 0)  // is there one in 7?
//
// # The search
//
// Each node has a proof number, how many positions at least have still to be won to prove it, and a
// disproof number. The search goes down to the most promising position, and stays below a node
// until its numbers pass limits that make another one more promising: an eighth more than the next
// best, so that it does not change over at every step. New positions with the enemy to move begin
// with the number of its moves as their proof number, so claims and checks, which leave few
// answers, come first. In Benedict Chess, where no turn has to answer a threat, it is a dozen for
// each turn after which the attacker does not win at once.
//
// A new position with the attacker to move is first looked through for a win in two, by the exact
// search of package solve where that lends itself ([Options.Short]), else for a win in one.
//
// A reclaim (PAC-8) is a node of its own: the enemy's after the attacker's move, the attacker's
// after the enemy's.
//
// # What is remembered
//
// The table is shared by all workers without locks and may forget anything: a search keeps the
// numbers of the nodes on its way itself. Workers differ in which of equals they try first, and the
// first to settle the question ends all. Verdicts do not depend on the number of workers or the
// size of the table; which win is found may.
//
// A repetition is no win, so a position that stands on the way above is a disproof there; but only
// there (the problem of graph-history interaction). A disproof knows the highest node of the way
// that it comes back to. If that lies above the node disproved, it is remembered for this very way
// only; if it is the node itself or below, for good. A win never rests on a repetition, and is
// always remembered for good.
//
// With a greatest number of turns (FindIn) the turns left fall with every turn, nothing can repeat,
// and numbers are remembered for a position with so many turns left; a win within them, and that
// there is none in so many, count for more and for fewer.
package dfpn
