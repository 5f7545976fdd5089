package files

import "sync/atomic"

// A Step is one of the steps of writing a file, each of which can fail.
type Step string

// The steps, in order. StepWrite occurs each time the buffer is full.
const (
	StepCreate Step = "create"
	StepMode   Step = "mode"
	StepWrite  Step = "write"
	StepSync   Step = "sync"
	StepClose  Step = "close"
	StepRename Step = "rename"
)

var injected atomic.Pointer[func(step Step, target string) error]

// Inject sets a function that decides before every step whether it fails, and with which error; nil
// removes it. It is for tests of a full disk, a rename that fails, or a signal between two steps.
func Inject(decide func(step Step, target string) error) { injected.Store(&decide) }

func do(step Step, target string, take func() error) error {
	if decide := injected.Load(); decide != nil && *decide != nil {
		if err := (*decide)(step, target); err != nil {
			return err
		}
	}

	return take()
}
