package share

import (
	"runtime/debug"
	"strings"
	"testing"
)

// Machines that share work run the same program: built from the same state of the code, or the same
// to the byte.
func TestSourceOf(t *testing.T) {
	sum := programChecksum()
	if len(sum) != 32 || strings.Trim(sum, "0123456789abcdef") != "" {
		t.Errorf("the checksum of the program: %q", sum)
	}
	revision, clean, modified := debug.BuildSetting{Key: "vcs.revision", Value: "abc"},
		debug.BuildSetting{
			Key:   "vcs.modified",
			Value: "false",
		}, debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	for i, test := range []struct {
		settings []debug.BuildSetting
		want     string
	}{{nil, sum}, {[]debug.BuildSetting{revision}, "abc"},
		{[]debug.BuildSetting{revision, clean}, "abc"},
		{[]debug.BuildSetting{revision, modified}, sum},
		{[]debug.BuildSetting{modified, revision}, sum},
		{[]debug.BuildSetting{clean}, sum}} {
		if got := sourceOf(&debug.BuildInfo{Settings: test.settings}); got != test.want {
			t.Errorf("%d: %s, want %s", i, got, test.want)
		}
	}

	if got := sourceOf(nil); got != sum {
		t.Error(got)
	}
}
