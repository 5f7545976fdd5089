package files

import (
	"bufio"
	"compress/gzip"
	"io"
)

// maxPadding is how many zeros may follow gzip data. Tapes and block devices are padded; gzip
// itself ignores any number.
const maxPadding = 1 << 20

// A gunzip decompresses gzip data of one or several members, which zeros may follow.
type gunzip struct {
	raw    *bufio.Reader
	member *gzip.Reader
}

func newGunzip(raw io.Reader) (*gunzip, error) {
	buffered := bufio.NewReader(raw)
	member, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, err
	}
	member.Multistream(false)
	return &gunzip{buffered, member}, nil
}

func (g *gunzip) Read(p []byte) (int, error) {
	for {
		n, err := g.member.Read(p)
		if n > 0 && err == io.EOF {
			return n, nil
		}
		if err != io.EOF {
			return n, err
		}

		if err := g.next(); err != nil {
			return 0, err
		}
	}
}

// next begins the next member. It returns io.EOF if only padding follows.
func (g *gunzip) next() error {
	for range maxPadding {
		b, err := g.raw.ReadByte()
		if err != nil {
			return err
		}
		if b != 0 {
			_ = g.raw.UnreadByte() // a byte that was just read
			break
		}
	}

	if err := g.member.Reset(g.raw); err != nil {
		return err
	}
	g.member.Multistream(false)
	return nil
}
