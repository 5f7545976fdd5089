package match

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParsePlayer(t *testing.T) {
	defaults := Player{Protocol: Turncoat, Limits: Limits{Time: 10 * time.Second}}
	p, err := ParsePlayer(
		`name='Anna B.' cmd="anna --quiet 'two words'" proto=uci st=0.5 option.Hash=64 restart=on`,
		defaults,
	)
	if err != nil {
		t.Fatal(err)
	}
	if p.Name != "Anna B." || !slices.Equal(p.Args, []string{"anna", "--quiet", "two words"}) ||
		p.Protocol != UCI ||
		p.Limits != (Limits{PerMove: 500 * time.Millisecond}) ||
		!slices.Equal(p.Options, []Option{{"Hash", "64"}}) || !p.Restart {
		t.Errorf("%+v", p)
	}

	for text, want := range map[string]string{
		`name=x`:                       "cmd= is missing",
		`cmd=x name`:                   "KEY=VALUE",
		`cmd=x cmd=y`:                  "twice",
		`cmd=x colour=red`:             "unknown key",
		`cmd=x proto=xboard`:           "turncoat or uci",
		`cmd=x nodes=0`:                "number from 1",
		`cmd=x tc=soon`:                "time control",
		`cmd=x st=1 nodes=5`:           "one of",
		`cmd=x option.Hash=4`:          "proto=uci",
		`cmd="x`:                       "quote",
		"cmd=x name=\"a\x1b[31m\"":     "printable",
		`cmd=x proto=uci level=3`:      "levels",
		`cmd=x tc=99999999999999999+1`: "time control",
	} {
		if _, err := ParsePlayer(text, defaults); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", text, err, want)
		}
	}
}

func TestParseTime(t *testing.T) {
	for text, want := range map[string]Limits{
		"10+0.1": {Time: 10 * time.Second, Increment: 100 * time.Millisecond},
		"40/60":  {Moves: 40, Time: time.Minute},
		"1:30+1": {Time: 90 * time.Second, Increment: time.Second},
		"0.5":    {Time: 500 * time.Millisecond},
	} {
		if got, err := ParseTime(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}

	for _, text := range []string{"", "0", "-1", "1+-1", "/60", "0/60", "a", "1e999", "NaN", "Inf",
		"1:2:3", "0x10", "1+"} {
		if got, err := ParseTime(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// A clock of two moves in ten seconds gets ten more after the second.
func TestClock(t *testing.T) {
	c := newClock(Limits{Moves: 2, Time: 10 * time.Second, Increment: time.Second})
	for _, step := range []struct{ spent, left time.Duration }{
		{4 * time.Second, 7 * time.Second}, {5 * time.Second, 13 * time.Second}, {13 * time.Second,
			time.Second},
	} {
		if !c.spend(step.spent, 0) || c.left != step.left {
			t.Errorf("after %v: %v left, want %v", step.spent, c.left, step.left)
		}
	}

	if c.spend(2*time.Second, 0) {
		t.Error("two seconds with one left are in time")
	}
}

func FuzzParsePlayer(f *testing.F) {
	f.Add(`name=a cmd="b c" tc=1:00+0.1 option.Hash=1 proto=uci`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePlayer(text, Player{Protocol: Turncoat, Limits: Limits{Nodes: 1}})
		if err == nil && (len(p.Args) == 0 || p.Limits.Validate() != nil) {
			t.Errorf("%q: %+v", text, p)
		}
	})
}

// Programs that know Chess960 write castling as king takes rook only when they are told to, which
// is needed where a king or a rook of a right is not in its usual place.
func TestChess960(t *testing.T) {
	variant := mustVariant("chess")
	for fen, want := range map[string]bool{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": false,
		"4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1":                        false,
		"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1":                       true,
		"nqrkrbbn/pppppppp/8/8/8/8/PPPPPPPP/NQRKRBBN w KQkq - 0 1": true,
	} {
		p, err := variant.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := chess960(variant.Set(), &p); got != want {
			t.Errorf("%s: %t", fen, got)
		}
	}
}
