package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"turncoat/cmd/internal/command"
	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/testing/longtest"
	"turncoat/rules/ruleset"
)

var (
	misread = flag.Int(
		"misread",
		2,
		"diagnose `N` random misreadings of two settings for each rule set; with more than 2 every single one as well",
	)
	misreadSize = flag.String(
		"misread-size",
		"smoke",
		"diagnose from the committed corpora of this `SIZE`",
	)
)

// A program that misreads the rules, called as its author would call it, is told just what it has
// misread: both sides are processes, and nothing but the report is looked at.
func TestDiagnosisFromOutside(t *testing.T) {
	n := *misread
	if longtest.Short() {
		n = 1
	}
	for _, name := range ruleset.BuiltinNames() {
		if longtest.Short() && name != "conversion" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			set, err := ruleset.Builtin(name)
			if err != nil {
				t.Fatal(err)
			}
			list := sampleMisreadings(set, n)
			problems := make([]error, len(list))
			var group sync.WaitGroup
			slots := make(chan struct{}, runtime.GOMAXPROCS(0))
			for i, m := range list {
				slots <- struct{}{}
				group.Go(func() {
					problems[i] = diagnosedAs(set, m)
					<-slots
				})
			}

			group.Wait()
			named := len(list)
			for i, err := range problems {
				if err != nil {
					t.Errorf("%s: %v", list[i].Name, err)
					named--
				}
			}

			t.Logf("%d of %d misreadings are named", named, len(list))
		})
	}
}

// sampleMisreadings returns misreadings of two settings drawn at random, the same each time, and
// single ones: one, or all of them when many are wanted.
func sampleMisreadings(set ruleset.Set, pairs int) []corpus.Misreading {
	single := corpus.Single(set)
	all := corpus.Misreadings(set)[len(single):]
	r := rand.New(rand.NewPCG(200, uint64(len(set.Name))))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if pairs <= 2 {
		single = single[r.IntN(len(single)):][:1]
	}
	return append(slices.Clip(single), all[:min(pairs, len(all))]...)
}

// diagnosedAs runs a check against an answering process that misreads the rules, and says what is
// wrong with its diagnosis.
func diagnosedAs(set ruleset.Set, m corpus.Misreading) error {
	program := "turncoat answer"
	for _, c := range m.Changes {
		program += " --set " + c.String()
	}
	out, err := exec.Command("turncoat", "corpus", "check", "--json", "--rules", set.Name, "--size",
		*misreadSize, "--cmd", program).
		Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != command.StatusFound || len(exit.Stderr) > 0 {
		return fmt.Errorf("the check ended with %v", err)
	}
	var report check.ReportJSON
	if err := json.Unmarshal(out, &report); err != nil {
		return err
	}
	if report.OK || len(report.Findings) > 0 || len(report.Corpora) != 1 ||
		report.Corpora[0].Diagnosis == nil {
		return fmt.Errorf("the report is %s", out)
	}

	d := report.Corpora[0].Diagnosis
	if !d.Exact || d.Fit != d.Answers || d.Explained != d.Wrong || len(d.Unexplained) > 0 {
		return fmt.Errorf("it is not explained: %s", d.Summary)
	}
	found := false
	for _, r := range d.Readings {
		// A king that is worth nothing is, by value, one that does not bear.
		if strings.HasPrefix(r.Name, "values.") {
			continue
		}
		other, err := corpus.ParseMisreading(set, r.Name)
		if err != nil {
			return err
		}
		if _, same := corpus.SameGame(other.Set, m.Set); !same {
			return fmt.Errorf("it is taken for something else: %s", d.Summary)
		}
		found = true
	}

	if !found {
		return fmt.Errorf("it is not among %s", d.Summary)
	}
	return nil
}
