//go:build unix

package files

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The test program runs itself as the process that writes.
func TestMain(m *testing.M) {
	switch path := os.Getenv("FILES_PATH"); os.Getenv("FILES_DO") {
	case "":
		os.Exit(m.Run())
	case "rewrite": // for ever: a file of one letter, then of the next
		for i := 0; ; i++ {
			if err := Write(path, text(strings.Repeat(string(rune('a'+i%26)), 200_000))); err != nil {
				fmt.Println(err)
				os.Exit(1)
			}

			if i == 0 {
				fmt.Println("replaced")
			}
		}
	case "count":
		for range 25 {
			err := Update(path, func(old []byte) ([]byte, error) {
				n, _ := strconv.Atoi(string(old))
				return strconv.AppendInt(nil, int64(n+1), 10), nil
			})
			if err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
		}
	case "write":
		err := Write(path, func(w io.Writer) error {
			for i := range 100 {
				if _, err := fmt.Fprintf(w, "%0999d\n", i); err != nil {
					return err
				}
			}

			return nil
		})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
}

func process(t *testing.T, what, path string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "FILES_DO="+what, "FILES_PATH="+path)
	return cmd
}

// A reader never sees anything but a whole file, at whatever moment the writer is killed.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	put(t, path, strings.Repeat("old", 10), 0o644)
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[byte]bool{}
	for round := range 30 {
		cmd := process(t, "rewrite", path)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		if round%2 == 0 { // however slow the machine is, the file has been replaced
			bufio.NewReader(out).ReadString('\n')
		}
		time.Sleep(time.Duration(random.IntN(20_000)) * time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		got := content(t, path)
		if got != strings.Repeat("old", 10) &&
			(len(got) != 200_000 || strings.Trim(got, got[:1]) != "") {
			t.Fatalf("the file holds %d bytes, %.20q…", len(got), got)
		}
		seen[got[0]] = true
	}

	if len(seen) < 2 {
		t.Error("the file was never replaced, so that the test shows nothing")
	}
}

func TestUpdateProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "count")
	var all []*exec.Cmd
	for range 4 {
		cmd := process(t, "count", path)
		cmd.Stdout = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}

	for _, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}

	if got := content(t, path); got != "100" {
		t.Errorf("100 updates by 4 processes have counted to %s", got)
	}
}

// A disk that is full: the size of files is limited for the process.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	put(t, path, "old", 0o644)
	cmd := process(t, "write", path)
	script := exec.Command("sh", "-c", `ulimit -f 16 && exec "$0" -test.run='^$'`, cmd.Path)
	script.Env = cmd.Env
	out, err := script.CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte("write "+path+": ")) {
		t.Errorf("the process ends with %v: %s", err, out)
	}
	if got := content(t, path); got != "old" {
		t.Errorf("the file holds %.20q", got)
	}
	alone(t, dir, "a.txt")
}

// Devices are written to, not replaced, and closed when they are given up.
func TestDevice(t *testing.T) {
	null := device(t, "null")
	if err := Write(null, text("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(null); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Fatalf("the device is %v now, error %v", info.Mode(), err)
	}
	discardCloses(t, null)
}

func TestFullDevice(t *testing.T) {
	full := device(t, "full")
	if err := Write(full, text("x")); err == nil ||
		!strings.Contains(err.Error(), full+": no space left") {
		t.Errorf("a full device gives %v", err)
	}
}

// Pipes are written to, not replaced.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(pipe)
		read <- string(text)
	}()
	if err := Write(pipe, text("through the pipe")); err != nil {
		t.Error(err)
	}
	if got := <-read; got != "through the pipe" {
		t.Errorf("through the pipe came %q", got)
	}
	alone(t, dir, "pipe")
}

// Standard output is written to as it is, also where it is a file that already holds something.
func TestStandardOutput(t *testing.T) {
	if _, err := os.Stat("/dev/stdout"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	cmd := process(t, "write", "/dev/stdout")
	script := exec.Command("sh", "-c", `(echo first; "$0" -test.run='^$'; echo last) > "$1"`,
		cmd.Path, path)
	script.Env = cmd.Env
	if out, err := script.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got := content(t, path)
	if !strings.HasPrefix(got, "first\n000") || !strings.HasSuffix(got, "99\nlast\n") ||
		len(got) != 100_000+11 {
		t.Errorf("the file holds %d bytes: %.20q…", len(got), got)
	}
	alone(t, dir, "out")
}
