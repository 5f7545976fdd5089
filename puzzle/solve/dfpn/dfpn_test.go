package dfpn

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
)

var epd = flag.String("epd", "", "a file of mates to measure")
var each = flag.Duration("each", 10*time.Second, "time for each")

func TestMeasure(t *testing.T) {
	if *epd == "" {
		t.Skip("no -epd")
	}
	g, _ := rules.Named("chess")
	f, err := os.Open(*epd)
	if err != nil {
		t.Fatal(err)
	}
	solved, all := map[string]int{}, map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		fields := strings.Fields(line)
		p, err := g.ParseFEN(strings.Join(fields[:4], " "))
		if err != nil {
			t.Fatal(err)
		}
		_, bm, _ := strings.Cut(line, "bm #")
		bm = strings.TrimRight(strings.Fields(bm)[0], ";")
		s := New(g, Options{Memory: 256 << 20})
		ctx, cancel := context.WithTimeout(context.Background(), *each)
		began := time.Now()
		a, _ := s.Find(ctx, p, solution.Win, 60, 0)
		cancel()
		all[bm]++
		if a.Status == Won {
			solved[bm]++
		}
		fmt.Printf("#%s %v in %d, %d nodes, %.2fs, table %.2f  %s\n", bm, a.Status, a.Turns, a.Nodes, time.Since(began).Seconds(), s.Use(), line)
	}
	for k := range all {
		fmt.Println(k, solved[k], "of", all[k])
	}
	_ = board.A1
}
