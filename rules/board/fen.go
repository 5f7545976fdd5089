package board

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"turncoat/internal/plural"
	"turncoat/rules/ruleset"
)

// StartFEN is the standard starting position.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

var (
	// ErrSyntax is the class of errors about text that cannot be read as what it should be.
	ErrSyntax = errors.New("cannot be read")
	// ErrInvalid is the class of errors about positions that the rules do not allow (PAC-17,
	// CON-12).
	ErrInvalid = errors.New("not a valid position")
)

// FENError is one fault of a FEN.
type FENError struct {
	// "board", "turn", "castling", "en passant", "clock", "number", "squares", "plies", "flags",
	// "fields", or "FEN" if it is too long
	Field string
	Text  string // the offending text
	Err   error  // wraps ErrSyntax or ErrInvalid
}

func (e *FENError) Error() string { return fmt.Sprintf("%s %q: %v", e.Field, e.Text, e.Err) }

func (e *FENError) Unwrap() error { return e.Err }

// MaxFEN is the greatest length of a FEN, in bytes, far above what any needs.
const MaxFEN = 1024

// tooLong returns the error of a text that is longer than [MaxFEN], nil if it is not.
func tooLong(text string) error {
	if len(text) <= MaxFEN {
		return nil
	}
	begins := strings.ToValidUTF8(text[:40], "") + "…"
	return &FENError{"FEN", begins, fmt.Errorf("%w: it is longer than %d bytes", ErrSyntax, MaxFEN)}
}

// ParseFEN reads a position in any of these forms and checks it against the rule set:
//
//   - the six fields of standard FEN, any of which may be missing from the right; castling rights
//     as KQkq or as the files of the rooks (Shredder-FEN), in any mixture;
//   - a board alone, with "fen:" before it or a colon and a list of squares after it, as in the
//     diagrams of rule pages;
//   - vchess.club's "board turn plies flags [ep]", known by a number in the third field.
//
// The error joins one [*FENError] for each fault, up to sixteen. A text longer than [MaxFEN] is not
// read. ParseFEN does not check whether each side has its king and whether the side not to move is
// in check (CON-12).
func ParseFEN(text string, set ruleset.Set) (Position, error) {
	if err := tooLong(text); err != nil {
		return Position{}, errors.Join(err)
	}
	r := fenReader{set: set}
	r.p.EnPassant, r.p.Number = NoSquare, 1
	fields := strings.Fields(text)
	if len(fields) == 0 {
		r.fault("board", text, ErrSyntax, "there is no board")
		return Position{}, errors.Join(r.errs...)
	}

	r.placement(r.diagram(fields[0]))
	r.pieces(fields[0])
	readers := []func(string){r.turn, r.castling, r.enPassant, r.clock, r.number}
	if len(fields) > 2 && fields[2][0] >= '0' && fields[2][0] <= '9' {
		readers = []func(string){r.turn, r.plies, r.flags, r.enPassant}
	}
	for i, f := range fields[1:] {
		if i == len(readers) {
			r.fault("fields", strings.Join(fields[1+i:], " "), ErrSyntax,
				"a FEN has no more than %d fields", 1+i)
			break
		}

		readers[i](f)
	}

	if len(r.errs) > 0 {
		return Position{}, errors.Join(r.errs...)
	}
	r.p.settleEnPassant(set)
	r.p.Rekey()
	return r.p, nil
}

// ParseBoard reads the first field of a FEN alone, without checking it against the rules, as a
// position with White to move and no rights. The error joins one [*FENError] for each fault.
func ParseBoard(text string) (Position, error) {
	if err := tooLong(text); err != nil {
		return Position{}, errors.Join(err)
	}
	r := fenReader{p: Position{EnPassant: NoSquare, Number: 1}}
	r.placement(text)
	if len(r.errs) > 0 {
		return Position{}, errors.Join(r.errs...)
	}
	r.p.Rekey()
	return r.p, nil
}

// A fenReader gathers the position and its faults.
type fenReader struct {
	set      ruleset.Set
	p        Position
	errs     []error
	badBoard bool // rights and en passant cannot be checked
}

// maxFaults is how many faults of a FEN are reported. Each quotes a piece of it.
const maxFaults = 16

func (r *fenReader) fault(field, text string, class error, format string, a ...any) {
	if len(r.errs) == maxFaults {
		return
	}
	r.errs = append(r.errs, &FENError{field, text, fmt.Errorf("%w: %s", class, fmt.Sprintf(format,
		a...))})
}

// diagram returns the board of a rule page's diagram, "fen:BOARD:e4,e5", or of a plain one
// (docs/RULES.md, FEN).
func (r *fenReader) diagram(text string) string {
	text = strings.TrimPrefix(text, "fen:")
	placement, squares, marked := strings.Cut(text, ":")
	if marked {
		for s := range strings.SplitSeq(strings.TrimSuffix(squares, ":"), ",") {
			if _, ok := ParseSquare(s); s != "" && !ok {
				r.fault("squares", s, ErrSyntax, "not a square")
			}
		}
	}

	return placement
}

// placement reads the first field, rank by rank from the eighth. Every fault is reported once.
func (r *fenReader) placement(text string) {
	ranks := strings.Split(text, "/")
	if len(ranks) != 8 {
		r.fault("board", text, ErrSyntax, "%s instead of 8", plural.Count(len(ranks), "rank"))
		r.badBoard = true
	}

	for i, rank := range ranks {
		file, strange := 0, ""
		for _, c := range rank {
			piece, ok := Piece{}, false
			if c < 128 {
				piece, ok = PieceOf(byte(c))
			}
			switch {
			case c >= '1' && c <= '8':
				file += int(c - '0')
			case ok:
				if file < 8 && i < 8 {
					r.p.Put(At(file, 7-i), piece)
				}
				file++
			default:
				if !strings.ContainsRune(strange, c) {
					strange += string(c)
				}
				file++
			}
		}

		if strange != "" {
			r.fault("board", rank, ErrSyntax, "%q is neither a piece nor a number from 1 to 8",
				strange)
			r.badBoard = true
		} else if file != 8 { // a strange letter may mean any number of squares
			r.fault("board", rank, ErrSyntax, "rank %d has %s instead of 8", 8-i, plural.Count(file,
				"square"))
			r.badBoard = true
		}
	}
}

// pieces checks the number and the squares of the pieces (PAC-9, PAC-17, CON-12).
func (r *fenReader) pieces(text string) {
	if r.badBoard {
		return
	}
	p := &r.p
	if r.set.KingsConvert() {
		n := p.Kings.Count()
		few := n < 2 && r.set.Family.KingsConvert() // elsewhere a problem may do with one
		if few || n > 2 {
			r.fault("board", text, ErrInvalid, "%s in all instead of 2", plural.Count(n, "king"))
		}
	} else {
		for _, c := range []Colour{White, Black} {
			if n := (p.Kings & p.Colours[c]).Count(); n > 1 {
				r.fault("board", text, ErrInvalid, "%d %s kings instead of 1", n, c)
			}
		}
	}

	const ends = Bitboard(0xff000000000000ff)
	for s := range (p.Pawns & ends).All {
		r.fault("board", text, ErrInvalid, "a pawn stands on %v", s)
	}
}

func (r *fenReader) turn(text string) {
	switch text {
	case "w":
		r.p.Turn = White
	case "b":
		r.p.Turn = Black
	default:
		r.fault("turn", text, ErrSyntax, "it is w or b")
	}
}

func (r *fenReader) enPassant(text string) {
	if text == "-" {
		return
	}
	s, ok := ParseSquare(text)
	switch {
	case !ok:
		r.fault("en passant", text, ErrSyntax, "not a square")
	case !r.set.Family.HasEnPassant(): // dropped (docs/RULES.md, FEN)
	case s.Rank() != 5-3*int(r.p.Turn):
		r.fault("en passant", text, ErrInvalid,
			"no pawn of the side that just moved can have passed over it")
	default:
		r.p.EnPassant = s
		if !r.badBoard && !r.p.stepped(r.set) {
			r.fault("en passant", text, ErrInvalid, "no pawn has just passed over it")
		}
	}
}

func (r *fenReader) clock(text string) { r.p.Clock = r.count("clock", text) }

func (r *fenReader) number(text string) {
	r.p.Number = max(r.count("number", text), 1) // since some writers count from 0
}

// plies reads vchess.club's count of half-moves, from 0.
func (r *fenReader) plies(text string) { r.p.Number = r.count("plies", text)/2 + 1 }

func (r *fenReader) count(field, text string) uint16 {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		r.fault(field, text, ErrSyntax, "not a number from 0 to 65535")
	}
	return uint16(n)
}

// stepped reports whether a pawn can just have passed over the en passant square: the pawn is
// beyond it, and the square itself and the one behind it are empty.
func (p *Position) stepped(set ruleset.Set) bool {
	forward := 8 - 16*int(p.Turn.Other())
	pawn, first := Square(int(p.EnPassant)+forward), Square(int(p.EnPassant)-forward)
	pawns := p.Pawns
	if set.EnPassant == ruleset.EnPassantOfEnemy {
		pawns &= p.Colours[p.Turn.Other()]
	}
	return pawns.Has(pawn) && p.Occupied()&(p.EnPassant.Bit()|first.Bit()) == 0
}

// settleEnPassant drops the en passant square unless an enemy pawn attacks it, since otherwise
// neither FEN nor repetition takes it into account.
func (p *Position) settleEnPassant(set ruleset.Set) {
	if p.EnPassant != NoSquare && (!set.Family.HasEnPassant() || PawnAttacks(p.Turn.Other(),
		p.EnPassant)&p.Pawns&p.Colours[p.Turn] == 0) {
		p.EnPassant = NoSquare
	}
}

// PawnAttacks returns the squares that a pawn of a colour attacks from a square.
func PawnAttacks(c Colour, s Square) Bitboard {
	const notA, notH = ^Bitboard(0x0101010101010101), ^Bitboard(0x8080808080808080)
	b := s.Bit()
	if c == White {
		return b&notA<<7 | b&notH<<9
	}
	return b&notA>>9 | b&notH>>7
}
