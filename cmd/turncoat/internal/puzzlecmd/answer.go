package puzzlecmd

import (
	"context"
	"fmt"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/puzzle/solution"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// AnswerJSON is what puzzle solve prints as JSON: the answer to "win" of the protocol, and more.
type AnswerJSON struct {
	Win      *bool      `json:"win,omitempty"` // absent when unknown
	In       int        `json:"in,omitempty"`
	Half     bool       `json:"half,omitempty"` // in, and excluded, mean half a turn more (of a help-win)
	Keys     []string   `json:"keys,omitempty"`
	Status   string     `json:"status"` // won, none or unknown
	Goal     string     `json:"goal"`
	File     string     `json:"file,omitempty"` // of --problems: where the problem begins, and its twin
	Line     int        `json:"line,omitempty"`
	Twin     string     `json:"twin,omitempty"`
	Duplex   bool       `json:"duplex,omitempty"` // the answer to the second half of a duplex, the other side to begin
	Excluded int        `json:"excluded"`         // proved: not in so many turns
	Nodes    uint64     `json:"nodes"`
	Lines    [][]string `json:"lines,omitempty"`
	Set      [][]string `json:"set,omitempty"` // of a help-win: the solutions without its first turn
	// Of a win of any length: one in AtMost turns is proved, and none in fewer than AtLeast; Never says that there
	// is none at all.
	AtMost  int  `json:"atMost,omitempty"`
	AtLeast int  `json:"atLeast,omitempty"`
	Never   bool `json:"never,omitempty"`
	// Of a help-win, how many lines there are where not all are in Lines.
	LineCount uint64             `json:"lineCount,omitempty"`
	Solution  *solution.TreeJSON `json:"solution,omitempty"`
	Others    *OthersJSON        `json:"others,omitempty"` // other first turns, where none that --key asks for does it
}

// puzzleAnswer prints what was found.
func printAnswer(
	ctx context.Context,
	s *command.Session,
	call *puzzleCall,
	solver *solve.Solver,
	result solve.Result,
) error {
	var tree *solution.Tree
	var short error
	phases := result.Status == solve.None && (call.wanted.Refutations > 0 || call.wanted.SetPlay)
	if (result.Status == solve.Won || phases) && !call.goal.HasLines() && !call.s.Bool("keys-only") {
		tree, short = solver.Solution(ctx, result, call.wanted)
		s.Draw("")
	}
	set, err := call.helpSet(ctx, &result)
	switch {
	case err != nil:
	case call.format == "json":
		a := call.answer(result, tree)
		enemy := solution.NullMove(&call.p)
		a.Set = call.lineNames(&enemy, set)
		err = s.JSON(a)
	case result.Status == solve.Won && call.goal.HasLines() && call.format == "pgn":
		err = solution.HelpTree(&call.p, result.In, call.half, result.Lines).WritePGN(s.Out, call.game,
			call.tags(result.In))
	case result.Status == solve.Won && call.goal.HasLines() && call.format == "popeye":
		err = solution.WritePopeyeLines(s.Out, call.game, &call.p, set, result.Lines)
	case result.Status == solve.Won && call.goal.HasLines():
		s.Printf("%s in %s by %s, %s%s\n", call.goal, call.length(result.In), strings.Join(call.names(result.Keys),
			", "), plural.Count(int(result.LineCount), "line"), cut(result))
		if call.wanted.SetPlay {
			s.Printf("set play: %s\n", plural.Count(len(set), "line"))
			err = solution.WriteLines(s.Out, call.game, solution.NullMove(&call.p), set)
			s.Printf("solution\n")
		}
		if err == nil && !call.s.Bool("keys-only") {
			err = solution.WriteLines(s.Out, call.game, call.p, result.Lines)
		}
	case tree == nil:
		s.Printf("%s\n", call.sentence(&result))
	case call.format == "pgn":
		err = tree.WritePGN(s.Out, call.game, call.tags(result.In))
	case call.format == "popeye":
		err = tree.WritePopeye(s.Out, call.game, call.form)
	default:
		if call.anyKey != nil {
			s.Printf("%s\n", call.noKey())
		}
		err = tree.WriteText(s.Out, call.game)
	}
	switch {
	case err != nil:
		return err
	case s.Context.Err() != nil:
		return command.Interrupted("what is proved so far has been printed")
	case result.Status == solve.Unknown:
		return command.Limited("limit reached while searching for %s in %s", call.goal, call.length(result.Excluded+1))
	case short != nil:
		return command.Limited("limit reached before the solution was complete")
	case result.Status == solve.None:
		s.Raise(command.StatusFound)
	}
	return call.demand(&result)
}

// sentence says in a line what was found.
func (call *puzzleCall) sentence(r *solve.Result) string {
	names := strings.Join(call.names(r.Keys), ", ")
	switch {
	case r.Status == solve.Won:
		return fmt.Sprintf("%s in %s: %s", call.goal, call.length(r.In), names)
	case r.Status == solve.None && call.anyKey != nil:
		return call.noKey()
	case r.Status == solve.None:
		return fmt.Sprintf("no %s in %s", call.goal, call.length(call.n))
	case names != "":
		return fmt.Sprintf("unknown: no %s in %s, in %s by %s and perhaps other turns", call.goal,
			call.length(r.Excluded), call.length(r.Excluded+1), names)
	}
	return fmt.Sprintf("unknown: no %s in %s", call.goal, call.length(r.Excluded))
}

// helpSet returns the set play of a help-win, where it is wanted: the lines without the first turn.
func (call *puzzleCall) helpSet(ctx context.Context, r *solve.Result) ([][]board.Played, error) {
	if !call.goal.HasLines() || r.Status != solve.Won || !call.wanted.SetPlay {
		return nil, nil
	}
	options := call.options
	options.First = nil
	set, err := solve.New(call.game, options).SetLines(ctx, call.p, call.goal, call.goal.Plies(r.In, call.half))
	return set.Lines, err
}

// lineNames writes lines that begin in a position, turn by turn.
func (call *puzzleCall) lineNames(p *board.Position, lines [][]board.Played) (all [][]string) {
	for _, line := range lines {
		all = append(all, puzzle.Line(call.game, p, line))
	}
	return all
}

// cut says which lines of a help-win are shown where not all are.
func cut(r solve.Result) string {
	if uint64(len(r.Lines)) == r.LineCount {
		return ""
	}
	return fmt.Sprintf(", of which %d are shown", len(r.Lines))
}

func (call *puzzleCall) names(keys []board.Move) []string {
	var names []string
	for _, m := range keys {
		names = append(names, call.game.SAN(&call.p, call.game.Full(&call.p, m)))
	}
	return names
}

// uci writes first turns for JSON.
func (call *puzzleCall) uci(keys []board.Move) []string {
	var words []string
	for _, m := range keys {
		words = append(words, m.UCI(&call.p))
	}
	return words
}

func (call *puzzleCall) answer(result solve.Result, tree *solution.Tree) AnswerJSON {
	a := AnswerJSON{
		File:     call.file,
		Line:     call.line,
		Twin:     call.twin,
		Others:   call.othersJSON(),
		Status:   result.Status.String(),
		Goal:     call.goal.String(),
		Duplex:   call.duplex,
		In:       result.In,
		Half:     call.half,
		Keys:     call.uci(result.Keys),
		Excluded: result.Excluded,
		Nodes:    result.Nodes,
	}
	if result.Status != solve.Unknown {
		won := result.Status == solve.Won
		a.Win = &won
	}
	if uint64(len(result.Lines)) < result.LineCount {
		a.LineCount = result.LineCount
	}
	if call.s == nil || !call.s.Bool("keys-only") { // a batch names its lines always
		a.Lines = call.lineNames(&call.p, result.Lines)
	}
	if tree != nil {
		whole := tree.JSON(call.game)
		a.Solution = &whole
	}
	return a
}
