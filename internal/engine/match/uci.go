package match

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// say sends a line of UCI.
func (s *session) say(format string, values ...any) {
	s.process.Send(fmt.Appendf(nil, format+"\n", values...))
}

// wait reads lines until one begins with a word, and passes the others to see.
func (s *session) wait(
	ctx context.Context,
	word string,
	within time.Duration,
	see func(words []string),
) ([]string, error) {
	var until time.Time
	if within > 0 {
		until = time.Now().Add(within)
	}
	for {
		left := time.Duration(0)
		if within > 0 {
			left = max(time.Millisecond, time.Until(until))
		}
		line, err := s.line(ctx, left)
		if err != nil {
			return nil, err
		}
		words := strings.Fields(string(line))
		if len(words) > 0 && words[0] == word {
			return words, nil
		}
		if see != nil && len(words) > 0 {
			see(words)
		}
	}
}

// beginUCI greets the program, sets its options and the variant, and begins a game.
func (s *session) beginUCI(ctx context.Context, variant *rules.Variant,
	start *board.Position) error {
	if !s.ready {
		s.say("uci")
		if _, err := s.wait(ctx, "uciok", s.patience, nil); err != nil {
			return err
		}
		for _, o := range s.player.Options {
			s.say("setoption name %s value %s", o.Name, o.Value)
		}
		s.ready = true
	}
	set := variant.Set()
	if err := canPlay(s.player, &set); err != nil {
		return err
	}
	option := "UCI_Variant value " + set.Name
	if set.Family == ruleset.Chess {
		option = fmt.Sprintf("UCI_Chess960 value %t", chess960(set, start))
	}
	if option != cmp.Or(s.variant, "UCI_Chess960 value false") { // what programs start with
		s.say("setoption name %s", option)
		s.variant = option
	}
	s.say("ucinewgame")
	s.say("isready")
	_, err := s.wait(ctx, "readyok", s.patience, nil)
	return err
}

// canPlay returns an error if a player cannot play a rule set.
func canPlay(p *Player, set *ruleset.Set) error {
	if p.Protocol == UCI && set.Reclaim != ruleset.NoReclaim {
		return fmt.Errorf("%s: UCI has no way to write a reclaim; %s needs proto=turncoat", p.Name,
			set.Name)
	}
	return nil
}

// chooseUCI asks for a move with "go".
func (s *session) chooseUCI(ctx context.Context, at *situation) (choice, error) {
	position := "position fen " + at.start
	if len(at.moves) > 0 {
		position += " moves " + strings.Join(at.moves, " ")
	}
	s.say("%s", position)
	own := at.clocks[at.side]
	switch {
	case own.Time > 0:
		s.say("%s", goClocks(at))
	case own.PerMove > 0:
		s.say("go movetime %d", own.PerMove.Milliseconds())
	default:
		s.say("go nodes %d", own.Nodes)
	}

	var c choice
	words, err := s.wait(ctx, "bestmove", own.allowed(s.margin), func(words []string) {
		if e := parseInfo(words); e != nil {
			c.eval = e
		}
	})
	if err != nil {
		return choice{}, err
	}
	if len(words) < 2 {
		return choice{}, s.failed(&Failure{Code: "junk", Reason: "a bestmove without a move"})
	}
	c.move = words[1]
	return c, nil
}

func goClocks(at *situation) string {
	text := "go"
	for side, letter := range "wb" {
		c := at.clocks[side]
		text += fmt.Sprintf(" %ctime %d", letter, max(1, c.left.Milliseconds()))
		if c.Increment > 0 {
			text += fmt.Sprintf(" %cinc %d", letter, c.Increment.Milliseconds())
		}
	}

	if own := at.clocks[at.side]; own.Moves > 0 {
		text += fmt.Sprintf(" movestogo %d", own.moves)
	}
	return text
}

// parseInfo reads the score and depth of an info line, nil if it has no score.
func parseInfo(words []string) *eval {
	if words[0] != "info" {
		return nil
	}
	var e eval
	found := false
	for i := 1; i+1 < len(words); i++ {
		value, err := strconv.Atoi(words[i+1])
		switch words[i] {
		case "depth":
			e.depth = value
		case "multipv":
			if err == nil && value > 1 {
				return nil
			}
		case "cp":
			e.centipawns, found = value, err == nil
		case "mate":
			e.mate, found = value, err == nil
		case "pv", "string":
			i = len(words)
		}
	}

	if !found {
		return nil
	}
	return &e
}
