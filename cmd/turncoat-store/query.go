package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/puzzle/store"
	"turncoat/puzzle"
)

// queryOptions say which puzzles are wanted, and in which order.
type queryOptions struct {
	rules    []string
	goal     string
	winIn    string
	theme    []string
	grade    string
	pieces   string
	author   string
	text     string
	keyPiece []string
	strict   bool
	sort     string
	seed     uint64
	limit    int
}

// randomOrder is the order of --sort that --seed determines.
const randomOrder = "random"

func (o *queryOptions) flags() []cli.Flag {
	o.sort = string(store.ByAge)
	return []cli.Flag{
		command.ListFlag(&o.rules, "rules", "of the rule set `NAME` (may be repeated)"),
		&cli.StringFlag{
			Name:        "goal",
			Usage:       "with this `GOAL`: a kind such as win or help-win, or a stipulation such as h#2.5",
			Destination: &o.goal,
		},
		&cli.StringFlag{
			Name:        "win-in",
			Usage:       "in this `RANGE` of turns, whatever the goal",
			Destination: &o.winIn,
		},
		command.ListFlag(&o.theme, "theme",
			"with the theme `NAME`, with one of several (a,b) or without it (not-a); may be repeated"),
		&cli.StringFlag{
			Name:        "grade",
			Usage:       "graded in this `RANGE`",
			Destination: &o.grade,
		},
		&cli.StringFlag{
			Name:        "pieces",
			Usage:       "with this `RANGE` of pieces on the board, kings included",
			Destination: &o.pieces,
		},
		&cli.StringFlag{
			Name:        "author",
			Usage:       "by the author `NAME`",
			Destination: &o.author,
		},
		&cli.StringFlag{
			Name:        "text",
			Usage:       "with these `WORDS` in title, authors or comments",
			Destination: &o.text,
		},
		command.ListFlag(&o.keyPiece, "key-piece",
			"with a first move of this `PIECE`: K, Q, R, B, N or P (may be repeated)"),
		&cli.BoolFlag{
			Name:        "strict",
			Usage:       "with one key and no dual",
			Destination: &o.strict,
		},
		command.ChoiceFlag(&o.sort, "sort", "in this `ORDER`", string(store.ByAge), string(store.ByGrade),
			string(store.ByLength), string(store.ByPieces), randomOrder),
		command.SeedFlag(&o.seed, "random `SEED` of --sort random"),
		&cli.IntFlag{
			Name:        "limit",
			Usage:       "at most `N` puzzles; 0 is all",
			Destination: &o.limit,
		},
	}
}

// query returns the query that the flags state.
func (o *queryOptions) query() (store.Query, error) {
	q := store.Query{
		Rules: o.rules, Author: o.author, Text: o.text, Strict: o.strict,
		Sort: store.Sort(o.sort), Random: o.sort == randomOrder, Seed: o.seed, Limit: o.limit,
	}
	err := o.addGoal(&q)
	if err != nil {
		return q, err
	}
	for _, text := range o.theme {
		without, isNot := strings.CutPrefix(text, "not-")
		if isNot {
			q.NotThemes = append(q.NotThemes, without)
		} else {
			q.Themes = append(q.Themes, strings.Split(text, ","))
		}
	}

	for _, piece := range o.keyPiece {
		letter := strings.ToUpper(piece)
		if len(letter) != 1 || !strings.Contains("KQRBNP", letter) {
			return q, fmt.Errorf("--key-piece must be K, Q, R, B, N or P, not %q", piece)
		}
		q.KeyPieces = append(q.KeyPieces, letter)
	}

	for _, r := range []struct {
		flag, text string
		to         *store.Range
	}{{"win-in", o.winIn, &q.Length}, {"grade", o.grade, &q.Grade}, {"pieces", o.pieces, &q.Pieces}} {
		if r.text == "" {
			continue
		}
		*r.to, err = parseRange(r.text)
		if err != nil {
			return q, fmt.Errorf("--%s: %w", r.flag, err)
		}
	}

	return q, nil
}

// addGoal adds the kind of goal and, of a whole stipulation, the number of turns.
func (o *queryOptions) addGoal(q *store.Query) error {
	if o.goal == "" {
		return nil
	}
	if kind, ok := puzzle.ParseGoal(o.goal); ok {
		q.Stipulation = kind.String()
		return nil
	}

	kind, in, half, ok := puzzle.ParseStipulation(o.goal)
	if !ok {
		return fmt.Errorf("--goal: unknown %q; name a kind such as win, help-win or series-stalemate, "+
			"or a stipulation such as #2 or h#2.5", o.goal)
	}
	if o.winIn != "" {
		return fmt.Errorf("--goal %s and --win-in cannot be combined: both name the number of turns", o.goal)
	}
	turns := float64(in)
	if half {
		turns += 0.5
	}
	q.Stipulation, q.Length = kind.String(), store.Range{From: turns, To: turns}
	return nil
}

// parseRange reads 3, 2..4, 2.. or ..4.
func parseRange(text string) (store.Range, error) {
	low, high, isRange := strings.Cut(text, "..")
	if !isRange {
		high = low
	}
	from, err1 := parseEnd(low)
	to, err2 := parseEnd(high)
	isEmpty := low == "" && high == "" || to != 0 && from > to
	if err1 != nil || err2 != nil || isEmpty {
		return store.Range{}, fmt.Errorf("%q is not a range such as 2..4", text)
	}
	return store.Range{From: from, To: to}, nil
}

// parseEnd reads one end of a range, 0 if it is open.
func parseEnd(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseFloat(text, 64)
	isUsable := n > 0 && n <= 1e6 // false for "nan", which ParseFloat accepts
	if err == nil && !isUsable {
		err = strconv.ErrRange
	}
	return n, err
}
