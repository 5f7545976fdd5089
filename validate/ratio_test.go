package validate

import (
	"flag"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"turncoat/internal/randomgame"
	"turncoat/internal/threadtime"
	"turncoat/rules/ruleset"
)

var ratioFiles = flag.String("orthodox", "", "files of orthodox games to measure by, separated by commas, instead of the fifty in testdata")

// BenchmarkRatios gives the plies per second at which the records of every rule set are read, replayed and verified,
// as multiples of those of orthodox games. All are measured by turns within one run, each by its fastest reading and by the
// time of the thread, so that a busy machine disturbs the ratios little. The games are random ones of eighty plies at
// most, and those of a player that four times in five takes the most it can get; each also with the conversions written.
// Run it with -benchtime 10x.
func BenchmarkRatios(b *testing.B) {
	type measure struct {
		name string
		text []byte
		job  job
		best time.Duration
		// Per reading.
		plies int
	}
	yard := orthodox(b)
	if *ratioFiles != "" {
		yard = nil
		for _, name := range strings.Split(*ratioFiles, ",") {
			text, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			yard = append(append(yard, text...), '\n')
		}
	}
	measures := []*measure{{name: "orthodox", text: yard}}
	for _, name := range ruleset.BuiltinNames() {
		for _, greedy := range []int{0, 80} {
			o := randomgame.Options{Plies: 80, Greedy: greedy}
			kind := name + "/random"
			if greedy > 0 {
				kind = name + "/greedy"
			}
			measures = append(measures, &measure{name: kind, text: randomPGN(b, name, 1000, false, o)})
			if family := name[:3]; family == "pac" {
				measures = append(measures, &measure{name: kind + "/written", text: randomPGN(b, name, 1000, true, o)})
			}
		}
	}
	measures = append(measures, &measure{name: "vchess", text: glued(b)})
	runtime.LockOSThread() // as threadtime wants it
	defer runtime.UnlockOSThread()
	judge := newJudge(Rules{})
	for b.Loop() {
		for _, m := range measures {
			m.job.form, m.job.text, m.job.last, m.job.records = 0, m.text, true, m.job.records[:0]
			begin := threadtime.Now()
			judge.games(&m.job)
			if took := threadtime.Now() - begin; m.best == 0 || took < m.best {
				m.best = took
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	rate := func(m *measure) float64 {
		m.plies = 0
		for i := range m.job.records {
			m.plies += m.job.records[i].Plies
		}
		return float64(m.plies) / m.best.Seconds()
	}
	b.ReportMetric(rate(measures[0])/1e6, "Mplies/s:orthodox")
	for _, m := range measures[1:] {
		b.ReportMetric(rate(m)/rate(measures[0]), "x:"+m.name)
	}
}
