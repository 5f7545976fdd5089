package files

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"turncoat/internal/testing/filetest"
)

// hello is "hello\n" as the program bzip2 packs it.
const hello = "425a6839314159265359c1c080e2000001410000100244a00030cd00c3462997177245385090c1c080e2"

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zstandard(t *testing.T, text string) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(true))
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(text), nil)
}

func bzipped(t *testing.T) []byte {
	t.Helper()
	data, err := hex.DecodeString(hello)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// changed returns data with one byte changed, counted from the end where it is negative.
func changed(data []byte, i int) []byte {
	data = bytes.Clone(data)
	if i < 0 {
		i += len(data)
	}
	data[i] ^= 0xff
	return data
}

// Files are read as the endings of their names say; what is wrong with one is said without its
// path, and again at each further reading.
func TestRead(t *testing.T) {
	gz, zst, bz := gzipped(t, "hello\n"), zstandard(t, "hello\n"), bzipped(t)
	for _, c := range []struct {
		name   string
		data   []byte
		text   string
		reason string
	}{
		{"plain.pgn", []byte("hello\n"), "hello\n", ""},
		{"empty.pgn", nil, "", ""},
		{"a.pgn.gz", gz, "hello\n", ""},
		{"a.GZ", gz, "hello\n", ""},
		{"two.gz", append(bytes.Clone(gz), gz...), "hello\nhello\n", ""},
		{"a.pgn.zst", zst, "hello\n", ""},
		{"a.pgn.bz2", bz, "hello\n", ""},
		{"padded.gz", append(bytes.Clone(gz), make([]byte, 10_000)...), "hello\n", ""},
		{"members.gz", slices.Concat(gz, make([]byte, 512), gz), "hello\nhello\n", ""},
		{"garbage.gz", slices.Concat(gz, make([]byte, 512), []byte("x")), "hello\n",
			"the gzip data is incomplete"},
		{"plain.gz", []byte("this is not packed"), "", "it is not gzip data"},
		{"plain.zst", []byte("this is not packed"), "", "it is not zstd data"},
		{"plain.bz2", []byte("this is not packed"), "", "it is not bzip2 data"},
		{"empty.gz", nil, "", "the file is empty"},
		{"short.gz", gz[:len(gz)-3], "hello\n", "the gzip data is incomplete"},
		{"short.zst", zst[:len(zst)-3], "", "the zstd data is incomplete"},
		{"short.bz2", bz[:len(bz)-3], "hello\n", "the bzip2 data is incomplete"},
		{"sum.gz", changed(gz, -7), "hello\n",
			"the gzip data is damaged: its checksum does not match"},
		{"sum.zst", changed(zst, -1), "", "the zstd data is damaged: its checksum does not match"},
		{"bad.bz2", changed(bz, 12), "hello\n", "the bzip2 data is damaged: "},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		filetest.Write(t, path, c.data)
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name != path || f.Size != int64(len(c.data)) || f.Consumed() != 0 {
			t.Errorf("%s: opened as %s, %d bytes, %d read", c.name, f.Name, f.Size, f.Consumed())
		}
		text, err := io.ReadAll(f)
		if string(text) != c.text && (c.reason == "" || !strings.HasPrefix(c.text, string(text))) {
			t.Errorf("%s: %q, want %q", c.name, text, c.text)
		}
		if c.reason == "" {
			if err != nil || f.Consumed() != int64(len(c.data)) {
				t.Errorf("%s: %v, %d bytes read of %d", c.name, err, f.Consumed(), len(c.data))
			}
		} else {
			var damage *DamageError
			if !errors.As(err, &damage) || !strings.HasPrefix(damage.Reason(), c.reason) ||
				damage.Error() != path+": "+damage.Reason() || errors.Unwrap(damage) == nil {
				t.Errorf("%s: %v, want %q", c.name, err, c.reason)
			}

			if n, again := f.Read(make([]byte, 10)); n != 0 || again != err {
				t.Errorf("%s: read again: %d, %v", c.name, n, again)
			}
		}

		if err := f.Close(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if f.Close() == nil {
			t.Errorf("%s: it was still open", c.name)
		}
	}
}

// A window beyond what is allowed is refused before memory is taken for it.
func TestLargeWindow(t *testing.T) {
	for _, c := range []struct {
		log     byte // the window has 2^log bytes
		allowed int64
		reason  string
	}{
		{27, DefaultMaxWindow, ""},
		{28, DefaultMaxWindow, "the zstd data needs more than 128 MiB of memory"},
		{31, DefaultMaxWindow, "the zstd data needs more than 128 MiB of memory"},
		{28, 256 << 20, ""},
		{41, 256 << 20, "the zstd data needs more than 256 MiB of memory"},
	} {
		path := filepath.Join(t.TempDir(), "large.zst")
		filetest.Write(t, path, emptyFrame(c.log))
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		f.MaxWindow = c.allowed
		text, err := io.ReadAll(f)
		f.Close()

		reason := ""
		var damage *DamageError
		if errors.As(err, &damage) {
			reason = damage.Reason()
		}
		if len(text) > 0 || reason != c.reason {
			t.Errorf("2^%d bytes, %d allowed: %v", c.log, c.allowed, err)
		}
	}
}

// emptyFrame returns zstd data of nothing, with a window of 2^log bytes (RFC 8878, 3.1.1): the
// magic number, a frame header without content size, and a last block that is empty.
func emptyFrame(log byte) []byte {
	return []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, (log - 10) << 3, 0x01, 0x00, 0x00}
}

// A file that has been read to its end gives its decompressor's memory back before it is closed.
func TestReadFilesHoldNoWindow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.zst")
	filetest.Write(t, path, zstandard(t, "hello\n"))
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.ReadAll(f); err != nil || f.zst != nil {
		t.Error(err, f.zst)
	}
	if n, err := f.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Error(n, err)
	}
}

// What cannot be opened is an error of the file system; a folder is one from the start.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	var path *fs.PathError
	if _, err := Open(dir); !errors.As(err, &path) || path.Path != dir ||
		path.Err.Error() != "is a directory" {
		t.Error(err)
	}
	damage := &DamageError{Path: "a.pgn", Err: &fs.PathError{Op: "read", Path: "a.pgn",
		Err: errors.New("input/output error")}}
	if damage.Error() != "a.pgn: input/output error" {
		t.Error(damage)
	}
	if damage := (&DamageError{Path: "a.pgn", Err: io.ErrUnexpectedEOF}); damage.Reason() != "the file is incomplete" {
		t.Error(damage.Reason())
	}
	if damage := (&DamageError{Path: "a.pgn", Err: errors.New("odd")}); damage.Reason() != "odd" {
		t.Error(damage.Reason())
	}
}

func TestDecompressed(t *testing.T) {
	for name, want := range map[string]string{
		"a.pgn": "a.pgn", "a.pgn.gz": "a.pgn", "a.pgn.BZ2": "a.pgn", "d.gz/a.pgn.zst": "d.gz/a.pgn",
		"d.gz/a": "d.gz/a", "a.gz.pgn": "a.gz.pgn", ".gz": "",
	} {
		if got := Decompressed(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
