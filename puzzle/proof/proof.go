// Package proof holds proofs of forced wins and checks them with package internal/reference.
// It contains no search and shares no code with one: a proof is a list of statements about
// positions, and each statement is checked separately by playing one turn of either side.
//
// # The format
//
// A proof is JSON Lines: a header, then one step per line, in any order. The header contains the
// rule set, the position, the stipulation, and the claim. A step is one of three statements:
//
//   - win n at P: the side to move at P (the attacker) reaches the goal in at most n turns,
//     beginning with each of the turns in play. It is checked by playing each of them, letting the
//     enemy choose every reclaim and every turn, and finding that each choice leads to the goal or,
//     after some reclaim by the attacker, to a position for which another step states a win in at
//     most n-1.
//   - hold n at P: the attacker at P cannot reach the goal in n turns, except perhaps by the turns
//     in except. It is checked by playing every other legal move, then the enemy's answer to it
//     (reclaim and turn), and finding that whatever the attacker reclaims, the goal is not reached
//     and another step states a hold of at least n-1. A hold of 0 needs no step.
//   - line: turns that lead from the header's position to the goal (for help-wins). In n and a half
//     turns the side to move wins, otherwise its enemy does.
//
// Since n decreases with every reference, the statements cannot depend on each other in a circle.
//
// A proof of version 2 leaves out wins in 1: a position in which some turn reaches the goal needs no
// step. Its steps are wins only, sorted by the text of their positions, each position once, and the
// header has their checksum. It is written by [WriteSorted] and takes a tenth of the space.
//
// A position is written as board, side to move, castling rights and en passant square. Unlike in a
// FEN, each right is written as the squares of its king and its rook ("e1h1e8a8"), so that nothing
// has to be guessed. Turns are UCI moves; a reclaim other than the full one follows "~", as in
// "e3f5~d4,e5".
package proof

import (
	"errors"
	"fmt"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Format and a version are in every header.
const (
	Format  = "turncoat-proof"
	Version = 1
	// VersionSorted is the version of proofs that leave out wins in 1.
	VersionSorted = 2
)

// Stipulation says what the attacker has to reach.
type Stipulation string

// The stipulations.
const (
	// Win means that the enemy, to move, has lost (PAC-12, CON-11).
	Win Stipulation = "win"
	// SelfWin means that the enemy is forced to win: after a turn of the enemy, the attacker has
	// lost.
	SelfWin Stipulation = "self-win"
	// HelpWin means that both sides work together so that the enemy of the side that begins wins.
	HelpWin Stipulation = "help-win"
	// Claim means that a turn of the attacker converts an enemy king.
	Claim Stipulation = "claim"
)

// Header is the first line of a proof.
type Header struct {
	Format      string      `json:"format"`
	Version     int         `json:"version"`
	Rules       ruleset.Set `json:"rules"`
	FEN         string      `json:"fen"`
	At          string      `json:"at,omitempty"` // the position of the FEN as steps write it
	Stipulation Stipulation `json:"stipulation"`

	// In is the number of turns. Without None, the goal is reached in at most In turns, and with
	// Shortest in no fewer; with None it is not reached in In turns. A help-win takes exactly In
	// turns.
	In       int  `json:"in"`
	Half     bool `json:"half,omitempty"` // in a help-win: half a turn more; the side to move wins
	None     bool `json:"none,omitempty"`
	Shortest bool `json:"shortest,omitempty"`
	// Keys are the first turns that are claimed to reach the goal; with Complete there are no others.
	Keys     []string `json:"keys,omitempty"`
	Complete bool     `json:"complete,omitempty"`
	// Sum is, in version 2, the SHA-256 of the lines after the header, each with its line feed, in
	// hexadecimal.
	Sum string `json:"sum,omitempty"`
}

// Step is one statement. Exactly one of Win, Hold and Line is set.
type Step struct {
	At   string   `json:"at,omitempty"`
	Win  int      `json:"win,omitempty"`
	Play []string `json:"play,omitempty"`

	Hold   int      `json:"hold,omitempty"`
	Except []string `json:"except,omitempty"`
	// Answers maps a move of the attacker to the enemy's reclaim and turn: "e7e5", or
	// "~d4,e5 e7e5", or "~-" alone when the enemy then has no turn and the goal is not reached. No
	// answer is needed if after the full reclaim the enemy has no turn and the goal is not reached,
	// nor in a hold of 1, except in self-wins.
	Answers map[string]string `json:"answers,omitempty"`

	Line []string `json:"line,omitempty"`
}

var (
	// ErrSyntax is wrapped by errors about text that is not a proof.
	ErrSyntax = errors.New("not a proof")
	// ErrWrong is wrapped by errors about proofs that do not prove what they claim.
	ErrWrong = errors.New("wrong proof")
)

// Error is a fault of a proof, with its place.
type Error struct {
	File string // empty if the text has no name
	Line int    // from 1
	At   string // the position of the step, empty if the fault is not in a step
	Move string // the turn concerned, if there is one
	Err  error  // wraps ErrSyntax or ErrWrong
}

func (e *Error) Error() string {
	text := fmt.Sprintf("line %d: ", e.Line)
	if e.File != "" {
		text = fmt.Sprintf("%s:%d: ", e.File, e.Line)
	}
	if e.At != "" {
		text += "at " + e.At + ": "
	}
	if e.Move != "" {
		text += "after " + e.Move + ": "
	}
	return text + fmt.Sprint(e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// At writes a position as steps do.
func At(p *board.Position) string {
	text := p.AppendBoard(nil)
	text = append(text, ' ', "wb"[p.Turn&1], ' ')
	held := false
	for _, right := range p.Rights {
		if right != (board.Right{}) { // held, or what [board.Rights.KingCame] says
			text = append(text, right.King.String()...)
			text = append(text, right.Rook.String()...)
			held = true
		}
	}

	if !held {
		text = append(text, '-')
	}
	text = append(text, ' ')
	return string(append(text, p.EnPassant.String()...))
}

// written writes a turn as steps do.
func written(p *board.Position, m board.Move, reclaimed board.Bitboard) string {
	return m.UCI(p) + reclaimText(reclaimed)
}

// reclaimText writes a reclaim: "~d4,e5", or "~-" for none.
func reclaimText(squares board.Bitboard) string { return "~" + squares.String() }
