package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	blobBucket = "TURNCOAT_BLOBS"
	maxBlobs   = 1 << 30 // bytes on a server
)

// A Blob is data that the units of some work share and that is too large for its arguments. The
// coordinator puts it on the server, and workers fetch it with [Unit.Fetch].
type Blob struct {
	Name string // the checksum of the content, by [Sum]
	Open func() (io.ReadCloser, error)
}

// Sum returns the name of a blob from the SHA-256 of its content.
func Sum(content hash.Hash) string { return hex.EncodeToString(content.Sum(nil)) }

// ErrLater is the class of errors about units that cannot be done yet, because data is missing or
// the worker is busy with other work. They return to the queue, and that does not count as a
// failure.
var ErrLater = errors.New("unit cannot be done yet")

// Supply puts these blobs on the server and removes others that this connection has supplied. If
// anew is set, it also replaces blobs that the server has lost.
func (c *Conn) Supply(ctx context.Context, blobs []Blob, anew bool) error {
	wanted := map[string]bool{}
	for _, b := range blobs {
		wanted[b.Name] = true
	}
	for name := range c.supplied {
		if !wanted[name] {
			if err := c.drop(ctx, name); err != nil {
				return err
			}
			delete(c.supplied, name)
		}
	}

	for _, b := range blobs {
		if c.supplied[b.Name] && !anew {
			continue
		}
		if err := c.put(ctx, b); err != nil {
			return fmt.Errorf("cannot upload the data that units need: %w", err)
		}
		c.supplied[b.Name] = true
	}

	return nil
}

// drop removes a blob if that is quick; otherwise it expires after a week.
func (c *Conn) drop(ctx context.Context, name string) error {
	quick, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	if bucket, err := c.js.ObjectStore(quick, blobBucket); err == nil {
		bucket.Delete(quick, name)
	}
	return ctx.Err()
}

// put puts a blob on the server unless it is there, and retries as long as the error may be
// temporary.
func (c *Conn) put(ctx context.Context, b Blob) error {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := c.tryPut(ctx, b)
		if err == nil || ctx.Err() != nil || !temporary(err) && !lost(err) && !errors.Is(err, context.Canceled) {
			return errors.Join(ctx.Err(), err)
		}
		pause(ctx, wait)
	}
}

func (c *Conn) tryPut(ctx context.Context, b Blob) error {
	content, err := b.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	from, ctx := watch(ctx, content)
	defer from.end()
	bucket, err := c.js.ObjectStore(ctx, blobBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) { // only then, because an update is slow
		bucket, err = c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{
			Bucket: blobBucket, Replicas: c.replicas(), MaxBytes: maxBlobs,
			TTL: 7 * 24 * time.Hour, // a coordinator that still needs them supplies them again
		})
	}

	if err != nil {
		return err
	}
	if _, err := bucket.GetInfo(ctx, b.Name); !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	_, err = bucket.Put(ctx, jetstream.ObjectMeta{Name: b.Name}, from)
	return err
}

// fetch writes the content of a blob to w. The error wraps [ErrLater], unless it is w's.
func (c *Conn) fetch(ctx context.Context, name string, w io.Writer) error {
	from, ctx := watch(ctx, nil)
	defer from.end()
	bucket, err := c.js.ObjectStore(ctx, blobBucket)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrLater, err)
	}
	object, err := bucket.Get(ctx, name)
	if err != nil {
		return fmt.Errorf("%w: the data it needs is missing: %w", ErrLater, err)
	}
	defer object.Close()
	from.from = object
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(w, sum), from); err != nil && from.err == nil {
		return err
	}
	if from.err == nil && Sum(sum) != name {
		from.err = errors.New("wrong checksum")
	}
	if from.err != nil {
		return fmt.Errorf("%w: cannot fetch the data it needs: %w", ErrLater, from.err)
	}
	return nil
}

// A watched reader ends a context when it has read nothing for a while, because a dead server
// leaves its clients waiting.
type watched struct {
	from  io.Reader
	bytes int64
	err   error // of reading, other than io.EOF
	stop  func()
	late  *time.Timer
}

// watch returns a watched reader and its context.
func watch(ctx context.Context, from io.Reader) (*watched, context.Context) {
	ctx, stop := context.WithTimeout(ctx, 24*time.Hour) // without a limit the library uses a short one
	return &watched{from: from, stop: stop, late: time.AfterFunc(2*answerWait, stop)}, ctx
}

// Read reads. What was read may still be on its way to the server, which may take a second for each
// megabyte.
func (w *watched) Read(to []byte) (int, error) {
	n, err := w.from.Read(to)
	w.bytes += int64(n)
	w.late.Reset(2*answerWait + time.Duration(w.bytes>>20)*time.Second)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

func (w *watched) end() {
	w.late.Stop()
	w.stop()
}
