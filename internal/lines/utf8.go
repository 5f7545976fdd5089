package lines

import (
	"bufio"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// UTF8 returns a reader that delivers a text in UTF-16 as UTF-8, and any other as it is. A text is
// in UTF-16 if it begins with its byte order mark, or with ASCII characters of two bytes.
func UTF8(r io.Reader) io.Reader { return &decoder{in: bufio.NewReader(r)} }

type decoder struct {
	in  *bufio.Reader
	out io.Reader // nil before the first bytes have come
}

func (d *decoder) Read(p []byte) (int, error) {
	if d.out == nil {
		first, err := d.in.Peek(1)
		if err != nil {
			return 0, err
		}
		// Somebody may be typing: more than has come is only waited for after the half of a mark.
		n := min(d.in.Buffered(), 8)
		if first[0] >= 0xfe {
			n = max(n, 2)
		}
		head, _ := d.in.Peek(n)
		d.out = d.in
		if order, ok := utf16Order(head); ok {
			d.out = transform.NewReader(d.in, unicode.UTF16(order, unicode.UseBOM).NewDecoder())
		}
	}

	return d.out.Read(p)
}

// utf16Order reports whether a text begins as UTF-16 does, and the order of its bytes.
func utf16Order(head []byte) (unicode.Endianness, bool) {
	if len(head) < 2 {
		return unicode.LittleEndian, false
	}
	switch [2]byte(head) {
	case [2]byte{0xff, 0xfe}:
		return unicode.LittleEndian, true
	case [2]byte{0xfe, 0xff}:
		return unicode.BigEndian, true
	}

	for i := 1; i < len(head); i++ {
		if (head[i] == 0) == (head[i-1] == 0) {
			return unicode.LittleEndian, false
		}
	}
	if head[0] == 0 {
		return unicode.BigEndian, len(head) == 8
	}
	return unicode.LittleEndian, len(head) == 8
}
