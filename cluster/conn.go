package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
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
	// present is how long a worker is listed after it was last heard of.
	present = 20 * time.Second
)

// A Conn is a connection to a server, with the streams that work needs.
type Conn struct {
	nc *nats.Conn
	js jetstream.JetStream
	streams
	supplied map[string]bool // blobs, by those who ask
}

// streams are what a server keeps for the work.
type streams struct {
	units   jetstream.Stream
	results jetstream.Stream
	work    jetstream.KeyValue
	workers jetstream.KeyValue
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
	c := &Conn{nc: nc}
	if err := c.prepare(ctx); err != nil {
		nc.Close()
		return nil, fmt.Errorf("%s: %w", o.URL, err)
	}
	return c, nil
}

// connect connects to a server. Where nobody listens it waits a little, for a server that is just
// starting; where the network stalls, as long as the context lasts.
func connect(ctx context.Context, at string, options []nats.Option) (*nats.Conn, error) {
	began := time.Now()
	for {
		nc, err := nats.Connect(at, options...)
		switch {
		case err == nil:
			return nc, nil
		case ctx.Err() != nil, errors.Is(err, nats.ErrNoServers) && time.Since(began) > 2*time.Second,
			!errors.Is(err, nats.ErrNoServers) && !stalls(err):
			return nil, err
		}
		pause(ctx, 250*time.Millisecond)
	}
}

// stalls reports whether an error may come from a network that lets nothing through for the time being.
func stalls(err error) bool {
	var wire net.Error
	// which calls itself an error of the network, as that of a URL does, and that of a file of credentials
	var address *net.AddrError
	var written *url.Error
	var file *fs.PathError
	if errors.As(err, &address) || errors.As(err, &written) || errors.As(err, &file) {
		return false
	}
	return errors.Is(err, nats.ErrTimeout) || errors.Is(err, io.EOF) || errors.Is(err, nats.ErrConnectionClosed) ||
		errors.As(err, &wire)
}

// Close ends the connection.
func (c *Conn) Close() { c.nc.Close() }

// prepare makes the streams, or finds them made.
func (c *Conn) prepare(ctx context.Context) error {
	js, err := jetstream.New(c.nc, jetstream.WithDefaultTimeout(5*time.Second))
	if err != nil {
		return err
	}
	c.js = js
	c.streams, err = c.find(ctx)
	return err
}

// mend makes anew what a server has lost. What is held of the lost ones goes on to be used: it knows
// them by their names.
func (c *Conn) mend(ctx context.Context) error {
	_, err := c.find(ctx)
	return err
}

// find returns the streams, which are made where they are not there.
func (c *Conn) find(ctx context.Context) (found streams, err error) {
	replicas := 3
	err = retry(ctx, func(ctx context.Context) error {
		err := c.findAll(ctx, replicas, &found)
		var refused *jetstream.APIError
		if errors.As(err, &refused) && refused.ErrorCode == notClustered {
			replicas = 1
			err = c.findAll(ctx, replicas, &found)
		}
		return err
	})
	return found, err
}

// notClustered is JetStream's code for "replicas > 1 not supported in non-clustered mode".
const notClustered = 10074

// noRoom is JetStream's code for "insufficient storage resources available".
const noRoom = 10047

func (c *Conn) findAll(ctx context.Context, replicas int, s *streams) (err error) {
	if s.units, err = c.stream(ctx, jetstream.StreamConfig{
		Name: unitStream, Description: "units of work that wait for a worker", Subjects: []string{"turncoat.unit.>"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: replicas, MaxBytes: 256 << 20,
		Discard: jetstream.DiscardNew,
		MaxAge:  24 * time.Hour, // who still waits asks again
	}); err != nil {
		return err
	}
	if s.results, err = c.stream(ctx, jetstream.StreamConfig{
		Name: resultStream, Description: "results on their way to who asked", Subjects: []string{"turncoat.result.>"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: replicas, MaxBytes: 2 << 30,
		Discard: jetstream.DiscardNew,
		MaxAge:  24 * time.Hour, MaxMsgSize: maxPayload,
	}); err != nil {
		return err
	}
	if s.work, err = c.bucket(ctx, jetstream.KeyValueConfig{Bucket: workBucket, Description: "what is asked for",
		Replicas: replicas, TTL: 7 * 24 * time.Hour}); err != nil {
		return err
	}
	s.workers, err = c.bucket(ctx, jetstream.KeyValueConfig{Bucket: workerBucket, Description: "who works",
		Replicas: replicas, TTL: present})
	return err
}

// stream returns a stream, which is made if it is not there. Another process may make it meanwhile: until that
// is done the server counts the room for it twice, and may find that there is none.
func (c *Conn) stream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := c.js.Stream(ctx, config.Name)
	for try := 0; errors.Is(err, jetstream.ErrStreamNotFound); try++ {
		s, err = c.js.CreateStream(ctx, config)
		var refused *jetstream.APIError
		switch {
		case errors.Is(err, jetstream.ErrStreamNameAlreadyInUse):
		case errors.As(err, &refused) && refused.ErrorCode == noRoom && try < 10:
			pause(ctx, 50*time.Millisecond)
		default:
			return s, err
		}
		s, err = c.js.Stream(ctx, config.Name)
	}
	return s, err
}

func (c *Conn) bucket(ctx context.Context, config jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	b, err := c.js.KeyValue(ctx, config.Bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		b, err = c.js.CreateKeyValue(ctx, config)
		if errors.Is(err, jetstream.ErrBucketExists) {
			b, err = c.js.KeyValue(ctx, config.Bucket)
		}
	}
	return b, err
}

// retry does something again while it fails in a way that may pass: no leader, no answer. What the
// server has refused stays refused.
//
// Each try has its own time: a cluster that elects a leader does not answer at all what it was asked
// meanwhile.
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

// passing reports whether an error may be gone when one tries again.
func passing(err error) bool {
	var refused *jetstream.APIError
	if errors.As(err, &refused) {
		// 503: JetStream is not there yet, or has no leader. 10005: not all servers of the cluster are there yet.
		// 10077: the queue is full.
		return refused.Code == 503 || refused.ErrorCode == 10005 || refused.ErrorCode == 10077
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
