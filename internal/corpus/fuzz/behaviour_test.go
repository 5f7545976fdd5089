package fuzz_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"turncoat/corpus"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// An exchange is a question and its answer, which a behaviour changes.
type exchange struct {
	protocol.Request
	reply  *protocol.Reply
	server *protocol.Server
	last   string // the FEN of the question before
}

// behaviours are what programs under test do to right answers.
var behaviours = map[string]func(*exchange){
	"good":    func(*exchange) {},
	"misread": func(*exchange) {}, // its server plays by other settings
	"gives":   func(*exchange) {}, // see giveAll
	"crash":   crash,
	"fifty":   drawAtHundred,
	"lenient": accept,
	"passes":  passEnPassant,
	"queens":  alwaysQueen,
	"short":   shortRooks,
	"carries": func(x *exchange) { // what it was asked twice
		if x.last == x.FEN && len(x.reply.Turns) > 0 {
			x.reply.Turns = x.reply.Turns[1:]
		}
	},
	"leaks": func(x *exchange) { // a right of the question before makes the first turn illegal
		before := append(strings.Fields(x.last), "", "", "")[2]
		if strings.Contains(before, "K") && len(x.reply.Turns) > 0 &&
			strings.Fields(x.FEN)[2] == "-" {
			x.reply.Turns = x.reply.Turns[1:]
		}
	},
	"strict": func(x *exchange) {
		if len(strings.Fields(x.FEN)) != 6 {
			*x.reply = protocol.Reply{ID: x.reply.ID,
				Error: &protocol.Error{Code: protocol.InvalidFEN}}
		}
	},
	"hang": func(x *exchange) {
		if len(x.reply.Turns) > 20 {
			time.Sleep(time.Hour)
		}
	},
	"twice": func(x *exchange) {
		if len(x.reply.Turns) > 30 {
			x.reply.Turns = append(x.reply.Turns, x.reply.Turns[0])
		}
	},
	"forgets": func(x *exchange) { // all rights
		if len(x.Moves) > 0 {
			x.drop(func(t *protocol.Turn) bool { return strings.HasPrefix(t.SAN, "O") })
		}
	},
}

// act answers as the rules say, but for a behaviour.
func act(b string) {
	name, argument, _ := strings.Cut(b, ":")
	server := &protocol.Server{}
	if name == "misread" {
		override, err := ruleset.ParseOverrides(argument)
		if err != nil {
			panic(err)
		}
		server.Set = override
	}

	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, protocol.MaxLine)
	last := ""
	for in.Scan() {
		request := bytes.Clone(in.Bytes())
		x := &exchange{server: server, last: last}
		_ = json.Unmarshal(request, &x.Request)
		if name == "gives" {
			request = giveAll(x.Request)
		}
		reply := server.Answer(context.Background(), request)
		x.reply = &reply
		behaviours[name](x)
		last = x.FEN
		line, _ := json.Marshal(reply)
		fmt.Printf("%s\n", line)
	}
}

// drop leaves turns out of the answer.
func (x *exchange) drop(which func(*protocol.Turn) bool) {
	if x.reply.Turns == nil {
		return
	}
	x.reply.Turns = slices.DeleteFunc(x.reply.Turns, func(t protocol.Turn) bool {
		return which(&t)
	})
}

// giveAll takes nothing back after the moves of a request that say nothing of it.
func giveAll(q protocol.Request) []byte {
	for i, move := range q.Moves {
		if !strings.Contains(move, "~") {
			q.Moves[i] += "~-"
		}
	}

	request, _ := json.Marshal(q)
	return request
}

func crash(x *exchange) {
	if strings.Contains(x.FEN, "P") && strings.Contains(x.FEN, "n") {
		fmt.Fprintln(os.Stderr, "panic: a pawn and a knight")
		os.Exit(2)
	}
}

// drawAtHundred draws a game when the half-move clock comes to a hundred.
func drawAtHundred(x *exchange) {
	over := func(fen string) bool {
		clock, _ := strconv.Atoi(strings.Fields(fen)[4])
		return clock >= 100
	}
	if x.reply.Error != nil || len(x.reply.Turns) == 0 {
		return
	}
	if over(x.FEN) {
		x.reply.Turns, x.reply.Outcome = []protocol.Turn{}, "1/2-1/2"
	}
	for i, t := range x.reply.Turns {
		if over(t.FEN) && t.Outcome == "*" {
			x.reply.Turns[i].Outcome = "1/2-1/2"
		}
	}
}

// accept answers what was refused without its moves and its last fields, or for another position.
func accept(x *exchange) {
	fields := append(strings.Fields(x.FEN), "", "")
	for _, fen := range []string{x.FEN, strings.Join(fields[:2], " "),
		"4k3/8/8/8/8/8/8/4K3 w"} {
		if x.reply.Error == nil {
			return
		}
		again := x.Request
		again.FEN, again.Moves = fen, nil
		line, _ := json.Marshal(again)
		*x.reply = x.server.Answer(context.Background(), line)
	}
}

// passEnPassant never takes en passant.
func passEnPassant(x *exchange) {
	chess, err := rules.Named("chess")
	if err != nil {
		panic(err)
	}
	p, err := corpus.Seed{FEN: x.FEN, Moves: x.Moves}.Position(chess)
	if err == nil {
		x.drop(func(t *protocol.Turn) bool {
			return strings.Contains(t.SAN, "x"+p.EnPassant.String()) &&
				strings.Contains("abcdefgh", t.SAN[:1])
		})
	}
}

// alwaysQueen promotes to a queen, whatever the letter says, or not at all.
func alwaysQueen(x *exchange) {
	boards := map[string]string{} // by the squares of the move
	for _, t := range x.reply.Turns {
		if len(t.UCI) == 5 && t.UCI[4] == 'q' {
			boards[t.UCI[:4]] = t.FEN
		}
	}

	x.drop(func(t *protocol.Turn) bool { return len(t.UCI) == 5 && boards[t.UCI[:4]] == "" })
	for i, t := range x.reply.Turns {
		if len(t.UCI) == 5 {
			x.reply.Turns[i].FEN = boards[t.UCI[:4]]
		}
	}
}

// shortRooks lets a rook go six squares at most.
func shortRooks(x *exchange) {
	x.drop(func(t *protocol.Turn) bool {
		far := max(abs(int(t.UCI[0])-int(t.UCI[2])), abs(int(t.UCI[1])-int(t.UCI[3])))
		return far >= 7 && strings.HasPrefix(t.SAN, "R")
	})
}

func abs(n int) int { return max(n, -n) }
