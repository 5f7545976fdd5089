package rulestest_test

import (
	"testing"

	"turncoat/internal/rulestest"
)

// A failing test is one whose failure is noted, and ends it as a panic does.
type failing struct {
	testing.TB
	helpers int
}

func (f *failing) Helper() { f.helpers++ }

func (f *failing) Fatal(args ...any) { panic(args[0]) }

// The sets are those of their names, and what is none ends the test that asks for it.
func TestBuiltin(t *testing.T) {
	for _, name := range []string{"pacifist1", "chess"} {
		if set := rulestest.Builtin(t, name); set.Name != name {
			t.Errorf("%s is %s", name, set.Name)
		}
	}
	f := &failing{TB: t}
	defer func() {
		if _, ok := recover().(error); !ok || f.helpers != 1 {
			t.Errorf("a set that is not there ends nothing; %d calls of Helper", f.helpers)
		}
	}()
	rulestest.Builtin(f, "none")
}
