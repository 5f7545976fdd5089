package filetest_test

import (
	"path/filepath"
	"testing"

	"turncoat/internal/filetest"
)

// A failing test is one whose failure is noted, and ends it as a panic does.
type failing struct {
	testing.TB
	helpers int
}

func (f *failing) Helper() { f.helpers++ }

func (f *failing) Fatal(args ...any) { panic(args[0]) }

// What is written is read again, and a file that cannot be read or written ends the test.
func TestReadAndWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for _, text := range []string{"longer", "text"} {
		filetest.Write(t, path, []byte(text))
		if got := filetest.Read(t, path); string(got) != text {
			t.Errorf("%q is read as %q", text, got)
		}
	}
	f := &failing{TB: t}
	for name, fails := range map[string]func(){
		"read":  func() { filetest.Read(f, path+"/b") },
		"write": func() { filetest.Write(f, path+"/b", nil) },
	} {
		f.helpers = 0
		func() {
			defer func() {
				if _, ok := recover().(error); !ok || f.helpers != 1 {
					t.Errorf("%s ends nothing; %d calls of Helper", name, f.helpers)
				}
			}()
			fails()
		}()
	}
}
