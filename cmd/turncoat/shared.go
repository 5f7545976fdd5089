package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cluster"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/mine"
)

// kinds are the kinds of work that can be shared out, each with what does a unit of it.
var kinds = map[string]cluster.Func{
	"puzzle mine":   mineUnit,
	"puzzle verify": verifyUnit,
}

// clusterFlags are the flags of a command whose work can be shared out.
func clusterFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "cluster", Usage: "share the work out: listen:PORT (or listen:HOST:PORT) to serve a queue, or the `ADDRESS` of a NATS server, nats://HOST"},
		credsFlag(),
		&cli.StringFlag{Name: "cluster-config", Usage: "NATS configuration `FILE` of the server that listens, for TLS and accounts"},
	}
}

func credsFlag() cli.Flag {
	return &cli.StringFlag{Name: "creds", Usage: "`FILE` of NATS credentials, for a server that wants them"}
}

// buildVersion is the version that all who share work must have: that of the program, and the state
// of the code that it was built from.
func buildVersion() string {
	text := version()
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return text
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			text += " " + setting.Value
		case "vcs.modified":
			if setting.Value == "true" {
				text += " modified"
			}
		}
	}
	return text
}

// shares reports whether the work of a call is to be shared out.
func shares(c *cli.Context) bool { return c.String("cluster") != "" }

// share connects to the server that --cluster names, or starts one and works for it as well. The
// function that it returns ends both.
func (s *session) share(c *cli.Context, jobs int) (*cluster.Conn, func(), error) {
	address := c.String("cluster")
	where, listens := strings.CutPrefix(address, "listen:")
	if !listens {
		conn, err := s.dial(c, address)
		if err != nil {
			return nil, nil, err
		}
		return conn, conn.Close, nil
	}
	host, port, err := cluster.ParseListen(where)
	if err != nil {
		return nil, nil, badCall(c.Command.HelpName, fmt.Errorf("--cluster: %w", err))
	}
	server, err := cluster.Listen(cluster.ServerOptions{Host: host, Port: port, Config: c.String("cluster-config")})
	if err != nil {
		return nil, nil, unusable("--cluster: %w", err)
	}
	s.say("workers join with: turncoat worker " + server.URL())
	if identified, encrypted := server.Secured(); !identified || !encrypted {
		s.say("this server asks nobody who they are, and what is sent can be read on the way: --cluster-config changes that" + beyond(host))
	}
	conn, err := s.dial(c, server.URL())
	if err != nil {
		server.Close()
		return nil, nil, err
	}
	ctx, stop := context.WithCancel(s.ctx)
	over := make(chan struct{})
	go func() {
		defer close(over)
		w := &cluster.Worker{Name: workerName("asker"), Version: buildVersion(), Kinds: kinds, Jobs: jobs}
		w.Run(ctx, conn)
	}()
	return conn, func() {
		stop()
		<-over
		conn.Close()
		server.Close()
	}, nil
}

// beyond says what it means to listen on a host that is not this machine alone.
func beyond(host string) string {
	if ip := net.ParseIP(host); host == "" || host == "localhost" || ip != nil && ip.IsLoopback() {
		return ""
	}
	return "\nit listens on " + host + ": whoever reaches that can take and give work"
}

// dial connects to a server.
func (s *session) dial(c *cli.Context, address string) (*cluster.Conn, error) {
	conn, err := cluster.Dial(s.ctx, cluster.Options{URL: address, Creds: c.String("creds"), Name: "turncoat " + buildVersion()})
	if err != nil {
		if s.ctx.Err() != nil {
			return nil, interrupted("nothing was begun")
		}
		return nil, unusable("%w", err)
	}
	return conn, nil
}

// workerName returns a name that no other worker of a server has.
func workerName(what string) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	host = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, host)
	return fmt.Sprintf("%s-%s-%d", host, what, os.Getpid())
}

// askMine shares out the units of a mine.
func (s *session) askMine(conn *cluster.Conn, m *mine.Mine) func(ctx context.Context, limit int, have func(int) bool, keep func([]byte) (bool, error)) error {
	return func(ctx context.Context, limit int, have func(int) bool, keep func([]byte) (bool, error)) error {
		args, err := json.Marshal(m)
		if err != nil {
			return err
		}
		asker := cluster.Asker{
			Have:   have,
			Window: 256, // beyond the last puzzle that is wanted, units are worked out for nothing
			Keep: func(_ int, record []byte) error {
				enough, err := keep(record)
				if err == nil && enough {
					err = cluster.ErrEnough
				}
				return err
			},
			Input:  func(unit int) ([]byte, error) { return m.Input(unit) },
			Failed: func(unit int, reason string) { s.report(found("unit %d was set aside: %s", unit, reason)) },
		}
		return asker.Run(ctx, conn, cluster.Work{Kind: "puzzle mine", Version: buildVersion(), Args: args, Units: limit})
	}
}

// mineUnit does one unit of a mine.
func mineUnit(ctx context.Context, u cluster.Unit) ([]byte, error) {
	var m mine.Mine
	if err := json.Unmarshal(u.Args, &m); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	return m.Unit(ctx, u.Number, u.Input)
}

// A sharedVerdict is the result of a unit of "puzzle verify".
type sharedVerdict struct {
	Wins   int           `json:"wins"`
	Holds  int           `json:"holds"`
	Faults []sharedFault `json:"faults,omitempty"`
}

type sharedFault struct {
	Text       string `json:"text"`
	Unverified bool   `json:"unverified"` // the puzzle is not what it says; otherwise it could not be checked
}

// verifyUnit proves one puzzle again.
func verifyUnit(ctx context.Context, u cluster.Unit) ([]byte, error) {
	p, err := puzzle.Parse(u.Input)
	if err != nil {
		return nil, err
	}
	checked, err := analysis.Verify(ctx, &p, 1)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	v := sharedVerdict{Wins: checked.Wins, Holds: checked.Holds}
	for _, fault := range faultsOf(err) {
		v.Faults = append(v.Faults, sharedFault{fault.Error(), analysis.Unverified(fault)})
	}
	return json.Marshal(v)
}

// faultsOf returns the errors that an error joins.
func faultsOf(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// askVerdicts shares out the proving of puzzles. Every verdict is given, if only as an error.
func askVerdicts(ctx context.Context, conn *cluster.Conn, puzzles []puzzle.Numbered, verdicts []chan verdict) {
	lines := make([][]byte, len(puzzles))
	sum := sha256.New()
	for i := range puzzles {
		line, err := json.Marshal(&puzzles[i].Puzzle)
		if err != nil { // it was read a moment ago
			panic(err)
		}
		lines[i] = line
		sum.Write(line)
	}
	args, _ := json.Marshal(hex.EncodeToString(sum.Sum(nil)))
	given := make([]bool, len(puzzles))
	give := func(i int, v verdict) {
		given[i] = true
		verdicts[i] <- v
	}
	asker := cluster.Asker{
		Input: func(unit int) ([]byte, error) { return lines[unit], nil },
		Keep: func(unit int, result []byte) error {
			var shared sharedVerdict
			if err := json.Unmarshal(result, &shared); err != nil {
				return err
			}
			give(unit, shared.verdict())
			return nil
		},
		Failed: func(unit int, reason string) { give(unit, verdict{err: errors.New(reason)}) },
	}
	err := asker.Run(ctx, conn, cluster.Work{Kind: "puzzle verify", Version: buildVersion(), Args: args, Units: len(puzzles), Span: min(50, 1+len(puzzles)/200)})
	for i := range puzzles {
		if !given[i] {
			give(i, verdict{err: err})
		}
	}
}

func (v *sharedVerdict) verdict() verdict {
	var faults []error
	for _, f := range v.Faults {
		err := errors.New(f.Text)
		if f.Unverified {
			err = &unverified{f.Text}
		}
		faults = append(faults, err)
	}
	return verdict{analysis.Checked{Wins: v.Wins, Holds: v.Holds}, errors.Join(faults...)}
}

// unverified is a fault of a puzzle that was found elsewhere.
type unverified struct{ text string }

func (u *unverified) Error() string { return u.text }
func (u *unverified) Unwrap() error { return puzzle.ErrUnsound }
