// Command turncoat-site writes Turncoat's static site: the board, the documentation and downloads,
// for any web host. It needs the Go toolchain and runs in a clone of the repository.
package main

import (
	"embed"
	"fmt"
	"net/url"
	"os"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/files"
	"turncoat/internal/site"
)

//go:embed help
var help embed.FS

var program = command.Program{
	Name:  "turncoat-site",
	Usage: "write the board and the documentation as a static site",
	Help:  help,
	Commands: func(s *command.Session) []*cli.Command {
		return append([]*cli.Command{writeCommand(s)}, command.Common(s)...)
	},
}

func main() {
	ctx := command.Interruptible(exit)
	exit(command.Run(ctx, program, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// exit ends the program without leaving half-written files behind, whatever is still running.
func exit(status int) {
	files.DiscardAll()
	os.Exit(status)
}

// writeCommand returns the command that writes the site.
func writeCommand(s *command.Session) *cli.Command {
	var address string
	return &cli.Command{
		Name:      "write",
		Usage:     "write the site to a directory",
		ArgsUsage: "DIR",
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name: "address",
				Usage: "the `URL` where the site will be, for canonical addresses, link previews and " +
					"sitemap.xml",
				Destination: &address,
			},
		},
		Action: func(*cli.Context) error { return write(s, s.Args()[0], address) },
	}
}

func write(s *command.Session, dir, text string) error {
	address, err := siteAddress(text)
	if err != nil {
		return s.UsageError("%w", err)
	}

	s.Line.Draw("compiling the rules for browsers")
	err = site.Write(s.Context, dir, address)
	s.Line.Clear()
	if err != nil {
		return s.Ended(command.Unusable("%w", err), "nothing has been written to "+dir)
	}
	s.Printf("%s: serve it with any web server, from any path\n", dir)
	return nil
}

// siteAddress reads the address at which a site will be served; nil if there is none.
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
