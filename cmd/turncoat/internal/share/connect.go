// Package share connects commands to a queue of shared work.
package share

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/cluster"
)

// BuildVersion is the version that all who share work must have: that of the program, and the state
// of the code that it was built from or, if that is unknown, the checksum of the program.
var BuildVersion = sync.OnceValue(func() string {
	info, _ := debug.ReadBuildInfo()
	return command.Version() + " " + sourceOf(info)
})

// sourceOf returns the state of the code that a program was built from, if it is known, otherwise
// the checksum of this program.
func sourceOf(info *debug.BuildInfo) string {
	if info == nil {
		info = &debug.BuildInfo{}
	}
	settings := map[string]string{}
	for _, setting := range info.Settings {
		settings[setting.Key] = setting.Value
	}
	if revision := settings["vcs.revision"]; revision != "" && settings["vcs.modified"] != "true" {
		return revision
	}
	return programChecksum()
}

// programChecksum returns the checksum of this program's file, or the error that prevents it.
func programChecksum() string {
	sum := ""
	path, err := os.Executable()
	if err == nil {
		sum, err = SumOfFile(path)
	}
	if err != nil {
		return err.Error()
	}
	return sum[:32]
}

// A Queue is where work is shared, according to the flag --cluster.
type Queue struct{ Address string }

// credsVariable is the environment variable that names a file of NATS credentials.
const credsVariable = "TURNCOAT_CREDS"

// Flags returns the flags that name the queue.
func (q *Queue) Flags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{
		Name: "cluster",
		Usage: "share the work with the workers of the queue at `ADDRESS`, such as " +
			"nats://HOST:4222; $" + credsVariable + " names a file of credentials",
		Destination: &q.Address,
	}}
}

// JournalFlag names a file for finished work.
func JournalFlag(to *string) cli.Flag {
	return &cli.StringFlag{
		Name:        "journal",
		Usage:       "keep finished work in `FILE`; the same command continues from there if it was interrupted",
		Destination: to,
	}
}

// Connect connects to the queue if the call names one. The function that it returns closes the
// connection.
func (q *Queue) Connect(s *command.Session) (*cluster.Conn, func(), error) {
	switch {
	case q.Address == "":
		return nil, func() {}, nil
	case strings.HasPrefix(q.Address, "listen:"):
		return nil, nil, s.UsageError(
			"--cluster listen: is now the program turncoat-queue: start it and a worker, and give its address",
		)
	}

	conn, err := q.Dial(s)
	if err != nil {
		return nil, nil, err
	}
	return conn, conn.Close, nil
}

// Dial connects to the queue, which the call must name.
func (q *Queue) Dial(s *command.Session) (*cluster.Conn, error) {
	conn, err := cluster.Dial(s.Context, cluster.Options{
		URL: q.Address, Creds: os.Getenv(credsVariable), Name: "turncoat " + BuildVersion(),
	})
	if err != nil {
		return nil, s.Ended(command.Unusable("%w", err), "nothing was started")
	}
	return conn, nil
}

// WorkerName returns a name that is unique among the workers of a server.
func WorkerName(what string) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s-%s-%d", plainName(host), what, os.Getpid())
}

// plainName replaces the characters of a name that a NATS subject does not allow.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, name)
}

// SumOfFile returns a checksum of a file, so that workers can tell whether theirs is the same.
func SumOfFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return cluster.Sum(sum), err
}
