//go:build unix

package check

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"turncoat/protocol"
	"turncoat/rules/ruleset"
)

// behaviour is the variable that turns this test binary into a program under test.
const behaviour = "TURNCOAT_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if b := os.Getenv(behaviour); b != "" {
		act(b)
		os.Exit(0)
	}

	// started by one of its own tests, which has not said how to behave: it would run them all
	// again
	if os.Getenv("TURNCOAT_CHECKED") != "" {
		fmt.Fprintln(os.Stderr, "no behaviour is given")
		os.Exit(5)
	}

	findPython()
	os.Exit(m.Run())
}

// findPython puts Python itself at the head of the path, where python3 is a script that looks for
// it at each start.
func findPython() {
	if out, err := exec.Command("python3", "-c",
		"import sys; print(sys.executable)").Output(); err == nil {
		dir := filepath.Dir(strings.TrimSpace(string(out)))
		os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
}

// act plays a program under test: it answers as the rules say, and behaves as it is told.
func act(b string) {
	name, argument, _ := strings.Cut(b, ":")
	n, _ := strconv.Atoi(argument)
	server := &protocol.Server{}
	if name == "misread" {
		override, err := ruleset.ParseOverrides(argument)
		if err != nil {
			panic(err)
		}
		server.Set = override
	}

	switch name {
	case "uci":
		actUCI()
		os.Exit(0)
	case "mute":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "banner":
		fmt.Println("MyEngine 1.0 ready")
	case "where":
		here, _ := os.Getwd()
		fmt.Fprintln(os.Stderr, "in", here)
		os.Exit(3)
	case "count": // how often it is started
		note(argument, "started\n")
	}

	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, protocol.MaxLine)
	var held []byte
	for asked := 1; in.Scan(); asked++ {
		reply := server.Answer(context.Background(), in.Bytes())
		line, _ := json.Marshal(reply)
		switch name {
		case "crash": // on the nth question
			if asked == n {
				fmt.Fprintln(os.Stderr, "panic: index out of range")
				os.Exit(2)
			}
		case "hang":
			if asked == n {
				time.Sleep(time.Hour)
			}
		case "leaks": // the castling rights of the first question
			if asked > 1 {
				line = bytes.ReplaceAll(line, []byte(" KQkq "), []byte(" - "))
			}
		case "junk":
			if asked == n {
				fmt.Println("thinking...")
			}
		case "wrong-id":
			if asked == n {
				line, _ = json.Marshal(protocol.Reply{ID: json.RawMessage("777777"),
					Turns: reply.Turns, Outcome: reply.Outcome})
			}
		case "text-id":
			line, _ = json.Marshal(protocol.Reply{ID: json.RawMessage(strconv.Quote(string(reply.ID))),
				Turns: reply.Turns, Outcome: reply.Outcome})
		case "hold": // so many answers at once, when there are that many
			held = append(append(held, line...), '\n')
			if asked%n == 0 || strings.Contains(in.Text(), `"hello"`) {
				os.Stdout.Write(held)
				held = nil
			}

			continue
		case "swap": // each two answers in the wrong order
			if held == nil {
				held = line
				continue
			}

			fmt.Printf("%s\n%s\n", line, held)
			held = nil
			continue
		case "twice":
			fmt.Printf("%s\n", line)
		case "once":
			fmt.Printf("%s\n", line)
			os.Exit(0)
		case "flood": // a hundred megabytes without a line feed
			if asked == n {
				chunk := strings.Repeat("x", 1<<20)
				for range 100 {
					if _, err := os.Stdout.WriteString(chunk); err != nil {
						os.Exit(1)
					}
				}
			}
		case "lines": // junk without end
			for asked == n {
				fmt.Println(`{"hello":1}`)
			}
		case "noise": // on standard error, which is allowed
			fmt.Fprintln(os.Stderr, strings.Repeat("noise ", 1<<15))
		case "child", "stray": // leaves a process behind that holds its output, or that has left its group
			if asked == 1 {
				child := exec.Command("sleep", "3600")
				if child.Stdout = os.Stdout; name == "stray" {
					child.Stdout, child.SysProcAttr = nil, &syscall.SysProcAttr{Setsid: true}
				}
				if err := child.Start(); err != nil {
					panic(err)
				}
				os.WriteFile(argument, []byte(strconv.Itoa(child.Process.Pid)), 0o600)
			}
		case "extra":
			defer fmt.Println("bye")
		case "empty":
			line = fmt.Appendf(nil, `{"id":%s}`, reply.ID)
		case "unflushed": // answers only at the end of input
			held = append(append(held, line...), '\n')
			continue
		case "unknown":
			line = fmt.Appendf(nil, `{"id":%s,"error":{"code":"unknown-rules","message":"what is that?"}}`, reply.ID)
		case "limit":
			line = fmt.Appendf(nil, `{"id":%s,"error":{"code":"limit","message":"too hard"}}`,
				reply.ID)
		}

		fmt.Printf("%s\n", line)
	}

	switch name {
	case "unflushed":
		os.Stdout.Write(held)
	case "deaf": // does not end when its input does
		time.Sleep(time.Hour)
	}
}

// note writes a line at the end of a file.
func note(file, line string) {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if _, err := f.WriteString(line); err != nil {
		panic(err)
	}
}

// underTest returns this binary as a program that behaves so.
func underTest(t *testing.T, b string) *Program {
	t.Helper()
	if b == "die" { // by a shell, which begins sooner
		return &Program{Args: []string{"sh", "-c", "echo no such module >&2; exit 3"}}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &Program{Args: []string{self}, Env: append(os.Environ(), behaviour+"="+b),
		Timeout: 20 * time.Second}
}
