package puzzle

import (
	"encoding/json"
	"fmt"
	"strings"

	"turncoat/rules/board"
)

// Solution is a turn of the side that forces the win, and what follows. It holds every defence, so
// that it is a proof of the win: see [Puzzle.Proof].
//
// In JSON it is an array: the turn, then one array for each different continuation, which is the
// list of the enemy's turns that lead to it and the solution after them:
//
//	["f1b5",[["e8d8","e8f8"],["b5e8"]]]
//
// Turns are UCI moves. A reclaim other than the full one, which belongs to the turn before, stands
// in front with a space: "~d4,e5 e7e5", "~- e7e5" for none.
type Solution struct {
	Play string
	Then []Branch // the main line first; empty when the turn wins at once
}

// Branch is a continuation and the enemy's turns that lead to it, at least one.
type Branch struct {
	After []string
	Reply Solution
}

// MarshalJSON writes the array form.
func (s Solution) MarshalJSON() ([]byte, error) {
	list := make([]any, 0, 1+len(s.Then))
	list = append(list, s.Play)
	for _, b := range s.Then {
		list = append(list, [2]any{b.After, b.Reply})
	}
	return json.Marshal(list)
}

// UnmarshalJSON reads the array form.
func (s *Solution) UnmarshalJSON(text []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil || len(list) == 0 {
		return fmt.Errorf("%w: a solution is an array that begins with a turn", ErrSyntax)
	}
	var out Solution
	if err := json.Unmarshal(list[0], &out.Play); err != nil || out.Play == "" {
		return fmt.Errorf("%w: a solution begins with a turn, not %s", ErrSyntax, list[0])
	}
	for _, item := range list[1:] {
		var pair []json.RawMessage
		var b Branch
		if err := json.Unmarshal(item, &pair); err != nil || len(pair) != 2 {
			return fmt.Errorf("%w: a continuation is a list of turns and a solution", ErrSyntax)
		}
		if err := json.Unmarshal(pair[0], &b.After); err != nil || len(b.After) == 0 {
			return fmt.Errorf("%w: a continuation follows after at least one turn", ErrSyntax)
		}
		if err := json.Unmarshal(pair[1], &b.Reply); err != nil {
			return err
		}
		out.Then = append(out.Then, b)
	}
	*s = out
	return nil
}

// Turns gives the length of the longest line, counted in turns of the attacker.
func (s *Solution) Turns() int {
	longest := 0
	for i := range s.Then {
		longest = max(longest, s.Then[i].Reply.Turns())
	}
	return longest + 1
}

// Size gives the number of the attacker's turns in the whole solution, each continuation once.
func (s *Solution) Size() int {
	size := 1
	for i := range s.Then {
		size += s.Then[i].Reply.Size()
	}
	return size
}

// Line gives the main line: turns of both sides as they stand in the solution.
func (s *Solution) Line() []string {
	line := []string{s.Play}
	for ; len(s.Then) > 0; s = &s.Then[0].Reply {
		line = append(line, s.Then[0].After[0], s.Then[0].Reply.Play)
	}
	return line
}

// HasChoice tells whether the enemy has a choice that matters: two turns somewhere that must be
// answered differently.
func (s *Solution) HasChoice() bool {
	if len(s.Then) > 1 {
		return true
	}
	return len(s.Then) == 1 && s.Then[0].Reply.HasChoice()
}

// text is a solution as one word, to compare and to sort by.
func (s *Solution) text() string {
	var b strings.Builder
	s.write(&b)
	return b.String()
}

func (s *Solution) write(b *strings.Builder) {
	b.WriteString(s.Play)
	for i := range s.Then {
		b.WriteByte('(')
		b.WriteString(strings.Join(s.Then[i].After, " "))
		b.WriteByte(':')
		s.Then[i].Reply.write(b)
		b.WriteByte(')')
	}
}

// cutTurn divides a turn of a solution into the reclaim before it, nil for the full one, and the move.
func cutTurn(text string) (reclaimed *board.Bits, move string, err error) {
	if !strings.HasPrefix(text, "~") {
		return nil, text, nil
	}
	squares, move, ok := strings.Cut(text[1:], " ")
	if !ok {
		return nil, "", fmt.Errorf("%w: %q has a reclaim and no move", ErrSyntax, text)
	}
	var set board.Bits
	if squares != "-" {
		for name := range strings.SplitSeq(squares, ",") {
			s, ok := board.ParseSquare(name)
			if !ok || set.Has(s) {
				return nil, "", fmt.Errorf("%w: %q is no list of squares", ErrSyntax, squares)
			}
			set |= s.Bit()
		}
	}
	return &set, move, nil
}
