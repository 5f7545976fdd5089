package corpus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/internal/lines"
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

// ReadEPD reads what WriteEPD writes, and also the EPD of [Export], whose turns it counts. It skips
// empty lines and those that begin with #. After a faulty line it reads on; the error may join
// several, each an [*Error] with its place.
func ReadEPD(r io.Reader, name string) ([]Perft, error) {
	const longest = 1 << 20 // of a case with all its turns
	var list []Perft
	faults := faultsOf{file: name}
	for in := lines.NewReader(r, longest); ; {
		line, err := in.Next()
		var tooLong *lines.TooLongError
		if err == io.EOF {
			return list, faults.join()
		}
		if err != nil && !errors.As(err, &tooLong) {
			faults.add(err)
			return list, faults.join()
		}

		text := strings.TrimSpace(string(line))
		if err == nil && (text == "" || text[0] == '#') {
			continue
		}
		var p Perft
		if err == nil {
			p, err = parseEPD(text)
		}
		if err != nil {
			faults.add(&Error{File: name, Line: in.Number(),
				Err: fmt.Errorf("%w: %w", ErrSyntax, err)})
			continue
		}

		list = append(list, p)
	}
}

// exported is a line of [Export]: four fields of a FEN, the clocks as operations, and the turns.
var exported = lazyregexp.Compile(
	`^(?P<board>\S+ \S+ \S+ \S+) hmvc (?P<clock>\d+); fmvn (?P<number>\d+);` +
		`.*; turns "(?P<turns>[^"]*)";`)

// parseEPD reads a line: a FEN, and the counts of each length from 1.
func parseEPD(text string) (Perft, error) {
	if m := exported().FindStringSubmatch(text); m != nil {
		group := func(name string) string { return m[exported().SubexpIndex(name)] }
		p := Perft{FEN: group("board") + " " + group("clock") + " " + group("number"),
			Counts: []uint64{0}}
		if turns := group("turns"); turns != "" {
			p.Counts[0] = uint64(strings.Count(turns, ",") + 1)
		}
		return p, nil
	}

	fen, rest, _ := strings.Cut(text, ";")
	p := Perft{FEN: strings.Join(strings.Fields(fen), " ")}
	for word := range strings.SplitSeq(rest, ";") {
		want := fmt.Sprintf("D%d ", len(p.Counts)+1)
		number, ok := strings.CutPrefix(strings.TrimSpace(word), want)
		n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
		if !ok || err != nil {
			return p, fmt.Errorf("%q where ;%sNUMBER was expected", word, want)
		}
		p.Counts = append(p.Counts, n)
	}

	return p, nil
}
