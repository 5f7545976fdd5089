package cluster_test

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"turncoat/internal/cluster"
	"turncoat/internal/cluster/queue"
)

// A trio is a cluster of three servers.
type trio struct {
	t             *testing.T
	dir           string
	ports, routes [3]int
	servers       [3]*queue.Server
}

func newTrio(t *testing.T) *trio {
	t.Helper()
	w := &trio{t: t, dir: t.TempDir()}
	for _, list := range []*[3]int{&w.ports, &w.routes} {
		for i := range list {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			list[i] = l.Addr().(*net.TCPAddr).Port
			defer l.Close()
		}
	}

	return w
}

// start starts a server, on the disk that it had before.
func (w *trio) start(i int) {
	w.t.Helper()
	var others []string
	for k, port := range w.routes {
		if k != i {
			others = append(others, strconv.Quote(fmt.Sprintf("nats://127.0.0.1:%d", port)))
		}
	}

	config := filepath.Join(w.dir, fmt.Sprintf("%d.conf", i))
	text := fmt.Sprintf(
		"server_name: s%d\njetstream {store_dir: %q}\ncluster {name: test, listen: \"127.0.0.1:%d\", routes: [%s]}\n",
		i,
		filepath.Join(w.dir, fmt.Sprint(i)),
		w.routes[i],
		strings.Join(others, ", "),
	)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
	s, err := queue.Listen(queue.Options{Port: w.ports[i], Config: config})
	if err != nil {
		w.t.Fatal(err)
	}
	w.servers[i] = s
	w.t.Cleanup(func() { s.Close() })
}

func (w *trio) url() string {
	var urls []string
	for _, port := range w.ports {
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", port))
	}
	return strings.Join(urls, ",")
}

// While one of three servers is down, work goes on and comes to the same; so it does when that
// server is back and the next one goes, until each has been gone, the leader among them.
func TestThreeServers(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts three servers")
	}
	w := newTrio(t)
	for i := range w.servers {
		w.start(i)
	}
	kinds := map[string]cluster.Func{"square": square}
	start(t, w.url(), "one", kinds)
	start(t, w.url(), "two", kinds)
	k := newKeeper(t)
	k.before = func(int, []byte) error {
		if n := len(k.results); n%50 == 25 { // in the midst of it
			switch down := n / 100; n % 100 {
			case 25:
				w.servers[down].Close()
			case 75:
				w.start(down)
			}
		}

		return nil
	}
	work := cluster.Work{Kind: "square", Version: version, Args: json.RawMessage(`"three"`),
		Units: 300, Span: 3}
	if err := k.run(t.Context(), w.url(), work); err != nil {
		t.Fatal(err)
	}
	k.check(`"three"`, 300)
}
