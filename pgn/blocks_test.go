package pgn

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Records of many blocks, and one that is longer than two, come through whole and in order, whether the caller
// hands its buffer back, a small one, or none; every block begins where a record does.
func TestBlocksHoldAll(t *testing.T) {
	var whole []byte
	for i := range 9 {
		length := 100_000
		if i == 4 {
			length = 700_000
		}
		whole = fmt.Appendf(whole, "[Event \"%d\"]\n\n{%s} 1. e4 *\n\n", i, strings.Repeat(fmt.Sprintf("word%d ", i),
			length/6))
	}

	for name, buffer := range map[string][]byte{"none": nil, "small": make([]byte, 0, 1000),
		"handed back": make([]byte, 0, 100_000)} {
		blocks := NewBlocks(bytes.NewReader(whole), FormPGN)
		var joined []byte
		count := 0
		for {
			b, err := blocks.Next(buffer)
			if err != nil {
				if err != io.EOF {
					t.Error(err)
				}
				break
			}

			if count++; !bytes.HasPrefix(b.Text, []byte("[Event ")) || b.TooLong {
				t.Errorf("%s: block %d begins with %.30q, too long %t", name, count, b.Text, b.TooLong)
			}
			joined = append(joined, b.Text...)
			if name == "handed back" {
				buffer = b.Text
			}
		}

		if !bytes.Equal(joined, whole) || count < 3 {
			t.Errorf("%s: %d of %d bytes came through, or others, in %d blocks", name, len(joined), len(whole), count)
		}
	}
}
