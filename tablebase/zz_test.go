package tablebase

import (
	"os"
	"strings"
	"testing"
	"time"
	"turncoat/rules/fast"
	"turncoat/rules/ruleset"
)

func TestZZ(t *testing.T) {
	rules := os.Getenv("R")
	set, _ := ruleset.Builtin(rules)
	r, _ := fast.For(set)
	lower := map[Class]*solved{}
	var want []Class
	for _, w := range strings.Fields(os.Getenv("C")) {
		c, err := ParseClass(w)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, c)
	}
	for _, c := range Closure(set.Family, want...) {
		t0 := time.Now()
		s := newSolution(r, set.Family, c, lower, 1<<30)
		err := s.run(t.Context(), 2, func(pass, n int) {})
		var n [4]int
		longest := 0
		at := 0
		for i, v := range s.values[:s.x.size] {
			if v == NoPosition {
				continue
			}
			n[0]++
			if v.Wins() {
				n[1]++
				if v.Plies() > longest {
					longest = v.Plies()
					at = i
				}
			} else if v.Loses() {
				n[2]++
			} else {
				n[3]++
			}
		}
		lower[c] = &solved{s.x, s.values, longest + 1}
		t.Log(c, s.x.size, n, longest, at, s.pass, err, time.Since(t0).Round(time.Millisecond))
	}
}
func TestZDump(t *testing.T) {
	set, _ := ruleset.Builtin("pacifist1")
	r, _ := fast.For(set)
	c, _ := ParseClass(os.Getenv("C"))
	s := newSolution(r, set.Family, c, nil, 1<<30)
	if err := s.run(t.Context(), 2, nil); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, s.x.size)
	for i := range b {
		b[i] = byte(s.values[i])
	}
	os.WriteFile("/tmp/exp/"+os.Getenv("C")+".bin", b, 0o666)
}
