package servecmd

import (
	"strings"
	"testing"
	"time"
)

// A file to begin with may be as long as the page can read in one piece, and no longer.
func TestGivenText(t *testing.T) {
	for n, good := range map[int]bool{12<<20 - 1: true, 12 << 20: true, 12<<20 + 1: false} {
		text, err := givenText("-", strings.NewReader(strings.Repeat("x", n)))
		if (err == nil) != good || good && len(text) != n {
			t.Errorf("%d bytes: %d, %v", n, len(text), err)
		}
		if err != nil && !strings.Contains(err.Error(), "-: longer than 12 MiB") {
			t.Error(err)
		}
	}
}

// Whoever says nothing, or takes too long to ask, is hung up on after the times that
// docs/reliability.md has; and each system opens addresses in its way.
func TestBoardServer(t *testing.T) {
	s := boardServer(nil)
	if s.ReadHeaderTimeout != 5*time.Second || s.ReadTimeout != time.Minute ||
		s.IdleTimeout != 2*time.Minute ||
		s.MaxHeaderBytes != 64<<10 {
		t.Errorf("%+v", s)
	}

	for system, want := range map[string]string{"linux": "xdg-open at", "freebsd": "xdg-open at", "darwin": "open at",
		"windows": "rundll32 url.dll,FileProtocolHandler at"} {
		if got := strings.Join(browserCall(system, "at"), " "); got != want {
			t.Errorf("%s: %s", system, got)
		}
	}
}
