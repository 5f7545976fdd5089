package status

import (
	"fmt"
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// terminal returns the end of a new terminal that a program writes to.
func terminal(t *testing.T) *os.File {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { master.Close() })
	var number, locked int32
	control(t, master, syscall.TIOCGPTN, unsafe.Pointer(&number))
	control(t, master, syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	f, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func control(t *testing.T, f *os.File, request uintptr, argument unsafe.Pointer) {
	t.Helper()
	if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(argument)); err != 0 {
		t.Skip(err)
	}
}

// A line is as wide as its terminal, and 80 columns where the terminal does not know or is gone.
func TestWidth(t *testing.T) {
	f := terminal(t)
	line := New(f)
	if line == nil {
		t.Fatal("no line is drawn on a terminal")
	}
	for _, c := range []struct{ columns, want int }{{0, 80}, {1, 1}, {132, 132}} {
		size := [4]uint16{24, uint16(c.columns)} // rows and columns, then the same in points
		control(t, f, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
		if got := line.width(); got != c.want {
			t.Errorf("on %d columns the line is %d wide, want %d", c.columns, got, c.want)
		}
	}
	f.Close()
	if got := line.width(); got != 80 {
		t.Errorf("where the terminal is gone the line is %d wide", got)
	}
}
