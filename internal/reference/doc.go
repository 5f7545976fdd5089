// Package reference plays the rules slowly and completely: every rule and every setting of
// docs/RULES.md, one function a rule, on a plain 8×8 array. It is what a newcomer reads beside that
// text, what misreadings are played with, and the judge of package fast.
//
// Where to read what:
//
//   - table.go: how pieces and pawns move, and promote (PAC-1, PAC-2, CON-1)
//   - pacifist.go: the two-step of Pacifist Chess (PAC-3) and the safety of kings (PAC-9 to PAC-11)
//   - reach.go, weigh.go, persuade.go: on what a piece bears, what bears on a square, and when a
//     piece is over-persuaded (PAC-4, PAC-5)
//   - cascade.go: the conversions of a turn, wave by wave (PAC-6, PAC-7, CON-4)
//   - reclaim.go: what the enemy takes back (PAC-8)
//   - castling.go: castling and its rights (PAC-13 to PAC-15, CON-9, CON-10)
//   - orthodox.go: captures of pawns and en passant, as Conversion Chess takes them from orthodox
//     chess (CON-1)
//   - andernach.go: what converts in Andernach Chess and its kin (AND-2 to AND-6)
//   - cosquares.go, conversion.go: co-pairs, co-squares, check and legality (CON-2 to CON-9)
//   - moves.go, turn.go, outcome.go: legal turns, the position after them, the end (PAC-12, PAC-16,
//     CON-11)
//   - breaches.go, validate.go: which rules a move or a position breaks (PAC-17, CON-12)
//
// Nothing here keeps state between calls, so everything may be called from several goroutines.
package reference
