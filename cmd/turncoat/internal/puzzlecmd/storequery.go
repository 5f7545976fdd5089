package puzzlecmd

import (
	"fmt"
	"strconv"
	"strings"

	"turncoat/internal/puzzle/store"
	"turncoat/puzzle"
)

// query returns the puzzles that are wanted.
func (o *storeOptions) query() (store.Query, error) {
	q := store.Query{
		Rules: o.rules, Stipulation: o.stipulation, Themes: o.theme,
		AnyTheme:  o.anyTheme,
		NotThemes: o.notTheme, Author: o.author, Text: o.text,
		Strict: o.strict,
		Sort:   store.Sort(o.sort), Random: o.random, Seed: o.seed, Limit: o.limit,
	}
	if _, ok := puzzle.ParseGoal(q.Stipulation); !ok && q.Stipulation != "" {
		return q, fmt.Errorf(
			"--stipulation: unknown %q; name one such as win, help-win or series-stalemate",
			q.Stipulation,
		)
	}

	for _, piece := range o.keyPiece {
		if len(piece) != 1 || !strings.Contains("KQRBNP", strings.ToUpper(piece)) {
			return q, fmt.Errorf("--key-piece must be K, Q, R, B, N or P, not %q", piece)
		}
		q.KeyPieces = append(q.KeyPieces, strings.ToUpper(piece))
	}

	for _, r := range []struct {
		flag, text string
		to         *store.Range
	}{{"win-in", o.winIn, &q.Length}, {"grade", o.grade, &q.Grade}, {"pieces", o.pieces, &q.Pieces}} {
		var err error
		*r.to, err = parseNumberRange(r.text)
		if err != nil {
			return q, fmt.Errorf("--%s: %w", r.flag, err)
		}
	}

	return q, nil
}

// parseNumberRange reads 3, 2..4, 2.. or ..4.
func parseNumberRange(text string) (r store.Range, err error) {
	if text == "" {
		return r, nil
	}
	low, high, ranged := strings.Cut(text, "..")
	if !ranged {
		high = low
	}
	for _, end := range []struct {
		text string
		to   *float64
	}{{low, &r.From}, {high, &r.To}} {
		if end.text == "" {
			continue
		}
		*end.to, err = strconv.ParseFloat(end.text, 64)
		inRange := *end.to > 0 && *end.to <= 1e6 // as "nan" is not, which is a number to ParseFloat
		if err != nil || !inRange {
			return r, fmt.Errorf("%q is not a range such as 2..4", text)
		}
	}

	if low == "" && high == "" || r.To != 0 && r.From > r.To {
		return r, fmt.Errorf("%q is not a range such as 2..4", text)
	}
	return r, nil
}
