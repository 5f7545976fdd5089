package cluster

import (
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
)

// A dialer counts the calls, and fails each with its error.
type dialer struct {
	calls int
	err   error
}

func (d *dialer) Dial(string, string) (net.Conn, error) {
	d.calls++
	return nil, d.err
}

// Where nobody listens it is tried for a little more than two seconds, every quarter of one, and
// not at all when nobody waits.
func TestConnectWaits(t *testing.T) {
	nobody := &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	synctest.Test(t, func(t *testing.T) {
		d := &dialer{err: nobody}
		began := time.Now()
		_, err := connect(t.Context(), "nats://127.0.0.1:1", []nats.Option{nats.SetCustomDialer(d)})
		if lastDuration := time.Since(began); !errors.Is(err, nats.ErrNoServers) ||
			lastDuration != 2250*time.Millisecond || d.calls != 10 {
			t.Errorf("%v after %d calls in %v", err, d.calls, lastDuration)
		}

		over, cancel := context.WithCancel(t.Context())
		cancel()
		d.calls = 0
		if _, err := connect(over, "nats://127.0.0.1:1", []nats.Option{nats.SetCustomDialer(d)}); err == nil ||
			d.calls != 1 {
			t.Errorf("%v after %d calls", err, d.calls)
		}
	})
}

// An invalid address, and credentials that cannot be read, are reported at once, with the address.
func TestDialRefuses(t *testing.T) {
	c := served(t)
	at := c.nc.ConnectedUrl()
	missing := filepath.Join(t.TempDir(), "none.creds")
	for _, test := range []struct {
		o    Options
		want string
	}{{Options{URL: "nats://127.0.0.1:x"}, "nats://127.0.0.1:x: "},
		{Options{URL: at, Creds: missing}, at + ": "}} {
		if _, err := Dial(t.Context(), test.o); err == nil ||
			!strings.HasPrefix(err.Error(), test.want) ||
			test.o.Creds != "" && !strings.Contains(err.Error(), missing) {
			t.Errorf("%+v: %v", test.o, err)
		}
	}
}

// Who gives up what is fetched, since it cannot be written, leaves nothing behind that the server
// goes on to send.
func TestFetchGivenUp(t *testing.T) {
	c := served(t)
	sum := "0" // whatever it is called
	large := Blob{sum, func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(strings.Repeat("turncoat", 1<<18))), nil
	}}
	if err := c.Supply(t.Context(), []Blob{large}, false); err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	before := c.nc.NumSubscriptions()
	if err := c.fetch(t.Context(), sum, writer{full}); err != full {
		t.Errorf("%v", err)
	}
	for c.nc.NumSubscriptions() > before { // until the test's own time is over
		select {
		case <-t.Context().Done():
			t.Fatal("it goes on")
		case <-time.After(10 * time.Millisecond):
		}
	}
}
