// Package rules plays every rule set: positions, turns, outcomes, notation and explanations.
//
// Three lines play a move:
//
//	variant, err := rules.Named("pacifist1")
//	position, err := variant.ParseFEN("rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR")
//	turn, err := variant.Parse(&position, "Nf5") // turn.Waves, turn.After
//
// To list: [Variant.Moves] has the legal moves, [Variant.Turns] the turns with all that changes
// sides, and [Variant.TurnsOf] those of one move; a move has several turns where the enemy chooses
// what it takes back.
//
// To play: [Variant.Play] plays a move from the list, [Variant.TryPlay] any move, with any reclaim,
// or says which rules forbid it. [Game] keeps the turns played, for repetitions and draws.
//
// To read: [Variant.Parse] plays what a person typed. Readers of records use [ParseMove] and
// [Variant.Match], which leave it to them what to make of the conversions and signs written.
//
// The built-in rule sets run on internal/fast; a rule set with other settings runs on
// internal/reference. The caller notices only the difference in speed. Both follow docs/RULES.md;
// errors and [Variant.Statement] cite its identifiers, such as PAC-7.
package rules

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"turncoat/internal/fast"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The classes of errors that this package and those above it return; board.ErrSyntax and
// board.ErrInvalid are the others.
var (
	// ErrIllegal is the class of errors about moves that the rules forbid.
	ErrIllegal = errors.New("illegal move")
	// ErrAmbiguous is the class of errors about notation that names more than one move.
	ErrAmbiguous = errors.New("ambiguous move")
	// ErrLimit is the class of errors about work that a limit ended before an answer.
	ErrLimit = errors.New("limit reached")
)

// Variant plays one rule set. It holds no position and may be shared.
type Variant struct {
	set       ruleset.Set
	fastRules fast.Rules
	fast      bool // fastRules plays the set
	oneKing   bool // see OneKing
}

// New returns the variant of a rule set.
func New(set ruleset.Set) *Variant {
	found, ok := fast.For(set)
	return &Variant{set: set, fastRules: found, fast: ok}
}

// NewReference returns the variant of a rule set played by package reference even if the set is
// built in. Tests compare package fast with it.
func NewReference(set ruleset.Set) *Variant { return &Variant{set: set} }

// Named returns the variant of a built-in rule set.
func Named(name string) (*Variant, error) {
	set, err := ruleset.Builtin(name)
	if err != nil {
		return nil, err
	}
	return New(set), nil
}

// Load returns the variant of a built-in rule set or, if the word is not a built-in name, of the
// rule-set file with that name. If there is no such file, the case of a built-in name does not
// matter, as in vchess.club's "Pacifist1".
func Load(nameOrFile string) (*Variant, error) {
	variant, unknown := Named(nameOrFile)
	if unknown == nil {
		return variant, nil
	}
	text, err := readSetFile(nameOrFile)
	if errors.Is(err, os.ErrNotExist) {
		if variant, err := Named(strings.ToLower(nameOrFile)); err == nil {
			return variant, nil
		}
		if !strings.ContainsAny(nameOrFile, `./\`) {
			return nil, unknown
		}
	}

	if err != nil {
		return nil, fmt.Errorf("%w: %w", ruleset.ErrUnknown, err)
	}
	set, err := ruleset.Parse(text, nameOrFile)
	if err != nil {
		return nil, err
	}
	return New(set), nil
}

// Set returns the rule set.
func (v *Variant) Set() ruleset.Set { return v.set }

// Start returns the standard starting position.
func (v *Variant) Start() board.Position {
	p, err := v.ParseFEN(board.StartFEN)
	if err != nil {
		panic(err) // the standard start is valid in every family
	}
	return p
}

// ParseFEN reads a position as [board.ParseFEN] does, and checks that the rules allow it.
func (v *Variant) ParseFEN(text string) (board.Position, error) {
	p, err := board.ParseFEN(text, v.set)
	if err != nil {
		return p, err
	}
	faults := v.Validate(&p)
	if v.oneKing && p.Kings.Count() == 1 && len(faults) == 1 {
		return p, nil
	}
	var errs []error
	for _, b := range faults {
		errs = append(errs, &board.FENError{Field: "position", Text: text,
			Err: fmt.Errorf("%w: %s (%s)", board.ErrInvalid, b.Reason, b.Rule)})
	}

	return p, errors.Join(errs...)
}

// OneKing returns the variant for problems in which one side may have no king. Its
// [Variant.ParseFEN] accepts such positions.
func (v *Variant) OneKing() *Variant {
	w := *v
	w.oneKing = true
	return &w
}

// Fast reports whether the rule set plays like a built-in one, and so at full speed, many times as
// fast as other rule sets.
func (v *Variant) Fast() bool { return v.fast }

// FEN writes a position as this rule set does.
func (v *Variant) FEN(p *board.Position) string { return p.FEN(v.set) }

// TryPlay plays a move. A nil reclaim asks for the full one. The error wraps [ErrIllegal] and is an
// [*IllegalError].
func (v *Variant) TryPlay(p *board.Position, m board.Move, reclaim *board.Bitboard) (board.Played,
	error) {
	if !v.Legal(p, m) {
		return board.Played{}, &IllegalError{Move: m.UCI(p), Position: *p, Set: v.set,
			Breaches: v.Breaches(p, m), Meant: m}
	}
	full := v.Play(p, m)
	if reclaim == nil || *reclaim == full.Reclaimed {
		return full, nil
	}
	if v.fast {
		if turn, ok := v.fastRules.Choose(p, m, *reclaim); ok {
			full.Turn = turn
			v.fastRules.Apply(p, turn, &full.After)
			return full, nil
		}
	} else {
		for t := range v.TurnsOf(p, m) {
			if t.Reclaimed == *reclaim {
				return t, nil
			}
		}
	}

	return board.Played{}, &IllegalError{Move: v.SAN(p, full), Position: *p, Set: v.set,
		Breaches: []Breach{{
			Rule: "PAC-8", Reason: fmt.Sprintf("no choice of reclaims takes back just %s",
				reclaim.Prose())}}}
}

// IllegalError is the error for a move that the rules forbid.
type IllegalError struct {
	Move     string // as it was written
	Position board.Position
	Set      ruleset.Set
	Breaches []Breach   // the rules it breaks, at least one
	Meant    board.Move // the move that breaks them; the zero value if it is unknown
	Note     string     // explains the error by the sides of pieces: see [Game.Note]
}

func (e *IllegalError) Error() string {
	if e.Note != "" {
		cited := strings.Join(e.Rules(), ", ")
		return fmt.Sprintf("%s is not legal: %s (%s)", e.Move, e.Note, cited)
	}

	reasons := make([]string, len(e.Breaches))
	for i, b := range e.Breaches {
		reasons[i] = b.String()
	}
	return fmt.Sprintf("%s is not legal: %s", e.Move, strings.Join(reasons, "; "))
}

func (e *IllegalError) Unwrap() error { return ErrIllegal }

// Rules lists the identifiers of the rules that the move breaks, each once, in order.
func (e *IllegalError) Rules() []string {
	var ids []string
	for _, b := range e.Breaches {
		if !slices.Contains(ids, b.Rule) {
			ids = append(ids, b.Rule)
		}
	}

	return ids
}
