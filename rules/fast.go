package rules

import (
	"turncoat/rules/board"
	"turncoat/rules/internal/fast"
	"turncoat/rules/ruleset"
)

// Fast plays one of the built-in rule sets at full speed. It is for searches and other programs
// that play millions of turns. Get one from [Variant.Fast] or [FastFor]; the zero value cannot be
// used.
//
// Fast and the types that take one ([Choices], [WinSearch], [Survey]) are not stable: they change
// with the searches that use them.
type Fast fast.Rules

// FastFor returns the fast rules of a set that plays like a built-in one, whatever its name, and
// reports whether there are any.
func FastFor(set ruleset.Set) (Fast, bool) {
	r, ok := fast.For(set)
	return Fast(r), ok
}

// Fast returns the fast rules of the rule set, and reports whether there are any.
func (v *Variant) Fast() (Fast, bool) { return Fast(v.fastRules), v.fast }

// AppendTurns appends the turn of every legal move, each move once, with the full reclaim where the
// rule set has a reclaim. The order is fixed.
func (f Fast) AppendTurns(turns []board.Turn, p *board.Position) []board.Turn {
	return fast.Rules(f).AppendTurns(turns, p)
}

// Apply writes the position after a turn that is legal in p, its key included.
func (f Fast) Apply(p *board.Position, t board.Turn, after *board.Position) {
	fast.Rules(f).Apply(p, t, after)
}

// Play plays a legal move with its conversions and the full reclaim, and writes the position after
// it.
func (f Fast) Play(p *board.Position, m board.Move, after *board.Position) board.Turn {
	return fast.Rules(f).Play(p, m, after)
}

// Choose returns the turn of a legal move after which the enemy takes back exactly the given
// pieces, and reports whether that is possible.
func (f Fast) Choose(p *board.Position, m board.Move, reclaimed board.Bitboard) (board.Turn, bool) {
	return fast.Rules(f).Choose(p, m, reclaimed)
}

// HasTurn reports whether the side to move has a legal turn.
func (f Fast) HasTurn(p *board.Position) bool { return fast.Rules(f).HasTurn(p) }

// Outcome says whether the game is over in a position, and why.
func (f Fast) Outcome(p *board.Position) board.Outcome { return fast.Rules(f).Outcome(p) }

// Final says how the game has ended in a position in which the side to move has no legal turn.
func (f Fast) Final(p *board.Position) board.Outcome { return fast.Rules(f).Final(p) }

// InCheck reports whether a side's king is in check (CON-7, or orthodox check). Kings that convert
// are never in check.
func (f Fast) InCheck(p *board.Position, c board.Colour) bool { return fast.Rules(f).InCheck(p, c) }

// MayWait reports whether a position can be valid in which the side is not to move: its king is not
// in check, and has not been converted if that ends the game (CON-12, BEN-7).
func (f Fast) MayWait(p *board.Position, c board.Colour) bool { return fast.Rules(f).MayWait(p, c) }

// Reclaims reports whether the rule set has a reclaim (PAC-8).
func (f Fast) Reclaims() bool { return fast.Rules(f).Reclaims() }

// Mobility returns about how many legal moves the side to move has, conversions and the safety of
// kings aside.
func (f Fast) Mobility(p *board.Position) int { return fast.Rules(f).Mobility(p) }

// Choices lists every turn of one move, each choice of a reclaim as a turn of its own (PAC-8):
//
//	var c rules.Choices
//	for c.Start(f, &p, m); c.Next(); {
//		use(c.Turn())
//	}
//
// It can be started again, and keeps its memory.
type Choices struct{ list fast.Choices }

// Start prepares for the turns of a legal move.
func (c *Choices) Start(f Fast, p *board.Position, m board.Move) {
	c.list.Start(fast.Rules(f), p, m)
}

// Next goes on to the next turn and reports whether there is one.
func (c *Choices) Next() bool { return c.list.Next() }

// Turn returns the turn that Next has found.
func (c *Choices) Turn() board.Turn { return c.list.Turn() }

// WinSearch answers the questions of a search for forced wins about one position, under the rule
// sets without a reclaim. It computes what it knows about the position only once, and reuses its
// memory for the next position:
//
//	w.Start(f, &p)
//	turns = w.AppendTurns(turns[:0])
//	turn, legal := w.Turn(m)
//	m, wins := w.Wins()
//
// The position must not change in between. A WinSearch belongs to one goroutine.
type WinSearch struct{ search fast.WinSearch }

// Start prepares for a position.
func (w *WinSearch) Start(f Fast, p *board.Position) { w.search.Start(fast.Rules(f), p) }

// StartLeaf prepares for a position for which only [WinSearch.Wins] will be called.
func (w *WinSearch) StartLeaf(f Fast, p *board.Position) { w.search.StartLeaf(fast.Rules(f), p) }

// StartReply prepares, as StartLeaf does, for the position after a move, and reports whether the
// move is legal.
func (w *WinSearch) StartReply(f Fast, p *board.Position, m board.Move) (legal bool) {
	return w.search.StartReply(fast.Rules(f), p, m)
}

// AppendTurns appends the turn of every legal move, in the order of [Fast.AppendTurns].
func (w *WinSearch) AppendTurns(turns []board.Turn) []board.Turn {
	return w.search.AppendTurns(turns)
}

// Turn returns the turn of a move, which may be illegal, and reports whether it is legal.
func (w *WinSearch) Turn(m board.Move) (board.Turn, bool) { return w.search.Turn(m) }

// Apply writes the position after a turn as [Fast.Apply] does, its key included.
func (w *WinSearch) Apply(t *board.Turn, after *board.Position) { w.search.Apply(t, after) }

// ApplyKeyless is Apply without an update of the key, for positions that are not looked up in a
// table.
func (w *WinSearch) ApplyKeyless(t *board.Turn, after *board.Position) {
	w.search.ApplyKeyless(t, after)
}

// Wins reports whether the mover wins with its next turn, and returns the first winning move found.
func (w *WinSearch) Wins() (m board.Move, wins bool) { return w.search.Wins() }

// Lost reports whether the side to move, if it has no legal turn, has lost (PAC-12, CON-11).
func (w *WinSearch) Lost() bool { return w.search.Lost() }

// TakeResolved returns the number of turns for which conversions or legality have been computed
// since the last call.
func (w *WinSearch) TakeResolved() uint64 {
	n := w.search.Resolved
	w.search.Resolved = 0
	return n
}

// Forcing returns a rating of the turns of the position that w was started for. It reports false if
// the game is not orthodox chess.
func (w *WinSearch) Forcing() (Forcing, bool) {
	f, ok := w.search.Forcing()
	return Forcing{f}, ok
}

// Forcing rates the turns of one position of orthodox chess by how little choice they leave to the
// other side.
type Forcing struct{ rating fast.Forcing }

// Rate returns a number that is greatest for checks. Captures are rated by the captured piece, and
// other turns with 0.
func (f *Forcing) Rate(t *board.Turn) uint32 { return f.rating.Rate(t) }

// Survey shows how near every piece of a position is to changing sides, and where each side
// outweighs the other. The first element of each pair is about the side to move.
type Survey struct {
	// Falls has nested sets of a side's pieces: those that are over-persuaded, and those that would
	// be if the other side had one, two or three more pieces there, or, by total value, 3, 5 or 9
	// more.
	Falls [2][4]board.Bitboard
	// Controls has the squares where a side outweighs the other.
	Controls [2]board.Bitboard
	// Mobility counts the squares on which a side's pieces of a kind bear, except squares with a
	// piece of its own. Pawns are not counted.
	Mobility [2][6]int

	survey fast.Survey
}

// Start surveys a position of any rule set. If the rules do not weigh pieces, or weigh their
// average, attackers and defenders are counted instead. The over-persuaded pieces are exact even by
// average.
func (s *Survey) Start(f Fast, p *board.Position) {
	s.survey.Start(fast.Rules(f), p)
	s.Falls, s.Controls, s.Mobility = s.survey.Falls, s.survey.Controls, s.survey.Mobility
}
