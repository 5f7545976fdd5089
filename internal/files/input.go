package files

import (
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
)

// An Input is an open file, decompressed as it is read. It is read by one goroutine at a time.
type Input struct {
	Name string
	Size int64 // of the file on the disk, compressed or not; 0 if unknown

	// MaxWindow is the maximum window of zstd data in bytes, which determines how much memory
	// decompression takes. [Open] sets DefaultMaxWindow; it may be changed before the first read.
	MaxWindow int64

	raw   io.Reader // the content of the file
	text  io.Reader // the decompressed content; nil before the first read
	ended error     // io.EOF or the damage, which every further read returns
	file  *os.File
	zst   *zstd.Decoder
}

// DefaultMaxWindow is the window that "zstd --ultra -22" uses and "zstd -d" accepts by default.
const DefaultMaxWindow = 128 << 20

// windowError reports that zstd data needs a larger window than is allowed.
type windowError struct{ allowed int64 }

func (e windowError) Error() string {
	return fmt.Sprintf("the zstd data needs more than %d MiB of memory", e.allowed>>20)
}

// DamageError reports that a file cannot be read to its end, or that it is not compressed as its
// name says. What comes before the damage has been read.
type DamageError struct {
	Path string
	Err  error
}

func (e *DamageError) Error() string { return e.Path + ": " + e.Reason() }

// Unwrap returns the error of the decompressor or of the file.
func (e *DamageError) Unwrap() error { return e.Err }

// Reason describes the damage, without the path.
func (e *DamageError) Reason() string {
	kind := "file"
	if format := compression(e.Path); format != "" {
		kind = format + " data"
	}
	var structure bzip2.StructuralError
	var path *fs.PathError
	var window windowError
	switch {
	case errors.As(e.Err, &path):
		return path.Err.Error()
	case errors.Is(e.Err, io.ErrUnexpectedEOF):
		return "the " + kind + " is incomplete"
	case errors.Is(e.Err, gzip.ErrHeader), errors.Is(e.Err, zstd.ErrMagicMismatch),
		errors.As(e.Err, &structure) && structure == "bad magic value":
		return "it is not " + kind
	case errors.Is(e.Err, gzip.ErrChecksum), errors.Is(e.Err, zstd.ErrCRCMismatch):
		return "the " + kind + " is damaged: its checksum does not match"
	case errors.As(e.Err, &window):
		return window.Error()
	case kind != "file" && e.Err != errEmpty:
		return "the " + kind + " is damaged: " + e.Err.Error()
	}

	return e.Err.Error()
}

var errEmpty = errors.New("the file is empty")

// Open opens a file and decompresses it as the extension of its name says: .gz, .bz2 or .zst. Its
// error is the file system's; damaged data is reported by [Input.Read] as a [*DamageError].
func Open(path string) (*Input, error) {
	info, err := os.Stat(path)
	pipe := err == nil && info.Mode()&os.ModeNamedPipe != 0
	flags := os.O_RDONLY
	if pipe {
		flags |= nonBlocking // otherwise opening it could block forever
	}

	file, err := os.OpenFile(path, flags, 0)
	if err != nil {
		return nil, err
	}

	f := &Input{Name: path, MaxWindow: DefaultMaxWindow, file: file, raw: file}
	info, err = file.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = &os.PathError{Op: "read", Path: path, Err: errors.New("is a directory")}
	case info.Mode().IsRegular():
		f.Size = info.Size()
	}

	if err != nil {
		file.Close()
		return nil, err
	}

	if pipe {
		f.raw = &namedPipe{file: file, until: time.Now().Add(pipeWait)}
	}
	return f, nil
}

const pipeWait = 5 * time.Second

var errNoWriter = fmt.Errorf("no program has written to this named pipe within %v", pipeWait)

// A namedPipe waits for the first byte for a limited time.
type namedPipe struct {
	file  *os.File
	begun bool
	until time.Time
}

func (p *namedPipe) Read(text []byte) (int, error) {
	for {
		n, err := p.file.Read(text)
		p.begun = p.begun || n > 0
		if p.begun || err != io.EOF {
			return n, err
		}
		if time.Now().After(p.until) {
			return 0, errNoWriter
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Read reads the decompressed content of the file. An error other than io.EOF is a [*DamageError].
func (f *Input) Read(p []byte) (n int, err error) {
	if f.ended != nil {
		return 0, f.ended
	}

	if f.text == nil {
		err = f.decompress()
	}
	if err == nil {
		n, err = f.text.Read(p)
	}
	if err == nil {
		return n, nil
	}

	if errors.Is(err, zstd.ErrWindowSizeExceeded) {
		err = windowError{f.MaxWindow}
	}
	f.ended = io.EOF
	if err != io.EOF {
		f.ended = &DamageError{Path: f.Name, Err: err}
	}
	f.releaseWindow()
	return n, f.ended
}

// releaseWindow frees the memory of the decompressor. Files may stay open long after they have been
// read, until their records are reported.
func (f *Input) releaseWindow() {
	if f.zst != nil {
		f.zst.Close()
	}
	f.zst, f.text = nil, nil
}

func (f *Input) decompress() (err error) {
	f.text = f.raw
	switch compression(f.Name) {
	case "gzip":
		f.text, err = newGunzip(f.raw)
		if err == io.EOF {
			err = errEmpty
		}
	case "bzip2":
		f.text = bzip2.NewReader(f.raw)
	case "zstd":
		f.zst, err = zstd.NewReader(f.raw, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderMaxWindow(uint64(max(f.MaxWindow, zstd.MinWindowSize))), zstd.WithDecoderLowmem(true))
		f.text = f.zst
	}

	return err
}

// Consumed returns how many bytes of the file have been read, before decompression, 0 if that is
// unknown. It may be called while another goroutine reads.
func (f *Input) Consumed() int64 {
	n, _ := f.file.Seek(0, io.SeekCurrent)
	return n
}

// Close closes the file.
func (f *Input) Close() error {
	f.releaseWindow()
	return f.file.Close()
}

// Decompressed returns the name of a file without the extension of its compression.
func Decompressed(path string) string {
	if compression(path) == "" {
		return path
	}
	return strings.TrimSuffix(path, filepath.Ext(path))
}

func compression(path string) string {
	return map[string]string{".gz": "gzip", ".bz2": "bzip2", ".zst": "zstd"}[strings.ToLower(filepath.Ext(path))]
}
