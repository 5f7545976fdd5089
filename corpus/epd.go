package corpus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"turncoat/corpus/internal/lines"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Perft is a position with the numbers of turn sequences of length 1, 2, …
type Perft struct {
	FEN    string
	Counts []uint64
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
// are passed over. It returns the good lines and an error that joins one [*Error] for each fault.
func ReadEPD(r io.Reader, file string, set ruleset.Set) ([]Perft, error) {
	var list []Perft
	faults := faultsOf{file: file}
	g := rules.New(set)
	in := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, err := lines.Read(in, 1<<16)
		if err != nil && !errors.Is(err, io.EOF) {
			if errors.Is(err, lines.ErrTooLong) {
				err = fmt.Errorf("%w: a line is too long", ErrSyntax)
			}
			faults.add(&Error{File: file, Line: number, Err: err})
			return list, faults.join()
		}
		if text := strings.TrimSpace(string(line)); text != "" && text[0] != '#' {
			p, problem := parseEPD(g, text)
			if problem != nil {
				faults.add(&Error{File: file, Line: number, Err: problem})
			} else {
				list = append(list, p)
			}
		}
		if err != nil {
			return list, faults.join()
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
