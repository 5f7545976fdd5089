package cluster_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"turncoat/cluster"
	"turncoat/cluster/queue"
)

// A server, a worker and who asks, here in one process. The work is twenty units, each of which squares its number.
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

	results := map[int]string{}
	asker := cluster.Asker{Keep: func(unit int, result []byte) error {
		results[unit] = string(result)
		return nil
	}}
	work := cluster.Work{Kind: "square", Version: "1", Args: json.RawMessage(`{}`), Units: 20, Span: 5}
	if err := asker.Run(ctx, conn, work); err != nil {
		panic(err)
	}
	fmt.Println(len(results), results[12])
	// Output: 20 144
}
