package corpus

import (
	"bufio"
	"fmt"
	"io"
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
