// Package reading answers requests about texts: it reads and writes game records and scenarios.
package reading

import (
	"context"

	"turncoat/internal/answer/searching"
	"turncoat/protocol"
)

// The asks.
const (
	AskRead     = "read"     // the records of a text
	AskConvert  = "convert"  // a record in another form
	AskScenario = "scenario" // a scenario from a position and moves
)

// Server returns a server that answers these asks and those of packages protocol and searching.
func Server(o searching.Options) *protocol.Server {
	s := searching.Server(o)
	for ask, answer := range map[string]func(context.Context, *protocol.Question) (any, error){
		AskRead: read, AskConvert: convert, AskScenario: scenario,
	} {
		s.More[ask] = answer
	}

	return s
}
