package specs

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// wanted returns the faults that a wrong file announces in its first lines.
func wanted(text []byte) []string {
	var want []string
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if w, ok := strings.CutPrefix(lines.Text(), "# want "); ok {
			want = append(want, w)
		}
	}

	slices.Sort(want)
	return want
}

// Each wrong file reports its message at its line and column, and its other scenario still runs.
func TestWrongFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/wrong/*.wrong")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml.wrong"), func(t *testing.T) {
			text := filetest.Read(t, file)
			suite, faults := Read(t.Context(), text, file)
			readable := 0
			for i := range suite.Scenarios {
				s := &suite.Scenarios[i]
				faults = append(faults, s.Faults...)
				if len(s.Faults) == 0 {
					readable++
					if result, err := Run(context.Background(), s, Options{}); err != nil ||
						!result.OK() {
						t.Errorf("%s: %v %v", s.Name, err, result.Failures)
					}
				}
			}

			got := []string{}
			for _, f := range faults {
				got = append(got, fmt.Sprintf("%d:%d: %v", f.Line, f.Column, f.Err))
				if !errors.Is(f, board.ErrSyntax) && !errors.Is(f, board.ErrInvalid) &&
					!errors.Is(f, ruleset.ErrUnknown) &&
					!errors.Is(f, ruleset.ErrSetting) && !errors.Is(f, ruleset.ErrSyntax) {
					t.Errorf("%v is of no class", f)
				}
			}

			slices.SortFunc(got, cmp.Compare)
			if want := wanted(text); !slices.Equal(got, want) {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want,
					"\n  "))
			}

			if strings.Contains(string(text), "the other one still runs") &&
				!strings.HasPrefix(filepath.Base(file), "file-") &&
				filepath.Base(file) != "rules-missing.yaml.wrong" && readable != 1 {
				t.Errorf("%d scenarios can be run", readable)
			}
		})
	}
}
