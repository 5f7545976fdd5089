package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"turncoat/cluster"
	"turncoat/corpus/generate"
	"turncoat/puzzle/mine"
)

// kinds are the kinds of work that can be shared out, each with what does a unit of it. Those that hold tables
// come with [session.kinds].
var kinds = map[string]cluster.Func{
	"corpus generate": func(ctx context.Context, u cluster.Unit) ([]byte, error) {
		return generate.Unit(ctx, u.Args, u.Number, u.Input)
	},
	"puzzle grade": gradeUnit,
	"puzzle mine":  mineUnit,
	"puzzle solve": solveUnit,
}

// clusterFlags are the flags of a command whose work can be shared out.
func clusterFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "cluster", Usage: "share the work with the workers of the queue at `ADDRESS`, such as nats://HOST:4222"},
		credsFlag(),
	}
}

func credsFlag() cli.Flag {
	return &cli.StringFlag{Name: "creds", Usage: "`FILE` of NATS credentials"}
}

// buildVersion is the version that all who share work must have: that of the program, and the state of the
// code that it was built from; where that is not known, the checksum of the program itself.
var buildVersion = sync.OnceValue(func() string {
	info, _ := debug.ReadBuildInfo()
	return version() + " " + sourceOf(info)
})

// sourceOf returns the state of the code that a program was built from, if it is known, and otherwise the
// checksum of this program.
func sourceOf(info *debug.BuildInfo) string {
	revision := ""
	if info != nil {
		for _, setting := range info.Settings {
			switch {
			case setting.Key == "vcs.revision":
				revision = setting.Value
			case setting.Key == "vcs.modified" && setting.Value == "true":
				return programChecksum()
			}
		}
	}
	if revision == "" {
		return programChecksum()
	}
	return revision
}

// programChecksum returns the checksum of the file of this program, or what keeps it from being known.
func programChecksum() string {
	path, err := os.Executable()
	if err != nil {
		return err.Error()
	}
	sum, err := sumOfFile(path)
	if err != nil {
		return err.Error()
	}
	return sum[:32]
}

// shares reports whether the work of a call is to be shared out.
func shares(c *cli.Context) bool { return c.String("cluster") != "" }

// share connects to the queue that --cluster names. The function that it returns ends that.
func (s *session) share(c *cli.Context) (*cluster.Conn, func(), error) {
	address := c.String("cluster")
	if strings.HasPrefix(address, "listen:") {
		return nil, nil, badCall(c.Command.HelpName, errors.New("--cluster listen: is now a program of its own: start turncoat-queue and a worker, and give its address"))
	}
	conn, err := s.dial(c, address)
	if err != nil {
		return nil, nil, err
	}
	return conn, conn.Close, nil
}

// shareIf does as share if the call shares its work out; otherwise the connection is nil.
func (s *session) shareIf(c *cli.Context) (*cluster.Conn, func(), error) {
	if !shares(c) {
		return nil, func() {}, nil
	}
	return s.share(c)
}

// dial connects to a server.
func (s *session) dial(c *cli.Context, address string) (*cluster.Conn, error) {
	conn, err := cluster.Dial(s.ctx, cluster.Options{URL: address, Creds: c.String("creds"), Name: "turncoat " +
		buildVersion()})
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
	return fmt.Sprintf("%s-%s-%d", plainName(host), what, os.Getpid())
}

// plainName writes a name in letters that every subject of NATS takes.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, name)
}

// askMine shares out the units of a mine. The puzzles are taken in the order of the units, so that it ends when
// one is set aside: without that unit they would be others.
func (s *session) askMine(conn *cluster.Conn, m *mine.Mine) func(context.Context, mine.Asked) error {
	return func(ctx context.Context, a mine.Asked) error {
		args, err := json.Marshal(m)
		if err != nil {
			return err
		}
		span := 1
		if m.Most <= 2 { // units of some milliseconds
			span = 8
		}
		asker := cluster.Asker{
			Have:   a.Have,
			Window: 1024,
			Keep: func(unit int, record []byte) error {
				enough, err := a.Keep(unit, record)
				switch {
				case errors.Is(err, mine.ErrRecord):
					err = fmt.Errorf("%w: %w", cluster.ErrBadResult, err)
				case err == nil && enough:
					err = cluster.ErrEnough
				}
				return err
			},
			Sync:  a.Sync,
			Input: func(unit int) ([]byte, error) { return m.Input(unit) },
			Failed: func(unit int, reason string) error {
				return unusable("--cluster: unit %d was set aside: %s", unit, reason)
			},
		}
		return s.ask(ctx, conn, &asker, cluster.Work{Kind: "puzzle mine", Version: buildVersion(), Args: args,
			Units: a.Limit, Span: span})
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
