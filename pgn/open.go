//go:build !turncoat_web

package pgn

import (
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// Source is an open file, decompressed as it is read.
type Source struct {
	Name string
	Form Form
	Size int64 // of the file as it lies on the disk; 0 when not known

	io.Reader
	file    *os.File
	zst     *zstd.Decoder
	counted counter
}

// A counter counts what is read of a file before it is decompressed.
type counter struct {
	r io.Reader
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// maxWindow bounds the memory that a compressed file may ask for.
const maxWindow = 64 << 20

// Open opens a file, and decompresses it as the ending of its name says: .gz, .bz2 or .zst.
func Open(path string) (*Source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	s := &Source{Name: path, Form: FormOf(path), file: f}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = &os.PathError{Op: "read", Path: path, Err: errors.New("is a directory")}
	case info.Mode().IsRegular():
		s.Size = info.Size()
	}
	if err == nil {
		s.counted.r = f
		s.Reader, err = s.decompress(path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return s, nil
}

func (s *Source) decompress(path string) (io.Reader, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".gz":
		r, err := gzip.NewReader(&s.counted)
		if err != nil {
			return nil, &os.PathError{Op: "decompress", Path: path, Err: err}
		}
		return r, nil
	case ".bz2":
		return bzip2.NewReader(&s.counted), nil
	case ".zst":
		r, err := zstd.NewReader(&s.counted, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, &os.PathError{Op: "decompress", Path: path, Err: err}
		}
		s.zst = r
		return r, nil
	}
	return &s.counted, nil
}

// Consumed returns how many bytes of the file have been read, before decompression. It may be called while
// another goroutine reads.
func (s *Source) Consumed() int64 { return s.counted.n.Load() }

// Close closes the file.
func (s *Source) Close() error {
	if s.zst != nil {
		s.zst.Close()
	}
	return s.file.Close()
}
