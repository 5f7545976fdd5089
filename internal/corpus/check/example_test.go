package check_test

import (
	"context"
	"fmt"
	"os/exec"
	"time"

	"turncoat/corpus"
	"turncoat/internal/corpus/check"
)

// Ask a program the smallest corpus and say what it misreads. (Here a program that speaks the
// protocol and knows nothing.)
func Example() {
	if _, err := exec.LookPath("python3"); err != nil {
		fmt.Println("skipped: true")
		return
	}

	cases, err := corpus.Golden(corpus.Smoke, "pacifist1")
	if err != nil {
		panic(err)
	}
	program := &check.Program{Args: []string{"python3", "../../../examples/adapters/skeleton.py"},
		Timeout: time.Minute}
	report, err := check.Check(context.Background(), program, cases[:3], check.Options{})
	if err != nil {
		panic(err)
	}
	for _, c := range report.Corpora {
		fmt.Println("skipped:", c.Skipped())
		if c.Diagnosis != nil {
			fmt.Println(c.Diagnosis.Summary())
		}
	}
	// Output: skipped: true
}
