package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"turncoat/cluster"
)

func clusterServeCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "serve", Usage: "keep a queue for others, until interrupted", ArgsUsage: "PORT|HOST:PORT",
		Description: `Serves a queue for those who ask and those who work, which stays when they go. It is the NATS server
with JetStream that is part of this program, and takes NATS's own configuration: with three of them that
name each other as routes nothing is lost when one dies. See docs/cluster.md.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "dir", Usage: "keep the queue in `DIR`, so that it survives the server", DefaultText: "a temporary directory"},
			clusterConfigFlag(),
		},
		Action: s.clusterServe,
	}, `
$ turncoat cluster serve --dir /var/lib/turncoat 4222
`)
}

func (s *session) clusterServe(c *cli.Context) error {
	host, port, err := cluster.ParseListen(c.Args().First())
	if err != nil {
		return badCall(c.Command.HelpName, err)
	}
	server, err := cluster.Listen(cluster.ServerOptions{Host: host, Port: port, Config: c.String("cluster-config"),
		Dir: c.String("dir")})
	if err != nil {
		return unusable("%w", err)
	}
	defer server.Close()
	s.sayServed(server, host)
	<-s.ctx.Done()
	return interrupted("the server is closed")
}

// sayServed says where a server listens, and how well it is secured.
func (s *session) sayServed(server *cluster.Server, host string) {
	s.say(fmt.Sprintf("workers join with: turncoat worker %s", server.URL()))
	if identified, encrypted := server.Secured(); !identified || !encrypted {
		s.say("this server asks nobody who they are, and what is sent can be read on the way: --cluster-config changes that" + beyond(host))
	}
}
