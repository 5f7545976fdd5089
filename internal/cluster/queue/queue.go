// Package queue runs the server for package cluster: a NATS server with JetStream in this process.
package queue

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A Server is a NATS server with JetStream in this process.
type Server struct {
	server  *server.Server
	options *server.Options
	dir     string // temporary; Close removes it
}

// Options tell how a server listens and where it stores data.
type Options struct {
	Host string // empty is 127.0.0.1
	Port int    // 0 for any free port
	// Config is a NATS configuration file, for TLS, accounts and a cluster of servers. It overrides
	// the other options.
	Config string
	// Dir is where the queue is stored; empty for a temporary directory that Close removes.
	Dir string
}

const (
	maxMemory  = 256 << 20
	maxStore   = 4 << 30
	maxPayload = 8 << 20 // the largest message that package cluster sends
)

// Listen starts a server.
func Listen(o Options) (*Server, error) {
	options := &server.Options{}
	if o.Config != "" {
		var err error
		options, err = server.ProcessConfigFile(o.Config)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Config, err)
		}
	}

	options.Host = cmp.Or(options.Host, o.Host, "127.0.0.1")
	options.Port = cmp.Or(options.Port, o.Port, server.RANDOM_PORT)
	options.StoreDir = cmp.Or(options.StoreDir, o.Dir)
	options.JetStreamMaxMemory = cmp.Or(options.JetStreamMaxMemory, maxMemory)
	options.JetStreamMaxStore = cmp.Or(options.JetStreamMaxStore, maxStore)
	options.JetStream, options.NoSigs, options.NoLog = true, true, true
	options.MaxPayload = maxPayload
	options.MaxPending = 4 * maxPayload
	s := &Server{options: options}
	if options.StoreDir == "" {
		dir, err := os.MkdirTemp("", "turncoat-queue-")
		if err != nil {
			return nil, err
		}
		s.dir, options.StoreDir = dir, dir
	}

	err := os.MkdirAll(options.StoreDir, 0o750) // the server would not report it
	if err == nil {
		s.server, err = server.NewServer(options)
	}
	if err != nil {
		s.Close()
		return nil, err
	}

	s.server.Start()
	if !s.server.ReadyForConnections(10 * time.Second) {
		s.Close()
		return nil, fmt.Errorf("cannot listen on %s", net.JoinHostPort(options.Host, strconv.Itoa(options.Port)))
	}

	return s, nil
}

// URL returns the address for clients.
func (s *Server) URL() string { return s.server.ClientURL() }

// Host returns the host that the server listens on.
func (s *Server) Host() string { return s.options.Host }

// Secured reports whether clients must authenticate, and whether connections are encrypted.
func (s *Server) Secured() (identified, encrypted bool) {
	o := s.options
	return o.Username != "" || o.Authorization != "" || len(o.Users)+len(o.Nkeys)+len(o.TrustedOperators) > 0 || o.TLSVerify,
		o.TLSConfig != nil
}

// Close stops the server.
func (s *Server) Close() error {
	if s.server != nil {
		s.server.Shutdown()
		s.server.WaitForShutdown()
	}

	if s.dir != "" {
		return os.RemoveAll(s.dir)
	}
	return nil
}

// ErrAddress is the class of errors about malformed addresses.
var ErrAddress = errors.New("invalid address")

// ParseAddress reads the address to listen on: PORT or HOST:PORT.
func ParseAddress(text string) (host string, port int, err error) {
	portText := text
	if h, p, err := net.SplitHostPort(text); err == nil {
		host, portText = h, p
	}
	n, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return "", 0, fmt.Errorf("%w: %q is not PORT or HOST:PORT", ErrAddress, text)
	}
	return host, int(n), nil
}
