package fast

import (
	"runtime"
	"testing"
	"time"

	notnil "github.com/notnil/chess"

	"turncoat/internal/testing/threadtime"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A measure is one figure of BenchmarkRatios: trees to walk, one after the other.
type measure struct {
	name  string
	yard  string // "N" or "C"
	walks []func() uint64
	nodes []uint64
	best  []time.Duration
}

// rate returns turns per second in the fastest walk of each tree.
func (m *measure) rate() float64 {
	var nodes uint64
	var time time.Duration
	for i := range m.walks {
		nodes, time = nodes+m.nodes[i], time+m.best[i]
	}
	return float64(nodes) / time.Seconds()
}

// BenchmarkRatios gives every speed of Turncoat as a multiple of the yardstick, all measured by
// turns within one run, each by its fastest walk and by the time its thread has run, so that a busy
// machine disturbs the ratios little. The collector's work on other threads is not in the time,
// which favours the yardstick: it alone allocates. Run it with -benchtime 40x.
func BenchmarkRatios(b *testing.B) {
	start := notnil.StartingPosition()
	measures := []*measure{
		{name: "N", walks: []func() uint64{func() uint64 { return notnilPerft(start, 3, false) }}},
		{name: "C", walks: []func() uint64{func() uint64 { return notnilPerft(start, 3, true) }}},
	}
	add := func(r Rules, name string, resolve bool, depth int, positions ...board.Position) {
		m := &measure{name: name + "/counted", yard: "C"}
		if resolve {
			m.name, m.yard = name+"/resolved", "N"
		}
		for i := range positions {
			m.walks = append(m.walks, func() uint64 {
				return r.Perft(&positions[i], depth,
					resolve)
			})
		}

		measures = append(measures, m)
	}
	for _, name := range ruleset.BuiltinNames() {
		r, _, start := parse(b, name, board.StartFEN)
		middle, depth := middleGames(b, name)
		add(r, name+"/start", true, 4, start)
		add(r, name+"/middle", true, depth, middle...)
		if !r.inventor() && r != conversion {
			add(r, name+"/start", false, 5, start)
			add(r, name+"/middle", false, depth, middle...)
		}
	}

	runtime.LockOSThread() // as threadtime wants it
	defer runtime.UnlockOSThread()
	for b.Loop() {
		for _, m := range measures {
			if m.best == nil {
				m.best, m.nodes = make([]time.Duration, len(m.walks)), make([]uint64, len(m.walks))
			}
			for i, walk := range m.walks {
				begin := threadtime.Now()
				m.nodes[i] = walk()
				if took := threadtime.Now() - begin; m.best[i] == 0 || took < m.best[i] {
					m.best[i] = took
				}
			}
		}
	}

	b.ReportMetric(0, "ns/op")
	yards := map[string]float64{"N": measures[0].rate(), "C": measures[1].rate()}
	for _, m := range measures {
		if m.yard == "" {
			b.ReportMetric(m.rate()/1e6, "M/s:"+m.name)
		} else {
			b.ReportMetric(m.rate()/yards[m.yard], m.yard+":"+m.name)
		}
	}
}
