package solution

import (
	"turncoat/protocol"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// An Answer is the answer of a search as JSON, wherever it is asked for: by puzzle solve, puzzle
// solve-file and puzzle prove, by the protocol's "solve", and by the page. Parts that do not apply
// are left out; docs/INTERFACE.md describes them.
type Answer struct {
	// File, Line and Twin are the place of a problem in a file. Duplex says that the other side
	// begins.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Twin   string `json:"twin,omitempty"`
	Duplex bool   `json:"duplex,omitempty"`

	Goal   string `json:"goal"`
	Status string `json:"status"` // won, none or unknown
	In     int    `json:"in,omitempty"`
	Half   bool   `json:"half,omitempty"` // In and Excluded mean half a turn more
	// Keys are the first turns that reach the goal in In turns, or in AtMost.
	Keys     []protocol.TurnSummary `json:"keys"`
	Excluded int                    `json:"excluded"` // proved: not in so many turns
	Nodes    uint64                 `json:"nodes"`

	// Of a win of any length: one in AtMost turns is proved, and none in fewer than AtLeast. Never
	// says that there is none at all, PV is a line of the win.
	AtMost  int      `json:"atMost,omitempty"`
	AtLeast int      `json:"atLeast,omitempty"`
	Never   bool     `json:"never,omitempty"`
	PV      []string `json:"pv,omitempty"`

	// Of a help-win or a series: its solutions, how many there are if Lines has not all of them, its
	// set play, and the solutions in more turns.
	Lines     [][]string `json:"lines,omitempty"`
	LineCount uint64     `json:"lineCount,omitempty"`
	Set       [][]string `json:"set,omitempty"`
	Longer    []Longer   `json:"longer,omitempty"`

	Others   *Others   `json:"others,omitempty"` // if no key that was asked for reaches the goal
	Solution *TreeJSON `json:"solution,omitempty"`
	Text     string    `json:"text,omitempty"`  // the solution for people
	Proof    string    `json:"proof,omitempty"` // JSON Lines, see package proof
}

// Longer has the solutions in more turns than the fewest: the lines of a help-win or a series, or the
// keys that do not reach the goal sooner, with what follows them.
type Longer struct {
	In        int                    `json:"in"`
	Status    string                 `json:"status"` // unknown if a limit ended the search
	Keys      []protocol.TurnSummary `json:"keys"`
	Lines     [][]string             `json:"lines,omitempty"`
	LineCount uint64                 `json:"lineCount,omitempty"`
	Solution  *TreeJSON              `json:"solution,omitempty"`
}

// Others says what first turns achieve that were not asked for.
type Others struct {
	Status string                 `json:"status"`
	In     int                    `json:"in,omitempty"`
	Keys   []protocol.TurnSummary `json:"keys"`
}

// AnswerOf returns the answer of a search. Unless withLines is set, the lines of a help-win or a
// series are left out.
func AnswerOf(variant *rules.Variant, result *solve.Result, withLines bool) Answer {
	a := Answer{
		Goal: result.Goal.String(), Status: result.Status.String(), In: result.In, Half: result.Half,
		Keys:     keysJSON(variant, &result.Position, result.Keys),
		Excluded: result.Excluded, Nodes: result.Nodes,
	}
	if uint64(len(result.Lines)) < result.LineCount {
		a.LineCount = result.LineCount
	}
	if withLines {
		a.Lines = Lines(variant, &result.Position, result.Lines)
	}
	for i := range result.Longer {
		more := AnswerOf(variant, &result.Longer[i], withLines)
		a.Longer = append(a.Longer, Longer{In: more.In, Status: more.Status, Keys: more.Keys,
			Lines: more.Lines, LineCount: more.LineCount})
	}
	return a
}

// OthersOf returns what a search of all first turns has found.
func OthersOf(variant *rules.Variant, result *solve.Result) *Others {
	return &Others{result.Status.String(), result.In, keysJSON(variant, &result.Position, result.Keys)}
}

// LongAnswerOf returns the answer of a search for a win of any length, and a line of it.
func LongAnswerOf(variant *rules.Variant, result *solve.LongResult, line []board.Played) Answer {
	a := Answer{
		Goal: result.Goal.String(), Status: result.Status.String(),
		Keys:     keysJSON(variant, &result.Position, result.Keys),
		Excluded: result.AtLeast - 1, Nodes: result.Nodes,
		AtMost: result.AtMost, AtLeast: result.AtLeast, Never: result.Never,
		PV: puzzle.Line(variant, &result.Position, line),
	}
	switch result.Status {
	case solve.Won:
		a.In = result.AtMost
	case solve.None:
		a.Excluded, a.AtLeast = result.Asked, 0
	}
	return a
}

// Lines returns lines in input notation.
func Lines(variant *rules.Variant, p *board.Position, lines [][]board.Played) (all [][]string) {
	for _, line := range lines {
		all = append(all, puzzle.Line(variant, p, line))
	}
	return all
}

// keysJSON returns first turns with what they convert; an empty list if there are none.
func keysJSON(variant *rules.Variant, p *board.Position, keys []board.Move) []protocol.TurnSummary {
	list := []protocol.TurnSummary{}
	for _, m := range keys {
		t := variant.Play(p, m)
		list = append(list, protocol.TurnSummary{
			UCI: m.UCI(p), SAN: variant.SAN(p, t), Waves: protocol.Waves(t.Waves),
		})
	}
	return list
}
