package validate

import (
	"bytes"
	"context"
	"flag"
	"runtime"
	"strings"
	"testing"
	"time"

	"turncoat/internal/lines"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/randomgame"
	"turncoat/internal/testing/rulestest"
	"turncoat/internal/testing/threadtime"

	"turncoat/pgn"
)

var ratioFiles = flag.String("orthodox", "",
	"files of orthodox games to measure by, separated by commas, instead of the fifty in testdata")

// BenchmarkRatios returns the plies per second at which the records of every rule set are read,
// replayed and verified, as multiples of those of orthodox games. All are measured by turns within
// one run, each part of them by its fastest reading and by the time of the thread, so that a busy
// machine disturbs the ratios little. The games are random ones of eighty plies at most, and those
// of a player that four times in five takes the most it can get; each also with the conversions
// written, and some in vchess.club's form. Run it with -benchtime 10x.
func BenchmarkRatios(b *testing.B) {
	var measures []*measure
	add := func(name string, text []byte) { measures = append(measures, newMeasure(name, text)) }
	yard := orthodox(b)
	if *ratioFiles != "" {
		yard = nil
		for _, name := range strings.Split(*ratioFiles, ",") {
			text := filetest.Read(b, name)
			yard = append(append(yard, text...), '\n')
		}
	}

	add("orthodox", yard)
	for _, name := range rulestest.Representative() {
		for _, greedy := range []int{0, 80} {
			o := randomgame.Options{Plies: 80, Greedy: greedy}
			kind := name + "/random"
			if greedy > 0 {
				kind = name + "/greedy"
			}
			add(kind, randomPGN(b, name, 1000, false, o))
			if strings.HasPrefix(name, "pacifist") {
				add(kind+"/written", randomPGN(b, name, 1000, true, o))
			}
		}
	}

	for _, name := range []string{"pacifist1", "pacifist2"} {
		add(name+"/greedy/vchess.club", randomExport(b, name, 1000, randomgame.Options{Plies: 80,
			Greedy: 80}))
	}
	var games []byte
	for _, l := range labels(b) {
		if l.OK {
			games = append(append(games, filetest.Read(b, "testdata/vchess/"+l.File)...), '\n')
		}
	}

	add("vchess.club", bytes.Repeat(games, 20))
	runtime.LockOSThread() // as threadtime wants it
	defer runtime.UnlockOSThread()
	judge := new(judge)
	for b.Loop() {
		for _, m := range measures {
			m.read(judge)
		}
	}

	b.ReportMetric(0, "ns/op")
	b.ReportMetric(measures[0].rate()/1e6, "Mplies/s:orthodox")
	for _, m := range measures[1:] {
		b.ReportMetric(m.rate()/measures[0].rate(), "x:"+m.name)
	}
}

// A measure is a text whose records are judged a few at a time.
type measure struct {
	name  string
	parts [][]byte
	best  []time.Duration // the fastest reading of each part
	plies int
	seen  []Verdict

	places lines.Places
}

// newMeasure cuts a text into parts of twenty records.
func newMeasure(name string, text []byte) *measure {
	m := &measure{name: name}
	records := judgeAll(text, Rules{})
	for i := range records {
		m.plies += records[i].Plies
	}
	from := 0
	for at, i := 0, 1; at < len(text); i++ {
		_, at = pgn.Next(text, at, true)
		if i%20 == 0 && at < len(text) {
			m.parts, from = append(m.parts, text[from:at]), at
		}
	}

	m.parts = append(m.parts, text[from:])
	m.best = make([]time.Duration, len(m.parts))
	return m
}

func (m *measure) read(judge *judge) {
	for i, part := range m.parts {
		begin := threadtime.Now()
		m.seen = judge.block(context.Background(), m.seen[:0], &pgn.Block{Text: part, Last: true},
			&m.places)
		if took := threadtime.Now() - begin; m.best[i] == 0 || took < m.best[i] {
			m.best[i] = took
		}
	}
}

// rate returns plies per second.
func (m *measure) rate() float64 {
	var sum time.Duration
	for _, took := range m.best {
		sum += took
	}
	return float64(m.plies) / sum.Seconds()
}
