package check

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/process"
	"turncoat/protocol"
	"turncoat/rules/ruleset"
)

// An exchange is a question, the right answer, and what the program makes of it.
type exchange struct {
	number   int // of the question in this process, from 1
	argument int // of the behaviour
	reply    *protocol.Reply
	line     []byte // that is written, without its line feed
	kept     []byte // from earlier questions
	ends     bool   // the program ends after this
	status   int
	stdin    io.Reader
	stdout   io.Writer
	stderr   io.Writer
}

// nth reports whether this is the question that the behaviour is about.
func (x *exchange) nth() bool { return x.number == x.argument }

// end ends the program instead of answering.
func (x *exchange) end(status int) { x.line, x.ends, x.status = nil, true, status }

// behaviours are what programs under test do to right answers.
var behaviours = map[string]func(*exchange){
	"good":    func(*exchange) {},
	"misread": func(*exchange) {}, // its server plays by other settings
	"noise": func(x *exchange) { // on standard error, which is allowed
		fmt.Fprintln(x.stderr, strings.Repeat("noise ", 1<<15))
	},
	"crash": func(x *exchange) {
		if x.nth() {
			fmt.Fprintln(x.stderr, "panic: index out of range")
			x.end(2)
		}
	},
	"die": func(x *exchange) {
		fmt.Fprintln(x.stderr, "no such module")
		x.end(3)
	},
	"once": func(x *exchange) { x.ends = true },
	"hang": func(x *exchange) {
		if x.nth() {
			_, _ = io.Copy(io.Discard, x.stdin)
			x.end(1)
		}
	},
	"junk": func(x *exchange) {
		if x.nth() {
			fmt.Fprintln(x.stdout, "thinking...")
		}
	},
	"banner": func(x *exchange) {
		if x.number == 1 {
			fmt.Fprintln(x.stdout, "MyEngine 1.0 ready")
		}
	},
	"wrong-id": func(x *exchange) {
		if x.nth() {
			x.rename("777777")
		}
	},
	"text-id": func(x *exchange) { x.rename(strconv.Quote(string(x.reply.ID))) },
	"swap": func(x *exchange) { // each two answers in the wrong order
		if x.kept == nil {
			x.kept, x.line = x.line, nil
			return
		}
		x.line = bothLines(x.line, x.kept)
		x.kept = nil
	},
	"hold": func(x *exchange) { // so many answers at once, when there are that many
		x.kept = append(append(x.kept, x.line...), '\n')
		x.line = nil
		if x.number%x.argument == 0 || x.reply.Body != nil { // hello has a process of its own
			x.line, x.kept = bytes.TrimSpace(x.kept), nil
		}
	},
	"unflushed": func(x *exchange) { x.line = nil },
	"no-hello": func(x *exchange) { // it has no body but for hello
		if x.reply.Body != nil {
			x.line = nil
		}
	},
	"twice": func(x *exchange) { x.line = bothLines(x.line, x.line) },
	"flood": func(x *exchange) { // a hundred megabytes without a line feed
		chunk := bytes.Repeat([]byte("x"), 1<<20)
		for n := 0; n < 100 && x.nth(); n++ {
			if _, err := x.stdout.Write(chunk); err != nil {
				return
			}
		}
	},
	"lines": func(x *exchange) { // junk without end
		for x.nth() {
			if _, err := fmt.Fprintln(x.stdout, `{"hello":1}`); err != nil {
				return
			}
		}
	},
	"empty": func(x *exchange) { x.line = fmt.Appendf(nil, `{"id":%s}`, x.reply.ID) },
	"limit": func(x *exchange) { x.refuse("limit", "too hard") },
	"unknown": func(x *exchange) {
		x.refuse("unknown-rules", "what is that?")
	},
	"leaks": func(x *exchange) { // the castling rights of the first question
		if x.number > 1 {
			x.line = bytes.ReplaceAll(x.line, []byte(" KQkq "), []byte(" - "))
		}
	},
	// These do something when their input ends: see act.
	"extra": func(*exchange) {},
	"deaf":  func(*exchange) {},
}

func bothLines(a, b []byte) []byte { return bytes.Join([][]byte{a, b}, []byte("\n")) }

// rename gives the answer another id.
func (x *exchange) rename(id string) {
	x.reply.ID = json.RawMessage(id)
	x.line = marshalled(x.reply)
}

// refuse answers with an error instead.
func (x *exchange) refuse(code, message string) {
	x.line = fmt.Appendf(nil, `{"id":%s,"error":{"code":%q,"message":%q}}`, x.reply.ID, code,
		message)
}

// act returns a program that answers as the rules say, but for a behaviour.
func act(t testing.TB, b string) process.Func {
	t.Helper()
	name, argument, _ := strings.Cut(b, ":")
	change, known := behaviours[name]
	if !known {
		t.Fatalf("no behaviour %q", b)
	}
	server := &protocol.Server{}
	if name == "misread" {
		override, err := ruleset.ParseOverrides(argument)
		if err != nil {
			t.Fatal(err)
		}
		server.Set = override
	}

	over := t.Context().Done()
	return func(stdin io.Reader, stdout, stderr io.Writer) int {
		x := &exchange{stdin: stdin, stdout: stdout, stderr: stderr}
		x.argument, _ = strconv.Atoi(argument) // 0 where it is no number
		status := x.serve(server, change)
		switch name {
		case "extra":
			fmt.Fprintln(stdout, "bye")
		case "deaf": // does not end when its input does
			<-over
		}
		return status
	}
}

// serve answers until the input ends or the program does.
func (x *exchange) serve(server *protocol.Server, change func(*exchange)) int {
	in := bufio.NewScanner(x.stdin)
	in.Buffer(nil, protocol.MaxLine)
	for in.Scan() {
		x.number++
		reply := server.Answer(context.Background(), in.Bytes())
		text, err := reply.Append(nil)
		if err != nil {
			panic(err)
		}
		x.reply, x.line = &reply, bytes.TrimSpace(text)
		change(x)
		if x.line != nil {
			if _, err := fmt.Fprintf(x.stdout, "%s\n", x.line); err != nil {
				return 1
			}
		}
		if x.ends {
			return x.status
		}
	}

	return 0
}

// behaving returns a program within this process that behaves so.
func behaving(t testing.TB, b string) *Program { return &Program{Func: act(t, b)} }

var chessCases = sync.OnceValues(func() ([]corpus.Case, error) {
	return corpus.Golden(corpus.Smoke, "chess")
})

// few returns the first cases of a committed corpus.
func few(t *testing.T, n int) []corpus.Case {
	t.Helper()
	cases, err := chessCases()
	if err != nil {
		t.Fatal(err)
	}
	return cases[:n:n]
}

func check(t *testing.T, p *Program, cases []corpus.Case) *Report {
	t.Helper()
	report, err := Check(t.Context(), p, cases, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}
