package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	unitStream   = "TURNCOAT_UNITS"
	resultStream = "TURNCOAT_RESULTS"
	workBucket   = "TURNCOAT_WORK"
	workerBucket = "TURNCOAT_WORKERS"

	// ackWait is how long a worker may be silent before its units go to another.
	ackWait = 20 * time.Second
	// present is how long a worker is listed after its last message.
	present = 20 * time.Second
)

// A Conn is a connection to a server, with its streams.
type Conn struct {
	nc *nats.Conn
	js jetstream.JetStream
	streams
	supplied map[string]bool // blobs, by coordinators
}

// streams are what a server keeps for the work.
type streams struct {
	units    jetstream.Stream
	received jetstream.Stream
	work     jetstream.KeyValue
	workers  jetstream.KeyValue
}

// Options say how a server is reached.
type Options struct {
	URL   string // one or several, separated by commas, as NATS clients take them
	Creds string // file of credentials, if the server wants them
	Name  string // of this client, for whoever looks at the server
}

// Dial connects to a server. It waits for one that is just starting, or is electing a leader, for as
// long as the context lasts, at most half a minute.
func Dial(ctx context.Context, o Options) (*Conn, error) {
	options := []nats.Option{
		nats.Name(o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond),
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2),
	}
	if o.Creds != "" {
		options = append(options, nats.UserCredentials(o.Creds))
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	nc, err := connect(ctx, o.URL, options)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.URL, err)
	}
	c := &Conn{nc: nc, supplied: map[string]bool{}}
	if c.js, err = jetstream.New(nc, jetstream.WithDefaultTimeout(answerWait)); err == nil {
		c.streams, err = c.mend(ctx)
	}
	if err != nil {
		nc.Close()
		return nil, fmt.Errorf("%s: %w", o.URL, err)
	}
	return c, nil
}

// connect connects to a server. If nobody listens, or nobody has that name, it waits a little, for a server that is
// just starting; if the network stalls, as long as the context lasts.
func connect(ctx context.Context, at string, options []nats.Option) (*nats.Conn, error) {
	began := time.Now()
	for {
		nc, err := nats.Connect(at, options...)
		switch {
		case err == nil:
			return nc, nil
		case ctx.Err() != nil, absent(err) && time.Since(began) > 2*time.Second, !absent(err) && !stalls(err):
			return nil, err
		}
		pause(ctx, 250*time.Millisecond)
	}
}

// absent reports whether an error says that there is no server yet.
func absent(err error) bool {
	var name *net.DNSError
	return errors.Is(err, nats.ErrNoServers) || errors.As(err, &name) && name.IsNotFound
}

// stalls reports whether an error may come from a network that is stalled. A port that cannot be one stays so.
func stalls(err error) bool {
	var wire *net.OpError
	var port *net.AddrError
	if errors.As(err, &port) {
		return false
	}
	return errors.Is(err, nats.ErrTimeout) || errors.Is(err, io.EOF) || errors.Is(err, nats.ErrConnectionClosed) ||
		errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &wire)
}

// Close ends the connection.
func (c *Conn) Close() { c.nc.Close() }

// mend returns the streams, and makes those that the server does not have or has lost. Handles of lost ones remain
// usable: they hold names.
func (c *Conn) mend(ctx context.Context) (s streams, err error) {
	err = retry(ctx, func(ctx context.Context) (err error) {
		s, err = c.make(ctx)
		return err
	})
	return s, err
}

// replicas returns how many servers keep each stream.
func (c *Conn) replicas() int {
	if c.nc.ConnectedClusterName() != "" {
		return 3
	}
	return 1
}

func (c *Conn) make(ctx context.Context) (s streams, err error) {
	replicas := c.replicas()
	if s.units, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: unitStream, Description: "units that wait for a worker", Subjects: []string{"turncoat.unit.>"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: replicas, MaxBytes: 256 << 20,
		Discard: jetstream.DiscardNew,
		MaxAge:  24 * time.Hour, // whoever still waits queues them again
	}); err != nil {
		return s, err
	}
	if s.received, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: resultStream, Description: "results on their way to the coordinator", Subjects: []string{"turncoat.result.>"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: replicas, MaxBytes: 2 << 30,
		Discard: jetstream.DiscardNew,
		MaxAge:  24 * time.Hour, MaxMsgSize: maxPayload,
	}); err != nil {
		return s, err
	}
	if s.work, err = c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: workBucket, Description: "jobs",
		Replicas: replicas, TTL: 7 * 24 * time.Hour}); err != nil {
		return s, err
	}
	s.workers, err = c.js.CreateOrUpdateKeyValue(
		ctx,
		jetstream.KeyValueConfig{Bucket: workerBucket, Description: "workers",
			Replicas: replicas, TTL: present},
	)
	return s, err
}

// retry does something again while it fails in a way that may pass: no leader, no answer. What the server has
// refused stays refused. Each try has its own timeout: a cluster that elects a leader drops what it is asked.
func retry(ctx context.Context, do func(ctx context.Context) error) error {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		try, cancel := context.WithTimeout(ctx, answerWait)
		err := do(try)
		cancel()
		if err == nil || !passing(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(wait):
		}
	}
}

// passing reports whether an error may be gone at the next try.
func passing(err error) bool {
	var refused *jetstream.APIError
	if errors.As(err, &refused) {
		// 503: JetStream is not there yet, or has no leader. 10005: not all servers of the cluster are there yet.
		// 10077: the queue is full. 10047: no storage, since another process is just making the same stream.
		return refused.Code == 503 || slices.Contains([]jetstream.ErrorCode{10005, 10047, 10077}, refused.ErrorCode)
	}
	return errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrReconnectBufExceeded) ||
		errors.Is(err, nats.ErrConnectionReconnecting) ||
		errors.Is(err, context.DeadlineExceeded)
}

// gone reports whether an error says that the server has lost a stream or a consumer.
func gone(err error) bool {
	return errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDeleted) ||
		errors.Is(err, jetstream.ErrStreamNotFound) ||
		errors.Is(err, nats.ErrNoResponders)
}

// put stores a value as JSON; it is tried again while the server cannot take it.
func put(ctx context.Context, bucket jetstream.KeyValue, key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return retry(ctx, func(ctx context.Context) error {
		_, err := bucket.Put(ctx, key, text)
		return err
	})
}
