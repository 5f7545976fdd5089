package puzzlecmd

import (
	"context"
	"fmt"
	"strings"

	"turncoat/cmd/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/solution"
	"turncoat/pgn"
	"turncoat/puzzle"
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
	// Of a win of any length: one in AtMost turns is proved, and none in fewer than AtLeast; Never
	// says that there is none at all.
	AtMost  int      `json:"atMost,omitempty"`
	AtLeast int      `json:"atLeast,omitempty"`
	Never   bool     `json:"never,omitempty"`
	PV      []string `json:"pv,omitempty"` // a line of it
	// Of a help-win, how many lines there are where not all are in Lines.
	LineCount uint64             `json:"lineCount,omitempty"`
	Longer    []longerJSON       `json:"longer,omitempty"` // of a help-win, with --all-lengths: the solutions in more turns
	Solution  *solution.TreeJSON `json:"solution,omitempty"`
	Others    *othersJSON        `json:"others,omitempty"` // other first turns, where none that --key asks for does it
}

type longerJSON struct {
	In        int        `json:"in"`
	Status    string     `json:"status"` // unknown where a limit ended the search of this length
	Keys      []string   `json:"keys,omitempty"`
	Lines     [][]string `json:"lines,omitempty"`
	LineCount uint64     `json:"lineCount,omitempty"`
}

type othersJSON struct {
	Win  *bool    `json:"win,omitempty"` // absent when unknown
	In   int      `json:"in,omitempty"`
	Keys []string `json:"keys,omitempty"`
}

// print prints the answer of a search. Its error is the verdict, with the exit status of the call.
func (call *puzzleCall) print(
	ctx context.Context,
	solver *solve.Solver,
	result solve.Result,
) error {
	var unfinished, err error
	if result.Status == solve.Won && call.goal.HasLines() {
		err = call.printLines(ctx, result)
	} else {
		var tree *puzzle.Tree
		tree, unfinished = call.tree(ctx, solver, result)
		err = call.printTree(result, tree)
	}

	if err != nil {
		return err
	}
	return call.verdict(result, unfinished != nil)
}

// tree returns the solution of a forced win, or what a search that found none has to show: nil if
// it is not wanted. The error says that a limit came before it was complete.
func (call *puzzleCall) tree(
	ctx context.Context,
	solver *solve.Solver,
	result solve.Result,
) (*puzzle.Tree, error) {
	phases := result.Status == solve.None && (call.wanted.Refutations > 0 || call.wanted.SetPlay)
	solved := result.Status == solve.Won || phases
	if !solved || call.goal.HasLines() || call.o.keysOnly {
		return nil, nil
	}
	tree, err := solver.Solution(ctx, result, call.wanted)
	call.s.Draw("")
	return tree, err
}

// printLines prints the lines of a help-win or a series.
func (call *puzzleCall) printLines(ctx context.Context, result solve.Result) error {
	s := call.s
	set, err := call.setLines(ctx, result.In)
	if err != nil {
		return err
	}
	enemy := puzzle.NullMove(&call.p) // set play begins with the other side
	switch call.format {
	case "json":
		a := call.answer(result, nil)
		a.Set = call.lineNames(&enemy, set)
		return s.JSON(a)
	case "pgn":
		tree := puzzle.HelpTree(&call.p, call.goal, result.In, call.half, result.Lines)
		return solution.WritePGN(s.Out, call.variant, tree, call.tags(result.In))
	case "popeye":
		return solution.WritePopeyeLines(s.Out, call.variant, call.goal, &call.p, set, allLines(result))
	}

	for i, length := range lengths(result) {
		if length.Status != solve.Won {
			continue
		}
		call.printHeadline(length)
		if i == 0 && call.wanted.SetPlay {
			s.Printf("set play: %s\n", plural.Count(len(set), "line"))
			setGoal := call.goal &^ puzzle.Series // of a series, set play is one turn of the enemy
			err = solution.WriteLines(s.Out, call.variant, setGoal, &enemy, set)
			s.Printf("solution\n")
		}

		if err == nil && !call.o.keysOnly {
			err = solution.WriteLines(s.Out, call.variant, call.goal, &call.p, length.Lines)
		}
	}

	return err
}

// printHeadline says how many lines of a length there are.
func (call *puzzleCall) printHeadline(length solve.Result) {
	cut := ""
	if uint64(len(length.Lines)) < length.LineCount {
		cut = fmt.Sprintf(", of which %d are shown", len(length.Lines))
	}
	call.s.Printf("%s in %s by %s, %s%s\n", call.goal, call.length(length.In), call.names(length.Keys),
		plural.Count(int(length.LineCount), "line"), cut)
}

// lengths returns the results of all lengths, the shortest first.
func lengths(shortest solve.Result) []solve.Result {
	return append([]solve.Result{shortest}, shortest.Longer...)
}

func allLines(shortest solve.Result) (lines [][]board.Played) {
	for _, result := range lengths(shortest) {
		lines = append(lines, result.Lines...)
	}
	return lines
}

// setLines returns the set play of a help-win, if it is wanted: the lines without the first turn.
func (call *puzzleCall) setLines(ctx context.Context, in int) ([][]board.Played, error) {
	if !call.wanted.SetPlay {
		return nil, nil
	}
	options := call.options
	options.First = nil
	if options.AllLengths {
		in = call.n
	}
	plies := call.goal.Plies(in, call.half)
	found, err := solve.New(call.variant, options).SetLines(ctx, &call.p, call.goal, plies)
	return allLines(found), err
}

// printTree prints the solution of a forced win, or in a sentence what is known where there is
// none.
func (call *puzzleCall) printTree(result solve.Result, tree *puzzle.Tree) error {
	s := call.s
	switch {
	case call.format == "json":
		return s.JSON(call.answer(result, tree))
	case tree == nil:
		s.Printf("%s\n", call.sentence(&result))
		return nil
	case call.format == "pgn":
		return solution.WritePGN(s.Out, call.variant, tree, call.tags(result.In))
	case call.format == "popeye":
		return solution.WritePopeye(s.Out, call.variant, tree, call.form)
	}

	if call.anyKey != nil {
		s.Printf("%s\n", call.noKey())
	}
	return solution.WriteText(s.Out, call.variant, tree)
}

// verdict returns what an answer that has been printed comes to; unfinished says that its solution
// is not complete.
func (call *puzzleCall) verdict(result solve.Result, unfinished bool) error {
	wanted, count := call.o.solutions, uint64(0)
	for _, length := range lengths(result) {
		count += length.LineCount
		unfinished = unfinished || length.Status == solve.Unknown
	}

	switch {
	case call.s.Context.Err() != nil:
		return command.Interrupted("what is proved so far has been printed")
	case result.Status == solve.Unknown:
		return command.Limited(
			"limit reached while searching for %s in %s",
			call.goal,
			call.length(result.Excluded+1),
		)
	case unfinished:
		return command.Limited("limit reached before the solution was complete")
	case result.Status == solve.None:
		call.s.Raise(command.StatusFound)
	case wanted > 0 && count != uint64(wanted):
		return command.Found("%s, not %d", plural.Count(int(count), "line"), wanted)
	}

	return nil
}

// tags returns the tags of a record of the answer; nil for the usual ones.
func (call *puzzleCall) tags(in int) []pgn.Tag {
	if !call.duplex {
		return nil
	}
	return []pgn.Tag{{Name: "Event", Value: fmt.Sprintf("%s in %s", call.goal, call.length(in))},
		{Name: "Twin", Value: puzzle.DuplexChange}}
}

func (call *puzzleCall) sentence(r *solve.Result) string {
	switch names := call.names(r.Keys); {
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

// noKey says that no key that was asked for does it, and whether another does.
func (call *puzzleCall) noKey() string {
	n := call.length(call.n)
	text := fmt.Sprintf("no %s in %s with a key %s", call.goal, n, call.o.key)
	switch r := call.anyKey; r.Status {
	case solve.Won:
		return fmt.Sprintf(
			"%s; %s in %s with others: %s",
			text,
			call.goal,
			call.length(r.In),
			call.names(r.Keys),
		)
	case solve.None:
		return fmt.Sprintf("no %s in %s, with whatever key", call.goal, n)
	}

	return text + "; whether others do it was not settled"
}

func (call *puzzleCall) length(n int) string { return puzzle.LengthText(n, call.half) }

func (call *puzzleCall) lineNames(p *board.Position, lines [][]board.Played) (all [][]string) {
	for _, line := range lines {
		all = append(all, puzzle.Line(call.variant, p, line))
	}
	return all
}

func (call *puzzleCall) names(keys []board.Move) string {
	var names []string
	for _, m := range keys {
		names = append(names, call.variant.SAN(&call.p, call.variant.Play(&call.p, m)))
	}
	return strings.Join(names, ", ")
}

func (call *puzzleCall) uci(keys []board.Move) []string {
	var words []string
	for _, m := range keys {
		words = append(words, m.UCI(&call.p))
	}
	return words
}

// known returns whether there is a win, nil where that is unknown.
func known(status solve.Status) *bool {
	won := status == solve.Won
	if status == solve.Unknown {
		return nil
	}
	return &won
}

func (call *puzzleCall) answer(result solve.Result, tree *puzzle.Tree) AnswerJSON {
	a := AnswerJSON{File: call.file, Line: call.line, Twin: call.twin, Win: known(result.Status),
		Status: result.Status.String(), Goal: call.goal.String(), Duplex: call.duplex, In: result.In, Half: call.half,
		Keys: call.uci(result.Keys), Excluded: result.Excluded, Nodes: result.Nodes}
	if r := call.anyKey; r != nil {
		a.Others = &othersJSON{Win: known(r.Status), In: r.In, Keys: call.uci(r.Keys)}
	}
	if uint64(len(result.Lines)) < result.LineCount {
		a.LineCount = result.LineCount
	}
	if !call.o.keysOnly {
		a.Lines = call.lineNames(&call.p, result.Lines)
	}
	for _, longer := range result.Longer {
		more := call.answer(longer, nil)
		a.Longer = append(a.Longer, longerJSON{more.In, more.Status, more.Keys, more.Lines, more.LineCount})
	}

	if tree != nil {
		whole := solution.JSON(call.variant, tree)
		a.Solution = &whole
	}

	return a
}

func (call *puzzleCall) printLong(r solve.LongResult, line []board.Played) error {
	s, names := call.s, call.names(r.Keys)
	switch {
	case call.format == "json":
		a := AnswerJSON{Win: known(r.Status), Status: r.Status.String(), Goal: call.goal.String(),
			Keys: call.uci(
				r.Keys,
			), Excluded: r.AtLeast - 1, Nodes: r.Nodes, AtMost: r.AtMost, AtLeast: r.AtLeast,
			Never: r.Never, PV: puzzle.Line(call.variant, &call.p, line)}
		switch {
		case r.Status == solve.Won:
			a.In = r.AtMost
		case r.Status == solve.None:
			a.Excluded, a.AtLeast = call.n, 0
		case r.AtMost > 0:
			a.Win = known(solve.Won)
		}

		if err := s.JSON(a); err != nil {
			return err
		}
	case r.Status == solve.Won && r.Complete:
		s.Printf("%s in %d: %s\n", call.goal, r.AtMost, names)
	case r.Status == solve.Won:
		s.Printf("%s in %d: %s, and perhaps other turns\n", call.goal, r.AtMost, names)
	case r.AtMost > 0:
		s.Printf("%s in at most %d, at least %d: %s\n", call.goal, r.AtMost, r.AtLeast, names)
	case r.Status == solve.None && r.Never:
		s.Printf("no %s in any number of turns\n", call.goal)
	case r.Status == solve.None:
		s.Printf("no %s in %d\n", call.goal, call.n)
	default:
		s.Printf("unknown: no %s in %d\n", call.goal, r.AtLeast-1)
	}

	if len(line) > 0 && call.format == "text" {
		s.Printf("%s\n", strings.Join(solution.NumberedTurns(call.variant, &call.p, line), " "))
	}
	switch {
	case s.Context.Err() != nil:
		return command.Interrupted("what is proved so far has been printed")
	case r.Status == solve.Unknown && r.AtMost > 0:
		return command.Limited("limit reached before the shortest %s was known", call.goal)
	case r.Status == solve.Unknown:
		return command.Limited("limit reached before a %s was found", call.goal)
	case r.Status == solve.None:
		s.Raise(command.StatusFound)
	case !r.Complete:
		return command.Limited("limit reached before all first turns were settled")
	}

	return nil
}
