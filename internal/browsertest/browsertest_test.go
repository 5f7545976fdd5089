package browsertest_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"turncoat/internal/browsertest"
)

// Where no browser is installed that is the error; where one does not start, another, and nothing is left of it.
func TestNoBrowser(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a script is no program here")
	}
	path, temp := t.TempDir(), t.TempDir()
	t.Setenv("PATH", path)
	t.Setenv("TMPDIR", temp)
	left := func() int {
		list, err := os.ReadDir(temp)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	browser, end, err := browsertest.Start()
	if browser != nil || !errors.Is(err, exec.ErrNotFound) || left() != 0 {
		t.Errorf("without a browser: %v, %d profiles", err, left())
	}
	end()
	// One by its last name, that ends at once, and says where its profile is.
	said := filepath.Join(path, "said")
	script := "#!/bin/sh\nfor a; do case $a in --user-data-dir=*) echo \"${a#*=}\" >" + said + ";; esac; done\nexit 3\n"
	if err := os.WriteFile(filepath.Join(path, "chrome"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	browser, end, err = browsertest.Start()
	if browser == nil || err == nil || errors.Is(err, exec.ErrNotFound) || left() != 1 {
		t.Fatalf("a browser that ends at once: %v, %d profiles", err, left())
	}
	if text, err := os.ReadFile(said); err != nil || filepath.Dir(string(text)) != temp {
		t.Errorf("its profile is in %q, %v", text, err)
	}
	end()
	if browser.Err() == nil || left() != 0 {
		t.Errorf("at the end: %v, %d profiles", browser.Err(), left())
	}
	t.Setenv("TMPDIR", filepath.Join(temp, "none"))
	browser, end, err = browsertest.Start()
	if browser != nil || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a place for its profile: %v", err)
	}
	end()
}
