// Package chaos tests what shared work promises: it runs a cluster of three servers with four
// workers on this machine, has them grade puzzles round after round and build a table in every
// third, and meanwhile kills workers, servers, the leader and the coordinator, and stalls the
// network, at moments chosen by a seed. After every round the result must be that of one process,
// byte for byte.
//
//	go test ./internal/testing/chaos -rounds 50 -seed 1 -timeout 2h -v
package chaos

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"turncoat/internal/testing/longtest"
)

var (
	rounds   = flag.Int("rounds", 0, "how many `ROUNDS`; 0 is none, or three with TURNCOAT_LONG=1")
	seed     = flag.Uint64("seed", 1, "random seed")
	copies   = flag.Int("copies", 4, "how often each puzzle is graded in a round")
	patience = flag.Duration("patience", 5*time.Minute, "how long a round may take")
)

// Whatever is killed, the result is that of one process.
func TestChaos(t *testing.T) {
	if *rounds == 0 && !longtest.Short() {
		*rounds = 3
	}
	if *rounds == 0 {
		t.Skip("takes minutes; see -rounds")
	}
	dir := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-o", dir, "turncoat/cmd/turncoat",
		"turncoat/cmd/turncoat-queue")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := run(t, filepath.Join(dir, "turncoat"), "../../../puzzle/collection/pacifist1.jsonl"); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, turncoat, puzzles string) error {
	ctx := t.Context()
	dir, err := os.MkdirTemp("", "turncoat-chaos-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	text, err := os.ReadFile(puzzles)
	if err != nil {
		return err
	}
	input := filepath.Join(dir, "puzzles.jsonl")
	if err := os.WriteFile(input, bytes.Repeat(text, *copies), 0o600); err != nil {
		return err
	}
	w := &world{turncoat: turncoat, dir: dir, input: input, random: rand.New(rand.NewPCG(*seed, 1))}
	defer w.end()
	if err := w.begin(); err != nil {
		return err
	}
	for round := 1; round <= *rounds && ctx.Err() == nil; round++ {
		began := time.Now()
		events, err := w.round(ctx, round, w.plan(), *patience)
		t.Logf("round %d: %.1f s: %s", round, time.Since(began).Seconds(),
			strings.Join(events, ", "))
		if err != nil {
			return fmt.Errorf("seed %d, round %d: %w", *seed, round, err)
		}
	}

	return ctx.Err()
}

// A world is the processes and the network between them.
type world struct {
	turncoat, dir, input string
	random               *rand.Rand
	table                []byte // as one process makes it

	servers     [3]*process
	ports       [3]int // of the servers
	routes      [3]int // where they speak to each other
	workers     [4]*process
	coordinator *process
	proxies     [5]*proxy // of the workers and of the coordinator
}

// begin starts servers, network and workers.
func (w *world) begin() error {
	for i := range w.servers {
		var err error
		w.ports[i], err = freePort()
		if err != nil {
			return err
		}
		w.routes[i], err = freePort()
		if err != nil {
			return err
		}
	}

	for i := range w.servers {
		if err := w.serve(i); err != nil {
			return err
		}
	}

	for _, port := range w.ports {
		if err := await(port); err != nil {
			return err
		}
	}

	for i := range w.proxies {
		var err error
		w.proxies[i], err = newProxy(w.ports[:])
		if err != nil {
			return err
		}
	}

	for i := range w.workers {
		if err := w.work(i); err != nil {
			return err
		}
	}

	return nil
}

// end kills what was started.
func (w *world) end() {
	for _, p := range append(append(w.workers[:], w.servers[:]...), w.coordinator) {
		p.kill()
	}
	for _, p := range w.proxies {
		if p != nil {
			p.close()
		}
	}
}

// serve starts a server of the cluster, on the disk that it had before.
func (w *world) serve(i int) (err error) {
	var others []string
	for k, port := range w.routes {
		if k != i {
			others = append(others, strconv.Quote(fmt.Sprintf("nats://127.0.0.1:%d", port)))
		}
	}

	config := filepath.Join(w.dir, fmt.Sprintf("server%d.conf", i))
	// Clients are not told the addresses of servers: they are to stay behind their proxy.
	text := fmt.Sprintf("server_name: s%d\nlisten: \"127.0.0.1:%d\"\njetstream {store_dir: %q}\ncluster {name: "+
		"chaos, listen: \"127.0.0.1:%d\", routes: [%s], no_advertise: true}\n",
		i, w.ports[i], filepath.Join(w.dir, fmt.Sprintf("server%d", i)), w.routes[i],
		strings.Join(others, ", "))
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		return err
	}
	w.servers[i], err = w.start(w.turncoat+"-queue", fmt.Sprintf("server%d", i), "--config", config,
		strconv.Itoa(w.ports[i]))
	return err
}

func (w *world) work(i int) (err error) {
	w.workers[i], err = w.start(w.turncoat, fmt.Sprintf("worker%d", i), "worker", "--jobs", "1",
		w.proxies[i].url())
	return err
}

// ask starts the coordinator of a round.
func (w *world) coordinate(round int) (err error) {
	name := func(what string) string {
		return filepath.Join(w.dir, fmt.Sprintf("%s%d", what, round))
	}
	words := []string{"puzzle", "grade", "--seed", strconv.Itoa(round), "--journal",
		name("journal"), "-o", name("result"), w.input}
	if tables(round) {
		words = []string{"tablebase", "build", "--rules", tableRules, "--jobs", "1", "--dir",
			name("tables"), tableClass}
	}

	w.coordinator, err = w.start(w.turncoat, "coordinator",
		append(words, "--cluster", w.proxies[len(w.proxies)-1].url())...)
	return err
}

// round has the puzzles graded, does mischief meanwhile, and compares.
func (w *world) round(ctx context.Context, round int, mischief []mischief, patience time.Duration) (events []string,
	err error) {
	want, err := w.alone(ctx, round)
	if err != nil {
		return nil, fmt.Errorf("one process: %w", err)
	}
	if err := w.coordinate(round); err != nil {
		return nil, err
	}
	asked := time.Now()
	killed := false // the coordinator, by us
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		var next <-chan time.Time
		if len(mischief) > 0 {
			next = time.After(time.Until(asked.Add(mischief[0].at)))
		}
		select {
		case <-ctx.Done():
			return events, ctx.Err()
		case <-late.C:
			return events, fmt.Errorf("it is not done after %v; see %s", patience, w.keep())
		case <-next:
			m := mischief[0]
			mischief = mischief[1:]
			events = append(events, fmt.Sprintf("%s at %.1f s", m.what, m.at.Seconds()))
			if m.what == "coordinator" {
				killed = true
				w.coordinator.kill()
			} else if err := m.do(); err != nil {
				return events, err
			}
		case <-w.coordinator.over:
			if killed {
				killed = false
				if err := w.coordinate(round); err != nil {
					return events, err
				}
				continue
			}

			if w.coordinator.err != nil {
				return events, fmt.Errorf("the coordinator: %w; see %s", w.coordinator.err,
					w.keep())
			}
			got, err := os.ReadFile(w.result(round))
			if err == nil && !bytes.Equal(got, want) {
				err = fmt.Errorf("the result is not that of one process; see %s", w.keep())
			}
			events = append(events, fmt.Sprintf("done at %.1f s", time.Since(asked).Seconds()))
			return events, cmp.Or(err, w.repair())
		}
	}
}

// The table of some rounds: its first passes are shared out, its last ones not.
const tableRules, tableClass = "pacifist1", "KKNN"

// tables reports whether a table is made in a round.
func tables(round int) bool { return round%3 == 0 }

// result returns the path of what a round is to make.
func (w *world) result(round int) string {
	if tables(round) {
		return filepath.Join(w.dir, fmt.Sprintf("tables%d", round), tableRules, tableClass+".tct")
	}
	return filepath.Join(w.dir, fmt.Sprintf("result%d", round))
}

// alone returns what one process makes of a round.
func (w *world) alone(ctx context.Context, round int) ([]byte, error) {
	if !tables(round) {
		alone := exec.CommandContext(ctx, w.turncoat, "puzzle", "grade", "--seed",
			strconv.Itoa(round), w.input)
		alone.Stderr = os.Stderr
		return alone.Output()
	}

	if w.table == nil {
		alone := exec.CommandContext(ctx, w.turncoat, "tablebase", "build", "--rules", tableRules,
			"--dir", filepath.Join(w.dir, "tables0"), tableClass)
		alone.Stderr = os.Stderr
		if err := alone.Run(); err != nil {
			return nil, err
		}
		table, err := os.ReadFile(w.result(0))
		if err != nil {
			return nil, err
		}
		w.table = table
	}

	return w.table, nil
}

// keep keeps the logs for whoever looks for the reason.
func (w *world) keep() string {
	dir, err := os.MkdirTemp("", "turncoat-chaos-logs-")
	if err != nil {
		return err.Error()
	}
	logs, _ := filepath.Glob(filepath.Join(w.dir, "*.log"))
	for _, log := range logs {
		if text, err := os.ReadFile(log); err == nil {
			os.WriteFile(filepath.Join(dir, filepath.Base(log)), text, 0o600)
		}
	}

	return dir
}
