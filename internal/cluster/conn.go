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

	// ackWait is how long a worker may be silent before its units are given to another.
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

// streams are the streams and buckets on a server.
type streams struct {
	units    jetstream.Stream
	received jetstream.Stream
	work     jetstream.KeyValue
	workers  jetstream.KeyValue
}

// Options tell how to reach a server.
type Options struct {
	URL   string // one or several, separated by commas, as NATS clients take them
	Creds string // file of credentials, if the server wants them
	Name  string // of this client, shown on the server
}

// Dial connects to a server. It waits for a server that is starting or electing a leader until the
// context ends, at most half a minute.
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

	c := &Conn{supplied: map[string]bool{}}
	var err error
	c.nc, err = connect(ctx, o.URL, options)
	if err == nil {
		err = c.openStreams(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.URL, err)
	}
	return c, nil
}

// openStreams opens the streams of the server. If that fails, it closes the connection.
func (c *Conn) openStreams(ctx context.Context) error {
	var err error
	c.js, err = jetstream.New(c.nc, jetstream.WithDefaultTimeout(answerWait))
	if err == nil {
		c.streams, err = c.ensureStreams(ctx)
	}
	if err != nil {
		c.Close()
	}
	return err
}

// connect connects to a server. If nobody listens, or the name is unknown, it waits a little for a
// server that is starting; if the network stalls, it waits until the context ends.
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

// absent reports whether an error means that there is no server yet.
func absent(err error) bool {
	var name *net.DNSError
	return errors.Is(err, nats.ErrNoServers) || errors.As(err, &name) && name.IsNotFound
}

// stalls reports whether an error may come from a stalled network. An invalid port stays invalid.
func stalls(err error) bool {
	var wire *net.OpError
	var port *net.AddrError
	if errors.As(err, &port) {
		return false
	}
	return isAny(err, nats.ErrTimeout, io.EOF, nats.ErrConnectionClosed, os.ErrDeadlineExceeded) || errors.As(err, &wire)
}

// Close ends the connection.
func (c *Conn) Close() { c.nc.Close() }

// ensureStreams returns the streams, and creates those that the server does not have or has lost.
// Handles of lost streams remain usable, because they refer to names.
func (c *Conn) ensureStreams(ctx context.Context) (streams, error) { return retry(ctx, c.make) }

// replicas returns on how many servers each stream is stored.
func (c *Conn) replicas() int {
	if c.nc.ConnectedClusterName() != "" {
		return 3
	}
	return 1
}

func (c *Conn) make(ctx context.Context) (s streams, err error) {
	stream := func(name, about, subjects string, bytes int64) (jetstream.Stream, error) {
		return c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: name, Description: about, Subjects: []string{subjects}, Retention: jetstream.WorkQueuePolicy,
			Storage: jetstream.FileStorage, Replicas: c.replicas(), MaxBytes: bytes, MaxMsgSize: maxPayload,
			Discard: jetstream.DiscardNew,
			MaxAge:  24 * time.Hour, // a coordinator that still needs them queues them again
		})
	}
	bucket := func(name, about string, age time.Duration) (jetstream.KeyValue, error) {
		return c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, Description: about,
			Replicas: c.replicas(), TTL: age})
	}

	s.units, err = stream(unitStream, "units that wait for a worker", "turncoat.unit.>", 256<<20)
	if err != nil {
		return s, err
	}
	s.received, err = stream(resultStream, "results on their way to the coordinator", "turncoat.result.>", 2<<30)
	if err != nil {
		return s, err
	}
	s.work, err = bucket(workBucket, "jobs", 7*24*time.Hour)
	if err != nil {
		return s, err
	}
	s.workers, err = bucket(workerBucket, "workers", present)
	return s, err
}

// retry repeats a request as long as it fails with an error that may be temporary, such as no
// leader or no answer. A refusal by the server is final. Each attempt has its own timeout, because
// a cluster that elects a leader drops requests.
func retry[T any](ctx context.Context, do func(ctx context.Context) (T, error)) (T, error) {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		try, cancel := context.WithTimeout(ctx, answerWait)
		value, err := do(try)
		cancel()
		if err == nil || !temporary(err) {
			return value, err
		}

		pause(ctx, wait)
		if ctx.Err() != nil {
			return value, errors.Join(ctx.Err(), err)
		}
	}
}

// temporary reports whether an error may be temporary.
func temporary(err error) bool {
	var refused *jetstream.APIError
	if errors.As(err, &refused) {
		// 503: JetStream is not ready, or has no leader. 10005: not all servers of the cluster are
		// up. 10077: the queue is full. 10047: no storage, because another process is creating the
		// same stream.
		return refused.Code == 503 || slices.Contains([]jetstream.ErrorCode{10005, 10047, 10077}, refused.ErrorCode)
	}

	return isAny(err, nats.ErrTimeout, nats.ErrNoResponders, jetstream.ErrNoStreamResponse, nats.ErrDisconnected,
		nats.ErrReconnectBufExceeded, nats.ErrConnectionReconnecting, context.DeadlineExceeded)
}

// lost reports whether an error means that the server has lost a stream or a consumer.
func lost(err error) bool {
	return isAny(err, jetstream.ErrConsumerNotFound, jetstream.ErrConsumerDeleted, jetstream.ErrStreamNotFound,
		nats.ErrNoResponders)
}

func isAny(err error, classes ...error) bool {
	return slices.ContainsFunc(classes, func(class error) bool { return errors.Is(err, class) })
}

// put stores a value as JSON, and retries while the server cannot accept it.
func put(ctx context.Context, bucket jetstream.KeyValue, key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = retry(ctx, func(ctx context.Context) (uint64, error) { return bucket.Put(ctx, key, text) })
	return err
}
