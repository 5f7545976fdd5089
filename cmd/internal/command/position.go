package command

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
	"turncoat/validate"
)

// Position reads the position of a call: any form of FEN, or "start" ("startpos" as in UCI). The
// error lists all faults.
func Position(variant *rules.Variant, text string) (board.Position, error) {
	if text == "start" || text == "startpos" {
		return variant.Start(), nil
	}
	p, err := variant.ParseFEN(text)
	if err == nil {
		return p, nil
	}
	if len(text) > board.MaxFEN {
		return p, Unusable("%v", err)
	}
	if !strings.Contains(text, "/") {
		return p, Unusable(
			"%q is not a position: give a FEN, or \"start\" and the moves after it",
			text,
		)
	}

	faults := Unjoined(err)
	lines := make([]string, len(faults))
	for i, f := range faults {
		lines[i] = f.Error()
		var fault *board.FENError
		if errors.As(f, &fault) && fault.Text == text {
			lines[i] = fmt.Sprintf("%s: %v", fault.Field, fault.Err) // the message begins with the text anyway
		}
	}

	if len(lines) == 1 {
		return p, Unusable("FEN %q: %s", text, lines[0])
	}
	return p, Unusable("FEN %q: %d faults\n%s", text, len(lines), strings.Join(lines, "\n"))
}

const rulesVariable = "TURNCOAT_RULES"

// Variant loads the rule set that --rules names or, without the flag, the environment variable.
func (s *Session) Variant(set string) (*rules.Variant, error) {
	from := "--rules"
	if set == "" {
		set, from = os.Getenv(rulesVariable), rulesVariable
	}
	if set == "" {
		return nil, s.UsageError("--rules is missing: want %s or a YAML file",
			strings.Join(ruleset.BuiltinNames(), ", "))
	}

	variant, err := rules.Load(set)
	if err != nil {
		return nil, Unusable("%s: %w", from, err)
	}
	return variant, nil
}

// GameAt returns the rule set that --rules names and the position of a FEN.
func (s *Session) GameAt(set, fen string) (*rules.Variant, board.Position, error) {
	variant, err := s.Variant(set)
	if err != nil {
		return nil, board.Position{}, err
	}
	p, err := Position(variant, fen)
	return variant, p, err
}

// GameOf returns the rule set that --rules names, the position of the call's first argument (the
// start position if there is none, or if it is a numbered move such as "1.d4"), and the other
// arguments.
func (s *Session) GameOf(set string) (*rules.Variant, board.Position, []string, error) {
	args := fromStart(s.Args())
	variant, p, err := s.GameAt(set, args[0])
	return variant, p, args[1:], err
}

// fromStart returns arguments that begin with a position: it puts "start" in front if
// there are none, or if the first is a numbered move.
func fromStart(args []string) []string {
	if len(args) == 0 || moveNumber().MatchString(args[0]) {
		return append([]string{"start"}, args...)
	}
	return args
}

// WrittenMoves returns the moves among the words of a call, in all the usual forms: one move in
// each argument or a whole game in one, with or without numbers ("1.e4 e5 2. Nf3", "12...Qd7"), and
// after "moves" as in UCI. A result at the end is ignored.
func WrittenMoves(words []string) []string {
	var moves []string
	for _, word := range words {
		for _, part := range strings.Fields(word) {
			move := moveNumber().ReplaceAllString(part, "")
			if move != "" {
				moves = append(moves, move)
			}
		}
	}

	if len(moves) > 0 && moves[0] == "moves" {
		moves = moves[1:]
	}
	if n := len(moves); n > 0 {
		switch moves[n-1] {
		case "1-0", "0-1", "1/2-1/2", "½-½", "*":
			moves = moves[:n-1]
		}
	}

	return moves
}

// moveNumber matches a number before a move. A number without a point is not removed here, because
// "0-0" also begins with a digit.
var moveNumber = lazyregexp.Compile(`^\d+(\.+|…)`)

// Played plays moves from a position and returns the game. The error is that of the first move that
// cannot be played.
func (s *Session) Played(variant *rules.Variant, p *board.Position, moves []string) (*rules.Game,
	error) {
	game := rules.NewGame(variant, p)
	for i, text := range moves {
		if s.Context.Err() != nil {
			return game, Interrupted("nothing was printed")
		}
		if _, err := game.Play(text); err != nil {
			return game, s.LineError(i+1, text, err)
		}
	}

	return game, nil
}

// GameAfter returns the rule set that --rules names and the position that [Session.PositionAfter]
// returns.
func (s *Session) GameAfter(set string, args []string) (*rules.Variant, board.Position, error) {
	variant, err := s.Variant(set)
	if err != nil {
		return nil, board.Position{}, err
	}
	p, err := s.PositionAfter(variant, args)
	return variant, p, err
}

// PositionAfter returns the position of some arguments: a FEN, and moves played from it.
func (s *Session) PositionAfter(variant *rules.Variant, args []string) (board.Position, error) {
	game, err := s.GamePlayed(variant, args)
	if game == nil {
		return board.Position{}, err
	}
	return *game.Position(), err
}

// GamePlayed returns the game of some arguments: a FEN, and moves played from it. The game is nil
// if the FEN cannot be read.
func (s *Session) GamePlayed(variant *rules.Variant, args []string) (*rules.Game, error) {
	args = fromStart(args)
	p, err := Position(variant, args[0])
	if err != nil {
		return nil, err
	}
	return s.Played(variant, &p, WrittenMoves(args[1:]))
}

// Typed returns consecutive turns from a position in input notation.
func Typed(variant *rules.Variant, p board.Position, turns []board.Turn) []string {
	words := make([]string, 0, len(turns))
	for _, t := range turns {
		played, err := variant.TryPlay(&p, t.Move, &t.Reclaimed)
		if err != nil {
			break // cannot happen: the turns come from the same rules
		}
		words = append(words, variant.InputSAN(&p, played))
		p = played.After
	}

	return words
}

// LineError returns the error for one of the moves in a call. A move that is illegal or ambiguous
// is a finding, with status 1. Text that is not a move makes the call unusable, with status 2, like
// a bad FEN.
func (s *Session) LineError(n int, text string, err error) error {
	switch {
	case errors.Is(err, rules.ErrIllegal), errors.Is(err, rules.ErrAmbiguous):
		return Found("move %d: %w", n, err)
	case n == 1 && (text == "w" || text == "b"):
		return s.UsageError("unexpected argument %q: want %s (a FEN must be quoted)", text,
			s.call.Command.ArgsUsage)
	}

	return Unusable("move %d: %w", n, err)
}

// EachGame calls visit for every game of a file, or of standard input ("-"). The error is visit's,
// or tells what could not be read, beginning with the name of the input; the games before that have
// been visited.
func (s *Session) EachGame(file string, visit func(item *pgn.Item) error) error {
	name, form, in := file, pgn.FormPGN, s.In
	if file == validate.Stdin {
		name = "<stdin>"
	} else {
		source, err := pgn.Open(file)
		if err != nil {
			return Unreadable(err)
		}
		defer source.Close()
		form, in = source.Form, source
		if form == pgn.FormScenarios {
			return Unusable("%s: not a file of games", file)
		}
	}

	games := 0
	var stop error // the error of visit
	err := pgn.Each(in, form, func(item pgn.Item) error {
		games++
		stop = visit(&item)
		return stop
	})
	var damage *pgn.DamageError
	switch {
	case stop != nil:
		return stop
	case errors.Is(err, pgn.ErrTooLong):
		return Found("%s: %w", name, err)
	case errors.As(err, &damage):
		return Unusable("%w", err)
	case err != nil:
		return Unusable("%s: %w", name, err)
	case games == 0:
		return Unusable("%s: %w", name, validate.ErrNoRecord)
	}

	return nil
}
