package fuzz_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"turncoat/corpus"
	"turncoat/internal/process"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// An exchange is a question and its answer, which a behaviour changes.
type exchange struct {
	protocol.Request
	reply  *protocol.Reply
	server *protocol.Server
	last   protocol.Request // the question before
	before string           // printed before the answer
	status int              // with which the program ends; 0 if it goes on
	stdin  io.Reader
	stderr io.Writer
	kept   map[string]protocol.Reply // by FEN
}

// behaviours are what programs under test do to right answers.
var behaviours = map[string]func(*exchange){
	"good":    func(*exchange) {},
	"misread": func(*exchange) {}, // its server plays by other settings
	"gives":   giveAll,
	"clock":   setClocks,
	"lost":    loseRights,
	"debug":   func(x *exchange) { x.before = "thinking...\n" },
	"text-id": func(x *exchange) { x.reply.ID = strconv.AppendQuote(nil, string(x.ID)) },
	"silent":  hang,
	"sticky":  stick,
	"cache":   keep,
	// Three ways not to read what is written of a reclaim.
	"no-tilde": func(x *exchange) { x.rewrite(func(move, _ string) string { return move }) },
	"no-none": func(x *exchange) {
		x.rewrite(func(move, squares string) string {
			if squares == "-" {
				return move
			}
			return move + "~" + squares
		})
	},
	"first-square": func(x *exchange) {
		x.rewrite(func(move, squares string) string {
			first, _, _ := strings.Cut(squares, ",")
			return move + "~" + first
		})
	},
	"crash":   crash,
	"fifty":   drawAtHundred,
	"third":   drawAtThird,
	"passing": endBeforePassing,
	"lenient": accept,
	"passes":  passEnPassant,
	"queens":  alwaysQueen,
	"short":   shortRooks,
	"carries": func(x *exchange) { // what it was asked twice
		if x.last.FEN == x.FEN && string(x.last.Rules) == string(x.Rules) &&
			len(x.reply.Turns) > 0 {
			x.reply.Turns = x.reply.Turns[1:]
		}
	},
	"leaks": func(x *exchange) { // a right of the question before makes the first turn illegal
		before := append(strings.Fields(x.last.FEN), "", "", "")[2]
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
			hang(x)
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

// act answers as the rules say, but for a behaviour. It is a program within the process of the
// test.
func act(b string) process.Func {
	return func(stdin io.Reader, stdout, stderr io.Writer) int {
		name, argument, _ := strings.Cut(b, ":")
		x := &exchange{server: &protocol.Server{}, stderr: stderr, stdin: stdin}
		if name == "misread" {
			override, err := ruleset.ParseOverrides(argument)
			if err != nil {
				panic(err)
			}
			x.server.Set = override
		}

		in := bufio.NewScanner(stdin)
		in.Buffer(nil, protocol.MaxLine)
		for in.Scan() {
			x.answer(in.Bytes(), behaviours[name])
			if x.status > 0 {
				return x.status
			}
			line, err := x.reply.Append([]byte(x.before))
			if err != nil {
				panic(err)
			}
			if _, err := stdout.Write(line); err != nil {
				return 1
			}
		}

		return 0
	}
}

// answer answers a request as the rules say, and then lets the behaviour change that.
func (x *exchange) answer(line []byte, change func(*exchange)) {
	x.last = x.Request
	x.Request = protocol.Request{}
	_ = json.Unmarshal(line, &x.Request) // what cannot be read is refused below
	reply := x.server.Answer(context.Background(), line)
	x.reply = &reply
	change(x)
}

// again answers the request that has been changed.
func (x *exchange) again() {
	line, err := json.Marshal(x.Request)
	if err != nil {
		panic(err)
	}
	*x.reply = x.server.Answer(context.Background(), line)
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
func giveAll(x *exchange) {
	for i, move := range x.Moves {
		if !strings.Contains(move, "~") {
			x.Moves[i] += "~-"
		}
	}

	x.again()
}

// rewrite plays other reclaims than those that the moves of a request name.
func (x *exchange) rewrite(change func(move, squares string) string) {
	for i, text := range x.Moves {
		if move, squares, chosen := strings.Cut(text, "~"); chosen {
			x.Moves[i] = change(move, squares)
		}
	}

	x.again()
}

// setClocks sets every half-move clock to 77.
func setClocks(x *exchange) {
	for i, t := range x.reply.Turns {
		fields := strings.Fields(t.FEN)
		fields[4] = "77"
		x.reply.Turns[i].FEN = strings.Join(fields, " ")
	}
}

// loseRights ends all castling rights with any move.
func loseRights(x *exchange) {
	for i, t := range x.reply.Turns {
		fields := strings.Fields(t.FEN)
		fields[2] = "-"
		x.reply.Turns[i].FEN = strings.Join(fields, " ")
	}
}

// hang gives no answer until its input ends.
func hang(x *exchange) {
	_, _ = io.Copy(io.Discard, x.stdin)
	x.status = 1
}

// stick answers the question after one that was refused by the rules of that one.
func stick(x *exchange) {
	refused := x.kept["refused"].Error != nil
	if refused && len(x.last.Rules) > 0 && x.Ask == protocol.AskTurns {
		x.Rules = x.last.Rules
		x.again()
	}
	x.kept = map[string]protocol.Reply{"refused": *x.reply}
}

// keep answers a question that was asked before under any rules as it answered then.
func keep(x *exchange) {
	question := x.FEN + strings.Join(x.Moves, " ")
	id := x.reply.ID
	if old, ok := x.kept[question]; ok {
		*x.reply = old
		x.reply.ID = id
	}
	if x.kept == nil {
		x.kept = map[string]protocol.Reply{}
	}
	x.kept[question] = *x.reply
}

func crash(x *exchange) {
	if strings.Contains(x.FEN, "P") && strings.Contains(x.FEN, "n") {
		fmt.Fprintln(x.stderr, "panic: a pawn and a knight")
		x.status = 2
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

// drawAtThird calls a position a draw whose moves are four that were played before, too.
func drawAtThird(x *exchange) {
	if len(x.Moves) == 8 && slices.Equal(x.Moves[:4], x.Moves[4:]) && len(x.reply.Turns) > 0 {
		x.reply.Turns, x.reply.Outcome = []protocol.Turn{}, "1/2-1/2"
	}
}

// endBeforePassing forgets the captures en passant where there is nothing else to do.
func endBeforePassing(x *exchange) {
	if len(x.Moves) == 0 {
		return
	}
	last := x.Moves[len(x.Moves)-1]
	passed := last[:1] + map[string]string{"4": "3", "5": "6"}[last[3:]]
	other := slices.ContainsFunc(x.reply.Turns, func(t protocol.Turn) bool {
		return t.UCI[2:] != passed
	})
	if len(x.reply.Turns) > 0 && !other {
		x.reply.Turns, x.reply.Outcome = []protocol.Turn{}, "1/2-1/2"
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
