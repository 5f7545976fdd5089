package match

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"turncoat/internal/process"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Failure is why a program loses a game without being beaten on the board.
type Failure struct {
	Code   string // late, gone, silent, junk, illegal, refused
	Reason string
	Rule   string // the rule that an illegal move breaks
	Stderr string // the last lines that the program wrote to it
}

func (f *Failure) Error() string { return f.Reason }

// fatal reports whether the program must be restarted.
func (f *Failure) fatal() bool { return f.Code != "illegal" && f.Code != "refused" }

// A situation is what a player is asked about.
type situation struct {
	variant *rules.Variant
	start   string   // FEN
	moves   []string // since then in UCI, with "~" before a reclaim that is not the full one
	side    int      // to move: 0 White, 1 Black
	clocks  [2]*clock
	// reclaim is the other side's move for which a reclaim is wanted, empty if a move is wanted.
	reclaim string
}

// A choice is what a player answers.
type choice struct {
	move  string // UCI
	eval  *eval
	nodes uint64 // positions that it says it has searched; 0 if it does not say
	spent time.Duration
}

// An eval is a player's own evaluation, from its side.
type eval struct {
	centipawns int
	mate       int // moves to the win, negative if the player loses, 0 if none is seen
	depth      int
}

// A session is a running program of a player.
type session struct {
	player   *Player
	process  *process.Process
	nextID   int
	margin   time.Duration // added to each time limit
	log      *log          // of what is said; nil for none
	patience time.Duration // for answers that no clock limits
	ready    bool          // UCI: the handshake is over
	variant  string        // UCI: the option that selected the rule set
}

// send sends the program a line.
func (s *session) send(line []byte) {
	s.log.write(s.player.Name, '>', line)
	s.process.Send(append(line, '\n'))
}

// close ends the program.
func (s *session) close() {
	if s.process != nil {
		if s.player.Protocol == UCI {
			s.say("quit")
		}
		s.process.CloseInput()
		_, _ = s.process.Ended()
		s.process = nil
	}

	s.ready, s.variant = false, ""
}

// begin prepares the program for a new game.
func (s *session) begin(ctx context.Context, variant *rules.Variant, start *board.Position) error {
	if s.player.Restart {
		s.close()
	}
	if s.process == nil {
		p, err := process.Start(process.Command{Args: s.player.Args, Dir: s.player.Dir, Window: 16})
		if err != nil {
			return fmt.Errorf("%s cannot be started: %w", s.player.Name, err)
		}
		s.process = p
	}

	if s.player.Protocol == UCI {
		return s.beginUCI(ctx, variant, start)
	}
	return nil
}

// choose asks for a move.
func (s *session) choose(ctx context.Context, at *situation) (choice, error) {
	if s.process == nil {
		return choice{}, &Failure{Code: "gone", Reason: "is not running"}
	}
	began := time.Now()
	var c choice
	var err error
	if s.player.Protocol == UCI {
		c, err = s.chooseUCI(ctx, at)
	} else {
		c, err = s.chooseTurncoat(ctx, at)
	}

	c.spent = time.Since(began)
	return c, err
}

// A deadline is when an answer must have come, however many lines the program writes before it.
type deadline struct {
	at      time.Time
	allowed time.Duration
	code    string // of the failure to keep it
}

// deadline returns the deadline of an answer that is asked for now; 0 means the arbiter's patience.
func (s *session) deadline(allowed time.Duration) deadline {
	code := "late"
	if allowed == 0 {
		code, allowed = "silent", s.patience
	}
	return deadline{time.Now().Add(allowed), allowed, code}
}

// line returns the next line of the program.
func (s *session) line(ctx context.Context, d deadline) ([]byte, error) {
	timer := time.NewTimer(time.Until(d.at))
	defer timer.Stop()
	select {
	case e := <-s.process.Events():
		if e.Err == nil {
			s.log.write(s.player.Name, '<', e.Line)
			return e.Line, nil
		}

		f := &Failure{Code: "gone", Reason: "ended before it answered"}
		if errors.Is(e.Err, bufio.ErrTooLong) {
			f = &Failure{Code: "junk", Reason: "wrote an endless line"}
		} else if how, byItself := s.process.Ended(); byItself {
			f.Reason += ": " + how
		}

		return nil, s.failed(f)
	case <-timer.C:
		reason := fmt.Sprintf("gave no answer within %v", d.allowed.Round(time.Millisecond))
		return nil, s.failed(&Failure{Code: d.code, Reason: reason})
	case <-ctx.Done():
		s.kill()
		return nil, ctx.Err()
	}
}

func (s *session) failed(f *Failure) *Failure {
	s.kill()
	return f
}

func (s *session) kill() {
	if s.process != nil {
		s.process.Kill()
		s.process = nil
	}

	s.ready, s.variant = false, ""
}

// chooseTurncoat asks the question "best".
func (s *session) chooseTurncoat(ctx context.Context, at *situation) (choice, error) {
	s.nextID++
	question, err := s.bestQuestion(at)
	if err != nil {
		return choice{}, err
	}
	s.send(question)

	until := s.deadline(at.clocks[at.side].allowed(s.margin))
	var answer bestAnswer
	for {
		line, err := s.line(ctx, until)
		if err != nil {
			return choice{}, err
		}
		answer = bestAnswer{}
		err = json.Unmarshal(line, &answer)
		if err != nil || string(answer.ID) != strconv.Itoa(s.nextID) {
			return choice{}, s.failed(&Failure{Code: "junk",
				Reason: "wrote something that is not an answer (does it need proto=uci?): " + process.Quote(line)})
		}

		if answer.Progress == nil {
			break
		}
	}

	if answer.Error != nil {
		message := process.Quote([]byte(answer.Error.Message))
		return choice{}, &Failure{Code: "refused", Reason: "answered with an error: " + message}
	}

	c := choice{move: answer.UCI, eval: &eval{answer.Score, answer.Mate, answer.Depth},
		nodes: answer.Nodes}
	if at.reclaim != "" {
		c.move = at.reclaim + "~" + cmp.Or(strings.Join(answer.Reclaimed, ","), "-")
	}
	return c, nil
}

// A bestAnswer is an answer to the question "best", or the progress towards it.
type bestAnswer struct {
	ID        json.RawMessage `json:"id"`
	UCI       string          `json:"uci"`
	Reclaimed []string        `json:"reclaimed"`
	Score     int             `json:"score"`
	Mate      int             `json:"mate"`
	Depth     int             `json:"depth"`
	Nodes     uint64          `json:"nodes"`
	Progress  json.RawMessage `json:"progress"`
	Error     *protocol.Error `json:"error"`
}

// bestQuestion returns the question "best" as JSON.
func (s *session) bestQuestion(at *situation) ([]byte, error) {
	set, err := json.Marshal(at.variant.Set())
	if err != nil {
		return nil, err
	}
	var q struct {
		protocol.Request
		Time      int64 `json:"time,omitempty"`
		Left      int64 `json:"left,omitempty"`
		Increment int64 `json:"increment,omitempty"`
		Nodes     int   `json:"nodes,omitempty"`
		Level     int   `json:"level,omitempty"`
	}
	q.ID, q.Ask = []byte(strconv.Itoa(s.nextID)), "best"
	q.Rules, q.FEN, q.Moves, q.Move = set, at.start, at.moves, at.reclaim

	limits := s.player.Limits
	q.Nodes, q.Level, q.Time = limits.Nodes, limits.Level, limits.PerMove.Milliseconds()
	if own := at.clocks[at.side]; own.Time > 0 {
		q.Left, q.Increment = max(1, own.left.Milliseconds()), own.Increment.Milliseconds()
	}
	return json.Marshal(q)
}
