// Package reading answers the requests of the protocol that are about texts: records and scenarios, read and
// written. With package analysis it answers everything.
package reading

import (
	"context"

	"turncoat/protocol"
	"turncoat/protocol/analysis"
)

// What can be asked.
const (
	AskRead     = "read"     // records in any form
	AskConvert  = "convert"  // a record in another form
	AskScenario = "scenario" // a scenario of a position and moves
)

// Server returns the server of the command "answer" and of the board in the browser, which answers everything.
func Server(o analysis.Options) *protocol.Server {
	s := analysis.Server(o)
	for ask, answer := range map[string]func(context.Context, *protocol.Question) (any, error){
		AskRead: read, AskConvert: convert, AskScenario: scenario,
	} {
		s.More[ask] = answer
	}
	return s
}
