package match

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"turncoat/internal/strict"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// say sends a line of UCI.
func (s *session) say(format string, values ...any) {
	s.send(fmt.Appendf(nil, format, values...))
}

// wait reads lines until one begins with a word, and passes the others to see, which may be nil.
// The time for all of them is limited; 0 means the arbiter's patience.
func (s *session) wait(ctx context.Context, word string, allowed time.Duration, see func(words []string)) (
	[]string, error) {
	until := s.deadline(allowed)
	for {
		line, err := s.line(ctx, until)
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
func (s *session) beginUCI(ctx context.Context, variant *rules.Variant, start *board.Position) error {
	if !s.ready {
		if err := s.greet(ctx); err != nil {
			return err
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
	_, err := s.wait(ctx, "readyok", 0, nil)
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
		e, nodes := parseInfo(words)
		if e != nil {
			c.eval = e
		}
		c.nodes = max(c.nodes, nodes)
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

// parseInfo reads what an info line says of the main line: its score and depth, nil without a
// score, and the positions searched.
func parseInfo(words []string) (scored *eval, nodes uint64) {
	if words[0] != "info" {
		return nil, 0
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
				return nil, 0
			}
		case "cp":
			e.centipawns, found = value, err == nil
		case "mate":
			e.mate, found = value, err == nil
		case "nodes":
			nodes = uint64(max(0, value))
		case "pv", "string":
			i = len(words)
		}
	}

	if !found {
		return nil, nodes
	}
	return &e, nodes
}

// greet begins the dialogue, and sets the options of the player. Unknown options, and numbers out
// of range, are errors.
func (s *session) greet(ctx context.Context) error {
	var known []string
	ranges := map[string][2]int{} // of numbers, by name in lower case
	s.say("uci")
	_, err := s.wait(ctx, "uciok", 0, func(words []string) {
		if words[0] != "option" {
			return
		}
		name, least, most, bounded := parseOption(words)
		known = append(known, name)
		if bounded {
			ranges[strings.ToLower(name)] = [2]int{least, most}
		}
	})
	if err != nil {
		return err
	}

	for _, o := range s.player.Options {
		same := func(name string) bool { return strings.EqualFold(name, o.Name) }
		if !slices.ContainsFunc(known, same) {
			return fmt.Errorf("%s has no option %q%s", s.player.Name, o.Name,
				strict.Suggest(o.Name, known))
		}

		if limits, ok := ranges[strings.ToLower(o.Name)]; ok {
			value, err := strconv.Atoi(o.Value)
			if err != nil || value < limits[0] || value > limits[1] {
				return fmt.Errorf("%s: option.%s=%s: want a number from %d to %d", s.player.Name,
					o.Name, o.Value, limits[0], limits[1])
			}
		}

		s.say("setoption name %s value %s", o.Name, o.Value)
	}

	return nil
}

// parseOption reads an option line: the name, and the range of a number if both ends are given.
func parseOption(words []string) (name string, least, most int, bounded bool) {
	text := strings.Join(words, " ")
	_, text, _ = strings.Cut(text, "name ")
	name, kind, _ := strings.Cut(text, " type ")

	fields := strings.Fields(kind)
	ends := 0
	for i := 0; i+1 < len(fields); i++ {
		n, err := strconv.Atoi(fields[i+1])
		switch {
		case err != nil:
		case fields[i] == "min":
			least = n
			ends++
		case fields[i] == "max":
			most = n
			ends++
		}
	}

	return name, least, most, ends == 2
}
