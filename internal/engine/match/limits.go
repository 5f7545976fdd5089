package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limits are how long a player may think: on a clock, or for each move.
type Limits struct {
	// Moves is the number of moves after which Time is added again; 0 for a whole game.
	Moves     int
	Time      time.Duration // on the clock; 0 if there is no clock
	Increment time.Duration // added after each move
	PerMove   time.Duration // for each move, instead of a clock
	Nodes     int           // positions searched for each move
	Level     int           // of playing strength
}

// maxTime bounds the times of a match, so that sums of them cannot overflow.
const maxTime = 1000 * time.Hour

// ParseTime reads a time control as match runners write it: "10+0.1" is ten seconds and a tenth of
// a second for each move, "40/60" is forty moves a minute, and minutes may precede a colon
// ("1:30").
func ParseTime(text string) (Limits, error) {
	var l Limits
	bad := func() (Limits, error) {
		return Limits{}, fmt.Errorf("invalid time control %q; examples: 10+0.1, 40/60, 1:30+1",
			text)
	}
	rest := text
	if moves, after, ok := strings.Cut(rest, "/"); ok {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 || n > 1000 {
			return bad()
		}
		l.Moves, rest = n, after
	}

	base, increment, ok := strings.Cut(rest, "+")
	if ok {
		l.Increment, ok = parseSeconds(increment)
		if !ok {
			return bad()
		}
	}

	l.Time, ok = parseSeconds(base)
	if !ok || l.Time == 0 {
		return bad()
	}
	return l, nil
}

// parseSeconds reads "90", "1.5" or "1:30".
func parseSeconds(text string) (time.Duration, bool) {
	minutes := 0
	if before, after, ok := strings.Cut(text, ":"); ok {
		n, err := strconv.Atoi(before)
		if err != nil || n < 0 || n > 60000 {
			return 0, false
		}
		minutes, text = n, after
	}

	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 0) || seconds > maxTime.Seconds() ||
		strings.ContainsAny(text, "xXpP_nN") {
		return 0, false
	}

	d := time.Duration(minutes)*time.Minute + time.Duration(seconds*1e9)
	return d, d <= maxTime
}

// String writes the limits as they are read.
func (l Limits) String() string {
	switch {
	case l.Time > 0:
		text := strconv.FormatFloat(l.Time.Seconds(), 'f', -1, 64)
		if l.Moves > 0 {
			text = strconv.Itoa(l.Moves) + "/" + text
		}
		if l.Increment > 0 {
			text += "+" + strconv.FormatFloat(l.Increment.Seconds(), 'f', -1, 64)
		}
		return text
	case l.PerMove > 0:
		return l.PerMove.String() + "/move"
	case l.Nodes > 0:
		return strconv.Itoa(l.Nodes) + " nodes"
	case l.Level > 0:
		return "level " + strconv.Itoa(l.Level)
	}

	return "no limit"
}

// Validate returns an error if not exactly one limit is set.
func (l Limits) Validate() error {
	set := 0
	for _, given := range []bool{l.Time > 0, l.PerMove > 0, l.Nodes > 0, l.Level > 0} {
		if given {
			set++
		}
	}

	if set != 1 {
		return errors.New("give each player one of tc=, st=, nodes= and level=")
	}
	return nil
}

// A clock is the clock of one player in one game.
type clock struct {
	Limits
	left  time.Duration
	moves int // until Time is added again
}

func newClock(l Limits) *clock { return &clock{l, l.Time, l.Moves} }

// allowed returns how long the next move may take, with a margin for the communication between the
// programs. It is zero if only the arbiter's patience limits the move.
func (c *clock) allowed(margin time.Duration) time.Duration {
	switch {
	case c.Time > 0:
		return c.left + margin
	case c.PerMove > 0:
		return c.PerMove + margin
	}

	return 0
}

// spend takes the time of a move off the clock, and reports whether the player was in time.
func (c *clock) spend(d, margin time.Duration) bool {
	switch {
	case c.Time > 0:
		if d > c.left+margin {
			c.left = 0
			return false
		}

		c.left = max(0, c.left-d) + c.Increment
		if c.Moves > 0 {
			c.moves--
			if c.moves == 0 {
				c.left, c.moves = c.left+c.Time, c.Moves
			}
		}
	case c.PerMove > 0:
		return d <= c.PerMove+margin
	}

	return true
}
