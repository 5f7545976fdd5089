package specs

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"turncoat/internal/testing/filetest"
)

// Nothing that is read panics, each fault has its place inside the text, and what reads without
// fault can be run or says why not.
func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"*.yaml", "testdata/*.yaml", "testdata/wrong/*.wrong"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			text := filetest.Read(f, file)
			if len(text) <= 1000 { // the chapters are read by other tests
				f.Add(text)
			}
		}
	}

	f.Add([]byte("rules: &a {base: pacifist1}\nscenarios: [{name: x, rules: *a, expect: {waves: []}}]"))
	f.Add([]byte("a: &a [*a]\nscenarios: *a"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<14 {
			return
		}
		suite, faults := Read(t.Context(), text, "")
		names := map[string]bool{}
		for i := range suite.Scenarios {
			s := &suite.Scenarios[i]
			faults = append(faults, s.Faults...)
			if s.Index != i+1 {
				t.Errorf("scenario %d has index %d", i+1, s.Index)
			}
			if len(s.Faults) > 0 {
				continue
			}
			if names[s.Name] {
				t.Errorf("%q stands twice", s.Name)
			}
			names[s.Name] = true
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			if result, err := Run(ctx, s, Options{}); err == nil {
				for i := range result.Failures {
					_ = result.Lesson(s, i)
				}
			}

			cancel()
		}

		for _, fault := range faults {
			if fault.Line < 1 || fault.Column < 1 || fault.Error() == "" || fault.Code == "" {
				t.Errorf("%+v has no place", fault)
			}
		}
	})
}
