// Command turncoat-site writes Turncoat's static site: the board, the documentation and downloads,
// for any web host. It needs the Go toolchain and runs in a clone of the repository.
//
//	turncoat-site [--address URL] DIR
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"

	"turncoat/internal/site"
	"turncoat/internal/status"
)

// The exit statuses, as those of turncoat.
const (
	statusUnusable    = 2
	statusInterrupted = 130
)

const description = `Writes a site to DIR that any web server can serve, from any path: the board, with the rules
compiled to WebAssembly; the documentation and the specification as pages; and downloads, at the
paths that they have in the repository. After the first visit it works without a network.

The Go toolchain compiles the rules from the clone of the repository in the current directory. If
the site cannot be made, DIR stays as it was.

Example:
$ turncoat-site --address https://example.org/turncoat site
site: serve it with any web server, from any path`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	os.Exit(run(ctx, os.Args, os.Stdout, os.Stderr))
}

// run runs a call and returns its exit status.
func run(ctx context.Context, words []string, out, errs io.Writer) int {
	err := app(out, errs).RunContext(ctx, words)
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		fmt.Fprintln(errs, "turncoat-site: interrupted: nothing has been written")
		return statusInterrupted
	}

	fmt.Fprintf(errs, "turncoat-site: %v\n", err)
	return statusUnusable
}

// app returns the command line.
func app(out, errs io.Writer) *cli.App {
	return &cli.App{
		Name:        "turncoat-site",
		Usage:       "write the board and the documentation as a static site",
		ArgsUsage:   "DIR",
		Description: description,
		HideVersion: true, HideHelpCommand: true,
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name: "address",
				Usage: "the `URL` where the site will be, for canonical addresses, link previews and " +
					"sitemap.xml",
			},
		},
		Writer: out, ErrWriter: errs,
		ExitErrHandler: func(*cli.Context, error) {}, // run reports errors
		OnUsageError:   func(_ *cli.Context, err error, _ bool) error { return usageError(err) },
		Action:         func(c *cli.Context) error { return write(c, status.New(errs)) },
	}
}

// usageError is the error of an invalid call, with a pointer to the help.
func usageError(err error) error {
	return fmt.Errorf("%w\nsee: turncoat-site --help", err)
}

// write writes the site that a call asks for.
func write(c *cli.Context, line *status.Line) error {
	if c.NArg() != 1 {
		return usageError(errors.New("want one argument, the directory to write to"))
	}
	dir := c.Args().First()
	address, err := siteAddress(c.String("address"))
	if err != nil {
		return usageError(err)
	}

	line.Draw("compiling the rules for browsers")
	err = site.Write(c.Context, dir, address)
	line.Clear()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s: serve it with any web server, from any path\n", dir)
	return nil
}

// siteAddress reads the address at which a site will be served; nil stands for none.
func siteAddress(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	address, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("--address: %w", err)
	}
	web := address.Scheme == "https" || address.Scheme == "http"
	if !web || address.Host == "" || address.RawQuery != "" || address.Fragment != "" {
		return nil, fmt.Errorf("--address %q: expected http or https, a host and a path", text)
	}
	return address.JoinPath("/"), nil
}
