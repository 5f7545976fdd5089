// Package servecmd has the commands that run servers: the board and the protocol.
package servecmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/answer/reading"
	"turncoat/internal/answer/searching"
	"turncoat/internal/web"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

type boardOptions struct {
	rules  string
	addr   string
	noOpen bool
	tables string
}

// Board returns the command that serves the board in the browser.
func Board(s *command.Session) *cli.Command {
	var o boardOptions
	return &cli.Command{
		Name:      "board",
		Usage:     "open a board in the browser",
		ArgsUsage: "[FILE…]",
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name: "rules",
				Usage: "the `RULES` to begin with: a built-in name or a YAML file (default: " +
					"pacifist1)",
				Destination: &o.rules,
			},
			&cli.StringFlag{
				Name: "addr",
				Usage: "serve at `HOST:PORT`; port 0 is any free one; 127.0.0.1:7420 or, if " +
					"that is taken, any",
				Destination: &o.addr,
			},
			&cli.BoolFlag{
				Name:        "no-open",
				Usage:       "print the address without opening a browser",
				Destination: &o.noOpen,
			},
			command.TablesFlag(&o.tables),
		},
		Action: command.Action(s, &o, runBoard),
	}
}

func runBoard(s *command.Session, o *boardOptions) error {
	options := web.Options{}
	for _, name := range s.Args() {
		text, err := givenText(name, s.In)
		if err != nil {
			return err
		}
		options.Given = append(options.Given, web.Given{Name: name, Text: text})
	}

	rulesText, err := boardRules(o.rules)
	if err != nil {
		return err
	}
	options.Tables, err = command.TablesOfAllRules(o.tables)
	if err != nil {
		return err
	}
	defer options.Tables.Close()
	return serveBoard(s, o, options, rulesText)
}

// boardRules returns the initial rules for the page's address: a name, or the rule set of a file as
// YAML.
func boardRules(word string) (string, error) {
	if word == "" {
		return "", nil
	}
	variant, err := rules.Load(word)
	if err != nil {
		return "", err
	}
	if _, err := rules.Named(word); err == nil {
		return word, nil
	}
	return string(ruleset.AppendYAML(nil, variant.Set())), nil
}

// maxGiven is the maximum length of a file to begin with, which the page reads in one piece.
const maxGiven = 12 << 20

// givenText reads a file to begin with and decompresses it if necessary.
func givenText(name string, in io.Reader) (string, error) {
	if name != "-" {
		source, err := pgn.Open(name)
		if err != nil {
			return "", err
		}
		defer source.Close()
		in = source
	}

	text, err := io.ReadAll(io.LimitReader(in, maxGiven+1))
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	if len(text) > maxGiven {
		return "", fmt.Errorf(
			"%s: longer than %d MiB, too long for the board; use turncoat validate",
			name,
			maxGiven>>20,
		)
	}

	return strings.ToValidUTF8(string(text), "\ufffd"), nil
}

// usualAddress is the default address of the board. Browsers store the games of a page by its
// address.
const usualAddress = "127.0.0.1:7420"

func serveBoard(s *command.Session, o *boardOptions, options web.Options, rulesText string) error {
	host, _, err := net.SplitHostPort(cmp.Or(o.addr, usualAddress))
	if err != nil {
		return s.UsageError("--addr must be HOST:PORT, not %q", o.addr)
	}
	var open net.ListenConfig
	listener, err := open.Listen(s.Context, "tcp", cmp.Or(o.addr, usualAddress))
	if err != nil && o.addr == "" { // probably another board is running
		listener, err = open.Listen(s.Context, "tcp", "127.0.0.1:0")
	}
	if err != nil {
		return command.Unusable("%w", err)
	}
	address := listener.Addr().(*net.TCPAddr)
	if !address.IP.IsLoopback() {
		s.Say(
			"The board can be reached from other machines: anyone who can connect to this address can use it and " +
				"start searches on this machine.",
		)
		options.Hosts = append(options.Hosts, host)
		if address.IP.IsUnspecified() {
			options.Hosts = append(options.Hosts, localNames()...)
		}
	}

	handler, err := web.Handler(options)
	if err != nil {
		return err
	}
	page := url.URL{Scheme: "http", Host: address.String(), Path: "/"}
	if address.IP.IsUnspecified() {
		page.Host = net.JoinHostPort("localhost", fmt.Sprint(address.Port))
	}
	at := page.String()
	if rulesText != "" {
		at += "#rules=" + strings.ReplaceAll(url.QueryEscape(rulesText), "+", "%20")
	}
	s.Printf("%s\n", at)
	s.Out.Flush()
	if !o.noOpen {
		if err := openBrowser(at); err != nil {
			s.Say(fmt.Sprintf("Cannot open a browser (%v): open the address yourself.", err))
		}
	}

	server := boardServer(handler)
	stop := context.AfterFunc(s.Context, func() { server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return command.Interrupted("the board is closed")
}

// boardServer returns the server of a board. It disconnects clients that are silent or slow.
func boardServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    1 << 16,
	}
}

func localNames() []string {
	var names []string
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok {
			names = append(names, ip.IP.String())
		}
	}

	return names
}

func openBrowser(address string) error {
	words := browserCall(runtime.GOOS, address)
	return exec.Command(words[0], words[1:]...).Start()
}

func browserCall(system, address string) []string {
	switch system {
	case "darwin":
		return []string{"open", address}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler", address}
	}

	return []string{"xdg-open", address}
}

type answerOptions struct {
	tables string
	set    []string
}

// Answer returns the command that answers questions about the rules.
func Answer(s *command.Session) *cli.Command {
	var o answerOptions
	return &cli.Command{
		Name:  "answer",
		Usage: "answer questions about the rules, one JSON object a line",
		Flags: []cli.Flag{
			command.TablesFlag(&o.tables),
			command.ListFlag(&o.set, "set",
				"change a setting in every rule set, as `KEY=VALUE` (may be repeated)"),
		},
		Action: command.Action(s, &o, runAnswer),
	}
}

func runAnswer(s *command.Session, o *answerOptions) error {
	set, err := s.Overrides(o.set)
	if err != nil {
		return err
	}
	tables, err := command.TablesOfAllRules(o.tables)
	if err != nil {
		return err
	}
	defer tables.Close()
	server := reading.Server(searching.Options{Proofs: true, Probe: tables.Prober})
	server.Set = set
	tables.Add(server)
	err = server.Serve(s.Context, s.In, s.Out)
	if errors.Is(err, context.Canceled) {
		return command.Interrupted("the requests so far are answered")
	}
	return err
}
