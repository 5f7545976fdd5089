package cluster_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"turncoat/internal/cluster"
	"turncoat/internal/cluster/queue"
)

// results are kept in memory.
type results map[int]string

func (r results) Has(unit int) bool                  { _, ok := r[unit]; return ok }
func (r results) Keep(unit int, result []byte) error { r[unit] = string(result); return nil }
func (r results) Fail(_ int, reason error) error     { return reason }
func (r results) Sync() error                        { return nil }

// A server, a worker and a coordinator, here in one process. The work is twenty units, each of
// which squares its number.
func Example() {
	server, err := queue.Listen(queue.Options{})
	if err != nil {
		panic(err)
	}
	defer server.Close()
	ctx, cancel := context.WithCancel(context.Background())
	conn, err := cluster.Dial(ctx, cluster.Options{URL: server.URL()})
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	defer cancel() // the worker goes before its connection does

	worker := cluster.Worker{Name: "one", Version: "1", Jobs: 2, Kinds: map[string]cluster.Func{
		"square": func(_ context.Context, u cluster.Unit) ([]byte, error) {
			return strconv.AppendInt(nil, int64(u.Number*u.Number), 10), nil
		},
	}}
	go worker.Run(ctx, conn)

	kept := results{}
	work := cluster.Work{Kind: "square", Version: "1", Args: json.RawMessage(`{}`), Units: 20, Span: 5}
	if err := (&cluster.Coordinator{}).Run(ctx, conn, work, kept); err != nil {
		panic(err)
	}
	fmt.Println(len(kept), kept[12])
	// Output: 20 144
}
