package check

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"turncoat/internal/process"
	"turncoat/internal/workers"
	"turncoat/protocol"
)

// Program is an implementation under test: a command that speaks the protocol of Turncoat on its
// standard input and output.
type Program struct {
	Args []string     // the program and its arguments
	Dir  string       // where it runs; empty for here
	Env  []string     // nil for this program's own
	Func process.Func // run in place of Args: a program within this process

	Timeout time.Duration // for each answer; 0 for ten seconds
	Jobs    int           // how many processes; 0 for one
	Ahead   int           // how many questions it is given before it has answered; 0 for sixteen
	MaxLine int           // the longest answer in bytes that is read; 0 for 8 MiB

	full bool // it has said that all six fields of its FENs are meaningful
	// Unheard is set if the program has not answered hello in time: then it is not known whether its
	// FENs are full, and the fields after the side to move are not compared.
	Unheard bool
}

func (p *Program) timeout() time.Duration { return cmp.Or(p.Timeout, 10*time.Second) }
func (p *Program) window() int            { return cmp.Or(p.Ahead, 16) }
func (p *Program) maxLine() int           { return cmp.Or(p.MaxLine, 8<<20) }

func (p *Program) command() process.Command {
	return process.Command{Args: p.Args, Dir: p.Dir, Env: p.Env, Func: p.Func,
		Window: p.window(), MaxLine: p.maxLine()}
}

// The limits after which a program is given up: processes that fail in a row, before and after one
// has answered, and unanswered questions, which are few because each takes the whole time limit.
const (
	mostFirstFailures = 5
	mostFailures      = 25
	mostSilent        = 3
)

// A Finding is something wrong with how a program behaves, not with what it answers.
type Finding struct {
	// Code is one of: cannot-start, ended, timeout, junk, wrong-id, out-of-order, too-long,
	// bad-reply, extra-output, not-ending, gave-up.
	Code    string `json:"code"`
	Case    string `json:"case,omitempty"` // the case it was asked, where there is one
	Message string `json:"message"`
	Stderr  string `json:"stderr,omitempty"` // the last lines the program wrote there
}

// A reply is what a program said to one question: a line or, if there is none that can be used, the
// reason in failed.
type reply struct {
	line   []byte
	failed *Finding
}

// A run is the asking of a list of questions.
type run struct {
	program   *Program
	questions []protocol.Request // their ids are set when they are asked
	judge     func(question int, answer reply)

	mu       sync.Mutex
	next     int
	nextID   int
	findings []Finding // that belong to no single case
	answered bool      // some process has answered
	failures int       // processes in a row that failed
	silent   int       // questions without an answer in time
	stopped  bool      // given up
}

// ask asks all questions. It calls judge with each reply at once, from several goroutines, since
// many long replies need too much memory. There is no call for a question that was not asked. It
// returns the findings that belong to no question. The error is the context's.
func (p *Program) ask(ctx context.Context, questions []protocol.Request, judge func(question int,
	answer reply)) ([]Finding, error) {
	r := &run{program: p, questions: questions, judge: judge}
	jobs := max(1, min(p.Jobs, len(questions)))
	_ = workers.Each(ctx, jobs, jobs, func(int, int) {
		w := &worker{run: r}
		defer w.close()
		w.work(ctx)
	})
	return r.findings, ctx.Err()
}

// UnheardNote says what a check leaves out of a program that has not answered hello in time.
const UnheardNote = "hello was not answered in time, so that rights, en passant squares and clocks " +
	"are not compared"

// A Session keeps a process of a program from question to question. It is not safe for concurrent
// use.
type Session struct{ worker *worker }

// Open returns a session. The process is started when it is first asked.
func (p *Program) Open() *Session { return &Session{&worker{run: &run{program: p}}} }

// Ask asks for the turns of positions and calls each with every reply, in order. A process that
// fails is started again. There is no call for a question that was not asked because the context
// ended or too many processes in a row failed.
func (s *Session) Ask(ctx context.Context, questions []Question, each func(i int, r Reply)) {
	requests := make([]protocol.Request, len(questions))
	for i := range questions {
		requests[i] = questions[i].request()
	}
	s.ask(ctx, requests, func(i int, answer reply) {
		if answer.failed != nil {
			each(i, Reply{Failed: answer.failed})
			return
		}

		each(i, questions[i].read(answer.line, s.worker.run.program.full))
	})
}

// ask asks any questions, as Ask does.
func (s *Session) ask(ctx context.Context, requests []protocol.Request,
	judge func(i int, answer reply)) {
	r, w := s.worker.run, s.worker
	r.questions, r.judge, r.next, r.failures, r.stopped = requests, judge, 0, 0, s.GaveUp()
	// A list that was given up, or cut short, leaves numbers of its own questions behind.
	w.flight, w.again, w.careful = nil, nil, 0
	w.work(ctx)
}

// GaveUp reports that the session asks no more because too many questions went unanswered.
func (s *Session) GaveUp() bool { return s.worker.run.silent >= mostSilent }

// One asks for the turns of one position. It reports false if there was no answer of any kind.
func (s *Session) One(ctx context.Context, q Question) (reply Reply, ok bool) {
	s.Ask(ctx, []Question{q}, func(_ int, r Reply) { reply, ok = r, true })
	return reply, ok
}

// Fresh ends the process: the next question is put to a new one.
func (s *Session) Fresh() {
	if s.worker.process != nil {
		s.worker.process.Kill()
		s.worker.process = nil
	}
}

// nextQuestion returns the next question that no worker has taken.
func (r *run) nextQuestion() (int, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped || r.next == len(r.questions) {
		return 0, false
	}
	r.next++
	return r.next - 1, true
}

// write returns a question as a line with an id that no other has.
func (r *run) write(i int) (id int, line []byte) {
	r.mu.Lock()
	r.nextID++
	id = r.nextID
	r.mu.Unlock()
	q := r.questions[i]
	q.ID = strconv.AppendInt(nil, int64(id), 10)
	line, err := json.Marshal(q)
	if err != nil {
		panic(err) // words and numbers
	}
	return id, append(line, '\n')
}

// settle passes on the reply to a question.
func (r *run) settle(i int, answer reply) {
	if answer.failed == nil {
		r.mu.Lock()
		r.failures, r.answered = 0, true
		r.mu.Unlock()
	}

	r.judge(i, answer)
}

// note records a finding that belongs to no single case, each message once.
func (r *run) note(f Finding) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.ContainsFunc(r.findings, func(g Finding) bool {
		return g.Code == f.Code && g.Message == f.Message
	}) {
		r.findings = append(r.findings, f)
	}
}

// fail counts a process that failed, and gives up when too many have.
func (r *run) fail(code string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures++
	if code == "timeout" {
		r.silent++
	}
	most := mostFirstFailures
	if r.answered {
		most = mostFailures
	}
	message := fmt.Sprintf("%d processes in a row failed", r.failures)
	if r.silent >= mostSilent {
		message = fmt.Sprintf("%d questions were not answered in time", r.silent)
	}
	if (r.failures >= most || r.silent >= mostSilent) && !r.stopped {
		r.stopped = true
		r.findings = append(r.findings, Finding{Code: "gave-up",
			Message: message + "; the remaining cases were not asked"})
	}
}

func (r *run) gaveUp() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stopped
}

// A worker keeps one process busy, and starts a fresh one when it fails.
type worker struct {
	run     *run
	process *process.Process
	flight  []flight // asked and not answered, in order
	again   []int    // to be asked again, in order
	careful int      // how many more questions are asked one by one
	spent   map[int]bool
}

type flight struct{ question, id int }

func (w *worker) work(ctx context.Context) {
	if ctx.Err() != nil { // no process is started any more
		return
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		if !w.fill() {
			return
		}
		timer.Reset(w.run.program.timeout())
		select {
		case e := <-w.process.Events():
			w.receive(e)
		case <-timer.C:
			w.breach(Finding{Code: "timeout",
				Message: fmt.Sprintf("no answer within %v (does the program flush its output after each line?)",
					w.run.program.timeout())}, false)
		case <-ctx.Done():
			w.leave()
			return
		}
	}
}

// leaveTime is how long an interrupted run waits until its process is gone: the answers so far must
// be reported within a second. Members of its process group end at once; other descendants may take
// longer.
const leaveTime = 300 * time.Millisecond

func (w *worker) leave() {
	gone := make(chan bool)
	go func(pr *process.Process) {
		pr.Kill()
		close(gone)
	}(w.process)
	select {
	case <-gone:
	case <-time.After(leaveTime):
	}

	w.process, w.flight, w.again = nil, nil, nil
}

// fill asks as many questions as may be in flight. It reports false if there is nothing left to do.
func (w *worker) fill() bool {
	for {
		room := w.run.program.window()
		if w.careful > 0 {
			room = 1
		}
		if len(w.flight) >= room || w.run.gaveUp() {
			break
		}
		var i int
		if len(w.again) > 0 {
			i, w.again = w.again[0], w.again[1:]
		} else if next, ok := w.run.nextQuestion(); ok {
			i = next
		} else {
			break
		}

		if w.process == nil && !w.start() {
			w.again = append([]int{i}, w.again...)
			continue
		}

		id, line := w.run.write(i)
		w.flight = append(w.flight, flight{i, id})
		w.process.Send(line) // this does not block: the buffer has room for a whole window
	}

	return len(w.flight) > 0 && !w.run.gaveUp()
}

func (w *worker) start() bool {
	pr, err := process.Start(w.run.program.command())
	if err != nil {
		w.run.note(Finding{Code: "cannot-start", Message: err.Error()})
		w.run.fail("")
		return false
	}

	w.process, w.spent = pr, map[int]bool{}
	return true
}

// receive judges what the program has said.
func (w *worker) receive(e process.Event) {
	head := w.flight[0]
	if e.Err != nil {
		w.receiveError(e.Err)
		return
	}

	answers := func() {
		w.spent[head.id] = true
		w.flight = w.flight[1:]
		w.careful = max(0, w.careful-1)
		w.run.settle(head.question, reply{line: e.Line})
	}
	// what follows is read with the answer
	if bytes.HasPrefix(e.Line, fmt.Appendf(nil, `{"id":%d,`, head.id)) {
		answers()
		return
	}

	var shape struct {
		ID json.RawMessage `json:"id"`
	}
	if err := json.Unmarshal(e.Line, &shape); err != nil || shape.ID == nil {
		message := "not an answer on standard output, where each line is one " +
			"(messages belong on standard error): " + process.Quote(e.Line)
		w.breach(Finding{Code: "junk", Message: message}, false)
		return
	}

	if string(shape.ID) == fmt.Sprint(head.id) {
		answers()
		return
	}

	for _, f := range w.flight[1:] {
		if string(shape.ID) == fmt.Sprint(f.id) {
			message := fmt.Sprintf(
				"the answer to question %d came before the answer to question %d",
				f.id,
				head.id,
			)
			w.breach(Finding{Code: "out-of-order", Message: message}, false)
			return
		}
	}

	message := fmt.Sprintf("the answer to question %d has the id %s", head.id,
		process.Quote(shape.ID))
	for id := range w.spent {
		if string(shape.ID) == fmt.Sprint(id) {
			message += ", which has been answered before"
		}
	}

	w.breach(Finding{Code: "wrong-id", Message: message}, false)
}

// receiveError handles the reason why nothing can be read from the program.
func (w *worker) receiveError(err error) {
	if errors.Is(err, bufio.ErrTooLong) {
		maxLine := w.run.program.maxLine()
		message := fmt.Sprintf("a line of output is longer than %d bytes", maxLine)
		w.breach(Finding{Code: "too-long", Message: message}, false)
		return
	}

	message := "the program closed its output before it answered, and did not end"
	if how, ended := w.process.Ended(); ended {
		message = "the program ended before it answered: " + how
	}
	w.breach(Finding{Code: "ended", Message: message}, true)
}

// breach ends a process that has failed. Its current question is marked as failed, unless another
// one in flight may have been the cause. In that case the question is asked once more, alone.
func (w *worker) breach(f Finding, doubtful bool) {
	w.process.Kill()
	f.Stderr = w.process.Stderr()
	w.process = nil
	w.run.fail(f.Code)
	alone := len(w.flight) == 1
	rest := w.flight
	w.flight = nil
	if doubtful && !alone {
		w.run.note(f)
		w.careful = len(rest)
	} else {
		w.run.settle(rest[0].question, reply{failed: &f})
		rest = rest[1:]
		w.careful = max(0, w.careful-1)
	}

	again := make([]int, 0, len(rest)+len(w.again))
	for _, r := range rest {
		again = append(again, r.question)
	}
	w.again = append(again, w.again...)
}

// close ends a process that has answered all questions by closing its input. A program must then
// end without further output.
func (w *worker) close() {
	if w.process == nil {
		return
	}
	pr := w.process
	defer pr.Kill()
	if w.run.gaveUp() {
		return
	}
	pr.CloseInput()
	timer := time.NewTimer(process.Grace)
	defer timer.Stop()
	select {
	case e := <-pr.Events():
		if e.Err == nil {
			w.run.note(
				Finding{Code: "extra-output", Message: "more output after the last answer: " +
					process.Quote(e.Line)},
			)
		}
	case <-timer.C:
		w.run.note(Finding{Code: "not-ending",
			Message: fmt.Sprintf(
				"%v after the end of its input the program, or one that it started, still held its output",
				process.Grace,
			), Stderr: pr.Stderr()})
	}
}
