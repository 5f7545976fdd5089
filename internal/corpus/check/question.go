package check

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"turncoat/corpus"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Question asks for the turns of a position.
type Question struct {
	corpus.Seed
	rules    json.RawMessage
	position board.Position // after the moves; empty where the rules refuse it
	turns    int            // in the right answer
}

// NewQuestion returns a question about a position that has so many turns under the rules of a
// variant.
func NewQuestion(v *rules.Variant, q corpus.Seed, turns int) Question {
	out := Question{Seed: q, rules: ruleName(v.Set()), turns: turns}
	out.position, _ = q.Position(v) // a position that the rules refuse is asked about all the same
	return out
}

// ruleName writes a rule set as it is named in questions. A built-in set has its name; any other is
// written with all of its settings, so that the program need not know the set that it is based on.
func ruleName(set ruleset.Set) json.RawMessage {
	name := marshalled(set)
	object := map[string]any{}
	if err := json.Unmarshal(name, &object); err != nil { // a string
		return name
	}

	for _, s := range ruleset.SettingsOf(set.Family) {
		object[s.Name] = s.ValueIn(set)
	}
	if set.Family.HasWeights() {
		object["values"] = map[string]int32{"pawn": set.Values[ruleset.Pawn],
			"knight": set.Values[ruleset.Knight], "bishop": set.Values[ruleset.Bishop],
			"rook": set.Values[ruleset.Rook], "queen": set.Values[ruleset.Queen],
			"king": set.Values[ruleset.King]}
	}

	return marshalled(object)
}

// marshalled returns the JSON of words and numbers.
func marshalled(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

func (q *Question) request() protocol.Request {
	return protocol.Request{Ask: protocol.AskTurns, Rules: q.rules, FEN: q.FEN, Moves: q.Moves}
}

// A Reply is what a program said to a question: an answer, or why there is none.
type Reply struct {
	Answer  corpus.Answer
	Message string   // the program's own, with a refusal
	Failed  *Finding // nil where there is an answer
}

// read reads a line as the reply to the question. If full is set, the fields after the board in a
// FEN are compared too.
func (q *Question) read(line []byte, full bool) Reply {
	answer, message, err := readAnswer(&q.position, q.turns, line)
	if err != nil {
		return Reply{Failed: &Finding{Code: "bad-reply", Message: err.Error()}}
	}
	for i := range answer.Turns {
		if !full {
			answer.Turns[i].Rest = ""
		}
	}

	answer.Settle()
	return Reply{Answer: answer, Message: message}
}

// errReply is the class of errors about answers that say too little.
var errReply = errors.New("the answer cannot be used")

// mostAnswered is how many turns an answer may have in addition to a multiple of those of the case.
// That is enough for any misreading, and little enough to keep in memory for every case.
const mostAnswered = 4096

// readAnswer reads the answer of a program to a position that has so many turns. It ignores keys
// that the comparison does not need.
func readAnswer(p *board.Position, turns int, line []byte) (corpus.Answer, string, error) {
	var r struct {
		Turns *[]struct {
			UCI     *string `json:"uci"`
			FEN     *string `json:"fen"`
			Outcome string  `json:"outcome"`
		} `json:"turns"`
		Outcome *string `json:"outcome"`
		Error   *struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(bytes.TrimSpace(line), &r); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return corpus.Answer{}, "", fmt.Errorf("%w: a JSON %s does not belong under %q",
				errReply, kind.Value, kind.Field)
		}

		return corpus.Answer{}, "", fmt.Errorf("%w: %w", errReply, err)
	}

	switch {
	case r.Error != nil:
		return corpus.Answer{Refused: cmp.Or(r.Error.Code, "no code")}, r.Error.Message, nil
	case r.Turns == nil:
		return corpus.Answer{}, "", fmt.Errorf("%w: it has no turns", errReply)
	case r.Outcome == nil:
		return corpus.Answer{}, "", fmt.Errorf("%w: it has no outcome", errReply)
	case len(*r.Turns) > mostAnswered+4*turns:
		return corpus.Answer{}, "", fmt.Errorf("%w: it has %d turns, the case %d", errReply,
			len(*r.Turns), turns)
	}

	a := corpus.Answer{Outcome: *r.Outcome, Turns: make([]corpus.AnswerTurn, 0, len(*r.Turns))}
	for i, t := range *r.Turns {
		if t.UCI == nil || t.FEN == nil {
			return corpus.Answer{}, "", fmt.Errorf("%w: turn %d lacks uci or fen", errReply, i+1)
		}
		a.Turns = append(a.Turns, corpus.NewAnswerTurn(spelled(p, *t.UCI), *t.FEN, t.Outcome))
	}

	return a, "", nil
}

// spelled returns a UCI move in the one spelling of castling that cases use.
func spelled(p *board.Position, uci string) string {
	uci = strings.TrimSpace(uci)
	if len(uci) != 4 || p.KindAt(squareAt(uci)) != board.King {
		return uci
	}
	m, err := board.ParseUCI(p, uci)
	if err != nil {
		return uci
	}
	return m.UCI(p)
}

// squareAt returns the square that a move in UCI begins with, or an empty square if the move names
// none.
func squareAt(uci string) board.Square {
	s, ok := board.ParseSquare(uci[:2])
	if !ok {
		return board.A1
	}
	return s
}

// Hello asks a program what it is, and remembers what it can do. It reports false if the program
// does not say.
func (p *Program) Hello(ctx context.Context) (protocol.Hello, bool) {
	var said struct {
		Hello *protocol.Hello `json:"hello"`
	}
	_, _ = p.ask(ctx, []protocol.Request{{Ask: protocol.AskHello}}, func(_ int, answer reply) {
		p.Unheard = answer.failed != nil && answer.failed.Code == "timeout"
		_ = json.Unmarshal(answer.line, &said) // an unreadable answer counts as an empty one
	})
	if said.Hello == nil {
		return protocol.Hello{}, false
	}
	p.full = said.Hello.FEN == protocol.FullFEN
	return *said.Hello, true
}
