package pgn_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"turncoat/internal/testing/filetest"

	"turncoat/pgn"
)

// zstdFrame returns data as zstd writes it with a window of two to the power of log, in blocks that
// are not compressed. The format is that of RFC 8878, section 3.1.1.
func zstdFrame(log int, data []byte) []byte {
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0, byte(log-10) << 3}
	for len(data) > 0 {
		n := min(len(data), 100_000)
		last := uint32(0)
		if n == len(data) {
			last = 1
		}
		frame = append(frame, binary.LittleEndian.AppendUint32(nil, last|uint32(n)<<3)[:3]...)
		frame, data = append(frame, data[:n]...), data[n:]
	}

	return frame
}

func gzipped(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(text); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Whatever is wrong with a compressed file, the error names the file and says what it is; what
// stands before the damage has been read.
func TestDamagedFiles(t *testing.T) {
	plain := []byte(strings.Repeat("[Event \"a\"]\n\n1. e4 e5 *\n\n", 20_000))
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	gz, zst := gzipped(t, plain), encoder.EncodeAll(plain, nil)
	checksum := bytes.Clone(gz)
	checksum[len(checksum)-8] ^= 1
	zstChecksum := bytes.Clone(zst)
	zstChecksum[len(zstChecksum)-1] ^= 1
	bz2 := filetest.Read(t, "../validate/testdata/glued.pgn.bz2")
	flipped := bytes.Clone(bz2)
	flipped[len(flipped)/2] ^= 0x10
	for _, test := range []struct {
		name string
		data []byte
		want string
		some bool // games are read before the damage
	}{
		{"plain.pgn.gz", plain, "it is not gzip data", false},
		{"plain.pgn.bz2", plain, "it is not bzip2 data", false},
		{"plain.pgn.zst", plain, "it is not zstd data", false},
		{"empty.pgn.gz", nil, "the file is empty", false},
		{"empty.pgn.bz2", nil, "the bzip2 data is incomplete", false},
		{"cut.pgn.gz", gz[:len(gz)/2], "the gzip data is incomplete", true},
		{"cut.pgn.zst", zstdFrame(20, plain)[:300_000], "the zstd data is incomplete", true},
		{"cut.pgn.bz2", bz2[:len(bz2)-10], "the bzip2 data is incomplete", true},
		{"sum.pgn.gz", checksum, "the gzip data is damaged: its checksum does not match", true},
		{"sum.pgn.zst", zstChecksum, "the zstd data is damaged: its checksum does not match", true},
		{"flip.pgn.bz2", flipped, "the bzip2 data is damaged: ", true},
		{"window.pgn.zst", zstdFrame(32, plain), "the zstd data needs more than 128 MiB of memory",
			false},
	} {
		path := filepath.Join(t.TempDir(), test.name)
		filetest.Write(t, path, test.data)
		source, err := pgn.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		games := 0
		err = pgn.Each(source, source.Form, func(pgn.Item) error { games++; return nil })
		var damage *pgn.DamageError
		if !errors.As(err, &damage) || !strings.HasPrefix(err.Error(), path+": "+test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if test.some != (games > 0) {
			t.Errorf("%s: %d games", test.name, games)
		}
		_, again := source.Read(make([]byte, 1))
		if again == nil || damage == nil || again.Error() != damage.Error() {
			t.Errorf("%s: read again it says %v", test.name, again)
		}
		source.Close()
	}
}

// Windows up to what "zstd --ultra --long=31" makes are read where they are allowed.
func TestLongWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 2 GiB of memory")
	}
	const inside = "PGN_TEST_LONG_WINDOW"
	if os.Getenv(inside) == "" { // in a process of its own, whose memory need not be cleared first
		cmd := exec.Command(os.Args[0], "-test.run=^TestLongWindow$")
		cmd.Env = append(os.Environ(), inside+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}

	path := filepath.Join(t.TempDir(), "long.pgn.zst")
	filetest.Write(t, path, zstdFrame(31, []byte("1. e4 e5 *\n")))
	source, err := pgn.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	source.MaxWindow = 2 << 30
	if text, err := io.ReadAll(source); err != nil || string(text) != "1. e4 e5 *\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// An error of the reader is not taken for its end, in any form.
func TestEachGivesReadErrors(t *testing.T) {
	fails := errors.New("the disk fails")
	for _, form := range []pgn.Form{pgn.FormPGN, pgn.FormText, pgn.FormJSON} {
		read := 0
		text := "1. e4 e5 *\n"
		if form == pgn.FormJSON {
			text = `{"rules":"chess","tags":[],"start":"start","result":"*","turns":[{"uci":"e2e4"}]}`
		}
		err := pgn.Each(io.MultiReader(strings.NewReader(text), failing{fails}), form,
			func(pgn.Item) error { read++; return nil })
		if !errors.Is(err, fails) || read != 1 {
			t.Errorf("form %d: %d games, %v", form, read, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// The form of a file is told by its name, whatever it is compressed in.
func TestFormOf(t *testing.T) {
	for name, want := range map[string]pgn.Form{
		"a.pgn": pgn.FormPGN, "A.PGN.GZ": pgn.FormPGN, "d.gz/a.txt.bz2": pgn.FormText,
		"a.jsonl.zst": pgn.FormJSON,
		"a.json":      pgn.FormJSON,
		"a.yml":       pgn.FormScenarios, "a.gz": pgn.FormNone, "a.pgn.zip": pgn.FormNone,
		".zst": pgn.FormNone,
		"pgn":  pgn.FormNone,
	} {
		if got := pgn.FormOf(name); got != want {
			t.Errorf("%s: form %d, want %d", name, got, want)
		}
	}
}
