package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"turncoat/internal/filetest"
)

// The rounds of a run: in every third a table is made. What one process makes is made of each round of puzzles,
// and once of the table. Nothing is left.
func TestRounds(t *testing.T) {
	c, temp := newTroupe(t), t.TempDir()
	cmd := c.command(temp, "-rounds", "3", "-copies", "5", "-seed", "3", c.turncoat, c.puzzles)
	var out, failed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &failed
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, failed.String())
	}
	lines := regexp.MustCompile(`^round 1: \d+\.\d s: (.* at \d\.\d s, )?done at \d+\.\d s\nround 2: .*done at \d+\.\d s\nround 3: .*done at \d+\.\d s\n$`)
	if !lines.MatchString(out.String()) {
		t.Errorf("%s", out.String())
	}
	said := strings.Join(c.said(), "\n")
	for _, want := range []string{
		`(?m)^puzzle grade --seed 1 \S+/puzzles.jsonl$`, `(?m)^puzzle grade --seed 2 \S+/puzzles.jsonl$`, `(?m)^tablebase build --rules pacifist1 --dir \S+/tables0 KKNN$`,
		`(?m)^puzzle grade --seed 1 --journal \S+/journal1 -o \S+/result1 \S+/puzzles.jsonl --cluster nats://127.0.0.1:\d+,nats://127.0.0.1:\d+,nats://127.0.0.1:\d+$`,
		`(?m)^puzzle grade --seed 2 --journal \S+/journal2 -o \S+/result2 `, `(?m)^tablebase build --rules pacifist1 --jobs 1 --dir \S+/tables3 KKNN --cluster nats:`,
	} {
		n := len(regexp.MustCompile(want).FindAllString(said, -1))
		// an asker may have been killed
		if again := strings.Contains(want, "--cluster") || strings.Contains(want, "--journal"); n < 1 || n > 1 &&
			!again {
			t.Errorf("%d times %s in\n%s", n, want, said)
		}
	}
	for what, n := range map[string]int{"cluster serve --cluster-config": 3, "worker --jobs 1 nats": 4} {
		if strings.Count(said, what) < n { // more, where one was killed
			t.Errorf("not %d times %s in\n%s", n, what, said)
		}
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// What goes wrong in a round ends the run, with the seed, the round and where the logs are.
func TestWrongRounds(t *testing.T) {
	for wrong, want := range map[string]string{
		"failing": `^seed 7, round 1: the asker: exit status 1; see (\S+)$`, "lying": `^seed 7, round 1: the result is not that of one process; see (\S+)$`,
		"hanging": `^seed 7, round 1: it is not done after 200ms; see (\S+)$`,
	} {
		c := newTroupe(t, wrong)
		t.Setenv("TMPDIR", t.TempDir())
		patience := time.Minute
		if wrong == "hanging" {
			patience = 200 * time.Millisecond
		}
		err := run(t.Context(), c.turncoat, c.puzzles, 2, 7, 1, patience)
		found := regexp.MustCompile(want).FindStringSubmatch(fmt.Sprint(err))
		if found == nil {
			t.Errorf("%s: %v", wrong, err)
			continue
		}
		for _, line := range c.said() { // nobody listens any more, no server and no proxy
			for _, port := range regexp.MustCompile(`127\.0\.0\.1:(\d+)| (\d+)$`).FindAllStringSubmatch(line, -1) {
				if conn, err := net.Dial("tcp", "127.0.0.1:"+port[1]+port[2]); err == nil {
					conn.Close()
					t.Errorf("%s: somebody listens still: %s", wrong, line)
				}
			}
		}
		for _, log := range []string{"server0", "server1", "server2", "worker0", "worker3", "asker"} {
			if text, err := os.ReadFile(filepath.Join(found[1], log+".log")); err != nil ||
				!strings.HasPrefix(string(text), "playing ") && wrong != "hanging" && log == "asker" {
				t.Errorf("%s: %s has written %q, %v", wrong, log, text, err)
			}
		}
	}
}

// What cannot be begun is an error; without words the use is said, with status 2.
func TestCannotBegin(t *testing.T) {
	const help = `Usage of chaos:
  -copies int
    	how often each puzzle is graded in a round (default 4)
  -patience duration
    	how long a round may take (default 5m0s)
  -rounds ROUNDS
    	how many ROUNDS (default 50)
  -seed NUMBER
    	the NUMBER that decides what is killed when (default 1)
`
	c := newTroupe(t)
	if err := run(t.Context(), c.turncoat, filepath.Join(c.dir, "none"), 1, 1, 1, time.Minute); !errors.Is(err,
		os.ErrNotExist) {
		t.Errorf("no puzzles: %v", err)
	}
	if err := run(t.Context(), filepath.Join(c.dir, "none"), c.puzzles, 1, 1, 1, time.Minute); !errors.Is(err,
		os.ErrNotExist) {
		t.Errorf("no program: %v", err)
	}
	gone, end := context.WithCancel(t.Context())
	end()
	if err := run(gone, c.turncoat, c.puzzles, 1, 1, 1, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	t.Setenv("TMPDIR", filepath.Join(c.dir, "nowhere"))
	if err := run(t.Context(), c.turncoat, c.puzzles, 1, 1, 1, time.Minute); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no place: %v", err)
	}
	for _, test := range []struct {
		args   []string
		want   string
		status int
	}{
		{nil, "usage: chaos [flags] TURNCOAT PUZZLES\n", 2}, {[]string{"-h"}, help, 0}, {[]string{c.turncoat},
			"usage: chaos [flags] TURNCOAT PUZZLES\n", 2}, {[]string{"a", "b", "c"},
			"usage: chaos [flags] TURNCOAT PUZZLES\n", 2},
		{[]string{c.turncoat, "/none"}, "chaos: open /none: no such file or directory\n", 1},
	} {
		cmd := c.command(t.TempDir(), test.args...)
		var failed bytes.Buffer
		cmd.Stderr = &failed
		_ = cmd.Run() // the status says what of it
		if status := cmd.ProcessState.ExitCode(); status != test.status || failed.String() != test.want {
			t.Errorf("%q: status %d, %s", test.args, status, failed.String())
		}
	}
}

// An asker that is killed is asked again, and what was to be done meanwhile is done.
func TestAskerAgain(t *testing.T) {
	c := newTroupe(t, "waiting")
	w := c.world()
	first := 0
	events, err := w.round(t.Context(), 1, []mischief{
		{0, "nothing", func() error { first = w.asker.cmd.Process.Pid; return nil }}, {time.Millisecond, "asker", nil},
		{2 * time.Millisecond, "the end of waiting", func() error {
			return os.WriteFile(filepath.Join(c.dir, "go"),
				nil, 0o600)
		}},
	}, time.Minute)
	if err != nil || !strings.HasPrefix(strings.Join(events, ", "),
		"nothing at 0.0 s, asker at 0.0 s, the end of waiting at 0.0 s, done at ") || w.asker.cmd.Process.Pid == first {
		t.Errorf("%q, %v", events, err)
	}
}

// Mischief that cannot be done ends a round, and so does an interruption.
func TestRoundEnds(t *testing.T) {
	w := newTroupe(t, "hanging").world()
	broken := errors.New("broken")
	events, err := w.round(t.Context(), 1, []mischief{{1500 * time.Microsecond, "more",
		func() error { return broken }}}, time.Minute)
	if !errors.Is(err, broken) || !slices.Equal(events, []string{"more at 0.0 s"}) {
		t.Errorf("%q, %v", events, err)
	}
	w.asker.kill()
	ctx, end := context.WithCancel(t.Context())
	events, err = w.round(ctx, 2, []mischief{{0, "the end", func() error { end(); return nil }}}, time.Minute)
	if !errors.Is(err, context.Canceled) || !slices.Equal(events, []string{"the end at 0.0 s"}) {
		t.Errorf("%q, %v", events, err)
	}
}

// Over many seeds: one to four mischiefs in the first four seconds, in the order of their moments; one server is
// down at a time at most, for half a second to three and a half, and every one comes back.
func TestPlan(t *testing.T) {
	forms := map[string]*regexp.Regexp{}
	for _, form := range []string{`worker [0-3]`, `server [0-2]`, `server [0-2] back`, `leader`, `leader back`, `asker`, `network of [0-4] for (\d+\.\d) s`} {
		forms[form] = regexp.MustCompile("^" + form + "$")
	}
	seen, most, names := map[string]int{}, 0, map[string]bool{}
	for seed := range uint64(2000) {
		w := &world{random: rand.New(rand.NewPCG(seed, 1))}
		list := w.plan()
		// The first to be decided: how many there are, when, and of five kinds which.
		random := rand.New(rand.NewPCG(seed, 1))
		random.IntN(4)
		at, kind := time.Duration(random.IntN(4000))*time.Millisecond, []string{"worker ", "server ", "leader",
			"asker", "network of "}[random.IntN(5)]
		if !slices.ContainsFunc(list, func(m mischief) bool { return m.at == at && strings.HasPrefix(m.what, kind) }) {
			t.Errorf("seed %d: no %s at %v", seed, kind, at)
		}
		var down *mischief
		begun, lost := 0, 0
		for i := range list {
			m := &list[i]
			if i > 0 && m.at < list[i-1].at {
				t.Errorf("seed %d: %s at %v comes after %s at %v", seed, m.what, m.at, list[i-1].what, list[i-1].at)
			}
			matched := false
			for form, is := range forms {
				if found := is.FindStringSubmatch(m.what); found != nil {
					matched = true
					seen[form]++
					names[strings.SplitN(m.what, " for", 2)[0]] = true
					if len(found) > 1 {
						if s, _ := strconv.ParseFloat(found[1], 64); s < 1 || s > 10 {
							t.Errorf("seed %d: %s", seed, m.what)
						}
					}
				}
			}
			if !matched {
				t.Errorf("seed %d: %q", seed, m.what)
			}
			if back := strings.HasSuffix(m.what, " back"); back {
				if down == nil || m.what != down.what+" back" || m.at-down.at < 500*time.Millisecond ||
					m.at-down.at >= 3500*time.Millisecond {
					t.Errorf("seed %d: %s at %v", seed, m.what, m.at)
				}
				down = nil
			} else {
				if begun++; m.at < 0 || m.at >= 4*time.Second {
					t.Errorf("seed %d: %s at %v", seed, m.what, m.at)
				}
				if strings.HasPrefix(m.what, "server") || m.what == "leader" {
					if lost++; lost > 1 {
						t.Errorf("seed %d: %s at %v, the second", seed, m.what, m.at)
					}
					down = m
				}
			}
		}
		if begun < 1 || begun > 4 || down != nil {
			t.Errorf("seed %d: %d mischiefs, %v stays down", seed, begun, down)
		}
		most = max(most, begun)
	}
	for form := range forms {
		if seen[form] < 100 {
			t.Errorf("%s: %d times", form, seen[form])
		}
	}
	if most != 4 || len(names) != 4+2*3+2+1+5 {
		t.Errorf("%d at most; %d names", most, len(names))
	}
}

// ids returns the ids of processes.
func ids(processes ...*process) (list []int) {
	for _, p := range processes {
		list = append(list, p.cmd.Process.Pid)
	}
	return list
}

// The leader is who the first server that can says it is; where none can, or the answer is no server of these,
// it is the first.
func TestLeader(t *testing.T) {
	c := newTroupe(t)
	w := c.world()
	for _, test := range []struct {
		says string
		want int
	}{{`,"cluster":{"leader":"s2"}`, 2}, {`,"cluster":{"leader":"s0"}`, 0}, {`,"cluster":{"leader":"s1"}`, 1}, {`,"cluster":{"leader":"s3"}`, 0}, {`,"cluster":{"leader":""}`, 0}, {``, 0}} {
		filetest.Write(t, filepath.Join(c.dir, "leader"), []byte(test.says))
		if got := w.leader(); got != test.want {
			t.Errorf("%s: server %d", test.says, got)
		}
	}
	filetest.Write(t, filepath.Join(c.dir, "leader"), []byte(`,"cluster":{"leader":"s1"}`))
	for i := range 2 {
		w.servers[i].kill()
		if got := w.leader(); got != 1 {
			t.Errorf("with %d servers down: server %d", i+1, got)
		}
	}
	w.servers[2].kill()
	if got := w.leader(); got != 0 {
		t.Errorf("with all down: server %d", got)
	}
}

// Each mischief does what it says, to whom it says.
func TestMischief(t *testing.T) {
	c := newTroupe(t)
	filetest.Write(t, filepath.Join(c.dir, "leader"), []byte(`,"cluster":{"leader":"s1"}`))
	w := c.world()
	done := map[string]bool{}
	for seed := uint64(0); len(done) < 4+2*3+2+5; seed++ {
		w.random = rand.New(rand.NewPCG(seed, 1))
		for _, m := range w.plan() {
			name, _, stalls := strings.Cut(m.what, " for ")
			if m.do == nil {
				if name != "asker" {
					t.Fatalf("nothing is done for %s", name)
				}
				continue
			}
			workers, servers := ids(w.workers[:]...), ids(w.servers[:]...)
			var down [3]bool
			for i, p := range w.servers {
				down[i] = p.ended()
			}
			if err := m.do(); err != nil {
				t.Fatal(err)
			}
			done[name] = true
			for i, id := range ids(w.workers[:]...) {
				if changed := id != workers[i]; changed != (name == fmt.Sprint("worker ", i)) || w.workers[i].ended() {
					t.Errorf("%s: worker %d is another: %t, has ended: %t", name, i, changed, w.workers[i].ended())
				}
			}
			for i, id := range ids(w.servers[:]...) {
				leads := i == 1 && strings.HasPrefix(name, "leader")
				gone := name == fmt.Sprint("server ", i) || leads && name == "leader"
				back := name == fmt.Sprintf("server %d back", i) || leads && name == "leader back"
				if w.servers[i].ended() != (gone || down[i] && !back) || (id != servers[i]) != back {
					t.Errorf("%s: server %d has ended: %t, is another: %t", name, i, w.servers[i].ended(),
						id != servers[i])
				}
			}
			for i, p := range w.proxies {
				p.mu.Lock()
				left := time.Until(p.until)
				if is := name == fmt.Sprint("network of ", i); is != (left > 0) || left > 10*time.Second {
					t.Errorf("%s: network %d stalls %v", m.what, i, left)
				}
				p.mu.Unlock()
				if stalls {
					p.stall(0)
				}
			}
		}
	}
}

// After a round those who have ended are started again, and no network stalls.
func TestRepair(t *testing.T) {
	w := newTroupe(t).world()
	w.workers[3].kill()
	w.servers[1].kill()
	for _, p := range w.proxies {
		p.stall(time.Hour)
	}
	workers, servers := ids(w.workers[:]...), ids(w.servers[:]...)
	if err := w.repair(); err != nil {
		t.Fatal(err)
	}
	for i, id := range ids(w.workers[:]...) {
		if w.workers[i].ended() || (id != workers[i]) != (i == 3) {
			t.Errorf("worker %d: ended %t", i, w.workers[i].ended())
		}
	}
	for i, id := range ids(w.servers[:]...) {
		if w.servers[i].ended() || (id != servers[i]) != (i == 1) {
			t.Errorf("server %d: ended %t", i, w.servers[i].ended())
		}
	}
	for i, p := range w.proxies {
		if time.Until(p.until) > 0 {
			t.Errorf("network %d stalls", i)
		}
	}
	w.end()
	for _, p := range append(w.workers[:], w.servers[:]...) {
		if !p.ended() {
			t.Error("at the end it is there")
		}
	}
}
