package corpus

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Perft is a position with the numbers of turn sequences of length 1, 2, …
type Perft struct {
	FEN    string
	Counts []uint64
}

// PerftOptions say how far to count.
type PerftOptions struct {
	Depth int    // the greatest depth, from 1
	Nodes uint64 // a depth that would count about more than these is left out; 0 for no limit
	Jobs  int
}

// CountPerft counts the turn sequences of positions. Moves of seeds are played first; a position
// whose FEN does not show all that the moves have led to is left out.
func CountPerft(ctx context.Context, set ruleset.Set, seeds []Seed, o PerftOptions) ([]Perft, error) {
	g := rules.New(set)
	var list []Perft
	seen := map[string]bool{}
	for _, s := range seeds {
		p, err := probe{s.FEN, s.Moves}.position(g)
		if err != nil {
			return list, fmt.Errorf("%w: %s: %w", ErrContent, s.FEN, err)
		}
		fen := g.FEN(&p)
		again, err := g.ParseFEN(fen)
		if err != nil || again.Key != p.Key || seen[fen] {
			continue
		}
		seen[fen] = true
		counted := Perft{FEN: fen}
		for depth := 1; depth <= o.Depth; depth++ {
			if o.Nodes > 0 && counted.next() > o.Nodes {
				break
			}
			n, err := g.Perft(ctx, &p, depth, o.Jobs)
			if err != nil {
				return list, err
			}
			counted.Counts = append(counted.Counts, n)
		}
		list = append(list, counted)
	}
	return list, nil
}

// next guesses the count of the next depth from the growth so far.
func (p *Perft) next() uint64 {
	n := len(p.Counts)
	switch n {
	case 0:
		return 0
	case 1:
		return p.Counts[0] * p.Counts[0]
	}
	return p.Counts[n-1] * max(1, p.Counts[n-1]/max(1, p.Counts[n-2]))
}

// WriteEPD writes positions one a line, as in "FEN ;D1 20 ;D2 400".
func WriteEPD(w io.Writer, list []Perft) error {
	out := bufio.NewWriter(w)
	for _, p := range list {
		out.WriteString(p.FEN)
		for i, n := range p.Counts {
			fmt.Fprintf(out, " ;D%d %d", i+1, n)
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// ReadEPD reads what [WriteEPD] writes, strictly: every line a FEN that the rules allow and the
// counts of the depths from 1, each once and in order. Empty lines and lines that begin with "#"
// are passed over. It gives the good lines and an error that joins one [*Error] for each fault.
func ReadEPD(r io.Reader, file string, set ruleset.Set) ([]Perft, error) {
	var list []Perft
	var errs []error
	g := rules.New(set)
	lines := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, err := readLine(lines, 1<<16)
		if err != nil && !errors.Is(err, io.EOF) {
			return list, errors.Join(append(errs, &Error{File: file, Line: number, Err: err})...)
		}
		if text := strings.TrimSpace(string(line)); text != "" && text[0] != '#' {
			p, problem := parseEPD(g, text)
			if problem != nil {
				errs = append(errs, &Error{File: file, Line: number, Err: problem})
			} else {
				list = append(list, p)
			}
		}
		if err != nil {
			return list, errors.Join(errs...)
		}
	}
}

func parseEPD(g *rules.Variant, text string) (Perft, error) {
	parts := strings.Split(text, ";")
	p := Perft{FEN: strings.TrimSpace(parts[0])}
	if _, err := g.ParseFEN(p.FEN); err != nil {
		return p, fmt.Errorf("%w: %w", ErrContent, err)
	}
	for i, part := range parts[1:] {
		fields := strings.Fields(part)
		if len(fields) != 2 || fields[0] != "D"+strconv.Itoa(i+1) {
			return p, fmt.Errorf("%w: want D%d and a number, not %q", ErrSyntax, i+1, strings.TrimSpace(part))
		}
		n, err := strconv.ParseUint(fields[1], 10, 64)
		if err != nil {
			return p, fmt.Errorf("%w: D%d: %q is no number", ErrSyntax, i+1, fields[1])
		}
		p.Counts = append(p.Counts, n)
	}
	if len(p.Counts) == 0 {
		return p, fmt.Errorf("%w: it counts nothing", ErrSyntax)
	}
	return p, nil
}

// PerftSeeds gives positions to count from: the standard start, positions out of random games in
// which there is something to play, and positions with castling rights; the same for the same seed.
func PerftSeeds(set ruleset.Set, n int, seed uint64) []Seed {
	const least = 5 // turns
	g := rules.New(set)
	list := []Seed{{FEN: board.StartFEN}}
	c := composer{game: g, family: set.Family}
	r := random(seed)
	for tries := 0; len(list) < n && tries < 1000*n; tries++ {
		make := c.walk
		if len(list)%3 == 2 {
			make = c.castling
		}
		q, ok := make(r)
		if !ok {
			continue
		}
		p, err := q.position(g)
		if err != nil || len(g.Moves(&p)) < least {
			continue
		}
		list = append(list, Seed{q.fen, q.moves})
	}
	return list
}
