package specs

import (
	"context"
	"embed"
	"io/fs"
)

// Files contains the scenario files of this directory, to be read in the order of their names.
//
//go:embed *.yaml
var Files embed.FS

// All reads the scenario files of this directory in order. An error means that the build is faulty;
// the package's tests find that.
func All() ([]Suite, error) {
	names, err := fs.Glob(Files, "*.yaml")
	if err != nil {
		return nil, err
	}
	var suites []Suite
	for _, name := range names {
		text, err := Files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		suite, faults := Read(context.Background(), text, "specs/"+name)
		if len(faults) > 0 {
			return nil, faults[0]
		}
		suites = append(suites, suite)
	}

	return suites, nil
}
