package command

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// VersionJSON is what "turncoat version --json" prints.
type VersionJSON struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"` // of the source in its repository
	Modified bool   `json:"modified,omitempty"` // the source had uncommitted changes
	Time     string `json:"time,omitempty"`     // of the revision
	Go       string `json:"go"`
	System   string `json:"system"`
}

// versionCommand returns the command that prints the version.
func versionCommand(s *Session) *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version, the revision of the source, and the version of Go",
		Flags: []cli.Flag{s.JSONFlag()},
		Action: func(*cli.Context) error {
			v := versionOf(debug.ReadBuildInfo())
			return s.Result(v, "%s", v.text(s.program.Name))
		},
	}
}

func (v *VersionJSON) text(program string) string {
	revision := ""
	if v.Revision != "" {
		changed := ""
		if v.Modified {
			changed = ", with changes"
		}
		revision = fmt.Sprintf("revision %s of %s%s\n", v.Revision, v.Time, changed)
	}

	return fmt.Sprintf("%s %s\n%s%s %s\n", program, v.Version, revision, v.Go, v.System)
}

// versionOf returns the version information that the Go tool has put into a program.
func versionOf(info *debug.BuildInfo, ok bool) VersionJSON {
	v := VersionJSON{
		Version: "(devel)",
		Go:      runtime.Version(),
		System:  runtime.GOOS + "/" + runtime.GOARCH,
	}
	if !ok {
		return v
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		v.Version = filepath.Base(info.Main.Version)
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			v.Revision = setting.Value
		case "vcs.time":
			v.Time = setting.Value
		case "vcs.modified":
			v.Modified = setting.Value == "true"
		}
	}

	return v
}

// Version returns only the version.
func Version() string { return versionOf(debug.ReadBuildInfo()).Version }
