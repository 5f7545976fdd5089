package command

import (
	"runtime/debug"
	"testing"
)

func TestVersionOf(t *testing.T) {
	got := versionOf(
		&debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
			{Key: "-buildmode", Value: "exe"}, {Key: "vcs.revision", Value: "abc"},
			{Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"},
		}},
		true,
	)
	if got.Version != "v1.2.3" || got.Revision != "abc" || got.Time != "2026-01-02T03:04:05Z" ||
		!got.Modified {
		t.Errorf("%+v", got)
	}

	got.Go, got.System = "go9", "linux/z80"
	if text := got.text("turncoat"); text != "turncoat v1.2.3\nrevision abc of 2026-01-02T03:04:05Z, with changes\ngo9 linux/z80\n" {
		t.Errorf("%q", text)
	}
	got.Modified = false
	if text := got.text("turncoat"); text != "turncoat v1.2.3\nrevision abc of 2026-01-02T03:04:05Z\ngo9 linux/z80\n" {
		t.Errorf("%q", text)
	}
	if got := versionOf(&debug.BuildInfo{Main: debug.Module{Version: "(devel)"},
		Settings: []debug.BuildSetting{{Key: "vcs.modified", Value: "false"}}},
		true); got.Version != "(devel)" || got.Modified {
		t.Errorf("%+v", got)
	}

	if got := versionOf(nil, false); got.Version != "(devel)" || got.Revision != "" ||
		got.Go == "" ||
		got.System == "" {
		t.Errorf("%+v", got)
	}
}
