package puzzle

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"turncoat/rules"
)

func TestProbe(t *testing.T) {
	name := os.Getenv("RULES")
	if name == "" {
		t.Skip()
	}
	n, _ := strconv.Atoi(os.Getenv("N"))
	g, _ := rules.Named(name)
	m, err := ParseMaterial(os.Getenv("PIECES"), g.Set())
	if err != nil {
		t.Fatal(err)
	}
	secs, _ := strconv.Atoi(os.Getenv("SECS"))
	steps, _ := strconv.Atoi(os.Getenv("STEPS"))
	a := NewAnalyst(g, 3_000_000)
	rnd := random(1, "probe", 0)
	start := time.Now()
	count := map[string]int{}
	d := Sound()
	d.Strict = n < 4
	screened := 0
	for time.Since(start) < time.Duration(secs)*time.Second {
		p, ok := m.compose(g, rnd)
		if !ok {
			count["unnatural"]++
			continue
		}
		screened++
		in, _, err := a.Shortest(context.Background(), &p, n)
		if err != nil {
			count["err"]++
			continue
		}
		count[fmt.Sprint("in", in)]++
		if in < 2 {
			continue
		}
		v := improver{analyst: a, demands: d, random: rnd}
		v.demands.Strict = in < 4
		b := time.Now()
		q, changes, sound, err := v.improve(context.Background(), p, in, steps)
		count[fmt.Sprint("improve", in, sound)]++
		if sound {
			an, _ := a.Analyse(context.Background(), &q, in)
			fmt.Println(in, g.FEN(&q), changes, v.screened, time.Since(b).Milliseconds(), "ms size", an.Solution.Size(), an.Solution.Line(), q.Occupied().Count())
		}
	}
	fmt.Println(count, screened, time.Since(start))
}
